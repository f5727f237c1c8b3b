/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/skeleton.h"
#include "core/pose/keys.h"
#include "core/pose/camera.h"
#include "core/pose/math.h"
#include "tests/core/pose/models.h"

static const MwClock moment = { .start = 0, .end = 100, .looping = TRUE, .time = 0 };

/* A view from that direction, with z up. */
static void
view_from (float x, float y, float z, float view[16])
{
  MwCameraState camera = { .eye = { x, y, z } };
  g_assert_true (mw_camera_view (&camera, view));
}

static void
a_node_turns_about_its_pivot (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxNode *node = add_node (model, &mw_mdlx_bone_schema, NULL, 10, 0, 0);
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (&model->model);
  float position[3];

  set_rotation (model, node, 0, 0, 1, 90);
  mw_skeleton_update (skeleton, &moment, NULL);
  const float *matrix = mw_skeleton_matrix (skeleton, node->record.id);
  ASSERT_MOVES (matrix, 11, 0, 0, 10, 1, 0);
  ASSERT_MOVES (matrix, 10, 0, 5, 10, 0, 5);
  mw_skeleton_position (skeleton, node->record.id, position);
  ASSERT_FLOATS (position, 1e-5f, 10, 0, 0);

  /* The node scales, then rotates, then translates. */
  set_scaling (model, node, 2, 3, 4);
  set_translation (model, node, 5, 6, 7);
  mw_skeleton_update (skeleton, &moment, NULL);
  ASSERT_MOVES (matrix, 11, 1, 1, 15 - 3, 6 + 2, 7 + 4);
  mw_skeleton_position (skeleton, node->record.id, position);
  ASSERT_FLOATS (position, 1e-5f, 15, 6, 7);
  mw_model_free (&model->model);
}

static void
children_follow_wherever_they_stand_in_the_list (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxNode *grandchild = add_node (model, &mw_mdlx_attachment_schema, NULL, 10, 0, 0);
  MwMdlxNode *child = add_node (model, &mw_mdlx_helper_schema, NULL, 10, 0, 0);
  MwMdlxNode *root = add_node (model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  grandchild->parent = ref_to (child);
  child->parent = ref_to (root);
  set_rotation (model, root, 0, 0, 1, 90);
  set_rotation (model, child, 0, 0, 1, 90);
  set_translation (model, child, 0, 0, 5);
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (&model->model);
  mw_skeleton_update (skeleton, &moment, NULL);
  /* The child moves (11, 0, 0) to (10, 1, 5); then the root moves (x, y) to (-y, x). */
  ASSERT_MOVES (mw_skeleton_matrix (skeleton, child->record.id), 11, 0, 0, -1, 10, 5);
  ASSERT_MOVES (mw_skeleton_matrix (skeleton, grandchild->record.id), 11, 0, 0, -1, 10, 5);

  g_assert_cmpuint (mw_skeleton_n_nodes (skeleton), ==, 3);
  g_assert_true (mw_skeleton_node_at (skeleton, 0) == (gpointer) root);
  g_assert_true (mw_skeleton_node_at (skeleton, 1) == (gpointer) child);
  g_assert_true (mw_skeleton_node_at (skeleton, 2) == (gpointer) grandchild);
  g_assert_cmpint (mw_skeleton_parent_at (skeleton, 0), ==, -1);
  g_assert_cmpint (mw_skeleton_parent_at (skeleton, 1), ==, 0);
  g_assert_cmpint (mw_skeleton_parent_at (skeleton, 2), ==, 1);
  g_assert_cmpint (mw_skeleton_place (skeleton, grandchild->record.id), ==, 2);
  g_assert_cmpint (mw_skeleton_place (skeleton, model->model.record.id), ==, -1);
  ASSERT_MOVES (mw_skeleton_matrix (skeleton, 123456), 1, 2, 3, 1, 2, 3);

  /* A new parent takes effect after the next refresh. */
  grandchild->parent = MW_REF_NONE;
  mw_skeleton_refresh (skeleton);
  mw_skeleton_update (skeleton, &moment, NULL);
  ASSERT_MOVES (mw_skeleton_matrix (skeleton, grandchild->record.id), 11, 0, 0, 11, 0, 0);
  mw_model_free (&model->model);
}

static void
at_rest_nothing_moves (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxNode *node = add_node (model, &mw_mdlx_bone_schema, NULL, 10, 0, 0);
  MwClock rest = MW_CLOCK_REST;
  float view[16];
  set_rotation (model, node, 0, 0, 1, 90);
  set_translation (model, node, 5, 6, 7);
  node->flags = MW_MDLX_NODE_BILLBOARDED;
  view_from (0, 1, 0, view);
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (&model->model);
  assert_floats (mw_skeleton_matrix (skeleton, node->record.id), mw_mat_identity, 16, 0, G_STRLOC);
  mw_skeleton_update (skeleton, &moment, view);
  mw_skeleton_update (skeleton, &rest, view);
  assert_floats (mw_skeleton_matrix (skeleton, node->record.id), mw_mat_identity, 16, 0, G_STRLOC);
  mw_model_free (&model->model);
}

/* The parent turns by 90 degrees about z, scales by 2 and moves by (0, 0, 7); the child's pivot is moved to (0, 20,
 * 7). */
static void
each_inherit_flag_takes_out_its_part (void)
{
  const struct {
    uint32_t flags;
    float to[3]; /* where (11, 0, 0), a point next to the pivot, is moved to */
  } cases[] = {
    { 0, { 0, 22, 7 } },
    { MW_MDLX_NODE_DONT_INHERIT_ROTATION, { 2, 20, 7 } },
    { MW_MDLX_NODE_DONT_INHERIT_SCALING, { 0, 21, 7 } },
    { MW_MDLX_NODE_DONT_INHERIT_SCALING | MW_MDLX_NODE_DONT_INHERIT_ROTATION, { 1, 20, 7 } },
    { MW_MDLX_NODE_DONT_INHERIT_TRANSLATION, { 0, 22, 0 } },
    { MW_MDLX_NODE_DONT_INHERIT_TRANSLATION | MW_MDLX_NODE_DONT_INHERIT_SCALING | MW_MDLX_NODE_DONT_INHERIT_ROTATION,
      { 11, 0, 0 } },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    MwMdlx *model = mw_mdlx_new ();
    MwMdlxNode *root = add_node (model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
    MwMdlxNode *child = add_node (model, &mw_mdlx_bone_schema, root, 10, 0, 0);
    MwMdlxNode *last = add_node (model, &mw_mdlx_bone_schema, child, 3, 4, 5);
    set_rotation (model, root, 0, 0, 1, 90);
    set_scaling (model, root, 2, 2, 2);
    set_translation (model, root, 0, 0, 7);
    child->flags = cases[i].flags;
    g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (&model->model);
    mw_skeleton_update (skeleton, &moment, NULL);
    const float *to = cases[i].to;
    ASSERT_MOVES (mw_skeleton_matrix (skeleton, child->record.id), 11, 0, 0, to[0], to[1], to[2]);
    ASSERT_MOVES (mw_skeleton_matrix (skeleton, last->record.id), 11, 0, 0, to[0], to[1], to[2]);
    mw_model_free (&model->model);
  }
}

static void
a_parent_scaled_to_nothing_leaves_numbers (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxNode *root = add_node (model, &mw_mdlx_bone_schema, NULL, 1, 1, 1);
  MwMdlxNode *child = add_node (model, &mw_mdlx_bone_schema, root, 10, 0, 0);
  set_scaling (model, root, 0, 0, 0);
  child->flags = MW_MDLX_NODE_DONT_INHERIT_SCALING | MW_MDLX_NODE_BILLBOARDED;
  float view[16];
  view_from (1, 0, 0, view);
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (&model->model);
  mw_skeleton_update (skeleton, &moment, view);
  ASSERT_MOVES (mw_skeleton_matrix (skeleton, child->record.id), 11, 0, 0, 2, 1, 1);
  mw_model_free (&model->model);
}

/* Checks the directions of the node's axes, at its pivot. */
static void
check_axes (const MwSkeleton *skeleton, const MwMdlxNode *node, const float x[3], const float y[3], const float z[3],
            const char *where)
{
  const float *matrix = mw_skeleton_matrix (skeleton, node->record.id);
  const float *axes[3] = { x, y, z };
  float pivot[3];
  mw_skeleton_position (skeleton, node->record.id, pivot);
  for (int i = 0; i < 3; i++)
    assert_floats (matrix + 4 * i, axes[i], 3, 1e-5f, where);
  assert_floats (pivot, node->pivot, 3, 1e-5f, where);
}
#define V(...) ((const float[3]) { __VA_ARGS__ })

static void
a_billboard_shows_its_x_axis_to_the_viewer (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxNode *root = add_node (model, &mw_mdlx_bone_schema, NULL, 1, 2, 3);
  MwMdlxNode *node = add_node (model, &mw_mdlx_bone_schema, root, 1, 2, 3);
  MwMdlxNode *child = add_node (model, &mw_mdlx_bone_schema, node, 1, 2, 3);
  float view[16];
  node->flags = MW_MDLX_NODE_BILLBOARDED;
  set_rotation (model, root, 1, 0, 0, 37); /* the parent's rotation has no effect */
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (&model->model);

  /* Seen from +y: to the right is -x. */
  view_from (0, 50, 0, view);
  mw_skeleton_update (skeleton, &moment, view);
  check_axes (skeleton, node, V (0, 1, 0), V (-1, 0, 0), V (0, 0, 1), G_STRLOC);
  check_axes (skeleton, child, V (0, 1, 0), V (-1, 0, 0), V (0, 0, 1), G_STRLOC);
  /* Seen from above and from the front: up leans back. */
  view_from (3, 0, 4, view);
  mw_skeleton_update (skeleton, &moment, view);
  check_axes (skeleton, node, V (0.6f, 0, 0.8f), V (0, 1, 0), V (-0.8f, 0, 0.6f), G_STRLOC);
  /* The node's own rotation is applied in the viewer's axes: here about x, so y becomes up. The scale stays. */
  set_rotation (model, node, 1, 0, 0, 90);
  set_scaling (model, root, 2, 2, 2);
  mw_skeleton_update (skeleton, &moment, view);
  check_axes (skeleton, node, V (1.2f, 0, 1.6f), V (-1.6f, 0, 1.2f), V (0, -2, 0), G_STRLOC);
  /* Without a viewer. */
  set_scaling (model, root, 1, 1, 1);
  set_rotation (model, root, 1, 0, 0, -90);
  mw_skeleton_update (skeleton, &moment, NULL);
  check_axes (skeleton, node, V (1, 0, 0), V (0, 1, 0), V (0, 0, 1), G_STRLOC);
  mw_model_free (&model->model);
}

static void
a_locked_axis_stays (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxNode *node = add_node (model, &mw_mdlx_bone_schema, NULL, 4, 5, 6);
  float view[16];
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (&model->model);

  node->flags = MW_MDLX_NODE_BILLBOARDED_LOCK_Z;
  view_from (0, 3, 4, view);
  mw_skeleton_update (skeleton, &moment, view);
  check_axes (skeleton, node, V (0, 1, 0), V (-1, 0, 0), V (0, 0, 1), G_STRLOC);

  node->flags = MW_MDLX_NODE_BILLBOARDED_LOCK_Y;
  view_from (0.48f, 0.6f, 0.64f, view);
  mw_skeleton_update (skeleton, &moment, view);
  check_axes (skeleton, node, V (0.6f, 0, 0.8f), V (0, 1, 0), V (-0.8f, 0, 0.6f), G_STRLOC);

  /* y faces the viewer, and z is mirrored. */
  node->flags = MW_MDLX_NODE_BILLBOARDED_LOCK_X;
  view_from (0.6f, 0.48f, 0.64f, view);
  mw_skeleton_update (skeleton, &moment, view);
  check_axes (skeleton, node, V (1, 0, 0), V (0, 0.6f, 0.8f), V (0, 0.8f, -0.6f), G_STRLOC);

  /* If the viewer looks along the locked axis, the node does not turn. */
  view_from (1, 0, 0, view);
  mw_skeleton_update (skeleton, &moment, view);
  check_axes (skeleton, node, V (1, 0, 0), V (0, 1, 0), V (0, 0, 1), G_STRLOC);
  /* If several flags are set, full comes before x, x before y, and y before z. */
  node->flags = MW_MDLX_NODE_BILLBOARDED_LOCK_Z | MW_MDLX_NODE_BILLBOARDED_LOCK_Y | MW_MDLX_NODE_BILLBOARDED;
  view_from (3, 0, 4, view);
  mw_skeleton_update (skeleton, &moment, view);
  check_axes (skeleton, node, V (0.6f, 0, 0.8f), V (0, 1, 0), V (-0.8f, 0, 0.6f), G_STRLOC);
  mw_model_free (&model->model);
}

static void
nodes_of_a_cycle_are_roots (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxNode *on = add_node (model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  MwMdlxNode *a = add_node (model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  MwMdlxNode *b = add_node (model, &mw_mdlx_bone_schema, a, 0, 0, 0);
  MwMdlxNode *c = add_node (model, &mw_mdlx_bone_schema, b, 0, 0, 0);
  MwMdlxNode *self = add_node (model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  MwMdlxNode *lost = add_node (model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  on->parent = ref_to (b); /* is a child of the cycle, but not in it */
  a->parent = ref_to (c);
  self->parent = ref_to (self);
  lost->parent = ref_to (add (model, "textures", &mw_mdlx_texture_schema));
  const MwMdlxNode *roots[] = { a, b, c, self, lost };
  for (guint i = 0; i < model->nodes.n; i++)
    set_translation (model, model->nodes.items[i], 1, 0, 0);
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (&model->model);
  mw_skeleton_update (skeleton, &moment, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (roots); i++) {
    int place = mw_skeleton_place (skeleton, roots[i]->record.id);
    g_assert_cmpint (mw_skeleton_parent_at (skeleton, (guint) place), ==, -1);
    ASSERT_MOVES (mw_skeleton_matrix (skeleton, roots[i]->record.id), 0, 0, 0, 1, 0, 0);
  }
  ASSERT_MOVES (mw_skeleton_matrix (skeleton, on->record.id), 0, 0, 0, 2, 0, 0);
  mw_model_free (&model->model);
}

/* 100,000 nodes in one chain, the last parent first in the list. */
static void
long_chains_do_not_recurse (void)
{
  MwMdlx *model = mw_mdlx_new ();
  const guint n = 100000;
  for (guint i = 0; i < n; i++)
    add_node (model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  for (guint i = 0; i + 1 < n; i++)
    ((MwMdlxNode *) model->nodes.items[i])->parent = ref_to (model->nodes.items[i + 1]);
  set_translation (model, model->nodes.items[n - 1], 1, 2, 3);
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (&model->model);
  mw_skeleton_update (skeleton, &moment, NULL);
  ASSERT_MOVES (mw_skeleton_matrix (skeleton, model->nodes.items[0]->id), 0, 0, 0, 1, 2, 3);
  float matrix[16];
  mw_skeleton_matrix_at_time (skeleton, model->nodes.items[0]->id, &moment, matrix);
  ASSERT_MOVES (matrix, 0, 0, 0, 1, 2, 3);
  mw_model_free (&model->model);
}

static void
one_node_at_another_time_is_what_an_update_gives (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxNode *root = add_node (model, &mw_mdlx_bone_schema, NULL, 1, 2, 3);
  MwMdlxNode *child = add_node (model, &mw_mdlx_bone_schema, root, 4, 5, 6);
  const int32_t times[] = { 0, 100 };
  const float turns[] = { 0, 0, 0, 1, 0.5f, 0.5f, 0.5f, 0.5f }, ways[] = { 0, 0, 0, 10, 20, 30 };
  set_track (model, root, "rotation.track",
             new_track (&mw_track_quat_schema, MW_INTERPOLATION_LINEAR, 2, times, turns, NULL, NULL));
  set_track (model, child, "translation.track",
             new_track (&mw_track_vec3_schema, MW_INTERPOLATION_LINEAR, 2, times, ways, NULL, NULL));
  child->flags = MW_MDLX_NODE_DONT_INHERIT_ROTATION;
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (&model->model);
  MwClock clock = moment;
  for (clock.time = 0; clock.time <= 100; clock.time += 10) {
    float matrix[16];
    mw_skeleton_update (skeleton, &moment, NULL);
    mw_skeleton_matrix_at_time (skeleton, child->record.id, &clock, matrix);
    mw_skeleton_update (skeleton, &clock, NULL);
    assert_floats (matrix, mw_skeleton_matrix (skeleton, child->record.id), 16, 0, G_STRLOC);
  }
  mw_model_free (&model->model);
}

/* The cached answer that a chain cannot move ends with the run. */
static void
a_chain_that_stood_still_may_move_later (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxNode *root = add_node (model, &mw_mdlx_bone_schema, NULL, 1, 2, 3);
  MwMdlxNode *child = add_node (model, &mw_mdlx_bone_schema, root, 4, 5, 6);
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (&model->model);
  for (guint moves = 0; moves < 2; moves++) {
    float way = moves ? 7 : 0;
    if (moves)
      set_translation (model, root, 7, 0, 0);
    MwKeysRun run;
    MwClock clock = moment;
    mw_keys_run_init (&run);
    clock.run = &run;
    for (guint i = 0; i < 3; i++) {
      float matrix[16];
      mw_skeleton_matrix_at_time (skeleton, child->record.id, &clock, matrix);
      ASSERT_MOVES (matrix, 4, 5, 6, 4 + way, 5, 6);
    }
  }
  mw_model_free (&model->model);
}

static gboolean
is_visible (const MwSkeleton *skeleton, MwId node)
{
  int place = mw_skeleton_place (skeleton, node);
  return place >= 0 && mw_skeleton_visible_at (skeleton, (guint) place);
}

static void
what_hangs_on_the_invisible_is_invisible (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxGeosetAnimation *animation = add (model, "geoset_animations", &mw_mdlx_geoset_animation_schema);
  MwMdlxBone *bone = add_node (model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  MwMdlxAttachment *attachment = add_node (model, &mw_mdlx_attachment_schema, bone, 0, 0, 0);
  MwMdlxNode *emitter = add_node (model, &mw_mdlx_particle_emitter2_schema, attachment, 0, 0, 0);
  const int32_t times[] = { 0, 50 };
  const float values[] = { 1, 0 };
  set_track (model, attachment, "visibility.track",
             new_track (&mw_track_float_schema, MW_INTERPOLATION_LINEAR, 2, times, values, NULL, NULL));
  bone->geoset_animation = ref_to (animation);
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (&model->model);
  MwClock clock = moment;
  clock.time = 49;
  mw_skeleton_update (skeleton, &clock, NULL);
  g_assert_true (is_visible (skeleton, emitter->record.id));
  clock.time = 50;
  mw_skeleton_update (skeleton, &clock, NULL);
  g_assert_true (is_visible (skeleton, bone->node.record.id));
  g_assert_false (is_visible (skeleton, attachment->node.record.id));
  g_assert_false (is_visible (skeleton, emitter->record.id));
  clock.time = 0;
  animation->alpha = 0;
  mw_skeleton_update (skeleton, &clock, NULL);
  g_assert_false (is_visible (skeleton, bone->node.record.id));
  g_assert_false (is_visible (skeleton, emitter->record.id));
  mw_model_free (&model->model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/skeleton/a node turns about its pivot", a_node_turns_about_its_pivot);
  g_test_add_func ("/pose/skeleton/children follow their parents, in any order of the list",
                   children_follow_wherever_they_stand_in_the_list);
  g_test_add_func ("/pose/skeleton/at rest nothing moves", at_rest_nothing_moves);
  g_test_add_func ("/pose/skeleton/each inherit flag removes its part of the motion",
                   each_inherit_flag_takes_out_its_part);
  g_test_add_func ("/pose/skeleton/a parent with scale 0 gives finite results",
                   a_parent_scaled_to_nothing_leaves_numbers);
  g_test_add_func ("/pose/skeleton/a billboard shows its x axis to the viewer",
                   a_billboard_shows_its_x_axis_to_the_viewer);
  g_test_add_func ("/pose/skeleton/a locked axis does not turn", a_locked_axis_stays);
  g_test_add_func ("/pose/skeleton/nodes of a cycle are roots", nodes_of_a_cycle_are_roots);
  g_test_add_func ("/pose/skeleton/long chains do not recurse", long_chains_do_not_recurse);
  g_test_add_func ("/pose/skeleton/evaluating one node equals a full update",
                   one_node_at_another_time_is_what_an_update_gives);
  g_test_add_func ("/pose/skeleton/a chain that is still at first may move later",
                   a_chain_that_stood_still_may_move_later);
  g_test_add_func ("/pose/skeleton/children of an invisible node are invisible",
                   what_hangs_on_the_invisible_is_invisible);
  return g_test_run ();
}
