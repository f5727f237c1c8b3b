/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/particles.h"
#include "core/pose/math.h"
#include "core/pose/simulation.h"

#include <stdlib.h>

/* MDX reference, node flags of PRE2. */
enum {
  UNSHADED = 0x8000,
  SORT_FAR_Z = 0x10000,
  LINE_EMITTER = 0x20000,
  UNFOGGED = 0x40000,
  MODEL_SPACE = 0x80000,
  XY_QUAD = 0x100000
};
enum { HEAD = 0, TAIL = 1, BOTH = 2 };

static const float step_seconds = MW_SIMULATION_STEP_MS / 1000.0f;

/* In model space, or in the node's own space for emitters that say so. */
typedef struct {
  float position[3], velocity[3];
  float gravity, age;
} Particle;

struct _MwParticles {
  const MwSkeleton *skeleton;
  const MwMdlxParticleEmitter2 *emitter;
  MwSimulation simulation;
  GArray *alive; /* Particle, oldest first */
  double due;    /* particles that have become due, with a fraction */
  guint64 random;
  int squirted; /* the key of the emission rate that was squirted last, or -1 */
};

/* --- Simulation ------------------------------------------------------------------------------------------------------- */

static float
random_around_zero (MwParticles *particles)
{
  return mw_random_around_zero (&particles->random);
}

static void
reset (gpointer data)
{
  MwParticles *particles = data;
  g_array_set_size (particles->alive, 0);
  particles->due = 0;
  particles->random = particles->emitter->node.record.id;
  particles->squirted = -1;
}

static void
move (Particle *particle, float dt)
{
  particle->velocity[2] -= particle->gravity * dt;
  for (int i = 0; i < 3; i++)
    particle->position[i] += particle->velocity[i] * dt;
  particle->age += dt;
}

static void
spawn (MwParticles *particles, const MwClock *at, guint n)
{
  const MwMdlxParticleEmitter2 *e = particles->emitter;
  const MwModel *model = mw_skeleton_model (particles->skeleton);
  float speed = mw_evaluate_float (model, e->speed_track, at, e->speed, 0);
  float variation = mw_evaluate_float (model, e->variation_track, at, e->variation, 0);
  float latitude = mw_evaluate_float (model, e->latitude_track, at, e->latitude, 0) * (float) (G_PI / 180);
  float gravity = mw_evaluate_float (model, e->gravity_track, at, e->gravity, 0);
  float length = mw_evaluate_float (model, e->length_track, at, e->length, 0);
  float width = mw_evaluate_float (model, e->width_track, at, e->width, 0);
  float world[16], turn[16], scale[3];

  if (e->node.flags & MODEL_SPACE) {
    memcpy (world, mw_mat_identity, sizeof world);
  } else {
    mw_skeleton_matrix_at_time (particles->skeleton, e->node.record.id, at, world);
  }
  memcpy (turn, world, sizeof turn);
  for (int i = 0; i < 3; i++)
    scale[i] = mw_vec_normalise (turn + 4 * i);

  for (guint k = 0; k < n && particles->alive->len < MW_PARTICLES_MAX; k++) {
    Particle p = { .gravity = gravity * scale[2], .age = 0 };
    p.position[0] = e->node.pivot[0] + length / 2 * random_around_zero (particles);
    p.position[1] = e->node.pivot[1] + width / 2 * random_around_zero (particles);
    p.position[2] = e->node.pivot[2];
    float s = speed * (1 + variation * random_around_zero (particles));
    float a = latitude * random_around_zero (particles), b = latitude * random_around_zero (particles);
    if (e->node.flags & LINE_EMITTER)
      b = 0;
    p.velocity[0] = s * sinf (b);
    p.velocity[1] = s * sinf (a) * cosf (b);
    p.velocity[2] = s * cosf (a) * cosf (b);
    mw_mat_point (world, p.position, p.position);
    mw_mat_direction (turn, p.velocity, p.velocity);
    for (int i = 0; i < 3; i++)
      p.velocity[i] *= scale[i];
    g_array_append_val (particles->alive, p);
  }
}

/* How many particles become due in this step. */
static double
due_now (MwParticles *particles, const MwClock *at, gboolean turn)
{
  const MwMdlxParticleEmitter2 *e = particles->emitter;
  const MwModel *model = mw_skeleton_model (particles->skeleton);
  double due;

  if (!e->squirt) {
    due = (double) mw_evaluate_float (model, e->emission_rate_track, at, e->emission_rate, 0) * MW_SIMULATION_STEP_MS
          / 1000;
  } else if (!e->emission_rate_track) {
    due = turn ? (double) e->emission_rate : 0; /* one burst when the sequence starts */
  } else {
    /* A burst for each key that time comes to. */
    int key = mw_track_key_at (model, e->emission_rate_track, at);
    if (turn)
      particles->squirted = -1;
    due = key >= 0 && key != particles->squirted
            ? (double) mw_evaluate_float (model, e->emission_rate_track, at, e->emission_rate, 0)
            : 0;
    particles->squirted = key;
  }
  return due > 0 ? MIN (due, MW_PARTICLES_MAX) : 0;
}

static void
step (gpointer data, const MwClock *at, gboolean turn, gboolean emits)
{
  MwParticles *particles = data;
  const MwMdlxParticleEmitter2 *e = particles->emitter;
  Particle *all = (Particle *) (void *) particles->alive->data;
  guint kept = 0;

  for (guint i = 0; i < particles->alive->len; i++) {
    Particle p = all[i];
    move (&p, step_seconds);
    if (p.age < e->life_span)
      all[kept++] = p;
  }
  g_array_set_size (particles->alive, kept);

  if (!emits || !mw_evaluate_visibility (mw_skeleton_model (particles->skeleton), e->visibility_track, at))
    return;
  particles->due += due_now (particles, at, turn);
  guint n = (guint) particles->due;
  particles->due -= n;
  if (n > 0 && e->life_span > 0)
    spawn (particles, at, n);
}

MwParticles *
mw_particles_new (const MwSkeleton *skeleton, const MwMdlxParticleEmitter2 *emitter)
{
  MwParticles *particles = g_new0 (MwParticles, 1);
  particles->skeleton = skeleton;
  particles->emitter = emitter;
  particles->alive = g_array_new (FALSE, FALSE, sizeof (Particle));
  reset (particles);
  return particles;
}

void
mw_particles_free (MwParticles *particles)
{
  if (!particles)
    return;
  g_array_unref (particles->alive);
  g_free (particles);
}

void
mw_particles_reset (MwParticles *particles)
{
  reset (particles);
  particles->simulation.running = FALSE;
}

void
mw_particles_update (MwParticles *particles, const MwClock *clock)
{
  static const MwSimulated simulated = { reset, step };
  mw_simulation_update (&particles->simulation, clock, mw_simulation_history_ms (particles->emitter->life_span),
                        &simulated, particles);
}

guint
mw_particles_n (const MwParticles *particles)
{
  return particles->alive->len;
}

/* --- Drawing ---------------------------------------------------------------------------------------------------------- */

typedef struct {
  float right[3], up[3], towards[3];
} Viewer;

/* Where a particle is in its life: before or behind the middle, and how far in that part. */
static guint
part_of_life (const MwMdlxParticleEmitter2 *e, float age, float *f)
{
  float life = age / e->life_span;
  if (life < e->time) {
    *f = life / e->time;
    return 0;
  }
  *f = e->time < 1 ? CLAMP ((life - e->time) / (1 - e->time), 0, 1) : 1;
  return 1;
}

/* The rectangle of the cell that shows at `f` of a part of life: u0, v0, u1, v1. */
static void
cell_rectangle (const MwMdlxParticleEmitter2 *e, const uint32_t interval[3], float f, float out[4])
{
  guint64 cell = interval[0];
  gint64 n = (gint64) interval[1] - interval[0];

  if (n > 0)
    cell += (guint64) fmod (floor ((double) n * interval[2] * (double) f), (double) n);
  mw_sprite_cell (e->rows, e->columns, cell, out);
}

static void
append_head (const MwMdlxParticleEmitter2 *e, const Particle *p, const Viewer *viewer, float scale, const float uv[4],
             const float rgba[4], GArray *vertices)
{
  float along[3], across[3];

  memcpy (along, viewer->right, sizeof along);
  memcpy (across, viewer->up, sizeof across);
  if (e->node.flags & XY_QUAD) {
    /* Flat on the ground, turned the way it flies. */
    float angle = atan2f (p->velocity[1], p->velocity[0]) - (float) G_PI;
    along[0] = cosf (angle);
    along[1] = sinf (angle);
    across[0] = -along[1];
    across[1] = along[0];
    along[2] = across[2] = 0;
  }
  for (int i = 0; i < 3; i++) {
    along[i] *= scale;
    across[i] *= scale;
  }
  mw_sprite_append (vertices, p->position, along, across, uv, rgba);
}

static void
append_tail (const MwMdlxParticleEmitter2 *e, const Particle *p, const Viewer *viewer, float scale, const float uv[4],
             const float rgba[4], GArray *vertices)
{
  float along[3], across[3], centre[3];

  /* From the particle (u = 0) backwards along its way. */
  for (int i = 0; i < 3; i++) {
    along[i] = -p->velocity[i] * e->tail_length / 2;
    centre[i] = p->position[i] + along[i];
  }
  mw_vec_cross (viewer->towards, along, across);
  if (mw_vec_normalise (across) == 0)
    return; /* it has no length, or none that the viewer sees */
  for (int i = 0; i < 3; i++)
    across[i] *= scale;
  mw_sprite_append (vertices, centre, along, across, uv, rgba);
}

/* A particle as it is drawn: in model space, at the moment itself. */
typedef struct {
  Particle particle;
  float depth; /* towards the viewer */
} Drawn;

static gint
compare_depth (gconstpointer a, gconstpointer b)
{
  float da = ((const Drawn *) a)->depth, db = ((const Drawn *) b)->depth;
  return (da > db) - (da < db);
}

guint
mw_particles_append_quads (const MwParticles *particles, const float world[16], const float view[16], GArray *vertices)
{
  const MwMdlxParticleEmitter2 *e = particles->emitter;
  float dt = mw_simulation_rest_of_step (&particles->simulation);
  guint before = vertices->len, n = 0;
  g_autofree Drawn *drawn = g_new (Drawn, MAX (particles->alive->len, 1));
  Viewer viewer;

  mw_view_axes (view, viewer.right, viewer.up, viewer.towards);
  for (guint i = 0; i < particles->alive->len; i++) {
    Particle p = g_array_index (particles->alive, Particle, i);
    move (&p, dt);
    if (!(p.age < e->life_span))
      continue;
    if (e->node.flags & MODEL_SPACE) {
      mw_mat_point (world, p.position, p.position);
      mw_mat_direction (world, p.velocity, p.velocity);
    }
    drawn[n] = (Drawn) { p, mw_vec_dot (p.position, viewer.towards) };
    if (isfinite (drawn[n].depth))
      n++;
  }
  if (e->node.flags & SORT_FAR_Z)
    qsort (drawn, n, sizeof *drawn, compare_depth);

  for (guint i = 0; i < n; i++) {
    const Particle *p = &drawn[i].particle;
    float f, uv[4], rgba[4];
    guint part = part_of_life (e, p->age, &f);
    float scale = e->segment_scaling[part] + f * (e->segment_scaling[part + 1] - e->segment_scaling[part]);
    for (int c = 0; c < 3; c++)
      rgba[c] = e->segment_color[part][c] + f * (e->segment_color[part + 1][c] - e->segment_color[part][c]);
    rgba[3] = ((float) e->segment_alpha[part]
               + f * ((float) e->segment_alpha[part + 1] - (float) e->segment_alpha[part]))
              / 255;
    if (e->head_or_tail != TAIL) {
      cell_rectangle (e, part ? e->head_decay : e->head_life, f, uv);
      append_head (e, p, &viewer, scale, uv, rgba, vertices);
    }
    if (e->head_or_tail == TAIL || e->head_or_tail == BOTH) {
      cell_rectangle (e, part ? e->tail_decay : e->tail_life, f, uv);
      append_tail (e, p, &viewer, scale, uv, rgba, vertices);
    }
  }
  return (vertices->len - before) / 4;
}

void
mw_particles_material (const MwMdlxParticleEmitter2 *emitter, MwParticleMaterial *out)
{
  out->filter_mode = emitter->filter_mode;
  out->texture = emitter->texture;
  out->replaceable_id = emitter->replaceable_id;
  out->unshaded = (emitter->node.flags & UNSHADED) != 0;
  out->unfogged = (emitter->node.flags & UNFOGGED) != 0;
  out->priority_plane = emitter->priority_plane;
}
