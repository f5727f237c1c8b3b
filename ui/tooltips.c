/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/tooltips.h"

#include <gtk/gtk.h>
#include <string.h>

/* GTK's class is private, so it is known by name only. */
#define TOOLTIP "GtkTooltipWindow"

static void
parent_changed (GtkWidget *tooltip, GParamSpec *parent, gpointer unused)
{
  if (!gtk_widget_get_parent (tooltip))
    gtk_widget_set_visible (tooltip, FALSE);
}

static gboolean
widget_mapped (GSignalInvocationHint *hint, guint n, const GValue *values, gpointer unused)
{
  GtkWidget *widget = g_value_get_object (values);
  if (strcmp (G_OBJECT_TYPE_NAME (widget), TOOLTIP) == 0
      && !g_signal_handler_find (widget, G_SIGNAL_MATCH_FUNC, 0, 0, NULL, parent_changed, NULL))
    g_signal_connect (widget, "notify::parent", G_CALLBACK (parent_changed), NULL);
  return TRUE;
}

void
mw_tooltips_hide_moved (void)
{
  /* A class has no signals before it is used. */
  g_autoptr (GTypeClass) used = g_type_class_ref (GTK_TYPE_WIDGET);
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, widget_mapped, NULL, NULL);
}
