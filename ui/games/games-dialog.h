/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* The list of games (ui/games/game-files.h), and for each the archives and folders that are searched, the first first. Both can be reordered and
 * shortened. Each change is written at once. */
#define MW_TYPE_GAMES_DIALOG (mw_games_dialog_get_type ())
G_DECLARE_FINAL_TYPE (MwGamesDialog, mw_games_dialog, MW, GAMES_DIALOG, GtkWindow)

/* Shows the dialog of a window, with the game of this name chosen (NULL: the first). If `window` is such a dialog, or has one, it is that. */
void mw_games_dialog_show (GtkWindow *window, const char *name);
