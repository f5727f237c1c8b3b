/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/ellipsis.h"

#include <string.h>

/* The tooltip of the label, or else of what it is in; NULL: there is none. */
static const char *
tooltip_around (GtkWidget *label)
{
  GtkWidget *at = label;
  while (at && !gtk_widget_get_tooltip_text (at))
    at = gtk_widget_get_parent (at);
  return at ? gtk_widget_get_tooltip_text (at) : NULL;
}

static gboolean
query_tooltip (GtkWidget *label, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer unused)
{
  PangoLayout *layout = gtk_label_get_layout (GTK_LABEL (label));
  const char *text = pango_layout_get_text (layout), *around = tooltip_around (label);
  /* GTK then shows the other tooltip. */
  if (!pango_layout_is_ellipsized (layout) || (around && strstr (around, text)))
    return FALSE;
  g_autofree char *both = around ? g_strdup_printf ("%s\n%s", text, around) : g_strdup (text);
  gtk_tooltip_set_text (tooltip, both);
  return TRUE;
}

void
mw_label_ellipsize (GtkWidget *label, PangoEllipsizeMode mode)
{
  gtk_label_set_ellipsize (GTK_LABEL (label), mode);
  /* A visible widget that gets a tooltip makes GTK 4.8 ask the X server where the pointer is (widgets.h). */
  const gboolean nowhere = gtk_widget_get_visible (label) && !gtk_widget_get_mapped (label);
  if (nowhere)
    gtk_widget_set_visible (label, FALSE);
  gtk_widget_set_has_tooltip (label, TRUE);
  if (nowhere)
    gtk_widget_set_visible (label, TRUE);
  g_signal_connect (label, "query-tooltip", G_CALLBACK (query_tooltip), NULL);
}
