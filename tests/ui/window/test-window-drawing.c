/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "ui/window/window-drawing.h"

static const char *
renderer_of (GtkWidget *widget)
{
  return G_OBJECT_TYPE_NAME (gtk_native_get_renderer (gtk_widget_get_native (widget)));
}

static gboolean
is_mapped (gpointer widget)
{
  return gtk_widget_get_mapped (widget);
}

/* The tests run with software OpenGL. */
static void
test_software (void)
{
  g_autofree char *path = fixture_sample ("figure.mdx");
  MwWindow *window = fixture_window ();
  MwDocumentPage *page = fixture_open (window, path);
  g_assert_cmpstr (renderer_of (GTK_WIDGET (window)), ==, "GskCairoRenderer");
  /* Popups have windows of their own. */
  GtkWidget *chooser = fixture_sequence_chooser (mw_document_page_get_time_bar (page));
  gtk_widget_activate (chooser);
  GtkWidget *popover = find_type (chooser, GTK_TYPE_POPOVER);
  g_assert_true (fixture_until (is_mapped, popover));
  g_assert_cmpstr (renderer_of (popover), ==, "GskCairoRenderer");
  gtk_popover_popdown (GTK_POPOVER (popover));
  fixture_settle ();
  /* The model is still drawn. */
  MwViewport *viewport = mw_document_page_get_viewport (page);
  g_assert_null (find_words (GTK_WIDGET (viewport), "cannot be drawn"));
  g_assert_cmpuint (mw_viewport_get_n_frames (viewport), >, 0);
  fixture_end (window);
}

/* Neither the user's environment variable nor an earlier choice is overridden. */
static void
test_decided_before (void)
{
  GdkDisplay *display = gdk_display_get_default ();
  g_object_set_data (G_OBJECT (display), "gsk-renderer", NULL);
  g_setenv ("GSK_RENDERER", "gl", TRUE);
  mw_choose_window_drawing (display);
  g_assert_null (g_object_get_data (G_OBJECT (display), "gsk-renderer"));
  g_unsetenv ("GSK_RENDERER");
  static char before[] = "gl";
  g_object_set_data (G_OBJECT (display), "gsk-renderer", before);
  mw_choose_window_drawing (display);
  g_assert_true (g_object_get_data (G_OBJECT (display), "gsk-renderer") == before);
  g_object_set_data (G_OBJECT (display), "gsk-renderer", NULL);
  mw_choose_window_drawing (display);
  g_assert_cmpstr (g_object_get_data (G_OBJECT (display), "gsk-renderer"), ==, "cairo");
}

int
main (int argc, char **argv)
{
  g_unsetenv ("GSK_RENDERER");
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/window-drawing/without a graphics card windows are drawn with Cairo", test_software);
  g_test_add_func ("/ui/window-drawing/a renderer that the user has set is kept", test_decided_before);
  return g_test_run ();
}
