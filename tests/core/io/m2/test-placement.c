/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document.h"
#include "core/io/registry.h"
#include "core/model/m2/m2.h"
#include "tests/core/io/m2/sets.h"

#include <string.h>

/* Where the arrays of an edited model go (architecture.md, records and families). */

typedef struct {
  MwDocument *document;
  MwModel *model;
  MwFormat format;
  MwFileSet *read;
} Editing;

static void
editing_init (Editing *e, MwFileSet *set)
{
  GError *error = NULL;
  e->read = set;
  e->model = mw_io_read (set, &e->format, NULL, &error);
  g_assert_no_error (error);
  e->document = mw_document_new (e->model, e->format);
}

static MwFileSet *
write_set (const Editing *e, MwByteMap *map)
{
  GError *error = NULL;
  MwFileSet *set = mw_io_write (e->model, e->format, &(MwIoOptions) { .map = map }, &error);
  g_assert_no_error (error);
  mw_io_prove (e->model, e->format, set, NULL, &error);
  g_assert_no_error (error);
  return set;
}

static void
set_value (Editing *e, const char *path, const char *text)
{
  MwTarget target;
  GError *error = NULL;
  mw_path_resolve_one (e->model, path, &target, &error);
  g_assert_no_error (error);
  mw_document_begin (e->document, "Edit");
  mw_document_set_text (e->document, &target, text, strlen (text), &error);
  g_assert_no_error (error);
  mw_document_commit (e->document);
}

/* When all is undone, the original bytes are written again. */
static void
editing_end (Editing *e)
{
  while (mw_document_can_undo (e->document))
    mw_document_undo (e->document);
  g_autoptr (MwFileSet) again = write_set (e, NULL);
  m2_assert_same (e->read, again, "undone");
  g_object_unref (e->document);
  mw_file_set_free (e->read);
}

static MwFileSet *
made (guint version)
{
  return m2_set_make (&(M2GenerateOptions) { .version = version });
}

/* A set of the corpus by the end of its path; NULL if there is none. */
static MwFileSet *
real (const char *end)
{
  g_autoptr (GPtrArray) paths = m2_corpus ();
  for (guint i = 0; paths && i < paths->len; i++)
    if (g_str_has_suffix (paths->pdata[i], end))
      return m2_set_load (paths->pdata[i]);
  if (paths)
    g_error ("the corpus has no %s", end);
  return NULL;
}

static const uint8_t *
bytes_of (const MwFileSet *set, gsize *size)
{
  return g_bytes_get_data (mw_file_set_main (set)->bytes, size);
}

static uint32_t
word_at (const MwFileSet *set, gsize at)
{
  uint32_t word;
  memcpy (&word, bytes_of (set, NULL) + at, sizeof word);
  return word;
}

static gboolean
find_note (MwRecord *record, gpointer found)
{
  *(gboolean *) found |= mw_notes_find (record, MW_NOTE_PLACES, NULL) != NULL;
  return TRUE;
}

static gboolean
obeys_rule (const MwFileSet *set)
{
  MwFormat format;
  GError *error = NULL;
  gboolean noted = FALSE;
  MwModel *model = mw_io_read (set, &format, NULL, &error);
  g_assert_no_error (error);
  mw_record_foreach (&model->record, find_note, &noted);
  mw_model_free (model);
  return !noted;
}

/* --- No array changes its size ---------------------------------------------------------------------------------------- */

static void
check_value (MwFileSet *set)
{
  if (!set)
    return;
  Editing e;
  gsize size, other;
  editing_init (&e, set);
  const uint8_t *old = bytes_of (set, &size);
  set_value (&e, "bounds.min", "{-101.5, -102.5, -103.5}");
  g_autoptr (MwFileSet) written = write_set (&e, NULL);
  const uint8_t *new = bytes_of (written, &other);
  g_assert_cmpuint (size, ==, other);
  guint changed = 0;
  gsize first = size, last = 0;
  for (gsize at = 0; at < size; at++)
    if (old[at] != new[at]) {
      changed++;
      first = MIN (first, at);
      last = at;
    }
  g_assert_cmpuint (changed, >, 0);
  g_assert_cmpuint (last - first, <, 12);
  editing_end (&e);
}

static void
test_value (void)
{
  check_value (made (256));
  check_value (made (264));
  check_value (real ("/UI_Orc.m2"));
  check_value (real ("/Frog.m2"));
  check_value (real ("/Hobgoblin.M2"));
}

/* --- An array grows --------------------------------------------------------------------------------------------------- */

static const char longer[] =
  "World\\Another\\Folder\\With\\A\\Name\\That\\Is\\Longer\\Than\\The\\One\\That\\Was\\There.blp";

static void
check_rule (MwFileSet *set)
{
  if (!set)
    return;
  Editing e;
  editing_init (&e, set);
  g_assert_true (obeys_rule (set));
  set_value (&e, "textures[0].path", longer);
  g_autoptr (MwByteMap) map = mw_byte_map_new ();
  g_autoptr (MwFileSet) written = write_set (&e, map);
  g_assert_true (obeys_rule (written));
  /* Between the arrays there is only fill and space for aliases. */
  for (guint i = 0; i < map->entries->len; i++) {
    const MwBytes *entry = &g_array_index (map->entries, MwBytes, i);
    if (entry->kind == MW_BYTES_NOTE && !entry->record)
      g_error ("%s at 0x%" G_GINT64_MODIFIER "x", entry->tag, entry->offset);
    if (strcmp (entry->tag, "pad") == 0 && !entry->record)
      g_assert_cmpuint (entry->size, <, 16);
  }
  editing_end (&e);
}

static void
test_rule (void)
{
  for (guint version = M2_FIRST_VERSION; version <= M2_LAST_VERSION; version++)
    check_rule (made (version));
  check_rule (real ("/UI_Orc.m2"));
  check_rule (real ("wowserhq__creature/creature.m2"));
}

/* Arrays of the header stay, the text goes to the end, and bytes outside arrays are kept. */
static void
test_after_end (void)
{
  MwFileSet *set = real ("/CycloneFire_State.m2");
  if (!set)
    return;
  Editing e;
  gsize size, grown;
  editing_init (&e, set);
  g_assert_false (obeys_rule (set));
  const uint8_t *old = bytes_of (set, &size);
  uint32_t textures = word_at (set, 0x60), was = word_at (set, textures + 12);
  set_value (&e, "textures[0].path", longer);
  g_autoptr (MwFileSet) written = write_set (&e, NULL);
  const uint8_t *new = bytes_of (written, &grown);
  uint32_t now = word_at (written, textures + 12);
  g_assert_cmpuint (now, ==, (size + 15) / 16 * 16);
  g_assert_cmpuint (grown, ==, (now + sizeof longer + 15) / 16 * 16);
  g_assert_cmpmem (new + now, sizeof longer, longer, sizeof longer);
  /* Everything else is unchanged, except for the pair and the text's old place. */
  uint32_t left = word_at (set, textures + 8);
  for (gsize at = 0; at < size; at++)
    if (old[at] != new[at] && !(at >= textures + 8 && at < textures + 16u) && !(at >= was && at < was + left))
      g_error ("byte 0x%" G_GSIZE_MODIFIER "x changed", at);
  /* Shorter than at first: it fits in its old place. */
  set_value (&e, "textures[0].path", "a.blp");
  g_autoptr (MwFileSet) smaller = write_set (&e, NULL);
  g_assert_cmpuint (word_at (smaller, textures + 12), ==, was);
  editing_end (&e);
}

/* --- Arrays that share bytes ------------------------------------------------------------------------------------------ */

/* A made set of version 260 whose collision normals (pair at 0xFC) are at the same offset as its collision vertices
 * (0xF4). */
static MwFileSet *
sharing_set (void)
{
  g_autoptr (MwFileSet) set = made (260);
  gsize size;
  const uint8_t *bytes = bytes_of (set, &size);
  g_autofree uint8_t *copy = g_memdup2 (bytes, size);
  memcpy (copy + 0xFC + 4, copy + 0xF4 + 4, 4);
  return m2_set_with (set, "model", copy, size);
}

static void
test_shared (void)
{
  Editing e;
  gsize size;
  editing_init (&e, sharing_set ());
  bytes_of (e.read, &size);
  uint32_t place = word_at (e.read, 0xF4 + 4);
  g_assert_cmpuint (word_at (e.read, 0xFC + 4), ==, place);

  /* Both have equal content: they stay shared. */
  set_value (&e, "collision_vertices[6]", "{1, 2, 3}");
  g_autoptr (MwFileSet) alike = write_set (&e, NULL);
  g_assert_cmpuint (word_at (alike, 0xF4 + 4), ==, place);
  g_assert_cmpuint (word_at (alike, 0xFC + 4), ==, place);

  /* Contents differ now: the later one moves, whichever was changed. */
  set_value (&e, "collision_vertices[0]", "{1, 2, 3}");
  g_autoptr (MwFileSet) first = write_set (&e, NULL);
  g_assert_cmpuint (word_at (first, 0xF4 + 4), ==, place);
  g_assert_cmpuint (word_at (first, 0xFC + 4), ==, (size + 15) / 16 * 16);
  mw_document_undo (e.document);
  set_value (&e, "collision_normals[3].y", "0.25");
  g_autoptr (MwFileSet) second = write_set (&e, NULL);
  g_assert_cmpuint (word_at (second, 0xF4 + 4), ==, place);
  g_assert_cmpuint (word_at (second, 0xFC + 4), ==, (size + 15) / 16 * 16);
  editing_end (&e);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/io/m2/placement/a value of the same width moves no array", test_value);
  g_test_add_func (
    "/io/m2/placement/if an array grows in a file with the exporter's layout, the new file has that layout too",
    test_rule);
  g_test_add_func ("/io/m2/placement/in other files a grown array goes to the end, and the others stay",
                   test_after_end);
  g_test_add_func ("/io/m2/placement/arrays share a place while they are equal", test_shared);
  return g_test_run ();
}
