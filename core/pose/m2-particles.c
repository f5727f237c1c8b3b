/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/m2.h"
#include "core/pose/evaluate.h"
#include "core/pose/m2-material.h"
#include "core/pose/math.h"
#include "core/pose/wow-particles.h"

#include <math.h>

/* Emitters of M2 (rendering.md 4.4). */

static const MwM2Particle *
emitter_of (const MwParticles *particles)
{
  return (const MwM2Particle *) particles->pool.emitter;
}

static float
value (const MwParticles *particles, const MwM2Track *track, const MwClock *at)
{
  return mw_evaluate_float (particles->pool.model, track, at, 0, 0);
}

static gboolean
is_late (const MwModel *model)
{
  return mw_m2_has_lanes ((const MwM2 *) model);
}

/* --- Looks ------------------------------------------------------------------------------------------------------------ */

/* Interpolates each component between the keys of a curve. FALSE if the curve has no keys. */
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

/* The colour of the game's tables at the fraction f of a life, if the emitter shows such colours. The middle one is shown at the time of the
 * middle key of a curve of three, and else after half of the life: how the client places it is not known. */
static void
replace_colour (const MwParticles *particles, float f, float colour[3])
{
  const guint8 (*colors)[3] = mw_particles_replaced_colors (particles);
  const MwM2Curve *curve = emitter_of (particles)->color_curve;
  if (!colors)
    return;
  float middle = curve && curve->times.n == 3 ? ((const float *) curve->times.data)[1] : 0.5f;
  middle = middle >= 0 && middle <= 1 ? middle : 0.5f;
  const guint from = f >= middle;
  const float begin = from ? middle : 0, gap = (from ? 1 : middle) - begin;
  const float t = gap > 0 ? CLAMP ((f - begin) / gap, 0, 1) : 0;
  for (guint c = 0; c < 3; c++)
    colour[c] = (float) colors[from][c] + t * ((float) colors[from + 1][c] - (float) colors[from][c]);
}

/* The second and third texture cover the whole quad and scroll over it, each from a random start. */
static void
scroll (const MwM2Particle *e, const MwParticle *p, MwParticleLook *look)
{
  for (guint k = 0; k < 2; k++) {
    float size = e->texture_scale[k] != 0 && isfinite (e->texture_scale[k]) ? e->texture_scale[k] : 1;
    for (guint i = 0; i < 2; i++) {
      guint which = 2 * k + i;
      float speed = e->scroll_middle[which] + e->scroll_range[which] * mw_particle_chance (p, MW_CHANCE_SCROLL + which);
      float at = (mw_particle_chance (p, MW_CHANCE_START + which) + 1) / 2 + speed * p->age;
      look->more[k][i] = isfinite (at) ? at - floorf (at) : 0;
      look->more[k][i + 2] = look->more[k][i] + size;
    }
  }
}

static void
look_by_curves (const MwParticles *particles, const MwParticle *p, float f, MwParticleLook *look,
                MwParticleShape *shape)
{
  const MwM2Particle *e = emitter_of (particles);
  float colour[3] = { 255, 255, 255 }, cells[2] = { 0, 0 }, chance = mw_particle_chance (p, MW_CHANCE);
  look->rgba[3] = 1;
  shape->scale[0] = shape->scale[1] = 1;
  curve_at (e->color_curve, &mw_m2_curve_vec3_schema, 3, f, colour);
  curve_at (e->alpha_curve, &mw_m2_curve_fixed16_schema, 1, f, &look->rgba[3]);
  curve_at (e->scaling_curve, &mw_m2_curve_vec2_schema, 2, f, shape->scale);
  if (!curve_at (e->head_cell_curve, &mw_m2_curve_u16_schema, 1, f, &cells[0]) && (e->flags & MW_EMITTER_RANDOM_CELL))
    cells[0] = (float) mw_wow_particle_cell (&particles->now, mw_particle_chance (p, MW_CHANCE_CELL));
  curve_at (e->tail_cell_curve, &mw_m2_curve_u16_schema, 1, f, &cells[1]);
  replace_colour (particles, f, colour);
  for (int i = 0; i < 3; i++)
    look->rgba[i] = colour[i] / 255;
  for (int i = 0; i < 2; i++) {
    gboolean own = i == 1 && (e->flags & MW_EMITTER_SCALE_BY_AXIS);
    if (particles->now.models) /* the client does not vary the size of models */
      break;
    float by_chance = own ? mw_particle_chance (p, MW_CHANCE_SCALE_Y) : chance;
    shape->scale[i] *= MAX (1 + by_chance * e->scaling_variation[own], 1e-4f);
  }
  look->head_cell = (guint64) MAX (cells[0], 0);
  look->tail_cell = (guint64) MAX (cells[1], 0);
  shape->angle = e->initial_spin + e->initial_spin_variation * chance + (e->spin + e->spin_variation * chance) * p->age;
  if (e->flags & MW_EMITTER_MULTI_TEXTURE)
    scroll (e, p, look);
}

static void
read_segments (const MwM2Particle *e, MwParticleSegments *out)
{
  const uint8_t *colours[] = { e->color_start, e->color_middle, e->color_end };
  const uint16_t *heads[] = { e->head_life, e->head_decay };
  const int16_t *tails[] = { e->tail_life, e->tail_decay };
  out->middle = e->time;
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 4; k++)
      out->rgba[i][k] = (float) colours[i][k] / 255;
    out->scaling[i] = e->scaling[i];
  }
  for (int part = 0; part < 2; part++) {
    for (int i = 0; i < 3; i++)
      out->head[part][i] = heads[part][i];
    for (int i = 0; i < 2; i++)
      out->tail[part][i] = tails[part][i];
    out->tail[part][2] = 1;
  }
}

static void
read_emitter (const MwModel *model, const MwRecord *emitter, gboolean looks, MwEmitterState *out)
{
  const MwM2Particle *e = (const MwM2Particle *) emitter;
  gboolean late = is_late (model);
  mw_wow_emitter_set_flags (out, late ? e->flags : e->flags & MW_EMITTER_EARLY);
  out->look = late ? look_by_curves : NULL;
  if (late) {
    out->tail = (e->flags & MW_EMITTER_TAIL) != 0;
    out->head = (e->flags & MW_EMITTER_HEAD) != 0 || !out->tail;
  } else {
    mw_wow_emitter_set_head_or_tail (out, e->head_or_tail);
    if (looks)
      read_segments (e, &out->segments);
  }
  const guint index = e->color_index, first = MW_PARTICLE_COLORS_FIRST;
  out->color_set = index >= first && index < first + MW_PARTICLE_COLORS_SETS ? index - first + 1 : 0;
  out->type = e->emitter_type;
  out->cell_seed = emitter->id;
  out->position = e->position;
  out->rows = e->rows;
  out->columns = e->columns;
  out->tail_length = e->tail_length;
  out->twinkle_fps = e->twinkle_fps;
  out->twinkle_percent = e->twinkle_percent;
  memcpy (out->twinkle_scale, e->twinkle_scale, sizeof out->twinkle_scale);
  out->inherit_velocity = e->inherit_velocity;
  out->drag = e->drag;
  memcpy (out->wind, e->wind, sizeof out->wind);
  out->wind_time = e->wind_time;
  out->follow_speed[0] = e->follow_speed1;
  out->follow_scale[0] = e->follow_scale1;
  out->follow_speed[1] = e->follow_speed2;
  out->follow_scale[1] = e->follow_scale2;
  out->spin_turns = e->spin_turns;
  out->spline = &e->spline;
  out->models = e->geometry_model && *e->geometry_model;
  out->turned = TRUE;
  for (int i = 0; i < 3; i++) {
    out->tumble[i][0] = e->tumble_min[i];
    out->tumble[i][1] = e->tumble_max[i];
  }
}

static float
life_span (const MwParticles *particles)
{
  const MwM2Particle *e = emitter_of (particles);
  const MwM2Track *track = e->life_span_track;
  float largest = track ? mw_wow_largest (&track->values, 0) : 0;
  for (uint32_t i = 0; track && i < track->lanes.n; i++)
    largest = mw_wow_largest (&((const MwM2Lane *) track->lanes.items[i])->values, largest);
  return largest + (is_late (particles->pool.model) ? fabsf (e->life_span_variation) : 0);
}

/* --- Bones ------------------------------------------------------------------------------------------------------------ */

static void
add_used (const MwM2 *model, const MwM2Submesh *submesh, guint8 *used)
{
  const uint16_t *vertices = submesh->triangles.data;
  for (uint32_t i = 0; i < submesh->triangles.n; i++)
    for (uint32_t k = 0; k < 4; k++) {
      const size_t at = (size_t) 4 * vertices[i] + k;
      if (vertices[i] < MIN (model->bone_indices.n, model->bone_weights.n)
          && ((const uint8_t *) model->bone_weights.data)[at])
        used[((const uint8_t *) model->bone_indices.data)[at]] = 1;
    }
}

/* The bones that move any vertex of the first skin profile, without those with this flag: what the client emits at. */
static GArray *
emitting_bones (const MwM2 *model)
{
  enum { NOT_AT = 0x800 };
  guint8 used[256] = { 0 };
  GArray *bones = g_array_new (FALSE, TRUE, sizeof (MwEmittingBone));
  const MwM2Skin *skin = model->skins.n ? (const MwM2Skin *) model->skins.items[0] : NULL;
  for (uint32_t i = 0; skin && i < skin->submeshes.n; i++)
    add_used (model, (const MwM2Submesh *) skin->submeshes.items[i], used);
  for (uint32_t i = 0; i < MIN (model->bones.n, G_N_ELEMENTS (used)); i++) {
    const MwM2Bone *bone = (const MwM2Bone *) model->bones.items[i];
    if (!used[i] || (bone->flags & NOT_AT))
      continue;
    MwEmittingBone emitting = { .id = bone->record.id };
    const MwRecord *parent = mw_model_resolve (&model->model, bone->parent);
    memcpy (emitting.pivot, bone->pivot, sizeof emitting.pivot);
    if (parent && parent->schema == bone->record.schema) {
      emitting.parent = parent->id;
      memcpy (emitting.parent_pivot, ((const MwM2Bone *) parent)->pivot, sizeof emitting.parent_pivot);
    }
    g_array_append_val (bones, emitting);
  }
  return bones;
}

/* --- Birth ------------------------------------------------------------------------------------------------------------ */

static double
due (MwParticles *particles, const MwClock *at)
{
  const MwM2Particle *e = emitter_of (particles);
  float rate = value (particles, e->emission_rate_track, at);
  if (particles->now.flags & MW_EMITTER_SQUIRT)
    return mw_particles_burst (particles, rate);
  if (is_late (particles->pool.model))
    rate += e->emission_rate_variation * mw_particles_random (particles);
  return (double) rate * MW_SIMULATION_STEP_MS / 1000;
}

/* Compressed gravity. *out is unchanged if the track has no visible key. */
static void
unpack_gravity (const MwModel *model, gconstpointer track, const MwClock *at, float out[3])
{
  const void *value = NULL;
  if (mw_evaluate_held (model, track, at, MW_TYPE_I16, 3, &value) && value)
    mw_m2_expand_gravity (value, out);
}

static MwParticleSource
source_at (const MwParticles *particles, const MwClock *at)
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
                              .life_variation = is_late (particles->pool.model) ? e->life_span_variation : 0,
                              .gravity = { 0, 0, -value (particles, e->gravity_track, at) } };
  if (particles->now.flags & MW_EMITTER_GRAVITY_VECTOR)
    unpack_gravity (particles->pool.model, e->gravity_vector_track, at, source.gravity);
  return source;
}

static void
spawn (MwParticles *particles, const MwClock *at, guint n)
{
  MwParticleSource source = source_at (particles, at);
  if (particles->now.type == MW_EMITTER_BONES && !particles->bones && !particles->is_carried)
    particles->bones = emitting_bones ((const MwM2 *) particles->pool.model);
  source.bones = particles->bones;
  mw_wow_particles_spawn (particles, at, n, &source);
}

static void
shape_at (const MwParticles *particles, const MwClock *at, MwEmitterShape *out)
{
  const MwParticleSource source = source_at (particles, at);
  mw_wow_particles_shape (particles, &source, out);
}

const MwParticleRules mw_m2_particle_rules = { read_emitter,          life_span, mw_wow_particles_begin_step,
                                               mw_wow_particles_move, due,       spawn,
                                               mw_wow_particles_look, shape_at,  mw_wow_particles_place_model };

void
mw_m2_particle_material (const MwM2 *model, const MwM2Particle *emitter, MwM2ParticleMaterial *out)
{
  *out = (MwM2ParticleMaterial) { .n_textures = 1,
                                  .textures = { emitter->texture, MW_REF_NONE, MW_REF_NONE },
                                  .diffuse = MW_DIFFUSE_A,
                                  .opacity = MW_OPACITY_A,
                                  .lit = !(emitter->flags & MW_EMITTER_UNSHADED) };
  /* With several textures the bit has another meaning. */
  out->refracts = mw_m2_has_lanes (model)
                  && (emitter->flags & (MW_EMITTER_REFRACTION | MW_EMITTER_MULTI_TEXTURE)) == MW_EMITTER_REFRACTION;
  if (model->version < MW_M2_MULTITEXTURE_SINCE || !(emitter->flags & MW_EMITTER_MULTI_TEXTURE))
    return;
  out->n_textures = 3;
  out->textures[1] = emitter->texture_2;
  out->textures[2] = emitter->texture_3;
  out->diffuse = emitter->flags & MW_EMITTER_THREE_COLOURS ? MW_DIFFUSE_4ABC : MW_DIFFUSE_2AB;
  out->opacity = emitter->flags & MW_EMITTER_FOURFOLD_ALPHA ? MW_OPACITY_4ABC : MW_OPACITY_2ABC;
  out->lit = FALSE;
  for (guint i = 0; i < 3; i++)
    if (!out->textures[i].id)
      out->textures[i] = MW_REF_NONE;
}
