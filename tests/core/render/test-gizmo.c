/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/math.h"
#include "core/render/gizmo.h"
#include "core/render/render-private.h"
#include "tests/core/render/scene.h"

#include <math.h>

#define CLOSE(a, b) g_assert_cmpfloat_with_epsilon (a, b, 2e-3)
enum { WIDTH = 400, HEIGHT = 300 };

/* A gizmo at (10, 20, 30), seen from 200 units away, and its middle in the picture. */
typedef struct {
  MwGizmo gizmo;
  MwCamera camera;
  float x, y;
} Scene;

static Scene
scene_of (MwGizmoKind kind, MwView view, gboolean ortho)
{
  Scene s = {
    .gizmo = { .kind = kind, .place = { 10, 20, 30 }, .axes = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, .scale = 1 }
  };
  float screen[3];
  mw_camera_init (&s.camera);
  mw_camera_set_view (&s.camera, view);
  memcpy (s.camera.target, s.gizmo.place, sizeof s.camera.target);
  s.camera.distance = 200;
  s.camera.ortho = ortho;
  g_assert_true (mw_camera_project (&s.camera, s.gizmo.place, WIDTH, HEIGHT, screen));
  s.x = screen[0];
  s.y = screen[1];
  return s;
}

static MwHandle
pick (const Scene *s, float x, float y)
{
  return mw_gizmo_pick (&s->gizmo, &s->camera, WIDTH, HEIGHT, s->x + x, s->y + y);
}

/* Drags from one offset to another and gives the amounts. */
static MwGizmoDrag
drag (const Scene *s, MwHandle handle, float x, float y, float to_x, float to_y, double amounts[3])
{
  MwGizmoDrag d;
  mw_gizmo_drag_begin (&d, &s->gizmo, &s->camera, WIDTH, HEIGHT, handle, s->x + x, s->y + y);
  mw_gizmo_drag_to (&d, s->x + to_x, s->y + to_y, amounts);
  return d;
}

/* Units of model space in a pixel at the gizmo. */
static double
unit (const Scene *s)
{
  return 2 * 200 * tan ((double) s->camera.fov / 2) / HEIGHT;
}

static void
test_handles_are_where_they_are_seen (void)
{
  /* From the front, Y is to the right and Z up. */
  Scene s = scene_of (MW_GIZMO_MOVE, MW_VIEW_FRONT, FALSE);
  g_assert_cmpint (pick (&s, 60, 0), ==, MW_HANDLE_Y);
  g_assert_cmpint (pick (&s, 60, 6), ==, MW_HANDLE_Y);
  g_assert_cmpint (pick (&s, 60, 9), ==, MW_HANDLE_NONE);
  g_assert_cmpint (pick (&s, 0, -60), ==, MW_HANDLE_Z);
  g_assert_cmpint (pick (&s, 0, 60), ==, MW_HANDLE_NONE);
  g_assert_cmpint (pick (&s, 36, -36), ==, MW_HANDLE_YZ);
  g_assert_cmpint (pick (&s, 36, 36), ==, MW_HANDLE_NONE);
  g_assert_cmpint (pick (&s, 3, 3), ==, MW_HANDLE_FREE);
  g_assert_cmpint (pick (&s, 120, 0), ==, MW_HANDLE_NONE);
  s.gizmo.kind = MW_GIZMO_NONE;
  g_assert_cmpint (pick (&s, 60, 0), ==, MW_HANDLE_NONE);
}

static void
test_axes_toward_the_viewer_have_no_handle (void)
{
  Scene s = scene_of (MW_GIZMO_MOVE, MW_VIEW_FRONT, TRUE);
  GArray *triangles = g_array_new (FALSE, FALSE, sizeof (MwLineVertex));
  mw_gizmo_add (triangles, &s.gizmo, &s.camera, HEIGHT);
  guint front = triangles->len;
  g_array_set_size (triangles, 0);
  s.camera.yaw = 0.6f;
  s.camera.pitch = 0.4f;
  mw_gizmo_add (triangles, &s.gizmo, &s.camera, HEIGHT);
  /* X, and the planes ZX and XY, are seen only from beside. */
  g_assert_cmpuint (front, <, triangles->len);
  g_assert_cmpuint (front % 3, ==, 0);
  g_array_set_size (triangles, 0);
  s.gizmo.lit = MW_HANDLE_Z;
  s.gizmo.alone = TRUE;
  mw_gizmo_add (triangles, &s.gizmo, &s.camera, HEIGHT);
  g_assert_cmpuint (triangles->len, <, front);
  g_assert_cmpuint (triangles->len, >, 0);
  g_array_unref (triangles);
}

/* However far the eye is, the handles reach equally far on the screen. */
static void
test_size_is_constant (void)
{
  for (guint ortho = 0; ortho < 2; ortho++)
    for (float distance = 20; distance < 3000; distance *= 10) {
      Scene s = scene_of (MW_GIZMO_SCALE, MW_VIEW_FRONT, ortho);
      s.camera.distance = distance;
      g_assert_cmpint (pick (&s, 80, 0), ==, MW_HANDLE_Y);
      g_assert_cmpint (pick (&s, 95, 0), ==, MW_HANDLE_NONE);
      s.gizmo.scale = 0.5f;
      g_assert_cmpint (pick (&s, 40, 0), ==, MW_HANDLE_Y);
      g_assert_cmpint (pick (&s, 55, 0), ==, MW_HANDLE_NONE);
    }
}

static void
test_rings (void)
{
  Scene s = scene_of (MW_GIZMO_ROTATE, MW_VIEW_FRONT, TRUE);
  g_assert_cmpint (pick (&s, 98, 0), ==, MW_HANDLE_FREE);
  /* The ring about X is a circle here; those about Y and Z are lines through the middle. */
  g_assert_cmpint (pick (&s, 59.4f, 59.4f), ==, MW_HANDLE_X);
  g_assert_cmpint (pick (&s, 50, 0), ==, MW_HANDLE_Z);
  g_assert_cmpint (pick (&s, 0, 50), ==, MW_HANDLE_Y);
  g_assert_cmpint (pick (&s, 30, 30), ==, MW_HANDLE_NONE);
}

static void
test_moves_follow_the_pointer (void)
{
  for (guint ortho = 0; ortho < 2; ortho++) {
    Scene s = scene_of (MW_GIZMO_MOVE, MW_VIEW_FRONT, ortho);
    const double u = unit (&s);
    double amounts[3];
    MwGizmoChange change;
    MwGizmoDrag d = drag (&s, MW_HANDLE_Y, 60, 0, 100, ortho ? 25 : 0, amounts);
    CLOSE (amounts[0], 0);
    CLOSE (amounts[1], 40 * u);
    CLOSE (amounts[2], 0);
    mw_gizmo_drag_change (&d, amounts, &change);
    CLOSE (change.move[1], 40 * u);
    CLOSE (change.angle, 0);
    CLOSE (change.scale[1], 1);
    drag (&s, MW_HANDLE_YZ, 36, -36, 46, -66, amounts);
    CLOSE (amounts[0], 0);
    CLOSE (amounts[1], 10 * u);
    CLOSE (amounts[2], 30 * u);
    drag (&s, MW_HANDLE_FREE, 0, 0, -10, 20, amounts);
    CLOSE (amounts[0], 0);
    CLOSE (amounts[1], -10 * u);
    CLOSE (amounts[2], -20 * u);
  }
}

/* Axes of the gizmo need not be those of the model. */
static void
test_local_axes (void)
{
  Scene s = scene_of (MW_GIZMO_MOVE, MW_VIEW_FRONT, TRUE);
  const float axes[3][3] = { { 0, 1, 0 }, { 0, 0, 1 }, { 1, 0, 0 } };
  double amounts[3];
  MwGizmoChange change;
  memcpy (s.gizmo.axes, axes, sizeof axes);
  g_assert_cmpint (pick (&s, 60, 0), ==, MW_HANDLE_X);
  MwGizmoDrag d = drag (&s, MW_HANDLE_X, 60, 0, 70, 0, amounts);
  CLOSE (amounts[0], 10 * unit (&s));
  mw_gizmo_drag_change (&d, amounts, &change);
  CLOSE (change.move[0], 0);
  CLOSE (change.move[1], 10 * unit (&s));
}

/* An axis that points at the eye cannot be dragged: nothing moves, instead of everything by a huge distance. */
static void
test_degenerate_views (void)
{
  double amounts[3];
  Scene s = scene_of (MW_GIZMO_MOVE, MW_VIEW_FRONT, TRUE);
  drag (&s, MW_HANDLE_X, 0, 0, 30, 30, amounts);
  for (int k = 0; k < 3; k++)
    CLOSE (amounts[k], 0);
  drag (&s, MW_HANDLE_XY, 0, 0, 30, 30, amounts);
  for (int k = 0; k < 3; k++)
    CLOSE (amounts[k], 0);
  s = scene_of (MW_GIZMO_SCALE, MW_VIEW_TOP, TRUE);
  drag (&s, MW_HANDLE_Z, 0, 0, 30, 30, amounts);
  CLOSE (amounts[2], 1);
}

static void
test_rotations (void)
{
  Scene s = scene_of (MW_GIZMO_ROTATE, MW_VIEW_FRONT, TRUE);
  double amounts[3];
  MwGizmoChange change;
  /* From +X, a turn about X from right (Y) to up (Z) is positive. */
  MwGizmoDrag d = drag (&s, MW_HANDLE_X, 84, 0, 0, -84, amounts);
  CLOSE (amounts[0], G_PI / 2);
  mw_gizmo_drag_change (&d, amounts, &change);
  CLOSE (change.angle, G_PI / 2);
  CLOSE (change.axis[0], 1);
  /* Whole turns count. */
  mw_gizmo_drag_to (&d, s.x - 84, s.y - 1, amounts);
  mw_gizmo_drag_to (&d, s.x, s.y + 84, amounts);
  CLOSE (amounts[0], G_PI * 3 / 2);
  mw_gizmo_drag_to (&d, s.x + 84, s.y, amounts);
  CLOSE (amounts[0], G_PI * 2);
  /* The ring about the line of sight turns against the clock about the direction to the viewer. */
  d = drag (&s, MW_HANDLE_FREE, 98, 0, 0, -98, amounts);
  mw_gizmo_drag_change (&d, amounts, &change);
  CLOSE (change.angle * change.axis[0], G_PI / 2);
  /* Seen from the side, the ring about Z turns as its near half follows the pointer: to the right is toward +Y. */
  drag (&s, MW_HANDLE_Z, 0, 0, 42, 5, amounts);
  CLOSE (amounts[0], 0.5);
  drag (&s, MW_HANDLE_Y, 0, 0, 5, -42, amounts);
  CLOSE (amounts[0], -0.5);
}

static void
test_scales (void)
{
  Scene s = scene_of (MW_GIZMO_SCALE, MW_VIEW_FRONT, TRUE);
  double amounts[3];
  MwGizmoChange change;
  MwGizmoDrag d = drag (&s, MW_HANDLE_Y, 60, 0, 90, 10, amounts);
  CLOSE (amounts[0], 1);
  CLOSE (amounts[1], 1.5);
  mw_gizmo_drag_change (&d, amounts, &change);
  CLOSE (change.scale[1], 1.5);
  CLOSE (change.move[1], 0);
  drag (&s, MW_HANDLE_Y, 60, 0, -90, 0, amounts);
  CLOSE (amounts[1], 0.01);
  drag (&s, MW_HANDLE_FREE, 0, 0, 60, -40, amounts);
  for (int k = 0; k < 3; k++)
    CLOSE (amounts[k], 2);
  drag (&s, MW_HANDLE_FREE, 0, 0, -100, 0, amounts);
  CLOSE (amounts[2], 0.5);
}

static void
test_typed_numbers_and_steps (void)
{
  Scene s = scene_of (MW_GIZMO_MOVE, MW_VIEW_FRONT, TRUE);
  double amounts[3];
  MwGizmoDrag d = drag (&s, MW_HANDLE_Z, 0, -60, 0, -70, amounts);
  mw_gizmo_drag_typed (&d, 12, amounts);
  CLOSE (amounts[0], 0);
  CLOSE (amounts[2], 12);
  /* The handles are 46 units long here: the steps are of 2. */
  amounts[2] = 4.9;
  mw_gizmo_drag_snap (&d, amounts);
  CLOSE (amounts[2], 4);
  amounts[2] = -5.1;
  mw_gizmo_drag_snap (&d, amounts);
  CLOSE (amounts[2], -6);
  s.gizmo.kind = MW_GIZMO_ROTATE;
  d = drag (&s, MW_HANDLE_Z, 0, 0, 10, 0, amounts);
  mw_gizmo_drag_typed (&d, 90, amounts);
  CLOSE (amounts[0], G_PI / 2);
  amounts[0] = 22 * G_PI / 180;
  mw_gizmo_drag_snap (&d, amounts);
  CLOSE (amounts[0], G_PI / 12);
  s.gizmo.kind = MW_GIZMO_SCALE;
  d = drag (&s, MW_HANDLE_Y, 60, 0, 70, 0, amounts);
  mw_gizmo_drag_typed (&d, 2, amounts);
  CLOSE (amounts[0], 1);
  CLOSE (amounts[1], 2);
  amounts[1] = 0.02;
  mw_gizmo_drag_snap (&d, amounts);
  CLOSE (amounts[1], 0.1);
}

static void
test_axes_of_handles (void)
{
  g_assert_cmpuint (mw_handle_axes (MW_GIZMO_MOVE, MW_HANDLE_X), ==, 1);
  g_assert_cmpuint (mw_handle_axes (MW_GIZMO_MOVE, MW_HANDLE_ZX), ==, 5);
  g_assert_cmpuint (mw_handle_axes (MW_GIZMO_MOVE, MW_HANDLE_XY), ==, 3);
  g_assert_cmpuint (mw_handle_axes (MW_GIZMO_SCALE, MW_HANDLE_FREE), ==, 7);
  g_assert_cmpuint (mw_handle_axes (MW_GIZMO_ROTATE, MW_HANDLE_FREE), ==, 0);
  g_assert_cmpuint (mw_handle_axes (MW_GIZMO_MOVE, MW_HANDLE_NONE), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/render/gizmo/handles-are-where-they-are-seen", test_handles_are_where_they_are_seen);
  g_test_add_func ("/render/gizmo/axes-toward-the-viewer-have-no-handle", test_axes_toward_the_viewer_have_no_handle);
  g_test_add_func ("/render/gizmo/size-is-constant", test_size_is_constant);
  g_test_add_func ("/render/gizmo/rings", test_rings);
  g_test_add_func ("/render/gizmo/moves-follow-the-pointer", test_moves_follow_the_pointer);
  g_test_add_func ("/render/gizmo/local-axes", test_local_axes);
  g_test_add_func ("/render/gizmo/degenerate-views", test_degenerate_views);
  g_test_add_func ("/render/gizmo/rotations", test_rotations);
  g_test_add_func ("/render/gizmo/scales", test_scales);
  g_test_add_func ("/render/gizmo/typed-numbers-and-steps", test_typed_numbers_and_steps);
  g_test_add_func ("/render/gizmo/axes-of-handles", test_axes_of_handles);
  return g_test_run ();
}
