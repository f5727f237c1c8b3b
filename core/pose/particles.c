/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/particles.h"
#include "core/pose/emitter.h"
#include "core/pose/math.h"
#include "core/pose/values.h"

#include <stdlib.h>

/* --- What the families share ------------------------------------------------------------------------------------------ */

float
mw_particle_chance (const MwParticle *particle, guint which)
{
  guint64 state = particle->seed * 16 + which;
  return mw_random_around_zero (&state);
}

float
mw_particles_random (MwParticles *particles)
{
  return mw_random_around_zero (&particles->random);
}

float
mw_particles_random_part (MwParticles *particles)
{
  return (mw_random_around_zero (&particles->random) + 1) / 2;
}

void
mw_particles_add (MwParticles *particles, MwParticle particle)
{
  if (particles->pool.left->len >= particles->pool.max || !(particle.age < particle.life))
    return;
  if (!(particle.span > 0))
    particle.span = particle.life;
  mw_random_around_zero (&particles->random);
  particle.seed = particles->random;
  g_array_append_val (particles->pool.left, particle);
}

guint
mw_particle_part (float middle, float f, float *in_part)
{
  if (f < middle) {
    *in_part = f / middle;
    return 0;
  }
  float rest = middle < 1 ? (f - middle) / (1 - middle) : 1;
  *in_part = rest > 0 ? MIN (rest, 1) : 0;
  return 1;
}

guint64
mw_particle_cell (gint64 start, gint64 end, gint64 repeat, float f)
{
  gint64 cell = start, n = end - start;
  if (n > 0)
    cell += (gint64) fmod (floor ((double) n * (double) repeat * (double) f), (double) n);
  return (guint64) MAX (cell, 0);
}

/* --- Simulation ------------------------------------------------------------------------------------------------------- */

static void
reset (gpointer data)
{
  MwParticles *particles = data;
  mw_pool_empty (&particles->pool);
  particles->n_steps = 0;
  particles->squirted = -1;
  particles->n_places = 0;
  memset (particles->thrust, 0, sizeof particles->thrust);
  g_clear_pointer (&particles->spline, g_array_unref);
}

static gboolean
emits_at (const MwParticles *particles, const MwClock *at)
{
  MwRecord *const *track = mw_field_at (particles->pool.emitter, particles->visibility);
  return mw_value_visibility (particles->pool.model, *track, at);
}

static void
move_on (MwParticles *particles, const MwParticleHabits *habits, const MwSimulationStep *step)
{
  const MwParticleRules *rules = particles->rules;
  MwParticle *all = (MwParticle *) (void *) particles->pool.left->data;
  guint kept = 0;
  if (rules->begin_step)
    rules->begin_step (particles, step->at, step->turn);
  if (!habits->fleeting)
    rules->move (particles, all, particles->pool.left->len, MW_PARTICLE_STEP);
  for (guint i = 0; i < particles->pool.left->len && !habits->fleeting; i++)
    if (all[i].age < all[i].life) {
      if (kept != i)
        all[kept] = all[i];
      kept++;
    }
  g_array_set_size (particles->pool.left, kept);
}

static void
take_step (gpointer data, const MwSimulationStep *step)
{
  MwParticles *particles = data;
  MwParticleHabits habits;

  particles->rules->habits (particles, &habits);
  /* Each step has numbers of its own, so that one that was taken lightly changes nothing in the next. */
  particles->random = (guint64) particles->pool.emitter->id << 32 | particles->n_steps++;
  particles->random *= G_GUINT64_CONSTANT (0xD1342543DE82EF95);
  gboolean forgets = step->forgets && !habits.remembers;
  if (!forgets)
    move_on (particles, &habits, step);
  if (!step->emits || !emits_at (particles, step->at))
    return;
  double due = particles->rules->due (particles, step->at, step->turn);
  particles->pool.due += due > 0 ? MIN (due, MW_PARTICLES_MAX) : 0;
  guint n = (guint) particles->pool.due;
  particles->pool.due -= n;
  if (n > 0 && !forgets)
    particles->rules->spawn (particles, step->at, n);
}

static const MwSimulated simulated = { reset, take_step };

MwParticles *
mw_particles_new (const MwSkeleton *skeleton, const MwRecord *emitter)
{
  gboolean mdlx = emitter->schema == &mw_mdlx_particle_emitter2_schema;
  gboolean wow = mdlx && mw_record_family (emitter) == MW_FAMILY_MDX_WOW;
  const MwParticleRules *rules = wow                                         ? &mw_wow_particle_rules
                                 : mdlx                                      ? &mw_mdlx_particle_rules
                                 : emitter->schema == &mw_m2_particle_schema ? &mw_m2_particle_rules
                                                                             : NULL;
  if (!rules)
    return NULL;
  MwParticles *particles = g_new0 (MwParticles, 1);
  mw_pool_init (&particles->pool, skeleton, emitter, sizeof (MwParticle), MW_PARTICLES_MAX);
  particles->rules = rules;
  if (wow)
    particles->as_m2 = g_new0 (MwM2Particle, 1);
  particles->visibility = mw_schema_field (emitter->schema, "visibility.track");
  reset (particles);
  return particles;
}

void
mw_particles_free (MwParticles *particles)
{
  if (!particles)
    return;
  reset (particles);
  mw_pool_finish (&particles->pool);
  g_free (particles->as_m2);
  g_free (particles);
}

void
mw_particles_reset (MwParticles *particles)
{
  mw_pool_restart (&particles->pool, &simulated, particles);
}

void
mw_particles_set_max (MwParticles *particles, guint max)
{
  particles->pool.max = MIN (max, MW_PARTICLES_MAX);
  mw_particles_reset (particles);
}

void
mw_particles_update (MwParticles *particles, const MwClock *clock)
{
  mw_pool_update (&particles->pool, clock, particles->rules->life_span (particles), &simulated, particles);
}

guint
mw_particles_n (const MwParticles *particles)
{
  return particles->pool.left->len;
}

/* --- Drawing ---------------------------------------------------------------------------------------------------------- */

static void
append_head (const MwParticle *particle, const MwParticleLook *look, GArray *vertices)
{
  float centre[3], uv[4];
  for (int i = 0; i < 3; i++)
    centre[i] = particle->position[i] + look->shift[i];
  mw_sprite_cell (look->rows, look->columns, look->head_cell, uv);
  mw_sprite_append (vertices, centre, look->along, look->across, uv, look->more, look->rgba);
}

/* From the particle (u = 0) backwards, as wide as the viewer sees it. */
static void
append_tail (const MwParticle *particle, const MwParticleLook *look, const MwParticleView *view, GArray *vertices)
{
  float along[3], across[3], centre[3], uv[4];

  for (int i = 0; i < 3; i++) {
    along[i] = look->back[i] / 2;
    centre[i] = particle->position[i] + along[i];
  }
  mw_sprite_cell (look->rows, look->columns, look->tail_cell, uv);
  mw_vec_cross (view->towards, along, across);
  if (mw_vec_length (across) * 2 > (look->dot > 0 ? 0.01f : 1e-12f)) {
    mw_vec_normalise (across);
    for (int i = 0; i < 3; i++)
      across[i] *= look->width;
  } else if (look->dot > 0) {
    for (int i = 0; i < 3; i++) {
      centre[i] = particle->position[i];
      along[i] = view->right[i] * look->dot;
      across[i] = view->up[i] * look->dot;
    }
  } else {
    return;
  }
  mw_sprite_append (vertices, centre, along, across, uv, look->more, look->rgba);
}

/* A particle as it is drawn: in model space, at the moment itself. */
typedef struct {
  MwParticle particle;
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
  float dt = mw_simulation_rest_of_step (&particles->pool.simulation);
  guint before = vertices->len, n = 0;
  g_autofree Drawn *drawn = g_new (Drawn, MAX (particles->pool.left->len, 1));
  MwParticleView viewer = { .world = world };
  MwParticleHabits habits;

  particles->rules->habits (particles, &habits);
  mw_view_axes (view, viewer.right, viewer.up, viewer.towards);
  for (guint i = 0; i < particles->pool.left->len; i++) {
    MwParticle p = g_array_index (particles->pool.left, MwParticle, i);
    particles->rules->move (particles, &p, 1, dt);
    if (!(p.age < p.life))
      continue;
    if (habits.model_space) {
      mw_mat_point (world, p.position, p.position);
      mw_mat_direction (world, p.velocity, p.velocity);
    }
    drawn[n] = (Drawn) { p, mw_vec_dot (p.position, viewer.towards) };
    if (isfinite (drawn[n].depth))
      n++;
  }
  if (habits.sorted)
    qsort (drawn, n, sizeof *drawn, compare_depth);

  for (guint i = 0; i < n; i++) {
    const MwParticle *p = &drawn[i].particle;
    MwParticleLook look = { .rows = 1, .columns = 1 };
    if (!particles->rules->look (particles, p, MIN (p->age / p->span, 1), &viewer, &look))
      continue;
    if (look.head)
      append_head (p, &look, vertices);
    if (look.tail)
      append_tail (p, &look, &viewer, vertices);
  }
  return (vertices->len - before) / 4;
}
