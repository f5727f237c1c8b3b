/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/cli.h"
#include "core/vfs/game.h"

#include <string.h>

/* Lists and changes the games whose files models may use (games.ini). The window shares this list. */

static const char *
label_of (const MwGame *game)
{
  return game->client ? game->client->label : "extracted files";
}

static gboolean
is_there (const MwGame *game)
{
  return game->order[0] && g_file_test (game->folder, G_FILE_TEST_IS_DIR);
}

static void
json_game (MwJson *json, const MwGame *game)
{
  mw_json_begin_object (json, NULL);
  mw_json_string (json, "name", game->name);
  if (game->client)
    mw_json_string (json, "client", game->client->id);
  mw_json_string (json, "folder", game->folder);
  mw_json_bool (json, "found", is_there (game));
  mw_json_begin_array (json, "places");
  for (guint i = 0; game->order[i]; i++)
    mw_json_string (json, NULL, game->order[i]);
  mw_json_end_array (json);
  mw_json_end_object (json);
}

static void
print_game (MwCli *cli, const MwGame *game)
{
  mw_cli_print (cli, "%s: %s, %s%s\n", game->name, label_of (game), game->folder,
                is_there (game) ? "" : " (not there)");
  for (guint i = 0; cli->verbose && game->order[i]; i++)
    mw_cli_print (cli, "  %s\n", game->order[i]);
}

static void
list (MwCli *cli, const GPtrArray *games, const char *path)
{
  g_autoptr (MwJson) json = cli->json ? mw_json_new () : NULL;
  if (json)
    mw_json_begin_array (json, "games");
  for (guint i = 0; i < games->len; i++)
    if (json)
      json_game (json, games->pdata[i]);
    else
      print_game (cli, games->pdata[i]);
  if (json) {
    mw_json_end_array (json);
    mw_cli_object (cli, path, TRUE, json);
  } else if (games->len == 0)
    mw_cli_say (cli, "no games yet; mwright games add FOLDER adds one");
}

/* FALSE: it is not there, which is reported here. */
static gboolean
find_client (MwCli *cli, const char *id, const MwClient **client)
{
  guint n;
  const MwClient *clients = mw_clients (&n);
  *client = id ? mw_client_find (id) : NULL;
  if (!id || *client)
    return TRUE;
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (words, (gpointer) clients[i].id);
  g_ptr_array_add (words, (gpointer) "extracted");
  g_ptr_array_add (words, NULL);
  g_autofree char *nearest = mw_cli_nearest (id, (const char *const *) words->pdata);
  mw_cli_usage (cli, "--as %s: there is no such game%s", id, nearest);
  return FALSE;
}

static void
save (MwCli *cli, const char *path, const GPtrArray *games)
{
  g_autoptr (GError) error = NULL;
  if (!mw_games_write (path, games, &error))
    mw_cli_fail_output (cli, NULL, path, error, MW_EXIT_OUTPUT);
}

static void
add (MwCli *cli, GPtrArray *games, const char *path)
{
  const char *folder = cli->args->pdata[1], *as = mw_cli_option (cli, "as"), *name = mw_cli_option (cli, "name");
  gboolean extracted = as && strcmp (as, "extracted") == 0;
  const MwClient *client = NULL;
  g_autoptr (GError) error = NULL;
  if (!extracted && !find_client (cli, as, &client))
    return;
  MwGame *game = extracted ? mw_game_new_extracted (folder, name, &error) : mw_game_new (folder, name, client, &error);
  if (!game) {
    mw_cli_fail (cli, folder, error, MW_EXIT_INPUT);
    return;
  }
  if (mw_games_find (games, game->name)) {
    mw_cli_usage (cli, "there is a game \"%s\" already; --name NAME adds this one under another name", game->name);
    mw_game_free (game);
    return;
  }
  g_ptr_array_add (games, game);
  save (cli, path, games);
  if (cli->code == MW_EXIT_OK && !cli->quiet && !cli->json)
    print_game (cli, game);
  if (cli->code == MW_EXIT_OK && cli->json)
    list (cli, games, path);
}

static void
take_out (MwCli *cli, GPtrArray *games, const char *path)
{
  MwGame *game = mw_games_find (games, cli->args->pdata[1]);
  if (!game) {
    g_autoptr (GError) error = NULL;
    mw_set_error (&error, MW_ERROR_VALUE, -1, NULL, "there is no game \"%s\"; mwright games lists them",
                  (const char *) cli->args->pdata[1]);
    mw_cli_fail (cli, NULL, error, MW_EXIT_INPUT);
    return;
  }
  g_ptr_array_remove (games, game);
  save (cli, path, games);
  if (cli->code == MW_EXIT_OK && cli->json)
    list (cli, games, path);
}

static void
run (MwCli *cli)
{
  static const struct {
    const char *word;
    guint arguments;
  } actions[] = { { "list", 1 }, { "add", 2 }, { "remove", 2 } };
  const char *word = cli->args->len ? cli->args->pdata[0] : "list";
  guint action = 0, given = MAX (cli->args->len, 1);
  while (action < G_N_ELEMENTS (actions) && strcmp (word, actions[action].word) != 0)
    action++;
  if (action == G_N_ELEMENTS (actions) || given != actions[action].arguments) {
    mw_cli_usage (cli, "games takes list, add FOLDER, or remove NAME");
    return;
  }
  if (strcmp (word, "add") != 0 && (mw_cli_has (cli, "as") || mw_cli_has (cli, "name"))) {
    mw_cli_usage (cli, "--as and --name are for games add");
    return;
  }
  g_autoptr (GError) error = NULL;
  g_autofree char *path = mw_games_path ();
  g_autoptr (GPtrArray) games = mw_games_read (path, &error);
  if (!games)
    mw_cli_fail (cli, path, error, MW_EXIT_INPUT);
  else if (strcmp (word, "list") == 0)
    list (cli, games, path);
  else if (strcmp (word, "add") == 0)
    add (cli, games, path);
  else
    take_out (cli, games, path);
}

static void
more_help (MwCli *cli)
{
  guint n;
  const MwClient *clients = mw_clients (&n);
  mw_cli_print (cli, "\nRecognised games:\n");
  for (guint i = 0; i < n; i++)
    mw_cli_print (cli, "  %-12s %s\n", clients[i].id, clients[i].label);
}

static const MwCliOption options[] = {
  { 0, "as", "GAME",
    "take the folder for this game, or \"extracted\": a folder with files that were taken out of a game" },
  { 0, "name", "NAME", "call it NAME (default: the name of the game)" },
};

const MwCliVerb mw_verb_games = {
  .name = "games",
  .arguments = "[list | add FOLDER | remove NAME]",
  .summary = "the games whose textures and other files models may use",
  .about =
    "Textures that are not beside a model are looked for in the archives of an installed game, as the game itself does: an\n"
    "archive of a patch overrides those before it. The window uses the same list.\n"
    "add recognises the game in an install folder. Games that keep their data in CASC (Warcraft III from 1.30, World of\n"
    "Warcraft from 6.0) are not read: extract their files with another program, and add the folder with --as extracted.\n"
    "With -v list prints the archives of each game, the one that overrides all others first. Their order can be changed in\n"
    "games.ini (key \"order\").\n",
  .examples =
    "games add \"$HOME/Games/Warcraft III\"\ngames add ~/wow --name server\ngames list -v\ngames remove server",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .most = 2,
  .run = run,
  .more_help = more_help,
};
