/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/elements/elements-text.h"
#include "core/model/aspects.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "tests/core/edit/operations/rows-import.h"

#include <string.h>

/* --- What is pasted -------------------------------------------------------------------------------------------------- */

static gboolean
names_are_unique (const MwMdlx *model)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  for (uint32_t i = 0; i < model->nodes.n; i++)
    if (!g_hash_table_add (names, (gpointer) mw_text (((const MwMdlxNode *) model->nodes.items[i])->name)))
      return FALSE;
  return TRUE;
}

static const MwMdlxMaterial *
material_of (const MwModel *model, const MwRecord *record)
{
  MwRef ref = record->schema == &mw_mdlx_geoset_schema           ? ((const MwMdlxGeoset *) record)->material
              : record->schema == &mw_mdlx_ribbon_emitter_schema ? ((const MwMdlxRibbonEmitter *) record)->material
                                                                 : MW_REF_NONE;
  return (const MwMdlxMaterial *) mw_model_resolve (model, ref);
}

/* Whether all that the material refers to is a texture, which the model has. */
static gboolean
is_plain (const MwMdlxMaterial *material)
{
  for (uint32_t i = 0; material && i < material->layers.n; i++)
    if (((const MwMdlxLayer *) material->layers.items[i])->texture_animation.id)
      return FALSE;
  return TRUE;
}

typedef struct {
  const MwModel *model;
  const MwRecord *point;
} Finding;

static gboolean
find_point (MwRecord *record, gpointer data)
{
  Finding *f = data;
  MwPoint point = mw_aspects_of (f->model)->point (record->schema);
  if (point == MW_POINT_NONE || point == MW_POINT_BONE || point == MW_POINT_HELPER)
    return TRUE;
  f->point = record;
  return FALSE;
}

static const MwRecord *
chosen_in (const MwModel *model)
{
  const MwMdlx *mdlx = model->record.schema == &mw_mdlx_schema ? (const MwMdlx *) model : NULL;
  Finding f = { model, NULL };
  if (mdlx && !names_are_unique (mdlx))
    return NULL;
  if (mdlx && mdlx->family == MW_FAMILY_MDX && mdlx->geosets.n && mdlx->nodes.n % 2)
    return is_plain (material_of (model, mdlx->geosets.items[0])) ? mdlx->geosets.items[0] : NULL;
  mw_record_foreach ((MwRecord *) &model->record, find_point, &f);
  return f.point && is_plain (material_of (model, f.point)) ? f.point : NULL;
}

char *
paste_step (const MwModel *model, MwFormat format)
{
  const MwRecord *record = chosen_in (model);
  if (!record)
    return NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (MwDocument) document = mw_document_new (mw_model_copy (model, FALSE), format);
  g_autofree char *text = mw_elements_to_text (document, &record->id, 1, &error), *folder = NULL, *path = NULL;
  g_assert_no_error (error);
  g_autofree char *beside = import_written (model, format);
  folder = g_path_get_dirname (beside);
  path = g_build_filename (folder, "elements.txt", NULL);
  g_assert_true (g_file_set_contents (path, text, -1, &error));
  return g_strdup_printf ("paste file=\"%s\"", path);
}

/* --- Judging --------------------------------------------------------------------------------------------------------- */

/* Takes the tracks out of a record, and out of those below it. */
static gboolean
strip (MwRecord *record, gpointer model)
{
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *slot = mw_schema_field_at (record->schema, i);
    if (slot->type == MW_TYPE_CHILD && mw_schema_has_timed_keys (slot->schema)
        && *(MwRecord **) mw_field_at (record, slot))
      mw_record_free (mw_child_take (model, record, slot));
  }
  return TRUE;
}

/* Adds a copy of a record to the list that it is in. */
static MwRecord *
add_copy (MwModel *model, MwId id)
{
  MwRecord *record = mw_model_find (model, id), *copy = mw_record_copy (record, FALSE);
  mw_record_forget_ids (copy);
  mw_list_append (model, &model->record, mw_record_slot (record), copy);
  strip (copy, model);
  for (guint i = 0; i < mw_schema_n_fields (copy->schema); i++)
    if (mw_schema_field_at (copy->schema, i)->type == MW_TYPE_LIST) {
      const MwList *list = mw_record_list (copy, mw_schema_field_at (copy->schema, i));
      for (uint32_t k = 0; k < list->n; k++)
        strip (list->items[k], model);
    }
  return copy;
}

static void
add_number (MwRecord *copy)
{
  const MwField *name = mw_schema_field_of_role (copy->schema, MW_ROLE_NAME, MW_TYPE_TEXT);
  char **slot = name && name->count > 8 ? mw_field_at (copy, name) : NULL;
  g_autofree char *next = slot && *slot ? g_strdup_printf ("%s 2", *slot) : NULL;
  if (next)
    mw_text_set (slot, next, strlen (next));
}

/* What each track of the copy shows in each sequence. */
static char *
compare_tracks (const TableCase *at, const MwRecord *old, const MwRecord *new)
{
  const MwList *sequences = table_list (at->before, "sequences");
  for (guint i = 0; i < mw_schema_n_fields (old->schema); i++) {
    const MwField *slot = mw_schema_field_at (old->schema, i);
    if (slot->type != MW_TYPE_CHILD || !mw_schema_has_timed_keys (slot->schema)
        || !mw_schema_part (slot->schema, MW_PART_VALUES))
      continue;
    const MwRecord *a = *(MwRecord *const *) mw_field_at (old, slot), *b = *(MwRecord *const *) mw_field_at (new, slot);
    for (uint32_t k = 0; a && b && k < sequences->n; k++) {
      gint64 start, end;
      gboolean lanes;
      table_interval (sequences->items[k], at->format, &start, &end, &lanes);
      TableCurve p = { at->before, a, sequences->items[k], 0 },
                 q = { at->after, b, table_list (at->after, "sequences")->items[k], 0 };
      if (end >= start && !table_same_curve (&p, &q, end - start, 7, 1e-4))
        return g_strdup_printf ("%s is not as that of the original", slot->name);
    }
    if (!a != !b && mw_schema_static_of (old->schema, slot) == NULL && a && a->schema->keys == MW_KEYS_M2_TRACK)
      return g_strdup_printf ("%s is not there", slot->name);
  }
  return NULL;
}

/* The last record of a kind in a list: files keep the order within each kind only. */
static MwRecord *
last_of (const MwModel *model, const MwRecord *like)
{
  const MwList *list = mw_record_list (&model->record, mw_record_slot (like));
  for (uint32_t i = list->n; i-- > 0;)
    if (list->items[i]->schema == like->schema)
      return list->items[i];
  return NULL;
}

/* The model with a copy of the element, and of its material and geoset animations, at the ends of their lists. */
char *
paste_judge (const TableCase *at)
{
  const MwRecord *old = chosen_in (at->before);
  MwModel *expected = mw_model_copy (at->before, FALSE);
  MwModel *after = mw_model_copy (at->after, FALSE);
  const MwMdlxMaterial *material = material_of (at->before, old);
  MwRecord *copy = add_copy (expected, old->id);
  add_number (copy);
  if (material) {
    MwRef ref = { add_copy (expected, material->record.id)->id, 0 };
    const MwField *field = mw_schema_field (copy->schema, "material");
    *(MwRef *) mw_field_at (copy, field) = ref;
  }
  const MwList *animations = old->schema == &mw_mdlx_geoset_schema ? &((const MwMdlx *) at->before)->geoset_animations
                                                                   : NULL;
  for (uint32_t i = 0; animations && i < animations->n; i++)
    if (((const MwMdlxGeosetAnimation *) animations->items[i])->geoset.id == old->id)
      ((MwMdlxGeosetAnimation *) add_copy (expected, animations->items[i]->id))->geoset = (MwRef) { copy->id, 0 };
  /* What the step added is compared without tracks; these are compared by what they show. */
  const MwField *list = mw_record_slot (old);
  const MwList *then = mw_record_list (&at->before->record, list), *now = mw_record_list (&after->record, list);
  char *wrong = now->n == then->n + 1 ? NULL : g_strdup ("there is no new element");
  if (!wrong)
    wrong = compare_tracks (at, old, last_of (at->after, old));
  if (!wrong)
    mw_record_foreach (last_of (after, old), strip, after);
  for (guint f = 0; f < mw_schema_n_fields (after->record.schema); f++) {
    const MwField *field = mw_schema_field_at (after->record.schema, f);
    if (field->type != MW_TYPE_LIST || field->schema->kinds)
      continue;
    const MwList *all = mw_record_list (&after->record, field);
    for (uint32_t i = mw_record_list (&at->before->record, field)->n; i < all->n; i++)
      mw_record_foreach (all->items[i], strip, after);
  }
  char *where = NULL;
  if (!wrong && !mw_model_equal (expected, after, at->format, &where))
    wrong = g_strdup_printf ("%s is not as expected", where);
  g_free (where);
  mw_model_free (expected);
  mw_model_free (after);
  return wrong;
}
