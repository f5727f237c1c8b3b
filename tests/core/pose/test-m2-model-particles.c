/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/math.h"
#include "tests/core/pose/m2-emitter.h"
#include "tests/core/pose/m2-models.h"
#include "tests/core/pose/models.h"
#include "tests/core/pose/placed.h"

#include <math.h>

/* Particles of World of Warcraft that are models. Those of the emitter fly up from (1, 0, 0), one in each step of 16 ms, for a second. */
typedef struct {
  M2Emitter of;
  Placed placed;
} World;

static void
set_up (World *world, uint32_t version)
{
  m2_emitter_set_up (&world->of, version);
  mw_text_set (&world->of.e->geometry_model, "a\\b.mdx", 7);
  placed_begin (&world->placed, &world->of.model->model, world->of.e);
}

static void
tear_down (World *world)
{
  placed_end (&world->placed);
  m2_emitter_tear_down (&world->of);
}

static guint
n_at (World *world, int32_t time)
{
  const MwClock clock = m2_clock (world->of.model, world->of.stand, time);
  mw_particles_reset (world->placed.particles);
  return placed_at (&world->placed, &clock);
}

static double
age_of (const MwModelPlace *place)
{
  return (double) place->world[14] / 3;
}

static void
assert_column (const MwModelPlace *place, guint column, double x, double y, double z)
{
  const double should_be[3] = { x, y, z };
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat_with_epsilon ((double) place->world[4 * column + i], should_be[i], 2e-3);
}

/* Its third size is between the other two, and it does not vary. */
static void
size_and_colour_follow_the_curves (void)
{
  World world;
  set_up (&world, 264);
  MwM2Particle *e = world.of.e;
  m2_set_curve (world.of.model, e, "scaling.curve", 2, (float[]) { 1, 2, 3, 6 });
  m2_set_curve (world.of.model, e, "color.curve", 2, (float[]) { 255, 0, 51, 0, 255, 51 });
  e->scaling_variation[0] = e->scaling_variation[1] = 0.5f;
  const guint n = n_at (&world, 3000);
  g_assert_cmpuint (n, >=, 61);
  for (guint i = 0; i < n; i++) {
    const MwModelPlace *place = placed_one (&world.placed, i);
    const double f = age_of (place);
    assert_column (place, 0, 1 + 2 * f, 0, 0);
    assert_column (place, 1, 0, 2 + 4 * f, 0);
    assert_column (place, 2, 0, 0, 1.5 + 3 * f);
    g_assert_cmpfloat_with_epsilon (place->world[12], 1, 1e-5);
    g_assert_cmpfloat_with_epsilon ((double) place->age_ms + 0.5, f * 1000, 0.6);
    const double rgba[4] = { 1 - f, f, 0.2, f };
    for (guint k = 0; k < 4; k++)
      g_assert_cmpfloat_with_epsilon ((double) place->rgba[k], rgba[k], 2e-3);
  }
  tear_down (&world);
}

/* Before 264 there are three sizes and colours, and one size for all axes. */
static void
size_and_colour_follow_the_segments (void)
{
  World world;
  set_up (&world, 260);
  MwM2Particle *e = world.of.e;
  const uint8_t start[4] = { 255, 0, 0, 255 }, end[4] = { 0, 0, 255, 0 };
  memcpy (e->color_start, start, 4);
  memcpy (e->color_middle, start, 4);
  memcpy (e->color_end, end, 4);
  e->scaling[1] = 2;
  e->scaling[2] = 4;
  const guint n = n_at (&world, 3000);
  g_assert_cmpuint (n, >=, 61);
  for (guint i = 0; i < n; i++) {
    const MwModelPlace *place = placed_one (&world.placed, i);
    /* The engine keeps away from both ends of each half. */
    const double f = age_of (place), half = f < 0.5 ? 2 * f : 2 * f - 1, t = 0.005 + 0.99 * half;
    const double size = f < 0.5 ? 1 + t : 2 + 2 * t, gone = f < 0.5 ? 0 : t;
    assert_column (place, 0, size, 0, 0);
    assert_column (place, 1, 0, size, 0);
    assert_column (place, 2, 0, 0, size);
    g_assert_cmpfloat_with_epsilon ((double) place->rgba[0], 1 - gone, 2e-3);
    g_assert_cmpfloat_with_epsilon ((double) place->rgba[2], gone, 2e-3);
    g_assert_cmpfloat_with_epsilon ((double) place->rgba[3], 1 - gone, 2e-3);
  }
  tear_down (&world);
}

static void
they_twinkle (void)
{
  World world;
  set_up (&world, 264);
  const guint all = n_at (&world, 3000);
  world.of.e->twinkle_percent = 0.5f;
  world.of.e->twinkle_fps = 10;
  world.of.e->twinkle_scale[0] = 2;
  world.of.e->twinkle_scale[1] = 4;
  const guint some = n_at (&world, 3000);
  g_assert_cmpuint (some, >, all / 4);
  g_assert_cmpuint (some, <, all * 3 / 4);
  for (guint i = 0; i < some; i++) {
    g_assert_cmpfloat (placed_one (&world.placed, i)->world[0], >=, 2);
    g_assert_cmpfloat (placed_one (&world.placed, i)->world[0], <=, 3); /* the number that shows it is below 0.5 */
  }
  tear_down (&world);
}

/* The bone turns about z by a quarter in each second, and is three times as large. */
static void
turn_bone (World *world)
{
  static const int32_t times[] = { 0, 4000 };
  const float quarter = sqrtf (0.5f), quats[] = { 0, 0, 0, 1, 0, 0, quarter, quarter };
  static const float sizes[] = { 3, 3, 3 };
  MwM2 *model = world->of.model;
  m2_add_keys (model, m2_add_track (model, world->of.bone, "rotation.track", 1), NULL, 2, times, quats, NULL, NULL);
  m2_set_constant (model, world->of.bone, "scaling.track", sizes);
}

/* The angle of the linear mix of these two quaternions. */
static double
turned_at (double seconds)
{
  const double t = seconds / 4, z = t * sqrt (0.5), w = 1 - t + t * sqrt (0.5);
  return 2 * atan2 (z, w);
}

static void
they_are_turned_as_the_emitter_was_at_their_birth (void)
{
  World world;
  set_up (&world, 264);
  turn_bone (&world);
  m2_emitter_number (&world.of, "speed.track", 1);
  const guint n = n_at (&world, 3000);
  for (guint i = 0; i < n; i++) {
    const MwModelPlace *place = placed_one (&world.placed, i);
    const double angle = atan2 ((double) place->world[13], (double) place->world[12]);
    g_assert_cmpfloat_with_epsilon (angle, turned_at (3 - (double) place->age_ms / 1000), 0.01); /* to the step */
    assert_column (place, 0, cos (angle), sin (angle), 0);
    assert_column (place, 1, -sin (angle), cos (angle), 0);
    assert_column (place, 2, 0, 0, 1);
    assert_column (place, 3, 3 * cos (angle), 3 * sin (angle), place->world[14]);
  }
  /* With inherited size each is as large as the emitter is now. */
  world.of.e->flags |= 0x20;
  n_at (&world, 3000);
  g_assert_cmpfloat_with_epsilon (mw_vec_length (placed_one (&world.placed, 0)->world), 3, 1e-3);
  tear_down (&world);
}

static void
in_model_space_they_turn_with_the_emitter (void)
{
  World world;
  set_up (&world, 264);
  turn_bone (&world);
  world.of.e->flags |= 0x10;
  const guint n = n_at (&world, 3000);
  const double angle = turned_at (3);
  for (guint i = 0; i < n; i++) {
    const MwModelPlace *place = placed_one (&world.placed, i);
    assert_column (place, 0, 3 * cos (angle), 3 * sin (angle), 0);
    assert_column (place, 2, 0, 0, 3);
    assert_column (place, 3, 3 * cos (angle), 3 * sin (angle), place->world[14]);
  }
  tear_down (&world);
}

/* About x at any speed of the range; about y and z the clients leave out the smallest speed, and add the range once more. */
static void
they_tumble (void)
{
  World world;
  set_up (&world, 264);
  world.of.e->tumble_min[0] = world.of.e->tumble_max[0] = 2;
  const guint n = n_at (&world, 3000);
  for (guint i = 0; i < n; i++) {
    const MwModelPlace *place = placed_one (&world.placed, i);
    const double angle = 2 * age_of (place);
    assert_column (place, 0, 1, 0, 0);
    assert_column (place, 1, 0, cos (angle), sin (angle));
  }
  for (guint axis = 0; axis < 3; axis++) {
    MwM2Particle *e = world.of.e;
    memset (e->tumble_min, 0, sizeof e->tumble_min);
    memset (e->tumble_max, 0, sizeof e->tumble_max);
    e->tumble_min[axis] = 1;
    e->tumble_max[axis] = 2.5f;
    const double low = axis == 0 ? 1 : 1.5, high = axis == 0 ? 2.5 : 3;
    double slowest = INFINITY, fastest = 0;
    guint back = 0, seen = 0;
    for (guint flip = 0; flip < 2; flip++) {
      e->flags = flip ? e->flags | 0x200 : e->flags & ~0x200u;
      n_at (&world, 3000);
      for (guint i = 0; i < world.placed.places->len; i++) {
        const MwModelPlace *place = placed_one (&world.placed, i);
        const guint a = (axis + 1) % 3, b = (axis + 2) % 3;
        const double age = age_of (place),
                     speed = atan2 ((double) place->world[4 * a + b], (double) place->world[4 * a + a]) / age;
        if (age < 0.2)
          continue;
        seen += flip;
        back += speed < 0;
        g_assert_true (flip || speed > 0);
        slowest = MIN (slowest, fabs (speed));
        fastest = MAX (fastest, fabs (speed));
      }
    }
    g_assert_cmpfloat (slowest, >, low - 1e-3);
    g_assert_cmpfloat (slowest, <, low + 0.2);
    g_assert_cmpfloat (fastest, <, high + 1e-3);
    g_assert_cmpfloat (fastest, >, high - 0.2);
    g_assert_cmpuint (back, >, seen / 4);
    g_assert_cmpuint (back, <, seen * 3 / 4);
  }
  tear_down (&world);
}

static void
a_moment_is_the_same_however_it_is_reached (void)
{
  World world;
  set_up (&world, 264);
  turn_bone (&world);
  world.of.e->tumble_min[0] = -3;
  world.of.e->tumble_max[1] = world.of.e->tumble_max[2] = 3;
  m2_emitter_number (&world.of, "latitude.track", 2);
  m2_emitter_number (&world.of, "longitude.track", 2);
  const MwClock start = m2_clock (world.of.model, world.of.stand, 0),
                other = m2_clock (world.of.model, world.of.stand, 1700);
  placed_assert_by_moment_alone (&world.placed, &start, &other);
  tear_down (&world);
}

/* Any rotation comes back from its matrix. */
static void
any_birth_is_kept (void)
{
  static const float quats[][4] = { { 1, 0, 0, 0 },
                                    { 0, 1, 0, 0 },
                                    { 0, 0, 1, 0 },
                                    { 0, 0, 0, 1 },
                                    { 0.5f, 0.5f, 0.5f, 0.5f },
                                    { -0.7f, 0.1f, 0.5f, -0.5f },
                                    { 0.1f, -0.8f, 0.4f, 0.3f },
                                    { 0.2f, 0.3f, -0.9f, 0.1f } };
  for (guint i = 0; i < G_N_ELEMENTS (quats); i++) {
    World world;
    set_up (&world, 264);
    m2_set_constant (world.of.model, world.of.bone, "rotation.track", quats[i]);
    m2_emitter_number (&world.of, "speed.track", 0);
    float q[4];
    double length = 0;
    for (guint k = 0; k < 4; k++)
      length += (double) quats[i][k] * (double) quats[i][k];
    for (guint k = 0; k < 4; k++)
      q[k] = quats[i][k] / (float) sqrt (length);
    n_at (&world, 100);
    const MwModelPlace *place = placed_one (&world.placed, 0);
    /* v + 2 w (u x v) + 2 u x (u x v), for v = x and v = y */
    assert_column (place, 0, 1 - 2 * (q[1] * q[1] + q[2] * q[2]), 2 * (q[3] * q[2] + q[0] * q[1]),
                   2 * (q[0] * q[2] - q[3] * q[1]));
    assert_column (place, 1, 2 * (q[0] * q[1] - q[3] * q[2]), 1 - 2 * (q[0] * q[0] + q[2] * q[2]),
                   2 * (q[1] * q[2] + q[3] * q[0]));
    tear_down (&world);
  }
}

static void
only_emitters_of_world_of_warcraft_have_models_beside_quads (void)
{
  World world;
  set_up (&world, 264);
  const MwModel *model = &world.of.model->model;
  g_assert_cmpstr (mw_particles_model (model, &world.of.e->record), ==, "a\\b.mdx");
  g_assert_null (mw_particles_recursion (model, &world.of.e->record));
  mw_text_set (&world.of.e->recursion_model, "c.mdx", 5);
  g_assert_cmpstr (mw_particles_recursion (model, &world.of.e->record), ==, "c.mdx");
  mw_text_set (&world.of.e->geometry_model, "", 0);
  g_assert_null (mw_particles_model (model, &world.of.e->record));
  g_assert_null (mw_particles_recursion (model, &world.of.bone->record));
  tear_down (&world);
  MwMdlx *mdlx = mw_mdlx_new ();
  MwMdlxParticleEmitter2 *e = add_node (mdlx, &mw_mdlx_particle_emitter2_schema, NULL, 0, 0, 0);
  mw_text_set (&e->geometry_model, "a", 1);
  mw_text_set (&e->recursion_model, "b", 1);
  g_assert_null (mw_particles_model (&mdlx->model, &e->node.record));
  g_assert_null (mw_particles_recursion (&mdlx->model, &e->node.record));
  mdlx->family = MW_FAMILY_MDX_WOW;
  g_assert_cmpstr (mw_particles_model (&mdlx->model, &e->node.record), ==, "a");
  g_assert_cmpstr (mw_particles_recursion (&mdlx->model, &e->node.record), ==, "b");
  mw_model_free (&mdlx->model);
}

/* The alpha does not turn them with the emitter. */
static void
those_of_the_alpha_are_only_turned_by_tumbling (void)
{
  MwMdlx *model = mw_mdlx_new ();
  model->family = MW_FAMILY_MDX_WOW;
  MwMdlxBone *bone = add_node (model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  set_rotation (model, bone, 0, 0, 1, 90);
  MwMdlxParticleEmitter2 *e = add_node (model, &mw_mdlx_particle_emitter2_schema, bone, 0, 0, 0);
  mw_text_set (&e->geometry_model, "a", 1);
  e->emitter_type = 1;
  e->emission_rate = 62.5f;
  e->life_span = 1;
  e->time = 0.5f;
  e->segment_scaling[0] = e->segment_scaling[1] = e->segment_scaling[2] = 2;
  e->tumble_z[1] = 1;
  Placed placed;
  placed_begin (&placed, &model->model, e);
  const MwClock clock = clock_at (0, 4000, FALSE, 1000);
  g_assert_cmpuint (placed_at (&placed, &clock), >=, 60);
  for (guint i = 0; i < placed.places->len; i++) {
    const MwModelPlace *place = placed_one (&placed, i);
    const double angle = atan2 ((double) place->world[1], (double) place->world[0]);
    g_assert_cmpfloat_with_epsilon (mw_vec_length (place->world), 2, 1e-4);
    g_assert_cmpfloat (angle, >=, (double) place->age_ms / 1000 - 1e-3);
    g_assert_cmpfloat (angle, <=, (double) (place->age_ms + 1) / 1000 * 2 + 1e-3);
  }
  placed_end (&placed);
  mw_model_free (&model->model);
}

#define TEST(name, function) g_test_add_func ("/pose/m2-model-particles/" name, function)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST ("size and colour follow the curves", size_and_colour_follow_the_curves);
  TEST ("size and colour follow the segments", size_and_colour_follow_the_segments);
  TEST ("they twinkle", they_twinkle);
  TEST ("they are turned as the emitter was at their birth", they_are_turned_as_the_emitter_was_at_their_birth);
  TEST ("in model space they turn with the emitter", in_model_space_they_turn_with_the_emitter);
  TEST ("they tumble", they_tumble);
  TEST ("a moment is the same however it is reached", a_moment_is_the_same_however_it_is_reached);
  TEST ("any birth is kept", any_birth_is_kept);
  TEST ("only emitters of World of Warcraft have models beside quads",
        only_emitters_of_world_of_warcraft_have_models_beside_quads);
  TEST ("those of the alpha are only turned by tumbling", those_of_the_alpha_are_only_turned_by_tumbling);
  return g_test_run ();
}
