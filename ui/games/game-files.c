/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/games/game-files.h"
#include "core/base/error.h"
#include "ui/i18n.h"

#include <gio/gio.h>
#include <string.h>

struct _MwGameFiles {
  GObject parent_instance;
  GPtrArray *games;   /* MwGame; NULL: not read yet */
  GError *unreadable; /* why the list could not be read */
  GHashTable *opened; /* MwGame -> MwPlaces */
  char *state;        /* of all games, when they were read */
};

G_DEFINE_FINAL_TYPE (MwGameFiles, mw_game_files, G_TYPE_OBJECT)

enum { CHANGED, FAILED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
mw_game_files_class_init (MwGameFilesClass *klass)
{
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_ERROR, G_TYPE_STRING);
}

static void
mw_game_files_init (MwGameFiles *self)
{}

MwGameFiles *
mw_game_files_get (void)
{
  static MwGameFiles *only;
  return only ? only : (only = g_object_new (MW_TYPE_GAME_FILES, NULL));
}

/* --- The list ------------------------------------------------------------------------------------------------------- */

/* Free with g_free(). */
static char *
state_of (const GPtrArray *games)
{
  GString *all = g_string_new (NULL);
  for (guint i = 0; i < games->len; i++) {
    const MwGame *game = games->pdata[i];
    g_autofree char *state = mw_game_state (game);
    g_string_append_printf (all, "%s\n%s", game->name, state);
  }
  return g_string_free (all, FALSE);
}

static void
read_games (MwGameFiles *self)
{
  if (self->games)
    return;
  g_autofree char *path = mw_games_path ();
  self->games = mw_games_read (path, &self->unreadable);
  self->opened = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) mw_places_unref);
  if (self->games) {
    self->state = state_of (self->games);
    return;
  }
  self->games = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_game_free);
  g_signal_emit (self, signals[FAILED], 0,
                 _ ("The list of games cannot be read, so no game is searched. Correct this file, or delete it and add "
                    "the games again."),
                 self->unreadable, NULL);
}

const GPtrArray *
mw_game_files_list (void)
{
  MwGameFiles *self = mw_game_files_get ();
  read_games (self);
  return self->games;
}

gboolean
mw_game_files_set_list (GPtrArray *games, GError **error)
{
  MwGameFiles *self = mw_game_files_get ();
  g_autoptr (GPtrArray) list = games;
  g_autofree char *path = mw_games_path ();
  mw_game_files_list ();
  if (self->unreadable) {
    g_propagate_error (error, g_error_copy (self->unreadable));
    return FALSE;
  }
  if (!mw_games_write (path, list, error))
    return FALSE;
  mw_game_files_refresh ();
  g_signal_emit (self, signals[CHANGED], 0);
  return TRUE;
}

void
mw_game_files_refresh (void)
{
  MwGameFiles *self = mw_game_files_get ();
  g_clear_pointer (&self->opened, g_hash_table_unref);
  g_clear_pointer (&self->games, g_ptr_array_unref);
  g_clear_pointer (&self->state, g_free);
  g_clear_error (&self->unreadable);
}

static void
look (GTask *task, gpointer source, gpointer unused, GCancellable *cancellable)
{
  g_autofree char *path = mw_games_path ();
  g_autoptr (GPtrArray) games = mw_games_read (path, NULL);
  g_task_return_pointer (task, games ? state_of (games) : NULL, g_free);
}

static void
looked (GObject *source, GAsyncResult *result, gpointer unused)
{
  MwGameFiles *self = MW_GAME_FILES (source);
  g_autofree char *state = g_task_propagate_pointer (G_TASK (result), NULL);
  /* An unreadable list has been reported, or will be when it is read. */
  if (!state || !self->state || strcmp (state, self->state) == 0)
    return;
  mw_game_files_refresh ();
  g_signal_emit (self, signals[CHANGED], 0);
}

void
mw_game_files_look_again (void)
{
  g_autoptr (GTask) task = g_task_new (mw_game_files_get (), NULL, looked, NULL);
  g_task_run_in_thread (task, look);
}

/* --- Their files ---------------------------------------------------------------------------------------------------- */

static void
open_archives (GTask *task, gpointer source, gpointer places, GCancellable *cancellable)
{
  mw_places_errors (places);
  g_task_return_boolean (task, TRUE);
}

static void
archives_opened (GObject *source, GAsyncResult *result, gpointer name)
{
  const GPtrArray *errors = mw_places_errors (g_task_get_task_data (G_TASK (result)));
  g_autofree char *game = name;
  g_autoptr (GString) more = g_string_new (NULL);
  for (guint i = 1; i < errors->len; i++) {
    g_autofree char *line = mw_error_describe (errors->pdata[i], NULL);
    g_string_append_printf (more, "%s\n", line);
  }
  if (errors->len == 0)
    return;
  g_autofree char *what = g_strdup_printf (
    ngettext ("%u archive of the game %s cannot be read; its other archives are searched.",
              "%u archives of the game %s cannot be read; its other archives are searched.", errors->len),
    errors->len, game);
  g_signal_emit (source, signals[FAILED], 0, what, errors->pdata[0], more->len ? more->str : NULL);
}

MwPlaces *
mw_game_files_of (const MwGame *game)
{
  MwGameFiles *self = mw_game_files_get ();
  read_games (self);
  MwPlaces *places = g_hash_table_lookup (self->opened, game);
  if (!places) {
    places = mw_places_new (NULL, game);
    g_hash_table_insert (self->opened, (gpointer) game, places);
    g_autoptr (GTask) task = g_task_new (self, NULL, archives_opened, g_strdup (game->name));
    g_task_set_task_data (task, mw_places_ref (places), (GDestroyNotify) mw_places_unref);
    g_task_run_in_thread (task, open_archives);
  }
  return mw_places_ref (places);
}

MwPlaces *
mw_game_files_again (MwPlaces *places)
{
  const MwGame *old = mw_places_game (places), *game = old ? mw_games_find (mw_game_files_list (), old->name) : NULL;
  return game && strcmp (game->folder, old->folder) == 0 ? mw_game_files_of (game) : mw_places_ref (places);
}

MwPlaces *
mw_game_files_for (MwFormat format)
{
  MwGame *game = mw_games_for (mw_game_files_list (), format);
  return game ? mw_game_files_of (game) : NULL;
}
