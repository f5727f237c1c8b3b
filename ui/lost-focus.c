/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/lost-focus.h"

#include <gtk/gtk.h>

/* Runs before GTK's own handler. With no focus, a key goes to the window itself, where its shortcuts are found. GTK still moves the focus
 * after the frame. */
static gboolean
surface_event (GSignalInvocationHint *hint, guint n, const GValue *values, gpointer unused)
{
  GdkEvent *event = g_value_get_pointer (&values[1]);
  GtkNative *native = gtk_native_get_for_surface (GDK_SURFACE (g_value_get_object (&values[0])));
  if (!native || gdk_event_get_event_type (event) != GDK_KEY_PRESS)
    return TRUE;
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (native));
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;
  if (focus && gtk_widget_get_root (focus) != root)
    gtk_root_set_focus (root, NULL);
  return TRUE;
}

void
mw_lost_focus_keeps_keys (void)
{
  /* A class has no signals before it is used. */
  g_autoptr (GTypeClass) used = g_type_class_ref (GDK_TYPE_SURFACE);
  g_signal_add_emission_hook (g_signal_lookup ("event", GDK_TYPE_SURFACE), 0, surface_event, NULL, NULL);
}
