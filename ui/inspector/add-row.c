/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/add-row.h"
#include "ui/ellipsis.h"
#include "ui/widgets.h"

void
mw_add_row_init (MwAddRow *self, GtkBox *box, const char *label, const char *tooltip, GCallback clicked, gpointer data)
{
  self->row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_add_css_class (self->row, "field-row");
  self->state = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->state), 0);
  mw_label_ellipsize (self->state, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->state, TRUE);
  gtk_widget_add_css_class (self->state, "dim-label");
  GtkWidget *add = gtk_button_new_with_label (label);
  mw_widget_set_tooltip (add, tooltip);
  g_signal_connect (add, "clicked", clicked, data);
  gtk_box_append (GTK_BOX (self->row), self->state);
  gtk_box_append (GTK_BOX (self->row), add);
  self->error = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->error), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->error), 0);
  gtk_widget_add_css_class (self->error, "field-error");
  gtk_widget_set_visible (self->error, FALSE);
  gtk_box_append (box, self->row);
  gtk_box_append (box, self->error);
}

void
mw_add_row_show_error (MwAddRow *self, const char *message)
{
  gtk_label_set_text (GTK_LABEL (self->error), message ? message : "");
  gtk_widget_set_visible (self->error, message != NULL);
}
