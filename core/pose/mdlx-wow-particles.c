/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/mdlx.h"
#include "core/pose/evaluate.h"
#include "core/pose/wow-particles.h"

/* PRE2 of World of Warcraft's alpha. M2 inherited these emitters; its flags are the same, fifteen bits lower
 * (rendering.md 4.1 and 4.4). Bursts work as in Warcraft III.
 *
 * Angles are radians here, not degrees: the client of 0.5.3 passes the numbers of the file to functions whose
 * parameters are named latInRadians and longInRadians, which take their sine and cosine. The client of Warcraft III
 * multiplies by pi / 180 first. M2 has the same numbers in the same fields, up to pi and 2 pi. No real file of the
 * alpha with such an emitter was available. */

enum { FLAGS_ABOVE = 15 };

static const MwMdlxParticleEmitter2 *
emitter_of (const MwParticles *particles)
{
  return (const MwMdlxParticleEmitter2 *) particles->pool.emitter;
}

static void
read_segments (const MwRecord *record, MwParticleSegments *out)
{
  mw_mdlx_particle_segments (record, out);
  for (int part = 0; part < 2; part++)
    out->tail[part][2] = 1; /* as in M2, which does not store it */
  for (int i = 0; i < 3; i++)
    for (int c = 0; c < 3; c++)
      out->rgba[i][c] = out->rgba[i][c] > 0 ? MIN (out->rgba[i][c], 1) : 0;
}

static void
read_emitter (const MwModel *model, const MwRecord *record, gboolean looks, MwEmitterState *out)
{
  const MwMdlxParticleEmitter2 *e = (const MwMdlxParticleEmitter2 *) record;
  mw_wow_emitter_set_flags (out, e->node.flags >> FLAGS_ABOVE & MW_EMITTER_EARLY);
  mw_wow_emitter_set_head_or_tail (out, e->head_or_tail);
  if (looks)
    read_segments (record, &out->segments);
  out->type = e->emitter_type;
  out->position = e->node.pivot;
  out->rows = e->rows;
  out->columns = e->columns;
  out->tail_length = e->tail_length;
  /* Here this number switches twinkling on or off; in M2 it is the share of the time in which a particle is visible. */
  out->twinkle_fps = e->twinkle_fps;
  out->twinkle_percent = e->twinkle_on_off != 0 ? e->twinkle_on_off : 1;
  out->twinkle_scale[0] = e->twinkle_on_off != 0 ? e->twinkle_min : 1;
  out->twinkle_scale[1] = e->twinkle_on_off != 0 ? e->twinkle_max : 1;
  out->inherit_velocity = e->inherit_velocity;
  out->drag = e->drag;
  memcpy (out->wind, e->wind, sizeof out->wind);
  out->wind_time = e->wind_time;
  out->follow_speed[0] = e->follow_speed1;
  out->follow_scale[0] = e->follow_scale1;
  out->follow_speed[1] = e->follow_speed2;
  out->follow_scale[1] = e->follow_scale2;
  out->spin_turns = e->spin;
  out->spline = &e->spline;
  out->models = e->geometry_model && *e->geometry_model;
  memcpy (out->tumble[0], e->tumble_x, sizeof out->tumble[0]);
  memcpy (out->tumble[1], e->tumble_y, sizeof out->tumble[1]);
  memcpy (out->tumble[2], e->tumble_z, sizeof out->tumble[2]);
}

static float
life_span (const MwParticles *particles)
{
  const MwMdlxParticleEmitter2 *e = emitter_of (particles);
  if (!e->life_span_track)
    return e->life_span;
  return mw_wow_largest (&e->life_span_track->values, 0);
}

static MwParticleSource
source_at (const MwParticles *particles, const MwClock *at)
{
  const MwMdlxParticleEmitter2 *e = emitter_of (particles);
  const MwModel *model = particles->pool.model;
  MwParticleSource source = { .speed = mw_evaluate_float (model, e->speed_track, at, e->speed, 0),
                              .variation = mw_evaluate_float (model, e->variation_track, at, e->variation, 0),
                              .latitude = mw_evaluate_float (model, e->latitude_track, at, e->latitude, 0),
                              .longitude = mw_evaluate_float (model, e->longitude_track, at, e->longitude, 0),
                              .length = mw_evaluate_float (model, e->length_track, at, e->length, 0),
                              .width = mw_evaluate_float (model, e->width_track, at, e->width, 0),
                              .z_source = mw_evaluate_float (model, e->z_source_track, at, e->z_source, 0),
                              .life = mw_evaluate_float (model, e->life_span_track, at, e->life_span, 0),
                              .gravity = { 0, 0, -mw_evaluate_float (model, e->gravity_track, at, e->gravity, 0) } };
  return source;
}

static void
spawn (MwParticles *particles, const MwClock *at, guint n)
{
  const MwParticleSource source = source_at (particles, at);
  mw_wow_particles_spawn (particles, at, n, &source);
}

static void
shape_at (const MwParticles *particles, const MwClock *at, MwEmitterShape *out)
{
  const MwParticleSource source = source_at (particles, at);
  mw_wow_particles_shape (particles, &source, out);
}

const MwParticleRules mw_alpha_particle_rules = {
  read_emitter,          life_span, mw_wow_particles_begin_step, mw_wow_particles_move, mw_mdlx_particles_due, spawn,
  mw_wow_particles_look, shape_at,  mw_wow_particles_place_model
};
