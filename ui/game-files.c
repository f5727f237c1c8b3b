/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/game-files.h"

#include <gio/gio.h>

static GPtrArray *games;   /* MwGame; NULL: not read yet */
static GHashTable *opened; /* MwGame -> MwPlaces */

static void
open_archives (GTask *task, gpointer source, gpointer places, GCancellable *cancellable)
{
  const GPtrArray *errors = mw_places_errors (places);
  for (guint i = 0; i < errors->len; i++)
    g_message ("%s", ((const GError *) errors->pdata[i])->message);
}

static void
read_games (void)
{
  g_autofree char *path = mw_games_path ();
  g_autoptr (GError) error = NULL;
  games = mw_games_read (path, &error);
  if (!games) {
    g_message ("%s", error->message);
    games = g_ptr_array_new ();
  }
  opened = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) mw_places_unref);
}

MwPlaces *
mw_game_files_for (MwFormat format)
{
  if (!games)
    read_games ();
  MwGame *game = mw_games_for (games, format);
  MwPlaces *places = game ? g_hash_table_lookup (opened, game) : NULL;
  if (game && !places) {
    places = mw_places_new (NULL, game);
    g_hash_table_insert (opened, game, places);
    g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);
    g_task_set_task_data (task, mw_places_ref (places), (GDestroyNotify) mw_places_unref);
    g_task_run_in_thread (task, open_archives);
  }
  return places ? mw_places_ref (places) : NULL;
}

void
mw_game_files_refresh (void)
{
  g_clear_pointer (&opened, g_hash_table_unref);
  g_clear_pointer (&games, g_ptr_array_unref);
}
