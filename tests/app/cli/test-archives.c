/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/cli/run.h"
#include "tests/core/corpus.h"
#include "tests/core/vfs/archives.h"

#include <string.h>

/* mwright with models in archives, and with the games of the user, whose list is in the folder of each test. */

typedef struct {
  char *folder;
} Place;

static char *
path_in (Place *place, const char *name)
{
  return g_build_filename (place->folder, name, NULL);
}

static GBytes *
sample (const char *name)
{
  g_autofree char *path = sample_path (name), *bytes = NULL;
  gsize size;
  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  return g_bytes_new_take (g_steal_pointer (&bytes), size);
}

/* A game of Warcraft III with a model, and a patch. */
static void
set_up (Place *place, gconstpointer data)
{
  place->folder = make_folder ();
  g_autofree char *base = path_in (place, "game/War3.mpq"), *patch = path_in (place, "game/War3Patch.mpq");
  g_autoptr (GBytes) figure = sample ("figure.mdx");
  archives_make (base, "Textures\\Stone.blp", "base", "Units\\x.txt", "x", NULL);
  archives_add (base, "Units\\Figure.mdx", figure);
  archives_make (patch, "Textures\\Stone.blp", "patched", NULL);
  g_setenv ("XDG_CONFIG_HOME", place->folder, TRUE);
}

static void
tear_down (Place *place, gconstpointer data)
{
  g_unsetenv ("XDG_CONFIG_HOME");
  remove_folder (place->folder);
  g_free (place->folder);
}

#define MWRIGHT(...) run_words (place->folder, __VA_ARGS__, NULL)

static void
assert_ran (const Run *run, const char *out)
{
  g_assert_cmpstr (run->err, ==, "");
  g_assert_cmpint (run->code, ==, 0);
  if (out)
    g_assert_cmpstr (run->out, ==, out);
}

static void
ls_lists_an_archive (Place *place, gconstpointer data)
{
  g_auto (Run) all = MWRIGHT ("ls", "game/War3.mpq"), some = MWRIGHT ("ls", "game/War3.mpq", "UNITS/*.MDX"),
               none = MWRIGHT ("ls", "game/War3.mpq", "*.blq"),
               json = MWRIGHT ("ls", "--json", "game/War3.mpq", "*.txt"),
               model = MWRIGHT ("ls", "game/War3.mpq:units\\figure.mdx", "sequences[0].name");
  assert_ran (&all, "Textures/Stone.blp\nUnits/Figure.mdx\nUnits/x.txt\n");
  assert_ran (&some, "Units/Figure.mdx\n");
  g_assert_cmpint (none.code, ==, 2);
  g_assert_nonnull (strstr (none.err, "*.blq"));
  assert_ran (&json, NULL);
  g_assert_nonnull (strstr (json.out, "\"files\": [\"Units/x.txt\"], \"unnamed\": 0"));
  assert_ran (&model, NULL);
  g_assert_nonnull (strstr (model.out, "sequences[0].name"));
}

static void
extract_writes_files_below_a_folder (Place *place, gconstpointer data)
{
  g_auto (Run) run = MWRIGHT ("extract", "game/War3.mpq", "units/*", "--out-dir", "out");
  assert_ran (&run,
              "game/War3.mpq:Units/Figure.mdx -> out/Units/Figure.mdx\ngame/War3.mpq:Units/x.txt -> out/Units/x.txt\n");
  g_autoptr (GBytes) figure = sample ("figure.mdx"), written = bytes_in (place->folder, "out/Units/Figure.mdx");
  g_assert_true (g_bytes_equal (figure, written));
  g_auto (Run) again = MWRIGHT ("extract", "game/War3.mpq:Units/x.txt", "--out-dir", "out"),
               forced = MWRIGHT ("extract", "-f", "game/War3.mpq:Units/x.txt", "--out-dir", "out"),
               printed = MWRIGHT ("extract", "game/War3.mpq:units/X.TXT", "-o", "-"),
               many = MWRIGHT ("extract", "game/War3.mpq", "-o", "one"), neither = MWRIGHT ("extract", "game/War3.mpq");
  g_assert_cmpint (again.code, ==, 4);
  g_assert_nonnull (strstr (again.err, "exists"));
  g_assert_cmpint (forced.code, ==, 0);
  assert_ran (&printed, "x");
  g_assert_cmpint (many.code, ==, 2);
  g_assert_false (exists_in (place->folder, "one"));
  g_assert_cmpint (neither.code, ==, 2);
}

static void
a_hostile_name_does_not_leave_the_folder (Place *place, gconstpointer data)
{
  g_autofree char *bad = path_in (place, "bad.mpq");
  archives_make (bad, "..\\up.txt", "bad", "a\\..\\..\\up.txt", "bad", "good.txt", "good", NULL);
  g_auto (Run) run = MWRIGHT ("extract", "bad.mpq", "--out-dir", "in/out");
  g_assert_cmpint (run.code, ==, 4);
  g_assert_true (exists_in (place->folder, "in/out/good.txt"));
  g_assert_false (exists_in (place->folder, "in/up.txt"));
  g_assert_false (exists_in (place->folder, "up.txt"));
  g_assert_nonnull (strstr (run.err, "leads out of the output folder"));
}

static void
a_file_that_a_map_does_not_list_is_extracted_by_name (Place *place, gconstpointer data)
{
  g_autofree char *map = path_in (place, "map.w3x");
  archives_make_unlisted (map, "Hidden\\x.txt", "found", NULL);
  archives_make_map (map);
  g_auto (Run) run = MWRIGHT ("extract", "map.w3x:hidden/X.txt", "-o", "x.txt"), list = MWRIGHT ("ls", "map.w3x");
  assert_ran (&run, NULL);
  g_autoptr (GBytes) bytes = bytes_in (place->folder, "x.txt");
  g_assert_cmpuint (g_bytes_get_size (bytes), ==, 5);
  g_assert_cmpint (list.code, ==, 0);
  g_assert_nonnull (strstr (list.err, "1 more file"));
}

static void
a_model_in_an_archive_is_read_but_never_written (Place *place, gconstpointer data)
{
  g_autoptr (GBytes) before = bytes_in (place->folder, "game/War3.mpq");
  g_auto (Run) get = MWRIGHT ("get", "game/War3.mpq:Units/Figure.mdx", "sequences[0].name"),
               set = MWRIGHT ("set", "-i", "game/War3.mpq:Units/Figure.mdx", "sequences[0].name=Changed"),
               out = MWRIGHT ("set", "game/War3.mpq:Units/Figure.mdx", "sequences[0].name=Changed", "-o", "own.mdx"),
               folder = MWRIGHT ("convert", "game/War3.mpq:Units/Figure.mdx", "--to", "mdl", "--out-dir", "texts");
  assert_ran (&get, NULL);
  g_assert_cmpint (set.code, ==, 4);
  g_assert_nonnull (strstr (set.err, "in an archive"));
  g_assert_cmpint (out.code, ==, 0);
  g_assert_true (exists_in (place->folder, "own.mdx"));
  g_assert_cmpint (folder.code, ==, 0);
  g_assert_true (exists_in (place->folder, "texts/Figure.mdl"));
  g_autoptr (GBytes) after = bytes_in (place->folder, "game/War3.mpq");
  g_assert_true (g_bytes_equal (before, after));
}

static void
games_are_added_listed_and_removed (Place *place, gconstpointer data)
{
  g_auto (Run) none = MWRIGHT ("games"), add = MWRIGHT ("games", "add", "game"),
               twice = MWRIGHT ("games", "add", "game"),
               second = MWRIGHT ("games", "add", "game", "--name", "mine", "--as", "extracted");
  g_assert_cmpint (none.code, ==, 0);
  g_assert_nonnull (strstr (none.err, "no games yet"));
  g_assert_cmpint (add.code, ==, 0);
  g_assert_true (g_str_has_prefix (add.out, "wc3-1.26: Warcraft III up to 1.29, "));
  g_assert_cmpint (twice.code, ==, 2);
  g_assert_nonnull (strstr (twice.err, "--name"));
  g_assert_cmpint (second.code, ==, 0);
  g_auto (Run) list = MWRIGHT ("games", "list", "-v"), json = MWRIGHT ("games", "--json");
  g_assert_nonnull (strstr (list.out, "\n  War3Patch.mpq\n  War3.mpq\nmine: extracted files, "));
  g_assert_nonnull (strstr (json.out, "\"places\": [\"War3Patch.mpq\", \"War3.mpq\"]"));
  g_auto (Run) remove = MWRIGHT ("games", "remove", "WC3-1.26"), gone = MWRIGHT ("games", "remove", "wc3-1.26");
  assert_ran (&remove, "");
  g_assert_cmpint (gone.code, ==, 3);
  g_auto (Run) left = MWRIGHT ("games");
  g_assert_true (g_str_has_prefix (left.out, "mine: "));
  g_auto (Run) no_game = MWRIGHT ("games", "add", "."), odd = MWRIGHT ("games", "add"),
               unknown = MWRIGHT ("games", "add", "game", "--as", "wow-9");
  g_assert_cmpint (no_game.code, ==, 3);
  g_assert_cmpint (odd.code, ==, 2);
  g_assert_cmpint (unknown.code, ==, 2);
}

/* The model's two textures: one of the game, and one that is nowhere but in a folder of --data. */
static void
deps_looks_in_the_game_and_in_data_folders (Place *place, gconstpointer data)
{
  g_autofree char *model = sample_path ("figure.mdx"), *beside = path_in (place, "model");
  g_assert_cmpint (g_mkdir_with_parents (beside, 0700), ==, 0);
  copy_into (place->folder, model, "model/a.mdx");
  g_auto (Run)
    name = MWRIGHT ("set", "-i", "model/a.mdx", "textures[0].path=Textures\\Stone.blp", "textures[0].replaceable_id=0");
  g_assert_cmpint (name.code, ==, 0);
  g_auto (Run) without = MWRIGHT ("deps", "model/a.mdx");
  g_assert_nonnull (strstr (without.out, "in the game, by its folder"));
  g_auto (Run) add = MWRIGHT ("games", "add", "game");
  g_auto (Run) found = MWRIGHT ("deps", "model/a.mdx"), none = MWRIGHT ("deps", "--no-game-data", "model/a.mdx");
  g_assert_cmpint (add.code, ==, 0);
  g_assert_nonnull (strstr (found.out, "game/War3Patch.mpq:Textures/Stone.blp\n"));
  g_assert_nonnull (strstr (none.out, "in the game, by its folder"));
  write_in (place->folder, "Stone.blp", "");
  g_autofree char *textures = path_in (place, "data/Textures");
  g_assert_cmpint (g_mkdir_with_parents (textures, 0700), ==, 0);
  write_in (place->folder, "data/Textures/stone.blp", "mine");
  g_auto (Run) own = MWRIGHT ("deps", "--data", "data", "model/a.mdx"),
               gone = MWRIGHT ("deps", "--data", "nothing", "model/a.mdx"),
               unknown = MWRIGHT ("deps", "--game", "wc3-1.27", "model/a.mdx"),
               both = MWRIGHT ("deps", "--game", "wc3-1.26", "--no-game-data", "model/a.mdx");
  g_assert_nonnull (strstr (own.out, "data/Textures/stone.blp\n"));
  g_assert_cmpint (gone.code, ==, 2);
  g_assert_cmpint (unknown.code, ==, 3);
  g_assert_nonnull (strstr (unknown.err, "wc3-1.26"));
  g_assert_cmpint (both.code, ==, 2);
}

static void
a_game_is_listed_and_extracted_as_its_archives_override_each_other (Place *place, gconstpointer data)
{
  g_auto (Run) add = MWRIGHT ("games", "add", "game");
  g_auto (Run) list = MWRIGHT ("ls", "--game", "wc3-1.26", "textures/*"),
               extract = MWRIGHT ("extract", "--game", "wc3-1.26", "Textures/Stone.blp", "-o", "stone");
  g_assert_cmpint (add.code, ==, 0);
  assert_ran (&list, "Textures/Stone.blp\n");
  g_assert_cmpint (extract.code, ==, 0);
  g_autoptr (GBytes) bytes = bytes_in (place->folder, "stone");
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), "patched", 7);
}

static void
what_is_no_archive_is_an_error (Place *place, gconstpointer data)
{
  write_in (place->folder, "bad.mpq", "this is a text, and no archive of any kind that is known");
  g_auto (Run) list = MWRIGHT ("ls", "bad.mpq"), model = MWRIGHT ("get", "bad.mpq:x.mdx", "sequences"),
               missing = MWRIGHT ("get", "game/War3.mpq:gone.mdx", "sequences"),
               text = MWRIGHT ("get", "game/War3.mpq:Units/x.txt", "sequences");
  g_assert_cmpint (list.code, ==, 3);
  g_assert_nonnull (strstr (list.err, "not an MPQ archive"));
  g_assert_cmpint (model.code, ==, 3);
  g_assert_cmpint (missing.code, ==, 3);
  g_assert_nonnull (strstr (missing.err, "no such file"));
  g_assert_cmpint (text.code, ==, 3);
}

#define ADD(name, function) g_test_add ("/cli/archives/" name, Place, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("ls lists an archive", ls_lists_an_archive);
  ADD ("extract writes files below a folder", extract_writes_files_below_a_folder);
  ADD ("a hostile name does not leave the folder", a_hostile_name_does_not_leave_the_folder);
  ADD ("a file that a map does not list is extracted by name", a_file_that_a_map_does_not_list_is_extracted_by_name);
  ADD ("a model in an archive is read but never written", a_model_in_an_archive_is_read_but_never_written);
  ADD ("games are added, listed and removed", games_are_added_listed_and_removed);
  ADD ("deps looks in the game and in data folders", deps_looks_in_the_game_and_in_data_folders);
  ADD ("a game is listed and extracted as its archives override each other",
       a_game_is_listed_and_extracted_as_its_archives_override_each_other);
  ADD ("what is no archive is an error", what_is_no_archive_is_an_error);
  return g_test_run ();
}
