/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/emitter.h"

#include <math.h>

/* PRE2 of World of Warcraft's alpha. M2 has the same emitters: flags fifteen bits lower, angles in radians, gravity along Z, and
 * all of the long tail (rendering.md 4.1 and 4.4). So the emitter is told as one of M2 and the rules for those are asked;
 * its numbers over time are its own. Squirts are those of Warcraft III.
 *
 * That latitude is no longer in degrees: the client of 0.5.3 hands what the file says to the setters of its emitters, whose
 * parameters it calls latInRadians and longInRadians, and these go into sine and cosine; the one of Warcraft III multiplies by
 * pi / 180 in between. M2 has the same numbers at the same places, up to pi and 2 pi. No real file of the alpha with such an
 * emitter was at hand. */

enum { FLAGS_ABOVE = 15, KNOWN_FLAGS = 0x7FFF };

static const MwMdlxParticleEmitter2 *
emitter_of (const MwParticles *particles)
{
  return (const MwMdlxParticleEmitter2 *) particles->pool.emitter;
}

static uint16_t
cut (uint32_t number, uint32_t most)
{
  return (uint16_t) MIN (number, most);
}

static uint8_t
byte_of (float part)
{
  return part > 0 ? (uint8_t) (MIN (part, 1) * 255 + 0.5f) : 0;
}

static void
tell_colours (const MwMdlxParticleEmitter2 *e, MwM2Particle *out)
{
  uint8_t *colours[] = { out->color_start, out->color_middle, out->color_end };
  for (guint i = 0; i < G_N_ELEMENTS (colours); i++) {
    for (guint k = 0; k < 3; k++)
      colours[i][k] = byte_of (e->segment_color[i][k]);
    colours[i][3] = e->segment_alpha[i];
    out->scaling[i] = e->segment_scaling[i];
  }
  for (guint i = 0; i < 3; i++) {
    out->head_life[i] = cut (e->head_life[i], G_MAXUINT16);
    out->head_decay[i] = cut (e->head_decay[i], G_MAXUINT16);
  }
  for (guint i = 0; i < 2; i++) {
    out->tail_life[i] = (int16_t) cut (e->tail_life[i], G_MAXINT16);
    out->tail_decay[i] = (int16_t) cut (e->tail_decay[i], G_MAXINT16);
  }
}

/* Twinkling is on or off here; M2 says which share is seen. */
static void
tell_twinkle (const MwMdlxParticleEmitter2 *e, MwM2Particle *out)
{
  gboolean on = e->twinkle_on_off != 0;
  out->twinkle_fps = e->twinkle_fps;
  out->twinkle_percent = e->twinkle_on_off;
  out->twinkle_scale[0] = on ? e->twinkle_min : 1;
  out->twinkle_scale[1] = on ? e->twinkle_max : 1;
}

static void
tell (const MwMdlxParticleEmitter2 *e, MwM2Particle *out)
{
  out->flags = e->node.flags >> FLAGS_ABOVE & KNOWN_FLAGS;
  memcpy (out->position, e->node.pivot, sizeof out->position);
  out->emitter_type = cut (e->emitter_type, G_MAXUINT16);
  out->head_or_tail = (uint8_t) cut (e->head_or_tail, G_MAXUINT8);
  out->rows = cut (e->rows, G_MAXUINT16);
  out->columns = cut (e->columns, G_MAXUINT16);
  out->time = e->time;
  out->tail_length = e->tail_length;
  out->spin_turns = e->spin;
  out->inherit_velocity = e->inherit_velocity;
  out->drag = e->drag;
  memcpy (out->wind, e->wind, sizeof out->wind);
  out->wind_time = e->wind_time;
  out->follow_speed1 = e->follow_speed1;
  out->follow_scale1 = e->follow_scale1;
  out->follow_speed2 = e->follow_speed2;
  out->follow_scale2 = e->follow_scale2;
  out->spline = e->spline;
  tell_colours (e, out);
  tell_twinkle (e, out);
}

/* Asked first in each step and before drawing: so all others find the emitter as it is. */
static void
habits (const MwParticles *particles, MwParticleHabits *out)
{
  tell (emitter_of (particles), particles->as_m2);
  mw_m2_particle_rules.habits (particles, out);
}

static float
life_span (const MwParticles *particles)
{
  const MwMdlxParticleEmitter2 *e = emitter_of (particles);
  const MwTrack *track = e->life_span_track;
  float longest = track ? 0 : e->life_span;
  for (uint32_t i = 0; track && i < track->values.n; i++)
    longest = MAX (longest, ((const float *) track->values.data)[i]);
  return longest;
}

static void
begin_step (MwParticles *particles, const MwClock *at, gboolean turn)
{
  mw_m2_particle_rules.begin_step (particles, at, turn);
}

static void
move (const MwParticles *particles, MwParticle *all, guint n, float dt)
{
  mw_m2_particle_rules.move (particles, all, n, dt);
}

static void
spawn (MwParticles *particles, const MwClock *at, guint n)
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
  mw_m2_particles_spawn (particles, at, n, &source);
}

static gboolean
look (const MwParticles *particles, const MwParticle *p, float f, const MwParticleView *view, MwParticleLook *out)
{
  return mw_m2_particle_rules.look (particles, p, f, view, out);
}

const MwParticleRules mw_wow_particle_rules = {
  habits, life_span, begin_step, move, mw_mdlx_particles_due, spawn, look
};
