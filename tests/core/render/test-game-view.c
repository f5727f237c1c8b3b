/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/game-view.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "core/pose/standing.h"
#include "tests/core/render/scene.h"

#include <math.h>
#include <string.h>

/* What games show of a model, by numbers (rendering.md 5.1). */

static void
assert_point (const float is[3], double x, double y, double z)
{
  g_assert_cmpfloat_with_epsilon ((double) is[0], x, 0.01);
  g_assert_cmpfloat_with_epsilon ((double) is[1], y, 0.01);
  g_assert_cmpfloat_with_epsilon ((double) is[2], z, 0.01);
}

static MwGameView
view_of (const MwModel *model, MwGameViewKind kind)
{
  MwGameView view;
  mw_game_view (model, kind, &MW_CLOCK_REST, &view);
  return view;
}

static void
warcraft_looks_from_above_at_the_ground (void)
{
  MwMdlx *model = mw_mdlx_new ();
  const MwGameView view = view_of (&model->model, MW_GAME_VIEW_GAME);
  assert_point (view.camera.target, 0, 0, 0);
  /* 56 degrees above, in front of the model. */
  assert_point (view.camera.eye, 922.67, 0, 1367.91);
  g_assert_false (view.guessed);
  g_assert_cmpfloat_with_epsilon ((double) view.aspect, 4.0 / 3, 1e-6);
  /* A diagonal of 70 degrees is a height of 42 (at 4 to 3). */
  MwCamera camera;
  mw_camera_init (&camera);
  mw_game_view_look (&view, 400, 300, &camera);
  g_assert_cmpfloat_with_epsilon ((double) camera.fov * 180 / G_PI, 42, 1e-3);
  mw_model_free (&model->model);
}

static void
world_of_warcraft_looks_from_behind_at_the_head (void)
{
  MwM2 *model = mw_m2_new (264);
  MwMdlx *alpha = mw_mdlx_new ();
  alpha->family = MW_FAMILY_MDX_WOW;
  MwBounds *bounds[] = { &model->bounds, &alpha->bounds };
  const MwModel *models[] = { &model->model, &alpha->model };
  for (guint i = 0; i < G_N_ELEMENTS (models); i++) {
    bounds[i]->max[2] = 1.16f;
    MwGameView view = view_of (models[i], MW_GAME_VIEW_GAME);
    assert_point (view.camera.target, 0, 0, 1);
    assert_point (view.camera.eye, -5.4657, 0, 1 + 0.9637);
    g_assert_cmpfloat_with_epsilon ((double) view.camera.field_of_view, G_PI / 2, 1e-6);
    g_assert_cmpfloat_with_epsilon ((double) view.aspect, 16.0 / 9, 1e-6);
    /* Large creatures are not looked at higher up, and small ones not below the ground. */
    bounds[i]->max[2] = 30;
    assert_point (view_of (models[i], MW_GAME_VIEW_GAME).camera.target, 0, 0, 1.8678);
    bounds[i]->max[2] = 0.1f;
    assert_point (view_of (models[i], MW_GAME_VIEW_GAME).camera.target, 0, 0, 0);
    bounds[i]->max[2] = NAN;
    assert_point (view_of (models[i], MW_GAME_VIEW_GAME).camera.target, 0, 0, 1.8678);
  }
  mw_model_free (&model->model);
  mw_model_free (&alpha->model);
}

static void
a_portrait_is_seen_by_its_camera (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxCamera *camera = scene_add (model, "cameras", &mw_mdlx_camera_schema);
  const float eye[] = { 80, -20, 90 }, target[] = { 0, 0, 75 };
  memcpy (camera->position, eye, sizeof eye);
  memcpy (camera->target, target, sizeof target);
  camera->field_of_view = 0.9f;
  const MwGameView view = view_of (&model->model, MW_GAME_VIEW_PORTRAIT);
  assert_point (view.camera.eye, 80, -20, 90);
  assert_point (view.camera.target, 0, 0, 75);
  g_assert_cmpfloat (view.camera.field_of_view, ==, 0.9f);
  g_assert_cmpfloat_with_epsilon ((double) view.aspect, 0.88, 1e-6);
  g_assert_false (view.guessed);
  /* Of M2 the one of that type. */
  MwM2 *creature = mw_m2_new (264);
  MwM2Camera *info = (MwM2Camera *) mw_record_new (&mw_m2_camera_schema);
  info->type = 1;
  mw_list_insert (&creature->model, &creature->model.record, mw_schema_field (&mw_m2_schema, "cameras"), 0,
                  &info->record);
  g_assert_true (view_of (&creature->model, MW_GAME_VIEW_PORTRAIT).guessed);
  MwM2Camera *portrait = (MwM2Camera *) mw_record_new (&mw_m2_camera_schema);
  portrait->position[0] = 3;
  mw_list_insert (&creature->model, &creature->model.record, mw_schema_field (&mw_m2_schema, "cameras"), 1,
                  &portrait->record);
  const MwGameView shown = view_of (&creature->model, MW_GAME_VIEW_PORTRAIT);
  g_assert_false (shown.guessed);
  g_assert_cmpfloat (shown.camera.eye[0], ==, 3);
  g_assert_cmpfloat (shown.aspect, ==, 1);
  mw_model_free (&model->model);
  mw_model_free (&creature->model);
}

static void
without_a_camera_the_head_is_shown (void)
{
  MwMdlx *model = mw_mdlx_new ();
  float middle[3] = { 1, 2, 3 }, radius = 7;
  g_assert_false (mw_standing_head (&model->model, middle, &radius));
  g_assert_cmpfloat (radius, ==, 7);
  g_assert_true (view_of (&model->model, MW_GAME_VIEW_PORTRAIT).guessed);
  /* A square from -1 to 1: its upper third, since there is no attachment at a head. */
  scene_add_quad (model, 0, scene_add (model, "materials", &mw_mdlx_material_schema), NULL);
  g_assert_true (mw_standing_head (&model->model, middle, &radius));
  assert_point (middle, 0, 0, 2.0 / 3);
  g_assert_cmpfloat_with_epsilon ((double) radius, 1.0 / 3, 1e-5);
  MwMdlxNode *head = scene_add (model, "nodes", &mw_mdlx_attachment_schema);
  head->name = g_strdup ("Head - Ref");
  head->pivot[2] = 0.5f;
  const MwGameView view = view_of (&model->model, MW_GAME_VIEW_PORTRAIT);
  g_assert_true (view.guessed);
  assert_point (view.camera.target, 0, 0, 0.5);
  g_assert_cmpfloat (view.camera.eye[0], >, 0.5f);
  g_assert_cmpfloat (view.camera.eye[2], ==, view.camera.target[2]);
  mw_model_free (&model->model);
}

static void
the_frame_is_as_large_as_it_fits (void)
{
  static const struct {
    float aspect, width, height, place[4];
  } cases[] = { { 0.5f, 200, 100, { 75, 0, 50, 100 } },
                { 2, 200, 100, { 0, 0, 200, 100 } },
                { 2, 100, 100, { 0, 25, 100, 50 } } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwGameView view = { .aspect = cases[i].aspect };
    float place[4], at[3];
    mw_game_view_place (&view, cases[i].width, cases[i].height, place);
    for (guint k = 0; k < 4; k++)
      g_assert_cmpfloat_with_epsilon ((double) place[k], (double) cases[i].place[k], 1e-4);
    /* The top of what the camera sees is the top of the frame. */
    MwCamera camera;
    mw_camera_init (&camera);
    view.camera = (MwCameraState) { .eye = { 10, 0, 0 }, .field_of_view = 1 };
    const float half = mw_camera_vertical_fov (1, cases[i].aspect) / 2;
    for (guint again = 0; again < 2; again++)
      mw_game_view_look (&view, cases[i].width, cases[i].height, &camera);
    g_assert_true (
      mw_camera_project (&camera, (const float[]) { 0, 0, 10 * tanf (half) }, cases[i].width, cases[i].height, at));
    g_assert_cmpfloat_with_epsilon ((double) at[1], (double) place[1], 0.01);
    g_assert_true (mw_camera_project (&camera, (const float[]) { 0, 10 * tanf (half) * cases[i].aspect, 0 },
                                      cases[i].width, cases[i].height, at));
    g_assert_cmpfloat_with_epsilon ((double) at[0], (double) (place[0] + place[2]), 0.01);
    /* A camera that looks nowhere leaves the view as it is. */
    const MwCamera before = camera;
    view.camera.eye[0] = 0;
    mw_game_view_look (&view, cases[i].width, cases[i].height, &camera);
    g_assert_cmpmem (&before, sizeof before, &camera, sizeof camera);
  }
  g_assert_cmpint (mw_game_view_of_word ("game"), ==, MW_GAME_VIEW_GAME);
  g_assert_cmpint (mw_game_view_of_word ("portrait"), ==, MW_GAME_VIEW_PORTRAIT);
  g_assert_cmpint (mw_game_view_of_word ("Portrait"), ==, MW_GAME_VIEW_NONE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/render/game view/Warcraft III looks from above at the ground",
                   warcraft_looks_from_above_at_the_ground);
  g_test_add_func ("/render/game view/World of Warcraft looks from behind at the head",
                   world_of_warcraft_looks_from_behind_at_the_head);
  g_test_add_func ("/render/game view/a portrait is seen by its camera", a_portrait_is_seen_by_its_camera);
  g_test_add_func ("/render/game view/without a camera the head is shown", without_a_camera_the_head_is_shown);
  g_test_add_func ("/render/game view/the frame is as large as it fits", the_frame_is_as_large_as_it_fits);
  return g_test_run ();
}
