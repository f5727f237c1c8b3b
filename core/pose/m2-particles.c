/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/m2-particles.h"
#include "core/pose/m2-evaluate.h"
#include "core/pose/math.h"
#include "core/pose/simulation.h"

/* Rendering reference, 4.4. */
enum {
  MODEL_SPACE = 0x10,
  INHERIT_SCALE = 0x20,
  Z_VELOCITY = 0x100,
  TAIL_GROWS = 0x400,
  XY_QUADS = 0x1000,
  PROJECT = 0x2000,
  RANDOM_CELL = 0x10000,
  HEAD = 0x20000,
  TAIL = 0x40000,
  GRAVITY_VECTOR = 0x800000,
  MULTI_TEXTURE = 0x10000000
};
enum { PLANE = 1, SPHERE = 2, SPLINE = 3 };
enum { MOST = 4096 };

static const float step_seconds = MW_SIMULATION_STEP_MS / 1000.0f;

/* In model space, or in that of its bone for emitters that say so. */
typedef struct {
  float position[3], velocity[3], gravity[3];
  float age, life, chance; /* the latter in [-1, 1): what is chosen for it once */
} Particle;

struct _MwM2Particles {
  const MwSkeleton *skeleton;
  const MwM2Particle *emitter;
  MwSimulation simulation;
  GArray *alive; /* Particle, oldest first */
  double due;
  guint64 random;
};

static const MwM2 *
model_of (const MwM2Particles *particles)
{
  return (const MwM2 *) mw_skeleton_model (particles->skeleton);
}

static float
value (const MwM2Particles *particles, const MwM2Track *track, const MwClock *at)
{
  return mw_m2_evaluate_float (model_of (particles), track, at, 0, 0);
}

static float
around_zero (MwM2Particles *particles)
{
  return mw_random_around_zero (&particles->random);
}

static float
up_to_one (MwM2Particles *particles)
{
  return (around_zero (particles) + 1) / 2;
}

static gboolean
is_late (const MwM2Particles *particles)
{
  return model_of (particles)->version >= 264;
}

/* --- Simulation ------------------------------------------------------------------------------------------------------- */

static void
reset (gpointer data)
{
  MwM2Particles *particles = data;
  g_array_set_size (particles->alive, 0);
  particles->due = 0;
  particles->random = particles->emitter->record.id;
}

static void
move (const MwM2Particle *e, Particle *p, float dt)
{
  float kept = 1 - MIN (e->drag * dt, 1);
  for (int i = 0; i < 3; i++) {
    if (p->age < e->wind_time)
      p->velocity[i] += e->wind[i] * dt;
    p->position[i] += p->velocity[i] * dt + p->gravity[i] * dt * dt / 2;
    p->velocity[i] = (p->velocity[i] + p->gravity[i] * dt) * kept;
  }
  p->age += dt;
}

/* A point of the spline: Bezier curves of four points, each sharing its last with the next. */
static void
spline_point (const MwM2Particle *e, float t, float out[3])
{
  const float *points = e->spline.data;
  uint32_t n = e->spline.n < 4 ? 0 : (e->spline.n - 1) / 3;
  for (int i = 0; i < 3; i++)
    out[i] = e->spline.n ? points[i] : 0;
  if (n == 0)
    return;
  float along = CLAMP (t, 0, 1) * (float) n;
  uint32_t which = MIN ((uint32_t) along, n - 1);
  float f = along - (float) which, u = 1 - f;
  const float k[4] = { u * u * u, 3 * u * u * f, 3 * u * f * f, f * f * f };
  for (int i = 0; i < 3; i++) {
    out[i] = 0;
    for (uint32_t c = 0; c < 4; c++)
      out[i] += k[c] * points[3 * (3 * which + c) + (uint32_t) i];
  }
}

typedef struct {
  float speed, variation, latitude, longitude, length, width, z_source;
} Source;

/* Where it is born about the emitter, and how it flies. */
static void
place (MwM2Particles *particles, const Source *source, Particle *p)
{
  const MwM2Particle *e = particles->emitter;
  float speed = source->speed * (1 + source->variation * around_zero (particles));
  float azimuth = source->longitude * around_zero (particles), polar = source->latitude * around_zero (particles);
  float way[3] = { cosf (azimuth) * sinf (polar), sinf (azimuth) * sinf (polar), cosf (polar) };
  switch (e->emitter_type) {
  case SPHERE: {
    float radius = source->length + (source->width - source->length) * up_to_one (particles);
    const float out[3] = { cosf (polar) * cosf (azimuth), cosf (polar) * sinf (azimuth), sinf (polar) };
    for (int i = 0; i < 3; i++) {
      p->position[i] = radius * out[i];
      way[i] = out[i];
    }
    break;
  }
  case SPLINE:
    spline_point (e, source->length + (source->width - source->length) * up_to_one (particles), p->position);
    way[0] = way[1] = 0;
    way[2] = 1;
    break;
  case PLANE:
    p->position[0] = source->length / 2 * around_zero (particles);
    p->position[1] = source->width / 2 * around_zero (particles);
    p->position[2] = 0;
    break;
  default:
    memset (p->position, 0, sizeof p->position);
  }
  if (source->z_source >= 0.001f) {
    for (int i = 0; i < 3; i++)
      way[i] = p->position[i] - (i == 2 ? source->z_source : 0);
    mw_vec_normalise (way);
  }
  for (int i = 0; i < 3; i++)
    p->velocity[i] = (e->flags & Z_VELOCITY) && i < 2 ? 0 : speed * way[i];
}

static void
spawn (MwM2Particles *particles, const MwClock *at, guint n)
{
  const MwM2Particle *e = particles->emitter;
  Source source = { value (particles, e->speed_track, at),    value (particles, e->variation_track, at),
                    value (particles, e->latitude_track, at), value (particles, e->longitude_track, at),
                    value (particles, e->length_track, at),   value (particles, e->width_track, at),
                    value (particles, e->z_source_track, at) };
  float life = value (particles, e->life_span_track, at), world[16];
  float gravity[3] = { 0, 0, -value (particles, e->gravity_track, at) };
  if (e->flags & GRAVITY_VECTOR)
    mw_m2_evaluate_gravity (model_of (particles), e->gravity_vector_track, at, gravity);
  if (e->flags & MODEL_SPACE)
    memcpy (world, mw_mat_identity, sizeof world);
  else
    mw_skeleton_matrix_at_time (particles->skeleton, e->record.id, at, world);
  for (guint k = 0; k < n && particles->alive->len < MOST; k++) {
    Particle p = { .chance = around_zero (particles) };
    p.life = life + (is_late (particles) ? e->life_span_variation * around_zero (particles) : 0);
    memcpy (p.gravity, gravity, sizeof gravity);
    place (particles, &source, &p);
    for (int i = 0; i < 3; i++)
      p.position[i] += e->position[i];
    mw_mat_point (world, p.position, p.position);
    mw_mat_direction (world, p.velocity, p.velocity);
    if (e->flags & PROJECT)
      p.position[2] = 0;
    if (p.life > 0 && isfinite (p.life))
      g_array_append_val (particles->alive, p);
  }
}

static void
step (gpointer data, const MwClock *at, gboolean turn, gboolean emits)
{
  MwM2Particles *particles = data;
  const MwM2Particle *e = particles->emitter;
  Particle *all = (Particle *) (void *) particles->alive->data;
  guint kept = 0;

  for (guint i = 0; i < particles->alive->len; i++) {
    Particle p = all[i];
    move (e, &p, step_seconds);
    if (p.age < p.life)
      all[kept++] = p;
  }
  g_array_set_size (particles->alive, kept);
  if (!emits || mw_m2_evaluate_u32 (model_of (particles), e->visibility_track, at, 1, 1) == 0)
    return;
  float rate = value (particles, e->emission_rate_track, at);
  if (is_late (particles))
    rate += e->emission_rate_variation * around_zero (particles);
  double due = (double) rate * MW_SIMULATION_STEP_MS / 1000;
  particles->due += due > 0 ? MIN (due, MOST) : 0;
  guint n = (guint) particles->due;
  particles->due -= n;
  if (n)
    spawn (particles, at, n);
}

MwM2Particles *
mw_m2_particles_new (const MwSkeleton *skeleton, const MwM2Particle *emitter)
{
  MwM2Particles *particles = g_new0 (MwM2Particles, 1);
  particles->skeleton = skeleton;
  particles->emitter = emitter;
  particles->alive = g_array_new (FALSE, FALSE, sizeof (Particle));
  reset (particles);
  return particles;
}

void
mw_m2_particles_free (MwM2Particles *particles)
{
  if (!particles)
    return;
  g_array_unref (particles->alive);
  g_free (particles);
}

void
mw_m2_particles_reset (MwM2Particles *particles)
{
  reset (particles);
  particles->simulation.running = FALSE;
}

void
mw_m2_particles_update (MwM2Particles *particles, const MwClock *clock)
{
  static const MwSimulated simulated = { reset, step };
  const MwM2Particle *e = particles->emitter;
  float life = value (particles, e->life_span_track, clock) + fabsf (e->life_span_variation);
  mw_simulation_update (&particles->simulation, clock, mw_simulation_history_ms (life), &simulated, particles);
}

guint
mw_m2_particles_n (const MwM2Particles *particles)
{
  return particles->alive->len;
}

const MwM2Particle *
mw_m2_particles_emitter (const MwM2Particles *particles)
{
  return particles->emitter;
}

MwRef
mw_m2_particle_texture (const MwM2 *model, const MwM2Particle *emitter)
{
  if (!(emitter->flags & MULTI_TEXTURE))
    return emitter->texture;
  uint32_t first = emitter->textures & 0x1Fu;
  return first < model->textures.n ? (MwRef) { model->textures.items[first]->id, 0 } : MW_REF_NONE;
}

/* --- Drawing ---------------------------------------------------------------------------------------------------------- */

typedef struct {
  float right[3], up[3], towards[3];
} Viewer;

/* How a particle looks at a part of its life. */
typedef struct {
  float rgba[4], scale[2], turn;
  guint64 head_cell, tail_cell;
} Look;

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

static void
look_late (const MwM2Particle *e, const Particle *p, float f, Look *look)
{
  float colour[3] = { 255, 255, 255 }, cell[2] = { 0, 0 };
  look->rgba[3] = 1;
  look->scale[0] = look->scale[1] = 1;
  curve_at (e->color_curve, &mw_m2_curve_vec3_schema, 3, f, colour);
  curve_at (e->alpha_curve, &mw_m2_curve_float_schema, 1, f, &look->rgba[3]);
  curve_at (e->scaling_curve, &mw_m2_curve_vec2_schema, 2, f, look->scale);
  if (!curve_at (e->head_cell_curve, &mw_m2_curve_u16_schema, 1, f, &cell[0]) && (e->flags & RANDOM_CELL))
    cell[0] = (p->chance + 1) / 2 * (float) e->rows * (float) e->columns;
  curve_at (e->tail_cell_curve, &mw_m2_curve_u16_schema, 1, f, &cell[1]);
  for (int i = 0; i < 3; i++)
    look->rgba[i] = colour[i] / 255;
  for (int i = 0; i < 2; i++)
    look->scale[i] *= MAX (1 + p->chance * e->scaling_variation[0], 1e-4f);
  look->head_cell = (guint64) MAX (cell[0], 0);
  look->tail_cell = (guint64) MAX (cell[1], 0);
  look->turn = e->initial_spin + e->initial_spin_variation * p->chance
               + (e->spin + e->spin_variation * p->chance) * p->age;
}

static guint64
cell_between (float first, float last, float f)
{
  float n = last - first;
  return (guint64) MAX (first + (n > 0 ? MIN (floorf (n * f), n - 1) : 0), 0);
}

/* Two parts of a life, as emitters of Warcraft III. */
static void
look_early (const MwM2Particle *e, const Particle *p, float f, Look *look)
{
  const uint8_t *colours[] = { e->color_start, e->color_middle, e->color_end };
  int part = f < e->time ? 0 : 1;
  float t = part == 0 ? f / e->time : e->time < 1 ? CLAMP ((f - e->time) / (1 - e->time), 0, 1) : 1;
  for (int i = 0; i < 4; i++)
    look->rgba[i] = ((float) colours[part][i] + t * ((float) colours[part + 1][i] - (float) colours[part][i])) / 255;
  look->scale[0] = look->scale[1] = e->scaling[part] + t * (e->scaling[part + 1] - e->scaling[part]);
  const uint16_t *head = part ? e->head_decay : e->head_life;
  const int16_t *tail = part ? e->tail_decay : e->tail_life;
  look->head_cell = cell_between (head[0], head[1], t);
  look->tail_cell = cell_between (tail[0], tail[1], t);
  look->turn = 2 * (float) G_PI * e->spin_turns * f;
}

static void
append_head (const MwM2Particle *e, const Particle *p, const Look *look, const Viewer *viewer, const float world[16],
             GArray *vertices)
{
  float x[3], y[3], along[3], across[3], uv[4], cosine = cosf (look->turn), sine = sinf (look->turn);
  memcpy (x, e->flags & XY_QUADS ? world : viewer->right, sizeof x);
  memcpy (y, e->flags & XY_QUADS ? world + 4 : viewer->up, sizeof y);
  mw_vec_normalise (x);
  mw_vec_normalise (y);
  for (int i = 0; i < 3; i++) {
    along[i] = (x[i] * cosine + y[i] * sine) * look->scale[0];
    across[i] = (y[i] * cosine - x[i] * sine) * look->scale[1];
  }
  mw_sprite_cell (e->rows, e->columns, look->head_cell, uv);
  mw_sprite_append (vertices, p->position, along, across, uv, look->rgba);
}

static void
append_tail (const MwM2Particle *e, const Particle *p, const Look *look, const Viewer *viewer, GArray *vertices)
{
  float along[3], across[3], centre[3], uv[4];
  float seconds = e->flags & TAIL_GROWS ? MIN (p->age, e->tail_length) : e->tail_length;
  for (int i = 0; i < 3; i++) {
    along[i] = -p->velocity[i] * seconds / 2;
    centre[i] = p->position[i] + along[i];
  }
  mw_vec_cross (viewer->towards, along, across);
  if (mw_vec_normalise (across) == 0)
    return;
  for (int i = 0; i < 3; i++)
    across[i] *= look->scale[0];
  mw_sprite_cell (e->rows, e->columns, look->tail_cell, uv);
  mw_sprite_append (vertices, centre, along, across, uv, look->rgba);
}

guint
mw_m2_particles_append_quads (const MwM2Particles *particles, const float world[16], const float view[16],
                              GArray *vertices)
{
  const MwM2Particle *e = particles->emitter;
  gboolean late = is_late (particles);
  gboolean tail = late ? (e->flags & TAIL) != 0 : e->head_or_tail == 1 || e->head_or_tail == 2;
  gboolean head = late ? (e->flags & HEAD) != 0 || !tail : e->head_or_tail != 1;
  float dt = mw_simulation_rest_of_step (&particles->simulation),
        size = e->flags & INHERIT_SCALE ? mw_vec_length (world) : 1;
  guint before = vertices->len;
  Viewer viewer;

  mw_view_axes (view, viewer.right, viewer.up, viewer.towards);
  for (guint i = 0; i < particles->alive->len; i++) {
    Particle p = g_array_index (particles->alive, Particle, i);
    Look look;
    move (e, &p, dt);
    if (!(p.age < p.life))
      continue;
    if (e->flags & MODEL_SPACE) {
      mw_mat_point (world, p.position, p.position);
      mw_mat_direction (world, p.velocity, p.velocity);
    }
    if (late)
      look_late (e, &p, p.age / p.life, &look);
    else
      look_early (e, &p, p.age / p.life, &look);
    for (int k = 0; k < 2; k++)
      look.scale[k] *= size;
    if (head)
      append_head (e, &p, &look, &viewer, world, vertices);
    if (tail)
      append_tail (e, &p, &look, &viewer, vertices);
  }
  return (vertices->len - before) / 4;
}
