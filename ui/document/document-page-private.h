/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/journal.h"
#include "core/save/acknowledged.h"
#include "ui/document/document-page.h"
#include "ui/document/source-view.h"

/* The structure of a page, used by these files: document-page.c (panels, status line and banners), document-saving.c
 * (saving and the journal), document-changes.c (history and unsaved changes), document-disk.c (changes by other programs), document-images.c (images). */

struct _MwDocumentPage {
  GtkBox parent_instance;
  MwDocument *document;
  MwAcknowledged *acknowledged; /* what the user has been told about the document */
  MwSalvage *salvage;           /* what was dropped or guessed when the model was salvaged; or NULL */
  char *broken;                 /* the path of the file that it was salvaged from; or NULL */
  MwOrigin *origin;             /* its file is in a game or an archive; NULL: it is not */
  MwJournal *journal;           /* NULL after the user has saved or discarded the changes */
  char *status;                 /* text for the status bar while this page is shown */
  guint64 newest_step;          /* serial of the newest step so far */
  MwDiskWatch *watch;
  MwNamedFiles *named;
  gboolean lost;   /* the file was deleted when everything was saved ... */
  guint64 lost_at; /* ... at this generation */
  gboolean saving, reloading;
  gboolean journal_failed;      /* the error banner reports it */
  gboolean describes_selection; /* the status line describes the selection */
  GtkWidget *banners;           /* over the view */
  GtkWidget *notices, *errors, *changed, *outline, *inspector, *sequences, *dope, *visibility, *history, *changes,
    *history_page, *bytes, *bottom, *left_pane, *right_pane, *middle;
  GtkWidget *viewport, *time_bar, *time_bars, *view;
  GtkWidget *across;                         /* the panels, and beside them ... */
  MwOperationForm *form;                     /* a form of an operation; or NULL */
  MwSourceView *source_view;                 /* the other model of that form; NULL without a form */
  gboolean outline_hidden, inspector_hidden; /* by that form */
  GtkWidget *adjust;                         /* MwOperatorPanel, over the viewport */
  GtkWidget *images;                         /* MwTextureBrowser, in the lower panel */
  GtkWidget *companions;                     /* NULL for formats with a single file */
  gboolean was_shown[3];                     /* outline, inspector, bottom panel: before only the viewport was shown */
};

/* Shows what could not be read into the model: parts of a text that are not kept, and missing companions. */
void mw_document_page_report_files (MwDocumentPage *self);
/* Shows the companions of the document's files, if the format has any. */
void mw_document_page_show_companions (MwDocumentPage *self);

/* Begins a journal, or continues the one from which the document was recovered (NULL: none). */
void mw_document_page_begin_journal (MwDocumentPage *self, MwRecovered *recovered);

/* Adds the page of the history and of the unsaved changes to the lower panel. */
void mw_document_page_build_history (MwDocumentPage *self);
/* Adds the page of what the checker finds. */
void mw_document_page_build_problems (MwDocumentPage *self);
/* Handles the signal "go" of a panel: selects an element, and shows a property of it or of its track in the inspector. `record` 0 or
 * `field` NULL: no property. */
void mw_document_page_go_to (GtkWidget *panel, guint element, guint record, gpointer field, guint at,
                             MwDocumentPage *self);

/* Makes the list of images, and lets images be dropped on the outline and the inspector. */
void mw_document_page_build_images (MwDocumentPage *self);
/* After the viewport was made. */
void mw_document_page_build_checks (MwDocumentPage *self);
/* The model has another path: its images are looked for from there. */
void mw_document_page_move_images (MwDocumentPage *self, const char *path);
/* Looks for all images again, also those on the model. */
void mw_document_page_look_for_images (MwDocumentPage *self);

/* Adds the banner about changes on the disk. */
void mw_document_page_build_changed_bar (MwDocumentPage *self);
/* Starts watching the files. */
void mw_document_page_begin_watch (MwDocumentPage *self);
