/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/nearest.h"
#include "core/edit/operations/operations.h"
#include "core/schema/value.h"

#include <string.h>

/* Handles the record of an operation's parameters. It belongs to no model, so it is changed directly and not by a
 * transaction. */

MwRecord *
mw_operation_params_new (const MwOperation *operation)
{
  return operation->params ? mw_record_new (operation->params) : NULL;
}

MwRecord *
mw_operation_params_for (const MwOperation *operation, MwDocument *document, const MwId *ids, guint n)
{
  MwRecord *params = mw_operation_params_new (operation);
  if (params && operation->preset && mw_operation_applies (operation, document, ids, n, NULL))
    operation->preset (document, ids, n, params);
  return params;
}

gboolean
mw_operation_requires (const MwOperation *operation, const char *name)
{
  return operation->required && g_strv_contains (operation->required, name);
}

static gboolean
refuse_name (const MwOperation *operation, const char *name, GError **error)
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

/* `bytes` is the whole array, a span of it, or the element that contains the component. */
static gboolean
set_elements (const MwTarget *target, const GByteArray *bytes, GError **error)
{
  MwArray *array = mw_field_at (target->record, target->field);
  gsize each = mw_field_element_size (target->field);
  guint32 n = (guint32) (bytes->len / each);
  if (target->whole) {
    mw_array_clear (array);
    *array = mw_array_copy (bytes->data, n, each);
    return TRUE;
  }
  if (n != target->n || target->first > array->n || n > array->n - target->first) {
    mw_set_error (error, MW_ERROR_VALUE, -1, NULL, "found %u elements for a span of %u", n, target->n);
    return FALSE;
  }
  memcpy ((guint8 *) mw_array_make_writable (array, each) + target->first * each, bytes->data, bytes->len);
  return TRUE;
}

/* A choice that has names takes no other number, and none that the version does not have: unlike a field of a model, it never has a value
 * that a file brought along. */
static gboolean
is_choice (MwDocument *document, const MwTarget *target, const GByteArray *bytes, GError **error)
{
  const MwField *field = target->field;
  const MwFormat format = mw_document_get_format (document);
  const MwNames *names = mw_schema_names_in (target->record->schema, field, format.family, format.version);
  if (!names || names->flags || names->index || field->type == MW_TYPE_ARRAY || field->count > 1)
    return TRUE;
  uint32_t value = 0;
  memcpy (&value, bytes->data, MIN (sizeof value, bytes->len));
  if (mw_names_find_value (names, value))
    return TRUE;
  GString *all = g_string_new (NULL);
  for (guint i = 0; i < names->n; i++)
    g_string_append_printf (all, "%s%s", i ? ", " : "", names->names[i].name);
  mw_set_error (error, MW_ERROR_VALUE, -1, NULL, "found %u, expected one of %s", value, all->str);
  g_string_free (all, TRUE);
  return FALSE;
}

/* A reference names an element of the model, or none: unlike a field of a model, it never has a number that a file brought along. */
static gboolean
is_there (MwDocument *document, const MwTarget *target, const GByteArray *bytes, GError **error)
{
  MwRef ref;
  if (target->field->type != MW_TYPE_REF || bytes->len != sizeof ref)
    return TRUE;
  memcpy (&ref, bytes->data, sizeof ref);
  if (ref.id || mw_ref_is_none (ref))
    return TRUE;
  const MwField *list = NULL;
  mw_ref_scope (mw_document_get_model (document), target->record, target->field, &list);
  mw_set_error (error, MW_ERROR_VALUE, -1, NULL, "found %d, and none of the %s has this number", (int) ref.raw,
                list ? list->name : target->field->refers);
  return FALSE;
}

gboolean
mw_operation_param_set_target (MwDocument *document, const MwTarget *target, const char *text, gsize length,
                               GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwField *field = target->field, *list;
  g_auto (MwValue) value = { 0 };
  if (field->refers && !mw_ref_scope (model, target->record, field, &list)) {
    mw_set_error (error, MW_ERROR_REFUSED, -1, NULL, "this model has no %s, which %s refers to", field->refers,
                  field->name);
    return FALSE;
  }
  if (!mw_value_parse (model, target, text, length, &value, error) || !is_choice (document, target, value.bytes, error)
      || !is_there (document, target, value.bytes, error))
    return FALSE;
  if (field->type == MW_TYPE_ARRAY)
    return set_elements (target, value.bytes, error);
  if (field->type == MW_TYPE_TEXT)
    mw_text_set (mw_field_at (target->record, field), (const char *) value.bytes->data, value.bytes->len);
  else
    memcpy (mw_field_at (target->record, field), value.bytes->data, mw_field_storage_size (field));
  return TRUE;
}

gboolean
mw_operation_param_set (const MwOperation *operation, MwDocument *document, MwRecord *params, const char *name,
                        const char *text, gsize length, GError **error)
{
  const MwField *field = operation->params ? mw_schema_field (operation->params, name) : NULL;
  if (!field)
    return refuse_name (operation, name, error);
  MwTarget target = { .record = params, .field = field, .n = 1, .whole = TRUE, .component = -1 };
  return mw_operation_param_set_target (document, &target, text, length, error);
}

/* A text whose quote would end too early inside a line (see script.c) is written as bytes. */
static char *
quote_safely (const MwTarget *target, char *printed)
{
  if (target->field->type != MW_TYPE_TEXT)
    return printed;
  const char *text = mw_text (*(char *const *) mw_field_at (target->record, target->field));
  for (const char *quote = strchr (text, '"'); quote; quote = strchr (quote + 1, '"'))
    if (!quote[1] || strchr (" \t],", quote[1])) {
      g_autofree char *bytes = g_base64_encode ((const guchar *) text, strlen (text));
      g_free (printed);
      return g_strdup_printf ("base64(%s)", bytes);
    }
  return printed;
}

char *
mw_operation_params_print (const MwOperation *operation, MwDocument *document, const MwRecord *params)
{
  const MwModel *model = mw_document_get_model (document);
  g_autoptr (MwRecord) defaults = mw_operation_params_new (operation);
  GString *text = g_string_new (NULL);
  for (guint i = 0; params && i < mw_schema_n_fields (operation->params); i++) {
    const MwField *field = mw_schema_field_at (operation->params, i);
    MwTarget target = { .record = (MwRecord *) params, .field = field, .n = 1, .whole = TRUE, .component = -1 };
    MwTarget other = target;
    other.record = defaults;
    if (field->type == MW_TYPE_ARRAY) {
      target.n = ((const MwArray *) mw_field_at (params, field))->n;
      other.n = ((const MwArray *) mw_field_at (defaults, field))->n;
    }
    g_autofree char *value = quote_safely (&target, mw_value_print (model, &target));
    g_autofree char *usual = mw_value_print (model, &other);
    if (strcmp (value, usual) != 0 || mw_operation_requires (operation, field->name))
      g_string_append_printf (text, "%s%s=%s", text->len ? " " : "", field->name, value);
  }
  return g_string_free (text, FALSE);
}
