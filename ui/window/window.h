/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/document/document-page.h"
#include "ui/toast.h"

/* The main window: header bar, tabs of documents or the start page, status bar. Actions (win.): open, open-path (s),
 * play-path (s), save, save-as, save-test-copies, review-changes, save-picture, attach-model, detach-model, undo, redo, close-tab, detach-tab, next-tab, previous-tab, find, operation (s), panel-left,
 * panel-right, panel-bottom, panel-view, viewport-alone, show-start, open-game, games, add-game. */
#define MW_TYPE_WINDOW (mw_window_get_type ())
G_DECLARE_FINAL_TYPE (MwWindow, mw_window, MW, WINDOW, GtkApplicationWindow)

GtkWidget *mw_window_new (GtkApplication *application);
/* Opens a file in a tab, or shows the tab that has it; of an archive (core/vfs/archive.h) it shows the files. A new tab plays (mw_time_bar_play_stand()) unless the user has
 * switched that off by the setting play-when-opened, which is also the action win.play-when-opened. */
void mw_window_open (MwWindow *self, const char *path);
/* The same, and plays it whatever the setting (mw_time_bar_play_stand()). */
void mw_window_open_playing (MwWindow *self, const char *path);
/* The document on show, or NULL. */
MwDocumentPage *mw_window_get_page (MwWindow *self);
guint mw_window_get_n_pages (MwWindow *self);
/* Whether the start page is on show. */
gboolean mw_window_is_start_shown (MwWindow *self);
