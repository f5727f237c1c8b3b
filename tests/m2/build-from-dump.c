/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/place.h"
#include "core/io/registry.h"
#include "core/model/m2/m2.h"
#include "core/schema/value.h"

#include <stdlib.h>
#include <string.h>

/* build-from-dump DUMP OUT [SURPLUS]: makes an M2 model from the output of `mwright get --json` (DUMP) and saves its set as OUT.
 * It sees only the values, not the notes, tables and offsets of the original file. SURPLUS is the one thing about a file that no
 * value says: how many key ranges its tracks have in addition to those of the sequences. */

/* --- The dump --------------------------------------------------------------------------------------------------------- */

/* A minimal JSON reader. Numbers stay text, so that the core's own parser of values reads them. */
typedef struct {
  const char *at, *end;
} Json;

static void G_GNUC_NORETURN G_GNUC_PRINTF (1, 2) die (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  g_printerr ("build-from-dump: %s\n", text);
  exit (1);
}

static char
peek (Json *json)
{
  while (json->at < json->end && g_ascii_isspace (*json->at))
    json->at++;
  return json->at < json->end ? *json->at : '\0';
}

static gboolean
take (Json *json, char c)
{
  gboolean found = peek (json) == c;
  json->at += found;
  return found;
}

static void
expect (Json *json, char c)
{
  if (!take (json, c))
    die ("expected %c at \"%.20s\"", c, json->at);
}

static char *
take_string (Json *json)
{
  static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
  GString *text = g_string_new (NULL);
  expect (json, '"');
  while (json->at < json->end && *json->at != '"') {
    if (*json->at != '\\') {
      g_string_append_c (text, *json->at++);
      continue;
    }
    const char *name = json->at + 1 < json->end ? strchr (names, json->at[1]) : NULL;
    if (name && *name) {
      g_string_append_c (text, values[name - names]);
      json->at += 2;
    } else if (json->end - json->at >= 6 && json->at[1] == 'u') {
      g_autofree char *digits = g_strndup (json->at + 2, 4);
      g_string_append_unichar (text, (gunichar) g_ascii_strtoull (digits, NULL, 16));
      json->at += 6;
    } else {
      die ("a bad escape at \"%.20s\"", json->at);
    }
  }
  expect (json, '"');
  return g_string_free (text, FALSE);
}

/* Skips a number or a word. Written by hand, because library functions may look for the end of the whole dump each time. */
static void
skip_word (Json *json)
{
  while (json->at < json->end && !strchr (",:]} \t\r\n", *json->at))
    json->at++;
}

/* Skips any value and returns where it starts. */
static Json
take_value (Json *json)
{
  peek (json);
  Json value = { json->at, json->at };
  guint depth = 0;
  do {
    char c = peek (json);
    if (c == '"')
      g_free (take_string (json));
    else if (c == '[' || c == '{')
      depth++, json->at++;
    else if (c == ']' || c == '}')
      depth--, json->at++;
    else if (c == ',' || c == ':')
      json->at++;
    else if (c == '\0')
      die ("the dump ends within a value");
    else
      skip_word (json);
  } while (depth);
  value.end = json->at;
  return value;
}

/* The members of an object: name -> unparsed value. Free with g_hash_table_unref(). */
static GHashTable *
take_object (Json *json)
{
  GHashTable *members = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  expect (json, '{');
  while (peek (json) != '}') {
    char *name = take_string (json);
    expect (json, ':');
    Json value = take_value (json);
    g_hash_table_insert (members, name, g_memdup2 (&value, sizeof value));
    if (!take (json, ','))
      break;
  }
  expect (json, '}');
  return members;
}

static char *
string_of (GHashTable *members, const char *name)
{
  Json *value = g_hash_table_lookup (members, name), copy;
  if (!value)
    die ("an entry has no \"%s\"", name);
  copy = *value;
  return take_string (&copy);
}

static guint
number_of (GHashTable *members, const char *name)
{
  Json *value = g_hash_table_lookup (members, name);
  g_autofree char *text = value ? g_strndup (value->at, (gsize) (value->end - value->at)) : NULL;
  return text ? (guint) g_ascii_strtoull (text, NULL, 10) : 0;
}

/* --- The model -------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwModel *model;
  GHashTable *records; /* by path */
} Building;

/* Splits a path into an existing record and one of its fields, whose name may contain dots. */
static MwRecord *
split (const Building *b, const char *path, const MwField **field)
{
  for (const char *dot = path + strlen (path); dot >= path; dot--) {
    if (dot > path && *dot != '.')
      continue;
    g_autofree char *owner = g_strndup (path, (gsize) (dot - path));
    MwRecord *record = g_hash_table_lookup (b->records, owner);
    *field = record ? mw_schema_field (record->schema, dot > path ? dot + 1 : path) : NULL;
    if (*field)
      return record;
  }
  die ("%s names nothing", path);
}

static void
make_record (Building *b, GHashTable *entry)
{
  g_autofree char *path = string_of (entry, "path"), *slot = g_strdup (path);
  const MwField *field;
  if (!*path)
    return;
  char *index = g_str_has_suffix (slot, "]") ? strrchr (slot, '[') : NULL;
  if (index)
    *index = '\0';
  MwRecord *owner = split (b, slot, &field), *record = mw_record_new (field->schema);
  record->variant = (uint8_t) number_of (entry, "layout");
  if (!index)
    mw_child_set (b->model, owner, field, record);
  else if (g_ascii_strtoull (index + 1, NULL, 10) == mw_record_list (owner, field)->n)
    mw_list_append (b->model, owner, field, record);
  else
    die ("%s does not come after the one before it", path);
  g_hash_table_insert (b->records, g_steal_pointer (&path), record);
}

/* A value as `mwright set` takes it. */
static void
append_text (GString *out, Json *json, const MwField *field, guint depth)
{
  if (peek (json) == '"') {
    g_autofree char *text = take_string (json);
    g_string_append_printf (out, field->type == MW_TYPE_TEXT ? "\"%s\"" : "%s", text);
    return;
  }
  if (peek (json) != '[') {
    const char *start = json->at;
    skip_word (json);
    g_string_append_len (out, start, json->at - start);
    return;
  }
  gboolean array = field->type == MW_TYPE_ARRAY && depth == 0;
  expect (json, '[');
  g_string_append_c (out, array ? '[' : '{');
  while (peek (json) != ']') {
    append_text (out, json, field, depth + 1);
    if (!take (json, ','))
      break;
    g_string_append_c (out, ',');
  }
  expect (json, ']');
  g_string_append_c (out, array ? ']' : '}');
}

static void
store (MwRecord *record, const MwField *field, const MwValue *value)
{
  void *slot = mw_field_at (record, field);
  if (field->type == MW_TYPE_TEXT) {
    mw_text_set (slot, (const char *) value->bytes->data, value->bytes->len);
  } else if (field->type == MW_TYPE_ARRAY) {
    mw_array_clear (slot);
    *(MwArray *) slot = mw_array_copy (value->bytes->data, value->n, mw_field_element_size (field));
  } else {
    memcpy (slot, value->bytes->data, MIN (value->bytes->len, mw_field_storage_size (field)));
  }
}

static void
set_value (Building *b, GHashTable *entry)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = string_of (entry, "path");
  g_autoptr (GString) text = g_string_new (NULL);
  const MwField *field;
  MwRecord *record = split (b, path, &field);
  if (g_hash_table_contains (entry, "value.base64")) {
    g_autofree char *base64 = string_of (entry, "value.base64");
    g_string_append_printf (text, "base64(%s)", base64);
  } else {
    Json value = *(Json *) g_hash_table_lookup (entry, "value");
    append_text (text, &value, field, 0);
  }
  /* Read-only fields (the version, the sequence of a lane) are set as a reader does. */
  MwField open = *field;
  open.read_only = FALSE;
  MwTarget target = { .record = record, .field = &open, .n = 1, .whole = TRUE, .component = -1 };
  g_auto (MwValue) value = { NULL, 0 };
  if (!mw_value_parse (b->model, &target, text->str, text->len, &value, &error))
    die ("%s: %s", path, error->message);
  store (record, field, &value);
}

static GPtrArray *
entries_of (GHashTable *dump, const char *name)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func ((GDestroyNotify) g_hash_table_unref);
  Json *list = g_hash_table_lookup (dump, name);
  if (!list)
    die ("the dump has no \"%s\"", name);
  expect (list, '[');
  while (peek (list) != ']') {
    g_ptr_array_add (entries, take_object (list));
    if (!take (list, ','))
      break;
  }
  return entries;
}

static MwModel *
build (const char *dump)
{
  Json json = { dump, dump + strlen (dump) };
  g_autoptr (GHashTable) members = take_object (&json);
  g_autoptr (GPtrArray) records = entries_of (members, "records");
  g_autoptr (GPtrArray) values = entries_of (members, "values");
  g_autofree char *format = string_of (members, "format");
  if (!g_str_has_prefix (format, "M2 "))
    die ("this is %s, no M2", format);
  Building b = { .model = &mw_m2_new ((uint32_t) g_ascii_strtoull (format + 3, NULL, 10))->model };
  b.records = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_hash_table_insert (b.records, g_strdup (""), &b.model->record);
  /* All records are made first, because a value may refer to a later one. */
  for (guint i = 0; i < records->len; i++)
    make_record (&b, records->pdata[i]);
  for (guint i = 0; i < values->len; i++)
    set_value (&b, values->pdata[i]);
  g_hash_table_unref (b.records);
  return b.model;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *dump = NULL;
  if (argc < 3 || !g_file_get_contents (argv[1], &dump, NULL, &error))
    die ("%s", error ? error->message : "usage: build-from-dump DUMP OUT [SURPLUS]");
  MwModel *model = build (dump);
  uint32_t surplus = argc > 3 ? (uint32_t) g_ascii_strtoull (argv[3], NULL, 10) : 0;
  if (surplus)
    mw_notes_add (&model->record, MW_NOTE_LAYOUT, mw_schema_field (model->record.schema, "sequences"), 0, &surplus,
                  sizeof surplus, 0);
  MwFormat format = { MW_FAMILY_M2, (uint16_t) ((MwM2 *) model)->version, FALSE };
  g_autoptr (MwFileSet) set = mw_io_write (model, format, NULL, &error);
  mw_model_free (model);
  if (!set || !mw_io_place (set, NULL, argv[2], &error) || !mw_file_set_save (set, 0, NULL, NULL, &error))
    die ("%s", error->message);
  return 0;
}
