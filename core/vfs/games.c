/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/base/key-texts.h"
#include "core/base/file-set.h"
#include "core/vfs/game.h"

/* games.ini has a group for each game, with these keys. "order" is only there when the user changed it. */
#define FOLDER "folder"
#define CLIENT "client"
#define ORDER "order"

char *
mw_games_path (void)
{
  return g_build_filename (g_get_user_config_dir (), "modelwright", "games.ini", NULL);
}

/* What the folder of the game has now. The folder may be on a disk that is not there at the moment. */
static MwGame *
as_found (const char *folder, const char *name, const MwClient *client)
{
  MwGame *game = client ? mw_game_new (folder, name, client, NULL) : mw_game_new_extracted (folder, name, NULL);
  if (game)
    return game;
  game = g_new0 (MwGame, 1);
  game->name = g_strdup (name);
  game->client = client;
  game->folder = g_strdup (folder);
  game->order = g_new0 (char *, 1);
  return game;
}

static MwGame *
read_game (GKeyFile *keys, const char *name, const char *path, GError **error)
{
  g_autofree char *folder = mw_key_text (keys, name, FOLDER), *id = mw_key_text (keys, name, CLIENT);
  const MwClient *client = id ? mw_client_find (id) : NULL;
  if (!folder || !*folder) {
    mw_set_error (error, MW_ERROR_VALUE, -1, path, "[%s] has no \"" FOLDER "\"", name);
    return NULL;
  }
  if (id && !client) {
    mw_set_error (error, MW_ERROR_VALUE, -1, path, "[%s]: \"%s\" is no known " CLIENT, name, id);
    return NULL;
  }
  MwGame *game = as_found (folder, name, client);
  char **order = mw_key_texts (keys, name, ORDER);
  if (order) {
    g_strfreev (game->order);
    game->order = order;
  }
  return game;
}

GPtrArray *
mw_games_read (const char *path, GError **error)
{
  g_autoptr (GPtrArray) games = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_game_free);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&games);
  g_autoptr (GBytes) bytes = mw_file_read (path, NULL, error);
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autoptr (GError) wrong = NULL;
  if (!bytes)
    return NULL;
  if (g_bytes_get_size (bytes) > 0 && !g_key_file_load_from_bytes (keys, bytes, G_KEY_FILE_NONE, &wrong)) {
    mw_set_error (error, MW_ERROR_CORRUPT, -1, path, "this list of games cannot be read: %s", wrong->message);
    return NULL;
  }
  g_auto (GStrv) names = g_key_file_get_groups (keys, NULL);
  for (guint i = 0; names[i]; i++) {
    MwGame *game = read_game (keys, names[i], path, error);
    if (!game)
      return NULL;
    g_ptr_array_add (games, game);
  }
  return g_steal_pointer (&games);
}

GPtrArray *
mw_games_copy (const GPtrArray *games)
{
  GPtrArray *copy = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_game_free);
  for (guint i = 0; i < games->len; i++)
    g_ptr_array_add (copy, mw_game_copy (games->pdata[i]));
  return copy;
}

gboolean
mw_games_write (const char *path, const GPtrArray *games, GError **error)
{
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_key_file_set_comment (keys, NULL, NULL,
                          " The games whose files models may use. The first that fits a model is searched.", NULL);
  for (guint i = 0; i < games->len; i++) {
    const MwGame *game = games->pdata[i];
    g_autoptr (MwGame) found = as_found (game->folder, game->name, game->client);
    g_key_file_set_string (keys, game->name, FOLDER, game->folder);
    if (game->client)
      g_key_file_set_string (keys, game->name, CLIENT, game->client->id);
    if (!g_strv_equal ((const char *const *) game->order, (const char *const *) found->order))
      g_key_file_set_string_list (keys, game->name, ORDER, (const char *const *) game->order,
                                  g_strv_length (game->order));
  }
  gsize size;
  char *text = g_key_file_to_data (keys, &size, NULL);
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, size);
  return mw_file_make_folder_of (path, error) && mw_file_save (path, bytes, MW_SAVE_OVERWRITE, error);
}

MwGame *
mw_games_find (const GPtrArray *games, const char *name)
{
  for (guint i = 0; i < games->len; i++)
    if (g_ascii_strcasecmp (((const MwGame *) games->pdata[i])->name, name) == 0)
      return games->pdata[i];
  return NULL;
}

/* How far a game is from a format: the number of versions between them, then plain folders, whose game nobody knows; -1 when it has no models
 * of this family. */
static int
distance (const MwGame *game, MwFormat format)
{
  const MwClient *client = game->client;
  if (!client)
    return G_MAXINT;
  if (client->family != format.family)
    return -1;
  int version = format.version, first = client->first, last = client->last;
  return version < first ? first - version : MAX (version - last, 0);
}

MwGame *
mw_games_for (const GPtrArray *games, MwFormat format)
{
  MwGame *best = NULL;
  for (guint i = 0; i < games->len; i++) {
    int d = distance (games->pdata[i], format);
    if (d >= 0 && (!best || d < distance (best, format)))
      best = games->pdata[i];
  }
  return best;
}
