/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/math.h"
#include "core/pose/simulation.h"
#include "tests/core/pose/m2-emitter.h"
#include "tests/core/pose/m2-models.h"
#include "tests/core/pose/models.h"

/* The expected numbers in this file are computed from the formulas of docs/formats/rendering.md 4.4. */

#define DT (MW_SIMULATION_STEP_MS / 1000.0)
#define ASSERT_NEAR(a, b) g_assert_cmpfloat_with_epsilon (a, b, 1e-4)

/* --- Flight ----------------------------------------------------------------------------------------------------------- */

static void
test_flight (void)
{
  for (uint32_t version = 260; version <= 264; version += 4) {
    M2Emitter world;
    m2_emitter_set_up (&world, version);
    m2_set_constant (world.model, world.bone, "translation.track", (float[]) { 0, 5, 0 });
    memcpy (world.e->color_start, ((uint8_t[]) { 255, 0, 0, 0 }), 4);
    memcpy (world.e->color_middle, ((uint8_t[]) { 255, 0, 0, 127 }), 4);
    memcpy (world.e->color_end, ((uint8_t[]) { 255, 0, 0, 255 }), 4);
    /* A looping sequence has particles from the start: those of one second are alive at any time. */
    guint n = m2_emitter_draw (&world, 2000);
    g_assert_cmpuint (n, >=, 61);
    g_assert_cmpuint (n, <=, 63);
    g_assert_cmpuint (mw_particles_n (world.particles), ==, n);
    float low = G_MAXFLOAT, high = -G_MAXFLOAT;
    for (guint i = 0; i < n; i++) {
      const MwSpriteVertex *quad = m2_emitter_quad (&world, i);
      float at[3], along[3], across[3];
      quad_centre (quad, at);
      quad_axes (quad, along, across);
      g_assert_cmpfloat_with_epsilon (at[2], 3 * quad_age (quad), version >= 264 ? 1e-4 : 0.02);
      ASSERT_NEAR (at[0], 1);
      ASSERT_NEAR (at[1], 5);
      ASSERT_FLOATS (along, 1e-5f, 0, 1, 0);
      ASSERT_FLOATS (across, 1e-5f, 0, 0, 1);
      /* From 264 on, without a curve, it is white. */
      ASSERT_FLOATS (quad->rgba, 1e-5f, 1, version >= 264, version >= 264);
      low = MIN (low, at[2]);
      high = MAX (high, at[2]);
    }
    g_assert_cmpfloat (low, <, 0.1);
    g_assert_cmpfloat (high, >, 2.9);

    /* A new simulation gives the same picture of the same moment. At rest there is none. */
    g_autoptr (MwParticles) other = mw_particles_new (world.skeleton, &world.e->record);
    g_autoptr (GArray) again = g_array_new (FALSE, FALSE, sizeof (MwSpriteVertex));
    MwClock clock = m2_clock (world.model, world.stand, 2000);
    mw_particles_update (other, &clock);
    mw_particles_append_quads (other, mw_skeleton_matrix (world.skeleton, world.e->record.id), m2_emitter_view, again);
    g_assert_cmpmem (again->data, again->len * sizeof (MwSpriteVertex), world.vertices->data,
                     world.vertices->len * sizeof (MwSpriteVertex));
    mw_particles_update (other, &MW_CLOCK_REST);
    g_assert_cmpuint (mw_particles_n (other), ==, 0);
    m2_set_constant (world.model, world.e, "visibility.track", (uint8_t[]) { 0 });
    g_assert_cmpuint (m2_emitter_draw (&world, 2000), ==, 0);
    g_assert_null (mw_particles_new (world.skeleton, &world.bone->record));
    m2_emitter_tear_down (&world);
  }
}

/* The position is p + v t + g t t / 2. */
static void
test_gravity (void)
{
  static const struct {
    int16_t parts[3];
    double pull[3];
  } rows[] = {
    { { 64, 0, 100 }, { 0.5 * 4.238648, 0, 0.8660254 * 4.238648 } },
    { { 0, -32, -200 }, { 0, -0.25 * 8.477297, -0.9682458 * 8.477297 } },
    { { 0, 0, 0 }, { 0, 0, 0 } },
  };
  M2Emitter world;
  float at[3];
  m2_emitter_set_up (&world, 264);
  m2_emitter_number (&world, "gravity.track", 4);
  guint n = m2_emitter_draw (&world, 2000);
  for (guint i = 0; i < n; i++) {
    double t = quad_age (m2_emitter_quad (&world, i));
    quad_centre (m2_emitter_quad (&world, i), at);
    ASSERT_NEAR (at[2], 3 * t - 4 * t * t / 2);
  }
  world.e->flags = 0x800000;
  for (guint row = 0; row < G_N_ELEMENTS (rows); row++) {
    if (!world.e->gravity_vector_track)
      m2_add_keys (world.model, m2_add_track (world.model, world.e, "gravity_vector.track", 0), NULL, 2,
                   (int32_t[]) { -1, 0 }, (int16_t[]) { 100, 100, 100, 0, 0, 0 }, NULL, NULL);
    /* The second of two keys holds. */
    memcpy ((int16_t *) ((MwM2Lane *) world.e->gravity_vector_track->lanes.items[0])->values.data + 3, rows[row].parts,
            6);
    n = m2_emitter_draw (&world, 2000);
    for (guint i = 0; i < n; i++) {
      double t = quad_age (m2_emitter_quad (&world, i));
      quad_centre (m2_emitter_quad (&world, i), at);
      for (int c = 0; c < 3; c++)
        ASSERT_NEAR (at[c], (c == 0 ? 1 : c == 2 ? 3 * t : 0) + rows[row].pull[c] * t * t / 2);
    }
  }
  m2_emitter_tear_down (&world);
}

/* In each step wind adds to the velocity while a particle is young, and drag reduces it by a share. */
static void
test_wind_and_drag (void)
{
  M2Emitter world;
  m2_emitter_set_up (&world, 264);
  world.e->wind[1] = 5;
  world.e->wind_time = 0.3f;
  world.e->drag = 2;
  guint n = m2_emitter_draw (&world, 2000);
  for (guint i = 0; i < n; i++) {
    double age = quad_age (m2_emitter_quad (&world, i)), steps = floor (age / DT + 1e-6), first = age - steps * DT;
    double t = 0, v[2] = { 0, 3 }, p[2] = { 0, 0 };
    for (int k = -1; k < (int) steps; k++) {
      double dt = k < 0 ? first : DT;
      if (t < 0.3 - 1e-9)
        v[0] += 5 * dt;
      for (int c = 0; c < 2; c++) {
        p[c] += v[c] * dt;
        v[c] *= 1 - 2 * dt;
      }
      t += dt;
    }
    float at[3];
    quad_centre (m2_emitter_quad (&world, i), at);
    g_assert_cmpfloat_with_epsilon (at[1], p[0], 1e-3);
    g_assert_cmpfloat_with_epsilon (at[2], p[1], 1e-3);
  }
  m2_emitter_tear_down (&world);
}

static void
test_model_space (void)
{
  M2Emitter world;
  float at[3];
  m2_emitter_set_up (&world, 264);
  m2_add_keys (world.model, m2_add_track (world.model, world.bone, "translation.track", 1), world.stand, 2,
               (int32_t[]) { 0, 4000 }, (float[]) { 0, 0, 0, 0, 40, 0 }, NULL, NULL);
  guint n = m2_emitter_draw (&world, 2000);
  /* Particles stay where they were born, within one step: at 20 less ten times their age. */
  for (guint i = 0; i < n; i++) {
    quad_centre (m2_emitter_quad (&world, i), at);
    g_assert_cmpfloat_with_epsilon (at[1], 20 - 10 * quad_age (m2_emitter_quad (&world, i)), 10 * DT + 1e-3);
  }
  world.e->flags = 0x10;
  n = m2_emitter_draw (&world, 2000);
  for (guint i = 0; i < n; i++) {
    quad_centre (m2_emitter_quad (&world, i), at);
    ASSERT_NEAR (at[1], 20);
  }
  m2_emitter_tear_down (&world);
}

/* The emitter moves by 10 a second along y. */
static void
test_following (void)
{
  /* The emitter moves at 10 units a second. `share` is how much of its way the particles follow: between the two
   * speeds it goes from one scale to the other, and beyond them it goes on, but never below 0 or above 1. */
  static const struct {
    float speed1, speed2, scale1, scale2;
    double share;
  } rows[] = {
    { 5, 15, 0, 1, 0.5 },        { 5, 25, 0.2f, 1, 0.4 },  { 15, 25, 0.4f, 0.8f, 0.2 },
    { 10, 10, 0.3f, 0.9f, 0.3 }, { 1, 2, 0.5f, 0.75f, 1 }, { 20, 30, 0, 1, 0 },
  };
  M2Emitter world;
  float at[3];
  m2_emitter_set_up (&world, 264);
  m2_add_keys (world.model, m2_add_track (world.model, world.bone, "translation.track", 1), world.stand, 2,
               (int32_t[]) { 0, 4000 }, (float[]) { 0, 0, 0, 0, 40, 0 }, NULL, NULL);
  /* They follow once they are two steps old. */
  world.e->flags = 0x4000;
  for (guint row = 0; row < G_N_ELEMENTS (rows); row++) {
    world.e->follow_speed1 = rows[row].speed1;
    world.e->follow_speed2 = rows[row].speed2;
    world.e->follow_scale1 = rows[row].scale1;
    world.e->follow_scale2 = rows[row].scale2;
    guint n = m2_emitter_draw (&world, 2000);
    g_assert_cmpuint (n, >, 0);
    for (guint i = 0; i < n; i++) {
      double age = quad_age (m2_emitter_quad (&world, i)), steps = floor (age / DT + 1e-6), born = 20 - 10 * steps * DT;
      quad_centre (m2_emitter_quad (&world, i), at);
      /* Counts the steps in which the particle was older than two steps: age - k DT > 2 DT for the age before step k
       * from the end. */
      int followed = 0;
      for (int k = 1; k <= (int) steps; k++)
        followed += age - k * DT > 2 * DT + 1e-6;
      g_assert_cmpfloat_with_epsilon (at[1], born + rows[row].share * 10 * DT * followed, 2e-3);
    }
  }

  /* Extruded particles are spread over the emitter's movement in the step. */
  world.e->flags = 0x800;
  guint n = m2_emitter_draw (&world, 2000);
  gboolean between = FALSE;
  for (guint i = 0; i < n; i++) {
    double steps = floor (quad_age (m2_emitter_quad (&world, i)) / DT + 1e-6), born = 20 - 10 * steps * DT;
    quad_centre (m2_emitter_quad (&world, i), at);
    g_assert_cmpfloat (at[1], <=, born + 1e-3);
    g_assert_cmpfloat (at[1], >=, born - 10 * DT - 1e-3);
    between |= fabs (at[1] - born) > 2 * DT && fabs (at[1] - born) < 8 * DT;
  }
  g_assert_true (between);

  /* A burst inherits the emitter's velocity, times the multiplier, as it was while no particle was alive. */
  world.e->flags = 0x40;
  world.e->inherit_velocity = 0.5f;
  world.stand->flags |= 1;
  m2_add_keys (world.model, m2_add_track (world.model, world.e, "visibility.track", 0), world.stand, 2,
               (int32_t[]) { 0, 1600 }, (uint8_t[]) { 0, 1 }, NULL, NULL);
  n = m2_emitter_draw (&world, 2000);
  g_assert_cmpuint (n, ==, 25); /* of 400 ms */
  for (guint i = 0; i < n; i++) {
    double age = quad_age (m2_emitter_quad (&world, i)), born = 20 - 10 * floor (age / DT + 1e-6) * DT;
    quad_centre (m2_emitter_quad (&world, i), at);
    g_assert_cmpfloat_with_epsilon (at[1], born + 5 * age, 1e-3);
    g_assert_cmpfloat_with_epsilon (at[2], 3 * age, 1e-3);
  }
  m2_emitter_tear_down (&world);
}

/* Frames of uneven length give the same result as a jump, whatever a particle inherits from steps that were not
 * drawn. */
static void
test_playing (void)
{
  static const uint32_t flags[] = { 0, 0x4000 | 0x800, 0x40, 0x10 };
  for (guint k = 0; k < G_N_ELEMENTS (flags); k++) {
    M2Emitter world;
    m2_emitter_set_up (&world, 264);
    m2_add_keys (world.model, m2_add_track (world.model, world.bone, "translation.track", 1), world.stand, 3,
                 (int32_t[]) { 0, 1000, 4000 }, (float[]) { 0, 0, 0, 0, 10, 0, 5, 10, 0 }, NULL, NULL);
    world.stand->flags |= 1;
    world.e->flags = flags[k];
    world.e->emission_rate_variation = 20;
    world.e->life_span_variation = 0.25f;
    world.e->follow_speed2 = world.e->follow_scale2 = 1;
    world.e->inherit_velocity = 1;
    m2_emitter_number (&world, "latitude.track", 1);
    g_assert_cmpuint (m2_emitter_draw (&world, 3456), >, 20);
    g_autoptr (GArray) jumped = g_array_copy (world.vertices);
    mw_particles_reset (world.particles);
    MwClock clock = m2_clock (world.model, world.stand, 0);
    while (clock.time < 3456) {
      mw_particles_update (world.particles, &clock);
      mw_clock_advance (&clock, MIN (7 + (guint32) clock.time % 31, 3456 - (guint32) clock.time));
    }
    mw_particles_update (world.particles, &clock);
    g_array_set_size (world.vertices, 0);
    mw_particles_append_quads (world.particles, mw_skeleton_matrix (world.skeleton, world.e->record.id),
                               m2_emitter_view, world.vertices);
    g_assert_cmpmem (world.vertices->data, world.vertices->len * sizeof (MwSpriteVertex), jumped->data,
                     jumped->len * sizeof (MwSpriteVertex));
    m2_emitter_tear_down (&world);
  }
}

/* With the flag, what a sphere emits inwards dies in the middle. */
static void
test_implosion (void)
{
  for (guint k = 0; k < 4; k++) {
    const gboolean model_space = (k & 1) != 0, plane = (k & 2) != 0;
    M2Emitter world;
    float at[3], least = 9, most = 0;
    m2_emitter_set_up (&world, 264);
    m2_set_constant (world.model, world.bone, "translation.track", (float[]) { 0, 40, 0 });
    world.e->emitter_type = plane ? 1 : 2;
    world.e->flags = 0x80 | (model_space ? 0x10 : 0);
    m2_emitter_number (&world, "length.track", plane ? 0 : 6);
    m2_emitter_number (&world, "width.track", plane ? 0 : 6);
    m2_emitter_number (&world, "latitude.track", 1);
    m2_emitter_number (&world, "longitude.track", 3);
    m2_emitter_number (&world, "speed.track", -3);
    m2_emitter_number (&world, "life_span.track", 4);
    const guint n = m2_emitter_draw (&world, 3900);
    for (guint i = 0; i < n; i++) {
      quad_centre (m2_emitter_quad (&world, i), at);
      const float from[3] = { at[0] - 1, at[1] - 40, at[2] };
      least = MIN (least, mw_vec_length (from));
      most = MAX (most, mw_vec_length (from));
    }
    /* They need two seconds to the middle, and would go on to the other side. */
    if (plane) {
      g_assert_cmpfloat (most, >, 9);
    } else {
      g_assert_cmpfloat_with_epsilon ((double) n, 2 / DT, 2);
      g_assert_cmpfloat (least, <, 0.06f);
      g_assert_cmpfloat (most, >, 5.8f);
    }
    m2_emitter_tear_down (&world);
  }
}

/* --- Birth ------------------------------------------------------------------------------------------------------------ */

/* Draws many particles of one step, without speed; see reach_of(). */
static guint
draw_many (M2Emitter *world)
{
  m2_emitter_number (world, "emission_rate.track", 62.5f * 4000);
  return m2_emitter_draw (world, 2000);
}

static void
reach_of (const M2Emitter *world, guint n, float least[3], float most[3])
{
  for (int c = 0; c < 3; c++)
    least[c] = G_MAXFLOAT, most[c] = -G_MAXFLOAT;
  for (guint i = 0; i < n; i++) {
    float at[3];
    quad_centre (m2_emitter_quad (world, i), at);
    for (int c = 0; c < 3; c++) {
      least[c] = MIN (least[c], at[c]);
      most[c] = MAX (most[c], at[c]);
    }
  }
}

static void
test_plane (void)
{
  M2Emitter world;
  float least[3], most[3], at[3];
  m2_emitter_set_up (&world, 264);
  m2_emitter_number (&world, "speed.track", 0);
  m2_emitter_number (&world, "length.track", 20);
  m2_emitter_number (&world, "width.track", 6);
  reach_of (&world, draw_many (&world), least, most);
  ASSERT_FLOATS (least, 0.05f, 1 - 10, -3, 0);
  ASSERT_FLOATS (most, 0.05f, 1 + 10, 3, 0);
  /* With a z source they fly away from a point s: at age t a particle is at p + 3 t (p - s) / |p - s|. */
  m2_emitter_number (&world, "speed.track", 3);
  m2_emitter_number (&world, "z_source.track", -5);
  m2_emitter_number (&world, "emission_rate.track", 62.5f);
  world.e->position[0] = 0;
  guint n = m2_emitter_draw (&world, 2000);
  reach_of (&world, n, least, most);
  g_assert_cmpfloat (least[2], >=, 0);
  /* A negative z source has no effect. */
  for (guint i = 0; i < n; i++) {
    quad_centre (m2_emitter_quad (&world, i), at);
    ASSERT_NEAR (at[2], 3 * quad_age (m2_emitter_quad (&world, i)));
  }
  m2_emitter_number (&world, "z_source.track", 5);
  n = m2_emitter_draw (&world, 2000);
  for (guint i = 0; i < n; i++) {
    double t = quad_age (m2_emitter_quad (&world, i));
    quad_centre (m2_emitter_quad (&world, i), at);
    /* Going back by 3 t along the line to the source leads to z = 0. */
    double away = sqrt (pow (at[0], 2) + pow (at[1], 2) + pow (at[2] - 5, 2)), before = (away - 3 * t) / away;
    ASSERT_NEAR (5 + (at[2] - 5) * before, 0);
    g_assert_cmpfloat (fabs (at[0] * before), <=, 10.001);
    g_assert_cmpfloat (fabs (at[1] * before), <=, 3.001);
  }
  /* Particles fly straight up, whatever the angles are. */
  m2_emitter_number (&world, "z_source.track", 0);
  m2_emitter_number (&world, "latitude.track", 1);
  m2_emitter_number (&world, "longitude.track", 2);
  m2_emitter_number (&world, "length.track", 0);
  m2_emitter_number (&world, "width.track", 0);
  n = m2_emitter_draw (&world, 2000);
  gboolean leans = FALSE;
  for (guint i = 0; i < n; i++) {
    double t = quad_age (m2_emitter_quad (&world, i));
    quad_centre (m2_emitter_quad (&world, i), at);
    g_assert_cmpfloat_with_epsilon (mw_vec_length (at), 3 * t, 1e-3);
    g_assert_cmpfloat (at[2], >=, 3 * t * cos (1) - 1e-3);
    leans |= fabsf (at[0]) > 0.1f;
  }
  g_assert_true (leans);
  /* Flag 0x100 is for spheres only. */
  float least_up[3], most_up[3];
  world.e->flags = 0x100;
  reach_of (&world, n, least, most);
  reach_of (&world, m2_emitter_draw (&world, 2000), least_up, most_up);
  g_assert_cmpmem (least, sizeof least, least_up, sizeof least_up);
  g_assert_cmpmem (most, sizeof most, most_up, sizeof most_up);
  m2_emitter_tear_down (&world);
}

static void
test_sphere (void)
{
  M2Emitter world;
  float least = G_MAXFLOAT, most = 0, at[3];
  m2_emitter_set_up (&world, 264);
  world.e->emitter_type = 2;
  world.e->position[0] = 0;
  m2_emitter_number (&world, "length.track", 2);
  m2_emitter_number (&world, "width.track", 5);
  m2_emitter_number (&world, "latitude.track", (float) (G_PI / 2));
  m2_emitter_number (&world, "longitude.track", (float) G_PI);
  m2_emitter_number (&world, "emission_rate.track", 625);
  guint n = m2_emitter_draw (&world, 2000);
  for (guint i = 0; i < n; i++) {
    /* It flies outwards: the flight has added 3 t. */
    quad_centre (m2_emitter_quad (&world, i), at);
    float radius = mw_vec_length (at) - 3 * m2_emitter_quad (&world, i)->rgba[3];
    least = MIN (least, radius);
    most = MAX (most, radius);
  }
  ASSERT_FLOATS (&least, 0.05f, 2);
  ASSERT_FLOATS (&most, 0.05f, 5);
  /* With the flag they fly up from where they are born, but not if there is a source to fly away from. */
  m2_emitter_number (&world, "length.track", 5);
  for (guint source = 0; source < 2; source++) {
    gboolean is_up = TRUE;
    world.e->flags = 0x100;
    m2_emitter_number (&world, "z_source.track", source ? 1 : 0);
    n = m2_emitter_draw (&world, 2000);
    for (guint i = 0; i < n; i++) {
      quad_centre (m2_emitter_quad (&world, i), at);
      at[2] -= 3 * m2_emitter_quad (&world, i)->rgba[3];
      is_up &= fabsf (mw_vec_length (at) - 5) < 1e-3f;
    }
    g_assert_true (is_up == !source);
  }
  m2_emitter_tear_down (&world);
}

/* Two curves in one line along y, the first of length 1 and the other of length 10. */
static void
test_spline (void)
{
  M2Emitter world;
  float least[3], most[3], at[3];
  static const float line[7][3] = { { 0, 0, 0 },         { 0, 1 / 3.0f, 0 },  { 0, 2 / 3.0f, 0 }, { 0, 1, 0 },
                                    { 0, 13 / 3.0f, 0 }, { 0, 23 / 3.0f, 0 }, { 0, 11, 0 } };
  m2_emitter_set_up (&world, 264);
  world.e->emitter_type = 3;
  world.e->spline = mw_array_copy (line, 7, sizeof line[0]);
  m2_emitter_number (&world, "speed.track", 0);
  m2_emitter_number (&world, "length.track", 0.25f);
  m2_emitter_number (&world, "width.track", 0.75f);
  guint n = draw_many (&world);
  reach_of (&world, n, least, most);
  ASSERT_FLOATS (least, 0.01f, 1, 11 * 0.25f, 0);
  ASSERT_FLOATS (most, 0.01f, 1, 11 * 0.75f, 0);
  /* The place is chosen by length and not by parameter, so there are as many particles before the middle as after
   * it. */
  guint half = 0;
  for (guint i = 0; i < n; i++) {
    quad_centre (m2_emitter_quad (&world, i), at);
    half += at[1] < 5.5f;
  }
  g_assert_cmpfloat_with_epsilon ((double) half / n, 0.5, 0.05);
  /* The direction is up, turned about the curve by up to 0.5 radians; the start is up to 2 away in that direction,
   * and the flight adds 3 t. */
  m2_emitter_number (&world, "speed.track", 3);
  m2_emitter_number (&world, "latitude.track", 0.5f);
  m2_emitter_number (&world, "longitude.track", 2);
  m2_emitter_number (&world, "emission_rate.track", 62.5f);
  n = m2_emitter_draw (&world, 2000);
  gboolean away = FALSE;
  for (guint i = 0; i < n; i++) {
    quad_centre (m2_emitter_quad (&world, i), at);
    double t = quad_age (m2_emitter_quad (&world, i)), far_out = hypot (at[0] - 1, at[2]) - 3 * t;
    g_assert_cmpfloat (far_out, >=, -1e-3);
    g_assert_cmpfloat (far_out, <=, 2.001);
    g_assert_cmpfloat (fabs (atan2 (at[0] - 1, at[2])), <=, 0.5001);
    away |= far_out > 1;
  }
  g_assert_true (away);
  /* Without a complete curve they start at its first point; without any point, at the emitter. */
  for (uint32_t points = 2; points > 0; points--) {
    world.e->spline.n = points - 1;
    m2_emitter_number (&world, "longitude.track", 0);
    reach_of (&world, m2_emitter_draw (&world, 2000), least, most);
    ASSERT_FLOATS (least, 1e-5f, 1, 0, least[2]);
  }
  world.e->spline.n = 7;
  m2_emitter_tear_down (&world);
}

static void
test_other_places (void)
{
  M2Emitter world;
  float at[3];
  static const float point[3] = { 1, 2, 3 };
  m2_emitter_set_up (&world, 264);
  m2_emitter_number (&world, "speed.track", 0);
  world.e->emitter_type = 3;
  world.e->spline = mw_array_copy (point, 1, sizeof point);
  world.e->position[0] = 0;
  /* Projected particles stand on the ground, but those in model space are not projected. */
  m2_set_curve (world.model, world.e, "scaling.curve", 2, (float[]) { 0.5f, 0.5f, 0.5f, 0.5f });
  world.e->flags = 0x2000;
  m2_emitter_draw (&world, 2000);
  quad_centre (m2_emitter_quad (&world, 0), at);
  ASSERT_FLOATS (at, 1e-5f, 1, 2, 0.5f);
  world.e->flags = 0x2010;
  m2_emitter_draw (&world, 2000);
  quad_centre (m2_emitter_quad (&world, 0), at);
  ASSERT_FLOATS (at, 1e-5f, 1, 2, 3);
  M2Emitter early;
  m2_emitter_set_up (&early, 260);
  early.e->flags = 0x2000;
  m2_emitter_number (&early, "speed.track", 0);
  m2_emitter_draw (&early, 2000);
  quad_centre (m2_emitter_quad (&early, 0), at);
  ASSERT_FLOATS (at, 1e-5f, 1, 0, 1);
  m2_emitter_tear_down (&early);
  /* Without any bones that move a vertex, an emitter at bones emits at its own point. */
  world.e->emitter_type = 4;
  world.e->flags = 0;
  m2_emitter_draw (&world, 2000);
  quad_centre (m2_emitter_quad (&world, 0), at);
  ASSERT_FLOATS (at, 1e-5f, 0, 0, 0);
  m2_emitter_tear_down (&world);
}

/* Whatever the numbers are, the number of particles is limited, and so is the time. */
static void
test_hostile (void)
{
  static const float numbers[] = { NAN, INFINITY, -INFINITY, 1e38f, -1e38f, 0 };
  static const char *const tracks[] = { "speed.track",  "variation.track", "latitude.track", "gravity.track",
                                        "length.track", "z_source.track",  "life_span.track" };
  for (guint k = 0; k < G_N_ELEMENTS (numbers); k++)
    for (uint32_t version = 260; version <= 272; version += 6) {
      M2Emitter world;
      m2_emitter_set_up (&world, version);
      MwM2Particle *e = world.e;
      world.stand->flags |= 1;
      float bad = numbers[k];
      e->flags = ~(k % 2 ? 0x80u : 0x90u);
      e->emitter_type = (uint16_t) (k % 5);
      e->rows = e->columns = (uint16_t) (k % 2 ? 0 : 65535);
      e->spline = mw_array_copy (numbers, 2, 12);
      e->spline.n = 2;
      float *all[] = { &e->drag,          &e->wind_time,
                       &e->twinkle_fps,   &e->inherit_velocity,
                       &e->tail_length,   &e->time,
                       &e->initial_spin,  &e->twinkle_percent,
                       &e->follow_speed1, e->scaling,
                       e->scroll_range,   e->scroll_middle,
                       e->texture_scale,  e->wind,
                       &e->follow_scale2, &e->spin,
                       e->twinkle_scale,  &e->life_span_variation };
      for (guint i = 0; i < G_N_ELEMENTS (all); i++)
        *all[i] = bad;
      for (guint i = 0; i < G_N_ELEMENTS (tracks); i++)
        m2_emitter_number (&world, tracks[i], bad);
      m2_emitter_number (&world, "emission_rate.track", 1e38f);
      guint n = m2_emitter_draw (&world, 700);
      g_assert_cmpuint (mw_particles_n (world.particles), <=, MW_PARTICLES_MAX);
      g_assert_cmpuint (n, <=, 2 * MW_PARTICLES_MAX);
      for (guint i = 0; i < world.vertices->len; i++)
        for (int c = 0; c < 3; c++)
          g_assert_true (isfinite (g_array_index (world.vertices, MwSpriteVertex, i).position[c]));
      m2_emitter_number (&world, "life_span.track", 0.5f);
      e->life_span_variation = 0;
      m2_emitter_draw (&world, 700);
      g_assert_cmpuint (mw_particles_n (world.particles), <=, MW_PARTICLES_MAX);
      m2_emitter_tear_down (&world);
    }
}

/* Gives the model a triangle for each of the n bones, which moves with that bone alone. */
static void
add_skin (M2Emitter *world, const guint8 *bones, guint n)
{
  static const guint8 whole[4] = { 255, 0, 0, 0 };
  MwM2Skin *skin = m2_add (world->model, "skins", &mw_m2_skin_schema);
  g_autofree guint16 *triangles = g_new (guint16, 3 * n);
  g_autofree guint8 *indices = g_new0 (guint8, 12 * n), *weights = g_new0 (guint8, 12 * n);
  for (guint i = 0; i < 3 * n; i++) {
    triangles[i] = (guint16) i;
    indices[4 * i] = bones[i / 3];
    memcpy (weights + 4 * i, whole, sizeof whole);
  }
  MwM2Submesh *submesh = m2_add_to (world->model, skin, "submeshes", &mw_m2_submesh_schema);
  submesh->triangles = mw_array_copy (triangles, 3 * n, 2);
  world->model->bone_indices = mw_array_copy (indices, 3 * n, 4);
  world->model->bone_weights = mw_array_copy (weights, 3 * n, 4);
}

/* Emitters at bones: at those that move vertices, where they are at the moment. */
static void
test_bones (void)
{
  for (guint k = 0; k < 4; k++) {
    const gboolean along = (k & 1) != 0, model_space = (k & 2) != 0;
    M2Emitter world;
    float at[3];
    guint seen = 0;
    m2_emitter_set_up (&world, 264);
    MwM2Bone *arm = m2_add_bone (world.model, world.bone, 10, 0, 0), *hand = m2_add_bone (world.model, arm, 10, 5, 0);
    MwM2Bone *sign = m2_add_bone (world.model, world.bone, 0, 0, 70);
    m2_add_bone (world.model, world.bone, 0, 0, 90); /* moves no vertex */
    sign->flags |= 0x800;
    m2_set_constant (world.model, hand, "translation.track", (float[]) { 0, 3, 0 });
    m2_set_constant (world.model, world.bone, "translation.track", (float[]) { 0, 0, 100 });
    add_skin (&world, (guint8[]) { 1, 2, 3 }, 3);
    /* Wherever the emitter's own bone is. */
    MwM2Bone *own = m2_add_bone (world.model, world.bone, 3, 4, 5);
    m2_set_constant (world.model, own, "translation.track", (float[]) { 9, 8, 7 });
    m2_set_constant (world.model, own, "scaling.track", (float[]) { 2, 4, 0.5f });
    m2_set_constant (world.model, own, "rotation.track", (float[]) { 0, 0.6f, 0, 0.8f });
    world.e->bone = m2_ref (own);
    mw_skeleton_refresh (world.skeleton);
    world.e->emitter_type = 4;
    world.e->flags = (along ? 0x1000000 : 0) | (model_space ? 0x10 : 0);
    m2_emitter_number (&world, "speed.track", 0);
    guint n = m2_emitter_draw (&world, 2000);
    g_assert_cmpuint (n, >, 40);
    float least = 99, most = -99;
    for (guint i = 0; i < n; i++) {
      quad_centre (m2_emitter_quad (&world, i), at);
      ASSERT_NEAR (at[2], 100);
      /* From (0, 0) to the arm at (10, 0), and from there to the hand at (10, 8). */
      const gboolean is_arm = fabsf (at[1]) < 1e-4f, is_hand = fabsf (at[0] - 10) < 1e-4f;
      g_assert_true (is_arm || is_hand);
      if (!along)
        g_assert_true (is_hand && (is_arm || fabsf (at[1] - 8) < 1e-4f));
      seen |= is_arm ? 1 : 2;
      least = MIN (least, at[0] + at[1]);
      most = MAX (most, at[0] + at[1]);
    }
    g_assert_cmpuint (seen, ==, 3);
    if (along) {
      g_assert_cmpfloat (least, <, 3);
      g_assert_cmpfloat (least, >=, -1e-3f);
    } else {
      ASSERT_NEAR (least, 10);
    }
    g_assert_cmpfloat (most, >, 15);
    /* Scattered between the radii, in a plane with the bone, from which they fly away. */
    m2_emitter_number (&world, "length.track", 1);
    m2_emitter_number (&world, "width.track", 2);
    m2_emitter_number (&world, "speed.track", 3);
    world.e->flags &= 0x10;
    n = m2_emitter_draw (&world, 2000);
    least = 99, most = 0;
    for (guint i = 0; i < n; i++) {
      /* Later they may be nearer to the other bone. */
      if (quad_age (m2_emitter_quad (&world, i)) > 0.5)
        continue;
      quad_centre (m2_emitter_quad (&world, i), at);
      const float from_arm[3] = { at[0] - 10, at[1], at[2] - 100 },
                  from_hand[3] = { at[0] - 10, at[1] - 8, at[2] - 100 };
      const float radius = MIN (mw_vec_length (from_arm), mw_vec_length (from_hand))
                           - 3 * m2_emitter_quad (&world, i)->rgba[3];
      ASSERT_NEAR (at[2], 100);
      least = MIN (least, radius);
      most = MAX (most, radius);
    }
    g_assert_cmpfloat (least, >, 0.99f);
    g_assert_cmpfloat (least, <, 1.2f);
    g_assert_cmpfloat (most, <, 2.01f);
    g_assert_cmpfloat (most, >, 1.8f);
    m2_emitter_tear_down (&world);
  }
}

/* Emits all at once when the rate rises from nothing. */
static void
test_squirt (void)
{
  M2Emitter world;
  m2_emitter_set_up (&world, 264);
  world.stand->flags |= 1;
  world.e->flags = 0x8000;
  m2_emitter_number (&world, "emission_rate.track", 7.9f);
  m2_emitter_draw (&world, 900);
  g_assert_cmpuint (mw_particles_n (world.particles), ==, 7);
  m2_emitter_draw (&world, 1100);
  g_assert_cmpuint (mw_particles_n (world.particles), ==, 0);
  /* The same number in each pass of a loop. */
  MwClock clock = m2_clock (world.model, world.stand, 0);
  clock.looping = TRUE;
  mw_clock_advance (&clock, 900);
  for (guint pass = 0; pass < 5; pass++) {
    mw_particles_update (world.particles, &clock);
    g_assert_cmpuint (mw_particles_n (world.particles), ==, 7);
    mw_clock_advance (&clock, 4000);
  }
  m2_emitter_tear_down (&world);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pose/m2-particles/particles fly away from their emitter", test_flight);
  g_test_add_func ("/pose/m2-particles/gravity pulls down, or as a vector says", test_gravity);
  g_test_add_func ("/pose/m2-particles/wind blows for its time and drag slows", test_wind_and_drag);
  g_test_add_func ("/pose/m2-particles/particles in model space move with the emitter", test_model_space);
  g_test_add_func ("/pose/m2-particles/particles follow, stretch and burst with the emitter's motion", test_following);
  g_test_add_func ("/pose/m2-particles/playing and jumping give the same picture", test_playing);
  g_test_add_func ("/pose/m2-particles/what implodes dies in the middle", test_implosion);
  g_test_add_func ("/pose/m2-particles/emitters at bones", test_bones);
  g_test_add_func ("/pose/m2-particles/a squirt comes when the rate rises", test_squirt);
  g_test_add_func ("/pose/m2-particles/a plane emitter has an area and a z source", test_plane);
  g_test_add_func ("/pose/m2-particles/a sphere emitter has two radii", test_sphere);
  g_test_add_func ("/pose/m2-particles/a spline emitter is traversed by length", test_spline);
  g_test_add_func ("/pose/m2-particles/flags change the place of birth", test_other_places);
  g_test_add_func ("/pose/m2-particles/hostile numbers stay bounded", test_hostile);
  return g_test_run ();
}
