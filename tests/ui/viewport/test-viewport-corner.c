/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/mdlx.h"
#include "tests/ui/fixture.h"
#include "ui/viewport/viewport-axes.h"
#include "ui/viewport/viewport-private.h"

#include <math.h>
#include <string.h>

/* The corner of the view: its axes are buttons, and the cameras are a list; the view glides to where it is aimed. */

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

/* Chooses a camera from the list of the button. */
static void
choose (const char *row)
{
  GtkWidget *button = find_called (GTK_WIDGET (viewport), GTK_TYPE_MENU_BUTTON, "Camera of the View");
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  act_press (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)), row);
  fixture_settle ();
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)))));
}

/* Whether something is dimmed over the whole picture. */
static gboolean
has_frame (void)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, 0, 0);
  GTK_WIDGET_GET_CLASS (viewport->labels)->snapshot (viewport->labels, snapshot);
  GskRenderNode *node = gtk_snapshot_free_to_node (snapshot);
  if (node)
    gsk_render_node_get_bounds (node, &bounds);
  g_clear_pointer (&node, gsk_render_node_unref);
  return bounds.size.width >= (float) gtk_widget_get_width (viewport->area);
}

static void
cameras_of_the_model_and_of_games_are_in_a_list (void)
{
  begin ("figure.mdx");
  const MwCamera before = camera ();
  choose ("Camera Portrait");
  const MwCamera through = camera ();
  g_assert_cmpfloat (fabsf (through.target[2] - 77), <, 1e-3f);
  g_assert_false (has_frame ());
  mw_viewport_frame_all (viewport);
  mw_viewport_do_key (viewport, GDK_KEY_0, 0);
  g_assert_cmpfloat (fabsf (camera ().distance - through.distance), <, 1e-3f);
  choose ("Orbit");
  choose ("Game");
  g_assert_cmpfloat (fabsf (camera ().distance - 1650), <, 0.1f);
  g_assert_true (has_frame ());
  /* The frame of a portrait is narrower, so the view sees more beside it. */
  choose ("Portrait");
  g_assert_true (has_frame ());
  g_assert_cmpfloat (fabsf (camera ().distance - through.distance), <, 1e-3f);
  g_assert_cmpfloat (camera ().fov, >, through.fov);
  /* It follows the camera. */
  MwMdlxCamera *own = (MwMdlxCamera *) ((MwMdlx *) mw_document_get_model (viewport->document))->cameras.items[0];
  own->target[2] += 5;
  mw_viewport_redraw (viewport);
  fixture_settle ();
  g_assert_cmpfloat (fabsf (camera ().target[2] - 82), <, 1e-3f);
  own->target[2] -= 5;
  /* Turning the view leaves it. */
  mw_viewport_do_key (viewport, GDK_KEY_7, 0);
  fixture_settle ();
  g_assert_false (has_frame ());
  const MwCamera turned = camera ();
  fixture_settle ();
  const MwCamera still = camera ();
  g_assert_cmpmem (&turned, sizeof turned, &still, sizeof still);
  choose ("Game");
  choose ("Orbit");
  const MwCamera back = camera ();
  g_assert_cmpmem (&turned, sizeof turned, &back, sizeof back);
  g_assert_cmpint (memcmp (&before, &back, sizeof before), !=, 0);
  g_assert_false (has_frame ());
  fixture_end (window);
  begin ("effect.mdx");
  choose ("Portrait (a guess)");
  g_assert_true (has_frame ());
  g_assert_false (mw_viewport_do_key (viewport, GDK_KEY_0, 0));
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

static gboolean
has_frames (gpointer unused)
{
  return mw_viewport_get_n_frames (viewport) > 0;
}

static gboolean
knows_load (gpointer unused)
{
  return viewport->load_known;
}

/* They are counted only where the statistics are shown, and again after an edit. */
static void
the_statistics_name_the_mesh_with_the_most_bones (void)
{
  begin ("figure.mdx");
  MwDocument *document = viewport->document;
  MwOverlaysButton *overlays = MW_OVERLAYS_BUTTON (viewport->overlays);
  const MwBoneLoad load = mw_mdlx_aspects.bone_load (mw_document_get_model (document), 0);
  g_assert_true (fixture_until (has_frames, NULL));
  g_assert_false (viewport->load_known);
  mw_overlays_button_set (overlays, mw_overlays_button_get (overlays) | MW_OVERLAYS_STATISTICS);
  g_assert_true (fixture_until (knows_load, NULL));
  g_assert_cmpuint (viewport->load.most, ==, load.most);
  g_assert_cmpuint (load.most, >, 1);
  mw_overlays_button_set (overlays, 0);
  const MwRecord *geoset = fixture_record (document, "geosets[0]");
  mw_document_begin (document, "test");
  g_assert_true (mw_document_remove (document, geoset->id, NULL));
  mw_document_commit (document);
  g_assert_false (viewport->load_known);
  fixture_end (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/viewport corner/ends of axes are views, and the middle the projection",
                   ends_of_axes_are_views_and_the_middle_the_projection);
  g_test_add_func ("/ui/viewport corner/cameras of the model and of games are in a list",
                   cameras_of_the_model_and_of_games_are_in_a_list);
  g_test_add_func ("/ui/viewport corner/the view glides unless animations are off",
                   the_view_glides_unless_animations_are_off);
  g_test_add_func ("/ui/viewport corner/the statistics name the mesh with the most bones",
                   the_statistics_name_the_mesh_with_the_most_bones);
  return g_test_run ();
}
