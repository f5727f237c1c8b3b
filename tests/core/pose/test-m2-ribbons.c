/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/math.h"
#include "core/pose/ribbons.h"
#include "core/pose/simulation.h"
#include "tests/core/pose/m2-models.h"
#include "tests/core/pose/models.h"

/* The expected numbers in this file are computed from the formulas of docs/formats/rendering.md 4.5. */

#define DT (MW_SIMULATION_STEP_MS / 1000.0f)

typedef struct {
  MwM2 *model;
  MwM2Sequence *fly;
  MwM2Bone *bone;
  MwM2Ribbon *e;
  MwSkeleton *skeleton;
  MwRibbon *ribbon;
  GArray *vertices;
} World;

/* Edges from (0, 1, 2), 3 up and 2 down along y, on a bone that moves along x at a thousand units a second. The
 * sequence does not loop, so that it begins without edges. */
static void
set_up (World *world, uint32_t version, float rate)
{
  MwM2 *model = world->model = mw_m2_new (version);
  world->fly = m2_add_sequence (model, 0, 10000, 0x21);
  world->bone = m2_add_bone (model, NULL, 0, 0, 0);
  m2_add_keys (model, m2_add_track (model, world->bone, "translation.track", 1), world->fly, 2,
               (int32_t[]) { 0, 10000 }, (float[]) { 0, 0, 0, 10000, 0, 0 }, NULL, NULL);
  MwM2Ribbon *e = world->e = m2_add (model, "ribbons", &mw_m2_ribbon_schema);
  e->bone = m2_ref (world->bone);
  e->position[1] = 1;
  e->position[2] = 2;
  e->life_span = 5;
  e->emission_rate = rate;
  e->rows = e->columns = 1;
  m2_set_constant (model, e, "height_above.track", (float[]) { 3 });
  m2_set_constant (model, e, "height_below.track", (float[]) { 2 });
  world->skeleton = mw_skeleton_new (&model->model);
  world->ribbon = mw_ribbon_new (world->skeleton, &e->record);
  g_assert_nonnull (world->ribbon);
  g_assert_null (mw_ribbon_new (world->skeleton, &world->bone->record));
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
  MwClock clock = m2_clock (world->model, world->fly, time);
  mw_ribbon_reset (world->ribbon);
  mw_ribbon_update (world->ribbon, &clock);
  mw_skeleton_update (world->skeleton, &clock, NULL);
  g_array_set_size (world->vertices, 0);
  return mw_ribbon_append_quads (world->ribbon, mw_skeleton_matrix (world->skeleton, world->e->record.id),
                                 world->vertices);
}

/* Corners: newer below, newer above, older above, older below. */
static const MwSpriteVertex *
corner (const World *world, guint quad, guint which)
{
  g_assert_cmpuint (4 * quad + which, <, world->vertices->len);
  return &g_array_index (world->vertices, MwSpriteVertex, 4 * quad + which);
}

/* The first edge comes at once, at 16 ms; then, at a rate of 125, two in each step, in the middle and at the end. */
static void
test_edges (void)
{
  for (uint32_t version = 260; version <= 264; version += 4) {
    World world;
    set_up (&world, version, 125);
    g_assert_cmpuint (draw (&world, 0), ==, 0);
    draw (&world, 16);
    g_assert_cmpuint (mw_ribbon_n_edges (world.ribbon), ==, 1);
    guint n = draw (&world, 56);
    g_assert_cmpuint (mw_ribbon_n_edges (world.ribbon), ==, 5);
    g_assert_cmpuint (n, ==, 5);
    const float x[] = { 56, 48, 40, 32, 24, 16 };
    for (guint q = 0; q < n; q++) {
      ASSERT_FLOATS (corner (&world, q, 0)->position, 1e-3f, x[q], 1 - 2, 2);
      ASSERT_FLOATS (corner (&world, q, 1)->position, 1e-3f, x[q], 1 + 3, 2);
      ASSERT_FLOATS (corner (&world, q, 2)->position, 1e-3f, x[q + 1], 1 + 3, 2);
      ASSERT_FLOATS (corner (&world, q, 3)->position, 1e-3f, x[q + 1], 1 - 2, 2);
      ASSERT_FLOATS (corner (&world, q, 0)->rgba, 0, 1, 1, 1, 1);
    }
    tear_down (&world);
  }
}

/* The rate is rounded up and is at least one a second; edges live for at least a quarter of a second. */
static void
test_limits (void)
{
  World world;
  set_up (&world, 264, 10.2f);
  draw (&world, 4000);
  guint n = mw_ribbon_n_edges (world.ribbon);
  g_assert_cmpuint (n, >=, 43); /* 11 a second */
  g_assert_cmpuint (n, <=, 45);
  world.e->emission_rate = -3;
  draw (&world, 4000);
  n = mw_ribbon_n_edges (world.ribbon);
  g_assert_cmpuint (n, >=, 4);
  g_assert_cmpuint (n, <=, 5);
  world.e->emission_rate = 125;
  world.e->life_span = 0;
  draw (&world, 4000);
  n = mw_ribbon_n_edges (world.ribbon);
  g_assert_cmpuint (n, >=, 30); /* a quarter of 125 */
  g_assert_cmpuint (n, <=, 33);
  tear_down (&world);
}

/* Between two poses with different directions the strip bends: p (t) = (1 - t) (a + t d A) + t (b - (1 - t) d B),
 * with the emitter's axis z as A and B, and d the distance. */
static void
test_bend (void)
{
  World world;
  const float s = sqrtf (0.5f);
  set_up (&world, 264, 125);
  /* In one step it turns by 90 degrees about y: z becomes x, and x becomes -z. Its position is on the axis of the
   * rotation, so it only moves. */
  world.e->position[2] = 0;
  m2_add_keys (world.model, m2_add_track (world.model, world.bone, "rotation.track", 1), world.fly, 3,
               (int32_t[]) { 0, 16, 32 }, (float[]) { 0, 0, 0, 1, 0, 0, 0, 1, 0, s, 0, s }, NULL, NULL);
  draw (&world, 32);
  /* From 16 to 32, half way: (16 + 32) / 2 + (1 / 4) 16 (A - B), A = z, B = x. */
  ASSERT_FLOATS (corner (&world, 1, 2)->position, 1e-3f, 24 - 4, 1 + 3, 4);
  ASSERT_FLOATS (corner (&world, 1, 3)->position, 1e-3f, 24 - 4, 1 - 2, 4);
  tear_down (&world);
}

/* After the age a an edge has moved along z by gravity times a squared. */
static void
test_gravity (void)
{
  World world;
  set_up (&world, 264, 125);
  world.e->gravity = -4;
  guint n = draw (&world, 1012);
  g_assert_cmpuint (n, >, 100);
  for (guint q = 0; q < n; q++) {
    float age = (1012 - corner (&world, q, 3)->position[0]) / 1000;
    ASSERT_FLOATS (&corner (&world, q, 3)->position[2], 1e-3f, 2 - 4 * age * age);
  }
  tear_down (&world);
}

/* The cell is that of the moment, and age moves through it; colour and alpha are those of the moment when the edge
 * was created. */
static void
test_looks (void)
{
  World world;
  set_up (&world, 264, 62.5f);
  world.e->life_span = 0.5f;
  world.e->rows = 2;
  world.e->columns = 4;
  m2_set_constant (world.model, world.e, "texture_slot.track", (uint16_t[]) { 6 }); /* third column, second row */
  m2_add_keys (world.model, m2_add_track (world.model, world.e, "color.track", 1), world.fly, 2,
               (int32_t[]) { 0, 1000 }, (float[]) { 0, 0, 0, 1, 0.5f, 0 }, NULL, NULL);
  m2_add_keys (world.model, m2_add_track (world.model, world.e, "alpha.track", 1), world.fly, 2,
               (int32_t[]) { 0, 1000 }, (float[]) { 1, 0 }, NULL, NULL);
  guint n = draw (&world, 480);
  g_assert_cmpuint (n, >, 20);
  for (guint q = 0; q < n; q++)
    for (guint c = 0; c < 4; c++) {
      const MwSpriteVertex *vertex = corner (&world, q, c);
      float born = vertex->position[0] / 1000, age = 0.48f - born;
      ASSERT_FLOATS (vertex->uv, 1e-3f, (2 + age / 0.5f) / 4, c == 1 || c == 2 ? 0.5f : 1);
      /* An edge has the values of the end of the step in which it was created. */
      float step = ceilf (born / DT - 1e-3f) * DT;
      ASSERT_FLOATS (vertex->rgba, 2e-3f, step, step / 2, 0, 1 - step);
    }
  tear_down (&world);
}

static void
test_gaps (void)
{
  World world;
  set_up (&world, 264, 62.5f);
  m2_add_keys (world.model, m2_add_track (world.model, world.e, "visibility.track", 0), world.fly, 3,
               (int32_t[]) { 0, 160, 320 }, (uint8_t[]) { 1, 0, 1 }, NULL, NULL);
  /* Edges at 16 .. 144 and at 320 .. 480; while the emitter is off there is none at its own position. */
  g_assert_cmpuint (draw (&world, 240), ==, 8);
  guint n = draw (&world, 480);
  g_assert_cmpuint (n, ==, 8 + 11);
  for (guint q = 0; q < n; q++)
    g_assert_cmpfloat (corner (&world, q, 0)->position[0] - corner (&world, q, 3)->position[0], <, 17);
  mw_ribbon_update (world.ribbon, &MW_CLOCK_REST);
  g_assert_cmpuint (mw_ribbon_append_quads (world.ribbon, mw_mat_identity, world.vertices), ==, 0);
  tear_down (&world);
}

/* The first edge is left at once, and each next one when it is due, also between two steps. */
static void
test_distance (void)
{
  World world;
  set_up (&world, 264, 12.5f);
  draw (&world, 80);
  g_assert_cmpuint (mw_ribbon_n_edges (world.ribbon), ==, 1);
  draw (&world, 96);
  g_assert_cmpuint (mw_ribbon_n_edges (world.ribbon), ==, 2);
  tear_down (&world);
  set_up (&world, 264, 100);
  const guint n = draw (&world, 1000);
  g_assert_cmpuint (n, >, 90);
  /* Edges are 10 ms apart, in which the bone moves by 10. */
  for (guint i = 1; i < n; i++)
    g_assert_cmpfloat_with_epsilon (corner (&world, i, 1)->position[0] - corner (&world, i, 2)->position[0], 10, 0.01f);
  tear_down (&world);
}

static void
test_playing (void)
{
  World world;
  set_up (&world, 264, 70);
  world.e->life_span = 0.5f;
  world.e->gravity = -1;
  g_assert_cmpuint (draw (&world, 3456), >, 30);
  g_autoptr (GArray) jumped = g_array_copy (world.vertices);
  mw_ribbon_reset (world.ribbon);
  MwClock clock = m2_clock (world.model, world.fly, 0);
  while (clock.time < 3456) {
    mw_ribbon_update (world.ribbon, &clock);
    mw_clock_advance (&clock, MIN (7 + (guint32) clock.time % 31, 3456 - (guint32) clock.time));
  }
  mw_ribbon_update (world.ribbon, &clock);
  g_array_set_size (world.vertices, 0);
  mw_ribbon_append_quads (world.ribbon, mw_skeleton_matrix (world.skeleton, world.e->record.id), world.vertices);
  g_assert_cmpmem (world.vertices->data, world.vertices->len * sizeof (MwSpriteVertex), jumped->data,
                   jumped->len * sizeof (MwSpriteVertex));
  tear_down (&world);
}

static void
test_hostile (void)
{
  static const float numbers[] = { NAN, INFINITY, -INFINITY, 1e38f };
  for (guint k = 0; k < G_N_ELEMENTS (numbers); k++) {
    World world;
    set_up (&world, 264, numbers[k]);
    world.e->life_span = numbers[k];
    world.e->gravity = numbers[k];
    world.e->rows = world.e->columns = (uint16_t) (k % 2 ? 0 : 65535);
    draw (&world, 10000);
    g_assert_cmpuint (mw_ribbon_n_edges (world.ribbon), <=, MW_RIBBON_EDGES_MAX);
    for (guint i = 0; i < world.vertices->len; i++)
      for (int c = 0; c < 3; c++)
        g_assert_true (isfinite (g_array_index (world.vertices, MwSpriteVertex, i).position[c]));
    tear_down (&world);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/m2-ribbons/edges are interpolated between the poses of two steps", test_edges);
  g_test_add_func ("/pose/m2-ribbons/rate and life have a minimum", test_limits);
  g_test_add_func ("/pose/m2-ribbons/a turning emitter leaves a curve", test_bend);
  g_test_add_func ("/pose/m2-ribbons/old edges fall or rise", test_gravity);
  g_test_add_func ("/pose/m2-ribbons/each edge keeps its colour", test_looks);
  g_test_add_func ("/pose/m2-ribbons/an invisible emitter leaves a gap", test_gaps);
  g_test_add_func ("/pose/m2-ribbons/edges are as far apart as the rate says", test_distance);
  g_test_add_func ("/pose/m2-ribbons/playing and jumping give the same picture", test_playing);
  g_test_add_func ("/pose/m2-ribbons/hostile numbers stay bounded", test_hostile);
  return g_test_run ();
}
