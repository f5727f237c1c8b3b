/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/camera.h"
#include "tests/core/render/scene.h"

#include <math.h>

#define CLOSE(a, b) g_assert_cmpfloat_with_epsilon (a, b, 1e-3)

static void
project (const MwCamera *camera, float x, float y, float z, float screen[3])
{
  g_assert_true (mw_camera_project (camera, (float[3]) { x, y, z }, 200, 100, screen));
}

static void
test_first_view (void)
{
  MwCamera camera;
  float eye[3], screen[3];
  mw_camera_init (&camera);
  mw_camera_eye (&camera, eye);
  /* In front of the model, to its right, 30 degrees above. */
  g_assert_cmpfloat (eye[0], >, 0);
  CLOSE (eye[1], -eye[0]);
  CLOSE (eye[2], tan (G_PI / 6) * hypot (eye[0], eye[1]));
  project (&camera, 0, 0, 0, screen);
  CLOSE (screen[0], 100);
  CLOSE (screen[1], 50);
  /* A higher point is higher in the picture; the model's left is on the right. */
  project (&camera, 0, 0, 10, screen);
  CLOSE (screen[0], 100);
  g_assert_cmpfloat (screen[1], <, 50);
  project (&camera, 0, 10, 0, screen);
  g_assert_cmpfloat (screen[0], >, 100);
}

static void
test_views (void)
{
  static const struct {
    MwView view;
    float eye[3], right[3], up[3];
  } views[] = {
    { MW_VIEW_FRONT, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
    { MW_VIEW_BACK, { -1, 0, 0 }, { 0, -1, 0 }, { 0, 0, 1 } },
    { MW_VIEW_RIGHT, { 0, -1, 0 }, { 1, 0, 0 }, { 0, 0, 1 } },
    { MW_VIEW_LEFT, { 0, 1, 0 }, { -1, 0, 0 }, { 0, 0, 1 } },
    { MW_VIEW_TOP, { 0, 0, 1 }, { 0, 1, 0 }, { -1, 0, 0 } },
    { MW_VIEW_BOTTOM, { 0, 0, -1 }, { 0, 1, 0 }, { 1, 0, 0 } },
  };
  for (guint i = 0; i < G_N_ELEMENTS (views); i++) {
    MwCamera camera;
    float eye[3], right[3], up[3], back[3];
    mw_camera_init (&camera);
    mw_camera_set_view (&camera, views[i].view);
    mw_camera_eye (&camera, eye);
    mw_camera_axes (&camera, right, up, back);
    for (int k = 0; k < 3; k++) {
      CLOSE (eye[k], views[i].eye[k] * camera.distance);
      CLOSE (back[k], views[i].eye[k]);
      CLOSE (right[k], views[i].right[k]);
      CLOSE (up[k], views[i].up[k]);
    }
  }
}

static void
test_matrix (void)
{
  MwCamera camera;
  float view[16], projection[16], near_plane, far_plane, right[3], up[3], back[3], eye[3];
  mw_camera_init (&camera);
  mw_camera_orbit (&camera, 0.7f, 0.3f);
  camera.roll = 0.4f;
  camera.target[1] = 5;
  mw_camera_view_matrix (&camera, view);
  mw_camera_axes (&camera, right, up, back);
  mw_camera_eye (&camera, eye);
  /* The rows are the picture's axes, and the eye is moved to the origin. */
  for (int k = 0; k < 3; k++) {
    CLOSE (view[4 * k], right[k]);
    CLOSE (view[4 * k + 1], up[k]);
    CLOSE (view[4 * k + 2], back[k]);
    CLOSE (view[k] * eye[0] + view[4 + k] * eye[1] + view[8 + k] * eye[2] + view[12 + k], 0);
  }
  CLOSE (right[0] * up[0] + right[1] * up[1] + right[2] * up[2], 0);
  /* z of clip space: -w at the near plane, w at the far one. */
  mw_camera_clip (&camera, &near_plane, &far_plane);
  g_assert_cmpfloat (near_plane, >, 0);
  g_assert_cmpfloat (near_plane, <, camera.distance - camera.radius);
  g_assert_cmpfloat (far_plane, >, camera.distance + camera.radius);
  mw_camera_projection_matrix (&camera, 2, projection);
  CLOSE ((projection[10] * -near_plane + projection[14]) / near_plane, -1);
  CLOSE ((projection[10] * -far_plane + projection[14]) / far_plane, 1);
  CLOSE (projection[5], 1 / tan (camera.fov / 2));
  CLOSE (projection[0], projection[5] / 2);
}

static void
test_frame (void)
{
  static const float aspects[] = { 2, 1, 0.5f };
  for (guint i = 0; i < G_N_ELEMENTS (aspects); i++) {
    MwCamera camera;
    float right[3], up[3], back[3], eye[3], nearest = INFINITY;
    mw_camera_init (&camera);
    mw_camera_frame (&camera, (float[3]) { 10, 20, 30 }, 40, aspects[i]);
    mw_camera_axes (&camera, right, up, back);
    mw_camera_eye (&camera, eye);
    /* The sphere touches the nearer pair of the picture's edges: the plane through the eye and such an edge is
     * tangent to it. */
    float half = camera.fov / 2, tilt = aspects[i] < 1 ? atanf (tanf (half) * aspects[i]) : half;
    nearest = camera.distance * sinf (tilt);
    CLOSE (nearest, 40);
    CLOSE (camera.target[0], 10);
    CLOSE (camera.radius, 40);
  }
  MwCamera camera;
  mw_camera_init (&camera);
  mw_camera_frame (&camera, (float[3]) { 0, 0, 0 }, NAN, 0);
  g_assert_true (isfinite (camera.distance) && camera.distance > 0);
}

static void
test_orbit (void)
{
  MwCamera camera;
  mw_camera_init (&camera);
  mw_camera_orbit (&camera, 0, 10);
  CLOSE (camera.pitch, G_PI_2);
  mw_camera_orbit (&camera, 0, -10);
  CLOSE (camera.pitch, -G_PI_2);
  for (int i = 0; i < 100; i++)
    mw_camera_orbit (&camera, 1, 0);
  g_assert_cmpfloat (fabsf (camera.yaw), <=, 3.1416f);
  CLOSE (sinf (camera.yaw), sin (100 - G_PI_4));
  CLOSE (camera.target[0], 0);
}

static void
test_pan (void)
{
  for (int ortho = 0; ortho < 2; ortho++) {
    MwCamera camera;
    float screen[3];
    mw_camera_init (&camera);
    mw_camera_orbit (&camera, 0.3f, 0.2f);
    camera.ortho = ortho;
    /* The point that was in the centre follows the pointer: 30 pixels right, 20 down, in a picture of height 100. */
    mw_camera_pan (&camera, 0.3f, 0.2f);
    project (&camera, 0, 0, 0, screen);
    CLOSE (screen[0], 130);
    CLOSE (screen[1], 70);
  }
}

static void
test_zoom (void)
{
  for (int ortho = 0; ortho < 2; ortho++) {
    MwCamera camera;
    float screen[3], right[3], up[3], back[3], at[3];
    mw_camera_init (&camera);
    camera.ortho = ortho;
    mw_camera_axes (&camera, right, up, back);
    for (int k = 0; k < 3; k++)
      at[k] = right[k] * 40 + up[k] * 25;
    project (&camera, at[0], at[1], at[2], screen);
    float x = screen[0], y = screen[1], distance = camera.distance;
    mw_camera_zoom (&camera, 0.5f, x / 100 - 1, 1 - y / 50, 2);
    CLOSE (camera.distance, distance / 2);
    project (&camera, at[0], at[1], at[2], screen);
    CLOSE (screen[0], x);
    CLOSE (screen[1], y);
    mw_camera_zoom (&camera, 0, 0, 0, 2);
    mw_camera_zoom (&camera, NAN, 0, 0, 2);
    mw_camera_zoom (&camera, -1, 0, 0, 2);
    CLOSE (camera.distance, distance / 2);
  }
}

static void
test_same_size (void)
{
  /* Switching to a parallel projection keeps the size of what is in the target's plane. */
  MwCamera camera;
  float screen[3], right[3], up[3], back[3];
  mw_camera_init (&camera);
  mw_camera_axes (&camera, right, up, back);
  for (int ortho = 0; ortho < 2; ortho++) {
    camera.ortho = ortho;
    project (&camera, right[0] * 30, right[1] * 30, right[2] * 30, screen);
    CLOSE (screen[0], 100 + 30 / (camera.distance * tanf (camera.fov / 2)) * 50);
  }
  camera.ortho = FALSE;
  float hidden[3];
  for (int k = 0; k < 3; k++)
    hidden[k] = back[k] * camera.distance * 2;
  g_assert_false (mw_camera_project (&camera, hidden, 200, 100, screen));
}

static void
test_look (void)
{
  MwCamera camera;
  float eye[3], screen[3];
  const float from[3] = { 300, -40, 120 }, at[3] = { 10, 20, 60 };
  mw_camera_init (&camera);
  mw_camera_look (&camera, from, at, 1.2f, 0, 2);
  mw_camera_eye (&camera, eye);
  for (int k = 0; k < 3; k++)
    CLOSE (eye[k], from[k]);
  CLOSE (camera.fov, 1.2 / sqrt (5));
  project (&camera, at[0], at[1], at[2], screen);
  CLOSE (screen[0], 100);
  CLOSE (screen[1], 50);
  /* From straight above; and with the eye at the target, which is ignored. */
  mw_camera_look (&camera, (float[3]) { 10, 20, 500 }, at, 1, 0, 1);
  CLOSE (camera.pitch, G_PI_2);
  mw_camera_look (&camera, at, at, 1, 0, 1);
  CLOSE (camera.pitch, G_PI_2);
  /* The picture is turned by 90 degrees: what was to the right is at the top. */
  mw_camera_look (&camera, (float[3]) { 100, 0, 0 }, (float[3]) { 0, 0, 0 }, 1, (float) G_PI_2, 1);
  project (&camera, 0, 10, 0, screen);
  CLOSE (screen[0], 100);
  g_assert_cmpfloat (screen[1], <, 49);
}

static void
test_bounds (void)
{
  MwMdlx *model = mw_mdlx_new ();
  float centre[3], radius;
  mw_camera_model_bounds (&model->model, centre, &radius);
  CLOSE (radius, 100);

  MwMdlxMaterial *material = scene_add (model, "materials", &mw_mdlx_material_schema);
  scene_add_quad (model, 5, material, NULL);
  mw_camera_model_bounds (&model->model, centre, &radius);
  CLOSE (centre[0], 5);
  CLOSE (radius, sqrt (2));

  model->bounds = (MwBounds) { 0, { -3, -4, 0 }, { 3, 4, 0 } };
  mw_camera_model_bounds (&model->model, centre, &radius);
  CLOSE (centre[0], 0);
  CLOSE (radius, 5);

  MwMdlxSequence *walk = scene_add (model, "sequences", &mw_mdlx_sequence_schema);
  mw_text_set (&walk->name, "Walk", 4);
  walk->bounds = (MwBounds) { 0, { 0, 0, 0 }, { 9, 9, 9 } };
  MwMdlxSequence *stand = scene_add (model, "sequences", &mw_mdlx_sequence_schema);
  mw_text_set (&stand->name, "stand - 2", 9);
  stand->bounds = (MwBounds) { 0, { 0, 0, 0 }, { 0, 6, 8 } };
  mw_camera_model_bounds (&model->model, centre, &radius);
  CLOSE (centre[1], 3);
  CLOSE (centre[2], 4);
  CLOSE (radius, 5);

  /* Bounds that are not finite are skipped. */
  stand->bounds.max[1] = INFINITY;
  mw_camera_model_bounds (&model->model, centre, &radius);
  CLOSE (centre[1], 0);
  stand->bounds = (MwBounds) { 0, { 1, 1, 1 }, { -1, -1, -1 } };
  model->bounds.min[0] = NAN;
  mw_camera_model_bounds (&model->model, centre, &radius);
  CLOSE (centre[0], 5);
  mw_model_free (&model->model);
}

/* A model ten times as large at another place is seen as the first one: each point of it is where the first one's is. */
static void
test_follow (void)
{
  MwCamera leader, camera;
  mw_camera_init (&leader);
  mw_camera_init (&camera);
  mw_camera_frame (&leader, (float[3]) { 1, 2, 3 }, 5, 2);
  mw_camera_frame (&camera, (float[3]) { 100, -200, 30 }, 50, 2);
  mw_camera_orbit (&leader, 0.7f, -0.3f);
  mw_camera_pan (&leader, 0.1f, 0.2f);
  mw_camera_zoom (&leader, 0.5f, 0.3f, 0.4f, 2);
  leader.roll = 0.2f;
  for (guint ortho = 0; ortho < 2; ortho++) {
    leader.ortho = ortho != 0;
    mw_camera_follow (&camera, &leader);
    static const float offsets[][3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { -1, 0.5f, 0.2f } };
    for (guint i = 0; i < G_N_ELEMENTS (offsets); i++) {
      const float *o = offsets[i];
      float a[3], b[3];
      project (&leader, 1 + 5 * o[0], 2 + 5 * o[1], 3 + 5 * o[2], a);
      project (&camera, 100 + 50 * o[0], -200 + 50 * o[1], 30 + 50 * o[2], b);
      CLOSE (a[0], b[0]);
      CLOSE (a[1], b[1]);
    }
  }
  CLOSE (camera.radius, 50);
  CLOSE (camera.centre[0], 100);
}

static void
test_between (void)
{
  MwCamera from, to;
  mw_camera_init (&from);
  mw_camera_init (&to);
  from.yaw = 3;
  to.yaw = -3; /* 0.28 away, across the back */
  from.distance = 10;
  to.distance = 1000;
  to.pitch = from.pitch + 0.4f;
  to.target[1] = from.target[1] + 8;
  to.ortho = TRUE;
  MwCamera half = mw_camera_between (&from, &to, 0.5f), whole = mw_camera_between (&from, &to, 1),
           none = mw_camera_between (&from, &to, 0);
  CLOSE (cosf (half.yaw), -1);
  CLOSE (half.distance, 100);
  CLOSE (half.pitch, from.pitch + 0.2f);
  CLOSE (half.target[1], from.target[1] + 4);
  g_assert_true (half.ortho);
  g_assert_cmpmem (&whole, sizeof whole, &to, sizeof to);
  CLOSE (none.yaw, 3);
  CLOSE (none.distance, 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/render/camera/the first view is from the front right and above", test_first_view);
  g_test_add_func ("/render/camera/views look along their axis", test_views);
  g_test_add_func ("/render/camera/matrices map the eye to the origin and the planes to their depths", test_matrix);
  g_test_add_func ("/render/camera/a framed sphere touches the narrower edges", test_frame);
  g_test_add_func ("/render/camera/orbiting stops above and below", test_orbit);
  g_test_add_func ("/render/camera/panning follows the pointer", test_pan);
  g_test_add_func ("/render/camera/zooming keeps the point under the pointer", test_zoom);
  g_test_add_func ("/render/camera/both projections show the target's plane at the same size", test_same_size);
  g_test_add_func ("/render/camera/a model's camera is followed", test_look);
  g_test_add_func ("/render/camera/another camera is followed in units of the model", test_follow);
  g_test_add_func ("/render/camera/it turns the shorter way to another one", test_between);
  g_test_add_func ("/render/camera/the first Stand sequence decides what is framed", test_bounds);
  return g_test_run ();
}
