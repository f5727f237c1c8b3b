/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/drag-escape.h"

#ifdef GDK_WINDOWING_X11
#include <X11/extensions/XI2.h>
#include <X11/extensions/XInput2.h>
#include <gdk/x11/gdkx.h>

static gboolean
is_escape (GdkDisplay *display, int keycode)
{
  g_autofree GdkKeymapKey *keys = NULL;
  int n = 0;
  gboolean found = FALSE;
  if (gdk_display_map_keyval (display, GDK_KEY_Escape, &keys, &n))
    for (int i = 0; i < n; i++)
      found |= (int) keys[i].keycode == keycode;
  return found;
}

static gboolean
x_event (GdkDisplay *display, gpointer event, GtkDragSource *source)
{
  const XGenericEventCookie *cookie = &((XEvent *) event)->xcookie;
  if (((XEvent *) event)->type != GenericEvent || cookie->evtype != XI_KeyPress || !cookie->data)
    return FALSE;
  const XIDeviceEvent *key = cookie->data;
  if (key->event != key->root || !is_escape (display, key->detail))
    return FALSE;
  gtk_drag_source_drag_cancel (source);
  return TRUE;
}

static void
began (GtkDragSource *source, GdkDrag *drag)
{
  GdkDisplay *display = gdk_drag_get_display (drag);
  if (GDK_IS_X11_DISPLAY (display))
    g_signal_connect_object (display, "xevent", G_CALLBACK (x_event), source, 0);
}

static void
ended (GtkDragSource *source, GdkDrag *drag)
{
  g_signal_handlers_disconnect_by_func (gdk_drag_get_display (drag), x_event, source);
}
#endif

void
mw_drag_ends_on_escape (GtkDragSource *source)
{
#ifdef GDK_WINDOWING_X11
  g_signal_connect (source, "drag-begin", G_CALLBACK (began), NULL);
  g_signal_connect (source, "drag-end", G_CALLBACK (ended), NULL);
#endif
}

/* --- Rubberband ------------------------------------------------------------------------------------------------------ */

static gboolean
has_rubberband (GtkWidget *view)
{
  for (GtkWidget *child = gtk_widget_get_first_child (view); child; child = gtk_widget_get_next_sibling (child))
    if (g_strcmp0 (gtk_widget_get_css_name (child), "rubberband") == 0)
      return TRUE;
  return FALSE;
}

/* GTK 4.8 selects the rows even of a drag that was cancelled, so the selection is put back. */
static gboolean
end_rubberband (GtkEventControllerKey *key, guint keyval, guint keycode, GdkModifierType state, GtkWidget *view)
{
  if (keyval != GDK_KEY_Escape || !has_rubberband (view))
    return FALSE;
  GtkSelectionModel *model = gtk_list_view_get_model (GTK_LIST_VIEW (view));
  g_autoptr (GtkBitset) selection = gtk_selection_model_get_selection (model), before = gtk_bitset_copy (selection),
                        all = gtk_bitset_new_range (0, g_list_model_get_n_items (G_LIST_MODEL (model)));
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (view);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
    if (GTK_IS_GESTURE_DRAG (controller))
      gtk_event_controller_reset (controller);
  }
  gtk_selection_model_set_selection (model, before, all);
  return TRUE;
}

void
mw_rubberband_ends_on_escape (GtkListView *view)
{
  GtkEventController *key = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (key, GTK_PHASE_CAPTURE);
  g_signal_connect (key, "key-pressed", G_CALLBACK (end_rubberband), view);
  gtk_widget_add_controller (GTK_WIDGET (view), key);
}
