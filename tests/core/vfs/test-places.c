/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/io/registry.h"
#include "core/vfs/extract.h"
#include "core/vfs/lookup.h"
#include "core/vfs/skins.h"
#include "tests/core/io/files.h"
#include "tests/core/vfs/archives.h"

#include <glib/gstdio.h>
#include <string.h>

/* A model's folder "model", a folder of the user "data", and a game "game" with an archive and its patch. */
typedef struct {
  Files files;
  MwPlaces *places;
} Place;

static void
put (Place *place, const char *name, const char *text)
{
  g_autofree char *path = files_path (&place->files, name), *folder = g_path_get_dirname (path);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  files_write (&place->files, name, text);
}

static void
set_up (Place *place, gconstpointer data)
{
  files_set_up (&place->files, NULL);
  g_autofree char *base = files_path (&place->files, "game/War3.mpq"),
                  *patch = files_path (&place->files, "game/War3Patch.mpq"),
                  *folder = files_path (&place->files, "data"), *game_folder = files_path (&place->files, "game");
  archives_make (base, "Textures\\Stone.blp", "base", "Textures\\Wood.blp", "base", "Units\\Bear\\Bear.mdx", "model",
                 "Units\\Bear\\BearSkin.blp", "skin", "Both.tga", "game", NULL);
  archives_make (patch, "Textures\\Stone.blp", "patch", "Textures\\Wood.dds", "patch", NULL);
  put (place, "model/Bear.mdx", "");
  put (place, "model/Own.blp", "own");
  put (place, "data/TEXTURES/Sand.blp", "data");
  put (place, "data/both.tga", "data");
  put (place, "data/deep/er/x.txt", "data");
  g_autoptr (MwGame) game = mw_game_new (game_folder, NULL, NULL, NULL);
  const char *const folders[] = { folder, NULL };
  place->places = mw_places_new (folders, game);
}

static void
tear_down (Place *place, gconstpointer data)
{
  mw_places_unref (place->places);
  files_tear_down (&place->files, NULL);
}

/* Asserts what a model's name finds: the text of the file, and the place below the folder of the test; NULL: nothing. */
static void
expect (Place *place, const char *name, const char *text, const char *where)
{
  g_autofree char *found = mw_places_find (place->places, name),
                  *wanted = where ? files_path (&place->files, where) : NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = mw_places_read (place->places, name, 100, &error);
  g_assert_cmpstr (found, ==, wanted);
  if (!text) {
    g_assert_error (error, MW_ERROR, MW_ERROR_PATH);
    return;
  }
  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), text, strlen (text));
  g_autoptr (GBytes) again = mw_places_read_address (found, 100, &error);
  g_assert_true (g_bytes_equal (bytes, again));
}

static void
the_first_place_that_has_the_file_wins (Place *place, gconstpointer data)
{
  expect (place, "textures\\STONE.blp", "patch", "game/War3Patch.mpq:textures/STONE.blp");
  expect (place, "Textures/Sand.blp", "data", "data/TEXTURES/Sand.blp");
  expect (place, "BOTH.tga", "data", "data/both.tga");
  expect (place, "Textures\\Nothing.blp", NULL, NULL);
}

static void
another_extension_is_taken_only_where_no_place_has_the_name_itself (Place *place, gconstpointer data)
{
  /* The patch, which is before the base, has Wood.dds. */
  expect (place, "Textures\\Wood.blp", "base", "game/War3.mpq:Textures/Wood.blp");
  expect (place, "Textures\\Wood.tga", "base", "game/War3.mpq:Textures/Wood.blp");
  expect (place, "Textures\\Sand.dds", "data", "data/TEXTURES/Sand.blp");
  expect (place, "Units\\Bear\\Bear.blp", NULL, NULL);
}

static void
a_name_that_is_no_game_path_is_nowhere (Place *place, gconstpointer data)
{
  static const char *const names[] = {
    "..\\model\\Own.blp", "/etc/passwd", "C:\\x.blp", "", ".", "data\\..\\both.tga"
  };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    expect (place, names[i], NULL, NULL);
  g_assert_null (mw_places_find (place->places, NULL));
}

static void
all_names_are_listed_once (Place *place, gconstpointer data)
{
  guint unnamed = 99;
  g_autoptr (GPtrArray) names = mw_places_names (place->places, &unnamed);
  g_ptr_array_add (names, NULL);
  g_autofree char *text = g_strjoinv (" ", (char **) names->pdata);
  g_assert_cmpstr (
    text, ==,
    "both.tga deep\\er\\x.txt TEXTURES\\Sand.blp Textures\\Stone.blp Textures\\Wood.blp Textures\\Wood.dds "
    "Units\\Bear\\Bear.mdx Units\\Bear\\BearSkin.blp");
  g_assert_cmpuint (unnamed, ==, 0);
}

static void
what_cannot_be_opened_is_told_and_the_rest_is_searched (Place *place, gconstpointer data)
{
  g_autofree char *folder = files_path (&place->files, "game"), *gone = files_path (&place->files, "gone");
  files_write (&place->files, "game/War3x.mpq", "this is no archive at all, only some text of a few words");
  g_autoptr (MwGame) game = mw_game_new (folder, NULL, NULL, NULL);
  const char *const folders[] = { gone, NULL };
  g_autoptr (MwPlaces) places = mw_places_new (folders, game);
  g_autofree char *found = mw_places_find (places, "Textures\\Wood.blp");
  g_assert_nonnull (found);
  const GPtrArray *errors = mw_places_errors (places);
  g_assert_cmpuint (errors->len, ==, 2);
  g_assert_error (((GError *) errors->pdata[0]), MW_ERROR, MW_ERROR_IO);
  g_assert_error (((GError *) errors->pdata[1]), MW_ERROR, MW_ERROR_CORRUPT);
}

static void
a_model_looks_beside_itself_first (Place *place, gconstpointer data)
{
  g_autofree char *model = files_path (&place->files, "model/Bear.mdx"),
                  *own = files_path (&place->files, "model/Own.blp");
  g_autoptr (MwLookup) lookup = mw_lookup_new (model, NULL, place->places);
  g_autoptr (GError) error = NULL;
  g_autofree char *found = mw_lookup_find (lookup, "Textures\\Own.blp"),
                  *stone = mw_lookup_find (lookup, "Textures\\Stone.blp");
  g_assert_cmpstr (found, ==, own);
  g_assert_true (g_str_has_suffix (stone, "War3Patch.mpq:Textures/Stone.blp"));
  g_autoptr (GBytes) bytes = mw_lookup_read (lookup, "Textures\\Stone.blp", 100, NULL);
  g_assert_cmpuint (g_bytes_get_size (bytes), ==, 5);
  g_assert_null (mw_lookup_read (lookup, "Nothing.blp", 100, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_IO);
}

static void
a_model_in_an_archive_looks_in_its_folder_there (Place *place, gconstpointer data)
{
  g_autofree char *archive = files_path (&place->files, "game/War3.mpq"),
                  *model = g_strconcat (archive, ":Units/Bear/Bear.mdx", NULL);
  g_autoptr (MwLookup) lookup = mw_lookup_new (model, NULL, NULL);
  g_autofree char *skin = mw_lookup_find (lookup, "BearSkin.blp"),
                  *stone = mw_lookup_find (lookup, "Textures\\Stone.blp");
  g_assert_true (g_str_has_suffix (skin, "War3.mpq:Units/Bear/BearSkin.blp"));
  g_assert_true (g_str_has_suffix (stone, "War3.mpq:Textures/Stone.blp"));
  g_autoptr (GPtrArray) images = mw_lookup_images (lookup);
  g_assert_cmpuint (images->len, ==, 1);
  g_assert_cmpstr (images->pdata[0], ==, "BearSkin.blp");
  g_autoptr (GBytes) bytes = mw_lookup_read (lookup, "BearSkin.blp", 100, NULL);
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), "skin", 4);
}

static void
a_model_is_read_from_an_archive_with_its_companions (Place *place, gconstpointer data)
{
  g_autofree char *archive = files_path (&place->files, "x.mpq"), *bear = files_path (&place->files, "Bear.m2"),
                  *address = g_strconcat (archive, ":creature\\BEAR\\bear.m2", NULL), *bytes = NULL;
  gsize size;
  files_write_m2 (&place->files, "Bear.m2", 264, 2);
  g_assert_true (g_file_get_contents (bear, &bytes, &size, NULL));
  g_autoptr (GBytes) model = g_bytes_new_take (g_steal_pointer (&bytes), size);
  archives_make (archive, "Creature\\Bear\\Bear00.skin", "0", "Creature\\Bear\\Bear01.skin", "1",
                 "Creature\\Bear\\Bear10.skin", "no", "Creature\\Bear\\Bear.phys", "p", NULL);
  archives_add (archive, "Creature\\Bear\\Bear.m2", model);
  g_autoptr (GError) error = NULL;
  g_autoptr (MwFileSet) set = mw_io_load (address, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (set->parts->len, ==, 4);
  g_assert_true (g_bytes_equal (mw_file_set_main (set)->bytes, model));
  g_assert_nonnull (mw_file_set_find (set, "skin1"));
  g_assert_nonnull (mw_file_set_find (set, "phys"));
  g_assert_true (g_str_has_suffix (mw_file_set_find (set, "skin0")->path, "x.mpq:creature/BEAR/bear00.skin"));
  g_autofree char *gone = g_strconcat (archive, ":nothing.m2", NULL);
  g_assert_null (mw_io_load (gone, NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_IO);
}

/* The game has the model and a .skin in an archive, and another .skin in the patch. */
static void
a_model_of_a_game_is_read_with_the_companions_of_all_its_archives (Place *place, gconstpointer data)
{
  g_autofree char *base = files_path (&place->files, "game/War3.mpq"),
                  *patch = files_path (&place->files, "game/War3Patch.mpq"), *bytes = NULL,
                  *bear = files_path (&place->files, "Bear.m2");
  gsize size;
  files_write_m2 (&place->files, "Bear.m2", 264, 2);
  g_assert_true (g_file_get_contents (bear, &bytes, &size, NULL));
  g_autoptr (GBytes) model = g_bytes_new_take (g_steal_pointer (&bytes), size), old = g_bytes_new_static ("old", 3),
                     new = g_bytes_new_static ("patched", 7);
  archives_add (base, "Creature\\Bear\\Bear.m2", model);
  archives_add (base, "Creature\\Bear\\Bear00.skin", old);
  archives_add (base, "Creature\\Bear\\Bear01.skin", old);
  archives_add (base, "Creature\\Bear\\BearSkin.blp", old);
  archives_add (base, "Creature\\BearCub.blp", old); /* not in the folder */
  archives_add (patch, "Creature\\Bear\\Bear01.skin", new);
  archives_add (patch, "Creature\\Bear\\BearSkin.blp", new);
  g_autoptr (GError) error = NULL;
  g_autoptr (MwFileSet) set = mw_io_load_from (place->places, "creature\\bear\\bear.M2", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (set->parts->len, ==, 3);
  g_assert_true (g_str_has_suffix (mw_file_set_main (set)->path, "War3.mpq:creature/bear/bear.M2"));
  g_assert_true (g_bytes_equal (mw_file_set_find (set, "skin0")->bytes, old));
  g_assert_true (g_bytes_equal (mw_file_set_find (set, "skin1")->bytes, new));
  g_assert_true (g_str_has_suffix (mw_file_set_find (set, "skin1")->path, "War3Patch.mpq:creature/bear/bear01.skin"));
  g_assert_cmpstr (mw_file_set_find (set, "skin1")->suffix, ==, "01.skin");
  /* Its textures come from the same game: the patch wins over the archive of the model. */
  g_autoptr (MwLookup) lookup = mw_lookup_new_inside (place->places, "Creature\\Bear\\Bear.m2");
  g_autoptr (GBytes) skin = mw_lookup_read (lookup, "BearSkin.blp", 100, NULL);
  g_assert_true (g_bytes_equal (skin, new));
  g_autofree char *found = mw_lookup_find (lookup, "BearSkin.blp");
  g_assert_true (g_str_has_suffix (found, "War3Patch.mpq:Creature/Bear/BearSkin.blp"));
  g_assert_null (mw_lookup_find (lookup, "Nothing.blp"));
  g_assert_null (mw_lookup_read (lookup, "Nothing.blp", 100, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_IO);
  g_autoptr (GPtrArray) images = mw_lookup_images (lookup);
  g_assert_cmpuint (images->len, ==, 1);
  g_assert_cmpstr (images->pdata[0], ==, "BearSkin.blp");
  /* What is missing, and what was cancelled. */
  g_clear_error (&error);
  g_assert_null (mw_io_load_from (place->places, "creature\\nothing.m2", NULL, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_IO);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_cancellable_cancel (cancelled);
  g_clear_error (&error);
  g_assert_null (mw_io_load_from (place->places, "creature\\bear\\bear.M2", cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
a_file_is_extracted_with_its_folders (Place *place, gconstpointer data)
{
  g_autofree char *out = files_path (&place->files, "out"), *target = mw_extract_target (out, "Textures\\Stone.blp"),
                  *wanted = files_path (&place->files, "out/Textures/Stone.blp"), *text = NULL;
  g_autoptr (GError) error = NULL;
  g_assert_cmpstr (target, ==, wanted);
  g_assert_true (mw_extract (place->places, "Textures\\Stone.blp", target, FALSE, &error));
  g_assert_true (g_file_get_contents (target, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "patch");
  g_assert_false (mw_extract (place->places, "Textures\\Wood.blp", target, FALSE, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_EXISTS);
  g_assert_true (mw_extract (place->places, "Textures\\Wood.blp", target, TRUE, NULL));
  g_clear_error (&error);
  g_assert_false (mw_extract (place->places, "nothing", target, TRUE, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_PATH);
  static const char *const bad[] = { "..\\x", "a\\..\\..\\x", "a\\\\x", "\\x", ".", "" };
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_null (mw_extract_target (out, bad[i]));
}

static void
expect_in (MwLookup *lookup, Place *place, const char *name, const char *text, const char *where)
{
  g_autofree char *found = mw_lookup_find (lookup, name), *wanted = where ? files_path (&place->files, where) : NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = mw_lookup_read (lookup, name, 100, &error);
  g_assert_cmpstr (found, ==, wanted);
  g_assert_true ((bytes != NULL) == (text != NULL) && (error == NULL) == (text != NULL));
  if (text)
    g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), text, strlen (text));
}

static void
a_folder_is_added_for_one_model (Place *place, gconstpointer data)
{
  g_autofree char *model = files_path (&place->files, "model/Bear.mdx"),
                  *more = files_path (&place->files, "more/Textures"), *other = files_path (&place->files, "other");
  put (place, "more/Textures/stone.tga", "added");
  put (place, "more/Textures/own.blp", "added");
  put (place, "more/Units/Fur.blp", "added");
  put (place, "other/fur.blp", "later");
  g_autoptr (MwLookup) lookup = mw_lookup_new (model, NULL, place->places);
  expect_in (lookup, place, "Units\\FUR.blp", NULL, NULL);
  mw_lookup_add_folder (lookup, more);
  mw_lookup_add_folder (lookup, other);
  /* It is searched after the model's folder and before the game, without the folders of the name and with other extensions, and so is
   * the folder above it. */
  expect_in (lookup, place, "Textures\\Own.blp", "own", "model/Own.blp");
  expect_in (lookup, place, "Textures\\Stone.blp", "added", "more/Textures/stone.tga");
  expect_in (lookup, place, "Units\\FUR.blp", "added", "more/Units/Fur.blp");
  expect_in (lookup, place, "Textures\\Wood.blp", "base", "game/War3.mpq:Textures/Wood.blp");
}

static void
a_file_is_given_for_a_name (Place *place, gconstpointer data)
{
  g_autofree char *model = files_path (&place->files, "model/Bear.mdx"),
                  *given = files_path (&place->files, "data/both.tga");
  g_autoptr (MwLookup) lookup = mw_lookup_new (model, NULL, place->places);
  mw_lookup_set_file (lookup, "Textures\\Own.blp", given);
  mw_lookup_set_file (lookup, "Textures/None.blp", given);
  expect_in (lookup, place, "textures/OWN.blp", "data", "data/both.tga");
  expect_in (lookup, place, "Textures\\none.blp", "data", "data/both.tga");
  expect_in (lookup, place, "None.blp", NULL, NULL);
}

static void
all_places_are_told (Place *place, gconstpointer data)
{
  static const char *const wanted[] = { "model", "", "data", "game/War3Patch.mpq", "game/War3.mpq" };
  g_autofree char *model = files_path (&place->files, "model/Bear.mdx"), *added = files_path (&place->files, "data");
  g_autoptr (MwLookup) lookup = mw_lookup_new (model, NULL, place->places);
  mw_lookup_add_folder (lookup, added);
  g_autoptr (GPtrArray) places = mw_lookup_places (lookup);
  guint next = 0, n = 0;
  for (guint i = 0; i < places->len; i++) {
    g_autofree char *path = files_path (&place->files, wanted[next]), *plain = g_canonicalize_filename (path, NULL);
    for (guint k = 0; k < i; k++)
      g_assert_cmpstr (places->pdata[k], !=, places->pdata[i]);
    n += g_str_has_suffix (places->pdata[i], ".mpq") != 0;
    if (strcmp (places->pdata[i], plain) == 0 && ++next == G_N_ELEMENTS (wanted))
      break;
  }
  g_assert_cmpuint (next, ==, G_N_ELEMENTS (wanted));
  g_assert_cmpuint (n, ==, 2);
  /* A model in an archive: the archive, without folders. */
  g_autofree char *inside = files_path (&place->files, "game/War3.mpq:Units/Bear/Bear.mdx"),
                  *archive = files_path (&place->files, "game/War3.mpq");
  g_autoptr (MwLookup) other = mw_lookup_new (inside, NULL, NULL);
  g_autoptr (GPtrArray) one = mw_lookup_places (other);
  g_assert_cmpuint (one->len, ==, 1);
  g_assert_cmpstr (one->pdata[0], ==, archive);
}

#define ADD(name, function) g_test_add ("/vfs/" name, Place, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("places/the first place that has the file wins", the_first_place_that_has_the_file_wins);
  ADD ("places/another extension is taken only where no place has the name itself",
       another_extension_is_taken_only_where_no_place_has_the_name_itself);
  ADD ("places/a name that is no game path is nowhere", a_name_that_is_no_game_path_is_nowhere);
  ADD ("places/all names are listed once", all_names_are_listed_once);
  ADD ("places/what cannot be opened is told, and the rest is searched",
       what_cannot_be_opened_is_told_and_the_rest_is_searched);
  ADD ("lookup/a model looks beside itself first", a_model_looks_beside_itself_first);
  ADD ("lookup/a folder is added for one model", a_folder_is_added_for_one_model);
  ADD ("lookup/a file is given for a name", a_file_is_given_for_a_name);
  ADD ("lookup/all places are told, each once", all_places_are_told);
  ADD ("lookup/a model in an archive looks in its folder there", a_model_in_an_archive_looks_in_its_folder_there);
  ADD ("lookup/a model is read from an archive with its companions",
       a_model_is_read_from_an_archive_with_its_companions);
  ADD ("places/a model of a game is read with the companions of all its archives",
       a_model_of_a_game_is_read_with_the_companions_of_all_its_archives);
  ADD ("extract/a file is extracted with its folders", a_file_is_extracted_with_its_folders);
  return g_test_run ();
}
