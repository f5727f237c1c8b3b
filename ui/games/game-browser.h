/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/window/window.h"

/* The files of a game or of an archive, searched while the user types (core/vfs/name-search.h). A worker reads the list. Models are opened,
 * and any files extracted, in the window that the browser belongs to. */
#define MW_TYPE_GAME_BROWSER (mw_game_browser_get_type ())
G_DECLARE_FINAL_TYPE (MwGameBrowser, mw_game_browser, MW, GAME_BROWSER, GtkWindow)

/* Shows the games of the list (ui/games/game-files.h), first the one for the model in view. It begins with what was typed last. */
void mw_game_browser_show (MwWindow *window);
/* Shows one archive. `title` is for people. */
void mw_game_browser_show_archive (MwWindow *window, MwPlaces *archive, const char *title);
/* Whether the list is being read (for tests). */
gboolean mw_game_browser_is_reading (MwGameBrowser *self);
