/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/mdlx-material.h"
#include "core/pose/particles.h"
#include "core/pose/camera.h"
#include "core/pose/math.h"
#include "core/pose/simulation.h"
#include "tests/core/pose/models.h"

#define DT (MW_SIMULATION_STEP_MS / 1000.0f)

typedef struct {
  MwMdlx *model;
  MwMdlxBone *bone;
  MwMdlxParticleEmitter2 *emitter;
  MwSkeleton *skeleton;
  MwParticles *particles;
  GArray *vertices;
  float view[16];
} World;

/* 100 particles a second, which live for a second and fly up from (1, 2, 3) at 10 units a second. The viewer is at
 * +x, so that +y is to the right and +z up. */
static void
set_up (World *world)
{
  world->model = mw_mdlx_new ();
  world->bone = add_node (world->model, &mw_mdlx_bone_schema, NULL, 0, 0, 0);
  MwMdlxParticleEmitter2 *e = add_node (world->model, &mw_mdlx_particle_emitter2_schema, world->bone, 1, 2, 3);
  e->speed = 10;
  e->variation = e->latitude = e->gravity = e->length = e->width = 0;
  e->life_span = 1;
  e->emission_rate = 100;
  e->rows = e->columns = 1;
  e->head_or_tail = 0;
  e->squirt = 0;
  e->time = 0.5f;
  for (int s = 0; s < 3; s++) {
    e->segment_scaling[s] = 1;
    e->segment_alpha[s] = 255;
    e->head_life[s] = e->head_decay[s] = e->tail_life[s] = e->tail_decay[s] = 0;
  }
  world->emitter = e;
  world->skeleton = mw_skeleton_new (&world->model->model);
  world->particles = mw_particles_new (world->skeleton, &e->node.record);
  world->vertices = g_array_new (FALSE, FALSE, sizeof (MwSpriteVertex));
  MwCameraState camera = { .eye = { 1, 0, 0 } };
  mw_camera_view (&camera, world->view);
}

static void
tear_down (World *world)
{
  g_array_unref (world->vertices);
  mw_particles_free (world->particles);
  mw_skeleton_free (world->skeleton);
  mw_model_free (&world->model->model);
}

/* A burst of n particles in the first step of the sequence, at 16 ms. */
static void
burst (World *world, float n)
{
  world->emitter->squirt = 1;
  world->emitter->emission_rate = n;
}

static void
set_float_track (World *world, const char *field, guint n, const int32_t *times, const float *values)
{
  set_track (world->model, world->emitter, field,
             new_track (&mw_track_float_schema, MW_INTERPOLATION_NONE, n, times, values, NULL, NULL));
}

/* Simulates up to a moment of a sequence from 0 to `end`, and draws. Returns the number of quads. */
static guint
draw (World *world, int32_t end, gboolean looping, int32_t time)
{
  MwClock clock = clock_at (0, end, looping, time);
  clock.global_ms = 1000000;
  mw_particles_update (world->particles, &clock);
  mw_skeleton_update (world->skeleton, &clock, world->view);
  g_array_set_size (world->vertices, 0);
  return mw_particles_append_quads (world->particles,
                                    mw_skeleton_matrix (world->skeleton, world->emitter->node.record.id), world->view,
                                    world->vertices);
}

static const MwSpriteVertex *
vertex (const World *world, guint quad, guint corner)
{
  g_assert_cmpuint (4 * quad + corner, <, world->vertices->len);
  return &g_array_index (world->vertices, MwSpriteVertex, 4 * quad + corner);
}

static void
centre (const World *world, guint quad, float out[3])
{
  for (int i = 0; i < 3; i++)
    out[i] = (vertex (world, quad, 0)->position[i] + vertex (world, quad, 2)->position[i]) / 2;
}

static void
as_many_as_rate_times_time (void)
{
  World world;
  set_up (&world);
  g_assert_cmpuint (draw (&world, 10000, FALSE, 0), ==, 0);
  g_assert_cmpuint (draw (&world, 10000, FALSE, 480), ==, 48);
  g_assert_cmpuint (mw_particles_n (world.particles), ==, 48);
  /* In equilibrium the ages 0, 16, ... 992 ms are alive, 1.6 particles of each. */
  guint n = draw (&world, 10000, FALSE, 8000);
  g_assert_cmpuint (n, >=, 99);
  g_assert_cmpuint (n, <=, 102);

  /* One in each step of 16 ms. */
  world.emitter->emission_rate = 62.5f;
  world.emitter->life_span = 30;
  mw_particles_reset (world.particles);
  g_assert_cmpuint (draw (&world, 20000, FALSE, 16000), ==, 1000);
  world.emitter->life_span = 1;

  world.emitter->emission_rate = -5;
  mw_particles_reset (world.particles);
  g_assert_cmpuint (draw (&world, 10000, FALSE, 8000), ==, 0);
  world.emitter->emission_rate = 100;
  world.emitter->life_span = 0;
  mw_particles_reset (world.particles);
  g_assert_cmpuint (draw (&world, 10000, FALSE, 8000), ==, 0);
  tear_down (&world);
}

static void
there_are_never_too_many (void)
{
  World world;
  set_up (&world);
  world.emitter->emission_rate = 1e30f;
  world.emitter->life_span = INFINITY;
  g_assert_cmpuint (draw (&world, G_MAXINT32, TRUE, G_MAXINT32 - 5), ==, MW_PARTICLES_MAX);
  mw_particles_set_max (world.particles, 100);
  g_assert_cmpuint (mw_particles_n (world.particles), ==, 0);
  g_assert_cmpuint (draw (&world, G_MAXINT32, TRUE, G_MAXINT32 - 5), ==, 100);
  world.emitter->emission_rate = NAN;
  mw_particles_reset (world.particles);
  g_assert_cmpuint (draw (&world, 1000, TRUE, 500), ==, 0);
  tear_down (&world);
}

static void
they_fly_and_fall_on_a_parabola (void)
{
  World world;
  float at[3];
  set_up (&world);
  burst (&world, 1);
  world.emitter->gravity = 20;
  g_assert_cmpuint (draw (&world, 5000, FALSE, 15), ==, 0);
  g_assert_cmpuint (draw (&world, 5000, FALSE, 16), ==, 1);
  centre (&world, 0, at);
  ASSERT_FLOATS (at, 1e-5f, 1, 2, 3);
  /* Between two steps too. */
  for (int ms = 8; ms <= 992; ms += 328) {
    g_assert_cmpuint (draw (&world, 5000, FALSE, 16 + ms), ==, 1);
    centre (&world, 0, at);
    double t = ms / 1000.0;
    ASSERT_FLOATS (at, 1e-4f, 1, 2, (float) (3 + 10 * t - 20 * t * t / 2));
  }
  g_assert_cmpuint (draw (&world, 5000, FALSE, 16 + 1008), ==, 0); /* it lived for a second */
  tear_down (&world);
}

static void
the_node_turns_and_scales_the_way (void)
{
  World world;
  float at[3];
  set_up (&world);
  burst (&world, 1);
  world.emitter->gravity = 20;
  set_rotation (world.model, world.bone, 1, 0, 0, -90); /* turns z to y */
  set_scaling (world.model, world.bone, 2, 2, 2);
  draw (&world, 5000, FALSE, 16);
  centre (&world, 0, at);
  ASSERT_FLOATS (at, 1e-5f, 2, 6, -4);
  draw (&world, 5000, FALSE, 32);
  centre (&world, 0, at);
  ASSERT_FLOATS (at, 1e-5f, 2, 6 + 20 * DT, -4 - 10 * DT * DT); /* gravity acts in world space and is not scaled */
  tear_down (&world);
}

static void
in_model_space_they_hang_on_the_node (void)
{
  World world;
  float at[3];
  const int32_t times[] = { 0, 160 };
  const float ways[] = { 0, 0, 0, 160, 0, 0 };
  set_up (&world);
  burst (&world, 1);
  set_track (world.model, world.bone, "translation.track",
             new_track (&mw_track_vec3_schema, MW_INTERPOLATION_LINEAR, 2, times, ways, NULL, NULL));
  draw (&world, 160, FALSE, 160);
  centre (&world, 0, at);
  ASSERT_FLOATS (at, 1e-4f, 1 + 16, 2, 3 + 10 * 9 * DT); /* it stays where it was born */
  world.emitter->node.flags = 0x80000;
  mw_particles_reset (world.particles);
  draw (&world, 160, FALSE, 160);
  centre (&world, 0, at);
  ASSERT_FLOATS (at, 1e-4f, 1 + 160, 2, 3 + 10 * 9 * DT);
  tear_down (&world);
}

static void
they_are_born_in_the_area_and_within_the_angle (void)
{
  World world;
  float least[3] = { 1e9f, 1e9f, 1e9f }, most[3] = { -1e9f, -1e9f, -1e9f }, at[3];
  set_up (&world);
  burst (&world, 4000);
  world.emitter->length = 20;
  world.emitter->width = 6;
  g_assert_cmpuint (draw (&world, 5000, FALSE, 16), ==, 4000);
  for (guint q = 0; q < 4000; q++) {
    centre (&world, q, at);
    for (int i = 0; i < 3; i++) {
      least[i] = MIN (least[i], at[i]);
      most[i] = MAX (most[i], at[i]);
    }
  }
  /* Length is the extent along x, width along y; of 4000 particles some are near the edges. */
  ASSERT_FLOATS (least, 0.1f, 1 - 10, 2 - 3, 3);
  ASSERT_FLOATS (most, 0.1f, 1 + 10, 2 + 3, 3);

  world.emitter->length = world.emitter->width = 0;
  world.emitter->latitude = 30;
  world.emitter->variation = 0.5f;
  for (int line = 0; line < 2; line++) {
    float widest = 0;
    world.emitter->node.flags = line ? 0x20000 : 0;
    mw_particles_reset (world.particles);
    draw (&world, 5000, FALSE, 32);
    float slowest = 1e9f, fastest = 0, widest_x = 0, widest_y = 0;
    for (guint q = 0; q < 4000; q++) {
      centre (&world, q, at);
      float way[3] = { (at[0] - 1) / DT, (at[1] - 2) / DT, (at[2] - 3) / DT }, speed = mw_vec_length (way);
      slowest = MIN (slowest, speed);
      fastest = MAX (fastest, speed);
      widest_x = MAX (widest_x, fabsf (way[0]) / speed);
      widest_y = MAX (widest_y, fabsf (way[1]) / speed);
      widest = MAX (widest, hypotf (way[0], way[1]) / speed);
    }
    g_assert_cmpfloat (widest, <, 0.5f + 1e-3f); /* a round cone */
    ASSERT_FLOATS (&slowest, 0.05f, 5);
    ASSERT_FLOATS (&fastest, 0.05f, 15);
    ASSERT_FLOATS (&widest_x, line ? 1e-6f : 0.01f, line ? 0 : 0.5f); /* the sine of 30 degrees */
    ASSERT_FLOATS (&widest_y, 0.01f, 0.5f);
  }
  tear_down (&world);
}

static void
bursts_come_with_the_keys_of_the_rate (void)
{
  World world;
  set_up (&world);
  const int32_t times[] = { 0, 500, 608 };
  const float values[] = { 5, 0, 7 };
  world.emitter->squirt = 1;
  set_float_track (&world, "emission_rate.track", 3, times, values);
  g_assert_cmpuint (draw (&world, 2000, FALSE, 480), ==, 5);
  g_assert_cmpuint (draw (&world, 2000, FALSE, 600), ==, 5);
  g_assert_cmpuint (draw (&world, 2000, FALSE, 608), ==, 12);
  g_assert_cmpuint (draw (&world, 2000, FALSE, 1100), ==, 7);
  /* The burst comes again in each turn, and the particles of the last turn are still alive. */
  g_assert_cmpuint (draw (&world, 1000, TRUE, 16), ==, 12);
  tear_down (&world);
}

static void
a_burst_needs_a_rate_that_rises_from_nothing (void)
{
  World world;
  set_up (&world);
  world.emitter->squirt = 1;
  world.emitter->life_span = 30;
  const int32_t times[] = { 0, 160, 320, 480, 640 };
  const float values[] = { 0.02f, 5, 7, 0.02f, 3 };
  set_float_track (&world, "emission_rate.track", 5, times, values);
  const struct {
    int32_t time;
    guint n;
  } moments[] = { { 159, 0 }, { 160, 5 }, { 320, 5 }, { 639, 5 }, { 640, 8 }, { 1900, 8 } };
  for (guint i = 0; i < G_N_ELEMENTS (moments); i++)
    g_assert_cmpuint (draw (&world, 2000, FALSE, moments[i].time), ==, moments[i].n);
  /* The rate is held between its keys, whatever the track says. */
  world.emitter->emission_rate_track->interpolation = MW_INTERPOLATION_LINEAR;
  mw_particles_reset (world.particles);
  for (guint i = 0; i < G_N_ELEMENTS (moments); i++)
    g_assert_cmpuint (draw (&world, 2000, FALSE, moments[i].time), ==, moments[i].n);
  /* Before the first key there is none, in a loop too. */
  const float late[] = { 0, 0, 5, 5, 3 };
  memcpy (world.emitter->emission_rate_track->values.data, late, sizeof late);
  world.emitter->emission_rate_track->times.n = world.emitter->emission_rate_track->values.n = 5;
  memcpy (world.emitter->emission_rate_track->times.data, (int32_t[]) { -9, -8, 320, 400, 480 }, sizeof times);
  world.emitter->life_span = 0.1f;
  mw_particles_reset (world.particles);
  g_assert_cmpuint (draw (&world, 1000, TRUE, 64), ==, 0);
  g_assert_cmpuint (draw (&world, 1000, TRUE, 336), ==, 5);
  tear_down (&world);
}

static void
the_invisible_does_not_spawn (void)
{
  World world;
  set_up (&world);
  const int32_t times[] = { 0, 160, 320 };
  const float values[] = { 1, 0, 1 };
  set_float_track (&world, "visibility.track", 3, times, values);
  g_assert_cmpuint (draw (&world, 2000, FALSE, 159), ==, 14); /* 9 steps of 1.6 */
  g_assert_cmpuint (draw (&world, 2000, FALSE, 160), ==, 16);
  g_assert_cmpuint (draw (&world, 2000, FALSE, 304), ==, 16);
  g_assert_cmpuint (draw (&world, 2000, FALSE, 480), ==, 32); /* 20 steps */
  /* A step that begins visible counts as a whole, so that a flash at the start of a sequence is seen. */
  const int32_t flash[] = { 0, 17, 2000 };
  set_float_track (&world, "visibility.track", 3, flash, (float[]) { 1, 0, 0 });
  mw_particles_reset (world.particles);
  g_assert_cmpuint (draw (&world, 2000, FALSE, 100), ==, 3); /* two steps */
  tear_down (&world);
}

static void
a_loop_begins_with_what_the_last_turn_left (void)
{
  World world;
  set_up (&world);
  world.emitter->life_span = 0.5f;
  /* The ages 0, 16, ... 496 ms are alive, 1.6 particles of each. */
  guint at_start = draw (&world, 2000, TRUE, 0);
  g_assert_cmpuint (at_start, >=, 51);
  g_assert_cmpuint (at_start, <=, 52);
  mw_particles_reset (world.particles);
  g_assert_cmpuint (draw (&world, 2000, FALSE, 0), ==, 0);
  /* A sequence of length 0 keeps emitting. */
  guint n = draw (&world, 0, TRUE, 0);
  g_assert_cmpuint (n, >=, 50);
  g_assert_cmpuint (n, <=, 52);
  tear_down (&world);
}

static void
copy_vertices (const World *world, GByteArray *out)
{
  g_byte_array_set_size (out, 0);
  g_byte_array_append (out, (const guint8 *) world->vertices->data,
                       world->vertices->len * (guint) sizeof (MwSpriteVertex));
}

static void
dragging_shows_the_same_picture_at_the_same_time (void)
{
  World world;
  g_autoptr (GByteArray) first = g_byte_array_new ();
  const int32_t way[] = { 700, 300, 1999, 2000, 700, 0, 699, 700, 705, 700 };
  set_up (&world);
  world.emitter->latitude = 45;
  world.emitter->variation = 0.5f;
  world.emitter->length = 30;
  for (int looping = 0; looping < 2; looping++) {
    g_byte_array_set_size (first, 0);
    for (guint i = 0; i < G_N_ELEMENTS (way); i++) {
      g_assert_cmpuint (draw (&world, 2000, looping, way[i]), >=, (way[i] ? 28u : 0u));
      if (way[i] != 700)
        continue;
      if (first->len == 0)
        copy_vertices (&world, first);
      g_assert_cmpmem (world.vertices->data, world.vertices->len * sizeof (MwSpriteVertex), first->data, first->len);
    }
  }
  tear_down (&world);
}

static void
playing_gives_what_a_jump_gives (void)
{
  World world;
  g_autoptr (GByteArray) jumped = g_byte_array_new ();
  set_up (&world);
  world.emitter->latitude = 45;
  world.emitter->length = 30;
  draw (&world, 5000, FALSE, 2345);
  copy_vertices (&world, jumped);

  /* Frames of uneven length, up to the same moment. */
  mw_particles_reset (world.particles);
  MwClock clock = clock_at (0, 5000, FALSE, 0);
  while (clock.time < 2345) {
    mw_particles_update (world.particles, &clock);
    mw_clock_advance (&clock, MIN (7 + (guint32) clock.time % 31, 2345 - (guint32) clock.time));
  }
  mw_particles_update (world.particles, &clock);
  g_array_set_size (world.vertices, 0);
  mw_particles_append_quads (world.particles, mw_mat_identity, world.view, world.vertices);
  g_assert_cmpmem (world.vertices->data, world.vertices->len * sizeof (MwSpriteVertex), jumped->data, jumped->len);
  tear_down (&world);
}

static void
playing_goes_on_over_the_seam (void)
{
  World world;
  float at[3], before = 0;
  set_up (&world);
  burst (&world, 1); /* one particle in each turn of 640 ms */
  MwClock clock = clock_at (0, 640, TRUE, 0);
  mw_particles_update (world.particles, &clock);
  for (int frame = 0; frame < 200; frame++) {
    mw_clock_advance (&clock, 16);
    mw_particles_update (world.particles, &clock);
    g_assert_cmpuint (mw_particles_n (world.particles), <=, 2);
    g_assert_cmpuint (mw_particles_n (world.particles), >=, 1);
    g_array_set_size (world.vertices, 0);
    mw_particles_append_quads (world.particles, mw_mat_identity, world.view, world.vertices);
    centre (&world, 0, at); /* the oldest: up by 0.16, or replaced by the next oldest */
    if (frame > 0 && at[2] > before)
      ASSERT_FLOATS (at, 1e-4f, 1, 2, before + 10 * DT);
    before = at[2];
  }
  tear_down (&world);
}

static void
after_the_end_they_die_out (void)
{
  World world;
  set_up (&world);
  MwClock clock = clock_at (0, 960, FALSE, 960);
  mw_particles_update (world.particles, &clock);
  g_assert_cmpuint (mw_particles_n (world.particles), ==, 96);
  mw_particles_update (world.particles, &clock);
  g_assert_cmpuint (mw_particles_n (world.particles), ==, 96);
  mw_clock_advance (&clock, 496);
  mw_particles_update (world.particles, &clock);
  guint n = mw_particles_n (world.particles);
  g_assert_cmpuint (n, >, 40);
  g_assert_cmpuint (n, <, 60);
  mw_clock_advance (&clock, 512);
  mw_particles_update (world.particles, &clock);
  g_assert_cmpuint (mw_particles_n (world.particles), ==, 0);

  MwClock rest = MW_CLOCK_REST;
  clock.time = 500;
  mw_particles_update (world.particles, &clock);
  g_assert_cmpuint (mw_particles_n (world.particles), >, 0);
  mw_particles_update (world.particles, &rest);
  g_assert_cmpuint (mw_particles_n (world.particles), ==, 0);
  tear_down (&world);
}

static void
heads_face_the_viewer_and_age_in_two_parts (void)
{
  World world;
  set_up (&world);
  MwMdlxParticleEmitter2 *e = world.emitter;
  burst (&world, 1);
  e->speed = 0;
  e->life_span = 0.64f; /* 40 steps */
  e->time = 0.25f;
  e->rows = 2;
  e->columns = 4;
  const float scaling[] = { 2, 4, 0 };
  const uint8_t alpha[] = { 0, 255, 51 };
  for (int s = 0; s < 3; s++) {
    e->segment_scaling[s] = scaling[s];
    e->segment_alpha[s] = alpha[s];
    e->segment_color[s][0] = s == 0;
    e->segment_color[s][1] = s == 1;
    e->segment_color[s][2] = s == 2;
  }
  e->head_life[0] = 1;
  e->head_life[1] = 5;
  e->head_life[2] = 1;
  e->head_decay[0] = 4;
  e->head_decay[1] = 6;
  e->head_decay[2] = 2;

  /* 5 of 40 steps: the middle of the first part. Cell 1 + 2 of 4 x 2. */
  draw (&world, 2000, FALSE, 16 + 5 * 16);
  ASSERT_FLOATS (vertex (&world, 0, 0)->position, 1e-4f, 1, 2 - 3, 3 + 3);
  ASSERT_FLOATS (vertex (&world, 0, 1)->position, 1e-4f, 1, 2 - 3, 3 - 3);
  ASSERT_FLOATS (vertex (&world, 0, 2)->position, 1e-4f, 1, 2 + 3, 3 - 3);
  ASSERT_FLOATS (vertex (&world, 0, 3)->position, 1e-4f, 1, 2 + 3, 3 + 3);
  ASSERT_FLOATS (vertex (&world, 0, 0)->uv, 1e-6f, 0.75f, 0);
  ASSERT_FLOATS (vertex (&world, 0, 2)->uv, 1e-6f, 1, 0.5f);
  ASSERT_FLOATS (vertex (&world, 0, 0)->rgba, 1e-4f, 0.5f, 0.5f, 0, 0.5f);
  /* 19 of 40: 0.3 of the second part, as 0.302, because the engine stays 0.005 away from both ends. Cells 4 5 6 4 5 6. */
  draw (&world, 2000, FALSE, 16 + 19 * 16);
  ASSERT_FLOATS (vertex (&world, 0, 0)->position, 1e-4f, 1, 2 - 2.792f, 3 + 2.792f);
  ASSERT_FLOATS (vertex (&world, 0, 0)->uv, 1e-6f, 0.25f, 0.5f);
  ASSERT_FLOATS (vertex (&world, 0, 2)->uv, 1e-6f, 0.5f, 1);
  ASSERT_FLOATS (vertex (&world, 0, 0)->rgba, 1e-4f, 0, 0.698f, 0.302f, 1 - 0.302f * 0.8f);
  /* 24 of 40: 0.4667 of the second part: cell 6, the last one, which is shown too. 31 of 40: 0.7: cell 5 again. */
  draw (&world, 2000, FALSE, 16 + 24 * 16);
  ASSERT_FLOATS (vertex (&world, 0, 0)->uv, 1e-6f, 0.5f, 0.5f);
  draw (&world, 2000, FALSE, 16 + 31 * 16);
  ASSERT_FLOATS (vertex (&world, 0, 0)->uv, 1e-6f, 0.25f, 0.5f);
  /* Backwards: 6 5 4; a number of repeats of 0 counts as 1. */
  e->head_decay[0] = 6;
  e->head_decay[1] = 4;
  e->head_decay[2] = 0;
  draw (&world, 2000, FALSE, 16 + 19 * 16);
  ASSERT_FLOATS (vertex (&world, 0, 0)->uv, 1e-6f, 0.5f, 0.5f);
  draw (&world, 2000, FALSE, 16 + 24 * 16);
  ASSERT_FLOATS (vertex (&world, 0, 0)->uv, 1e-6f, 0.25f, 0.5f);
  draw (&world, 2000, FALSE, 16 + 31 * 16);
  ASSERT_FLOATS (vertex (&world, 0, 0)->uv, 1e-6f, 0, 0.5f);
  /* Cells that do not exist are limited to the last cell. */
  e->head_decay[0] = 4000000000u;
  draw (&world, 2000, FALSE, 16 + 31 * 16);
  ASSERT_FLOATS (vertex (&world, 0, 0)->uv, 1e-6f, 0.75f, 0.5f);
  /* The middle is after the end of life: 20 of 40 steps are a quarter of the first part, and the second part is
   * never reached. */
  e->time = 2;
  draw (&world, 2000, FALSE, 16 + 20 * 16);
  ASSERT_FLOATS (vertex (&world, 0, 0)->position, 1e-4f, 1, 2 - 2.505f, 3 + 2.505f);
  ASSERT_FLOATS (vertex (&world, 0, 0)->rgba, 1e-4f, 0.7475f, 0.2525f, 0, 0.2525f);
  tear_down (&world);
}

static void
tails_trail_and_quads_may_lie_flat (void)
{
  World world;
  set_up (&world);
  burst (&world, 1);
  world.emitter->tail_length = 0.5f;
  world.emitter->head_or_tail = 1;
  g_assert_cmpuint (draw (&world, 2000, FALSE, 16), ==, 1);
  /* From (1, 2, 3) down by 0.5 * 10, with a half width of 1. u runs backwards along it. */
  ASSERT_FLOATS (vertex (&world, 0, 0)->position, 1e-5f, 1, 3, 3);
  ASSERT_FLOATS (vertex (&world, 0, 1)->position, 1e-5f, 1, 1, 3);
  ASSERT_FLOATS (vertex (&world, 0, 2)->position, 1e-5f, 1, 1, -2);
  ASSERT_FLOATS (vertex (&world, 0, 3)->position, 1e-5f, 1, 3, -2);
  ASSERT_FLOATS (vertex (&world, 0, 0)->uv, 0, 0, 0);
  ASSERT_FLOATS (vertex (&world, 0, 2)->uv, 0, 1, 1);
  /* The tail has its own cells. */
  world.emitter->columns = 2;
  for (guint i = 0; i < 2; i++)
    world.emitter->tail_life[i] = world.emitter->tail_decay[i] = 1;
  draw (&world, 2000, FALSE, 16);
  ASSERT_FLOATS (vertex (&world, 0, 0)->uv, 0, 0.5f, 0);
  world.emitter->columns = 1;
  world.emitter->head_or_tail = 2;
  g_assert_cmpuint (draw (&world, 2000, FALSE, 16), ==, 2);

  world.emitter->head_or_tail = 0;
  world.emitter->node.flags = 0x100000;
  /* It flies straight up, so there is no direction to lie in, and it faces the viewer. */
  draw (&world, 2000, FALSE, 16);
  ASSERT_FLOATS (vertex (&world, 0, 0)->position, 1e-5f, 1, 2 - 1, 3 + 1);
  /* Its upper side is ahead: as the bone turns z to y, it flies to +y from (1, 3, -2). */
  set_rotation (world.model, world.bone, 1, 0, 0, -90);
  mw_particles_reset (world.particles);
  draw (&world, 2000, FALSE, 16);
  ASSERT_FLOATS (vertex (&world, 0, 0)->position, 1e-5f, 0, 4, -2);
  ASSERT_FLOATS (vertex (&world, 0, 2)->position, 1e-5f, 2, 2, -2);
  /* In model space the plane is that of the node, along whose normal it flies. */
  world.emitter->node.flags |= 0x80000;
  mw_particles_reset (world.particles);
  draw (&world, 2000, FALSE, 16);
  ASSERT_FLOATS (vertex (&world, 0, 0)->position, 1e-5f, 1, 3 - 1, -2 + 1);
  /* There it flies to +x, in a plane whose normal is +y; 90 degrees of latitude are to one side or the other. */
  world.emitter->latitude = 90;
  world.emitter->emission_rate = 200;
  mw_particles_reset (world.particles);
  draw (&world, 2000, FALSE, 16);
  for (guint q = 0; q < 200; q++)
    for (guint c = 0; c < 4; c++)
      ASSERT_FLOATS (&vertex (&world, q, c)->position[1], 1e-4f, 3);
  tear_down (&world);
}

static void
sorted_ones_come_far_to_near (void)
{
  World world;
  float at[3];
  set_up (&world);
  burst (&world, 500);
  world.emitter->length = 100;
  world.emitter->node.flags = 0x10000;
  draw (&world, 2000, FALSE, 16);
  float before = -1e9f;
  for (guint q = 0; q < 500; q++) { /* the viewer is at +x */
    centre (&world, q, at);
    g_assert_cmpfloat (at[0], >=, before);
    before = at[0];
  }
  /* They fly straight up, all as far away: the older ones come first. */
  world.emitter->squirt = 0;
  world.emitter->length = 0;
  world.emitter->emission_rate = 100;
  mw_particles_reset (world.particles);
  const guint n = draw (&world, 2000, FALSE, 512);
  g_assert_cmpuint (n, >, 40);
  for (guint q = 0; q < n; q++) {
    centre (&world, q, at);
    if (q > 0)
      g_assert_cmpfloat (at[2], <=, before);
    before = at[2];
  }
  tear_down (&world);
}

static void
the_material_is_the_emitters (void)
{
  World world;
  MwParticleMaterial material;
  set_up (&world);
  world.emitter->filter_mode = 4;
  world.emitter->replaceable_id = 2;
  world.emitter->priority_plane = -7;
  world.emitter->texture = ref_to (add (world.model, "textures", &mw_mdlx_texture_schema));
  mw_particles_material (world.emitter, &material);
  g_assert_cmpuint (material.filter_mode, ==, 4);
  g_assert_cmpuint (material.replaceable_id, ==, 2);
  g_assert_cmpint (material.priority_plane, ==, -7);
  g_assert_cmpuint (material.texture.id, ==, world.emitter->texture.id);
  g_assert_true (material.lit);
  world.emitter->node.flags |= 0x8000;
  mw_particles_material (world.emitter, &material);
  g_assert_false (material.lit);
  /* What World of Warcraft lights is not known. */
  world.emitter->node.flags = 0;
  world.model->family = MW_FAMILY_MDX_WOW;
  mw_particles_material (world.emitter, &material);
  g_assert_false (material.lit);
  tear_down (&world);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/particles/the number of particles is rate times time", as_many_as_rate_times_time);
  g_test_add_func ("/pose/particles/the number of particles is limited", there_are_never_too_many);
  g_test_add_func ("/pose/particles/particles fly and fall on a parabola", they_fly_and_fall_on_a_parabola);
  g_test_add_func ("/pose/particles/the node's rotation and scale apply to the motion",
                   the_node_turns_and_scales_the_way);
  g_test_add_func ("/pose/particles/particles in model space move with the node", in_model_space_they_hang_on_the_node);
  g_test_add_func ("/pose/particles/particles are born in the area and within the angle",
                   they_are_born_in_the_area_and_within_the_angle);
  g_test_add_func ("/pose/particles/bursts come with the keys of the rate", bursts_come_with_the_keys_of_the_rate);
  g_test_add_func ("/pose/particles/a burst needs a rate that rises from nothing",
                   a_burst_needs_a_rate_that_rises_from_nothing);
  g_test_add_func ("/pose/particles/an invisible emitter does not emit", the_invisible_does_not_spawn);
  g_test_add_func ("/pose/particles/a loop starts with the particles of the previous pass",
                   a_loop_begins_with_what_the_last_turn_left);
  g_test_add_func ("/pose/particles/dragging shows the same picture at the same time",
                   dragging_shows_the_same_picture_at_the_same_time);
  g_test_add_func ("/pose/particles/playing and jumping give the same picture", playing_gives_what_a_jump_gives);
  g_test_add_func ("/pose/particles/playing continues across the end of a loop", playing_goes_on_over_the_seam);
  g_test_add_func ("/pose/particles/particles die out after the end", after_the_end_they_die_out);
  g_test_add_func ("/pose/particles/heads face the viewer and age in two parts",
                   heads_face_the_viewer_and_age_in_two_parts);
  g_test_add_func ("/pose/particles/tails trail behind and quads may lie flat", tails_trail_and_quads_may_lie_flat);
  g_test_add_func ("/pose/particles/sorted particles come far to near", sorted_ones_come_far_to_near);
  g_test_add_func ("/pose/particles/particles have the material of their emitter", the_material_is_the_emitters);
  return g_test_run ();
}
