/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets.h"

void
mw_box_clear (GtkWidget *box)
{
  GtkWidget *child;
  while ((child = gtk_widget_get_first_child (box)))
    gtk_box_remove (GTK_BOX (box), child);
}

guint
mw_before_frame (GSourceFunc func, gpointer data)
{
  /* Above GTK_PRIORITY_RESIZE and GDK_PRIORITY_REDRAW. */
  return g_idle_add_full (G_PRIORITY_HIGH_IDLE, func, data, NULL);
}

void
mw_disconnect (gpointer instance, gpointer data)
{
  if (instance)
    g_signal_handlers_disconnect_by_data (instance, data);
}

void
mw_widget_set_css_class (GtkWidget *widget, const char *css_class, gboolean on)
{
  if (on)
    gtk_widget_add_css_class (widget, css_class);
  else
    gtk_widget_remove_css_class (widget, css_class);
}
