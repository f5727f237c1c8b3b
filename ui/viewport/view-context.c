/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/view-context.h"

#define KEPT "mw-view-context"

/* With the surface of a window. A context has a reference to its surface, so that this must be dropped before the surface goes. */
typedef struct {
  GdkGLContext *context;
  MwPrograms *programs; /* NULL: none were compiled yet */
} Kept;

static void
kept_free (Kept *kept)
{
  gdk_gl_context_make_current (kept->context);
  g_clear_pointer (&kept->programs, mw_programs_unref);
  gdk_gl_context_clear_current ();
  g_object_unref (kept->context);
  g_free (kept);
}

/* Views of the window that are unrealized after this have references of their own. */
static void
window_unrealized (GtkNative *window)
{
  g_signal_handlers_disconnect_by_func (window, window_unrealized, NULL);
  g_object_set_data (G_OBJECT (gtk_native_get_surface (window)), KEPT, NULL);
}

static GdkGLContext *
make_context (GdkSurface *surface, GError **error)
{
  for (guint es = 0; es < 2; es++) {
    g_clear_error (error);
    g_autoptr (GdkGLContext) context = gdk_surface_create_gl_context (surface, error);
    if (!context)
      break;
    gdk_gl_context_set_allowed_apis (context, es ? GDK_GL_API_GLES : GDK_GL_API_GL);
    gdk_gl_context_set_required_version (context, 3, es ? 0 : 3);
    if (gdk_gl_context_realize (context, error))
      return g_steal_pointer (&context);
  }
  return NULL;
}

GdkGLContext *
mw_view_context_get (GtkNative *window, GError **error)
{
  GdkSurface *surface = gtk_native_get_surface (window);
  Kept *kept = g_object_get_data (G_OBJECT (surface), KEPT);
  if (!kept) {
    GdkGLContext *context = make_context (surface, error);
    if (!context)
      return NULL;
    kept = g_new0 (Kept, 1);
    kept->context = context;
    g_object_set_data_full (G_OBJECT (surface), KEPT, kept, (GDestroyNotify) kept_free);
    g_signal_connect (window, "unrealize", G_CALLBACK (window_unrealized), NULL);
  }
  return g_object_ref (kept->context);
}

MwPrograms *
mw_view_context_programs (GdkGLContext *context, const MwGl *gl, GError **error)
{
  Kept *kept = g_object_get_data (G_OBJECT (gdk_draw_context_get_surface (GDK_DRAW_CONTEXT (context))), KEPT);
  if (!kept->programs)
    kept->programs = mw_programs_new (gl, gdk_gl_context_get_use_es (context), error);
  return kept->programs;
}
