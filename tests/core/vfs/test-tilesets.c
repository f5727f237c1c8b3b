/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/lookup.h"
#include "tests/core/io/files.h"
#include "tests/core/vfs/archives.h"

#include <string.h>

/* A game whose archive has one of a tileset inside, a folder with files taken out of Reforged, and a model's folder. */

#define CLIFF "ReplaceableTextures\\Cliff\\Cliff0.blp"

static void
put (Files *files, const char *name, const char *text)
{
  g_autofree char *path = files_path (files, name), *folder = g_path_get_dirname (path);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  files_write (files, name, text);
}

/* Puts the file at one path into the archive at another. */
static void
put_inside (Files *files, const char *archive, const char *name, const char *file)
{
  g_autofree char *path = files_path (files, archive), *from = files_path (files, file), *data = NULL;
  gsize size;
  g_assert_true (g_file_get_contents (from, &data, &size, NULL));
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  archives_add (path, name, bytes);
}

static MwPlaces *
make_game (Files *files)
{
  g_autofree char *game = files_path (files, "game"), *base = files_path (files, "game/War3.mpq"),
                  *inside = files_path (files, "W.mpq");
  archives_make (base, CLIFF, "cliff", "Tree.blp", "tree", NULL);
  archives_make (inside, CLIFF, "winter cliff", NULL);
  put_inside (files, "game/War3.mpq", "W.mpq", "W.mpq");
  put (files, "broken", "no archive");
  put_inside (files, "game/War3.mpq", "Q.mpq", "broken");
  g_autoptr (MwGame) found = mw_game_new (game, NULL, NULL, NULL);
  return mw_places_new (NULL, found);
}

/* Asserts the text of the file that is found for a name. */
static void
expect (MwLookup *lookup, char tileset, const char *name, const char *text)
{
  g_autoptr (GError) error = NULL;
  mw_lookup_set_tileset (lookup, tileset);
  g_autofree char *found = mw_lookup_find (lookup, name);
  g_autoptr (GBytes) bytes = mw_lookup_read (lookup, name, 100, &error);
  g_assert_no_error (error);
  g_assert_nonnull (found);
  g_autofree char *got = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_assert_cmpstr (got, ==, text);
  g_autoptr (GBytes) again = mw_places_read_address (found, 100, &error);
  g_assert_true (again && g_bytes_equal (bytes, again));
}

static void
a_tileset_has_an_archive_inside_that_of_the_game (Files *files, gconstpointer data)
{
  g_autoptr (MwPlaces) places = make_game (files);
  g_autofree char *model = files_path (files, "Cliff.mdx");
  g_autoptr (MwLookup) lookup = mw_lookup_new (model, NULL, places);
  expect (lookup, 0, CLIFF, "cliff");
  expect (lookup, 'W', CLIFF, "winter cliff");
  expect (lookup, 'W', "replaceabletextures/cliff/CLIFF0.tga", "winter cliff");
  expect (lookup, 'W', "Tree.blp", "tree");
  expect (lookup, 'F', CLIFF, "cliff"); /* it has none */
  expect (lookup, 'Q', CLIFF, "cliff"); /* it is damaged */
  expect (lookup, 0, CLIFF, "cliff");
  g_assert_true (mw_places_of_tileset (places, 'W') == mw_places_of_tileset (places, 'W'));
  g_assert_null (mw_places_of_tileset (places, 'F'));
  /* Archives are not asked whether they have files of tilesets. */
  g_assert_false (mw_lookup_has_tilesets (lookup, CLIFF));
  /* A model in the game too. */
  g_autoptr (MwLookup) inside = mw_lookup_new_inside (places, "Doodads\\Cliff.mdx");
  expect (inside, 'W', CLIFF, "winter cliff");
}

static void
the_copy_of_its_archive_is_removed (Files *files, gconstpointer data)
{
  MwPlaces *places = make_game (files);
  MwLookup *lookup = mw_lookup_new (NULL, NULL, places);
  mw_lookup_set_tileset (lookup, 'W');
  g_autofree char *found = mw_lookup_find (lookup, CLIFF),
                  *copy = g_strndup (found, (gsize) (strchr (found, ':') - found));
  g_assert_true (g_file_test (copy, G_FILE_TEST_EXISTS));
  mw_lookup_free (lookup);
  mw_places_unref (places);
  g_assert_false (g_file_test (copy, G_FILE_TEST_EXISTS));
}

static void
files_taken_out_of_reforged_are_found_in_its_folder (Files *files, gconstpointer data)
{
  put (files, "war3/ReplaceableTextures/Cliff/Cliff0.dds", "cliff");
  put (files, "war3/_Tilesets/w.w3mod/ReplaceableTextures/Cliff/Cliff0.dds", "winter cliff");
  put (files, "war3/Doodads/Cliff/Cliff.mdx", "");
  put (files, "other/Cliff.mdx", "");
  g_autofree char *folder = files_path (files, "war3"), *model = files_path (files, "war3/Doodads/Cliff/Cliff.mdx"),
                  *other = files_path (files, "other/Cliff.mdx");
  const char *const folders[] = { folder, NULL };
  g_autoptr (MwPlaces) places = mw_places_new (folders, NULL);
  g_autoptr (MwLookup) near = mw_lookup_new (model, NULL, NULL), far = mw_lookup_new (other, NULL, places),
                       added = mw_lookup_new (other, NULL, NULL);
  mw_lookup_add_folder (added, folder);
  MwLookup *const lookups[] = { near, far, added };
  for (guint i = 0; i < G_N_ELEMENTS (lookups); i++) {
    expect (lookups[i], 0, CLIFF, "cliff");
    expect (lookups[i], 'W', CLIFF, "winter cliff");
    expect (lookups[i], 'F', CLIFF, "cliff");
    g_assert_cmpint (mw_lookup_tileset (lookups[i]), ==, 'F');
    /* Some tileset has it, whichever is chosen. */
    g_assert_true (mw_lookup_has_tilesets (lookups[i], CLIFF));
    g_assert_cmpuint (mw_lookup_serial (lookups[i]), !=, mw_lookup_serial (lookups[!i]));
    g_assert_false (mw_lookup_has_tilesets (lookups[i], "Cliff0.blp"));
    g_assert_false (mw_lookup_has_tilesets (lookups[i], "ReplaceableTextures\\Cliff\\Cliff1.blp"));
    g_assert_false (mw_lookup_has_tilesets (lookups[i], NULL));
  }
}

/* A map's files go before those of the tileset. */
static void
what_is_beside_the_model_goes_before_the_game (Files *files, gconstpointer data)
{
  g_autoptr (MwPlaces) places = make_game (files);
  put (files, "map/Cliff0.blp", "mine");
  g_autofree char *model = files_path (files, "map/Cliff.mdx");
  g_autoptr (MwLookup) lookup = mw_lookup_new (model, NULL, places);
  expect (lookup, 'W', CLIFF, "mine");
  /* A file with only the last name is not taken for one of the tileset. */
  put (files, "map/ReplaceableTextures/Cliff/Cliff0.blp", "whole");
  g_autoptr (MwLookup) again = mw_lookup_new (model, NULL, places);
  expect (again, 'W', CLIFF, "whole");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name, function) g_test_add ("/vfs/tilesets/" name, Files, NULL, files_set_up, function, files_tear_down)
  TEST ("a tileset has an archive inside that of the game", a_tileset_has_an_archive_inside_that_of_the_game);
  TEST ("the copy of its archive is removed", the_copy_of_its_archive_is_removed);
  TEST ("files taken out of Reforged are found in its folder", files_taken_out_of_reforged_are_found_in_its_folder);
  TEST ("what is beside the model goes before the game", what_is_beside_the_model_goes_before_the_game);
  return g_test_run ();
}
