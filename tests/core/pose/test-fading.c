/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/fading.h"
#include "core/pose/math.h"
#include "tests/core/pose/m2-models.h"
#include "tests/core/pose/models.h"

#include <math.h>

/* The change from one sequence to another (rendering.md 1.6), worked out in double precision. */

/* Whether the node moves the point (1, 0, 0) to x, turned about z by the angle, with that scale, in degrees. */
static void
assert_pose (MwSkeleton *skeleton, const MwClock *clock, MwId node, double x, double degrees, double scale,
             const char *where)
{
  const double angle = degrees * G_PI / 180;
  float at[3] = { 1, 0, 0 };
  mw_skeleton_update (skeleton, clock, NULL);
  mw_mat_point (mw_skeleton_matrix (skeleton, node), at, at);
  assert_floats (at, (float[]) { (float) (x + scale * cos (angle)), (float) (scale * sin (angle)), 0 }, 3, 2e-4f,
                 where);
}
#define ASSERT_POSE(x, degrees, scale) assert_pose (world.skeleton, &clock, world.bone, x, degrees, scale, G_STRLOC)

typedef struct {
  MwModel *model;
  MwSkeleton *skeleton;
  MwId bone, a, b, c;
} World;

/* Sequences "a", "b" and "c" of a second. In a the node moves from x = 0 to 10; in b it is at 100, turned by 120 degrees and twice as large;
 * in c it is at 1000. */
static World
wc3_world (void)
{
  MwMdlx *model = mw_mdlx_new ();
  MwMdlxNode *node = add_node (model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  const float half = (float) sqrt (0.75);
  const int32_t times[] = { 0, 1000, 2000, 4000 };
  const float ways[] = { 0, 0, 0, 10, 0, 0, 100, 0, 0, 1000, 0, 0 };
  const float turns[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, half, 0.5f, 0, 0, 0, 1 };
  const float sizes[] = { 1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1 };
  set_track (model, node, "translation.track",
             new_track (&mw_track_vec3_schema, MW_INTERPOLATION_LINEAR, 4, times, ways, NULL, NULL));
  set_track (model, node, "rotation.track",
             new_track (&mw_track_quat_schema, MW_INTERPOLATION_LINEAR, 4, times, turns, NULL, NULL));
  set_track (model, node, "scaling.track",
             new_track (&mw_track_vec3_schema, MW_INTERPOLATION_LINEAR, 4, times, sizes, NULL, NULL));
  World world = { .model = &model->model, .bone = node->record.id };
  MwId *ids[] = { &world.a, &world.b, &world.c };
  for (int32_t i = 0; i < 3; i++) {
    MwMdlxSequence *sequence = add (model, "sequences", &mw_mdlx_sequence_schema);
    sequence->interval[0] = 2000 * i;
    sequence->interval[1] = 2000 * i + 1000;
    *ids[i] = sequence->record.id;
  }
  model->blend_time = 200;
  world.skeleton = mw_skeleton_new (world.model);
  return world;
}

static World
m2_world (void)
{
  MwM2 *model = mw_m2_new (264);
  World world = { .model = &model->model };
  MwM2Bone *bone = m2_add_bone (model, NULL, 0, 0, 0);
  const float half = (float) sqrt (0.75);
  MwM2Track *move = m2_add_track (model, bone, "translation.track", 1);
  MwM2Track *turn = m2_add_track (model, bone, "rotation.track", 1);
  MwId *ids[] = { &world.a, &world.b, &world.c };
  for (int i = 0; i < 3; i++) {
    MwM2Sequence *sequence = m2_add_sequence (model, 0, 1000, 0x21);
    sequence->blend_time = 200;
    *ids[i] = sequence->record.id;
    const float ways[] = { i == 0 ? 0 : i == 1 ? 100 : 1000, 0, 0, i == 0 ? 10 : i == 1 ? 100 : 1000, 0, 0 };
    const float turns[] = { 0, 0, i == 1 ? half : 0, i == 1 ? 0.5f : 1 };
    m2_add_keys (model, move, sequence, 2, (int32_t[]) { 0, 1000 }, ways, NULL, NULL);
    m2_add_keys (model, turn, sequence, 1, (int32_t[]) { 0 }, turns, NULL, NULL);
  }
  world.bone = bone->record.id;
  world.skeleton = mw_skeleton_new (world.model);
  return world;
}

static void
tear_down (World *world)
{
  mw_skeleton_free (world->skeleton);
  mw_model_free (world->model);
}

static MwClock
play_half (const World *world)
{
  MwClock clock = { .global_ms = 5000 };
  mw_clock_play (&clock, world->model, world->a);
  mw_clock_advance (&clock, 500);
  return clock;
}

/* The pose at the change loses its part evenly, over the model's time. */
static void
in_warcraft_the_old_pose_fades_evenly (void)
{
  World world = wc3_world ();
  MwClock clock = play_half (&world), from;
  ASSERT_POSE (5, 0, 1);
  mw_clock_fade_to (&clock, world.model, world.b);
  g_assert_cmpint (clock.time, ==, 2000);
  g_assert_cmpuint (clock.sequence, ==, world.b);
  g_assert_cmpuint (clock.global_ms, ==, 5500);
  for (guint ms = 0; ms < 200; ms += 40) {
    double old = 1 - ms / 200.0;
    ASSERT_POSE (100 - old * 95, 120 * (1 - old), 2 - old);
    g_assert_cmpfloat_with_epsilon (mw_clock_faded (&clock, world.model, &from), (float) old, 1e-6f);
    g_assert_cmpint (from.time, ==, 500);
    g_assert_cmpuint (from.global_ms, ==, clock.global_ms);
    mw_clock_advance (&clock, 40);
  }
  ASSERT_POSE (100, 120, 2);
  g_assert_cmpfloat (mw_clock_faded (&clock, world.model, &from), ==, 0);
  g_assert_cmpuint (clock.fading.of_ms, ==, 0);
  tear_down (&world);
}

static void
in_warcraft_a_second_change_does_not_begin_a_new_one (void)
{
  World world = wc3_world ();
  MwClock clock = play_half (&world);
  mw_clock_fade_to (&clock, world.model, world.b);
  mw_clock_advance (&clock, 150);
  mw_clock_fade_to (&clock, world.model, world.c);
  ASSERT_POSE (1000 - 0.25 * 995, 0, 1);
  mw_clock_advance (&clock, 50);
  ASSERT_POSE (1000, 0, 1);
  tear_down (&world);
}

/* The old sequence goes on, and its part follows 3s^2 - 2s^3; rotations are mixed linearly and normalised. */
static void
in_m2_the_old_sequence_goes_on (void)
{
  World world = m2_world ();
  MwClock clock = play_half (&world);
  mw_clock_fade_to (&clock, world.model, world.b);
  for (guint ms = 0; ms < 200; ms += 40) {
    double s = 1 - ms / 200.0, old = s * s * (3 - 2 * s), was = 5 + ms / 100.0;
    /* The quaternions' z and w. */
    double z = (1 - old) * sqrt (0.75), w = old + (1 - old) * 0.5;
    ASSERT_POSE (100 - old * (100 - was), 2 * atan2 (z, w) * 180 / G_PI, 1);
    mw_clock_advance (&clock, 40);
  }
  ASSERT_POSE (100, 120, 1);
  /* The end of what fades: it loops, or stays at its end. */
  for (int loops = 0; loops < 2; loops++) {
    ((MwM2Sequence *) mw_model_find (world.model, world.a))->flags = loops ? 0x20 : 0x21;
    clock = play_half (&world);
    mw_clock_advance (&clock, 450);
    mw_clock_fade_to (&clock, world.model, world.c);
    mw_clock_advance (&clock, 100);
    ASSERT_POSE (0.5 * 1000 + 0.5 * (loops ? 0.5 : 10), 0, 1);
  }
  tear_down (&world);
}

static void
in_m2_what_has_the_larger_part_goes_on_fading (void)
{
  World world = m2_world ();
  for (int late = 0; late < 2; late++) {
    MwClock clock = play_half (&world);
    mw_clock_fade_to (&clock, world.model, world.b);
    mw_clock_advance (&clock, late ? 120 : 80);
    mw_clock_fade_to (&clock, world.model, world.c);
    /* From a, or from b; over the whole time. */
    ASSERT_POSE (late ? 100 : 5.8, late ? 120 : 0, 1);
    mw_clock_advance (&clock, 100);
    ASSERT_POSE (500 + 0.5 * (late ? 100 : 6.8), late ? 60 : 0, 1);
    mw_clock_advance (&clock, 100);
    ASSERT_POSE (1000, 0, 1);
  }
  tear_down (&world);
}

static guint32
time_of (const World *world)
{
  MwClock clock = play_half (world);
  mw_clock_fade_to (&clock, world->model, world->b);
  g_assert_cmpuint (clock.fading.left_ms, ==, clock.fading.of_ms);
  return clock.fading.of_ms;
}

static void
how_long_it_takes (void)
{
  World world = wc3_world ();
  MwMdlx *mdlx = (MwMdlx *) world.model;
  ((MwMdlxSequence *) mw_model_find (world.model, world.a))->blend_time = 30;
  ((MwMdlxSequence *) mw_model_find (world.model, world.b))->blend_time = 40;
  g_assert_cmpuint (time_of (&world), ==, 200);
  mdlx->blend_time = 0;
  g_assert_cmpuint (time_of (&world), ==, 0);
  mdlx->family = MW_FAMILY_MDX_WOW;
  mdlx->version = 1300;
  g_assert_cmpuint (time_of (&world), ==, 40);
  /* From rest and to rest nothing fades, and neither when a sequence is simply played. */
  MwClock clock = MW_CLOCK_REST;
  mw_clock_fade_to (&clock, world.model, world.b);
  g_assert_false (clock.rest);
  g_assert_cmpuint (clock.fading.of_ms, ==, 0);
  clock = play_half (&world);
  mw_clock_fade_to (&clock, world.model, 0);
  g_assert_true (clock.rest);
  g_assert_cmpuint (clock.fading.of_ms, ==, 0);
  clock = play_half (&world);
  mw_clock_fade_to (&clock, world.model, world.b);
  mw_clock_play (&clock, world.model, world.c);
  g_assert_cmpuint (clock.fading.of_ms, ==, 0);
  tear_down (&world);

  world = m2_world ();
  MwM2 *m2 = (MwM2 *) world.model;
  MwM2Sequence *b = (MwM2Sequence *) mw_model_find (world.model, world.b);
  b->blend_time = 70;
  b->blend_in = 50;
  b->blend_out = 60;
  g_assert_cmpuint (time_of (&world), ==, 70);
  b->flags |= 0x200;
  g_assert_cmpuint (time_of (&world), ==, 50);
  m2->version = 260;
  g_assert_cmpuint (time_of (&world), ==, 70);
  m2->version = 264;
  tear_down (&world);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/fading/in Warcraft III the old pose fades evenly", in_warcraft_the_old_pose_fades_evenly);
  g_test_add_func ("/pose/fading/in Warcraft III a second change does not begin a new one",
                   in_warcraft_a_second_change_does_not_begin_a_new_one);
  g_test_add_func ("/pose/fading/in M2 the old sequence goes on while it fades", in_m2_the_old_sequence_goes_on);
  g_test_add_func ("/pose/fading/in M2 what has the larger part goes on fading",
                   in_m2_what_has_the_larger_part_goes_on_fading);
  g_test_add_func ("/pose/fading/the model, the sequence and its flags say how long it takes", how_long_it_takes);
  return g_test_run ();
}
