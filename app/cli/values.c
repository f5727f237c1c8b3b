/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/values.h"
#include "core/io/registry.h"
#include "core/model/track.h"

#include <string.h>

char *
mw_cli_families (unsigned families)
{
  static const char *const names[] = { "mdx", "mdx-wow", "m2" };
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (families & 1u << i)
      g_string_append_printf (text, "%s%s", text->len ? " " : "", names[i]);
  return g_string_free (text, FALSE);
}

char *
mw_cli_family_titles (unsigned families)
{
  GString *text = g_string_new (NULL);
  for (unsigned family = 1; mw_family_title (family); family <<= 1)
    if (families & family)
      g_string_append_printf (text, "%s%s", text->len ? "; " : "", mw_family_title (family));
  return g_string_free (text, FALSE);
}

MwTarget
mw_cli_whole (MwRecord *record, const MwField *field)
{
  MwTarget target = { .record = record, .field = field, .n = 1, .whole = TRUE, .component = -1 };
  if (field && field->type == MW_TYPE_ARRAY)
    target.n = ((MwArray *) mw_field_at (record, field))->n;
  else if (field && field->type == MW_TYPE_LIST)
    target.n = mw_record_list (record, field)->n;
  return target;
}

/* --- JSON ----------------------------------------------------------------------------------------------------------- */

static void
json_number (MwJson *json, const char *key, MwType type, const uint8_t *at)
{
  gint64 number = 0;
  if (type == MW_TYPE_F32) {
    float value;
    memcpy (&value, at, sizeof value);
    mw_json_float (json, key, value);
    return;
  }
  memcpy (&number, at, mw_type_size (type));
  if (type == MW_TYPE_I8)
    number = (gint8) number;
  else if (type == MW_TYPE_I16)
    number = (gint16) number;
  else if (type == MW_TYPE_I32)
    number = (gint32) number;
  mw_json_int (json, key, number);
}

static void
json_ref (MwJson *json, const char *key, const MwModel *model, const uint8_t *at)
{
  MwRef ref;
  memcpy (&ref, at, sizeof ref);
  const MwRecord *record = mw_model_resolve (model, ref);
  if (!record && ref.raw != MW_REF_NONE.raw) {
    mw_json_uint (json, key, ref.raw);
    return;
  }
  g_autofree char *path = record ? mw_record_path (record) : g_strdup ("none");
  mw_json_string (json, key, path);
}

static void
json_component (MwJson *json, const char *key, const MwModel *model, MwType type, const uint8_t *at)
{
  if (type == MW_TYPE_REF)
    json_ref (json, key, model, at);
  else
    json_number (json, key, type, at);
}

/* One value or array element. */
static void
json_element (MwJson *json, const char *key, const MwModel *model, const MwField *field, MwType type, const uint8_t *at,
              int component)
{
  size_t size = mw_type_size (type);
  if (component >= 0 || field->count <= 1) {
    json_component (json, key, model, type, at + size * (size_t) MAX (component, 0));
  } else {
    mw_json_begin_array (json, key);
    for (guint i = 0; i < field->count; i++)
      json_component (json, NULL, model, type, at + size * i);
    mw_json_end_array (json);
  }
}

static void
json_array (MwJson *json, const char *key, const MwModel *model, const MwTarget *target)
{
  const MwField *field = target->field;
  const MwArray *array = mw_field_at (target->record, field);
  size_t size = mw_field_element_size (field);
  /* The data pointer of an empty array is NULL. */
  const uint8_t *at = array->n ? (const uint8_t *) array->data + target->first * size : NULL;
  if (target->one) {
    json_element (json, key, model, field, field->element, at, target->component);
    return;
  }
  mw_json_begin_array (json, key);
  for (uint32_t i = 0; i < target->n; i++)
    json_element (json, NULL, model, field, field->element, at + i * size, target->component);
  mw_json_end_array (json);
}

void
mw_cli_json_value (MwJson *json, const char *key, const MwModel *model, const MwTarget *target)
{
  const MwField *field = target->field;
  if (!field || field->type == MW_TYPE_LIST || field->type == MW_TYPE_CHILD) {
    g_autofree char *text = mw_value_print (model, target);
    mw_json_string (json, key, text);
    return;
  }
  const uint8_t *at = mw_field_at (target->record, field);
  if (field->type == MW_TYPE_TEXT) {
    mw_json_string (json, key, mw_text (*(char **) mw_field_at (target->record, field)));
    return;
  }
  if (field->type == MW_TYPE_ARRAY) {
    json_array (json, key, model, target);
    return;
  }
  const MwNames *names = mw_record_names (target->record, field);
  uint32_t value = 0;
  if (names)
    memcpy (&value, at, MIN (mw_type_size (field->type), sizeof value));
  if (target->bit)
    mw_json_int (json, key, (value & target->bit) == target->bit);
  else if (names && !names->flags && mw_names_find_value (names, value))
    mw_json_string (json, key, mw_names_find_value (names, value)->name);
  else
    json_element (json, key, model, field, field->type, at, target->component);
}

/* --- Short text ----------------------------------------------------------------------------------------------------- */

char *
mw_cli_plain (const char *text, gsize most)
{
  GString *out = g_string_new (NULL);
  for (const char *at = text; *at;) {
    gunichar c = g_utf8_get_char_validated (at, -1);
    gboolean whole = c != (gunichar) -1 && c != (gunichar) -2;
    if (most && out->len >= most) {
      g_string_append (out, "...");
      break;
    }
    if (whole && !g_unichar_iscntrl (c))
      g_string_append_unichar (out, c);
    else
      g_string_append_printf (out, "\\x%02x", (guchar) *at);
    at = whole && !g_unichar_iscntrl (c) ? g_utf8_next_char (at) : at + 1;
  }
  return g_string_free (out, FALSE);
}

char *
mw_cli_summary (const MwModel *model, const MwTarget *target)
{
  MwTarget few = *target;
  gboolean array = target->field && target->field->type == MW_TYPE_ARRAY && !target->one;
  uint32_t most = array && target->field->count > 1 ? 2 : 6;
  if (array && target->n > most) {
    few.n = most;
    few.whole = FALSE;
  }
  g_autofree char *text = mw_value_print (model, &few);
  if (few.n == target->n)
    return mw_cli_plain (text, 120);
  text[strlen (text) - 1] = '\0'; /* the closing bracket */
  return g_strdup_printf ("%s, ... %u]", text, target->n);
}

char *
mw_cli_type (const MwField *field)
{
  switch (field->type) {
  case MW_TYPE_ARRAY:
    return field->count > 1 ? g_strdup_printf ("%s[%u] array", mw_type_name (field->element), field->count)
                            : g_strdup_printf ("%s array", mw_type_name (field->element));
  case MW_TYPE_LIST:
    return g_strdup_printf ("%s list", field->schema->name);
  case MW_TYPE_CHILD:
    return g_strdup (field->schema->name);
  case MW_TYPE_REF:
  case MW_TYPE_TEXT:
    return g_strdup (mw_type_name (field->type));
  default:
    return field->count > 1 ? g_strdup_printf ("%s[%u]", mw_type_name (field->type), field->count)
                            : g_strdup (mw_type_name (field->type));
  }
}

/* --- Resolving paths ------------------------------------------------------------------------------------------------ */

gboolean
mw_cli_is_live (const MwTarget *target, MwFormat format)
{
  const MwRecord *root = target->record;
  while (root->owner)
    root = root->owner;
  return (!target->field || mw_field_is_live (target->record, target->field, format))
         && (!target->kind || mw_schema_is_in (target->kind, root->schema, format));
}

static gboolean
is_any_live (const GArray *targets, MwFormat format)
{
  gboolean live = FALSE;
  for (guint i = 0; i < targets->len && !live; i++)
    live = mw_cli_is_live (&g_array_index (targets, MwTarget, i), format);
  return live;
}

/* Whether the longest prefix of a path that names anything names only what the format does not have. Then that is why the
 * rest of the path names nothing. */
static gboolean
leads_to_nothing_live (const MwModel *model, MwFormat format, const char *path)
{
  g_autofree char *part = g_strdup (path);
  for (gsize end = strlen (part); end > 0; end--) {
    if (part[end] != '.' && part[end] != '[')
      continue;
    part[end] = 0;
    g_autoptr (GArray) targets = mw_path_resolve (model, part, NULL);
    if (targets && targets->len)
      return !is_any_live (targets, format);
  }
  return FALSE;
}

GArray *
mw_cli_resolve (const MwModel *model, MwFormat format, const char *path, GError **error)
{
  g_autoptr (GError) why = NULL;
  g_autoptr (GArray) targets = mw_path_resolve (model, path, &why);
  gboolean found = targets && targets->len;
  if (found ? is_any_live (targets, format) : !leads_to_nothing_live (model, format, path)) {
    if (why)
      g_propagate_error (error, g_steal_pointer (&why));
    else if (!found)
      mw_set_error (error, MW_ERROR_NOTHING, -1, path, "it matches nothing in this model");
    return found ? g_steal_pointer (&targets) : NULL;
  }
  g_autofree char *title = mw_format_title (format);
  mw_set_error (error, MW_ERROR_PATH, -1, path, "a record of this kind does not have it in %s", title);
  return NULL;
}
