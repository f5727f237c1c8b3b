/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/mdlx.h"
#include "core/pose/emitter.h"
#include "core/pose/evaluate.h"
#include "core/pose/math.h"
#include "core/pose/mdlx-material.h"

/* Particle emitters of the second kind (PRE2) of Warcraft III (rendering.md 4.1). */

/* mdlx.md 2.5. */
enum {
  UNSHADED = 0x8000,
  SORT_FAR_Z = 0x10000,
  LINE_EMITTER = 0x20000,
  UNFOGGED = 0x40000,
  MODEL_SPACE = 0x80000,
  XY_QUAD = 0x100000
};
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

void
mw_mdlx_particles_move (const MwParticles *particles, MwParticle *all, guint n, float dt)
{
  for (MwParticle *p = all; p < all + n; p++) {
    for (int i = 0; i < 3; i++) {
      p->position[i] += (p->velocity[i] + p->pull[i] * dt / 2) * dt;
      p->velocity[i] += p->pull[i] * dt;
    }
    p->age += dt;
  }
}

double
mw_mdlx_particles_due (MwParticles *particles, const MwClock *at)
{
  const MwMdlxParticleEmitter2 *e = emitter_of (particles);
  const void *held = NULL;
  float rate = 0;

  if (!e->squirt)
    return (double) mw_evaluate_float (particles->pool.model, e->emission_rate_track, at, e->emission_rate, 0)
           * MW_SIMULATION_STEP_MS / 1000;
  if (!e->emission_rate_track)
    rate = e->emission_rate;
  else if (mw_track_key_at (particles->pool.model, e->emission_rate_track, at) >= 0
           && mw_evaluate_held (particles->pool.model, e->emission_rate_track, at, MW_TYPE_F32, 1, &held) && held)
    rate = *(const float *) held;
  return mw_particles_burst (particles, rate);
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
  float world[16];

  if (e->node.flags & MODEL_SPACE)
    memcpy (world, mw_mat_identity, sizeof world);
  else
    mw_pool_world (&particles->pool, at, world);

  for (guint k = 0; k < n && particles->pool.living->len < particles->pool.max; k++) {
    MwParticle p = { .pull = { 0, 0, -gravity }, .life = e->life_span };
    p.position[0] = e->node.pivot[0] + length / 2 * mw_particles_random (particles);
    p.position[1] = e->node.pivot[1] + width / 2 * mw_particles_random (particles);
    p.position[2] = e->node.pivot[2];
    float s = speed * (1 + variation * mw_particles_random (particles));
    float tilt = latitude * mw_particles_random (particles);
    float turn = 2 * (float) G_PI * mw_particles_random (particles);
    if (e->node.flags & LINE_EMITTER)
      turn = 0;
    /* The engine turns the frame of birth by 90 degrees, so what it calls x is the y of the node. */
    p.velocity[0] = -s * sinf (tilt) * sinf (turn);
    p.velocity[1] = s * sinf (tilt) * cosf (turn);
    p.velocity[2] = s * cosf (tilt);
    mw_mat_point (world, p.position, p.position);
    mw_mat_direction (world, p.velocity, p.velocity);
    mw_particles_add (particles, p);
  }
}

/* Lays a quad in the plane of the ground (in model space, of the node), its upper side ahead. The axes stay as they are
 * if the particle flies along the normal of that plane: then there is no direction to turn to. */
static void
lay_flat (const MwParticles *particles, const MwParticle *p, const MwParticleView *view, float right[3], float ahead[3])
{
  static const float z[3] = { 0, 0, 1 };
  float normal[3], flat[3], side[3];
  memcpy (normal, particles->now.model_space ? view->world + 8 : z, sizeof normal);
  mw_vec_normalise (normal);
  float up = mw_vec_dot (p->velocity, normal);
  for (int i = 0; i < 3; i++)
    flat[i] = p->velocity[i] - up * normal[i];
  if (!(mw_vec_dot (flat, flat) > 1e-6f))
    return;
  mw_vec_normalise (flat);
  mw_vec_cross (flat, normal, side);
  memcpy (right, side, sizeof side);
  memcpy (ahead, flat, sizeof flat);
}

static gboolean
look (const MwParticles *particles, const MwParticle *p, float f, const MwParticleView *view, MwParticleLook *out)
{
  const MwMdlxParticleEmitter2 *e = emitter_of (particles);
  float scale = mw_particle_segments_at (&particles->now.segments, f, out);
  memcpy (out->along, view->right, sizeof out->along);
  memcpy (out->across, view->up, sizeof out->across);
  if (e->node.flags & XY_QUAD)
    lay_flat (particles, p, view, out->along, out->across);
  for (int i = 0; i < 3; i++) {
    out->along[i] *= scale;
    out->across[i] *= scale;
    out->back[i] = -p->velocity[i] * e->tail_length;
  }
  out->width = scale;
  return TRUE;
}

static void
shape_at (const MwParticles *particles, const MwClock *at, MwEmitterShape *out)
{
  const MwMdlxParticleEmitter2 *e = emitter_of (particles);
  const MwModel *model = particles->pool.model;
  out->length = mw_evaluate_float (model, e->length_track, at, e->length, 0);
  out->width = mw_evaluate_float (model, e->width_track, at, e->width, 0);
  out->spread = fabsf (mw_evaluate_float (model, e->latitude_track, at, e->latitude, 0) * (float) (G_PI / 180));
}

const MwParticleRules mw_mdlx_particle_rules = { read_emitter,          life_span, NULL, mw_mdlx_particles_move,
                                                 mw_mdlx_particles_due, spawn,     look, shape_at };

void
mw_particles_material (const MwMdlxParticleEmitter2 *emitter, MwParticleMaterial *out)
{
  out->filter_mode = emitter->filter_mode;
  out->texture = emitter->texture;
  /* In World of Warcraft this field is not a replaceable id. */
  gboolean wow = mw_record_family (&emitter->node.record) == MW_FAMILY_MDX_WOW;
  out->replaceable_id = wow ? 0 : emitter->replaceable_id;
  out->fogged = !(emitter->node.flags & UNFOGGED);
  out->lit = !wow && !(emitter->node.flags & UNSHADED);
  out->priority_plane = emitter->priority_plane;
}
