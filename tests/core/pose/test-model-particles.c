/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/pose/models.h"
#include "tests/core/pose/placed.h"

#include <math.h>
#include <string.h>

/* An emitter of models at (1, 2, 3), one in each step of the simulation (16 ms), for a second, on a bone that is three times as large. */
typedef struct {
  MwMdlx *model;
  MwMdlxParticleEmitter *emitter;
  Placed placed;
} World;

static void
set_up (World *world)
{
  static const int32_t times[] = { 0, 1000 };
  static const float sizes[] = { 3, 3, 3, 3, 3, 3 };
  *world = (World) { .model = mw_mdlx_new () };
  MwMdlxBone *bone = add_node (world->model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  set_track (world->model, bone, "scaling.track",
             new_track (&mw_track_vec3_schema, MW_INTERPOLATION_LINEAR, 2, times, sizes, NULL, NULL));
  world->emitter = add_node (world->model, &mw_mdlx_particle_emitter_schema, bone, 1, 2, 3);
  world->emitter->node.flags = 0x8000;
  mw_text_set (&world->emitter->path, "a\\b.mdl", 7);
  world->emitter->emission_rate = 62.5f;
  world->emitter->life_span = 1;
  placed_begin (&world->placed, &world->model->model, world->emitter);
}

static void
tear_down (World *world)
{
  placed_end (&world->placed);
  mw_model_free (&world->model->model);
}

static void
they_begin_at_the_pivot_and_keep_their_own_size (void)
{
  World world;
  set_up (&world);
  MwClock clock = clock_at (0, 10000, FALSE, 160);
  g_assert_cmpuint (placed_at (&world.placed, &clock), ==, 10);
  const float still[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 6, 9, 1 };
  for (guint i = 0; i < 10; i++) {
    g_assert_cmpmem (placed_one (&world.placed, i)->world, sizeof still, still, sizeof still);
    g_assert_cmpuint (placed_one (&world.placed, i)->age_ms + 1, >=, (9 - i) * 16);
    g_assert_cmpuint (placed_one (&world.placed, i)->age_ms, <=, (9 - i) * 16);
    for (guint k = 0; k < i; k++)
      g_assert_cmpuint (placed_one (&world.placed, i)->who, !=, placed_one (&world.placed, k)->who);
  }
  clock.time = 3000;
  g_assert_cmpuint (placed_at (&world.placed, &clock), >=, 61);
  g_assert_cmpuint (placed_at (&world.placed, &clock), <=, 63);
  tear_down (&world);
}

/* Speed is in the space of the node, whose bone is three times as large; gravity is not scaled. */
static void
they_fly_up_and_fall (void)
{
  World world;
  set_up (&world);
  world.emitter->init_velocity = 10;
  world.emitter->gravity = 8;
  MwClock clock = clock_at (0, 10000, FALSE, 16 + 480);
  placed_at (&world.placed, &clock);
  const double t = 0.48;
  g_assert_cmpuint (placed_one (&world.placed, 0)->age_ms, ==, 480);
  g_assert_cmpfloat_with_epsilon (placed_one (&world.placed, 0)->world[12], 3, 1e-4);
  g_assert_cmpfloat_with_epsilon (placed_one (&world.placed, 0)->world[14], 9 + 30 * t - 4 * t * t, 1e-3);
  tear_down (&world);
}

/* The angles are in radians: the first tilts about y, the second turns the result about z. */
static void
they_spread_by_latitude_and_longitude (void)
{
  World world;
  set_up (&world);
  world.emitter->init_velocity = 10;
  world.emitter->latitude = 0.5f;
  MwClock clock = clock_at (0, 10000, FALSE, 900);
  double widest = 0, round = 0;
  const guint n = placed_at (&world.placed, &clock);
  for (guint i = 0; i + 1 < n; i++) {
    const float *at = placed_one (&world.placed, i)->world + 12;
    const double tilt = atan2 ((double) at[0] - 3, (double) at[2] - 9);
    g_assert_cmpfloat_with_epsilon (at[1], 6, 1e-4);
    g_assert_cmpfloat (fabs (tilt), <=, 0.5);
    widest = MAX (widest, fabs (tilt));
  }
  g_assert_cmpfloat (widest, >, 0.4);
  world.emitter->longitude = 0.25f;
  mw_particles_reset (world.placed.particles);
  placed_at (&world.placed, &clock);
  for (guint i = 0; i + 1 < n; i++) {
    const float *at = placed_one (&world.placed, i)->world + 12;
    const double turn = atan (((double) at[1] - 6) / ((double) at[0] - 3));
    g_assert_cmpfloat (fabs (turn), <=, 0.2501);
    round = MAX (round, fabs (turn));
  }
  g_assert_cmpfloat (round, >, 0.2);
  tear_down (&world);
}

static void
a_moment_is_the_same_however_it_is_reached (void)
{
  World world;
  set_up (&world);
  world.emitter->init_velocity = 10;
  world.emitter->latitude = world.emitter->longitude = 3;
  const MwClock start = clock_at (0, 2000, TRUE, 0), other = clock_at (0, 2000, TRUE, 1500);
  placed_assert_by_moment_alone (&world.placed, &start, &other);
  tear_down (&world);
}

static void
tracks_say_how_many_and_when_they_are_seen (void)
{
  static const int32_t times[] = { 0, 500 }, later[] = { 0, 520 };
  static const float shown[] = { 1, 0 }, lives[] = { 0.1f, 2 };
  World world;
  set_up (&world);
  set_track (world.model, world.emitter, "visibility.track",
             new_track (&mw_track_float_schema, MW_INTERPOLATION_NONE, 2, times, shown, NULL, NULL));
  MwClock clock = clock_at (0, 10000, FALSE, 700);
  const guint n = placed_at (&world.placed, &clock);
  g_assert_cmpuint (n, >=, 30);
  g_assert_cmpuint (n, <=, 32);
  set_track (world.model, world.emitter, "life_span.track",
             new_track (&mw_track_float_schema, MW_INTERPOLATION_NONE, 2, later, lives, NULL, NULL));
  mw_particles_reset (world.placed.particles);
  g_assert_cmpuint (placed_at (&world.placed, &clock), ==, 0);
  tear_down (&world);
}

/* In World of Warcraft's alpha the two flags are swapped. */
static void
an_emitter_of_images_is_not_one_of_models (void)
{
  World world;
  set_up (&world);
  const MwModel *model = &world.model->model;
  const MwRecord *emitter = &world.emitter->node.record;
  g_assert_cmpstr (mw_particles_model (model, emitter), ==, "a\\b.mdl");
  g_assert_null (mw_particles_model (model, world.model->nodes.items[0]));
  world.emitter->node.flags = 0x10000;
  g_assert_null (mw_particles_model (model, emitter));
  g_assert_null (mw_particles_new (world.placed.skeleton, emitter));
  world.model->family = MW_FAMILY_MDX_WOW;
  g_assert_nonnull (mw_particles_model (model, emitter));
  world.emitter->node.flags = 0x8000;
  g_assert_null (mw_particles_model (model, emitter));
  world.emitter->node.flags = 0;
  mw_text_set (&world.emitter->path, "", 0);
  g_assert_null (mw_particles_model (model, emitter));
  tear_down (&world);
}

#define TEST(name, function) g_test_add_func ("/pose/model-particles/" name, function)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST ("they begin at the pivot and keep their own size", they_begin_at_the_pivot_and_keep_their_own_size);
  TEST ("they fly up and fall", they_fly_up_and_fall);
  TEST ("they spread by latitude and longitude", they_spread_by_latitude_and_longitude);
  TEST ("a moment is the same however it is reached", a_moment_is_the_same_however_it_is_reached);
  TEST ("tracks say how many, and when they are seen", tracks_say_how_many_and_when_they_are_seen);
  TEST ("an emitter of images is not one of models", an_emitter_of_images_is_not_one_of_models);
  return g_test_run ();
}
