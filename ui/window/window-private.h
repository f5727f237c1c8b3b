/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/window/window.h"

struct _MwWindow {
  GtkApplicationWindow parent_instance;
  GtkWidget *tabs, *over, *errors, *toast; /* the last two are over the tabs */
  GtkWidget *palette;                      /* the MwPalette that was opened last; weak */
  GtkWidget *start;                        /* MwStartPage: the last tab while it is shown, else in no tab */
  GtkWidget *before_start;                 /* the page that was shown before the start page; weak */
  GtkWidget *status_of; /* the page whose line the status bar shows; only compared, not dereferenced */
  GtkWidget *title, *unsaved, *subtitle, *undo, *redo, *save, *edit, *add;
  GtkWidget *status, *findings, *work, *spinner, *work_text, *progress, *cancel;
  GPtrArray *jobs;              /* GCancellable of each file that is being opened or saved */
  guint progress_timer;         /* runs while there are jobs */
  gboolean viewport_closed;     /* in all tabs */
  guint n_opened;               /* how many files the user has asked to open */
  gboolean inserting, removing; /* a page, which is not dragged */
  gboolean closing;             /* the user has answered all questions; the window may close */
};

/* Starts a job: the window shows `text`, a spinner and the progress (mw_progress_set()) until mw_window_end_job(),
 * which frees the job. Cancel in the window cancels it. */
GCancellable *mw_window_begin_job (MwWindow *self, const char *text);
void mw_window_end_job (MwWindow *self, GCancellable *job);
void mw_window_remove_page (MwWindow *self, MwDocumentPage *page);
/* The n-th document page in the order of the tabs; `n` is below mw_window_get_n_pages(). */
MwDocumentPage *mw_window_get_nth_page (MwWindow *self, guint n);
/* Shows the start page in a tab, or closes it again. Without documents it always stays. */
void mw_window_show_start (MwWindow *self, gboolean show);
/* Adds a file that was read or written to the recent files. */
void mw_window_note_recent (MwWindow *self, const char *path, MwFormat format);
/* Called when a save has succeeded, or failed or was cancelled. */
typedef void (*MwWindowAfter) (MwWindow *self, MwDocumentPage *page, gboolean saved, gpointer data);
/* Saves to `path` (NULL: the page's own file; if it has none that can be written, the user is asked) in the format of its suffix, else in the current format. Asks first if
 * something would be lost. `after` may be NULL. */
void mw_window_save_page (MwWindow *self, MwDocumentPage *page, const char *path, MwWindowAfter after, gpointer data);
/* Saves to `path` for a target ("wc3-2.0", see core/convert/targets.h), after asking. If its version is not the page's,
 * the result is a new model, which opens in another tab. An unknown target is ignored. */
void mw_window_save_page_for (MwWindow *self, MwDocumentPage *page, const char *path, const char *target);
/* The same to a path that the user was asked for. `asked` is what was typed: if `path` is another and exists, the user is asked about that. */
void mw_window_save_chosen (MwWindow *self, MwDocumentPage *page, const char *asked, const char *path,
                            MwSaveOptions options, MwWindowAfter after, gpointer data);
/* Asks for a place, then saves. A model of a game or an archive is proposed to be saved under its game path in the project folder. */
void mw_window_ask_save_as (MwWindow *self, MwDocumentPage *page, MwWindowAfter after, gpointer data);
/* Closes the page, after asking if it has unsaved changes. */
void mw_window_close_page (MwWindow *self, MwDocumentPage *page);
/* Whether the window may close now. FALSE: the user is asked about unsaved changes first; the window is closed
 * afterwards. */
gboolean mw_window_may_close (MwWindow *self);
void mw_window_ask_open (MwWindow *self);
/* Adds the filters for files of models, of archives too, and for all files. */
void mw_window_add_model_filters (GtkFileChooser *chooser, gboolean archives);
/* Lets the chooser begin in the folder of the page's file, or in the project folder. */
void mw_window_begin_beside (GtkFileChooser *chooser, MwDocumentPage *page);
/* Opens the document of a journal in a new tab (core/edit/recovery.h). `path` of the model (may be NULL) is only used
 * for messages. */
void mw_window_recover (MwWindow *self, const char *journal, const char *path);

/* Opens a file of a game or an archive, or shows the tab that has it. */
void mw_window_open_from (MwWindow *self, const MwOrigin *origin);
/* Opens what can be read of the broken file that the error banner is about, in a new tab. */
void mw_window_salvage_offered (MwWindow *self);
/* Opens what was dropped on the window. */
gboolean mw_window_files_dropped (GtkDropTarget *target, const GValue *value, double x, double y, MwWindow *self);
/* The setting whether opened models play, and the action that switches it. */
#define MW_PLAYS_WHEN_OPENED "play-when-opened"
/* Shows a line in the status bar. */
void mw_window_set_status (MwWindow *self, const char *text);
/* Puts a model that was read into a tab: at the place of its number in the order in which files were asked for. */
void mw_window_add_page (MwWindow *self, MwLoaded *loaded, guint order, gboolean plays);

/* Makes a page for a model that was read and puts it into a tab at `position`. Takes of `loaded` what
 * mw_document_page_new() takes. */
MwDocumentPage *mw_window_insert_page (MwWindow *self, MwLoaded *loaded, int position);
/* Gives `to` the place of `from` in the order of the tabs. */
void mw_window_move_order (MwDocumentPage *from, MwDocumentPage *to);

/* Puts a page that has no window into a tab at `position`. */
void mw_window_put_page (MwWindow *self, MwDocumentPage *page, int position);

/* window-tabs.c */
/* Shows the page for which `is_it` returns TRUE, in whatever window it is. FALSE: there is none. */
gboolean mw_window_show_page_of (MwWindow *self, gboolean (*is_it) (MwDocumentPage *page, gconstpointer data),
                                 gconstpointer data);
/* A tab was dragged out of the window, or into it. */
void mw_window_tab_left (MwWindow *self);
void mw_window_tab_arrived (MwWindow *self, MwDocumentPage *page);
/* The notebook of a new window for a tab that was dragged to where none is. */
GtkNotebook *mw_window_create_for_tab (GtkNotebook *tabs, GtkWidget *page, MwWindow *self);
/* Lets tabs be dropped on a page of a window: one of the same window gets a new window, one of another comes to this one. */
void mw_window_accept_tabs (GtkWidget *inside);
/* Action: moves the tab on show to a new window. */
void mw_window_detach_tab (GtkWidget *widget, const char *action, GVariant *parameter);

/* window-reload.c */
/* Reads the file of a page again. If possible this is one step of its document, which keeps history and view; else a
 * new document replaces it, after asking if there are unsaved changes. `wanted`: the user asked for it; if not, nothing
 * happens while there are unsaved changes. */
void mw_window_reload_page (MwWindow *self, gboolean wanted, MwDocumentPage *page);
/* Checks the files of all pages for changes by other programs. */
void mw_window_look_at_disk (MwWindow *self);

/* window-copies.c */
/* Action: asks for test copies of the page on show, and saves them. */
void mw_window_save_test_copies (GtkWidget *widget, const char *action, GVariant *parameter);

/* window-games.c */
/* Shows in the window what goes wrong with the list of games and with their archives. */
void mw_window_watch_games (MwWindow *self);
/* Actions: shows the list of games; adds one; shows their files. */
void mw_window_show_games (GtkWidget *widget, const char *action, GVariant *parameter);
void mw_window_add_game (GtkWidget *widget, const char *action, GVariant *parameter);
void mw_window_browse_games (GtkWidget *widget, const char *action, GVariant *parameter);

/* window-actions.c */
void mw_window_install_actions (GtkWidgetClass *klass);
void mw_window_update_actions (MwWindow *self);
