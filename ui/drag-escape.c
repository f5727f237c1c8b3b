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
