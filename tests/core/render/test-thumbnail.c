/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/thumbnail.h"
#include "core/base/error.h"
#include "core/image/png-read.h"
#include "core/image/png-write.h"
#include "core/vfs/game.h"
#include "tests/core/corpus.h"
#include "tests/core/io/files.h"
#include "tests/core/vfs/archives.h"

#include <glib/gstdio.h>
#include <string.h>
#include <utime.h>

static GBytes *
picture (guint width, guint height, guint8 red, const MwPngNote *notes, guint n)
{
  g_autoptr (MwImage) image = mw_image_new (width, height, "PNG", NULL);
  for (gsize i = 0; i < (gsize) width * height; i++)
    memcpy (image->rgba + i * 4, (const guint8[]) { red, 0, 0, 255 }, 4);
  return mw_png_write (image, notes, n, NULL);
}

static void
write_bytes (const char *path, GBytes *bytes)
{
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  g_assert_true (g_file_set_contents (path, data, (gssize) size, NULL));
}

/* An image in a file that was changed at this time. Free with g_free(). */
static char *
image_file (Files *files, const char *name, guint8 red, time_t time)
{
  g_autoptr (GBytes) bytes = picture (300, 150, red, NULL, 0);
  char *path = files_path (files, name);
  write_bytes (path, bytes);
  g_assert_cmpint (utime (path, &(struct utimbuf) { time, time }), ==, 0);
  return path;
}

/* Asserts that there is a picture, of this size and red. */
static void
expect (const char *path, guint width, guint height, guint8 red)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwImage) image = mw_thumbnail_get (path, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (image->width, ==, width);
  g_assert_cmpuint (image->height, ==, height);
  g_assert_cmpuint (image->rgba[0], ==, red);
}

static void
expect_none (const char *path, MwErrorCode code)
{
  g_autoptr (GError) error = NULL;
  g_assert_null (mw_thumbnail_get (path, NULL, NULL, &error));
  g_assert_error (error, MW_ERROR, (int) code);
}

/* Asserts a note of a picture that is kept. */
static void
expect_note (const char *kept, const char *key, const char *value)
{
  gsize size;
  g_autofree char *data = NULL;
  g_autoptr (GHashTable) notes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_assert_true (g_file_get_contents (kept, &data, &size, NULL));
  g_autoptr (MwImage) image = mw_png_read ((const uint8_t *) data, size, notes, NULL);
  g_assert_nonnull (image);
  g_assert_cmpstr (g_hash_table_lookup (notes, key), ==, value);
}

static void
one_is_made_and_kept (Files *files, gconstpointer data)
{
  g_autofree char *path = image_file (files, "a b.png", 200, 1000000), *kept = mw_thumbnail_path (path, "normal"),
                  *uri = g_filename_to_uri (path, NULL, NULL),
                  *sum = g_compute_checksum_for_string (G_CHECKSUM_MD5, uri, -1),
                  *name = g_strconcat (sum, ".png", NULL),
                  *wanted = g_build_filename (g_get_user_cache_dir (), "thumbnails", "normal", name, NULL);
  GStatBuf info;
  g_assert_nonnull (strstr (uri, "a%20b.png"));
  g_assert_cmpstr (kept, ==, wanted);
  expect (path, 75, 37, 200);
  g_assert_cmpint (g_stat (kept, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0600);
  expect_note (kept, "Thumb::URI", uri);
  expect_note (kept, "Thumb::MTime", "1000000");
  expect_note (kept, "Modelwright::Lacks", NULL);
  /* What is kept is shown, as long as the file has this time. */
  g_autoptr (GBytes)
    other = picture (8, 8, 7, (const MwPngNote[]) { { "Thumb::URI", uri }, { "Thumb::MTime", "1000000" } }, 2);
  write_bytes (kept, other);
  expect (path, 8, 8, 7);
  g_free (image_file (files, "a b.png", 90, 1000001));
  expect (path, 75, 37, 90);
  expect_note (kept, "Thumb::MTime", "1000001");
  /* One of another file is not taken. */
  g_autoptr (GBytes)
    wrong = picture (8, 8, 7, (const MwPngNote[]) { { "Thumb::URI", "file:///x" }, { "Thumb::MTime", "1000001" } }, 2);
  write_bytes (kept, wrong);
  expect (path, 75, 37, 90);
  /* Nor one that is damaged. */
  g_assert_true (g_file_set_contents (kept, "\x89PNG", 4, NULL));
  expect (path, 75, 37, 90);
  expect_note (kept, "Thumb::MTime", "1000001");
}

static void
a_large_one_of_another_program_is_used (Files *files, gconstpointer data)
{
  g_autofree char *path = image_file (files, "large.png", 200, 1000000), *kept = mw_thumbnail_path (path, "large"),
                  *folder = g_path_get_dirname (kept), *uri = g_filename_to_uri (path, NULL, NULL);
  g_autoptr (GBytes)
    other = picture (256, 128, 7, (const MwPngNote[]) { { "Thumb::URI", uri }, { "Thumb::MTime", "1000000" } }, 2);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  write_bytes (kept, other);
  expect (path, 128, 64, 7);
}

static void
a_broken_file_is_tried_once (Files *files, gconstpointer data)
{
  g_autofree char *path = files_path (files, "broken.mdx"), *fail = mw_thumbnail_fail_path (path),
                  *figure = sample_path ("banner.mdl"), *text = NULL;
  files_write (files, "broken.mdx", "MDLXVERS");
  g_assert_cmpint (utime (path, &(struct utimbuf) { 1000, 1000 }), ==, 0);
  expect_none (path, MW_ERROR_CORRUPT);
  g_assert_nonnull (strstr (fail, "/thumbnails/fail/modelwright-"));
  expect_note (fail, "Thumb::MTime", "1000");
  /* It is not tried again while it has this time. */
  g_assert_true (g_file_get_contents (figure, &text, NULL, NULL));
  FILE *file = fopen (path, "w");
  g_assert_nonnull (file);
  fputs (text, file);
  fclose (file);
  g_assert_cmpint (utime (path, &(struct utimbuf) { 1000, 1000 }), ==, 0);
  expect_none (path, MW_ERROR_CORRUPT);
  g_assert_cmpint (utime (path, &(struct utimbuf) { 1001, 1001 }), ==, 0);
  g_autoptr (GError) error = NULL;
  g_autoptr (MwImage) image = mw_thumbnail_get (path, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (image->width, ==, 128);
}

/* The sample banner without its texture, which then comes. */
static void
one_without_its_textures_is_made_again (Files *files, gconstpointer data)
{
  g_autofree char *path = files_path (files, "banner.mdl"), *kept = mw_thumbnail_path (path, "normal"),
                  *from = sample_path ("banner.mdl"), *texture = sample_path ("banner.tga"),
                  *to = files_path (files, "banner.tga"), *first = NULL, *second = NULL, *third = NULL;
  gsize size, sizes[3];
  g_autofree char *text = (char *) load_exactly (from, &size), *bytes = NULL;
  g_assert_true (g_file_set_contents (path, text, (gssize) size, NULL));
  g_autoptr (MwImage) without = mw_thumbnail_get (path, NULL, NULL, NULL);
  g_assert_true (g_file_get_contents (kept, &first, &sizes[0], NULL));
  /* Nothing has changed, so it is not made again. */
  g_autoptr (MwImage) again = mw_thumbnail_get (path, NULL, NULL, NULL);
  g_assert_true (g_file_get_contents (kept, &second, &sizes[1], NULL));
  g_assert_cmpmem (first, sizes[0], second, sizes[1]);
  bytes = (char *) load_exactly (texture, &size);
  g_assert_true (g_file_set_contents (to, bytes, (gssize) size, NULL));
  g_autoptr (MwImage) with = mw_thumbnail_get (path, NULL, NULL, NULL);
  g_assert_nonnull (with);
  g_assert_true (g_file_get_contents (kept, &third, &sizes[2], NULL));
  g_assert_true (sizes[2] != sizes[0] || memcmp (first, third, sizes[0]) != 0);
  expect_note (kept, "Modelwright::Lacks", NULL);
}

static void
one_of_an_archive_has_a_place_of_its_own (Files *files, gconstpointer data)
{
  g_autofree char *archive = files_path (files, "a.mpq"), *uri = g_filename_to_uri (archive, NULL, NULL),
                  *address = g_strconcat (archive, ":Units/A B.png", NULL),
                  *same = g_strconcat (archive, ":units\\a b.PNG", NULL),
                  *wanted = g_strconcat (uri, "#units/a%20b.png", NULL);
  g_autoptr (GBytes) image = picture (64, 64, 33, NULL, 0);
  archives_make (archive, "x.txt", "x", NULL);
  archives_add (archive, "Units\\A B.png", image);
  g_autofree char *kept = mw_thumbnail_path (address, "normal"), *other = mw_thumbnail_path (same, "normal");
  g_assert_true (g_str_has_prefix (kept, g_get_user_cache_dir ()));
  g_assert_nonnull (strstr (kept, "/modelwright/thumbnails/normal/"));
  g_assert_cmpstr (kept, ==, other);
  expect (address, 64, 64, 33);
  expect_note (kept, "Thumb::URI", wanted);
  g_unlink (kept);
  expect (same, 64, 64, 33);
}

/* The kept picture. Free with g_free(). */
static char *
content (const char *kept, gsize *size)
{
  char *bytes = NULL;
  g_assert_true (g_file_get_contents (kept, &bytes, size, NULL));
  return bytes;
}

/* A new archive in a game may have other textures for what is in its archives. */
static void
one_of_an_archive_is_made_again_when_the_game_has_another_archive (Files *files, gconstpointer data)
{
  g_autofree char *base = files_path (files, "game/War3.mpq"), *patch = files_path (files, "game/War3Patch.mpq"),
                  *folder = files_path (files, "game"), *list = mw_games_path (),
                  *address = g_strconcat (base, ":A.png", NULL), *bytes[4] = { NULL };
  g_autoptr (GBytes) image = picture (16, 16, 33, NULL, 0);
  gsize sizes[4];
  archives_make (base, "x.txt", "x", NULL);
  archives_add (base, "A.png", image);
  g_autofree char *kept = mw_thumbnail_path (address, "normal");
  g_autoptr (GPtrArray) games = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_game_free);
  g_ptr_array_add (games, mw_game_new (folder, "mine", NULL, NULL));
  g_assert_true (mw_games_write (list, games, NULL));
  for (guint i = 0; i < 4; i++) {
    g_autoptr (MwImage) drawn = mw_thumbnail_get (address, i == 3 ? NULL : "mine", NULL, NULL);
    g_assert_nonnull (drawn);
    bytes[i] = content (kept, &sizes[i]);
    if (i == 1)
      archives_make (patch, "y.txt", "y", NULL);
  }
  g_assert_cmpmem (bytes[0], sizes[0], bytes[1], sizes[1]);
  g_assert_true (sizes[1] != sizes[2] || memcmp (bytes[1], bytes[2], sizes[1]) != 0);
  /* Without a name all games are meant, and there is only this one. */
  g_assert_cmpmem (bytes[2], sizes[2], bytes[3], sizes[3]);
  for (guint i = 0; i < 4; i++)
    g_free (g_steal_pointer (&bytes[i]));
  g_assert_cmpint (g_unlink (list), ==, 0);
}

static void
what_is_not_the_files_fault_is_not_kept (Files *files, gconstpointer data)
{
  g_autofree char *path = image_file (files, "c.png", 1, 1000), *none = files_path (files, "none.png"),
                  *fail = mw_thumbnail_fail_path (path);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_cancellable_cancel (cancelled);
  g_assert_null (mw_thumbnail_get (path, NULL, cancelled, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_CANCELLED);
  g_assert_false (g_file_test (fail, G_FILE_TEST_EXISTS));
  expect (path, 75, 37, 1);
  expect_none (none, MW_ERROR_IO);
}

int
main (int argc, char **argv)
{
  g_autofree char *cache = g_dir_make_tmp ("thumbnails-XXXXXX", NULL);
  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  g_setenv ("XDG_CONFIG_HOME", cache, TRUE);
  g_test_init (&argc, &argv, NULL);
#define TEST(name, function)                                                                                           \
  g_test_add ("/render/thumbnail/" name, Files, NULL, files_set_up, function, files_tear_down)
  TEST ("a picture is made and kept until the file changes", one_is_made_and_kept);
  TEST ("a large picture of another program is used", a_large_one_of_another_program_is_used);
  TEST ("a broken file is tried once", a_broken_file_is_tried_once);
  TEST ("a picture without its textures is made again when they may have come", one_without_its_textures_is_made_again);
  TEST ("a picture of a file in an archive has a place of its own", one_of_an_archive_has_a_place_of_its_own);
  TEST ("a picture of a file in an archive is made again when its game has another archive",
        one_of_an_archive_is_made_again_when_the_game_has_another_archive);
  TEST ("what is not the file's fault is not remembered", what_is_not_the_files_fault_is_not_kept);
  const int failed = g_test_run ();
  files_remove (cache);
  return failed;
}
