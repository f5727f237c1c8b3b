/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/wow-particles.h"
#include "core/pose/math.h"

/* Where the client and other viewers differ, this follows the client. */

void
mw_wow_emitter_set_flags (MwEmitterState *state, uint32_t flags)
{
  state->flags = flags;
  state->model_space = (flags & MW_EMITTER_MODEL_SPACE) != 0;
  state->sorted = (flags & MW_EMITTER_SORT_FAR_Z) != 0;
  state->remembers = (flags & MW_EMITTER_BURST) != 0;
}

void
mw_wow_emitter_set_head_or_tail (MwEmitterState *state, uint32_t head_or_tail)
{
  state->tail = head_or_tail == 1 || head_or_tail == 2;
  state->head = head_or_tail != 1;
}

float
mw_wow_largest (const MwArray *values, float largest)
{
  for (uint32_t i = 0; i < values->n; i++)
    largest = MAX (largest, ((const float *) values->data)[i]);
  return largest;
}

/* --- What follows the emitter ----------------------------------------------------------------------------------------- */

/* The emitter's movement over the last `steps` steps. FALSE, and zero, if its position at that time is not known. */
static gboolean
way_since (const MwParticles *particles, guint steps, float out[3])
{
  memset (out, 0, 3 * sizeof *out);
  if (particles->n_places <= steps)
    return FALSE;
  for (int i = 0; i < 3; i++)
    out[i] = particles->places[0][i] - particles->places[steps][i];
  return TRUE;
}

/* Moves particles older than two steps along with the emitter, by a share of its movement that depends on its speed. */
static void
follow_emitter (MwParticles *particles)
{
  const MwEmitterState *e = &particles->now;
  float way[3], speeds = e->follow_speed[1] - e->follow_speed[0];
  if (!way_since (particles, 1, way))
    return;
  float k = speeds != 0 ? (e->follow_scale[1] - e->follow_scale[0]) / speeds : 0;
  float share = k * (mw_vec_length (way) / MW_PARTICLE_STEP - e->follow_speed[0]) + e->follow_scale[0];
  share = share > 0 ? MIN (share, 1) : 0;
  for (guint i = 0; i < particles->pool.living->len; i++) {
    MwParticle *p = &g_array_index (particles->pool.living, MwParticle, i);
    for (int c = 0; c < 3 && p->age > 2 * MW_PARTICLE_STEP; c++)
      p->position[c] += share * way[c];
  }
}

void
mw_wow_particles_begin_step (MwParticles *particles, const MwClock *at, gboolean starts)
{
  const MwEmitterState *e = &particles->now;
  float world[16], way[3];
  if (!(e->flags & (MW_EMITTER_FOLLOW | MW_EMITTER_BURST | MW_EMITTER_EXTRUDE | MW_EMITTER_IMPLODE))
      || (e->flags & MW_EMITTER_MODEL_SPACE))
    return;
  if (starts) {
    particles->n_places = 0;
    particles->fresh = TRUE;
  }
  memmove (particles->places[1], particles->places[0], 2 * sizeof particles->places[0]);
  mw_pool_world (&particles->pool, at, world);
  mw_mat_point (world, e->position, particles->places[0]);
  particles->n_places = MIN (particles->n_places + 1, G_N_ELEMENTS (particles->places));
  if (e->flags & MW_EMITTER_FOLLOW)
    follow_emitter (particles);
  /* The client measures over about 33 ms, and only while no particle is alive. Here each pass of a looping sequence
   * measures again, so that it does not depend on the passes before it. */
  if ((e->flags & MW_EMITTER_BURST) && (particles->fresh || particles->pool.living->len == 0)) {
    way_since (particles, 2, way);
    for (int i = 0; i < 3; i++)
      particles->thrust[i] = way[i] / (2 * MW_PARTICLE_STEP) * e->inherit_velocity;
  }
}

/* A particle of a sphere that implodes dies as soon as it flies away from the middle. `way` is that of this step. */
static void
implode (const float middle[3], const float way[3], MwParticle *p)
{
  float from_middle[3];
  for (int i = 0; i < 3; i++)
    from_middle[i] = p->position[i] - middle[i];
  if (mw_vec_dot (way, from_middle) > 0)
    p->age = MAX (p->age, p->life);
}

void
mw_wow_particles_move (const MwParticles *particles, MwParticle *all, guint n, float dt)
{
  const MwEmitterState *e = &particles->now;
  const float kept = 1 - MIN (e->drag * dt, 1), wind_time = e->wind_time;
  const float gust[3] = { e->wind[0] * dt, e->wind[1] * dt, e->wind[2] * dt };
  const gboolean implodes = (e->flags & MW_EMITTER_IMPLODE) && e->type == MW_EMITTER_SPHERE;
  const float *middle = e->flags & MW_EMITTER_MODEL_SPACE ? e->position : particles->places[0];
  for (MwParticle *p = all; p < all + n; p++) {
    float way[3];
    for (int i = 0; i < 3; i++) {
      float velocity = p->velocity[i] + (p->age < wind_time ? gust[i] : 0);
      way[i] = velocity * dt + p->pull[i] * dt * dt / 2;
      p->position[i] += way[i];
      p->velocity[i] = (velocity + p->pull[i] * dt) * kept;
    }
    p->age += dt;
    if (implodes)
      implode (middle, way, p);
  }
}

/* --- Birth ------------------------------------------------------------------------------------------------------------ */

/* Number of chords along which the length of each curve is measured. */
enum { CHORDS = 16 };

/* A point of the spline and the direction there. The spline is a sequence of Bezier curves of four points; each
 * shares its last point with the next. `along` counts curves. */
static void
spline_point (const MwEmitterState *e, double along, float out[3], float tangent[3])
{
  const float *points = e->spline->data;
  uint32_t n = e->spline->n < 4 ? 0 : (e->spline->n - 1) / 3;
  for (int i = 0; i < 3; i++) {
    out[i] = e->spline->n ? points[i] : 0;
    tangent[i] = 0;
  }
  if (n == 0)
    return;
  uint32_t which = MIN ((uint32_t) along, n - 1);
  float f = (float) (along - which), u = 1 - f;
  const float k[4] = { u * u * u, 3 * u * u * f, 3 * u * f * f, f * f * f };
  const float slope[4] = { -3 * u * u, 3 * u * u - 6 * u * f, 6 * u * f - 3 * f * f, 3 * f * f };
  for (int i = 0; i < 3; i++) {
    out[i] = 0;
    for (uint32_t c = 0; c < 4; c++) {
      float point = points[3 * (3 * (size_t) which + c) + (size_t) i];
      out[i] += k[c] * point;
      tangent[i] += slope[c] * point;
    }
  }
}

static void
measure_spline (MwParticles *particles)
{
  const MwEmitterState *e = &particles->now;
  uint32_t n = e->spline->n < 4 ? 0 : (e->spline->n - 1) / 3;
  float before[3], point[3], tangent[3], length = 0;
  particles->spline = g_array_new (FALSE, FALSE, sizeof (float));
  g_array_append_val (particles->spline, length);
  spline_point (e, 0, before, tangent);
  for (guint64 i = 1; i <= (guint64) n * CHORDS; i++) {
    spline_point (e, (double) i / CHORDS, point, tangent);
    for (int c = 0; c < 3; c++)
      before[c] = point[c] - before[c];
    length += mw_vec_length (before);
    g_array_append_val (particles->spline, length);
    memcpy (before, point, sizeof before);
  }
}

/* The point of the spline at a fraction of its length. */
static void
spline_at (MwParticles *particles, float fraction, float out[3], float tangent[3])
{
  if (!particles->spline)
    measure_spline (particles);
  const float *lengths = (const float *) (const void *) particles->spline->data;
  guint low = 0, high = particles->spline->len - 1;
  float wanted = CLAMP (fraction, 0, 1) * lengths[high];
  while (high - low > 1) {
    guint middle = (low + high) / 2;
    if (lengths[middle] <= wanted)
      low = middle;
    else
      high = middle;
  }
  float chord = lengths[high] - lengths[low], part = chord > 0 ? (wanted - lengths[low]) / chord : 0;
  part = part > 0 ? MIN (part, 1) : 0;
  spline_point (&particles->now, ((double) low + (double) part) / CHORDS, out, tangent);
}

/* Turns the vector about an axis of unit length. */
static void
turn_about (const float axis[3], float angle, float vector[3])
{
  float side[3], dot = mw_vec_dot (axis, vector), cosine = cosf (angle), sine = sinf (angle);
  mw_vec_cross (axis, vector, side);
  for (int i = 0; i < 3; i++)
    vector[i] = vector[i] * cosine + side[i] * sine + axis[i] * dot * (1 - cosine);
}

static void
place_on_spline (MwParticles *particles, const MwParticleSource *source, MwParticle *p, float way[3])
{
  float tangent[3], from = CLAMP (source->length, 0, 1), to = CLAMP (source->width, 0, 1);
  spline_at (particles, from + (to - from) * mw_particles_random_part (particles), p->position, tangent);
  way[0] = way[1] = 0;
  way[2] = 1;
  if (source->latitude == 0 || mw_vec_normalise (tangent) == 0)
    return;
  turn_about (tangent, source->latitude * mw_particles_random (particles), way);
  if (source->longitude != 0) {
    float far_out = source->longitude * mw_particles_random_part (particles);
    for (int i = 0; i < 3; i++)
      p->position[i] += way[i] * far_out;
  }
}

/* A random bone, at its pivot or on the way there from that of its parent, and the particle at any distance between the
 * radii from it in the plane of the bone. Sets its place in the space of the emitter, and where it flies: away from
 * the bone. How the client scatters them is known in outline only. */
static void
place_at_bone (MwParticles *particles, const MwParticleSource *source, const MwClock *at, MwParticle *p, float way[3])
{
  const MwEmittingBone *bone = &g_array_index (source->bones, MwEmittingBone,
                                               (guint) (mw_particles_random_part (particles) * source->bones->len));
  float matrix[16], place[3], begin[3], along[3] = { 1, 0, 0 }, across[3], off[3];
  static const float x[3] = { 1, 0, 0 }, z[3] = { 0, 0, 1 };
  mw_skeleton_matrix_at_time (particles->pool.skeleton, bone->id, at, matrix);
  mw_mat_point (matrix, bone->pivot, place);
  memcpy (begin, place, sizeof begin);
  if (bone->parent) {
    mw_skeleton_matrix_at_time (particles->pool.skeleton, bone->parent, at, matrix);
    mw_mat_point (matrix, bone->parent_pivot, begin);
  }
  for (int i = 0; i < 3; i++)
    along[i] = place[i] - begin[i];
  if (mw_vec_normalise (along) == 0)
    memcpy (along, x, sizeof along);
  mw_vec_cross (along, fabsf (along[2]) > 0.99f ? x : z, across);
  mw_vec_normalise (across);
  const float part = mw_particles_random_part (particles), turn = (float) G_PI * mw_particles_random (particles);
  const float radius = source->length + (source->width - source->length) * mw_particles_random_part (particles);
  for (int i = 0; i < 3; i++) {
    if (particles->now.flags & MW_EMITTER_ALONG_BONES)
      place[i] = begin[i] + part * (place[i] - begin[i]);
    off[i] = cosf (turn) * along[i] + sinf (turn) * across[i];
    place[i] += radius * off[i];
  }
  mw_pool_world (&particles->pool, at, matrix);
  if (!mw_mat_point_back (matrix, place, p->position) || !mw_mat_direction_back (matrix, off, way))
    return;
  for (int i = 0; i < 3; i++)
    p->position[i] -= particles->now.position[i];
}

/* Sets where the particle is born, relative to the emitter, and its velocity. */
static void
place (MwParticles *particles, const MwParticleSource *source, const MwClock *at, MwParticle *p)
{
  const MwEmitterState *e = &particles->now;
  float speed = source->speed * (1 + source->variation * mw_particles_random (particles));
  float azimuth = source->longitude * mw_particles_random (particles);
  float polar = source->latitude * mw_particles_random (particles);
  float way[3] = { cosf (azimuth) * sinf (polar), sinf (azimuth) * sinf (polar), cosf (polar) };
  switch (e->type) {
  case MW_EMITTER_SPHERE: {
    float radius = source->length + (source->width - source->length) * mw_particles_random_part (particles);
    const float out[3] = { cosf (polar) * cosf (azimuth), cosf (polar) * sinf (azimuth), sinf (polar) };
    for (int i = 0; i < 3; i++) {
      p->position[i] = radius * out[i];
      way[i] = e->flags & MW_EMITTER_UPWARDS ? i == 2 : out[i];
    }
    break;
  }
  case MW_EMITTER_SPLINE:
    place_on_spline (particles, source, p, way);
    break;
  case MW_EMITTER_BONES:
    if (source->bones && source->bones->len > 0)
      place_at_bone (particles, source, at, p, way);
    break;
  case MW_EMITTER_PLANE:
    p->position[0] = source->length / 2 * mw_particles_random (particles);
    p->position[1] = source->width / 2 * mw_particles_random (particles);
    break;
  default: /* at the emitter's point */
    break;
  }
  if (source->z_source >= 0.001f) {
    for (int i = 0; i < 3; i++)
      way[i] = p->position[i] - (i == 2 ? source->z_source : 0);
    mw_vec_normalise (way);
  }
  for (int i = 0; i < 3; i++)
    p->velocity[i] = speed * way[i];
}

void
mw_wow_particles_shape (const MwParticles *particles, const MwParticleSource *source, MwEmitterShape *out)
{
  const guint32 type = particles->now.type;
  out->sphere = type == MW_EMITTER_SPHERE;
  if (type == MW_EMITTER_PLANE || type == MW_EMITTER_SPHERE) {
    out->length = source->length;
    out->width = source->width;
  }
  /* From a sphere they fly away from its middle. */
  out->spread = type == MW_EMITTER_SPHERE || type == MW_EMITTER_BONES ? 0 : fabsf (source->latitude);
}

/* Transforms the particle from the space of the emitter's bone to model space, and adds what comes from the
 * emitter's own movement. */
static void
release (MwParticles *particles, const MwParticleSource *source, const float world[16], MwParticle *p)
{
  const MwEmitterState *e = &particles->now;
  float way[3];
  mw_mat_point (world, p->position, p->position);
  mw_mat_direction (world, p->velocity, p->velocity);
  if ((e->flags & MW_EMITTER_EXTRUDE) && way_since (particles, 1, way)) {
    float back = mw_particles_random_part (particles);
    for (int i = 0; i < 3; i++)
      p->position[i] -= back * way[i];
  }
  if (e->flags & MW_EMITTER_BURST) {
    float share = 1 + source->variation * mw_particles_random (particles);
    for (int i = 0; i < 3; i++)
      p->velocity[i] += share * particles->thrust[i];
  }
}

/* Puts a particle on the ground, upright: its middle is half its height above it. `segments` were read. */
static void
project (const MwParticles *particles, MwParticle *p)
{
  const MwEmitterState *e = &particles->now;
  MwParticleLook look = { 0 };
  MwParticleShape shape;
  float f = MIN (p->age / p->span, 1);
  if (e->look)
    e->look (particles, p, f, &look, &shape);
  else
    shape.scale[1] = mw_particle_segments_at (&e->segments, f, &look);
  p->position[2] = shape.scale[1];
}

void
mw_wow_particles_spawn (MwParticles *particles, const MwClock *at, guint n, const MwParticleSource *source)
{
  const MwEmitterState *e = &particles->now;
  const gboolean projects = (e->flags & MW_EMITTER_PROJECT) && !(e->flags & MW_EMITTER_MODEL_SPACE);
  float world[16], turn[4] = { 0, 0, 0, 1 };
  particles->fresh = FALSE;
  if (projects)
    mw_particles_read (particles, TRUE);
  if (!(e->flags & MW_EMITTER_MODEL_SPACE)) {
    if (particles->is_carried)
      memcpy (world, particles->carrier, sizeof world);
    else
      mw_pool_world (&particles->pool, at, world);
    if (e->models && e->turned)
      mw_wow_particle_turn (world, turn);
  }
  for (guint k = 0; k < n && particles->pool.living->len < particles->pool.max; k++) {
    MwParticle p = { .life = source->life + source->life_variation * mw_particles_random (particles),
                     .span = source->life + fabsf (source->life_variation) };
    memcpy (p.pull, source->gravity, sizeof p.pull);
    memcpy (p.turn, turn, sizeof turn);
    place (particles, source, at, &p);
    for (int i = 0; i < 3; i++)
      p.position[i] += e->position[i];
    if (!(e->flags & MW_EMITTER_MODEL_SPACE))
      release (particles, source, world, &p);
    /* Particles are born at any moment within the step. */
    float age = MW_PARTICLE_STEP * mw_particles_random_part (particles);
    if (p.life > 0)
      mw_wow_particles_move (particles, &p, 1, fmodf (age, p.life));
    const guint before = particles->pool.living->len;
    mw_particles_add (particles, p);
    if (projects && particles->pool.living->len > before)
      project (particles, &g_array_index (particles->pool.living, MwParticle, before));
  }
}

/* --- Looks ------------------------------------------------------------------------------------------------------------ */

guint64
mw_wow_particle_cell (const MwEmitterState *state, float chance)
{
  return (guint64) ((chance + 1) / 2 * (float) state->rows * (float) state->columns);
}

/* At each moment one of 128 pseudo-random numbers scales the particle between the two sizes, or hides it if it is above
 * the percentage. */
gboolean
mw_wow_particle_twinkle (const MwEmitterState *e, const MwParticle *p, MwParticleShape *shape)
{
  float low = e->twinkle_scale[0], high = e->twinkle_scale[1], moment = floorf (p->age * e->twinkle_fps);
  if (low == high && e->twinkle_percent >= 1) {
    for (int i = 0; i < 2; i++)
      shape->scale[i] *= low;
    return TRUE;
  }
  guint64 state = 128 + (guint) ((mw_particle_chance (p, MW_CHANCE_TWINKLE) + 1) * 64);
  state += moment > 0 && moment < 1e9f ? (guint) moment : 0;
  state &= 127;
  float number = (mw_random_around_zero (&state) + 1) / 2;
  if (number > e->twinkle_percent)
    return FALSE;
  for (int i = 0; i < 2; i++)
    shape->scale[i] *= low + (high - low) * number;
  return TRUE;
}

static void
offset_cells (const MwEmitterState *e, MwParticleLook *look)
{
  guint64 n = MAX (e->rows, 1) * MAX (e->columns, 1), offset = 0, state = e->cell_seed;
  if (e->flags & MW_EMITTER_CELL_OFFSET)
    offset += mw_wow_particle_cell (e, mw_random_around_zero (&state));
  if (offset) {
    look->head_cell = (look->head_cell + offset) % n;
    look->tail_cell = (look->tail_cell + offset) % n;
  }
}

/* Sets the half axes of the head. */
static void
set_axes (uint32_t flags, const MwParticle *p, const MwParticleShape *shape, const MwParticleView *view,
          MwParticleLook *look)
{
  float x[3], y[3], cosine = cosf (shape->angle), sine = sinf (shape->angle);
  memcpy (x, flags & MW_EMITTER_XY_QUADS ? view->world : view->right, sizeof x);
  memcpy (y, flags & MW_EMITTER_XY_QUADS ? view->world + 4 : view->up, sizeof y);
  if (flags & MW_EMITTER_VELOCITY_ALIGNED) {
    float to_right = -mw_vec_dot (p->velocity, view->right), to_up = -mw_vec_dot (p->velocity, view->up);
    float way[3];
    for (int i = 0; i < 3; i++)
      way[i] = to_right * view->right[i] + to_up * view->up[i];
    if (mw_vec_normalise (way) > 1e-6f) {
      memcpy (x, way, sizeof x);
      mw_vec_cross (view->towards, x, y);
      cosine = 1;
      sine = 0;
    }
  }
  mw_vec_normalise (x);
  mw_vec_normalise (y);
  for (int i = 0; i < 3; i++) {
    look->along[i] = (x[i] * cosine + y[i] * sine) * shape->scale[0];
    look->across[i] = (y[i] * cosine - x[i] * sine) * shape->scale[1];
    look->shift[i] = flags & MW_EMITTER_STANDS_ON_EDGE ? look->across[i] : 0;
  }
}

gboolean
mw_wow_particles_look (const MwParticles *particles, const MwParticle *p, float f, const MwParticleView *view,
                       MwParticleLook *out)
{
  const MwEmitterState *e = &particles->now;
  float seconds = e->flags & MW_EMITTER_TAIL_GROWS ? MIN (p->age, e->tail_length) : e->tail_length;
  MwParticleShape shape;

  if (e->look) {
    e->look (particles, p, f, out, &shape);
  } else {
    shape.scale[0] = shape.scale[1] = mw_particle_segments_at (&e->segments, f, out);
    shape.angle = 2 * (float) G_PI * e->spin_turns * f;
  }
  if ((e->flags & MW_EMITTER_TUMBLER) && mw_particle_chance (p, MW_CHANCE_SIDE) < 0)
    shape.angle = -shape.angle;
  if (!mw_wow_particle_twinkle (e, p, &shape))
    return FALSE;
  for (int i = 0; i < 2; i++)
    shape.scale[i] *= e->flags & MW_EMITTER_INHERIT_SCALE ? mw_vec_length (view->world) : 1;
  offset_cells (e, out);
  set_axes (e->flags, p, &shape, view, out);
  for (int i = 0; i < 3; i++)
    out->back[i] = -p->velocity[i] * seconds;
  out->width = shape.scale[0];
  out->dot = 0.05f * shape.scale[0];
  return TRUE;
}
