/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The field sweep through text: every number of a text that uses every row is changed, one at a time. The model that is then
 * read differs in the field alone whose number it was, and so does the binary file made from it. */
#include "core/base/number.h"
#include "core/io/mdl/mdl.h"
#include "core/io/registry.h"
#include "core/schema/diff.h"
#include "core/schema/path.h"
#include "tests/core/corpus.h"

#include <string.h>

static const MwFormat mdx800 = { MW_FAMILY_MDX, 800, FALSE }, mdl800 = { MW_FAMILY_MDX, 800, TRUE };

typedef struct {
  GBytes *text;
  MwModel *model; /* as read from the text */
  MwByteMap *map;
} Open;

static gboolean
drop_notes (MwRecord *record, gpointer data)
{
  mw_notes_drop (record);
  return TRUE;
}

/* The text of a sample, after one way through text: what it cannot state is gone. */
static Open
open_sample (const char *name)
{
  g_autofree char *path = sample_path (name);
  gsize size;
  g_autofree uint8_t *bytes = load_exactly (path, &size);
  GError *error = NULL;
  MwFormat format;
  MwModel *binary = mw_io_read_bytes (bytes, size, &format, &error);
  g_assert_no_error (error);
  mw_record_foreach (&binary->record, drop_notes, NULL);
  GBytes *text = mw_io_write (binary, mdl800, NULL, &error);
  g_assert_no_error (error);
  mw_model_free (binary);
  Open open = { text, NULL, mw_byte_map_new () };
  open.model = mw_io_read_bytes (g_bytes_get_data (text, NULL), g_bytes_get_size (text), &format, &error);
  g_assert_no_error (error);
  g_autoptr (GBytes) again = mw_io_write (open.model, mdl800, open.map, &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (text, again));
  return open;
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

/* The field that the text says it is, or (a track's keys) a field of the record in that field. */
static gboolean
is_of (const MwDiffEntry *entry, const MwBytes *owner)
{
  if (entry->kind != MW_DIFF_CHANGED || !entry->field)
    return FALSE;
  if (entry->a->id == owner->record)
    return entry->field == owner->field;
  return entry->a->owner && entry->a->owner->id == owner->record && mw_record_slot (entry->a) == owner->field;
}

/* A count stands before a brace, or before another count. */
static gboolean
is_count (const char *text, gsize size, gsize end)
{
  return end + 1 < size && text[end] == ' ' && (text[end + 1] == '{' || g_ascii_isdigit (text[end + 1]));
}

/* Another number of the same kind and length of mind: floats stay floats, small whole numbers stay small. */
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
    is_float = FALSE; /* whole numbers are numbers everywhere in a track */
  /* A fraction in a track is a value. */
  is_float |= memchr (text + at, '.', length) != NULL || memchr (text + at, 'e', length) != NULL;
  GString *changed = g_string_new_len (text, (gssize) at);
  append_other (changed, text + at, length, is_float);
  g_string_append_len (changed, text + at + length, (gssize) (size - at - length));

  GError *error = NULL;
  MwFormat format;
  g_autofree char *path = mw_field_path (record, field);
  MwModel *again = mw_io_read_bytes ((const uint8_t *) changed->str, changed->len, &format, &error);
  if (!again)
    g_error ("%s: %s", path, error->message);
  g_autoptr (GArray) entries = mw_model_diff (open->model, again, mdx800);
  if (entries->len != 1 || !is_of (&g_array_index (entries, MwDiffEntry, 0), owner)) {
    const MwDiffEntry *first = entries->len ? &g_array_index (entries, MwDiffEntry, 0) : NULL;
    g_autofree char *other = !first || !first->a ? g_strdup ("?")
                             : first->field      ? mw_field_path (first->a, first->field)
                                                 : mw_record_path (first->a);
    g_error ("%s (byte %zu): %u differences, the first in %s", path, at, entries->len, other);
  }
  g_autoptr (GBytes) before = mw_io_write (open->model, mdx800, NULL, NULL),
                     after = mw_io_write (again, mdx800, NULL, NULL);
  g_assert_cmpuint (g_bytes_get_size (before), ==, g_bytes_get_size (after));
  g_assert_false (g_bytes_equal (before, after));
  mw_model_free (again);
  g_string_free (changed, TRUE);
}

static void
sweep (void)
{
  Open open = open_sample ("everything.mdx");
  gsize size;
  const char *text = g_bytes_get_data (open.text, &size);
  gboolean quoted = FALSE;
  guint n = 0, fraction = work_fraction (), seen = 0;
  g_autoptr (GHashTable) fields = g_hash_table_new (NULL, NULL);
  for (gsize at = 0, end; at < size; at = MAX (end, at + 1)) {
    end = at + 1;
    quoted ^= text[at] == '"';
    if (quoted || g_ascii_isalpha (text[at])) {
      while (!quoted && end < size && g_ascii_isalnum (text[end]))
        end++; /* a word: its digits are no number */
      continue;
    }
    if (!g_ascii_isdigit (text[at]) && text[at] != '-')
      continue;
    while (end < size && (g_ascii_isdigit (text[end]) || strchr (".e-", text[end])))
      end++;
    const MwBytes *owner = owner_of (open.map, at);
    /* Ids and counts follow from the rest; the version says how to read it. */
    if (!owner || is_count (text, size, end) || strcmp (owner->field->name, "version") == 0)
      continue;
    if (seen++ % fraction)
      continue;
    g_hash_table_add (fields, (gpointer) owner->field);
    change_one (&open, at, end - at, owner);
    n++;
  }
  g_test_message ("%u numbers of %u fields", n, g_hash_table_size (fields));
  g_assert_cmpuint (n, >, 1000 / fraction);
  mw_model_free (open.model);
  mw_byte_map_free (open.map);
  g_bytes_unref (open.text);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/mdl/one number changed in a text changes that field alone", sweep);
  return g_test_run ();
}
