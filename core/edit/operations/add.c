/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/add.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/value.h"

#include <string.h>

static gboolean
set_value (MwDocument *document, MwId id, const MwNewValue *value, GError **error)
{
  MwModel *model = mw_document_get_model (document);
  g_autofree char *record = mw_record_path (mw_model_find (model, id));
  g_autofree char *path = g_strdup_printf ("%s.%s", record, value->field);
  MwTarget target;
  return mw_path_resolve_one (model, path, &target, error)
         && mw_document_set_text (document, &target, value->text, value->length, error);
}

/* A reference that cannot be changed once the record is in its list (the sequence of a lane) must be set before. */
static const MwField *
fixed_reference (const MwRecord *record, const MwNewValue *value)
{
  const MwField *field = mw_schema_field (record->schema, value->field);
  return field && field->type == MW_TYPE_REF && field->read_only ? field : NULL;
}

static gboolean
set_fixed (const MwModel *model, MwRecord *record, const MwNewValue *value, GError **error)
{
  MwField open = *fixed_reference (record, value);
  open.read_only = FALSE;
  MwTarget target = { .record = record, .field = &open, .n = 1, .whole = TRUE, .component = -1 };
  g_auto (MwValue) parsed = { 0 };
  if (!mw_value_parse (model, &target, value->text, value->length, &parsed, error))
    return FALSE;
  memcpy (mw_field_at (record, &open), parsed.bytes->data, mw_field_storage_size (&open));
  return TRUE;
}

/* The end of the list. Exception: in World of Warcraft's alpha bones without a parent come before those with one,
 * because they have lower object ids and clients require these to ascend (mdlx.md 7.1). */
static guint32
place_of_new (const MwModel *model, const MwRecord *owner, const MwField *list, const MwSchema *kind,
              const MwNewValue *values, guint n)
{
  const MwList *records = mw_record_list (owner, list);
  if (kind != &mw_mdlx_bone_schema || owner != &model->record || ((const MwMdlx *) model)->family != MW_FAMILY_MDX_WOW)
    return records->n;
  for (guint i = 0; i < n; i++)
    if (strcmp (values[i].field, "parent") == 0)
      return records->n;
  for (guint32 i = 0; i < records->n; i++) {
    const MwMdlxNode *node = (const MwMdlxNode *) records->items[i];
    if (node->record.schema == kind && (node->parent.id || node->parent.raw != MW_REF_NONE.raw))
      return i;
  }
  return records->n;
}

/* Values that exporters of World of Warcraft's alpha wrote, where the defaults of the fields are those of Warcraft
 * III (mdlx.md 7.2, rendering.md 4.4). There a length of 1 is 36 times as long, so a near clip of 8 would hide the
 * model. */
static void
complete_wow (MwRecord *record)
{
  if (record->schema == &mw_mdlx_camera_schema) {
    MwMdlxCamera *camera = (MwMdlxCamera *) record;
    camera->field_of_view = 0.9500215f;
    camera->far_clip = 1000.f / 36;
    camera->near_clip = 8.f / 36;
  } else if (record->schema == &mw_mdlx_particle_emitter2_schema)
    ((MwMdlxParticleEmitter2 *) record)->twinkle_fps = 10;
}

MwId
mw_operation_add (MwDocument *document, MwRecord *owner, const MwField *list, const MwSchema *kind,
                  const MwNewValue *values, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  if (!kind && list->schema->kinds) {
    g_autofree char *path = mw_field_path (owner, list);
    mw_set_error (error, MW_ERROR_USAGE, -1, path, "holds several kinds: name one of them, as in bones");
    return 0;
  }
  MwRecord *record = mw_record_new (kind ? kind : list->schema);
  gboolean m2 = model->record.schema == &mw_m2_schema;
  if (record->schema->init_for_family)
    record->schema->init_for_family (record, mw_record_family (&model->record));
  if (mw_record_family (&model->record) == MW_FAMILY_MDX_WOW)
    complete_wow (record);
  /* Set before the record is inserted, so that it can refer to itself. */
  record->id = model->n_ids;
  if (m2)
    mw_m2_complete_new (document, record);
  for (guint i = 0; i < n; i++)
    if (fixed_reference (record, &values[i]) && !set_fixed (model, record, &values[i], error)) {
      mw_record_free (record);
      return 0;
    }
  guint32 index = list->type == MW_TYPE_LIST ? place_of_new (model, owner, list, kind, values, n) : 0;
  if (!mw_document_insert (document, owner->id, list, index, record, error))
    return 0;
  MwId id = record->id;
  for (guint i = 0; i < n; i++)
    if (!fixed_reference (mw_model_find (model, id), &values[i]) && !set_value (document, id, &values[i], error))
      return 0;
  if (m2 && list->schema == &mw_m2_sequence_schema && !mw_m2_join_sequence (document, id, error))
    return 0;
  mw_document_select (document, &id, 1);
  return id;
}
