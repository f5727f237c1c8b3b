/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/aspects.h"
#include "core/pose/follow.h"
#include "core/pose/math.h"
#include "core/pose/wow-particles.h"

/* Emitters that the particles of another emitter carry: each particle emits with them where it is (rendering.md 4.4). What a particle emits
 * depends on itself and on the step alone, so that a moment is the same however it is reached. */

/* Their model plays its first sequence for as long as the sequence of the particles was played. */
static MwClock
clock_of (const MwModel *model, const MwSimulationStep *step)
{
  const MwList *sequences = mw_model_sequences (model);
  MwClock clock = MW_CLOCK_REST;
  mw_clock_play (&clock, model, sequences->n ? sequences->items[0]->id : 0);
  if (!clock.rest)
    mw_follow_set_age (&clock, (guint64) MAX (step->number, 0) * MW_SIMULATION_STEP_MS);
  clock.global_ms = step->at->global_ms;
  return clock;
}

/* How many of the i-th emitter are due at a particle in a step. */
static guint
n_due (MwParticles *carried, MwParticle *p, guint i, const MwSimulationStep *step, const MwClock *at)
{
  const gboolean born = p->age < MW_PARTICLE_STEP;
  if (born)
    p->due[i] = (mw_particle_chance (p, MW_CHANCE_CARRIED + i) + 1) / 2;
  carried->random = p->seed ^ ((guint64) carried->pool.emitter->id << 32 | (guint32) step->number);
  carried->random *= G_GUINT64_CONSTANT (0xD1342543DE82EF95);
  /* A burst comes once. */
  carried->last_rate = born ? 0 : INFINITY;
  const double due = carried->rules->due (carried, at);
  p->due[i] += due > 0 ? (float) MIN (due, MW_PARTICLES_MAX) : 0;
  const guint n = (guint) p->due[i];
  p->due[i] -= (float) n;
  return n;
}

/* Sets where a particle emits: turned as its own emitter, whose matrix is `world`. */
static void
set_carrier (MwParticles *carried, const float world[16], const MwParticle *p, gboolean model_space)
{
  float place[3], velocity[3];
  memcpy (place, p->position, sizeof place);
  memcpy (velocity, p->velocity, sizeof velocity);
  if (model_space) {
    mw_mat_point (world, place, place);
    mw_mat_direction (world, velocity, velocity);
  }
  memcpy (carried->carrier, world, sizeof carried->carrier);
  memcpy (carried->carrier + 12, place, sizeof place);
  memcpy (carried->thrust, velocity, sizeof velocity);
  carried->n_places = 2;
  for (int i = 0; i < 3; i++) {
    carried->places[0][i] = place[i];
    carried->places[1][i] = place[i] - velocity[i] * MW_PARTICLE_STEP;
  }
}

void
mw_particles_step_carried (MwParticles *particles, const MwSimulationStep *step)
{
  float world[16];
  mw_pool_world (&particles->pool, step->at, world);
  for (guint i = 0; i < particles->n_carried; i++) {
    MwParticles *carried = particles->carried[i];
    const MwClock at = clock_of (carried->pool.model, step);
    guint room = carried->pool.max; /* what one step may add */
    mw_particles_read (carried, FALSE);
    mw_particles_move_on (carried, step);
    for (guint k = 0; k < particles->pool.living->len && mw_particles_emits (carried, &at); k++) {
      MwParticle *p = &g_array_index (particles->pool.living, MwParticle, k);
      const guint n = MIN (n_due (carried, p, i, step, &at), room);
      if (n == 0)
        continue;
      set_carrier (carried, world, p, particles->now.model_space);
      mw_pool_make_room (&carried->pool, n);
      carried->rules->spawn (carried, &at, n);
      room -= n;
    }
  }
}

MwParticles *
mw_particles_carried (const MwParticles *particles, guint i, const MwRecord **emitter)
{
  if (i >= particles->n_carried)
    return NULL;
  *emitter = particles->carried[i]->pool.emitter;
  return particles->carried[i];
}

void
mw_particles_carried_world (MwParticles *particles, const float world[16], float out[16])
{
  mw_particles_read (particles, FALSE);
  memcpy (out, world, 16 * sizeof *out);
  mw_mat_point (world, particles->now.position, out + 12);
}
