/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/games/add-game.h"
#include "ui/error-bar.h"
#include "ui/games/game-browser.h"
#include "ui/games/game-files.h"
#include "ui/games/games-dialog.h"
#include "ui/window/window-private.h"

/* What a window has to do with games and archives. */

void
mw_window_show_games (GtkWidget *widget, const char *action, GVariant *parameter)
{
  mw_games_dialog_show (GTK_WINDOW (widget), NULL);
}

void
mw_window_add_game (GtkWidget *widget, const char *action, GVariant *parameter)
{
  mw_ask_game_folder (GTK_WINDOW (widget));
}

void
mw_window_browse_games (GtkWidget *widget, const char *action, GVariant *parameter)
{
  mw_game_browser_show (MW_WINDOW (widget));
}

static void
games_failed (MwGameFiles *files, const char *what, const GError *error, const char *more, MwWindow *self)
{
  if (self->tabs)
    mw_error_bar_show_errors (MW_ERROR_BAR (self->errors), what, error, NULL, more);
}

void
mw_window_watch_games (MwWindow *self)
{
  g_signal_connect_object (mw_game_files_get (), "failed", G_CALLBACK (games_failed), self, 0);
}
