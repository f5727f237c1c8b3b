/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/fixture.h"
#include "ui/viewport-axes.h"
#include "ui/viewport-private.h"

#include <math.h>
#include <string.h>

/* The corner of the view: its axes are buttons, and so is the model's camera; the view glides to where it is aimed. */

static MwWindow *window;
static MwViewport *viewport;

static void
begin (const char *sample)
{
  g_autofree char *path = fixture_sample (sample);
  window = fixture_window ();
  viewport = mw_document_page_get_viewport (fixture_open (window, path));
  fixture_settle ();
}

static MwCamera
camera (void)
{
  MwViewportView view;
  mw_viewport_get_view (viewport, &view);
  return view.camera;
}

static void
click (GtkWidget *axes, double x, double y)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (axes);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);
    if (GTK_IS_GESTURE_CLICK (controller))
      g_signal_emit_by_name (controller, "pressed", 1, x, y);
  }
  fixture_settle ();
}

static void
ends_of_axes_are_views_and_the_middle_the_projection (void)
{
  begin ("figure.mdx");
  GtkWidget *axes = find_type (GTK_WIDGET (viewport), MW_TYPE_VIEWPORT_AXES);
  const double middle = gtk_widget_get_width (axes) / 2.0, arm = 30;
  g_assert_cmpfloat (middle, ==, 42);
  mw_viewport_do_key (viewport, GDK_KEY_1, 0);
  fixture_settle ();
  /* From the front +Y, the model's left, is to the right, and Z is up. Beside the ends, the view below has the pointer. */
  g_assert_true (gtk_widget_contains (axes, middle + arm, middle));
  g_assert_true (gtk_widget_contains (axes, middle, middle - arm + 8));
  g_assert_false (gtk_widget_contains (axes, middle, middle - arm - 10));
  g_assert_false (gtk_widget_contains (axes, middle + arm, middle - arm));
  click (axes, middle + arm, middle);
  g_assert_cmpfloat (fabsf (camera ().yaw - (float) G_PI / 2), <, 1e-5f);
  /* Once more: from the other side, the model's right. */
  click (axes, middle, middle);
  g_assert_cmpfloat (fabsf (camera ().yaw + (float) G_PI / 2), <, 1e-5f);
  click (axes, middle, middle - arm);
  g_assert_cmpfloat (fabsf (camera ().pitch - (float) G_PI / 2), <, 1e-5f);
  /* From between the axes the middle is free. */
  MwViewportView view;
  mw_viewport_get_view (viewport, &view);
  view.camera.yaw = 0.7f;
  view.camera.pitch = 0.5f;
  mw_viewport_set_view (viewport, &view);
  fixture_settle ();
  gboolean ortho = view.camera.ortho;
  click (axes, middle, middle);
  g_assert_cmpint (camera ().ortho, ==, !ortho);
  click (axes, 1, 1);
  g_assert_cmpint (camera ().ortho, ==, !ortho);
  fixture_end (window);
}

static void
a_model_with_a_camera_has_a_button_for_it (void)
{
  begin ("figure.mdx");
  GtkWidget *look = find_called (GTK_WIDGET (viewport), GTK_TYPE_BUTTON, "Look Through Camera");
  g_assert_true (gtk_widget_get_visible (look));
  const MwCamera before = camera ();
  g_signal_emit_by_name (look, "clicked");
  fixture_settle ();
  const MwCamera through = camera ();
  g_assert_cmpint (memcmp (&before, &through, sizeof before), !=, 0);
  mw_viewport_frame_all (viewport);
  mw_viewport_do_key (viewport, GDK_KEY_0, 0);
  const MwCamera by_key = camera ();
  g_assert_cmpfloat (fabsf (by_key.distance - through.distance), <, 1e-3f);
  fixture_end (window);
  begin ("effect.mdx");
  g_assert_false (gtk_widget_get_visible (viewport->look));
  fixture_end (window);
}

static gboolean
is_there (gpointer data)
{
  return viewport->glide >= 1;
}

static void
the_view_glides_unless_animations_are_off (void)
{
  begin ("figure.mdx");
  mw_viewport_do_key (viewport, GDK_KEY_7, 0);
  g_assert_cmpfloat (viewport->glide, ==, 1);
  MwViewportView view;
  mw_viewport_get_view (viewport, &view);
  view.camera.pitch = 0.5f;
  mw_viewport_set_view (viewport, &view);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  mw_viewport_do_key (viewport, GDK_KEY_7, 0);
  /* It is aimed at once, and drawn where it was. */
  g_assert_cmpfloat (fabsf (camera ().pitch - (float) G_PI / 2), <, 1e-5f);
  g_assert_cmpfloat (fabsf (mw_viewport_camera_now (viewport).pitch - 0.5f), <, 1e-5f);
  viewport->glide = 0.5;
  g_assert_cmpfloat (fabsf (mw_viewport_camera_now (viewport).pitch - (0.5f + (float) G_PI / 2) / 2), <, 1e-5f);
  g_assert_true (fixture_until (is_there, NULL));
  const MwCamera now = mw_viewport_camera_now (viewport), wanted = camera ();
  g_assert_cmpmem (&now, sizeof now, &wanted, sizeof wanted);
  g_assert_cmpuint (viewport->gliding, ==, 0);
  /* A key that changes nothing does not make it glide. */
  mw_viewport_do_key (viewport, GDK_KEY_7, 0);
  g_assert_cmpfloat (viewport->glide, ==, 1);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/viewport corner/ends of axes are views, and the middle the projection",
                   ends_of_axes_are_views_and_the_middle_the_projection);
  g_test_add_func ("/ui/viewport corner/a model with a camera has a button for it",
                   a_model_with_a_camera_has_a_button_for_it);
  g_test_add_func ("/ui/viewport corner/the view glides unless animations are off",
                   the_view_glides_unless_animations_are_off);
  return g_test_run ();
}
