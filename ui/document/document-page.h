/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/document/changed-bar.h"
#include "ui/document/companions-table.h"
#include "ui/document/disk-watch.h"
#include "ui/document/document-tasks.h"
#include "ui/document/named-files.h"
#include "ui/inspector/inspector.h"
#include "ui/operations/operation-form.h"
#include "ui/outline/outline.h"
#include "ui/document/report-text.h"
#include "ui/time/sequences-table.h"
#include "ui/time/time-bar.h"
#include "ui/viewport/viewport.h"

/* One tab: a document, its file, and the panels around it.
 *
 * Signals: "state-changed": the title, the unsaved mark, or whether undo and redo are possible has changed; "status"
 * (const char *): a line for the status bar; "reload" (gboolean: the user asked for it): the file has to be read
 * again; "removed" (const char *): what the newest step removed, if that is more than one key; "compare": the user
 * wants to see the differences between the file and the open document. */
#define MW_TYPE_DOCUMENT_PAGE (mw_document_page_get_type ())
G_DECLARE_FINAL_TYPE (MwDocumentPage, mw_document_page, MW, DOCUMENT_PAGE, GtkBox)

/* Takes the model, the set and the report from `loaded`. */
GtkWidget *mw_document_page_new (MwLoaded *loaded);
/* Removes the document's journal (core/edit/journal.h), because the user has saved or discarded the changes. Later
 * edits have no journal. */
void mw_document_page_end_journal (MwDocumentPage *self);

MwDocument *mw_document_page_get_document (MwDocumentPage *self);
const char *mw_document_page_get_path (MwDocumentPage *self);
/* Where its file is in a game or an archive, which are not written; NULL: it is a file of its own. */
const MwOrigin *mw_document_page_get_origin (MwDocumentPage *self);
/* The broken file that its model was salvaged from, which no save may replace; NULL: it was not salvaged. */
const char *mw_document_page_get_broken (MwDocumentPage *self);
/* "Footman.mdx"; free with g_free(). */
char *mw_document_page_get_name (MwDocumentPage *self);
/* "WoW 3.3.5 · M2 264", and of a file in a game or an archive also that and which; free with g_free(). */
char *mw_document_page_get_format_title (MwDocumentPage *self);

/* The line that the page showed last in the status bar. */
const char *mw_document_page_get_status (MwDocumentPage *self);

/* A save has two halves; between them the user may have to answer a question. The callbacks get the page. The first
 * half writes the document in memory, verifies the result, and assigns it the path. The page is saving from this
 * call on. If finish returns an error, it has already been shown. */
void mw_document_page_write_async (MwDocumentPage *self, const char *path, const MwSaveOptions *options,
                                   GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
/* Free with mw_save_free(). */
MwSave *mw_document_page_write_finish (MwDocumentPage *self, GAsyncResult *result, GError **error);
/* What the user has to confirm first (mw_loss_question()); NULL if there is nothing. */
MwLossQuestion *mw_document_page_question (MwDocumentPage *self, const MwSave *save, gboolean replaces, gboolean again);
/* Ends a save that the user did not confirm. */
void mw_document_page_give_up_save (MwDocumentPage *self);
/* The second half replaces the files on the disk; takes `save`. After that they are the document's files, unless it
 * was converted. If finish returns an error, it has already been shown, except for MW_ERROR_CHANGED. */
void mw_document_page_commit_async (MwDocumentPage *self, MwSave *save, GCancellable *cancellable,
                                    GAsyncReadyCallback callback, gpointer data);
gboolean mw_document_page_commit_finish (MwDocumentPage *self, GAsyncResult *result, GError **error);
gboolean mw_document_page_is_saving (MwDocumentPage *self);

/* When another program changes the file, a page without unsaved changes emits "reload"; otherwise its banner asks
 * the user. */
MwDiskWatch *mw_document_page_get_watch (MwDocumentPage *self);
/* When another program changes a file that the model names, the page shows it and checks it again. */
MwNamedFiles *mw_document_page_get_named_files (MwDocumentPage *self);
/* Whether nothing would be lost if the file were read again: no unsaved step, no open transaction, no save in
 * progress, no text that is being typed. */
gboolean mw_document_page_is_untouched (MwDocumentPage *self);
/* Makes the new reading of a changed file a step of the document. FALSE, and nothing has changed, if the document
 * has changed since the reading began, or a transaction is open. Takes the set and the reports from `loaded`. */
gboolean mw_document_page_take_reload (MwDocumentPage *self, MwLoaded *loaded);
/* Commits text that is being typed. FALSE if it is not a valid value: its entry is marked, and a message is shown
 * that begins with `what` ("Not saved"; NULL: no message). */
gboolean mw_document_page_commit_typing (MwDocumentPage *self, const char *what);
/* Whether something would be lost if the page were closed. First commits text that is being typed; invalid text
 * would be lost too. */
gboolean mw_document_page_has_unsaved (MwDocumentPage *self);
/* While the file is being read again, no second reading is started. */
void mw_document_page_set_reloading (MwDocumentPage *self, gboolean reloading);
gboolean mw_document_page_is_reloading (MwDocumentPage *self);
/* Shows a line in the status bar. */
void mw_document_page_say (MwDocumentPage *self, const char *text);
/* Shows again the result of the last look at the disk. `error` (may be NULL) is why the file could not be read
 * again. */
void mw_document_page_consider_disk (MwDocumentPage *self, const GError *error);

/* Panels, also by name for actions: "left", "right", "bottom", "view". */
MwOutline *mw_document_page_get_outline (MwDocumentPage *self);
MwInspector *mw_document_page_get_inspector (MwDocumentPage *self);
MwViewport *mw_document_page_get_viewport (MwDocumentPage *self);
MwTimeBar *mw_document_page_get_time_bar (MwDocumentPage *self);
void mw_document_page_show_panel (MwDocumentPage *self, const char *panel, gboolean show);
/* Which panels are visible, and which tab of the bottom panel is open. */
typedef struct {
  gboolean outline, inspector, bottom, view, was_shown[3];
  int tab;
} MwPanels;
void mw_document_page_get_panels (MwDocumentPage *self, MwPanels *panels);
void mw_document_page_set_panels (MwDocumentPage *self, const MwPanels *panels);
void mw_document_page_toggle_panel (MwDocumentPage *self, const char *panel);
/* Hides all panels, or shows them as they were before. */
void mw_document_page_toggle_alone (MwDocumentPage *self);
/* Shows what has changed since the last save, and gives that list the focus. */
void mw_document_page_show_changes (MwDocumentPage *self);
/* Shows a form (mw_operation_form_is_beside()) beside the views until it is closed, in place of the outline and the inspector. The
 * tables take no input meanwhile, because the preview of the form is in the document. Escape closes it. */
void mw_document_page_dock (MwDocumentPage *self, MwOperationForm *form);
/* Closes that form, if there is one. */
void mw_document_page_close_form (MwDocumentPage *self);
void mw_document_page_show_message (MwDocumentPage *self, const char *message);
