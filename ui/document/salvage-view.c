/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/salvage-view.h"
#include "ui/document/loss-dialog.h"
#include "ui/i18n.h"

char *
mw_salvage_summary (const MwSalvage *salvage)
{
  guint guessed = salvage->n - salvage->n_dropped;
  g_autofree char *dropped = g_strdup_printf (
    ngettext ("%u thing was dropped", "%u things were dropped", salvage->n_dropped), salvage->n_dropped);
  g_autofree char *guesses = g_strdup_printf (ngettext ("%u thing was guessed", "%u things were guessed", guessed),
                                              guessed);
  if (salvage->n_dropped && guessed)
    return g_strdup_printf (_ ("%s. %s."), dropped, guesses);
  return g_strdup_printf (_ ("%s."), guessed ? guesses : dropped);
}

char *
mw_salvaged_name (const char *file)
{
  g_autofree char *name = g_path_get_basename (file);
  char *dot = strrchr (name, '.');
  g_autofree char *suffix = g_strdup (dot ? dot : "");
  if (dot)
    *dot = '\0';
  return g_strdup_printf ("%s-salvaged%s", name, suffix);
}

static char *
lines_of (const MwSalvage *salvage)
{
  GString *lines = g_string_new (NULL);
  for (guint i = 0; i < salvage->entries->len; i++) {
    g_autofree char *line = mw_salvage_describe (&g_array_index (salvage->entries, MwSalvageEntry, i));
    g_string_append_printf (lines, "%s%s", i ? "\n" : "", line);
  }
  guint more = salvage->n - salvage->entries->len;
  if (more)
    g_string_append_printf (lines, "\n%s", _ ("More are not listed."));
  return g_string_free (lines, FALSE);
}

static void
copy (GtkButton *button, gpointer text)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (button)), text);
}

GtkWidget *
mw_salvage_view_new (const MwSalvage *salvage, const char *file)
{
  g_autofree char *lines = lines_of (salvage), *summary = mw_salvage_summary (salvage);
  GtkWidget *view = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *list = mw_lines_view_new (_ ("Salvaged"));
  mw_lines_view_set_text (list, lines);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (list), FALSE);
  gtk_scrolled_window_set_has_frame (GTK_SCROLLED_WINDOW (list), FALSE);
  gtk_widget_set_hexpand (list, TRUE);
  gtk_widget_set_vexpand (list, TRUE);
  gtk_box_append (GTK_BOX (view), list);
  GtkWidget *button = gtk_button_new_with_label (_ ("Copy List"));
  gtk_widget_add_css_class (button, "history-copy");
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (button, _ ("Copies what was dropped and guessed as text"));
  g_signal_connect_data (button, "clicked", G_CALLBACK (copy), g_strdup_printf ("%s\n%s\n%s\n", file, summary, lines),
                         (GClosureNotify) (void (*) (void)) g_free, 0);
  gtk_box_append (GTK_BOX (view), button);
  return view;
}
