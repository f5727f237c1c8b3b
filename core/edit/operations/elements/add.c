/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/elements/add.h"
#include "core/edit/document-private.h"
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

static guint32
place_of_new (MwDocument *document, const MwRecord *owner, const MwField *list, const MwSchema *kind,
              const MwNewValue *values, guint n)
{
  const MwList *records = mw_record_list (owner, list);
  const MwField *parent = mw_schema_field_of_role (kind, MW_ROLE_PARENT, MW_TYPE_REF);
  gboolean has_parent = FALSE;
  for (guint i = 0; parent && i < n; i++)
    has_parent |= strcmp (values[i].field, parent->name) == 0;
  return document->rules->place ? document->rules->place (document, records, kind, has_parent) : records->n;
}

MwId
mw_operation_add (MwDocument *document, MwRecord *owner, const MwField *list, const MwSchema *kind,
                  const MwNewValue *values, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  if (!kind && list->schema->kinds) {
    g_autofree char *path = mw_field_path (owner, list);
    mw_set_error (error, MW_ERROR_USAGE, -1, path, "holds several kinds: give one of them, as in bones");
    return 0;
  }
  MwRecord *record = mw_record_new (kind ? kind : list->schema);
  if (record->schema->init_for_family)
    record->schema->init_for_family (record, mw_record_family (&model->record));
  /* Set before the record is inserted, so that it can refer to itself. */
  record->id = model->n_ids;
  if (document->rules->complete)
    document->rules->complete (document, record);
  for (guint i = 0; i < n; i++)
    if (fixed_reference (record, &values[i]) && !set_fixed (model, record, &values[i], error)) {
      mw_record_free (record);
      return 0;
    }
  guint32 index = list->type == MW_TYPE_LIST ? place_of_new (document, owner, list, record->schema, values, n) : 0;
  if (!mw_document_insert (document, owner->id, list, index, record, error))
    return 0;
  MwId id = record->id;
  for (guint i = 0; i < n; i++)
    if (!fixed_reference (mw_model_find (model, id), &values[i]) && !set_value (document, id, &values[i], error))
      return 0;
  if (document->rules->join && !document->rules->join (document, mw_model_find (model, id), error))
    return 0;
  mw_document_select (document, &id, 1);
  return id;
}
