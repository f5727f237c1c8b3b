/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/empty-note.h"

GtkWidget *
mw_empty_note_new (GCallback clicked, gpointer data)
{
  GtkWidget *note = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12), *text = gtk_label_new (NULL),
            *button = gtk_button_new_with_label ("");
  gtk_widget_add_css_class (note, "empty-note");
  gtk_widget_set_valign (note, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (note, FALSE);
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  /* The text may be a word that the user typed, however long it is. */
  gtk_label_set_wrap_mode (GTK_LABEL (text), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_justify (GTK_LABEL (text), GTK_JUSTIFY_CENTER);
  gtk_label_set_max_width_chars (GTK_LABEL (text), 60);
  gtk_widget_add_css_class (text, "dim-label");
  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  if (clicked)
    g_signal_connect_swapped (button, "clicked", clicked, data);
  gtk_box_append (GTK_BOX (note), text);
  gtk_box_append (GTK_BOX (note), button);
  return note;
}

void
mw_empty_note_set (GtkWidget *note, const char *text, const char *button)
{
  GtkWidget *label = gtk_widget_get_first_child (note), *below = gtk_widget_get_next_sibling (label);
  gtk_widget_set_visible (note, text != NULL);
  if (!text)
    return;
  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_widget_set_visible (below, button != NULL);
  if (button)
    gtk_button_set_label (GTK_BUTTON (below), button);
}
