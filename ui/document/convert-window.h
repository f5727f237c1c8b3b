/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/window/window.h"

/* Convert Files: converts the models of a folder, or files that were dropped here, for a game or into another kind of file. It does
 * what `mwright convert --out-dir` does, and asks before it replaces files. It works while models are edited in the other windows. */
#define MW_TYPE_CONVERT_WINDOW (mw_convert_window_get_type ())
G_DECLARE_FINAL_TYPE (MwConvertWindow, mw_convert_window, MW, CONVERT_WINDOW, GtkWindow)

/* Shows the one of this window; it is made the first time. */
GtkWidget *mw_convert_window_show (MwWindow *window);
/* Takes files and folders (paths; NULL-terminated) instead of the folder that it shows. Not while it converts. */
void mw_convert_window_take (MwConvertWindow *self, const char *const *paths);
/* Whether files are being searched for or converted. */
gboolean mw_convert_window_is_busy (MwConvertWindow *self);
