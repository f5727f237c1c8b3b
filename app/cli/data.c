/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/data.h"
#include "core/vfs/names.h"

#include <string.h>

/* --- Options -------------------------------------------------------------------------------------------------------- */

struct _MwCliData {
  MwCli *cli;
  GPtrArray *games;   /* MwGame */
  GPtrArray *folders; /* const char *, and a NULL at the end: of --data */
  MwGame *game;       /* of --game; or NULL */
  gboolean none;      /* --no-game-data */
  GHashTable *places; /* MwGame, or NULL for none -> MwPlaces */
};

/* The games of the user. NULL: reported here. */
static GPtrArray *
read_games (MwCli *cli)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = mw_games_path ();
  GPtrArray *games = mw_games_read (path, &error);
  if (!games)
    mw_cli_fail (cli, path, error, MW_EXIT_INPUT);
  return games;
}

static MwGame *
find_game (MwCli *cli, const GPtrArray *games, const char *name)
{
  MwGame *game = mw_games_find (games, name);
  if (game)
    return game;
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  for (guint i = 0; i < games->len; i++)
    g_ptr_array_add (words, ((MwGame *) games->pdata[i])->name);
  g_ptr_array_add (words, NULL);
  g_autofree char *nearest = mw_cli_nearest (name, (const char *const *) words->pdata);
  g_autoptr (GError) error = NULL;
  mw_set_error (&error, MW_ERROR_VALUE, -1, NULL, "there is no game \"%s\"%s; mwright games lists them", name, nearest);
  mw_cli_fail (cli, NULL, error, MW_EXIT_INPUT);
  return NULL;
}

MwCliData *
mw_cli_data_new (MwCli *cli)
{
  g_autoptr (MwCliData) data = g_new0 (MwCliData, 1);
  const char *name = mw_cli_option (cli, "game");
  data->cli = cli;
  data->none = mw_cli_has (cli, "no-game-data");
  data->places = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) mw_places_unref);
  data->folders = mw_cli_options (cli, "data");
  if (name && data->none) {
    mw_cli_usage (cli, "--game and --no-game-data contradict each other");
    return NULL;
  }
  for (guint i = 0; i < data->folders->len; i++)
    if (!g_file_test (data->folders->pdata[i], G_FILE_TEST_IS_DIR)) {
      mw_cli_usage (cli, "--data %s: there is no such folder", (const char *) data->folders->pdata[i]);
      return NULL;
    }
  g_ptr_array_add (data->folders, NULL);
  data->games = data->none ? g_ptr_array_new () : read_games (cli);
  if (!data->games || (name && !(data->game = find_game (cli, data->games, name))))
    return NULL;
  return g_steal_pointer (&data);
}

void
mw_cli_data_free (MwCliData *data)
{
  g_clear_pointer (&data->places, g_hash_table_unref);
  g_clear_pointer (&data->games, g_ptr_array_unref);
  g_clear_pointer (&data->folders, g_ptr_array_unref);
  g_free (data);
}

static void
say_errors (MwCli *cli, MwPlaces *places)
{
  const GPtrArray *errors = mw_places_errors (places);
  for (guint i = 0; i < errors->len; i++) {
    g_autofree char *text = mw_error_describe (errors->pdata[i], NULL);
    mw_cli_say (cli, "%s; the other places are searched", text);
  }
}

MwPlaces *
mw_cli_data_places (MwCliData *data, MwFormat format)
{
  MwGame *game = data->game ? data->game : mw_games_for (data->games, format);
  if (!game && data->folders->len == 1)
    return NULL;
  MwPlaces *places = g_hash_table_lookup (data->places, game);
  if (!places) {
    places = mw_places_new ((const char *const *) data->folders->pdata, game);
    g_hash_table_insert (data->places, game, places);
    say_errors (data->cli, places);
  }
  return places;
}

/* --- Whole archives --------------------------------------------------------------------------------------------------- */

static MwPlaces *
open_game (MwCli *cli, const char *name)
{
  g_autoptr (GPtrArray) games = read_games (cli);
  MwGame *game = games ? find_game (cli, games, name) : NULL;
  MwPlaces *places = game ? mw_places_new (NULL, game) : NULL;
  if (places)
    say_errors (cli, places);
  return places;
}

static MwPlaces *
open_archive (MwCli *cli, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwArchive) archive = mw_archive_open (path, &error);
  if (!archive)
    mw_cli_fail (cli, path, error, MW_EXIT_INPUT);
  return archive ? mw_places_new_archive (archive) : NULL;
}

MwPlaces *
mw_cli_archive (MwCli *cli, GPtrArray **patterns, char **title)
{
  const char *game = mw_cli_option (cli, "game");
  g_autofree char *path = NULL, *name = NULL;
  guint first = 0;
  *patterns = g_ptr_array_new_with_free_func (g_free);
  if (game)
    *title = g_strdup (game);
  else if (cli->args->len == 0) {
    *title = NULL;
    mw_cli_usage (cli, "an archive, or --game, must be given");
    return NULL;
  } else if (mw_archive_split (cli->args->pdata[first++], &path, &name)) {
    *title = g_strdup (path);
    g_ptr_array_add (*patterns, g_steal_pointer (&name));
  } else
    *title = g_strdup (cli->args->pdata[0]);
  for (guint i = first; i < cli->args->len; i++)
    g_ptr_array_add (*patterns, g_strdup (cli->args->pdata[i]));
  return game ? open_game (cli, game) : open_archive (cli, *title);
}

/* A name or pattern as names are compared: in lower case and with backslashes. */
static char *
folded (const char *text)
{
  return g_strdelimit (g_ascii_strdown (text, -1), "/", '\\');
}

/* Adds the names that fit one pattern. FALSE: there is none. */
static gboolean
add_fitting (MwPlaces *places, const GPtrArray *all, const char *pattern, GHashTable *seen, GPtrArray *names)
{
  g_autofree char *wanted = folded (pattern);
  g_autoptr (GPatternSpec) spec = g_pattern_spec_new (wanted);
  gboolean any = FALSE, wild = strpbrk (wanted, "*?") != NULL;
  for (guint i = 0; i < all->len; i++) {
    g_autofree char *key = folded (all->pdata[i]);
    if (!g_pattern_spec_match_string (spec, key))
      continue;
    any = TRUE;
    if (g_hash_table_add (seen, g_steal_pointer (&key)))
      g_ptr_array_add (names, g_strdup (all->pdata[i]));
  }
  g_autofree char *unlisted = any || wild ? NULL : mw_places_find (places, pattern);
  if (unlisted && g_hash_table_add (seen, g_strdup (wanted)))
    g_ptr_array_add (names, g_strdelimit (g_strdup (pattern), "/", '\\'));
  return any || unlisted;
}

GPtrArray *
mw_cli_archive_names (MwCli *cli, MwPlaces *places, const GPtrArray *patterns, const char *title, guint *unnamed)
{
  g_autoptr (GPtrArray) all = mw_places_names (places, unnamed);
  if (patterns->len == 0)
    return g_steal_pointer (&all);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < patterns->len; i++)
    if (!add_fitting (places, all, patterns->pdata[i], seen, names)) {
      g_autoptr (GError) error = NULL;
      mw_set_error (&error, MW_ERROR_PATH, -1, patterns->pdata[i], "no file has this name or fits this pattern");
      mw_cli_fail (cli, title, error, MW_EXIT_USAGE);
    }
  g_ptr_array_sort (names, mw_name_compare);
  return names;
}
