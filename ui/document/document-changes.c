/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/changes-view.h"
#include "ui/document/document-page-private.h"
#include "ui/document/history-view.h"
#include "ui/i18n.h"

/* The page History of the lower panel: the steps, and beside them what has changed since the last save. */

void
mw_document_page_go_to (GtkWidget *panel, guint id, guint record, gpointer field, guint at, MwDocumentPage *self)
{
  MwId element = id;
  const guint n = id == mw_document_get_model (self->document)->record.id
                    ? 0
                    : 1; /* nothing selected is the model itself */
  mw_document_page_show_panel (self, "left", TRUE);
  mw_document_page_show_panel (self, "right", TRUE);
  mw_document_select (self->document, &element, n);
  if (record && field)
    mw_inspector_show_field (MW_INSPECTOR (self->inspector), record, field, at);
}

static void
refused (MwChangesView *view, const char *why, MwDocumentPage *self)
{
  mw_document_page_show_message (self, why);
}

void
mw_document_page_build_history (MwDocumentPage *self)
{
  enum { STEPS_WIDTH = 360 };
  self->history = mw_history_view_new (self->document);
  g_signal_connect_swapped (self->history, "said", G_CALLBACK (mw_document_page_say), self);
  self->changes = mw_changes_view_new (self->document);
  g_signal_connect (self->changes, "go", G_CALLBACK (mw_document_page_go_to), self);
  g_signal_connect (self->changes, "refused", G_CALLBACK (refused), self);
  self->history_page = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  gtk_paned_set_start_child (GTK_PANED (self->history_page), self->history);
  gtk_paned_set_end_child (GTK_PANED (self->history_page), self->changes);
  gtk_paned_set_resize_start_child (GTK_PANED (self->history_page), FALSE);
  gtk_paned_set_position (GTK_PANED (self->history_page), STEPS_WIDTH);
  gtk_notebook_append_page (GTK_NOTEBOOK (self->bottom), self->history_page, gtk_label_new (_ ("History")));
}

void
mw_document_page_show_changes (MwDocumentPage *self)
{
  GtkNotebook *bottom = GTK_NOTEBOOK (self->bottom);
  mw_document_page_show_panel (self, "bottom", TRUE);
  gtk_notebook_set_current_page (bottom, gtk_notebook_page_num (bottom, self->history_page));
  mw_changes_view_take_focus (MW_CHANGES_VIEW (self->changes));
}
