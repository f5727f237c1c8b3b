/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/m2.h"
#include "core/pose/emitter.h"
#include "core/pose/m2-evaluate.h"
#include "core/pose/math.h"

/* Emitters of M2 (rendering.md 4.4), and what those of World of Warcraft's alpha have in common with them. Where the client
 * and its viewers differ, the client's reading is taken. */

enum {
  SORT_FAR_Z = 0x2,
  VELOCITY_ALIGNED = 0x4,
  MODEL_SPACE = 0x10,
  INHERIT_SCALE = 0x20,
  BURST = 0x40,
  FLEETING = 0x80,
  Z_VELOCITY = 0x100,
  TUMBLER = 0x200,
  TAIL_GROWS = 0x400,
  EXTRUDE = 0x800,
  XY_QUADS = 0x1000,
  PROJECT = 0x2000,
  FOLLOW = 0x4000,
  CELL_OFFSET = 0x8000,
  RANDOM_CELL = 0x10000,
  HEAD = 0x20000,
  TAIL = 0x40000,
  SCALE_BY_AXIS = 0x80000,
  RANDOM_START = 0x200000,
  GRAVITY_VECTOR = 0x800000,
  STANDS_ON_EDGE = 0x8000000,
  MULTI_TEXTURE = 0x10000000
};
/* Up to 263 there are those of World of Warcraft's alpha only; files have higher bits, and their clients ignore them. */
#define EARLY_FLAGS 0x7FFFu
enum { PLANE = 1, SPHERE = 2, SPLINE = 3 };

/* What is chosen by chance and stays with a particle. */
enum {
  CHANCE,
  CHANCE_SCALE_Y,
  CHANCE_CELL,
  CHANCE_TWINKLE,
  CHANCE_START,                     /* of two textures, u and v */
  CHANCE_SCROLL = CHANCE_START + 4, /* the same */
};

static const MwM2Particle *
emitter_of (const MwParticles *particles)
{
  return particles->as_m2 ? particles->as_m2 : (const MwM2Particle *) particles->pool.emitter;
}

static const MwM2 *
model_of (const MwParticles *particles)
{
  return (const MwM2 *) particles->pool.model;
}

static float
value (const MwParticles *particles, const MwM2Track *track, const MwClock *at)
{
  return mw_m2_evaluate_float (model_of (particles), track, at, 0, 0);
}

static gboolean
is_late (const MwParticles *particles)
{
  return !particles->as_m2 && mw_m2_has_lanes (model_of (particles));
}

static uint32_t
flags_of (const MwParticles *particles)
{
  uint32_t flags = emitter_of (particles)->flags;
  return is_late (particles) ? flags : flags & EARLY_FLAGS;
}

static void
habits (const MwParticles *particles, MwParticleHabits *out)
{
  uint32_t flags = emitter_of (particles)->flags;
  *out = (MwParticleHabits) { .model_space = (flags & MODEL_SPACE) != 0,
                              .sorted = (flags & SORT_FAR_Z) != 0,
                              .fleeting = (flags & FLEETING) != 0,
                              .remembers = (flags & BURST) != 0 };
}

static float
largest_of (const MwArray *values, float largest)
{
  for (uint32_t i = 0; i < values->n; i++)
    largest = MAX (largest, ((const float *) values->data)[i]);
  return largest;
}

static float
life_span (const MwParticles *particles)
{
  const MwM2Particle *e = emitter_of (particles);
  const MwM2Track *track = e->life_span_track;
  float largest = track ? largest_of (&track->values, 0) : 0;
  for (uint32_t i = 0; track && i < track->lanes.n; i++)
    largest = largest_of (&((const MwM2Lane *) track->lanes.items[i])->values, largest);
  return largest + (is_late (particles) ? fabsf (e->life_span_variation) : 0);
}

/* --- What follows the emitter ----------------------------------------------------------------------------------------- */

/* From the emitter's place some steps ago to that of now; FALSE, and nothing: it is not known. */
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

/* Particles that are older than two steps go along with the emitter, as far as its speed says. */
static void
follow (MwParticles *particles)
{
  const MwM2Particle *e = emitter_of (particles);
  float way[3], speeds = e->follow_speed2 - e->follow_speed1;
  if (!way_since (particles, 1, way))
    return;
  float k = speeds != 0 ? (e->follow_scale2 - e->follow_scale1) / speeds : 0;
  float share = k * (mw_vec_length (way) / MW_PARTICLE_STEP - e->follow_speed1) + e->follow_scale1;
  share = share > 0 ? MIN (share, 1) : 0;
  for (guint i = 0; i < particles->pool.left->len; i++) {
    MwParticle *p = &g_array_index (particles->pool.left, MwParticle, i);
    for (int c = 0; c < 3 && p->age > 2 * MW_PARTICLE_STEP; c++)
      p->position[c] += share * way[c];
  }
}

static void
begin_step (MwParticles *particles, const MwClock *at, gboolean turn)
{
  const MwM2Particle *e = emitter_of (particles);
  float world[16], way[3];
  if (!(e->flags & (FOLLOW | BURST | EXTRUDE)) || (e->flags & MODEL_SPACE))
    return;
  if (turn)
    particles->n_places = 0;
  memmove (particles->places[1], particles->places[0], 2 * sizeof particles->places[0]);
  mw_pool_world (&particles->pool, at, world);
  mw_mat_point (world, e->position, particles->places[0]);
  particles->n_places = MIN (particles->n_places + 1, G_N_ELEMENTS (particles->places));
  if (e->flags & FOLLOW)
    follow (particles);
  /* The client measures over about 33 ms, and only while nothing is alive. */
  if ((e->flags & BURST) && particles->pool.left->len == 0) {
    way_since (particles, 2, way);
    for (int i = 0; i < 3; i++)
      particles->thrust[i] = way[i] / (2 * MW_PARTICLE_STEP) * e->inherit_velocity;
  }
}

static void
move (const MwParticles *particles, MwParticle *all, guint n, float dt)
{
  const MwM2Particle *e = emitter_of (particles);
  const float kept = 1 - MIN (e->drag * dt, 1), wind_time = e->wind_time;
  const float gust[3] = { e->wind[0] * dt, e->wind[1] * dt, e->wind[2] * dt };
  for (MwParticle *p = all; p < all + n; p++) {
    for (int i = 0; i < 3; i++) {
      float velocity = p->velocity[i] + (p->age < wind_time ? gust[i] : 0);
      p->position[i] += velocity * dt + p->pull[i] * dt * dt / 2;
      p->velocity[i] = (velocity + p->pull[i] * dt) * kept;
    }
    p->age += dt;
  }
}

/* --- Birth ------------------------------------------------------------------------------------------------------------ */

/* Lengths are measured along so many chords of each curve. */
enum { CHORDS = 16 };

/* A point of the spline, and which way it goes there: Bezier curves of four points, each sharing its last with the next.
 * `along` counts curves. */
static void
spline_point (const MwM2Particle *e, double along, float out[3], float tangent[3])
{
  const float *points = e->spline.data;
  uint32_t n = e->spline.n < 4 ? 0 : (e->spline.n - 1) / 3;
  for (int i = 0; i < 3; i++) {
    out[i] = e->spline.n ? points[i] : 0;
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
  const MwM2Particle *e = emitter_of (particles);
  uint32_t n = e->spline.n < 4 ? 0 : (e->spline.n - 1) / 3;
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

/* At a fraction of its length. */
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
  spline_point (emitter_of (particles), ((double) low + (double) part) / CHORDS, out, tangent);
}

/* The vector turned about an axis of unit length. */
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

/* Where it is born about the emitter, and how it flies. */
static void
place (MwParticles *particles, const MwParticleSource *source, MwParticle *p)
{
  const MwM2Particle *e = emitter_of (particles);
  float speed = source->speed * (1 + source->variation * mw_particles_random (particles));
  float azimuth = source->longitude * mw_particles_random (particles);
  float polar = source->latitude * mw_particles_random (particles);
  float way[3] = { cosf (azimuth) * sinf (polar), sinf (azimuth) * sinf (polar), cosf (polar) };
  switch (e->emitter_type) {
  case SPHERE: {
    float radius = source->length + (source->width - source->length) * mw_particles_random_part (particles);
    const float out[3] = { cosf (polar) * cosf (azimuth), cosf (polar) * sinf (azimuth), sinf (polar) };
    for (int i = 0; i < 3; i++) {
      p->position[i] = radius * out[i];
      way[i] = out[i];
    }
    break;
  }
  case SPLINE:
    place_on_spline (particles, source, p, way);
    break;
  case PLANE:
    p->position[0] = source->length / 2 * mw_particles_random (particles);
    p->position[1] = source->width / 2 * mw_particles_random (particles);
    break;
  default: /* bones: from the emitter's point */
    break;
  }
  for (int i = 0; i < 3 && (e->flags & TUMBLER); i++)
    p->position[i] *= mw_particles_random (particles) < 0 ? -1 : 1;
  if (source->z_source >= 0.001f) {
    for (int i = 0; i < 3; i++)
      way[i] = p->position[i] - (i == 2 ? source->z_source : 0);
    mw_vec_normalise (way);
  }
  for (int i = 0; i < 3; i++)
    p->velocity[i] = (e->flags & Z_VELOCITY) && i < 2 ? 0 : speed * way[i];
}

/* Takes it from the emitter's bone into the model, with what the emitter's own way adds. */
static void
release (MwParticles *particles, const MwParticleSource *source, const float world[16], MwParticle *p)
{
  const MwM2Particle *e = emitter_of (particles);
  float way[3];
  mw_mat_point (world, p->position, p->position);
  mw_mat_direction (world, p->velocity, p->velocity);
  if ((e->flags & EXTRUDE) && way_since (particles, 1, way)) {
    float back = mw_particles_random_part (particles);
    for (int i = 0; i < 3; i++)
      p->position[i] -= back * way[i];
  }
  if (e->flags & BURST) {
    float share = 1 + source->variation * mw_particles_random (particles);
    for (int i = 0; i < 3; i++)
      p->velocity[i] += share * particles->thrust[i];
  }
}

static double
due (MwParticles *particles, const MwClock *at, gboolean turn)
{
  const MwM2Particle *e = emitter_of (particles);
  float rate = value (particles, e->emission_rate_track, at);
  if (is_late (particles))
    rate += e->emission_rate_variation * mw_particles_random (particles);
  return (double) rate * MW_SIMULATION_STEP_MS / 1000;
}

void
mw_m2_particles_spawn (MwParticles *particles, const MwClock *at, guint n, const MwParticleSource *source)
{
  const MwM2Particle *e = emitter_of (particles);
  float world[16];
  if (!(e->flags & MODEL_SPACE))
    mw_pool_world (&particles->pool, at, world);
  for (guint k = 0; k < n && particles->pool.left->len < particles->pool.max; k++) {
    MwParticle p = { .life = source->life + source->life_variation * mw_particles_random (particles),
                     .span = source->life + fabsf (source->life_variation) };
    memcpy (p.pull, source->gravity, sizeof p.pull);
    place (particles, source, &p);
    for (int i = 0; i < 3; i++)
      p.position[i] += e->position[i];
    if (!(e->flags & MODEL_SPACE))
      release (particles, source, world, &p);
    if (e->flags & PROJECT)
      p.position[2] = 0;
    /* Born at any time in the step. */
    float age = MW_PARTICLE_STEP * mw_particles_random_part (particles);
    if (p.life > 0)
      move (particles, &p, 1, fmodf (age, p.life));
    mw_particles_add (particles, p);
  }
}

static void
spawn (MwParticles *particles, const MwClock *at, guint n)
{
  const MwM2Particle *e = emitter_of (particles);
  MwParticleSource source = { .speed = value (particles, e->speed_track, at),
                              .variation = value (particles, e->variation_track, at),
                              .latitude = value (particles, e->latitude_track, at),
                              .longitude = value (particles, e->longitude_track, at),
                              .length = value (particles, e->length_track, at),
                              .width = value (particles, e->width_track, at),
                              .z_source = value (particles, e->z_source_track, at),
                              .life = value (particles, e->life_span_track, at),
                              .life_variation = is_late (particles) ? e->life_span_variation : 0,
                              .gravity = { 0, 0, -value (particles, e->gravity_track, at) } };
  if (flags_of (particles) & GRAVITY_VECTOR)
    mw_m2_evaluate_gravity (model_of (particles), e->gravity_vector_track, at, source.gravity);
  mw_m2_particles_spawn (particles, at, n, &source);
}

/* --- Looks ------------------------------------------------------------------------------------------------------------ */

/* Component-wise between the keys of a curve; FALSE: it has none. */
static gboolean
curve_at (const MwM2Curve *curve, const MwSchema *schema, guint n, float f, float *out)
{
  uint32_t keys = curve && curve->record.schema == schema ? MIN (curve->times.n, curve->values.n) : 0;
  if (keys == 0)
    return FALSE;
  const float *times = curve->times.data;
  uint32_t b = 0;
  while (b < keys && times[b] <= f)
    b++;
  uint32_t a = b ? b - 1 : 0;
  b = MIN (b, keys - 1);
  float gap = times[b] - times[a], t = gap > 0 ? CLAMP ((f - times[a]) / gap, 0, 1) : 0;
  for (guint i = 0; i < n; i++) {
    gboolean whole = schema == &mw_m2_curve_u16_schema;
    float va = whole ? ((const uint16_t *) curve->values.data)[a] : ((const float *) curve->values.data)[n * a + i];
    float vb = whole ? ((const uint16_t *) curve->values.data)[b] : ((const float *) curve->values.data)[n * b + i];
    out[i] = va + t * (vb - va);
  }
  return TRUE;
}

/* A cell by chance. */
static guint64
part_of_cells (const MwM2Particle *e, float chance)
{
  return (guint64) ((chance + 1) / 2 * (float) e->rows * (float) e->columns);
}

/* What the two ways of saying it come to: size as half extents, and the head's turn. */
typedef struct {
  float scale[2], turn;
} Shape;

static void
look_late (const MwM2Particle *e, const MwParticle *p, float f, MwParticleLook *look, Shape *shape)
{
  float colour[3] = { 255, 255, 255 }, cells[2] = { 0, 0 }, chance = mw_particle_chance (p, CHANCE);
  look->rgba[3] = 1;
  shape->scale[0] = shape->scale[1] = 1;
  curve_at (e->color_curve, &mw_m2_curve_vec3_schema, 3, f, colour);
  curve_at (e->alpha_curve, &mw_m2_curve_fixed16_schema, 1, f, &look->rgba[3]);
  curve_at (e->scaling_curve, &mw_m2_curve_vec2_schema, 2, f, shape->scale);
  if (!curve_at (e->head_cell_curve, &mw_m2_curve_u16_schema, 1, f, &cells[0]) && (e->flags & RANDOM_CELL))
    cells[0] = (float) part_of_cells (e, mw_particle_chance (p, CHANCE_CELL));
  curve_at (e->tail_cell_curve, &mw_m2_curve_u16_schema, 1, f, &cells[1]);
  for (int i = 0; i < 3; i++)
    look->rgba[i] = colour[i] / 255;
  for (int i = 0; i < 2; i++) {
    gboolean own = i == 1 && (e->flags & SCALE_BY_AXIS);
    float by_chance = own ? mw_particle_chance (p, CHANCE_SCALE_Y) : chance;
    shape->scale[i] *= MAX (1 + by_chance * e->scaling_variation[own], 1e-4f);
  }
  look->head_cell = (guint64) MAX (cells[0], 0);
  look->tail_cell = (guint64) MAX (cells[1], 0);
  shape->turn = e->initial_spin + e->initial_spin_variation * chance + (e->spin + e->spin_variation * chance) * p->age;
}

/* Two parts of a life, as emitters of Warcraft III. */
static void
look_early (const MwM2Particle *e, float life, MwParticleLook *look, Shape *shape)
{
  const uint8_t *colours[] = { e->color_start, e->color_middle, e->color_end };
  float f;
  guint part = mw_particle_part (e->time, life, &f);
  for (int i = 0; i < 4; i++)
    look->rgba[i] = ((float) colours[part][i] + f * ((float) colours[part + 1][i] - (float) colours[part][i])) / 255;
  shape->scale[0] = shape->scale[1] = e->scaling[part] + f * (e->scaling[part + 1] - e->scaling[part]);
  const uint16_t *head = part ? e->head_decay : e->head_life;
  const int16_t *tail = part ? e->tail_decay : e->tail_life;
  look->head_cell = mw_particle_cell (head[0], head[1], head[2], f);
  look->tail_cell = mw_particle_cell (tail[0], tail[1], 1, f);
  shape->turn = 2 * (float) G_PI * e->spin_turns * life;
}

/* A table of 128 numbers by chance says at each moment how large it is, and whether it is seen. */
static gboolean
twinkle (const MwM2Particle *e, const MwParticle *p, Shape *shape)
{
  float low = e->twinkle_scale[0], high = e->twinkle_scale[1], moment = floorf (p->age * e->twinkle_fps);
  if (low == high)
    return TRUE;
  guint64 state = 128 + (guint) ((mw_particle_chance (p, CHANCE_TWINKLE) + 1) * 64);
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
offset_cells (const MwM2Particle *e, uint32_t flags, const MwParticle *p, MwParticleLook *look)
{
  guint64 n = (guint64) MAX (e->rows, 1) * MAX (e->columns, 1), offset = 0, state = e->record.id;
  if (flags & CELL_OFFSET)
    offset += part_of_cells (e, mw_random_around_zero (&state));
  if (flags & RANDOM_START)
    offset += part_of_cells (e, mw_particle_chance (p, CHANCE_CELL));
  if (offset) {
    look->head_cell = (look->head_cell + offset) % n;
    look->tail_cell = (look->tail_cell + offset) % n;
  }
}

/* The head's half axes. */
static void
set_axes (uint32_t flags, const MwParticle *p, const Shape *shape, const MwParticleView *view, MwParticleLook *look)
{
  float x[3], y[3], cosine = cosf (shape->turn), sine = sinf (shape->turn);
  memcpy (x, flags & XY_QUADS ? view->world : view->right, sizeof x);
  memcpy (y, flags & XY_QUADS ? view->world + 4 : view->up, sizeof y);
  if (flags & VELOCITY_ALIGNED) {
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
    look->shift[i] = flags & STANDS_ON_EDGE ? look->across[i] : 0;
  }
}

/* Further textures scroll over the whole quad, from a place by chance. */
static void
scroll (const MwM2Particle *e, const MwParticle *p, MwParticleLook *look)
{
  for (guint k = 0; k < 2; k++) {
    float size = e->texture_scale[k] != 0 && isfinite (e->texture_scale[k]) ? e->texture_scale[k] : 1;
    for (guint i = 0; i < 2; i++) {
      guint which = 2 * k + i;
      float speed = e->scroll_middle[which] + e->scroll_range[which] * mw_particle_chance (p, CHANCE_SCROLL + which);
      float at = (mw_particle_chance (p, CHANCE_START + which) + 1) / 2 + speed * p->age;
      look->more[k][i] = isfinite (at) ? at - floorf (at) : 0;
      look->more[k][i + 2] = look->more[k][i] + size;
    }
  }
}

static gboolean
look (const MwParticles *particles, const MwParticle *p, float f, const MwParticleView *view, MwParticleLook *out)
{
  const MwM2Particle *e = emitter_of (particles);
  uint32_t flags = flags_of (particles);
  float seconds = flags & TAIL_GROWS ? MIN (p->age, e->tail_length) : e->tail_length;
  Shape shape;

  out->rows = e->rows;
  out->columns = e->columns;
  if (is_late (particles)) {
    look_late (e, p, f, out, &shape);
    out->tail = (flags & TAIL) != 0;
    out->head = (flags & HEAD) != 0 || !out->tail;
  } else {
    look_early (e, f, out, &shape);
    out->tail = e->head_or_tail == 1 || e->head_or_tail == 2;
    out->head = e->head_or_tail != 1;
  }
  if (!twinkle (e, p, &shape))
    return FALSE;
  for (int i = 0; i < 2; i++)
    shape.scale[i] *= flags & INHERIT_SCALE ? mw_vec_length (view->world) : 1;
  offset_cells (e, flags, p, out);
  set_axes (flags, p, &shape, view, out);
  for (int i = 0; i < 3; i++)
    out->back[i] = -p->velocity[i] * seconds;
  out->width = shape.scale[0];
  out->dot = 0.05f * shape.scale[0];
  if (flags & MULTI_TEXTURE)
    scroll (e, p, out);
  return TRUE;
}

const MwParticleRules mw_m2_particle_rules = { habits, life_span, begin_step, move, due, spawn, look };

guint
mw_m2_particle_textures (const MwM2 *model, const MwM2Particle *emitter, MwRef out[3])
{
  out[0] = emitter->texture;
  out[1] = out[2] = MW_REF_NONE;
  if (model->version < MW_M2_MULTITEXTURE_SINCE || !(emitter->flags & MULTI_TEXTURE))
    return 1;
  out[1] = emitter->texture_2;
  out[2] = emitter->texture_3;
  for (guint i = 0; i < 3; i++)
    if (!out[i].id)
      out[i] = MW_REF_NONE;
  return 3;
}
