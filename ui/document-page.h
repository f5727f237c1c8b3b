/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/document-tasks.h"
#include "ui/inspector.h"
#include "ui/outline.h"
#include "ui/sequences-table.h"
#include "ui/time-bar.h"
#include "ui/viewport.h"

/* One tab: a document, its file, and the panels around it.
 *
 * Signals: "state-changed": title, unsaved mark, undo or redo are others now; "status" (const char *): a line for the status
 * bar. */
#define MW_TYPE_DOCUMENT_PAGE (mw_document_page_get_type ())
G_DECLARE_FINAL_TYPE (MwDocumentPage, mw_document_page, MW, DOCUMENT_PAGE, GtkBox)

/* Takes the model out of `loaded`. */
GtkWidget *mw_document_page_new (MwLoaded *loaded);

MwDocument *mw_document_page_get_document (MwDocumentPage *self);
const char *mw_document_page_get_path (MwDocumentPage *self);
/* "Footman.mdx"; free with g_free(). */
char *mw_document_page_get_name (MwDocumentPage *self);
/* "MDX 800"; free with g_free(). */
char *mw_document_page_get_format_title (MwDocumentPage *self);

/* Saves to `path` (NULL: where it came from). The callback gets the page and a GAsyncResult for
 * mw_document_page_save_finish(), which has shown an error already. */
void mw_document_page_save_async (MwDocumentPage *self, const char *path, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer data);
gboolean mw_document_page_save_finish (MwDocumentPage *self, GAsyncResult *result, GError **error);
gboolean mw_document_page_is_saving (MwDocumentPage *self);

/* Panels, also by name for actions: "left", "right", "bottom", "view". */
MwOutline *mw_document_page_get_outline (MwDocumentPage *self);
MwInspector *mw_document_page_get_inspector (MwDocumentPage *self);
MwSequencesTable *mw_document_page_get_sequences (MwDocumentPage *self);
MwViewport *mw_document_page_get_viewport (MwDocumentPage *self);
MwTimeBar *mw_document_page_get_time_bar (MwDocumentPage *self);
void mw_document_page_show_panel (MwDocumentPage *self, const char *panel, gboolean show);
void mw_document_page_toggle_panel (MwDocumentPage *self, const char *panel);
/* All panels away, or back as they were. */
void mw_document_page_toggle_alone (MwDocumentPage *self);
/* What the banner says, or NULL. */
const char *mw_document_page_get_error (MwDocumentPage *self);
void mw_document_page_show_message (MwDocumentPage *self, const char *message);
