/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/particles.h"
#include "core/pose/family.h"
#include "core/pose/math.h"
#include "core/pose/evaluate.h"
#include "core/pose/wow-particles.h"

/* --- What emitters share ------------------------------------------------------------------------------------------ */

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
  if (particles->pool.living->len >= particles->pool.max || !(particle.age < particle.life))
    return;
  if (!(particle.span > 0))
    particle.span = particle.life;
  mw_random_around_zero (&particles->random);
  particle.seed = particles->random;
  g_array_append_val (particles->pool.living, particle);
}

double
mw_particles_burst (MwParticles *particles, float rate)
{
  /* A rate that is not above this counts as 0. */
  const float none = 0.02f;
  const float before = particles->last_rate;
  particles->last_rate = rate;
  return rate > none && !(before > none) ? floor ((double) rate) : 0;
}

guint64
mw_particle_cell (const gint64 cells[3], double f)
{
  gboolean backwards = cells[1] < cells[0];
  double n = (double) (cells[1] - cells[0]) + (backwards ? -1 : 1), first = (double) cells[0] + (backwards ? 1 : 0);
  double cell = first + n * (cells[2] > 1 ? fmod (f * (double) cells[2], 1) : f);
  return cell > 0 ? (guint64) cell : 0;
}

float
mw_particle_segments_at (const MwParticleSegments *segments, float f, MwParticleLook *look)
{
  float middle = segments->middle, rest = middle < 1 ? (f - middle) / (1 - middle) : 1;
  guint part = f < middle ? 0 : 1;
  float t = part == 0 ? f / middle : rest > 0 ? MIN (rest, 1) : 0;
  /* The engine keeps away from both ends (rendering.md 4.1). */
  t = 0.005f + 0.99f * t;
  const float *from = segments->rgba[part], *to = segments->rgba[part + 1];
  for (int i = 0; i < 4; i++)
    look->rgba[i] = from[i] + t * (to[i] - from[i]);
  look->head_cell = mw_particle_cell (segments->head[part], t);
  look->tail_cell = mw_particle_cell (segments->tail[part], t);
  return segments->scaling[part] + t * (segments->scaling[part + 1] - segments->scaling[part]);
}

/* --- Simulation ------------------------------------------------------------------------------------------------------- */

static void
reset (gpointer data)
{
  MwParticles *particles = data;
  mw_pool_empty (&particles->pool);
  particles->last_rate = INFINITY;
  particles->n_places = 0;
  memset (particles->thrust, 0, sizeof particles->thrust);
  g_clear_pointer (&particles->spline, g_array_unref);
  g_clear_pointer (&particles->bones, g_array_unref);
  for (guint i = 0; i < particles->n_carried; i++)
    reset (particles->carried[i]);
}

const guint8 (*mw_particles_replaced_colors (const MwParticles *particles))[3]
{
  const guint set = particles->now.color_set;
  return particles->colors && set > 0 ? particles->colors->rgb[set - 1] : NULL;
}

void
mw_particles_read (MwParticles *particles, gboolean looks)
{
  static const float origin[3] = { 0, 0, 0 };
  particles->rules->read (particles->pool.model, particles->pool.emitter, looks, &particles->now);
  const guint8 (*colors)[3] = mw_particles_replaced_colors (particles);
  for (guint i = 0; colors && i < G_N_ELEMENTS (particles->now.segments.rgba); i++)
    for (guint c = 0; c < 3; c++)
      particles->now.segments.rgba[i][c] = (float) colors[i][c] / 255;
  if (!particles->is_carried)
    return;
  /* It has the place of what carries it, and does not follow it (rendering.md 4.4). */
  particles->now.position = origin;
  particles->now.flags &= ~(MW_EMITTER_FOLLOW | MW_EMITTER_IMPLODE);
}

gboolean
mw_particles_emits (const MwParticles *particles, const MwClock *at)
{
  MwRecord *const *track = mw_field_at (particles->pool.emitter, particles->visibility);
  return mw_evaluate_visibility (particles->pool.model, *track, at);
}

void
mw_particles_move_on (MwParticles *particles, const MwSimulationStep *step)
{
  const MwParticleRules *rules = particles->rules;
  MwParticle *all = (MwParticle *) (void *) particles->pool.living->data;
  guint kept = 0;
  if (rules->begin_step && !particles->is_carried)
    rules->begin_step (particles, step->at, step->starts);
  rules->move (particles, all, particles->pool.living->len, MW_PARTICLE_STEP);
  for (guint i = 0; i < particles->pool.living->len; i++)
    if (all[i].age < all[i].life) {
      if (kept != i)
        all[kept] = all[i];
      kept++;
    }
  g_array_set_size (particles->pool.living, kept);
}

/* Whether the emission rate is the same throughout the sequence. */
static gboolean
is_steady (MwParticles *particles, const MwClock *at, double due)
{
  enum { LOOKS = 4 };
  const guint64 random = particles->random;
  const float last_rate = particles->last_rate;
  gboolean steady = TRUE;
  for (gint64 i = 1; i <= LOOKS && steady; i++) {
    MwClock then = *at;
    then.time = (int32_t) (at->start + ((gint64) at->end - at->start) * i / LOOKS);
    steady = particles->rules->due (particles, &then) == due;
    particles->last_rate = last_rate;
  }
  particles->random = random;
  return steady;
}

/* When a step begins. An emitter is on in the whole step if it is on then, so that what is on for a moment at the start of a sequence is
 * not missed. */
static MwClock
begin_of (const MwSimulationStep *step)
{
  MwClock at = *step->at;
  at.time = (int32_t) MAX ((gint64) at.start, (gint64) at.time - MW_SIMULATION_STEP_MS);
  at.global_ms -= MIN ((guint64) MW_SIMULATION_STEP_MS, at.global_ms);
  return at;
}

static void
take_step (gpointer data, const MwSimulationStep *step)
{
  MwParticles *particles = data;

  mw_particles_read (particles, FALSE);
  /* The random numbers of a step depend only on the emitter and on the number of the step. So the next step is the same
   * whether or not this one creates its particles. */
  particles->random = (guint64) particles->pool.emitter->id << 32 | (guint32) step->number;
  particles->random *= G_GUINT64_CONSTANT (0xD1342543DE82EF95);
  gboolean forgets = step->forgets && !particles->now.remembers;
  if (!forgets)
    mw_particles_move_on (particles, step);
  if (step->starts)
    particles->last_rate = 0;
  const MwClock began = begin_of (step);
  double due = 0;
  if (step->emits && mw_particles_emits (particles, &began))
    due = particles->rules->due (particles, step->at);
  due = due > 0 ? MIN (due, MW_PARTICLES_MAX) : 0;
  if (mw_pool_begins_count (step))
    mw_pool_begin_count (&particles->pool, step, is_steady (particles, step->at, due) ? due : 0);
  const guint n = (guint) mw_pool_take_due (&particles->pool, due);
  if (forgets)
    return;
  if (n > 0) {
    mw_pool_make_room (&particles->pool, n);
    particles->rules->spawn (particles, step->at, n);
  }
  if (particles->n_carried)
    mw_particles_step_carried (particles, step);
}

static const MwSimulated simulated = { reset, take_step };

MwEmitterShape
mw_particles_shape (MwParticles *particles, const MwClock *clock)
{
  MwEmitterShape shape = { 0 };
  mw_particles_read (particles, FALSE);
  particles->rules->shape (particles, clock, &shape);
  return shape;
}

static MwParticles *
new_of_rules (const MwParticleRules *rules, const MwModel *model, const MwSkeleton *skeleton, const MwRecord *emitter)
{
  MwParticles *particles = g_new0 (MwParticles, 1);
  mw_pool_init (&particles->pool, model, skeleton, emitter, sizeof (MwParticle), MW_PARTICLES_MAX);
  particles->rules = rules;
  particles->drawn = g_array_new (FALSE, FALSE, sizeof (MwDrawnParticle));
  particles->visibility = mw_schema_field_of_role (emitter->schema, MW_ROLE_VISIBILITY, MW_TYPE_CHILD);
  particles->is_carried = !skeleton;
  reset (particles);
  return particles;
}

MwParticles *
mw_particles_new (const MwSkeleton *skeleton, const MwRecord *emitter)
{
  const MwModel *model = mw_skeleton_model (skeleton);
  const MwParticleRules *rules = mw_pose_family (model)->particles (emitter);
  return rules ? new_of_rules (rules, model, skeleton, emitter) : NULL;
}

gboolean
mw_particles_can_be_carried (const MwModel *model, const MwRecord *emitter)
{
  const MwParticleRules *rules = mw_pose_family (model)->particles (emitter);
  return rules && rules->place_model;
}

void
mw_particles_carry (MwParticles *particles, const MwModel *model)
{
  g_autoptr (GPtrArray) nodes = g_ptr_array_new ();
  while (particles->n_carried)
    mw_particles_free (particles->carried[--particles->n_carried]);
  if (model && particles->rules->place_model)
    mw_pose_family (model)->list (model, nodes);
  for (guint i = 0; i < nodes->len && particles->n_carried < MW_CARRIED_MAX; i++)
    if (mw_particles_can_be_carried (model, nodes->pdata[i]))
      particles->carried[particles->n_carried++] = new_of_rules (mw_pose_family (model)->particles (nodes->pdata[i]),
                                                                 model, NULL, nodes->pdata[i]);
  mw_particles_set_max (particles, particles->pool.max);
}

void
mw_particles_free (MwParticles *particles)
{
  if (!particles)
    return;
  mw_particles_carry (particles, NULL);
  reset (particles);
  mw_pool_finish (&particles->pool);
  g_array_unref (particles->drawn);
  g_free (particles);
}

void
mw_particles_reset (MwParticles *particles)
{
  mw_pool_restart (&particles->pool, &simulated, particles);
}

void
mw_particles_set_colors (MwParticles *particles, const MwParticleColors *colors)
{
  particles->colors = colors;
}

void
mw_particles_set_max (MwParticles *particles, guint max)
{
  particles->pool.max = MIN (max, MW_PARTICLES_MAX);
  for (guint i = 0; i < particles->n_carried; i++)
    particles->carried[i]->pool.max = particles->pool.max;
  mw_particles_reset (particles);
}

void
mw_particles_update (MwParticles *particles, const MwClock *clock)
{
  float seconds = particles->rules->life_span (particles), longest = 0;
  mw_particles_read (particles, FALSE);
  for (guint i = 0; i < particles->n_carried; i++)
    longest = MAX (longest, particles->carried[i]->rules->life_span (particles->carried[i]));

  /* What is remembered depends on what was alive at its moment, and is measured again in each pass. */
  if (particles->now.remembers)
    seconds = 2 * seconds + (float) ((gint64) clock->end - clock->start) / 1000;
  mw_pool_update (&particles->pool, clock, seconds + longest, &simulated, particles);
  for (guint i = 0; i < particles->n_carried; i++)
    particles->carried[i]->pool.simulation = particles->pool.simulation;
}

guint
mw_particles_n (const MwParticles *particles)
{
  return particles->pool.living->len;
}

/* --- Drawing ---------------------------------------------------------------------------------------------------------- */

static void
append_head (const MwEmitterState *e, const MwParticle *particle, const MwParticleLook *look, GArray *vertices)
{
  float centre[3], uv[4];
  for (int i = 0; i < 3; i++)
    centre[i] = particle->position[i] + look->shift[i];
  mw_sprite_cell (e->rows, e->columns, look->head_cell, uv);
  mw_sprite_append (vertices, centre, look->along, look->across, uv, look->more, look->rgba);
}

/* The tail: from the particle (u = 0) backwards, with its width facing the viewer. A tail that points at
 * the viewer has no width; it is drawn as a square of half size `dot`, or not at all if that is 0. */
static void
append_tail (const MwEmitterState *e, const MwParticle *particle, const MwParticleLook *look,
             const MwParticleView *view, GArray *vertices)
{
  float along[3], across[3], centre[3], uv[4];

  for (int i = 0; i < 3; i++) {
    along[i] = look->back[i] / 2;
    centre[i] = particle->position[i] + along[i];
  }
  mw_sprite_cell (e->rows, e->columns, look->tail_cell, uv);
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

/* Particles are sorted by how far they are towards the viewer; among equals the older one comes first. */
static gboolean
is_farther (const MwDrawnParticle *a, const MwDrawnParticle *b)
{
  return a->depth < b->depth || (a->depth == b->depth && a->place < b->place);
}

/* Moves the entry at `at` down to its place in a heap whose root is the nearest. */
static void
sift (MwDrawnParticle *heap, guint at, guint n)
{
  const MwDrawnParticle moved = heap[at];
  for (guint child; (child = 2 * at + 1) < n; at = child) {
    if (child + 1 < n && is_farther (&heap[child], &heap[child + 1]))
      child++;
    if (!is_farther (&moved, &heap[child]))
      break;
    heap[at] = heap[child];
  }
  heap[at] = moved;
}

/* Sorts in place: qsort() allocates, and this runs in each frame. */
static void
sort_by_depth (MwDrawnParticle *all, guint n)
{
  for (guint i = n / 2; i-- > 0;)
    sift (all, i, n);
  for (guint i = n; i-- > 1;) {
    const MwDrawnParticle nearest = all[0];
    all[0] = all[i];
    all[i] = nearest;
    sift (all, 0, i);
  }
}

/* The particle at a place as it is at the moment shown, in model space. FALSE: its life has ended. */
static gboolean
particle_now (const MwParticles *particles, guint place, const float world[16], MwParticle *out)
{
  *out = g_array_index (particles->pool.living, MwParticle, place);
  particles->rules->move (particles, out, 1, mw_simulation_rest_of_step (&particles->pool.simulation));
  if (!(out->age < out->life))
    return FALSE;
  if (particles->now.model_space) {
    mw_mat_point (world, out->position, out->position);
    mw_mat_direction (world, out->velocity, out->velocity);
  }
  return TRUE;
}

const char *
mw_particles_model (const MwModel *model, const MwRecord *emitter)
{
  const MwPoseFamily *family = mw_pose_family (model);
  const char *path = family->particles (emitter) && family->particle_model ? family->particle_model (emitter) : NULL;
  return path && *path ? path : NULL;
}

const char *
mw_particles_recursion (const MwModel *model, const MwRecord *emitter)
{
  const MwPoseFamily *family = mw_pose_family (model);
  const MwParticleRules *rules = family->particles (emitter);
  const char *path = rules && rules->place_model ? family->recursion_model (emitter) : NULL;
  return path && *path ? path : NULL;
}

void
mw_particles_append_models (MwParticles *particles, const float world[16], GArray *places)
{
  const MwParticleRules *rules = particles->rules;
  mw_particles_read (particles, TRUE);
  for (guint i = 0; i < particles->pool.living->len; i++) {
    MwParticle p;
    if (!particle_now (particles, i, world, &p))
      continue;
    MwModelPlace place = { .who = p.seed, .age_ms = (guint64) (p.age * 1000), .rgba = { 1, 1, 1, 1 } };
    memcpy (place.world, mw_mat_identity, sizeof place.world);
    memcpy (place.world + 12, p.position, sizeof p.position);
    if (!rules->place_model || rules->place_model (particles, &p, MIN (p.age / p.span, 1), world, &place))
      g_array_append_val (places, place);
  }
}

guint
mw_particles_append_quads (MwParticles *particles, const float world[16], const float view[16], GArray *vertices)
{
  const guint before = vertices->len;
  MwParticleView viewer = { .world = world };
  MwParticle p;

  mw_particles_read (particles, TRUE);
  mw_view_axes (view, viewer.right, viewer.up, viewer.towards);
  g_array_set_size (particles->drawn, 0);
  for (guint i = 0; i < particles->pool.living->len; i++) {
    if (!particle_now (particles, i, world, &p))
      continue;
    const MwDrawnParticle drawn = { mw_vec_dot (p.position, viewer.towards), i };
    if (isfinite (drawn.depth))
      g_array_append_val (particles->drawn, drawn);
  }
  if (particles->now.sorted)
    sort_by_depth ((MwDrawnParticle *) (void *) particles->drawn->data, particles->drawn->len);

  for (guint i = 0; i < particles->drawn->len; i++) {
    particle_now (particles, g_array_index (particles->drawn, MwDrawnParticle, i).place, world, &p);
    MwParticleLook look = { 0 };
    if (!particles->rules->look (particles, &p, MIN (p.age / p.span, 1), &viewer, &look))
      continue;
    if (particles->now.head)
      append_head (&particles->now, &p, &look, vertices);
    if (particles->now.tail)
      append_tail (&particles->now, &p, &look, &viewer, vertices);
  }
  return (vertices->len - before) / 4;
}
