/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/changed-bar.h"
#include "ui/companions-table.h"
#include "ui/disk-watch.h"
#include "ui/document-tasks.h"
#include "ui/inspector.h"
#include "ui/outline.h"
#include "ui/report-text.h"
#include "ui/sequences-table.h"
#include "ui/time-bar.h"
#include "ui/viewport.h"

/* One tab: a document, its file, and the panels around it.
 *
 * Signals: "state-changed": title, unsaved mark, undo or redo are others now; "status" (const char *): a line for the status
 * bar; "reload" (gboolean: by the user): the file is to be read again; "removed" (const char *): what the step that was just made
 * removed, where that is more than one key; "compare": what differs between the file and what is open is to be shown. */
#define MW_TYPE_DOCUMENT_PAGE (mw_document_page_get_type ())
G_DECLARE_FINAL_TYPE (MwDocumentPage, mw_document_page, MW, DOCUMENT_PAGE, GtkBox)

/* Takes the model, the set and the report out of `loaded`. */
GtkWidget *mw_document_page_new (MwLoaded *loaded);
/* Removes the document's journal (core/edit/journal.h), because the user has saved or given up the changes. Later edits have none. */
void mw_document_page_end_journal (MwDocumentPage *self);

MwDocument *mw_document_page_get_document (MwDocumentPage *self);
const char *mw_document_page_get_path (MwDocumentPage *self);
/* "Footman.mdx"; free with g_free(). */
char *mw_document_page_get_name (MwDocumentPage *self);
/* "WoW 3.3.5 · M2 264"; free with g_free(). */
char *mw_document_page_get_format_title (MwDocumentPage *self);

/* The last line that the page showed in the status bar. */
const char *mw_document_page_get_status (MwDocumentPage *self);

/* A save has two halves, with a question between them where there is something to ask. The callbacks get the page. The first half
 * writes the document in memory, proves it, and gives it the path. When finish returns an error, it has been shown. From here on the
 * page is saving. */
void mw_document_page_write_async (MwDocumentPage *self, const char *path, const MwSaveOptions *options,
                                   GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
/* Free with mw_save_free(). */
MwSave *mw_document_page_write_finish (MwDocumentPage *self, GAsyncResult *result, GError **error);
/* What the user must know first (mw_loss_question()); NULL: nothing. */
MwLossQuestion *mw_document_page_question (MwDocumentPage *self, const MwSave *save, gboolean replaces, gboolean again);
/* The answer was no. */
void mw_document_page_give_up_save (MwDocumentPage *self);
/* The second half replaces the files on the disk (`save` is taken over). From then on they are the document's files, unless it was
 * converted. When finish returns an error, it has been shown, except for MW_ERROR_CHANGED. */
void mw_document_page_commit_async (MwDocumentPage *self, MwSave *save, GCancellable *cancellable,
                                    GAsyncReadyCallback callback, gpointer data);
gboolean mw_document_page_commit_finish (MwDocumentPage *self, GAsyncResult *result, GError **error);
gboolean mw_document_page_is_saving (MwDocumentPage *self);

/* Another program may change the file. Without unsaved changes here the page emits "reload"; otherwise its banner asks the user. */
MwDiskWatch *mw_document_page_get_watch (MwDocumentPage *self);
MwChangedBar *mw_document_page_get_changed_bar (MwDocumentPage *self);
/* Whether nothing would be lost if the file were read again: no unsaved step, no open gesture, no text that is being typed. */
gboolean mw_document_page_is_untouched (MwDocumentPage *self);
/* Makes the reading of a changed file a step of the document. FALSE, and nothing has changed: the document is not as it was when the
 * reading began, or a transaction is open. Takes the set and the reports out of `loaded`. */
gboolean mw_document_page_take_reload (MwDocumentPage *self, MwLoaded *loaded);
/* Commits text that is being typed. FALSE: it is no valid value; its entry is marked, and a message says so, beginning with `what`
 * ("Not saved"). NULL: no message. */
gboolean mw_document_page_commit_typing (MwDocumentPage *self, const char *what);
/* Whether something would be lost if the page were closed. Commits text that is being typed first; invalid text would be lost too. */
gboolean mw_document_page_has_unsaved (MwDocumentPage *self);
/* While the file is being read again, no second reading begins. */
void mw_document_page_set_reloading (MwDocumentPage *self, gboolean reloading);
gboolean mw_document_page_is_reloading (MwDocumentPage *self);
/* Shows a line in the status bar. */
void mw_document_page_say (MwDocumentPage *self, const char *text);
/* Shows again what the last look at the disk found; `error` (may be NULL) is why the file could not be read again. */
void mw_document_page_consider_disk (MwDocumentPage *self, const GError *error);

/* Panels, also by name for actions: "left", "right", "bottom", "view". */
MwOutline *mw_document_page_get_outline (MwDocumentPage *self);
MwInspector *mw_document_page_get_inspector (MwDocumentPage *self);
MwSequencesTable *mw_document_page_get_sequences (MwDocumentPage *self);
/* NULL for formats of one file. */
MwCompanionsTable *mw_document_page_get_companions (MwDocumentPage *self);
MwViewport *mw_document_page_get_viewport (MwDocumentPage *self);
MwTimeBar *mw_document_page_get_time_bar (MwDocumentPage *self);
void mw_document_page_show_panel (MwDocumentPage *self, const char *panel, gboolean show);
/* Which panels are shown, and which tab of the lower one is open. */
typedef struct {
  gboolean outline, inspector, bottom, view, was_shown[3];
  int tab;
} MwPanels;
void mw_document_page_get_panels (MwDocumentPage *self, MwPanels *panels);
void mw_document_page_set_panels (MwDocumentPage *self, const MwPanels *panels);
void mw_document_page_toggle_panel (MwDocumentPage *self, const char *panel);
/* Hides all panels, or shows them as they were before. */
void mw_document_page_toggle_alone (MwDocumentPage *self);
void mw_document_page_show_message (MwDocumentPage *self, const char *message);
/* The texts of the banners, or NULL: about the file as it was read, and what went wrong. */
const char *mw_document_page_get_notice (MwDocumentPage *self);
const char *mw_document_page_get_error (MwDocumentPage *self);
