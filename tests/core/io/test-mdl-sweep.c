/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The field sweep through text, for every family and version. Models with a value in each field go through text
 * unchanged. Then numbers in texts that use every row are changed, one at a time: the model read from that differs
 * only in that field, and so does the binary file made from it. */
#include "core/base/number.h"
#include "core/io/mdl/mdl.h"
#include "core/io/registry.h"
#include "core/schema/diff.h"
#include "core/schema/path.h"
#include "tests/core/io/bytes.h"
#include "tests/core/corpus.h"
#include "tests/core/io/full-model.h"

#include <string.h>

static const MwFormat mdl800 = { MW_FAMILY_MDX, 800, TRUE };
static const MwFormat formats[] = {
  { MW_FAMILY_MDX, 800 },      { MW_FAMILY_MDX, 900 },      { MW_FAMILY_MDX, 1000 }, { MW_FAMILY_MDX, 1100 },
  { MW_FAMILY_MDX, 1200 },     { MW_FAMILY_MDX, 1300 },     { MW_FAMILY_MDX, 1400 }, { MW_FAMILY_MDX, 1500 },
  { MW_FAMILY_MDX, 1600 },     { MW_FAMILY_MDX, 1700 },     { MW_FAMILY_MDX, 1800 }, { MW_FAMILY_MDX_WOW, 1300 },
  { MW_FAMILY_MDX_WOW, 1400 }, { MW_FAMILY_MDX_WOW, 1500 },
};

typedef struct {
  GBytes *text;
  MwModel *model; /* as read from the text */
  MwByteMap *map;
  MwFormat format; /* binary */
} Open;

static gboolean
drop_notes (MwRecord *record, gpointer data)
{
  mw_notes_drop (record);
  return TRUE;
}

/* Opens a text that states all of its model. */
static Open
open_text (GBytes *text)
{
  GError *error = NULL;
  Open open = { text, NULL, mw_byte_map_new () };
  open.model = io_read_bytes (g_bytes_get_data (text, NULL), g_bytes_get_size (text), &open.format, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (GBytes) again = io_write_bytes (open.model, open.format, open.map, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (text, again));
  open.format.text = FALSE;
  return open;
}

/* The text of a sample after one way through text, so that it has nothing that text cannot state. */
static Open
open_sample (const char *name)
{
  g_autofree char *path = sample_path (name);
  gsize size;
  g_autofree uint8_t *bytes = load_exactly (path, &size);
  GError *error = NULL;
  MwFormat format;
  MwModel *binary = io_read_bytes (bytes, size, &format, NULL, &error);
  g_assert_no_error (error);
  mw_record_foreach (&binary->record, drop_notes, NULL);
  GBytes *text = io_write_bytes (binary, mdl800, NULL, NULL, &error);
  g_assert_no_error (error);
  mw_model_free (binary);
  return open_text (text);
}

static void
close_text (Open *open)
{
  mw_model_free (open->model);
  mw_byte_map_free (open->map);
  g_bytes_unref (open->text);
}

static const MwBytes *
owner_of (const MwByteMap *map, uint64_t offset)
{
  for (guint i = 0; i < map->entries->len; i++) {
    const MwBytes *bytes = &g_array_index (map->entries, MwBytes, i);
    if (bytes->kind == MW_BYTES_VALUE && offset >= bytes->offset && offset < bytes->offset + bytes->size)
      return bytes;
  }
  return NULL;
}

/* Whether the entry is the field that the map names, or (keys of a track) a field of the record in it. */
static gboolean
is_of (const MwDiffEntry *entry, const MwBytes *owner)
{
  if (entry->kind != MW_DIFF_CHANGED || !entry->field)
    return FALSE;
  if (entry->a->id == owner->record)
    return entry->field == owner->field;
  return entry->a->owner && entry->a->owner->id == owner->record && mw_record_slot (entry->a) == owner->field;
}

/* A count comes before a brace, or before another count. */
static gboolean
is_count (const char *text, gsize size, gsize end)
{
  return end + 1 < size && text[end] == ' ' && (text[end + 1] == '{' || g_ascii_isdigit (text[end + 1]));
}

/* Appends another number of the same kind: floats stay floats, small integers stay small. */
static void
append_other (GString *to, const char *number, gsize length, gboolean is_float)
{
  char text[MW_INT_TEXT_MAX];
  gsize used;
  int64_t value;
  if (is_float) {
    g_string_append (to, length == 6 && memcmp (number, "0.3125", 6) == 0 ? "0.4375" : "0.3125");
    return;
  }
  g_assert_true (mw_int_from_text (number, length, &used, G_MININT64, G_MAXINT64, &value));
  mw_int_to_text (value == 0 ? 1 : value - 1, text);
  g_string_append (to, text);
}

static void
change_one (const Open *open, gsize at, gsize length, const MwBytes *owner)
{
  gsize size;
  const char *text = g_bytes_get_data (open->text, &size);
  MwRecord *record = mw_model_find (open->model, owner->record);
  const MwField *field = owner->field;
  gboolean is_float = (field->type == MW_TYPE_ARRAY ? field->element : field->type) == MW_TYPE_F32;
  if (field->type == MW_TYPE_CHILD)
    is_float = FALSE; /* in a track, integers may be times */
  /* A fraction in a track is a value. */
  is_float |= memchr (text + at, '.', length) != NULL || memchr (text + at, 'e', length) != NULL;
  GString *changed = g_string_new_len (text, (gssize) at);
  append_other (changed, text + at, length, is_float);
  g_string_append_len (changed, text + at + length, (gssize) (size - at - length));

  GError *error = NULL;
  MwFormat format;
  g_autofree char *path = mw_field_path (record, field);
  MwModel *again = io_read_bytes ((const uint8_t *) changed->str, changed->len, &format, NULL, &error);
  if (!again)
    g_error ("%s: %s", path, error->message);
  g_autoptr (GArray) entries = mw_model_diff (open->model, again, open->format);
  /* Of a packed rotation, one component is not stored, and the others are rounded when read. */
  gboolean packed = open->format.family == MW_FAMILY_MDX_WOW && field->schema == &mw_track_quat_schema;
  if (!(packed && entries->len == 0)
      && (entries->len != 1 || !is_of (&g_array_index (entries, MwDiffEntry, 0), owner))) {
    const MwDiffEntry *first = entries->len ? &g_array_index (entries, MwDiffEntry, 0) : NULL;
    g_autofree char *other = !first || !first->a ? g_strdup ("?")
                             : first->field      ? mw_field_path (first->a, first->field)
                                                 : mw_record_path (first->a);
    g_error ("%s (byte %zu, %.*s): %u differences, the first in %s", path, at, (int) length, text + at, entries->len,
             other);
  }
  g_autoptr (GBytes) before = io_write_bytes (open->model, open->format, NULL, NULL, NULL),
                     after = io_write_bytes (again, open->format, NULL, NULL, NULL);
  g_assert_cmpuint (g_bytes_get_size (before), ==, g_bytes_get_size (after));
  if (!packed && g_bytes_equal (before, after))
    g_error ("%s (byte %zu): the binary file stays the same", path, at);
  mw_model_free (again);
  g_string_free (changed, TRUE);
}

/* Changes numbers of a text: all of them, or one in `share` and the first of each field. Returns how many. */
static guint
sweep (const Open *open, guint share)
{
  gsize size;
  const char *text = g_bytes_get_data (open->text, &size);
  gboolean quoted = FALSE;
  guint n = 0, seen = 0;
  g_autoptr (GHashTable) fields = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (gsize at = 0, end; at < size; at = MAX (end, at + 1)) {
    end = at + 1;
    quoted ^= text[at] == '"';
    if (quoted || g_ascii_isalpha (text[at])) {
      while (!quoted && end < size && g_ascii_isalnum (text[end]))
        end++; /* digits in a word are not a number */
      continue;
    }
    if (!g_ascii_isdigit (text[at]) && text[at] != '-')
      continue;
    while (end < size && (g_ascii_isdigit (text[end]) || strchr (".e-", text[end])))
      end++;
    const MwBytes *owner = owner_of (open->map, at);
    /* Ids and counts are derived; the version decides how to read the text. */
    if (!owner || is_count (text, size, end) || strcmp (owner->field->name, "version") == 0)
      continue;
    const MwRecord *record = mw_model_find (open->model, owner->record);
    const char *of = record->owner && record->schema->n_wire == 0 ? record->owner->schema->name : "";
    gboolean fresh = g_hash_table_add (fields,
                                       g_strdup_printf ("%s %s %s", of, record->schema->name, owner->field->name));
    if (!(fresh && share > 1) && seen++ % share)
      continue;
    change_one (open, at, end - at, owner);
    n++;
  }
  g_test_message ("%u numbers of %u fields", n, g_hash_table_size (fields));
  return n;
}

static void
test_numbers (void)
{
  Open open = open_sample ("everything.mdx");
  guint fraction = work_fraction ();
  g_assert_cmpuint (sweep (&open, fraction), >, 1000 / fraction);
  close_text (&open);
}

/* --- Every version -------------------------------------------------------------------------------------------------- */

static GBytes *
spelled (const MwMdlx *model, MwFormat format, MwMdlSpelling spelling)
{
  GError *error = NULL;
  g_autoptr (MwReport) report = mw_report_new ();
  const MwIoOptions options = { .spelling = spelling, .report = report };
  format.text = TRUE;
  GBytes *text = io_write_as (&model->model, format, &options, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < report->losses->len; i++) {
    const MwLoss *loss = &g_array_index (report->losses, MwLoss, i);
    MwRecord *record = mw_model_find (&model->model, loss->id);
    g_autofree char *path = loss->field ? mw_field_path (record, loss->field) : mw_record_path (record);
    g_error ("version %u: %s is lost", format.version, path);
  }
  return text;
}

/* Asserts that nothing is left out, that there are no remarks except about an unknown version, and that the same
 * model is read. */
static void
assert_reads_same (const MwMdlx *model, MwFormat format, GBytes *text)
{
  GError *error = NULL;
  MwFormat found;
  gsize size;
  const uint8_t *bytes = g_bytes_get_data (text, &size);
  g_autoptr (MwReport) kept = mw_report_new ();
  MwModel *again = io_read_bytes (bytes, size, &found, kept, &error);
  if (!again)
    g_error ("version %u: %s", format.version, error->message);
  g_assert_cmpuint (found.family, ==, format.family);
  g_assert_cmpuint (found.version, ==, format.version);
  for (guint i = 0; i < kept->remarks->len; i++) {
    const char *says = g_array_index (kept->remarks, MwRemark, i).text;
    if (mw_mdlx_known_version (format) == format.version || !strstr (says, "is unknown"))
      g_error ("version %u: %s", format.version, says);
  }
  g_autoptr (GArray) entries = mw_model_diff (&model->model, again, format);
  for (guint i = 0; i < entries->len; i++) {
    const MwDiffEntry *entry = &g_array_index (entries, MwDiffEntry, i);
    g_autofree char *path = entry->field ? mw_field_path (entry->a, entry->field)
                                         : mw_record_path (entry->a ? entry->a : entry->b);
    g_error ("version %u: %s differs", format.version, path);
  }
  g_autoptr (GBytes) before = io_write_bytes (&model->model, format, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (GBytes) after = io_write_bytes (again, format, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (before, after));
  mw_model_free (again);
}

/* Whether any record of the schema has a value in the field. */
typedef struct {
  const MwSchema *schema;
  const MwField *field;
  MwRecord *fresh;
  gboolean says;
} Saying;

static gboolean
says (MwRecord *record, gpointer data)
{
  Saying *s = data;
  if (record->schema != s->schema)
    return TRUE;
  const void *value = mw_field_at (record, s->field), *fresh = mw_field_at (s->fresh, s->field);
  s->says |= s->field->type == MW_TYPE_LIST    ? ((const MwList *) value)->n > 0
             : s->field->type == MW_TYPE_ARRAY ? ((const MwArray *) value)->n > 0
             : s->field->type == MW_TYPE_REF   ? ((const MwRef *) value)->id != 0
                                               : memcmp (value, fresh, mw_field_storage_size (s->field)) != 0;
  return !s->says;
}

/* Asserts that the model has a value in every field for which text has a word. */
static void
assert_full (const MwMdlx *model, MwFormat format)
{
  static const char *const wordless[] = { "unknown", "node_unknown", "texture_word",
                                          "extra",   "variant",      "unknown_chunks" };
  g_autoptr (GPtrArray) schemas = mw_schema_reachable_in (&mw_mdlx_schema, format);
  guint n = 0;
  for (guint i = 0; i < schemas->len; i++) {
    const MwSchema *schema = schemas->pdata[i];
    if (schema == &mw_mdlx_unknown_chunk_schema || schema->kinds)
      continue;
    for (guint k = 0; k < mw_schema_n_fields (schema); k++) {
      Saying s = { schema, mw_schema_field_at (schema, k), mw_record_new (schema), FALSE };
      gboolean alive = mw_field_is_live (s.fresh, s.field, format) && schema != &mw_mdlx_collision_shape_schema;
      for (guint w = 0; w < G_N_ELEMENTS (wordless); w++)
        alive &= strcmp (s.field->name, wordless[w]) != 0;
      if (schema == &mw_mdlx_schema && format.version == 800 && strcmp (s.field->name, "version") == 0)
        alive = FALSE;
      if (schema == &mw_mdlx_schema && format.family == MW_FAMILY_MDX && strcmp (s.field->name, "family") == 0)
        alive = FALSE;
      if (alive) {
        mw_record_foreach ((MwRecord *) &model->model.record, says, &s);
        if (!s.says)
          g_error ("version %u: no %s says anything in %s", format.version, schema->name, s.field->name);
        n++;
      }
      mw_record_free (s.fresh);
    }
  }
  g_test_message ("%u fields of version %u", n, format.version);
}

static void
test_version (gconstpointer data)
{
  const MwFormat *format = data;
  MwMdlx *model = full_model_new (*format);
  assert_full (model, *format);
  g_autoptr (GBytes) engine = spelled (model, *format, MW_MDL_ENGINE);
  GBytes *community = spelled (model, *format, MW_MDL_COMMUNITY);
  assert_reads_same (model, *format, engine);
  assert_reads_same (model, *format, community);
  gboolean has_two_spellings = format->family == MW_FAMILY_MDX && format->version >= 1100;
  g_assert_true (g_bytes_equal (engine, community) == !has_two_spellings);
  mw_model_free (&model->model);
  Open open = open_text (community);
  /* With a fraction of the work, numbers are swept only in some versions. */
  if ((gsize) (format - formats) % work_fraction () == 0)
    sweep (&open, 101);
  close_text (&open);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/mdl/one number changed in a text changes that field alone", test_numbers);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++) {
    g_autofree char *path = g_strdup_printf ("/io/mdl/%s %u/every field goes through text, and its numbers are its own",
                                             formats[i].family == MW_FAMILY_MDX ? "wc3" : "wow", formats[i].version);
    g_test_add_data_func (path, &formats[i], test_version);
  }
  return g_test_run ();
}
