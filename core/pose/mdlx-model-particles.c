/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/mdlx.h"
#include "core/pose/emitter.h"
#include "core/pose/evaluate.h"
#include "core/pose/family.h"
#include "core/pose/math.h"

/* Particle emitters (PREM), whose particles are models (rendering.md 4.2). */

static const MwMdlxParticleEmitter *
emitter_of (const MwParticles *particles)
{
  return (const MwMdlxParticleEmitter *) particles->pool.emitter;
}

/* Nothing of them is drawn as quads. */
static void
read_emitter (const MwModel *model, const MwRecord *record, gboolean looks, MwEmitterState *out)
{}

static float
life_span (const MwParticles *particles)
{
  const MwMdlxParticleEmitter *e = emitter_of (particles);
  return (float) mw_reach_most (e->life_span_track, (double) e->life_span);
}

static double
due (MwParticles *particles, const MwClock *at)
{
  const MwMdlxParticleEmitter *e = emitter_of (particles);
  return (double) mw_evaluate_float (particles->pool.model, e->emission_rate_track, at, e->emission_rate, 0)
         * MW_SIMULATION_STEP_MS / 1000;
}

static void
spawn (MwParticles *particles, const MwClock *at, guint n)
{
  const MwMdlxParticleEmitter *e = emitter_of (particles);
  const MwModel *model = particles->pool.model;
  const float speed = mw_evaluate_float (model, e->init_velocity_track, at, e->init_velocity, 0),
              gravity = mw_evaluate_float (model, e->gravity_track, at, e->gravity, 0),
              latitude = mw_evaluate_float (model, e->latitude_track, at, e->latitude, 0),
              longitude = mw_evaluate_float (model, e->longitude_track, at, e->longitude, 0),
              life = mw_evaluate_float (model, e->life_span_track, at, e->life_span, 0);
  float world[16];
  mw_pool_world (&particles->pool, at, world);
  for (guint k = 0; k < n && particles->pool.living->len < particles->pool.max; k++) {
    MwParticle p = { .pull = { 0, 0, -gravity }, .life = life };
    const float tilt = latitude * mw_particles_random (particles), turn = longitude * mw_particles_random (particles);
    p.velocity[0] = speed * sinf (tilt) * cosf (turn);
    p.velocity[1] = speed * sinf (tilt) * sinf (turn);
    p.velocity[2] = speed * cosf (tilt);
    mw_mat_point (world, e->node.pivot, p.position);
    mw_mat_direction (world, p.velocity, p.velocity);
    mw_particles_add (particles, p);
  }
}

static gboolean
look (const MwParticles *particles, const MwParticle *p, float f, const MwParticleView *view, MwParticleLook *out)
{
  return FALSE;
}

static void
shape_at (const MwParticles *particles, const MwClock *at, MwEmitterShape *out)
{
  const MwMdlxParticleEmitter *e = emitter_of (particles);
  out->spread = fabsf (mw_evaluate_float (particles->pool.model, e->latitude_track, at, e->latitude, 0));
}

const MwParticleRules mw_mdlx_model_particle_rules = { read_emitter, life_span, NULL, mw_mdlx_particles_move,
                                                       due,          spawn,     look, shape_at };
