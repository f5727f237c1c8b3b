/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/document-page-private.h"
#include "ui/i18n.h"
#include "ui/problems/problems-panel.h"

/* The page Problems of the lower panel. Its tab has the number of problems. */

static void
counted (MwProblemsPanel *panel, guint n, GtkLabel *tab)
{
  g_autofree char *text = n ? g_strdup_printf (_ ("Problems (%u)"), n) : g_strdup (_ ("Problems"));
  gtk_label_set_text (tab, text);
}

void
mw_document_page_build_problems (MwDocumentPage *self)
{
  GtkWidget *problems = mw_problems_panel_new (self->document), *tab = gtk_label_new (_ ("Problems"));
  g_signal_connect (problems, "go", G_CALLBACK (mw_document_page_go_to), self);
  g_signal_connect_swapped (problems, "said", G_CALLBACK (mw_document_page_show_message), self);
  g_signal_connect_object (problems, "counted", G_CALLBACK (counted), tab, 0);
  gtk_notebook_append_page (GTK_NOTEBOOK (self->bottom), problems, tab);
}
