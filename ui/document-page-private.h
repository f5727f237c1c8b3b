/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/journal.h"
#include "core/save/acknowledged.h"
#include "ui/document-page.h"

/* A page, shared by its files:
 *   document-page.c     the panels, status line and banners
 *   document-saving.c   saving, and the journal
 *   document-disk.c     what other programs do to the files */

struct _MwDocumentPage {
  GtkBox parent_instance;
  MwDocument *document;
  MwAcknowledged *acknowledged; /* what the user knows of it */
  MwJournal *journal;           /* NULL: the user has seen to the document */
  char *status;                 /* what the status bar says while this page is shown */
  guint64 newest_step;          /* serial of the newest step that was ever looked at */
  MwDiskWatch *watch;
  gboolean lost;   /* the file went away when all was saved in it ... */
  guint64 lost_at; /* ... in this generation */
  gboolean saving, reloading;
  gboolean journal_failed;      /* and the banner says so */
  gboolean describes_selection; /* the status line does */
  GtkWidget *notices, *errors, *changed, *outline, *inspector, *sequences, *history, *bottom, *left_pane, *right_pane,
    *middle;
  GtkWidget *viewport, *time_bar, *view;
  GtkWidget *companions; /* NULL for formats of one file */
  gboolean was_shown[3]; /* outline, inspector, bottom panel: before the viewport was alone */
};

/* Shows what of the files could not be read into the model: what a text had beyond it, and companions that are missing. */
void mw_document_page_report_files (MwDocumentPage *self);
/* Shows the companions of the document's files, where the format has any. */
void mw_document_page_show_companions (MwDocumentPage *self);

/* Begins a journal, or goes on with the one that the document was recovered from (NULL: none). */
void mw_document_page_begin_journal (MwDocumentPage *self, MwRecovered *recovered);

/* Adds the banner about changes on the disk. */
void mw_document_page_build_changed_bar (MwDocumentPage *self);
/* Begins to watch the files. */
void mw_document_page_begin_watch (MwDocumentPage *self);
