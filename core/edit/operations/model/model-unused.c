/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/uses.h"
#include "core/model/aspects.h"

/* Removes everything that has no effect. */

typedef struct {
  MwRecord record;
  uint8_t bones, tracks;
} UnusedParams;

static const MwField unused_fields[] = {
  MW_FIELD_U8 (
    UnusedParams, bones, "bones", .max = 1, .def = 1, .role = MW_ROLE_SWITCH, .label = N_ ("Bones too"),
    .doc = N_ ("Also bones and helpers that move no vertex and that nothing follows. Key bones of M2 stay.")),
  MW_FIELD_U8 (UnusedParams, tracks, "tracks", .max = 1, .def = 1, .role = MW_ROLE_SWITCH, .label = N_ ("Tracks too"),
               .doc = N_ ("Also tracks whose keys have only the default value.")),
};
static const MwSchema unused_params = { .name = "model-remove-unused",
                                        .label = N_ ("Remove All That Is Unused"),
                                        .size = sizeof (UnusedParams),
                                        .fields = unused_fields,
                                        .n_fields = G_N_ELEMENTS (unused_fields) };

/* --- Bones ----------------------------------------------------------------------------------------------------------- */

typedef struct {
  const MwModel *model;
  const MwField *list;
  GHashTable *used; /* ids */
  gboolean unknown; /* an array names bones in a form that is not followed here */
} Weighted;

static guint64
number_at (const guint8 *bytes, gsize size)
{
  guint64 number = 0;
  for (gsize i = 0; i < size; i++)
    number |= (guint64) bytes[i] << (8 * i);
  return number;
}

/* Marks the bones that an array names by their place, where they have a weight. */
static void
mark_places (Weighted *w, const MwRecord *record, const MwField *field)
{
  const MwBulkNames *bulk = field->bulk;
  const MwArray *names = mw_field_at (record, field);
  const MwField *weights_field = bulk->weights ? mw_schema_field (record->schema, bulk->weights) : NULL;
  const MwArray *weights = weights_field ? mw_field_at (record, weights_field) : NULL;
  const MwList *list = mw_record_list (&w->model->record, w->list);
  const gsize size = mw_field_element_size (field) / bulk->n,
              weight_size = weights_field ? mw_field_element_size (weights_field) / bulk->n : 0;
  for (gsize i = 0; i < names->n; i++)
    for (gsize k = 0; k < bulk->n; k++) {
      gsize part = bulk->weights_reversed ? bulk->n - 1 - k : k;
      if (weights && i < weights->n
          && !number_at ((const guint8 *) weights->data + (i * bulk->n + part) * weight_size, weight_size))
        continue;
      guint64 place = number_at ((const guint8 *) names->data + (i * bulk->n + k) * size, size);
      if (place < list->n)
        g_hash_table_add (w->used, GUINT_TO_POINTER (list->items[place]->id));
    }
}

static gboolean
mark_bones (MwRecord *record, gpointer data)
{
  Weighted *w = data;
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    if (!field->bulk || g_strcmp0 (field->bulk->list, w->list->name) != 0
        || !((const MwArray *) mw_field_at (record, field))->n)
      continue;
    if (field->bulk->form == MW_BULK_PLACES)
      mark_places (w, record, field);
    w->unknown |= field->bulk->form == MW_BULK_OBJECT_IDS;
  }
  return TRUE;
}

static gboolean
is_key_bone (const MwRecord *bone)
{
  for (guint i = 0; i < mw_schema_n_fields (bone->schema); i++) {
    const MwField *field = mw_schema_field_at (bone->schema, i);
    if (field->catalogue == MW_CATALOGUE_KEY_BONE && field->type == MW_TYPE_I32
        && *(const int32_t *) mw_field_at (bone, field) >= 0)
      return TRUE;
  }
  return FALSE;
}

/* The list of the model that bones are in; NULL without bones. */
static const MwField *
list_of_bones (const MwModel *model)
{
  for (guint i = 0; i < mw_schema_n_fields (model->record.schema); i++) {
    const MwField *field = mw_schema_field_at (model->record.schema, i);
    const MwList *list = field->type == MW_TYPE_LIST ? mw_record_list (&model->record, field) : NULL;
    for (uint32_t k = 0; list && k < list->n; k++)
      if (mw_aspects_of (model)->point (list->items[k]->schema) == MW_POINT_BONE)
        return field;
  }
  return NULL;
}

/* Bones that nothing needs now; without them others may be unused, too. */
static GArray *
unused_bones (MwDocument *document, const MwField *list)
{
  const MwModel *model = mw_document_get_model (document);
  const MwAspects *aspects = mw_aspects_of (model);
  const MwList *all = mw_record_list (&model->record, list);
  g_autoptr (GHashTable) uses = mw_uses_of_list (document, list), used = g_hash_table_new (NULL, NULL);
  Weighted w = { model, list, used, FALSE };
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  mw_record_foreach ((MwRecord *) &model->record, mark_bones, &w);
  if (w.unknown)
    mw_document_notice (document,
                        g_strdup ("bones were not removed: the vertices of this format refer to them by object ids"));
  for (uint32_t i = 0; i < all->n && !w.unknown; i++) {
    const MwRecord *bone = all->items[i];
    MwPoint point = aspects->point (bone->schema);
    gpointer key = GUINT_TO_POINTER (bone->id);
    if ((point == MW_POINT_BONE || point == MW_POINT_HELPER) && !is_key_bone (bone)
        && !g_hash_table_contains (uses, key) && !g_hash_table_contains (used, key))
      g_array_append_val (ids, bone->id);
  }
  /* A model without any bone is none that the games draw. */
  if (ids->len == all->n && ids->len)
    g_array_set_size (ids, ids->len - 1);
  return ids;
}

static gboolean
remove_bones (MwDocument *document, guint *removed, GError **error)
{
  const MwField *list = list_of_bones (mw_document_get_model (document));
  for (guint before = *removed + 1; list && before != *removed;) {
    g_autoptr (GArray) ids = unused_bones (document, list);
    before = *removed;
    if (ids->len && !mw_document_remove_many (document, (const MwId *) (gpointer) ids->data, ids->len, error))
      return FALSE;
    *removed += ids->len;
  }
  return TRUE;
}

/* --- The rest -------------------------------------------------------------------------------------------------------- */

/* Whether what was done has succeeded, or had nothing to do. Takes the error. */
static gboolean
went_well (gboolean ok, GError **own, gboolean *any, GError **error)
{
  *any |= ok;
  if (ok || g_error_matches (*own, MW_ERROR, MW_ERROR_NOTHING)) {
    g_clear_error (own);
    return TRUE;
  }
  g_propagate_error (error, *own);
  return FALSE;
}

static gboolean
remove_parts (MwDocument *document, gboolean *any, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwSchema *const *parts = mw_aspects_of (model)->parts;
  for (guint i = 0; i < mw_schema_n_fields (model->record.schema); i++) {
    const MwField *field = mw_schema_field_at (model->record.schema, i);
    for (guint k = 0; field->type == MW_TYPE_LIST && parts[k]; k++) {
      GError *own = NULL;
      g_autofree char *what = field->schema == parts[k] ? g_ascii_strdown (field->label, -1) : NULL;
      if (!what || !mw_record_list (&model->record, field)->n)
        continue;
      gboolean ok = mw_remove_unused (document, field, what, &own);
      if (!went_well (ok, &own, any, error))
        return FALSE;
    }
  }
  return TRUE;
}

static gboolean
unused_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const UnusedParams *p = (const UnusedParams *) params;
  const MwOperation *redundant = mw_operation_find ("track-remove-redundant");
  gboolean any = FALSE, again = TRUE;
  guint n_bones = 0;
  GError *own = NULL;
  if (p->tracks && mw_operation_applies (redundant, document, NULL, 0, NULL)) {
    gboolean ok = mw_operation_run (redundant, document, NULL, 0, NULL, &own);
    if (!went_well (ok, &own, &any, error))
      return FALSE;
  }
  if (p->bones && !remove_bones (document, &n_bones, error))
    return FALSE;
  if (n_bones)
    mw_document_notice (document, g_strdup_printf ("unused bones and helpers removed: %u", n_bones));
  /* A material that goes may have been the only one with its texture. */
  while (again) {
    again = FALSE;
    if (!remove_parts (document, &again, error))
      return FALSE;
    any |= again;
  }
  return any || n_bones || mw_operation_nothing (error, "nothing to remove: everything is used");
}

const MwOperation mw_operation_model_remove_unused = {
  .id = "model-remove-unused",
  .label = N_ ("Remove All That Is Unused"),
  .doc = N_ (
    "Removes what nothing refers to: textures, materials, texture animations, colours, global sequences and the like, bones "
    "that move nothing, and tracks that change nothing. The model looks and moves as before."),
  .aliases = "clean purge optimise optimize smaller delete",
  .domain = MW_DOMAIN_MODEL,
  .subject = MW_SUBJECT_MODEL,
  .params = &unused_params,
  .run = unused_run,
};
