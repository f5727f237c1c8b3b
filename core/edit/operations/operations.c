/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/operations.h"
#include "core/base/nearest.h"
#include "core/schema/value.h"

#include <string.h>

const MwOperation *const *
mw_operations_list (void)
{
  static const MwOperation *const all[] = {
    &mw_operation_rename,          &mw_operation_duplicate,      &mw_operation_move_up,
    &mw_operation_move_down,       &mw_operation_reparent,       &mw_operation_replace_uses,
    &mw_operation_surface_texture, &mw_operation_surface_blend,  &mw_operation_surface_delete,
    &mw_operation_delete,          &mw_operation_key_add,        &mw_operation_key_remove,
    &mw_operation_key_remove_all,  &mw_operation_rebuild_layout, NULL,
  };
  return all;
}

const MwOperation *
mw_operation_find (const char *id)
{
  for (const MwOperation *const *at = mw_operations_list (); *at; at++)
    if (strcmp ((*at)->id, id) == 0)
      return *at;
  return NULL;
}

gboolean
mw_operation_applies (const MwOperation *operation, MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  if (n == 0 && !operation->whole_model) {
    mw_set_error (error, MW_ERROR_REFUSED, -1, NULL, "nothing is selected");
    return FALSE;
  }
  for (guint i = 0; i < n; i++)
    if (!mw_model_find (model, ids[i])) {
      mw_set_error (error, MW_ERROR_REFUSED, -1, NULL, "the record is not there any more");
      return FALSE;
    }
  return operation->applies (document, ids, n, error);
}

MwRecord *
mw_operation_params_new (const MwOperation *operation)
{
  return operation->params ? mw_record_new (operation->params) : NULL;
}

static gboolean
refuse_param (const MwOperation *operation, const char *name, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  for (guint i = 0; operation->params && i < mw_schema_n_fields (operation->params); i++)
    g_ptr_array_add (names, (gpointer) mw_schema_field_at (operation->params, i)->name);
  g_ptr_array_add (names, NULL);
  g_autofree char *all = g_strjoinv (", ", (char **) names->pdata),
                  *hint = mw_did_you_mean (name, (const char *const *) names->pdata);
  mw_set_error (error, MW_ERROR_USAGE, -1, NULL, "%s has no parameter \"%s\"; it has %s%s", operation->id, name,
                *all ? all : "none", hint);
  return FALSE;
}

gboolean
mw_operation_param_set (const MwOperation *operation, MwDocument *document, MwRecord *params, const char *name,
                        const char *text, gsize length, GError **error)
{
  const MwField *field = operation->params ? mw_schema_field (operation->params, name) : NULL;
  if (!field)
    return refuse_param (operation, name, error);
  MwTarget target = { .record = params, .field = field, .whole = TRUE, .component = -1 };
  g_auto (MwValue) value = { 0 };
  if (!mw_value_parse (mw_document_get_model (document), &target, text, length, &value, error))
    return FALSE;
  if (field->type == MW_TYPE_TEXT)
    mw_text_set (mw_field_at (params, field), (const char *) value.bytes->data, value.bytes->len);
  else
    memcpy (mw_field_at (params, field), value.bytes->data, mw_field_storage_size (field));
  return TRUE;
}

gboolean
mw_operation_run (const MwOperation *operation, MwDocument *document, const MwId *ids, guint n, const MwRecord *params,
                  GError **error)
{
  g_return_val_if_fail (!params || params->schema == operation->params, FALSE);
  if (!mw_operation_applies (operation, document, ids, n, error))
    return FALSE;
  if (!params && operation->required && operation->required[0]) {
    mw_set_error (error, MW_ERROR_USAGE, -1, NULL, "%s needs %s", operation->id, operation->required[0]);
    return FALSE;
  }
  g_autoptr (MwRecord) defaults = params ? NULL : mw_operation_params_new (operation);
  /* Running may change the selection, which is where the ids may come from. */
  g_autofree MwId *own = g_memdup2 (ids, n * sizeof (MwId));
  mw_document_begin (document, operation->label);
  if (!operation->run (document, own, n, params ? params : defaults, error)) {
    mw_document_cancel (document);
    return FALSE;
  }
  mw_document_commit (document);
  return TRUE;
}

gboolean
mw_operation_refuse (const MwRecord *record, GError **error, const char *reason)
{
  g_autofree char *path = record ? mw_record_path (record) : NULL;
  mw_set_error (error, MW_ERROR_REFUSED, -1, path && *path ? path : NULL, "%s", reason);
  return FALSE;
}
