/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/camera.h"
#include "core/pose/math.h"
#include "tests/core/pose/models.h"

static const int32_t times[] = { 0, 100 };

static MwTrack *
linear (const MwSchema *schema, const void *values)
{
  return new_track (schema, MW_INTERPOLATION_LINEAR, 2, times, values, NULL, NULL);
}

static void
tracks_move_eye_and_target_from_where_they_stand (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxCamera *camera = add (model, "cameras", &mw_mdlx_camera_schema);
  MwClock clock = clock_at (0, 100, FALSE, 50);
  MwCameraState state;
  for (int i = 0; i < 3; i++) {
    camera->position[i] = (float) i + 1;
    camera->target[i] = 10 * ((float) i + 1);
  }
  camera->field_of_view = 0.7f;
  camera->near_clip = 8;
  camera->far_clip = 1000;
  set_track (model, camera, "translation.track", linear (&mw_track_vec3_schema, (float[]) { 0, 0, 0, 2, 4, 6 }));
  set_track (model, camera, "target.translation.track", linear (&mw_track_vec3_schema, (float[]) { 2, 2, 2, 0, 0, 0 }));
  set_track (model, camera, "rotation.track", linear (&mw_track_float_schema, (float[]) { 0, 1 }));
  g_assert_true (mw_camera_evaluate (&model->model, &camera->record, &clock, &state));
  ASSERT_FLOATS (state.eye, 1e-6f, 2, 4, 6);
  ASSERT_FLOATS (state.target, 1e-6f, 11, 21, 31);
  ASSERT_FLOATS (&state.roll, 1e-6f, 0.5f);
  ASSERT_FLOATS (&state.field_of_view, 0, 0.7f);
  ASSERT_FLOATS (&state.near_clip, 0, 8);
  ASSERT_FLOATS (&state.far_clip, 0, 1000);
  g_assert_true (state.visible);
  mw_model_free (&model->model);
}

static void
the_view_has_the_target_in_front (void)
{
  MwCameraState camera = { .eye = { 10, 0, 0 }, .target = { 0, 0, 0 } };
  float view[16];
  g_assert_true (mw_camera_view (&camera, view));
  ASSERT_MOVES (view, 0, 0, 0, 0, 0, -10);
  ASSERT_MOVES (view, 0, 3, 0, 3, 0, -10); /* seen from +x, +y is to the right */
  ASSERT_MOVES (view, 0, 0, 3, 0, 3, -10);
  camera.roll = (float) G_PI / 2;
  g_assert_true (mw_camera_view (&camera, view));
  ASSERT_MOVES (view, 0, 3, 0, 0, 3, -10); /* up leans to the right */
  camera = (MwCameraState) { .eye = { 1, 2, 30 }, .target = { 1, 2, 0 } };
  g_assert_true (mw_camera_view (&camera, view)); /* straight down */
  ASSERT_MOVES (view, 1, 2, 0, 0, 0, -30);
  camera.target[2] = 30;
  g_assert_false (mw_camera_view (&camera, view));
  assert_floats (view, mw_mat_identity, 16, 0, G_STRLOC);
}

static void
the_field_of_view_is_the_diagonals (void)
{
  float fov = mw_camera_vertical_fov (1, 4 / 3.0f);
  ASSERT_FLOATS (&fov, 1e-6f, 0.6f);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/camera/tracks move eye and target from their static positions",
                   tracks_move_eye_and_target_from_where_they_stand);
  g_test_add_func ("/pose/camera/the view has the target in front", the_view_has_the_target_in_front);
  g_test_add_func ("/pose/camera/the field of view is diagonal", the_field_of_view_is_the_diagonals);
  return g_test_run ();
}
