/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/vfs/game.h"
#include "core/vfs/places.h"
#include "tests/core/io/files.h"
#include "tests/core/vfs/archives.h"

#include <glib/gstdio.h>
#include <string.h>
#include <utime.h>

/* An install folder of each client, and the order that its archives must be searched in. Written out here once more: the table of
 * core/vfs/clients.c is judged by it. Archives with incremental patches are not in the order. */
static const struct {
  const char *client, *files, *order;
} installs[] = {
  { "wc3-1.26", "war3.mpq War3x.mpq War3xLocal.mpq War3Patch.mpq War3Local.mpq Movies.mpq",
    "War3Patch.mpq War3xLocal.mpq War3x.mpq War3Local.mpq war3.mpq" },
  { "wow-0.5.3", "WoWClient.exe Data/model.MPQ Data/texture.MPQ Data/dbc.MPQ Data/base.MPQ Data/patch.MPQ",
    "Data/patch.MPQ Data/model.MPQ Data/texture.MPQ Data/dbc.MPQ Data/base.MPQ" },
  { "wow-1.12",
    "WoW.exe Data/model.MPQ Data/texture.MPQ Data/terrain.MPQ Data/wmo.MPQ Data/sound.MPQ Data/misc.MPQ Data/interface.MPQ "
    "Data/fonts.MPQ Data/speech.MPQ Data/dbc.MPQ Data/patch.MPQ Data/patch-2.MPQ Data/patch-A.mpq Data/patch-10.MPQ",
    "Data/patch-A.mpq Data/patch-2.MPQ Data/patch.MPQ Data/model.MPQ Data/texture.MPQ Data/terrain.MPQ Data/wmo.MPQ Data/sound.MPQ "
    "Data/misc.MPQ Data/interface.MPQ Data/fonts.MPQ Data/speech.MPQ Data/dbc.MPQ" },
  { "wow-2.4.3",
    "Data/common.MPQ Data/expansion.MPQ Data/patch.MPQ Data/patch-2.MPQ Data/enUS/locale-enUS.MPQ Data/enUS/speech-enUS.MPQ "
    "Data/enUS/expansion-locale-enUS.MPQ Data/enUS/expansion-speech-enUS.MPQ Data/enUS/patch-enUS.MPQ Data/enUS/patch-enUS-2.MPQ",
    "Data/patch-2.MPQ Data/enUS/patch-enUS-2.MPQ Data/patch.MPQ Data/enUS/patch-enUS.MPQ Data/expansion.MPQ Data/common.MPQ "
    "Data/enUS/locale-enUS.MPQ Data/enUS/speech-enUS.MPQ Data/enUS/expansion-locale-enUS.MPQ Data/enUS/expansion-speech-enUS.MPQ" },
  { "wow-3.3.5",
    "Data/common.MPQ Data/common-2.MPQ Data/expansion.MPQ Data/lichking.MPQ Data/patch.MPQ Data/patch-2.MPQ Data/patch-3.MPQ "
    "Data/patch-Z.MPQ Data/deDE/locale-deDE.MPQ Data/deDE/speech-deDE.MPQ Data/deDE/expansion-locale-deDE.MPQ "
    "Data/deDE/lichking-locale-deDE.MPQ Data/deDE/expansion-speech-deDE.MPQ Data/deDE/lichking-speech-deDE.MPQ "
    "Data/deDE/patch-deDE.MPQ Data/deDE/patch-deDE-2.MPQ Data/deDE/patch-deDE-3.MPQ Data/deDE/backup-deDE.MPQ",
    "Data/patch-Z.MPQ Data/patch-3.MPQ Data/patch-2.MPQ Data/deDE/patch-deDE-3.MPQ Data/deDE/patch-deDE-2.MPQ Data/patch.MPQ "
    "Data/deDE/patch-deDE.MPQ Data/expansion.MPQ Data/lichking.MPQ Data/common.MPQ Data/common-2.MPQ Data/deDE/locale-deDE.MPQ "
    "Data/deDE/speech-deDE.MPQ Data/deDE/expansion-locale-deDE.MPQ Data/deDE/lichking-locale-deDE.MPQ "
    "Data/deDE/expansion-speech-deDE.MPQ Data/deDE/lichking-speech-deDE.MPQ" },
  { "wow-4.3.4",
    "Data/art.MPQ Data/world.MPQ Data/world2.MPQ Data/expansion1.MPQ Data/expansion2.MPQ Data/expansion3.MPQ "
    "Data/wow-update-base-15211.MPQ Data/wow-update-base-9999.MPQ Data/wow-update-13164.MPQ Data/enGB/locale-enGB.MPQ "
    "Data/enGB/wow-update-enGB-15211.MPQ",
    "Data/art.MPQ Data/expansion3.MPQ Data/expansion2.MPQ Data/expansion1.MPQ Data/world2.MPQ Data/world.MPQ "
    "Data/enGB/locale-enGB.MPQ" },
  { "wow-5.4.8", "Data/model.MPQ Data/texture.MPQ Data/expansion3.MPQ Data/art.MPQ Data/expansion4.MPQ Data/world.MPQ",
    "Data/model.MPQ Data/texture.MPQ Data/expansion4.MPQ Data/expansion3.MPQ Data/world.MPQ" },
};

/* Makes the files; an archive has a file "same.txt" with its path as text. */
static void
install (Files *files, const char *names)
{
  g_auto (GStrv) each = g_strsplit (names, " ", -1);
  for (guint i = 0; each[i]; i++) {
    g_autofree char *path = files_path (files, each[i]), *folder = g_path_get_dirname (path);
    g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
    if (mw_archive_is_name (path))
      archives_make (path, "same.txt", each[i], NULL);
    else
      files_write (files, each[i], "");
  }
}

static MwGame *
find_game (Files *files)
{
  g_autoptr (GError) error = NULL;
  MwGame *game = mw_game_new (files->folder, NULL, NULL, &error);
  g_assert_no_error (error);
  return game;
}

static char *
content_of (MwPlaces *places, const char *name)
{
  g_autoptr (GBytes) bytes = mw_places_read (places, name, 1000, NULL);
  return bytes ? g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes)) : NULL;
}

/* The order, as it is stated and as it works: what wins is removed, and the next must win. */
static void
each_client_is_recognised_and_its_archives_override_each_other (Files *files, gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  install (files, installs[i].files);
  g_autoptr (MwGame) game = find_game (files);
  g_autofree char *order = g_strjoinv (" ", game->order);
  g_assert_cmpstr (game->client->id, ==, installs[i].client);
  g_assert_cmpstr (game->name, ==, installs[i].client);
  g_assert_cmpstr (order, ==, installs[i].order);
  for (guint k = 0; game->order[k]; k++) {
    g_autoptr (MwGame) rest = mw_game_copy (game);
    g_autofree char *path = files_path (files, game->order[k]);
    for (guint n = 0; n < k; n++) {
      g_free (rest->order[0]);
      memmove (rest->order, rest->order + 1, sizeof (char *) * g_strv_length (rest->order + 1) + sizeof (char *));
    }
    g_autoptr (MwPlaces) places = mw_places_new (NULL, rest);
    g_autofree char *content = content_of (places, "SAME.txt");
    g_assert_cmpuint (mw_places_errors (places)->len, ==, 0);
    if (!game->client->patches)
      g_assert_cmpstr (content, ==, game->order[k]);
    else
      g_assert_nonnull (content);
  }
}

static void
updates_are_applied_by_number (Files *files, gconstpointer data)
{
  install (files, "Data/art.MPQ Data/expansion3.MPQ Data/enGB/locale-enGB.MPQ");
  g_autofree char *older = files_path (files, "Data/wow-update-base-9999.MPQ"),
                  *newer = files_path (files, "Data/wow-update-base-15211.MPQ"),
                  *mixed = files_path (files, "Data/wow-update-13164.MPQ"),
                  *local = files_path (files, "Data/enGB/wow-update-enGB-15211.MPQ");
  archives_make (older, "same.txt", "older", "art.txt", "older", NULL);
  archives_make (newer, "same.txt", "newer", NULL);
  archives_make (mixed, "base\\mixed.txt", "of base", "enGB\\mixed.txt", "of enGB", NULL);
  archives_make (local, "local.txt", "local", NULL);
  g_autoptr (MwGame) game = find_game (files);
  g_autoptr (MwGame) copy = mw_game_copy (game); /* knows the language, too */
  g_autoptr (MwArchive) art = mw_game_open_archive (game, "Data/art.MPQ", NULL),
                        locale = mw_game_open_archive (copy, "Data/enGB/locale-enGB.MPQ", NULL);
  g_autoptr (GBytes) same = mw_archive_read (art, "same.txt", 100, NULL),
                     only = mw_archive_read (art, "art.txt", 100, NULL);
  g_assert_cmpmem (g_bytes_get_data (same, NULL), g_bytes_get_size (same), "newer", 5);
  g_assert_cmpmem (g_bytes_get_data (only, NULL), g_bytes_get_size (only), "older", 5);
  g_autoptr (GBytes) base = mw_archive_read (art, "mixed.txt", 100, NULL),
                     ours = mw_archive_read (locale, "mixed.txt", 100, NULL);
  g_assert_cmpmem (g_bytes_get_data (base, NULL), g_bytes_get_size (base), "of base", 7);
  g_assert_cmpmem (g_bytes_get_data (ours, NULL), g_bytes_get_size (ours), "of enGB", 7);
  g_assert_false (mw_archive_has (art, "local.txt"));
  g_assert_true (mw_archive_has (locale, "local.txt"));
}

static void
the_language_is_the_one_that_the_game_was_started_in (Files *files, gconstpointer data)
{
  install (
    files,
    "Data/common.MPQ Data/lichking.MPQ Data/deDE/locale-deDE.MPQ Data/enUS/locale-enUS.MPQ Data/Logs/x.txt WTF/Config.wtf");
  g_autoptr (MwGame) first = find_game (files);
  g_assert_true (g_strv_contains ((const char *const *) first->order, "Data/deDE/locale-deDE.MPQ"));
  files_write (files, "WTF/Config.wtf", "SET gxResolution \"1x1\"\r\nSET locale \"enUS\"\r\n");
  g_autoptr (MwGame) configured = find_game (files);
  g_assert_true (g_strv_contains ((const char *const *) configured->order, "Data/enUS/locale-enUS.MPQ"));
  g_assert_false (g_strv_contains ((const char *const *) configured->order, "Data/deDE/locale-deDE.MPQ"));
}

static void
the_data_folder_means_the_game (Files *files, gconstpointer data)
{
  install (files, "Data/common.MPQ Data/lichking.MPQ");
  g_autofree char *path = files_path (files, "Data");
  g_autoptr (MwGame) game = mw_game_new (path, "mine", NULL, NULL);
  g_assert_cmpstr (game->folder, ==, files->folder);
  g_assert_cmpstr (game->name, ==, "mine");
}

static void
what_is_no_game_is_refused_with_a_reason (Files *files, gconstpointer data)
{
  g_autofree char *gone = files_path (files, "gone"), *casc = files_path (files, "casc");
  g_autoptr (GError) missing = NULL, unknown = NULL, extract = NULL;
  g_assert_null (mw_game_new (gone, NULL, NULL, &missing));
  g_assert_error (missing, MW_ERROR, MW_ERROR_IO);
  g_assert_null (mw_game_new (files->folder, NULL, NULL, &unknown));
  g_assert_error (unknown, MW_ERROR, MW_ERROR_VALUE);
  g_mkdir (casc, 0700);
  files_write (files, "casc/.build.info", "");
  g_assert_null (mw_game_new (casc, NULL, NULL, &extract));
  g_assert_error (extract, MW_ERROR, MW_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (extract->message, "Extract"));
}

static void
games_are_kept_in_a_file (Files *files, gconstpointer data)
{
  g_autofree char *ini = files_path (files, "config/games.ini"), *other = files_path (files, "other");
  install (files, "game/War3.mpq game/War3x.mpq");
  g_autofree char *folder = files_path (files, "game");
  g_mkdir (other, 0700);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) none = mw_games_read (ini, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (none->len, ==, 0);
  g_ptr_array_add (none, mw_game_new (folder, NULL, NULL, NULL));
  g_ptr_array_add (none, mw_game_new_extracted (other, "loose", NULL));
  MwGame *turned = mw_game_new (folder, "turned", NULL, NULL);
  char *first = turned->order[0];
  turned->order[0] = turned->order[1];
  turned->order[1] = first;
  g_ptr_array_add (none, turned);
  g_assert_true (mw_games_write (ini, none, &error));
  g_assert_no_error (error);
  /* What is installed later is found without adding the game again, unless the order was changed by hand. */
  install (files, "game/War3Patch.mpq");
  g_autoptr (GPtrArray) games = mw_games_read (ini, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (games->len, ==, 3);
  const MwGame *one = games->pdata[0], *two = games->pdata[1], *three = games->pdata[2];
  g_autofree char *order = g_strjoinv (" ", one->order), *changed = g_strjoinv (" ", three->order);
  g_assert_cmpstr (order, ==, "War3Patch.mpq War3x.mpq War3.mpq");
  g_assert_cmpstr (changed, ==, "War3.mpq War3x.mpq");
  g_assert_null (two->client);
  g_assert_cmpstr (two->folder, ==, other);
  g_assert_true (mw_games_find (games, "LOOSE") == two);
  g_assert_null (mw_games_find (games, "no"));
}

static void
a_game_is_chosen_by_the_models_version (Files *files, gconstpointer data)
{
  static const char text[] =
    "[plain]\nfolder=/none\n[vanilla]\nfolder=/none\nclient=wow-1.12\n[wotlk]\nfolder=/none\nclient=WOW-3.3.5\n";
  static const struct {
    MwFormat format;
    const char *game;
  } wanted[] = { { { .family = MW_FAMILY_M2, .version = 264 }, "wotlk" },
                 { { .family = MW_FAMILY_M2, .version = 256 }, "vanilla" },
                 { { .family = MW_FAMILY_M2, .version = 272 }, "wotlk" },
                 { { .family = MW_FAMILY_MDX, .version = 800 }, "plain" } };
  files_write (files, "games.ini", text);
  g_autofree char *ini = files_path (files, "games.ini");
  g_autoptr (GPtrArray) games = mw_games_read (ini, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    g_assert_cmpstr (mw_games_for (games, wanted[i].format)->name, ==, wanted[i].game);
  g_ptr_array_set_size (games, 0);
  g_assert_null (mw_games_for (games, wanted[0].format));
}

static void
a_broken_list_of_games_is_an_error_that_names_the_entry (Files *files, gconstpointer data)
{
  static const char *const texts[] = { "[a]\nclient=wow-1.12\n", "[a]\nfolder=/x\nclient=wow-9\n", "folder=/x\n",
                                       "[a\n" };
  g_autofree char *ini = files_path (files, "games.ini");
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (GError) error = NULL;
    files_write (files, "games.ini", texts[i]);
    g_assert_null (mw_games_read (ini, &error));
    g_assert_error (error, MW_ERROR, (int) (i < 2 ? MW_ERROR_VALUE : MW_ERROR_CORRUPT));
    g_assert_cmpstr (mw_error_path (error), ==, ini);
    g_assert_true (i >= 2 || strstr (error->message, "[a]"));
  }
}

/* Whether the state is another one than before; *before is replaced. */
static gboolean
is_other (MwGame *game, char **before)
{
  g_autofree char *was = *before;
  *before = mw_game_state (game);
  return strcmp (was, *before) != 0;
}

static void
the_state_of_a_game_follows_its_archives (Files *files, gconstpointer data)
{
  install (files,
           "Data/common.MPQ Data/expansion.MPQ Data/lichking.MPQ Data/enUS/locale-enUS.MPQ Data/enUS/patch-enUS.MPQ");
  g_autoptr (MwGame) game = mw_game_new (files->folder, NULL, NULL, NULL);
  g_autofree char *state = mw_game_state (game), *base = files_path (files, "Data/common.MPQ"),
                  *patch = files_path (files, "Data/enUS/patch-enUS-2.mpq");
  g_assert_false (is_other (game, &state));
  files_write (files, "Data/notes.txt", "");
  files_write (files, "new.mpq", ""); /* where the game has none */
  g_assert_false (is_other (game, &state));
  install (files, "Data/patch-Z.mpq");
  g_assert_true (is_other (game, &state));
  install (files, "Data/enUS/patch-enUS-2.mpq");
  g_assert_true (is_other (game, &state));
  g_assert_cmpint (utime (base, &(struct utimbuf) { 5, 5 }), ==, 0);
  g_assert_true (is_other (game, &state));
  g_assert_cmpint (g_unlink (patch), ==, 0);
  g_assert_true (is_other (game, &state));
  char *first = game->order[0];
  game->order[0] = game->order[1];
  game->order[1] = first;
  g_assert_true (is_other (game, &state));
  g_assert_false (is_other (game, &state));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (installs); i++) {
    g_autofree char *name = g_strdup_printf ("/vfs/game/%s is recognised and its archives override each other",
                                             installs[i].client);
    g_test_add (name, Files, GUINT_TO_POINTER (i), files_set_up,
                each_client_is_recognised_and_its_archives_override_each_other, files_tear_down);
  }
  g_test_add ("/vfs/game/updates are applied by number", Files, NULL, files_set_up, updates_are_applied_by_number,
              files_tear_down);
  g_test_add ("/vfs/game/the language is the one that the game was started in", Files, NULL, files_set_up,
              the_language_is_the_one_that_the_game_was_started_in, files_tear_down);
  g_test_add ("/vfs/game/the data folder means the game", Files, NULL, files_set_up, the_data_folder_means_the_game,
              files_tear_down);
  g_test_add ("/vfs/game/what is no game is refused with a reason", Files, NULL, files_set_up,
              what_is_no_game_is_refused_with_a_reason, files_tear_down);
  g_test_add ("/vfs/game/the state of a game follows its archives", Files, NULL, files_set_up,
              the_state_of_a_game_follows_its_archives, files_tear_down);
  g_test_add ("/vfs/games/games are kept in a file", Files, NULL, files_set_up, games_are_kept_in_a_file,
              files_tear_down);
  g_test_add ("/vfs/games/a game is chosen by the model's version", Files, NULL, files_set_up,
              a_game_is_chosen_by_the_models_version, files_tear_down);
  g_test_add ("/vfs/games/a broken list of games is an error that names the entry", Files, NULL, files_set_up,
              a_broken_list_of_games_is_an_error_that_names_the_entry, files_tear_down);
  return g_test_run ();
}
