/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* Adds a game to the list of ui/games/game-files.h: an install folder, which is recognised, or a folder with files that were taken out of a
 * game. */

/* Asks for the folder, and goes on as mw_add_game(). */
void mw_ask_game_folder (GtkWindow *parent);

/* Looks in a worker at the folder. A game that is recognised is added, and the list of games is shown with it. Otherwise a dialog says why
 * not, and what can be done: data in CASC must be extracted first, and any folder can be added as one with extracted files. `extracted`: the
 * user says that this is one. When a game was added, the views look for their files again by themselves. */
void mw_add_game (GtkWindow *parent, const char *folder, gboolean extracted);
