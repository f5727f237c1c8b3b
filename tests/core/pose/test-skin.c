/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/mdlx-skin.h"
#include "core/pose/math.h"
#include "tests/core/pose/models.h"
#include "tests/core/pose/skinning.h"

static const MwClock moment = { .start = 0, .end = 100, .looping = TRUE, .time = 0 };

typedef struct {
  MwMdlx *model;
  MwMdlxNode *moved, *turned, *scaled;
  MwMdlxGeoset *geoset;
  MwSkeleton *skeleton;
} World;

/* One bone moves by (8, 0, 0), one turns by 90 degrees about z, one scales by 3, all at the origin. */
static void
set_up (World *world)
{
  world->model = mw_mdlx_new ();
  world->moved = add_node (world->model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  world->turned = add_node (world->model, &mw_mdlx_helper_schema, NULL, 0, 0, 0);
  world->scaled = add_node (world->model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  set_translation (world->model, world->moved, 8, 0, 0);
  set_rotation (world->model, world->turned, 0, 0, 1, 90);
  set_scaling (world->model, world->scaled, 3, 3, 3);
  world->geoset = add (world->model, "geosets", &mw_mdlx_geoset_schema);
  world->skeleton = mw_skeleton_new (&world->model->model);
  mw_skeleton_update (world->skeleton, &moment, NULL);
}

static void
tear_down (World *world)
{
  mw_skeleton_free (world->skeleton);
  mw_model_free (&world->model->model);
}

static void
set_groups (World *world, guint n_sizes, const uint32_t *sizes, guint n_members, const MwRef *members)
{
  mw_array_clear (&world->geoset->group_sizes);
  mw_array_clear (&world->geoset->group_members);
  world->geoset->group_sizes = mw_array_copy (sizes, n_sizes, sizeof *sizes);
  world->geoset->group_members = mw_array_copy (members, n_members, sizeof *members);
}

static void
a_group_moves_by_the_mean_of_its_nodes (void)
{
  World world;
  set_up (&world);
  MwRef moved = ref_to (world.moved), turned = ref_to (world.turned), scaled = ref_to (world.scaled);
  const MwRef members[] = { moved, moved, turned, moved, turned, scaled, moved, moved, turned };
  float matrices[5 * 16];

  set_groups (&world, 4, (uint32_t[]) { 1, 2, 3, 3 }, 9, members);
  g_assert_cmpuint (mw_skin_n_matrices (world.geoset), ==, 5);
  mw_skin_group_matrices (world.geoset, world.skeleton, matrices);
  ASSERT_MOVES (matrices, 1, 0, 0, 9, 0, 0);
  ASSERT_MOVES (matrices + 16, 1, 0, 0, 4.5f, 0.5f, 0);            /* (9, 0), (0, 1) */
  ASSERT_MOVES (matrices + 32, 1, 0, 0, 4, 1 / 3.0f, 0);           /* (9, 0), (0, 1), (3, 0) */
  ASSERT_MOVES (matrices + 48, 1, 0, 0, 6, 1 / 3.0f, 0);           /* a node that is listed twice counts twice */
  assert_floats (matrices + 64, mw_mat_identity, 16, 0, G_STRLOC); /* for vertices without a group */
  tear_down (&world);
}

static void
references_that_point_nowhere_are_left_out (void)
{
  World world;
  set_up (&world);
  const MwRef members[] = { MW_REF_NONE, ref_to (world.moved), { 0, 700 }, ref_to (world.geoset) };
  float matrices[3 * 16];
  set_groups (&world, 2, (uint32_t[]) { 3, 1 }, 4, members);
  mw_skin_group_matrices (world.geoset, world.skeleton, matrices);
  ASSERT_MOVES (matrices, 1, 2, 3, 9, 2, 3);
  ASSERT_MOVES (matrices + 16, 1, 2, 3, 1, 2, 3); /* a geoset is not a node */
  tear_down (&world);
}

static void
wrong_sizes_do_not_read_past_the_end (void)
{
  World world;
  set_up (&world);
  const MwRef members[] = { ref_to (world.moved), ref_to (world.turned) };
  float matrices[5 * 16];
  set_groups (&world, 4, (uint32_t[]) { 0, 1, 0xFFFFFFFFu, 5 }, 2, members);
  mw_skin_group_matrices (world.geoset, world.skeleton, matrices);
  ASSERT_MOVES (matrices, 1, 0, 0, 1, 0, 0);
  ASSERT_MOVES (matrices + 16, 1, 0, 0, 9, 0, 0);
  ASSERT_MOVES (matrices + 32, 1, 0, 0, 0, 1, 0);
  ASSERT_MOVES (matrices + 48, 1, 0, 0, 1, 0, 0);

  g_autofree uint32_t *many = g_new0 (uint32_t, 1000);
  set_groups (&world, 1000, many, 2, members);
  g_assert_cmpuint (mw_skin_n_matrices (world.geoset), ==, 257);
  tear_down (&world);
}

static void
vertices_and_normals_go_by_their_group (void)
{
  World world;
  set_up (&world);
  const MwRef members[] = { ref_to (world.moved), ref_to (world.turned), ref_to (world.scaled) };
  const float vertices[] = { 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0 };
  const float normals[] = { 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0 };
  const uint8_t groups[] = { 0, 1, 2, 200 };
  float matrices[4 * 16], positions[15], turned[15], min[3], max[3];
  uint16_t numbers[5];

  set_groups (&world, 3, (uint32_t[]) { 1, 1, 1 }, 3, members);
  world.geoset->vertices = mw_array_copy (vertices, 5, 12);
  world.geoset->normals = mw_array_copy (normals, 4, 12);
  world.geoset->vertex_groups = mw_array_copy (groups, 4, 1);
  mw_skin_vertex_matrices (world.geoset, numbers);
  const uint16_t should_be[] = { 0, 1, 2, 3, 3 }; /* 3: the identity */
  for (guint i = 0; i < 5; i++)
    g_assert_cmpuint (numbers[i], ==, should_be[i]);

  mw_skin_group_matrices (world.geoset, world.skeleton, matrices);
  skin_vertices (world.geoset, matrices, positions, turned);
  ASSERT_FLOATS (positions, 1e-6f, 9, 0, 0, 0, 1, 0, 3, 0, 0, 1, 0, 0, 1, 0, 0);
  ASSERT_FLOATS (turned, 1e-6f, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0);
  g_assert_true (skin_bounds (world.geoset, matrices, min, max));
  ASSERT_FLOATS (min, 1e-6f, 0, 0, 0);
  ASSERT_FLOATS (max, 1e-6f, 9, 1, 0);

  mw_array_clear (&world.geoset->vertices);
  g_assert_false (skin_bounds (world.geoset, matrices, min, max));
  tear_down (&world);
}

/* Half by one node and half by another; a weight above the maximum; and a vertex without weights. */
static void
weights_move_vertices (void)
{
  World world;
  set_up (&world);
  MwRef moved = ref_to (world.moved), turned = ref_to (world.turned), scaled = ref_to (world.scaled);
  const MwRef bones[] = { moved,  turned, moved,      moved, scaled, { 0, 250 }, MW_REF_NONE, ref_to (world.geoset),
                          turned, moved,  { 0, 250 }, moved };
  const uint16_t weights[] = { 255, 0, 0, 0, 51, 204, 0, 0, 0, 0, 0, 0 };
  const float vertices[] = { 1, 0, 0, 1, 0, 0, 1, 2, 3, 4, 5, 6 }, normals[] = { 1, 0, 0, 1, 0, 0, 0, 0, 1 };
  float positions[12], out[12];
  world.geoset->vertices = mw_array_copy (vertices, 4, 12);
  world.geoset->normals = mw_array_copy (normals, 3, 12);
  g_assert_false (mw_skin_is_weighted (world.geoset));
  world.geoset->skin_bones = mw_array_copy (bones, 3, 4 * sizeof (MwRef));
  world.geoset->skin_weights = mw_array_copy (weights, 3, 4 * sizeof *weights);
  g_assert_true (mw_skin_is_weighted (world.geoset));

  skin_weighted_vertices (world.geoset, world.skeleton, positions, out);
  ASSERT_FLOATS (positions, 1e-5f, 9, 0, 0, 0.2f * 3 + 0.8f, 0, 0, 1, 2, 3, 4, 5, 6);
  ASSERT_FLOATS (out, 1e-5f, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0);

  uint16_t numbers[16];
  uint8_t bytes[16];
  guint none = mw_skin_n_node_matrices (world.skeleton) - 1;
  g_assert_cmpuint (none, ==, 3);
  mw_skin_vertex_weights (world.geoset, world.skeleton, numbers, bytes);
  g_assert_cmpuint (numbers[0], ==, mw_skeleton_place (world.skeleton, moved.id));
  g_assert_cmpuint (numbers[5], ==, none);
  g_assert_cmpuint (numbers[6], ==, none);
  g_assert_cmpuint (numbers[7], ==, none);  /* a geoset is not a node */
  g_assert_cmpuint (numbers[12], ==, none); /* beyond the end of the skin */
  g_assert_cmpuint (bytes[5], ==, 204);
  g_assert_cmpuint (bytes[12], ==, 0);

  /* A vertex with two nodes of equal weight is half way between them. */
  ((uint16_t *) world.geoset->skin_weights.data)[0] = 127;
  ((uint16_t *) world.geoset->skin_weights.data)[1] = 128;
  skin_weighted_vertices (world.geoset, world.skeleton, positions, NULL);
  ASSERT_FLOATS (positions, 1e-5f, 127 / 255.f * 9, 128 / 255.f, 0);
  tear_down (&world);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/skin/a group moves with the mean of its nodes", a_group_moves_by_the_mean_of_its_nodes);
  g_test_add_func ("/pose/skin/references that point nowhere are left out", references_that_point_nowhere_are_left_out);
  g_test_add_func ("/pose/skin/wrong sizes do not read past the end", wrong_sizes_do_not_read_past_the_end);
  g_test_add_func ("/pose/skin/vertices and normals move with their group", vertices_and_normals_go_by_their_group);
  g_test_add_func ("/pose/skin/weights move vertices, and a vertex without weights stays at rest",
                   weights_move_vertices);
  return g_test_run ();
}
