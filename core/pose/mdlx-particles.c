/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/mdlx.h"
#include "core/pose/emitter.h"
#include "core/pose/evaluate.h"
#include "core/pose/math.h"
#include "core/pose/mdlx-material.h"

/* Particle emitters of the second kind (PRE2) of Warcraft III (rendering.md 4.1). */

/* mdlx.md 2.5. */
enum { SORT_FAR_Z = 0x10000, LINE_EMITTER = 0x20000, MODEL_SPACE = 0x80000, XY_QUAD = 0x100000 };
enum { TAIL = 1, BOTH = 2 };

static const MwMdlxParticleEmitter2 *
emitter_of (const MwParticles *particles)
{
  return (const MwMdlxParticleEmitter2 *) particles->pool.emitter;
}

void
mw_mdlx_particle_segments (const MwRecord *emitter, MwParticleSegments *out)
{
  const MwMdlxParticleEmitter2 *e = (const MwMdlxParticleEmitter2 *) emitter;
  const uint32_t *heads[] = { e->head_life, e->head_decay }, *tails[] = { e->tail_life, e->tail_decay };
  out->middle = e->time;
  for (int i = 0; i < 3; i++) {
    memcpy (out->rgba[i], e->segment_color[i], sizeof e->segment_color[i]);
    out->rgba[i][3] = (float) e->segment_alpha[i] / 255;
    out->scaling[i] = e->segment_scaling[i];
    for (int part = 0; part < 2; part++) {
      out->head[part][i] = heads[part][i];
      out->tail[part][i] = tails[part][i];
    }
  }
}

static void
read_emitter (const MwModel *model, const MwRecord *record, gboolean looks, MwEmitterState *out)
{
  const MwMdlxParticleEmitter2 *e = (const MwMdlxParticleEmitter2 *) record;
  out->model_space = (e->node.flags & MODEL_SPACE) != 0;
  out->sorted = (e->node.flags & SORT_FAR_Z) != 0;
  out->head = e->head_or_tail != TAIL;
  out->tail = e->head_or_tail == TAIL || e->head_or_tail == BOTH;
  out->rows = e->rows;
  out->columns = e->columns;
  if (looks)
    mw_mdlx_particle_segments (record, &out->segments);
}

static float
life_span (const MwParticles *particles)
{
  return emitter_of (particles)->life_span;
}

static void
move (const MwParticles *particles, MwParticle *all, guint n, float dt)
{
  for (MwParticle *p = all; p < all + n; p++) {
    for (int i = 0; i < 3; i++) {
      p->velocity[i] += p->pull[i] * dt;
      p->position[i] += p->velocity[i] * dt;
    }
    p->age += dt;
  }
}

double
mw_mdlx_particles_due (MwParticles *particles, const MwClock *at, gboolean starts)
{
  const MwMdlxParticleEmitter2 *e = emitter_of (particles);
  const MwTrack *track = e->emission_rate_track;

  if (!e->squirt)
    return (double) mw_evaluate_float (particles->pool.model, track, at, e->emission_rate, 0) * MW_SIMULATION_STEP_MS
           / 1000;
  if (!track)
    return starts ? (double) e->emission_rate : 0; /* one burst when the sequence starts */
  /* One burst for each key that the time reaches. */
  int key = mw_track_key_at (particles->pool.model, track, at), before = starts ? -1 : particles->squirted;
  particles->squirted = key;
  return key >= 0 && key != before ? (double) mw_evaluate_float (particles->pool.model, track, at, e->emission_rate, 0)
                                   : 0;
}

static void
spawn (MwParticles *particles, const MwClock *at, guint n)
{
  const MwMdlxParticleEmitter2 *e = emitter_of (particles);
  const MwModel *model = particles->pool.model;
  float speed = mw_evaluate_float (model, e->speed_track, at, e->speed, 0);
  float variation = mw_evaluate_float (model, e->variation_track, at, e->variation, 0);
  float latitude = mw_evaluate_float (model, e->latitude_track, at, e->latitude, 0) * (float) (G_PI / 180);
  float gravity = mw_evaluate_float (model, e->gravity_track, at, e->gravity, 0);
  float length = mw_evaluate_float (model, e->length_track, at, e->length, 0);
  float width = mw_evaluate_float (model, e->width_track, at, e->width, 0);
  float world[16], rotation[16], scale[3];

  if (e->node.flags & MODEL_SPACE)
    memcpy (world, mw_mat_identity, sizeof world);
  else
    mw_pool_world (&particles->pool, at, world);
  memcpy (rotation, world, sizeof rotation);
  for (int i = 0; i < 3; i++)
    scale[i] = mw_vec_normalise (rotation + 4 * i);

  for (guint k = 0; k < n && particles->pool.living->len < particles->pool.max; k++) {
    MwParticle p = { .pull = { 0, 0, -gravity * scale[2] }, .life = e->life_span };
    p.position[0] = e->node.pivot[0] + length / 2 * mw_particles_random (particles);
    p.position[1] = e->node.pivot[1] + width / 2 * mw_particles_random (particles);
    p.position[2] = e->node.pivot[2];
    float s = speed * (1 + variation * mw_particles_random (particles));
    float a = latitude * mw_particles_random (particles), b = latitude * mw_particles_random (particles);
    if (e->node.flags & LINE_EMITTER)
      b = 0;
    p.velocity[0] = s * sinf (b);
    p.velocity[1] = s * sinf (a) * cosf (b);
    p.velocity[2] = s * cosf (a) * cosf (b);
    mw_mat_point (world, p.position, p.position);
    mw_mat_direction (rotation, p.velocity, p.velocity);
    for (int i = 0; i < 3; i++)
      p.velocity[i] *= scale[i];
    mw_particles_add (particles, p);
  }
}

static gboolean
look (const MwParticles *particles, const MwParticle *p, float f, const MwParticleView *view, MwParticleLook *out)
{
  const MwMdlxParticleEmitter2 *e = emitter_of (particles);
  float scale = mw_particle_segments_at (&particles->now.segments, f, out);
  memcpy (out->along, view->right, sizeof out->along);
  memcpy (out->across, view->up, sizeof out->across);
  if (e->node.flags & XY_QUAD) {
    /* Flat on the ground, turned to the direction of flight. */
    float angle = atan2f (p->velocity[1], p->velocity[0]) - (float) G_PI;
    out->along[0] = cosf (angle);
    out->along[1] = sinf (angle);
    out->across[0] = -out->along[1];
    out->across[1] = out->along[0];
    out->along[2] = out->across[2] = 0;
  }
  for (int i = 0; i < 3; i++) {
    out->along[i] *= scale;
    out->across[i] *= scale;
    out->back[i] = -p->velocity[i] * e->tail_length;
  }
  out->width = scale;
  return TRUE;
}

const MwParticleRules mw_mdlx_particle_rules = {
  read_emitter, life_span, NULL, move, mw_mdlx_particles_due, spawn, look
};

void
mw_particles_material (const MwMdlxParticleEmitter2 *emitter, MwParticleMaterial *out)
{
  out->filter_mode = emitter->filter_mode;
  out->texture = emitter->texture;
  /* In World of Warcraft this field is not a replaceable id. */
  out->replaceable_id = mw_record_family (&emitter->node.record) == MW_FAMILY_MDX_WOW ? 0 : emitter->replaceable_id;
  out->priority_plane = emitter->priority_plane;
}
