/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/window.h"

struct _MwWindow {
  GtkApplicationWindow parent_instance;
  GtkWidget *tabs, *errors, *toast;
  GtkWidget *start;        /* MwStartPage: the last tab while it is shown, else in none */
  GtkWidget *before_start; /* the page that was shown before it; weak */
  GtkWidget *status_of;    /* whose line the status bar shows: not dereferenced */
  GtkWidget *title, *subtitle, *undo, *redo, *save;
  GtkWidget *status, *work, *spinner, *work_text, *progress, *cancel;
  GPtrArray *jobs;          /* GCancellable of what is being opened or saved */
  guint progress_timer;     /* while there are any */
  gboolean viewport_closed; /* of all tabs */
  guint n_opened;           /* files that were asked for so far */
  gboolean closing;         /* asked, and all is answered */
};

/* Each job shows the spinner until it is done, and how far it is (mw_progress_tell()). */
GCancellable *mw_window_begin_job (MwWindow *self, const char *text);
void mw_window_end_job (MwWindow *self, GCancellable *job);
void mw_window_set_status (MwWindow *self, const char *text);
/* Title, tabs, and what can be done now. */
void mw_window_refresh (MwWindow *self);
void mw_window_remove_page (MwWindow *self, MwDocumentPage *page);
/* The documents' pages, in the order of their tabs; `n` is below mw_window_get_n_pages(). */
MwDocumentPage *mw_window_get_nth_page (MwWindow *self, guint n);
/* Shows the start page in a tab of its own, or goes back from it; without documents it stays. */
void mw_window_show_start (MwWindow *self, gboolean show);
/* The file was read or written: it belongs among the recent ones. */
void mw_window_note_recent (MwWindow *self, const char *path, MwFormat format);
/* What to do when the user gave up a save, or it worked. */
typedef void (*MwWindowAfter) (MwWindow *self, MwDocumentPage *page, gboolean saved, gpointer data);
/* Saves to `path` (NULL: where it came from) in the format that its name says (else that of now), after asking where
 * something would be lost. */
void mw_window_save_page (MwWindow *self, MwDocumentPage *page, const char *path, MwWindowAfter after, gpointer data);
/* Saves to `path` for a target ("wc3-2.0", see core/convert/targets.h), after asking. Another version than the page's is a
 * model of its own, which opens in another tab. A word that names no target does nothing. */
void mw_window_save_page_for (MwWindow *self, MwDocumentPage *page, const char *path, const char *target);
void mw_window_ask_save_as (MwWindow *self, MwDocumentPage *page);
/* Closes the page, after asking if it has unsaved changes. */
void mw_window_close_page (MwWindow *self, MwDocumentPage *page);
/* FALSE: asks first, and closes the window later. */
gboolean mw_window_may_close (MwWindow *self);
void mw_window_ask_open (MwWindow *self);
/* Opens what a journal holds in a tab of its own (core/edit/recovery.h). `path`: of the model, for what is said meanwhile. */
void mw_window_recover (MwWindow *self, const char *journal, const char *path);

/* A page of a model that was read, in the tab at `position`. Takes what mw_document_page_new() takes. */
MwDocumentPage *mw_window_insert_page (MwWindow *self, MwLoaded *loaded, int position);
/* `to` stands in the order of tabs where `from` did. */
void mw_window_move_order (MwDocumentPage *from, MwDocumentPage *to);

/* window-reload.c */
/* Reads the file of a page again: as a step of its document, which keeps all else; where that cannot be, as a new document in its
 * place, after asking where something is not saved. `wanted`: the user asked for it; otherwise nothing happens where something
 * is not saved. */
void mw_window_reload_page (MwWindow *self, gboolean wanted, MwDocumentPage *page);
/* Whether the files of all pages are still what they were. */
void mw_window_look_at_disk (MwWindow *self);

/* window-actions.c */
void mw_window_install_actions (GtkWidgetClass *klass);
void mw_window_update_actions (MwWindow *self);
