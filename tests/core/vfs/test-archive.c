/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/vfs/archive.h"
#include "tests/core/corpus.h"
#include "tests/core/io/files.h"
#include "tests/core/vfs/archives.h"

#include <string.h>

#define MOST 1000

static MwArchive *
open_made (Files *files, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = files_path (files, name);
  MwArchive *archive = mw_archive_open (path, &error);
  g_assert_no_error (error);
  return archive;
}

static void
assert_content (MwArchive *archive, const char *name, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = mw_archive_read (archive, name, MOST, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), text, strlen (text));
}

static void
a_file_is_found_with_either_slash_and_in_any_case (Files *files, gconstpointer data)
{
  g_autofree char *path = files_path (files, "a.mpq");
  archives_make (path, "Units\\Human\\Footman.mdx", "model", "top.txt", "", NULL);
  g_autoptr (MwArchive) archive = open_made (files, "a.mpq");
  g_assert_cmpstr (mw_archive_path (archive), ==, path);
  g_assert_true (mw_archive_has (archive, "Units\\Human\\Footman.mdx"));
  g_assert_true (mw_archive_has (archive, "units/HUMAN\\footman.MDX"));
  g_assert_false (mw_archive_has (archive, "Footman.mdx"));
  g_assert_false (mw_archive_has (archive, ""));
  assert_content (archive, "UNITS/human/footman.mdx", "model");
  assert_content (archive, "top.txt", "");
}

static void
what_is_not_there_or_too_large_is_an_error (Files *files, gconstpointer data)
{
  g_autofree char *path = files_path (files, "a.mpq"), *gone = files_path (files, "gone.mpq");
  archives_make (path, "four.txt", "1234", NULL);
  g_autoptr (MwArchive) archive = open_made (files, "a.mpq");
  g_autoptr (GError) missing = NULL, large = NULL, absent = NULL, folder = NULL;
  g_assert_null (mw_archive_read (archive, "five.txt", MOST, &missing));
  g_assert_error (missing, MW_ERROR, MW_ERROR_IO);
  g_assert_cmpstr (mw_error_path (missing), ==, "five.txt");
  g_assert_null (mw_archive_read (archive, "four.txt", 3, &large));
  g_assert_error (large, MW_ERROR, MW_ERROR_LIMIT);
  g_autoptr (GBytes) exact = mw_archive_read (archive, "four.txt", 4, NULL);
  g_assert_nonnull (exact);
  g_assert_null (mw_archive_open (gone, &absent));
  g_assert_error (absent, MW_ERROR, MW_ERROR_IO);
  g_assert_null (mw_archive_open (files->folder, &folder));
  g_assert_error (folder, MW_ERROR, MW_ERROR_IO);
}

static void
assert_names (MwArchive *archive, const char *expected, guint expected_unnamed)
{
  guint unnamed = 99;
  g_autoptr (GPtrArray) names = mw_archive_names (archive, &unnamed);
  g_ptr_array_add (names, NULL);
  g_autofree char *text = g_strjoinv (" ", (char **) names->pdata);
  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpuint (unnamed, ==, expected_unnamed);
}

static void
names_are_those_that_the_archive_lists_and_has (Files *files, gconstpointer data)
{
  g_autofree char *path = files_path (files, "a.mpq"), *silent = files_path (files, "silent.mpq");
  archives_make (path, "b\\z.txt", "1", "A\\y.txt", "2", "c.txt", "3", NULL);
  archives_make_unlisted (silent, "secret.txt", "x", NULL);
  g_autoptr (MwArchive) archive = open_made (files, "a.mpq"), unlisted = open_made (files, "silent.mpq");
  assert_names (archive, "A\\y.txt b\\z.txt c.txt", 0);
  assert_names (unlisted, "", 1);
  assert_content (unlisted, "SECRET.txt", "x");
}

static void
a_map_lists_its_imports (Files *files, gconstpointer data)
{
  static const char imports[] = "\1\0\0\0\3\0\0\0"
                                "\x05"
                                "Skin.blp\0"
                                "\x0d"
                                "Textures\\Own.blp\0"
                                "\x0d"
                                "gone.blp";
  g_autofree char *path = files_path (files, "map.w3x");
  g_autoptr (GBytes) list = g_bytes_new_static (imports, sizeof imports);
  archives_make_unlisted (path, "war3mapImported\\Skin.blp", "skin", "Textures\\Own.blp", "own", NULL);
  archives_add (path, "war3map.imp", list);
  archives_make_map (path);
  g_autoptr (MwArchive) archive = open_made (files, "map.w3x");
  /* The list itself has no name. */
  assert_names (archive, "Textures\\Own.blp war3mapImported\\Skin.blp", 1);
  assert_content (archive, "war3mapimported/skin.blp", "skin");
}

static void
a_patch_replaces_files (Files *files, gconstpointer data)
{
  g_autofree char *base = files_path (files, "base.mpq"), *patch = files_path (files, "patch.mpq"),
                  *second = files_path (files, "second.mpq"), *gone = files_path (files, "gone.mpq");
  g_autoptr (GError) error = NULL;
  archives_make (base, "a.txt", "old a", "b.txt", "old b", NULL);
  archives_make (patch, "base\\a.txt", "new a", "base\\c.txt", "new c", "enUS\\e.txt", "e", NULL);
  archives_make (second, "d.txt", "new d", NULL);
  g_autoptr (MwArchive) archive = open_made (files, "base.mpq");
  g_assert_true (mw_archive_add_patch (archive, patch, "base", &error));
  g_assert_no_error (error);
  assert_content (archive, "a.txt", "new a");
  assert_content (archive, "b.txt", "old b");
  /* What the patch adds is there and listed; what it has for others is not. */
  assert_content (archive, "c.txt", "new c");
  assert_names (archive, "a.txt b.txt c.txt", 0);
  g_assert_true (mw_archive_add_patch (archive, second, "", &error));
  assert_content (archive, "d.txt", "new d");
  assert_names (archive, "a.txt b.txt c.txt d.txt", 0);
  g_assert_false (mw_archive_add_patch (archive, gone, "", &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_IO);
}

static void
a_damaged_archive_is_an_error (Files *files, gconstpointer data)
{
  g_autofree char *path = files_path (files, "a.mpq"), *bytes = NULL, *cut = files_path (files, "cut.mpq"),
                  *text = files_path (files, "text.mpq");
  gsize size;
  archives_make (path, "a.txt", "some text that is long enough to be packed packed packed packed", NULL);
  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  for (gsize length = 0; length < size; length += length < 64 ? 1 : 37) {
    g_autoptr (GError) error = NULL;
    g_assert_true (g_file_set_contents (cut, bytes, (gssize) length, NULL));
    g_autoptr (MwArchive) archive = mw_archive_open (cut, &error);
    g_autoptr (GBytes) read = archive ? mw_archive_read (archive, "a.txt", MOST, &error) : NULL;
    if (!read)
      g_assert_nonnull (error);
    else
      g_assert_cmpuint (g_bytes_get_size (read), ==, 63);
    if (length < 32)
      g_assert_error (error, MW_ERROR, MW_ERROR_CORRUPT);
  }
  g_autoptr (GError) error = NULL;
  g_assert_true (g_file_set_contents (text, "this is no archive, but a text that is longer than its header", -1, NULL));
  g_assert_null (mw_archive_open (text, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_CORRUPT);
}

/* Flips bits all over a made archive. StormLib must not crash, and every failure must be an error of ours. */
static void
damage_never_crashes (Files *files, gconstpointer data)
{
  g_autofree char *path = files_path (files, "a.mpq"), *bytes = NULL, *bad = files_path (files, "bad.mpq");
  gsize size;
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  archives_make (path, "a.txt", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "b\\c.txt", "bc",
                 NULL);
  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  for (guint round = 0; round < 100; round++) {
    g_autofree char *copy = g_memdup2 (bytes, size);
    g_autoptr (GError) error = NULL;
    for (guint i = 0; i < 1 + round % 4; i++)
      copy[g_rand_int_range (rand, 0, (gint32) (round % 2 ? MIN (size, 64) : size))] ^= (char) (1 << g_rand_int_range (
                                                                                                  rand, 0, 8));
    g_assert_true (g_file_set_contents (bad, copy, (gssize) size, NULL));
    g_autoptr (MwArchive) archive = mw_archive_open (bad, &error);
    if (!archive) {
      g_assert_true (error && error->domain == MW_ERROR);
      continue;
    }
    g_autoptr (GPtrArray) names = mw_archive_names (archive, NULL);
    g_autoptr (GBytes) read = mw_archive_read (archive, "a.txt", 1 << 20, &error);
    g_assert_true ((read != NULL) == (error == NULL));
  }
}

static void
an_address_is_split_after_the_archive (Files *files, gconstpointer data)
{
  g_autofree char *plain = files_path (files, "a.mpq"), *colon = files_path (files, "b:c.mpq"), *path = NULL,
                  *name = NULL;
  files_write (files, "a.mpq", "");
  files_write (files, "b:c.mpq", "");
  g_autofree char *address = g_strconcat (plain, ":Units\\a.mdx", NULL), *odd = g_strconcat (colon, ":x.mdx", NULL),
                  *empty = g_strconcat (plain, ":", NULL);
  g_assert_true (mw_archive_split (address, &path, &name));
  g_assert_cmpstr (path, ==, plain);
  g_assert_cmpstr (name, ==, "Units\\a.mdx");
  g_clear_pointer (&path, g_free);
  g_clear_pointer (&name, g_free);
  g_assert_true (mw_archive_split (odd, &path, &name));
  g_assert_cmpstr (path, ==, colon);
  g_assert_cmpstr (name, ==, "x.mdx");
  g_autofree char *no_path = NULL, *no_name = NULL;
  g_assert_false (mw_archive_split (colon, &no_path, &no_name)); /* a file with a colon in its name */
  g_assert_false (mw_archive_split (plain, &no_path, &no_name));
  g_assert_false (mw_archive_split (empty, &no_path, &no_name));
  g_assert_false (mw_archive_split ("nothing:here", &no_path, &no_name));
  g_assert_true (mw_archive_is_name ("x/Map.W3X") && mw_archive_is_name ("a.mpq") && !mw_archive_is_name (".mpq"));
  g_assert_false (mw_archive_is_name ("a.mdx"));
}

/* Archives of the corpus that other programs made. */
static void
real_archives_open (void)
{
  g_autoptr (GPtrArray) paths = corpus_files ("mpq");
  guint opened = 0;
  if (!paths)
    return;
  for (guint k = 0; k < paths->len; k++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (MwArchive) archive = mw_archive_open (paths->pdata[k], &error);
    if (!archive) {
      g_assert_true (error && error->domain == MW_ERROR);
      continue;
    }
    opened++;
    g_autoptr (GPtrArray) names = mw_archive_names (archive, NULL);
    for (guint i = 0; i < names->len; i++) {
      g_autoptr (GBytes) bytes = mw_archive_read (archive, names->pdata[i], G_MAXUINT32, &error);
      g_assert_no_error (error);
    }
  }
  g_assert_cmpuint (opened, >=, 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/vfs/archive/a file is found with either slash and in any case", Files, NULL, files_set_up,
              a_file_is_found_with_either_slash_and_in_any_case, files_tear_down);
  g_test_add ("/vfs/archive/what is not there or too large is an error", Files, NULL, files_set_up,
              what_is_not_there_or_too_large_is_an_error, files_tear_down);
  g_test_add ("/vfs/archive/names are those that the archive lists and has", Files, NULL, files_set_up,
              names_are_those_that_the_archive_lists_and_has, files_tear_down);
  g_test_add ("/vfs/archive/a map lists its imports", Files, NULL, files_set_up, a_map_lists_its_imports,
              files_tear_down);
  g_test_add ("/vfs/archive/a patch replaces files", Files, NULL, files_set_up, a_patch_replaces_files,
              files_tear_down);
  g_test_add ("/vfs/archive/a damaged archive is an error", Files, NULL, files_set_up, a_damaged_archive_is_an_error,
              files_tear_down);
  g_test_add ("/vfs/archive/damage never crashes", Files, NULL, files_set_up, damage_never_crashes, files_tear_down);
  g_test_add ("/vfs/archive/an address is split after the archive", Files, NULL, files_set_up,
              an_address_is_split_after_the_archive, files_tear_down);
  g_test_add_func ("/vfs/archive/real archives open", real_archives_open);
  return g_test_run ();
}
