/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/camera.h"
#include "core/pose/tentative.h"
#include "tests/core/pose/models.h"

#include <string.h>

/* Poses that are shown instead of keys. */

/* A root with a key that moves it, and a bone below it. */
typedef struct {
  MwMdlx *model;
  MwMdlxBone *root, *arm;
  MwClock clock;
  GArray *list;
} World;

static void
set_up (World *world, gconstpointer unused)
{
  world->model = mw_mdlx_new ();
  world->root = add_node (world->model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  world->arm = add_node (world->model, &mw_mdlx_bone_schema, world->root, 10, 0, 0);
  set_translation (world->model, world->root, 0, 0, 5);
  world->clock = clock_at (0, 1000, FALSE, 0);
  world->list = g_array_new (FALSE, FALSE, sizeof (MwTentative));
}

static void
tear_down (World *world, gconstpointer unused)
{
  g_array_unref (world->list);
  mw_model_free (&world->model->model);
}

static MwTentative *
nth (const World *world, guint i)
{
  return &g_array_index (world->list, MwTentative, i);
}

static void
a_node_is_as_the_clock_says_and_carries_others (World *world, gconstpointer unused)
{
  const MwId root = ((MwRecord *) world->root)->id, arm = ((MwRecord *) world->arm)->id;
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (&world->model->model);
  float matrix[16];
  mw_skeleton_update (skeleton, &world->clock, NULL);
  ASSERT_MOVES (mw_skeleton_matrix (skeleton, arm), 10, 0, 0, 10, 0, 5);
  /* What the keys say changes nothing. */
  g_assert_true (mw_tentative_append (world->list, &world->model->model, root, &world->clock));
  ASSERT_FLOATS (nth (world, 0)->translation, 0, 0, 0, 5);
  ASSERT_FLOATS (nth (world, 0)->rotation, 0, 0, 0, 0, 1);
  ASSERT_FLOATS (nth (world, 0)->scale, 0, 1, 1, 1);
  world->clock.tentative = world->list;
  mw_skeleton_update (skeleton, &world->clock, NULL);
  ASSERT_MOVES (mw_skeleton_matrix (skeleton, arm), 10, 0, 0, 10, 0, 5);
  const float quarter[] = { 0, 0, 0.70710678f, 0.70710678f }, twice[] = { 2, 2, 2 }, up[] = { 0, 0, 1 };
  memcpy (nth (world, 0)->rotation, quarter, sizeof quarter);
  memcpy (nth (world, 0)->scale, twice, sizeof twice);
  memcpy (nth (world, 0)->translation, up, sizeof up);
  mw_skeleton_update (skeleton, &world->clock, NULL);
  ASSERT_MOVES (mw_skeleton_matrix (skeleton, arm), 10, 0, 0, 0, 20, 1);
  mw_skeleton_matrix_at_time (skeleton, arm, &world->clock, matrix);
  ASSERT_MOVES (matrix, 10, 0, 0, 0, 20, 1);
  /* The keys are still what is read. */
  g_assert_true (mw_tentative_append (world->list, &world->model->model, root, &world->clock));
  ASSERT_FLOATS (nth (world, 1)->translation, 0, 0, 0, 5);
  /* At rest there is none. */
  mw_skeleton_update (skeleton, &MW_CLOCK_REST, NULL);
  ASSERT_MOVES (mw_skeleton_matrix (skeleton, arm), 10, 0, 0, 10, 0, 0);
}

static void
a_node_without_tracks_can_be_posed (World *world, gconstpointer unused)
{
  const MwRecord *alone = add_node (world->model, &mw_mdlx_bone_schema, NULL, 10, 0, 0);
  const MwId arm = alone->id;
  float matrix[16];
  g_assert_true (mw_tentative_append (world->list, &world->model->model, arm, &world->clock));
  nth (world, 0)->translation[1] = 3;
  world->clock.tentative = world->list;
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (&world->model->model);
  mw_skeleton_update (skeleton, &world->clock, NULL);
  ASSERT_MOVES (mw_skeleton_matrix (skeleton, arm), 10, 0, 0, 10, 3, 0);
  /* Nothing else moves it, also for simulations, which do not ask again for what is still. */
  mw_skeleton_matrix_at_time (skeleton, arm, &world->clock, matrix);
  ASSERT_MOVES (matrix, 10, 0, 0, 10, 3, 0);
}

static void
a_camera_is_where_the_clock_says (World *world, gconstpointer unused)
{
  MwMdlxCamera *camera = add (world->model, "cameras", &mw_mdlx_camera_schema);
  MwCameraState state;
  camera->position[0] = 100;
  camera->field_of_view = 0.5f;
  g_assert_true (mw_tentative_append (world->list, &world->model->model, camera->record.id, &world->clock));
  ASSERT_FLOATS (nth (world, 0)->eye, 0, 100, 0, 0);
  nth (world, 0)->target[2] = 7;
  nth (world, 0)->eye[1] = 6;
  world->clock.tentative = world->list;
  g_assert_true (mw_camera_evaluate (&world->model->model, &camera->record, &world->clock, &state));
  ASSERT_FLOATS (state.eye, 0, 100, 6, 0);
  ASSERT_FLOATS (state.target, 0, 0, 0, 7);
  g_assert_cmpfloat (state.field_of_view, ==, 0.5f);
  g_assert_true (mw_tentative_append (world->list, &world->model->model, camera->record.id, &world->clock));
  ASSERT_FLOATS (nth (world, 1)->eye, 0, 100, 0, 0);
  /* Other things are neither. */
  MwRecord *material = add (world->model, "materials", &mw_mdlx_material_schema);
  g_assert_false (mw_tentative_append (world->list, &world->model->model, material->id, &world->clock));
  g_assert_false (mw_tentative_append (world->list, &world->model->model, 9999, &world->clock));
  g_assert_cmpuint (world->list->len, ==, 2);
}

#define ADD(path, func) g_test_add (path, World, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/core/pose/tentative/a node is as the clock says, and carries others",
       a_node_is_as_the_clock_says_and_carries_others);
  ADD ("/core/pose/tentative/a node without tracks can be posed", a_node_without_tracks_can_be_posed);
  ADD ("/core/pose/tentative/a camera is where the clock says", a_camera_is_where_the_clock_says);
  return g_test_run ();
}
