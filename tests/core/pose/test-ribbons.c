/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/ribbons.h"
#include "core/pose/math.h"
#include "tests/core/pose/models.h"

typedef struct {
  MwMdlx *model;
  MwMdlxBone *bone;
  MwMdlxRibbonEmitter *emitter;
  MwSkeleton *skeleton;
  MwRibbon *ribbon;
  GArray *vertices;
} World;

/* Fifty edges a second from (0, 1, 2), 3 up and 2 down along y, on a bone that moves along x by one unit per ms. */
static void
set_up (World *world)
{
  const int32_t times[] = { 0, 10000 };
  const float ways[] = { 0, 0, 0, 10000, 0, 0 };
  world->model = mw_mdlx_new ();
  world->bone = add_node (world->model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  set_track (world->model, world->bone, "translation.track",
             new_track (&mw_track_vec3_schema, MW_INTERPOLATION_LINEAR, 2, times, ways, NULL, NULL));
  MwMdlxRibbonEmitter *e = add_node (world->model, &mw_mdlx_ribbon_emitter_schema, world->bone, 0, 1, 2);
  e->height_above = 3;
  e->height_below = 2;
  e->alpha = 0.5f;
  e->color[0] = 0.25f;
  e->color[1] = 0.5f;
  e->color[2] = 1;
  e->life_span = 5;
  e->emission_rate = 50;
  e->texture_slot = 0;
  e->rows = e->columns = 1;
  e->gravity = 0;
  world->emitter = e;
  world->skeleton = mw_skeleton_new (&world->model->model);
  world->ribbon = mw_ribbon_new (world->skeleton, &e->node.record);
  world->vertices = g_array_new (FALSE, FALSE, sizeof (MwSpriteVertex));
}

static void
tear_down (World *world)
{
  g_array_unref (world->vertices);
  mw_ribbon_free (world->ribbon);
  mw_skeleton_free (world->skeleton);
  mw_model_free (&world->model->model);
}

static guint
draw (World *world, int32_t time)
{
  MwClock clock = clock_at (0, 10000, FALSE, time);
  mw_ribbon_update (world->ribbon, &clock);
  mw_skeleton_update (world->skeleton, &clock, NULL);
  g_array_set_size (world->vertices, 0);
  return mw_ribbon_append_quads (world->ribbon, mw_skeleton_matrix (world->skeleton, world->emitter->node.record.id),
                                 world->vertices);
}

static const MwSpriteVertex *
vertex (const World *world, guint quad, guint corner)
{
  g_assert_cmpuint (4 * quad + corner, <, world->vertices->len);
  return &g_array_index (world->vertices, MwSpriteVertex, 4 * quad + corner);
}

/* In each step of 16 ms, 0.8 of an edge becomes due. Fractions are kept, so edges are created at the steps 2, 3, 4,
 * 5, 7, ... */
static void
edges_come_at_the_rate (void)
{
  World world;
  set_up (&world);
  g_assert_cmpuint (draw (&world, 0), ==, 0);
  draw (&world, 16);
  g_assert_cmpuint (mw_ribbon_n_edges (world.ribbon), ==, 0);
  draw (&world, 32);
  g_assert_cmpuint (mw_ribbon_n_edges (world.ribbon), ==, 1);
  draw (&world, 1600);
  guint n = mw_ribbon_n_edges (world.ribbon);
  g_assert_cmpuint (n, >=, 79);
  g_assert_cmpuint (n, <=, 80);
  draw (&world, 10000); /* they live for five seconds */
  n = mw_ribbon_n_edges (world.ribbon);
  g_assert_cmpuint (n, >=, 248);
  g_assert_cmpuint (n, <=, 251);
  /* A higher rate than 2000 looks no different. */
  world.emitter->emission_rate = 0xFFFFFFFFu;
  mw_ribbon_reset (world.ribbon);
  draw (&world, 1600);
  g_assert_cmpuint (mw_ribbon_n_edges (world.ribbon), ==, 3200);
  world.emitter->emission_rate = 0;
  mw_ribbon_reset (world.ribbon);
  g_assert_cmpuint (draw (&world, 1600), ==, 0);
  tear_down (&world);
}

static void
edges_stay_where_the_emitter_was (void)
{
  World world;
  set_up (&world);
  world.emitter
    ->emission_rate = 125; /* two in each step, the first halfway; at the start it is not known what was before */
  g_assert_cmpuint (draw (&world, 56), ==, 6);
  /* From the emitter at 56 ms to the edges. */
  const float x[] = { 56, 48, 40, 32, 24, 16, 16 };
  for (guint q = 0; q < 6; q++) {
    ASSERT_FLOATS (vertex (&world, q, 1)->position, 1e-4f, x[q], 1 + 3, 2);
    ASSERT_FLOATS (vertex (&world, q, 0)->position, 1e-4f, x[q], 1 - 2, 2);
    ASSERT_FLOATS (vertex (&world, q, 3)->position, 1e-4f, x[q + 1], 1 - 2, 2);
    ASSERT_FLOATS (vertex (&world, q, 2)->position, 1e-4f, x[q + 1], 1 + 3, 2);
    ASSERT_FLOATS (vertex (&world, q, 1)->rgba, 0, 0.25f, 0.5f, 1, 0.5f);
  }
  tear_down (&world);
}

static void
the_texture_runs_through_the_cell_with_age (void)
{
  World world;
  set_up (&world);
  world.emitter->emission_rate = 125;
  world.emitter->life_span = 0.4f; /* fifty edges */
  world.emitter->rows = 2;
  world.emitter->columns = 4;
  world.emitter->texture_slot = 6; /* third column, second row */
  g_assert_cmpuint (draw (&world, 48), ==, 6);
  for (guint q = 1; q < 6; q++) { /* quad 0 has no length: the emitter is at the newest edge */
    float u = (2 + 0.02f * (float) q) / 4, older = (2 + 0.02f * ((float) q - 1)) / 4;
    ASSERT_FLOATS (vertex (&world, q, 1)->uv, 1e-5f, older, 0.5f);
    ASSERT_FLOATS (vertex (&world, q, 0)->uv, 1e-5f, older, 1);
    ASSERT_FLOATS (vertex (&world, q, 3)->uv, 1e-5f, u, 1);
    ASSERT_FLOATS (vertex (&world, q, 2)->uv, 1e-5f, u, 0.5f);
  }
  const int32_t times[] = { 0 };
  const uint32_t slots[] = { 1 };
  set_track (world.model, world.emitter, "texture_slot.track",
             new_track (&mw_track_u32_schema, MW_INTERPOLATION_NONE, 1, times, slots, NULL, NULL));
  draw (&world, 48);
  ASSERT_FLOATS (vertex (&world, 0, 1)->uv, 1e-5f, 0.25f, 0);
  tear_down (&world);
}

/* At age a an edge has fallen by gravity times a squared. */
static void
old_edges_fall (void)
{
  World world;
  set_up (&world);
  world.emitter->emission_rate = 125;
  world.emitter->gravity = 4;
  guint n = draw (&world, 1016);
  for (guint q = 0; q + 1 < n; q++) {
    float age = (1016 - vertex (&world, q, 2)->position[0]) / 1000;
    ASSERT_FLOATS (&vertex (&world, q, 2)->position[2], 1e-3f, 2 - 4 * age * age);
  }
  tear_down (&world);
}

static void
where_it_was_invisible_there_is_a_gap (void)
{
  World world;
  set_up (&world);
  const int32_t times[] = { 0, 160, 320 };
  const float values[] = { 1, 0, 1 };
  world.emitter->emission_rate = 125;
  set_track (world.model, world.emitter, "visibility.track",
             new_track (&mw_track_float_schema, MW_INTERPOLATION_LINEAR, 3, times, values, NULL, NULL));
  /* Edges in the steps at 16 .. 144 and at 320 .. 480. */
  g_assert_cmpuint (draw (&world, 240), ==, 17);
  guint n = draw (&world, 480);
  g_assert_cmpuint (mw_ribbon_n_edges (world.ribbon), ==, 18 + 22);
  g_assert_cmpuint (n, ==, 17 + 22);
  for (guint q = 0; q < n; q++)
    g_assert_cmpfloat (vertex (&world, q, 1)->position[0] - vertex (&world, q, 3)->position[0], <, 17);
  tear_down (&world);
}

/* No edge is gone before a quarter of a second. */
static void
a_short_life_is_longer (void)
{
  World world;
  set_up (&world);
  world.emitter->emission_rate = 125;
  world.emitter->life_span = 0.01f;
  draw (&world, 1600);
  g_assert_cmpuint (mw_ribbon_n_edges (world.ribbon), >=, 31);
  g_assert_cmpuint (mw_ribbon_n_edges (world.ribbon), <=, 32);
  tear_down (&world);
}

static void
without_alpha_there_is_nothing (void)
{
  World world;
  set_up (&world);
  world.emitter->alpha = 0;
  g_assert_cmpuint (draw (&world, 480), ==, 0);
  g_assert_cmpuint (mw_ribbon_n_edges (world.ribbon), ==, 0);
  world.emitter->alpha = 1;
  mw_ribbon_reset (world.ribbon);
  g_assert_cmpuint (draw (&world, 480), >, 10);
  MwClock rest = MW_CLOCK_REST;
  mw_ribbon_update (world.ribbon, &rest);
  g_assert_cmpuint (mw_ribbon_append_quads (world.ribbon, mw_mat_identity, world.vertices), ==, 0);
  tear_down (&world);
}

/* The whole ribbon has the colour, the alpha and the cell of the moment, and the heights that it had when each edge was left. */
static void
tracks_count (void)
{
  const int32_t times[] = { 0, 1000 };
  World world;
  set_up (&world);
  world.emitter->emission_rate = 125;
  world.emitter->rows = world.emitter->columns = 2;
  set_track (world.model, world.emitter, "color.track",
             new_track (&mw_track_colour_schema, MW_INTERPOLATION_LINEAR, 2, times,
                        (float[]) { 0, 0.2f, 0.4f, 1, 0.6f, 0.8f }, NULL, NULL));
  set_track (world.model, world.emitter, "alpha.track",
             new_track (&mw_track_float_schema, MW_INTERPOLATION_LINEAR, 2, times, (float[]) { 1, 0 }, NULL, NULL));
  set_track (world.model, world.emitter, "height_above.track",
             new_track (&mw_track_float_schema, MW_INTERPOLATION_LINEAR, 2, times, (float[]) { 2, 12 }, NULL, NULL));
  set_track (world.model, world.emitter, "height_below.track",
             new_track (&mw_track_float_schema, MW_INTERPOLATION_LINEAR, 2, times, (float[]) { 1, 21 }, NULL, NULL));
  set_track (world.model, world.emitter, "texture_slot.track",
             new_track (&mw_track_u32_schema, MW_INTERPOLATION_NONE, 2, times, (uint32_t[]) { 6, 1 }, NULL, NULL));
  const guint n = draw (&world, 496);
  g_assert_cmpuint (n, >, 50);
  for (guint q = 0; q + 2 < n; q++) {
    const MwSpriteVertex *newer = vertex (&world, q, 1), *older = vertex (&world, q, 2);
    ASSERT_FLOATS (newer->rgba, 1e-5f, 0.496f, 0.2f + 0.4f * 0.496f, 0.4f + 0.4f * 0.496f, 1 - 0.496f);
    ASSERT_FLOATS (older->rgba, 1e-5f, 0.496f, 0.2f + 0.4f * 0.496f, 0.4f + 0.4f * 0.496f, 1 - 0.496f);
    /* Slot 6 of four cells is the third: the second row. */
    g_assert_cmpfloat (newer->uv[1], ==, 0.5f);
    g_assert_cmpfloat (newer->uv[0], <, 0.5f);
    ASSERT_FLOATS (&older->position[1], 0.05f, 1 + 2 + older->position[0] / 100);
    ASSERT_FLOATS (&vertex (&world, q, 3)->position[1], 0.05f, 1 - 1 - older->position[0] / 50);
  }
  g_assert_cmpuint (draw (&world, 1000), ==, 0);
  tear_down (&world);
}

static void
hostile_numbers_stay_bounded (void)
{
  World world;
  set_up (&world);
  world.emitter->emission_rate = 0xFFFFFFFFu;
  world.emitter->life_span = INFINITY;
  world.emitter->height_above = NAN;
  world.emitter->rows = world.emitter->columns = 0;
  MwClock clock = clock_at (G_MININT32, G_MAXINT32, TRUE, 5);
  mw_ribbon_update (world.ribbon, &clock);
  g_assert_cmpuint (mw_ribbon_n_edges (world.ribbon), >, 1000);
  /* The number grows up to the limit and stays there. */
  for (int i = 0; i < 100; i++) {
    clock.time += 900;
    clock.global_ms += 900;
    mw_ribbon_update (world.ribbon, &clock);
  }
  g_assert_cmpuint (mw_ribbon_n_edges (world.ribbon), ==, MW_RIBBON_EDGES_MAX);
  mw_ribbon_set_max (world.ribbon, 100);
  mw_ribbon_update (world.ribbon, &clock);
  g_assert_cmpuint (mw_ribbon_n_edges (world.ribbon), ==, 100);
  g_assert_cmpuint (mw_ribbon_append_quads (world.ribbon, mw_mat_identity, world.vertices), ==, 0);
  tear_down (&world);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/ribbons/edges are emitted at the rate", edges_come_at_the_rate);
  g_test_add_func ("/pose/ribbons/edges stay where the emitter was", edges_stay_where_the_emitter_was);
  g_test_add_func ("/pose/ribbons/the texture runs through the cell with age",
                   the_texture_runs_through_the_cell_with_age);
  g_test_add_func ("/pose/ribbons/old edges fall", old_edges_fall);
  g_test_add_func ("/pose/ribbons/an invisible emitter leaves a gap", where_it_was_invisible_there_is_a_gap);
  g_test_add_func ("/pose/ribbons/no edge lives for less than a quarter of a second", a_short_life_is_longer);
  g_test_add_func ("/pose/ribbons/nothing is drawn at alpha 0", without_alpha_there_is_nothing);
  g_test_add_func ("/pose/ribbons/tracks count at the moment, heights when an edge is left", tracks_count);
  g_test_add_func ("/pose/ribbons/hostile numbers stay bounded", hostile_numbers_stay_bounded);
  return g_test_run ();
}
