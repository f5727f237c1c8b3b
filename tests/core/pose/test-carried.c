/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/math.h"
#include "tests/core/pose/m2-emitter.h"
#include "tests/core/pose/m2-models.h"
#include "tests/core/pose/models.h"

#include <math.h>

/* Emitters that particles carry. The particles fly up from (1, 0, 0) at a speed of 3 for a second, one in each step of 16 ms; each
 * carries the emitter of another model, which is like it but does not move what it emits, and has another place there. */
typedef struct {
  M2Emitter of, other;
  MwParticles *particles;
} World;

static void
set_up (World *world)
{
  m2_emitter_set_up (&world->of, 264);
  m2_emitter_set_up (&world->other, 264);
  world->other.e->position[1] = 50;
  m2_emitter_number (&world->other, "speed.track", 0);
  m2_emitter_number (&world->other, "life_span.track", 0.5f);
  world->particles = world->of.particles;
  mw_particles_carry (world->particles, &world->other.model->model);
}

static void
tear_down (World *world)
{
  m2_emitter_tear_down (&world->of);
  m2_emitter_tear_down (&world->other);
}

/* Draws what the i-th carried emitter has at a moment; the vertices are in world->other.vertices. */
static guint
draw_at (World *world, const MwClock *clock, guint i)
{
  const MwRecord *emitter;
  float own[16];
  mw_skeleton_update (world->of.skeleton, clock, NULL);
  mw_particles_update (world->particles, clock);
  mw_particles_carried_world (world->particles, mw_skeleton_matrix (world->of.skeleton, world->of.e->record.id), own);
  g_array_set_size (world->other.vertices, 0);
  MwParticles *carried = mw_particles_carried (world->particles, i, &emitter);
  return carried ? mw_particles_append_quads (carried, own, m2_emitter_view, world->other.vertices) : 0;
}

static guint
draw (World *world, int32_t time)
{
  const MwClock clock = m2_clock (world->of.model, world->of.stand, time);
  mw_particles_reset (world->particles);
  return draw_at (world, &clock, 0);
}

static void
centre (const World *world, guint i, float out[3])
{
  quad_centre (m2_emitter_quad (&world->other, i), out);
}

/* 62.5 particles, each of which emits 62.5 in a second that live for half of one. */
static void
each_particle_emits_where_it_is (void)
{
  World world;
  set_up (&world);
  const guint n = draw (&world, 3000);
  g_assert_cmpuint (n, >=, 1850);
  g_assert_cmpuint (n, <=, 2000);
  guint low = 0;
  for (guint i = 0; i < n; i++) {
    float at[3];
    centre (&world, i, at);
    g_assert_cmpfloat_with_epsilon (at[0], 1, 1e-4);
    g_assert_cmpfloat_with_epsilon (at[1], 0, 1e-4);
    g_assert_cmpfloat (at[2], >=, 0);
    g_assert_cmpfloat (at[2], <=, 3.001f);
    low += at[2] < 1.5f;
  }
  g_assert_cmpuint (low, >, n * 45 / 100);
  g_assert_cmpuint (low, <, n * 55 / 100);
  tear_down (&world);
}

/* What is emitted goes on after the particle has died. */
static void
they_outlive_what_has_emitted_them (void)
{
  static const int32_t times[] = { 0, 200 };
  static const float rates[] = { 62.5f, 0 };
  World world;
  set_up (&world);
  MwM2 *model = world.of.model;
  m2_emitter_number (&world.of, "life_span.track", 0.1f);
  mw_record_free (mw_child_take (&model->model, &world.of.e->record,
                                 mw_schema_field (&mw_m2_particle_schema, "emission_rate.track")));
  m2_add_keys (model, m2_add_track (model, world.of.e, "emission_rate.track", 0), world.of.stand, 2, times, rates, NULL,
               NULL);
  world.of.stand->flags |= 1; /* it does not loop */
  g_assert_cmpuint (draw (&world, 280), >, 50);
  g_assert_cmpuint (draw (&world, 600), >, 10);
  g_assert_cmpuint (mw_particles_n (world.particles), ==, 0);
  g_assert_cmpuint (draw (&world, 850), ==, 0);
  tear_down (&world);
}

static void
they_are_turned_as_its_emitter (void)
{
  static const float half_about_x[] = { 1, 0, 0, 0 };
  World world;
  set_up (&world);
  m2_set_constant (world.of.model, world.of.bone, "rotation.track", half_about_x);
  m2_emitter_number (&world.of, "speed.track", 0);
  m2_emitter_number (&world.other, "speed.track", 4);
  const guint n = draw (&world, 3000);
  float lowest = 0;
  for (guint i = 0; i < n; i++) {
    float at[3];
    centre (&world, i, at);
    g_assert_cmpfloat (at[2], <=, 1e-4f);
    lowest = MIN (lowest, at[2]);
  }
  g_assert_cmpfloat_with_epsilon (lowest, -2, 0.1);
  tear_down (&world);
}

/* A burst inherits the velocity of the particle; one that is extruded is spread over its way; in model space what is emitted stays at the
 * emitter. */
static void
flags_of_the_carried_emitter_count (void)
{
  World world;
  float at[3], highest = 0;
  set_up (&world);
  m2_emitter_number (&world.of, "life_span.track", 0.05f);
  world.other.e->flags |= 0x40;
  guint n = draw (&world, 3000);
  for (guint i = 0; i < n; i++) {
    centre (&world, i, at);
    highest = MAX (highest, at[2]);
  }
  g_assert_cmpfloat_with_epsilon (highest, 1.6, 0.1); /* 3 in a second, for half of one, and 0.1 at birth */
  world.other.e->flags = 0x10 | (world.other.e->flags & ~0x40u);
  n = draw (&world, 3000);
  g_assert_cmpuint (n, >, 50);
  for (guint i = 0; i < n; i++) {
    centre (&world, i, at);
    g_assert_cmpfloat_with_epsilon (at[0], 1, 1e-4);
    g_assert_cmpfloat_with_epsilon (at[2], 0, 1e-4);
  }
  /* Without following nor imploding about a place of their own. */
  world.other.e->flags = (world.other.e->flags & ~0x10u) | 0x4000 | 0x80;
  world.other.e->emitter_type = 2;
  m2_emitter_number (&world.other, "speed.track", 1);
  g_assert_cmpuint (draw (&world, 3000), ==, n);
  tear_down (&world);
}

/* In model space the particles are where the bone is now, and so is what they emit from then on. */
static void
particles_in_model_space_emit_where_they_are_seen (void)
{
  static const float aside[] = { 0, 7, 0 };
  World world;
  float at[3];
  set_up (&world);
  m2_set_constant (world.of.model, world.of.bone, "translation.track", aside);
  world.of.e->flags |= 0x10;
  const guint n = draw (&world, 3000);
  g_assert_cmpuint (n, >, 1850);
  for (guint i = 0; i < n; i++) {
    centre (&world, i, at);
    g_assert_cmpfloat_with_epsilon (at[1], 7, 1e-4);
  }
  tear_down (&world);
}

static void
the_other_model_plays_its_first_sequence (void)
{
  static const int32_t times[] = { 0, 2000 };
  static const float rates[] = { 0, 62.5f };
  World world;
  set_up (&world);
  MwM2 *model = world.other.model;
  world.of.stand->flags |= 1;
  mw_record_free (mw_child_take (&model->model, &world.other.e->record,
                                 mw_schema_field (&mw_m2_particle_schema, "emission_rate.track")));
  m2_add_keys (model, m2_add_track (model, world.other.e, "emission_rate.track", 0), world.other.stand, 2, times, rates,
               NULL, NULL);
  g_assert_cmpuint (draw (&world, 1900), ==, 0);
  g_assert_cmpuint (draw (&world, 3000), >, 1850);
  tear_down (&world);
}

/* What runs by the global clock runs by that of the particles. */
static void
the_global_clock_is_that_of_the_particles (void)
{
  static const int32_t times[] = { 0, 1000 };
  static const float rates[] = { 0, 62.5f };
  World world;
  set_up (&world);
  MwM2 *model = world.other.model;
  MwM2GlobalSequence *loop = m2_add (model, "global_sequences", &mw_m2_global_sequence_schema);
  loop->duration = 2000;
  mw_record_free (mw_child_take (&model->model, &world.other.e->record,
                                 mw_schema_field (&mw_m2_particle_schema, "emission_rate.track")));
  MwM2Track *track = m2_add_track (model, world.other.e, "emission_rate.track", 0);
  track->global_sequence = m2_ref (loop);
  m2_add_keys (model, track, NULL, 2, times, rates, NULL, NULL);
  /* Its second half has particles. */
  MwClock clock = m2_clock (world.of.model, world.of.stand, 3000);
  clock.global_ms = 900;
  mw_particles_reset (world.particles);
  g_assert_cmpuint (draw_at (&world, &clock, 0), <, 10);
  clock.global_ms = 1900;
  mw_particles_reset (world.particles);
  g_assert_cmpuint (draw_at (&world, &clock, 0), >, 1500);
  tear_down (&world);
}

/* All of a squirt come at the birth of the particle. */
static void
a_burst_comes_once_for_each_particle (void)
{
  World world;
  set_up (&world);
  world.other.e->flags |= 0x8000;
  m2_emitter_number (&world.other, "emission_rate.track", 5);
  const guint n = draw (&world, 3000);
  g_assert_cmpuint (n, >=, 150);
  g_assert_cmpuint (n, <=, 160);
  for (guint i = 0; i < n; i++) {
    float at[3];
    centre (&world, i, at);
    g_assert_cmpfloat (at[2], <=, 0.1f);
  }
  tear_down (&world);
}

static void
a_moment_is_the_same_however_it_is_reached (void)
{
  World world;
  set_up (&world);
  m2_emitter_number (&world.of, "emission_rate.track", 20);
  m2_emitter_number (&world.of, "latitude.track", 2);
  m2_emitter_number (&world.other, "emission_rate.track", 7.3f);
  m2_emitter_number (&world.other, "latitude.track", 2);
  m2_emitter_number (&world.other, "speed.track", 2);
  world.other.e->emission_rate_variation = 5;
  world.other.e->life_span_variation = 0.2f;
  MwClock clock = m2_clock (world.of.model, world.of.stand, 0);
  for (guint i = 0; i < 150; i++) {
    draw_at (&world, &clock, 0);
    mw_clock_advance (&clock, 9 + i % 17);
  }
  const guint n = draw_at (&world, &clock, 0);
  g_assert_cmpuint (n, >, 30);
  g_autoptr (GArray) played = g_array_copy (world.other.vertices);
  MwClock other = m2_clock (world.of.model, world.of.stand, 3700);
  draw_at (&world, &other, 0);
  g_assert_cmpuint (draw_at (&world, &clock, 0), ==, n);
  g_assert_cmpmem (played->data, played->len * sizeof (MwSpriteVertex), world.other.vertices->data,
                   world.other.vertices->len * sizeof (MwSpriteVertex));
  g_assert_cmpuint (draw_at (&world, &MW_CLOCK_REST, 0), ==, 0);
  tear_down (&world);
}

/* The first four of the other model, none of Warcraft III, and nothing that those would carry. */
static void
four_are_carried (void)
{
  World world;
  const MwRecord *emitter;
  set_up (&world);
  g_assert_nonnull (mw_particles_carried (world.particles, 0, &emitter));
  g_assert_true (emitter == &world.other.e->record);
  g_assert_null (mw_particles_carried (world.particles, 1, &emitter));
  for (guint i = 0; i < 5; i++)
    m2_add (world.other.model, "particles", &mw_m2_particle_schema);
  mw_particles_carry (world.particles, &world.other.model->model);
  g_assert_nonnull (mw_particles_carried (world.particles, 3, &emitter));
  g_assert_true (emitter == world.other.model->particles.items[3]);
  g_assert_null (mw_particles_carried (world.particles, 4, &emitter));
  mw_particles_set_max (world.particles, 10);
  g_assert_cmpuint (draw (&world, 3000), ==, 10);
  /* The oldest particle comes first. */
  m2_emitter_number (&world.other, "emission_rate.track", 6250);
  float at[3];
  g_assert_cmpuint (draw (&world, 3000), ==, 10);
  for (guint i = 0; i < 10; i++) {
    centre (&world, i, at);
    g_assert_cmpfloat (at[2], >, 0.4f);
  }
  MwMdlx *mdlx = mw_mdlx_new ();
  MwMdlxParticleEmitter2 *e = add_node (mdlx, &mw_mdlx_particle_emitter2_schema, NULL, 0, 0, 0);
  mw_particles_carry (world.particles, &mdlx->model);
  g_assert_null (mw_particles_carried (world.particles, 0, &emitter));
  g_autoptr (MwSkeleton) skeleton = mw_skeleton_new (&mdlx->model);
  g_autoptr (MwParticles) particles = mw_particles_new (skeleton, &e->node.record);
  mw_particles_carry (particles, &world.other.model->model);
  g_assert_null (mw_particles_carried (particles, 0, &emitter));
  mdlx->family = MW_FAMILY_MDX_WOW;
  mw_particles_carry (world.particles, &mdlx->model);
  g_assert_nonnull (mw_particles_carried (world.particles, 0, &emitter));
  mw_particles_carry (world.particles, NULL);
  g_assert_null (mw_particles_carried (world.particles, 0, &emitter));
  mw_model_free (&mdlx->model);
  tear_down (&world);
}

#define TEST(name, function) g_test_add_func ("/pose/carried/" name, function)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST ("each particle emits where it is", each_particle_emits_where_it_is);
  TEST ("they outlive what has emitted them", they_outlive_what_has_emitted_them);
  TEST ("they are turned as its emitter", they_are_turned_as_its_emitter);
  TEST ("flags of the carried emitter count", flags_of_the_carried_emitter_count);
  TEST ("particles in model space emit where they are seen", particles_in_model_space_emit_where_they_are_seen);
  TEST ("the other model plays its first sequence", the_other_model_plays_its_first_sequence);
  TEST ("the global clock is that of the particles", the_global_clock_is_that_of_the_particles);
  TEST ("a burst comes once for each particle", a_burst_comes_once_for_each_particle);
  TEST ("a moment is the same however it is reached", a_moment_is_the_same_however_it_is_reached);
  TEST ("four are carried", four_are_carried);
  return g_test_run ();
}
