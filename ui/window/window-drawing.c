/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/window-drawing.h"
#include "core/render/gl.h"

static gboolean
has_software_gl (GdkDisplay *display)
{
  g_autoptr (GdkGLContext) context = gdk_display_create_gl_context (display, NULL);
  if (!context || !gdk_gl_context_realize (context, NULL))
    return FALSE;
  gdk_gl_context_make_current (context);
  MwGl gl;
  mw_gl_init_epoxy (&gl);
  gboolean software = mw_gl_is_software (&gl);
  gdk_gl_context_clear_current ();
  return software;
}

void
mw_choose_window_drawing (GdkDisplay *display)
{
  /* GTK looks for this data first. Setting the environment variable would affect programs that are started from here. */
  static const char key[] = "gsk-renderer";
  if (g_getenv ("GSK_RENDERER") || g_object_get_data (G_OBJECT (display), key) || !has_software_gl (display))
    return;
  g_object_set_data (G_OBJECT (display), key, (gpointer) "cairo");
}
