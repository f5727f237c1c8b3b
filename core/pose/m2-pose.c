/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/m2.h"
#include "core/pose/family.h"
#include "core/pose/evaluate.h"
#include "core/pose/interpolate.h"
#include "core/pose/math.h"

/* --- Nodes: bones, and the records that have a position on a bone ------------------------------------------------------ */

/* m2.md 5.4: bones without one of these flags do not move, whatever their tracks contain. */
#define TRANSFORMED 0x280u
/* The bits that are MW_NODE_... flags; the others mean something else. */
#define FLAGS 0x7Fu

static void
list_nodes (const MwModel *root, GPtrArray *records)
{
  const MwM2 *model = (const MwM2 *) root;
  const MwList *lists[] = { &model->bones,  &model->attachments, &model->events,
                            &model->lights, &model->ribbons,     &model->particles };
  for (guint k = 0; k < G_N_ELEMENTS (lists); k++)
    for (uint32_t i = 0; i < lists[k]->n; i++)
      g_ptr_array_add (records, lists[k]->items[i]);
}

static MwRef
parent_of (const MwRecord *node)
{
  if (node->schema == &mw_m2_bone_schema)
    return ((const MwM2Bone *) node)->parent;
  if (node->schema == &mw_m2_attachment_schema)
    return ((const MwM2Attachment *) node)->bone;
  if (node->schema == &mw_m2_event_schema)
    return ((const MwM2Event *) node)->bone;
  if (node->schema == &mw_m2_light_schema)
    return ((const MwM2Light *) node)->bone;
  if (node->schema == &mw_m2_ribbon_schema)
    return ((const MwM2Ribbon *) node)->bone;
  return ((const MwM2Particle *) node)->bone;
}

static uint32_t
flags_of (const MwRecord *node)
{
  return node->schema == &mw_m2_bone_schema ? ((const MwM2Bone *) node)->flags & FLAGS : 0;
}

static gboolean
tracks_of (const MwRecord *node, MwNodeTracks *out)
{
  const MwM2Bone *bone = (const MwM2Bone *) node;
  if (node->schema != &mw_m2_bone_schema || !(bone->flags & TRANSFORMED))
    return FALSE;
  *out = (MwNodeTracks) { bone->translation_track, bone->rotation_track, bone->scaling_track };
  return TRUE;
}

/* As the client does it (rendering.md 2.3). */
static gboolean
turn_locked (float axes[3][3], int locked, const float towards[3], int *mirrored)
{
  float side[3];
  *mirrored = -1;
  if (locked == 1)
    mw_vec_cross (towards, axes[1], side);
  else
    mw_vec_cross (axes[locked], towards, side);
  if (mw_vec_length (side) < 1e-4f)
    return FALSE;
  mw_vec_normalise (side);
  memcpy (axes[locked == 1 ? 0 : 1], side, sizeof side);
  if (locked == 2)
    mw_vec_cross (axes[1], axes[2], axes[0]);
  else
    mw_vec_cross (axes[0], axes[1], axes[2]);
  return TRUE;
}

/* --- Fading ----------------------------------------------------------------------------------------------------------- */

static guint32
fade_time (const MwModel *root, const MwRecord *record)
{
  const MwM2Sequence *sequence = (const MwM2Sequence *) record;
  gboolean split = mw_m2_has_lanes ((const MwM2 *) root) && (sequence->flags & MW_M2_SEQUENCE_SPLIT_BLEND);
  return split ? sequence->blend_in : sequence->blend_time;
}

static float
fade_part (float left)
{
  return left * left * (3 - 2 * left);
}

/* rendering.md 1.6 */
static const MwFadeRules fade = {
  .time = fade_time, .part = fade_part, .mix = mw_interpolate_nlerp, .runs = TRUE, .keeps = 0.5f, .starts_again = TRUE
};

/* --- Cameras and emitters ---------------------------------------------------------------------------------------------- */

static const float zeros[3] = { 0, 0, 0 }, ones[3] = { 1, 1, 1 };

/* m2.md 5.15: before 271 the field of view is a number, from then on a track. The record has the one that its
 * version has. */
static void
camera_at (const MwModel *root, const MwRecord *record, const MwClock *clock, MwCameraState *out)
{
  const MwM2 *model = (const MwM2 *) root;
  const MwM2Camera *camera = (const MwM2Camera *) record;
  const MwClock started = mw_clock_started (clock, root);

  clock = &started;
  mw_evaluate_vec3 (&model->model, camera->translation_track, clock, zeros, zeros, out->eye);
  mw_evaluate_vec3 (&model->model, camera->target_translation_track, clock, zeros, zeros, out->target);
  for (int i = 0; i < 3; i++) {
    out->eye[i] += camera->position[i];
    out->target[i] += camera->target[i];
  }
  out->roll = mw_evaluate_float (&model->model, camera->rotation_track, clock, 0, 0);
  out->field_of_view = mw_evaluate_float (&model->model, camera->field_of_view_track, clock, camera->field_of_view,
                                          camera->field_of_view);
  out->near_clip = camera->near_clip;
  out->far_clip = camera->far_clip;
  out->visible = TRUE;
}

static void
ribbon_at (const MwModel *root, const MwRecord *emitter, const MwClock *clock, MwRibbonSource *out)
{
  enum { RATE_MAX = 2000 }; /* per second; a higher rate looks no different */
  const MwM2 *model = (const MwM2 *) root;
  const MwM2Ribbon *e = (const MwM2Ribbon *) emitter;
  *out = (MwRibbonSource) { .pivot = e->position,
                            .life_span = MAX (e->life_span, 0.25f),
                            .rise = e->gravity,
                            .rate = e->emission_rate > 1 ? MIN (ceil ((double) e->emission_rate), RATE_MAX) : 1,
                            .rows = e->rows,
                            .columns = e->columns,
                            .as_m2 = TRUE };
  out->slot = mw_evaluate_u32 (&model->model, e->texture_slot_track, clock, 0, 0);
  out->height_above = mw_evaluate_float (&model->model, e->height_above_track, clock, 0, 0);
  out->height_below = mw_evaluate_float (&model->model, e->height_below_track, clock, 0, 0);
  mw_evaluate_vec3 (&model->model, e->color_track, clock, ones, zeros, out->rgba);
  out->rgba[3] = mw_evaluate_float (&model->model, e->alpha_track, clock, 1, 1);
  out->emits = mw_evaluate_u32 (&model->model, e->visibility_track, clock, 1, 1) > 0;
}

static const MwParticleRules *
particles_of (const MwRecord *emitter)
{
  return emitter->schema == &mw_m2_particle_schema ? &mw_m2_particle_rules : NULL;
}

static const char *
particle_model_of (const MwRecord *emitter)
{
  return ((const MwM2Particle *) emitter)->geometry_model;
}

static const char *
recursion_model_of (const MwRecord *emitter)
{
  return ((const MwM2Particle *) emitter)->recursion_model;
}

/* The largest size of a particle over its life. */
static double
size_of (const MwM2 *model, const MwM2Particle *e)
{
  double size = 0, more = 0;
  const MwM2Curve *curve = e->scaling_curve;
  if (!mw_m2_has_lanes (model))
    for (guint i = 0; i < 3; i++)
      size = MAX (size, fabs ((double) e->scaling[i]));
  else {
    size = curve && curve->values.n ? 0 : 1;
    for (guint i = 0; i < 2; i++)
      more = MAX (more, fabs ((double) e->scaling_variation[i]));
    for (uint32_t i = 0; curve && i < 2 * curve->values.n; i++)
      size = MAX (size, fabs ((double) ((const float *) curve->values.data)[i]));
  }
  return size * (1 + more);
}

static void
reach_of (const MwModel *root, const MwRecord *emitter, MwParticleReach *out)
{
  if (emitter->schema != &mw_m2_particle_schema)
    return;
  const MwM2Particle *e = (const MwM2Particle *) emitter;
  const MwM2 *model = (const MwM2 *) root;
  const gboolean late = mw_m2_has_lanes (model);
  const double life = mw_reach_most (e->life_span_track, 0) + (late ? fabs ((double) e->life_span_variation) : 0),
               speed = mw_reach_most (e->speed_track, 0) * (1 + mw_reach_most (e->variation_track, 0)),
               born = hypot (mw_reach_most (e->length_track, 0), mw_reach_most (e->width_track, 0)) / 2;
  double range[2];
  mw_reach_range (e->gravity_track, 0, range);
  out->emits = mw_reach_most (e->emission_rate_track, 0) > 0;
  out->radius = speed * life + born + size_of (model, e);
  out->up = -range[0] * life * life / 2;
  out->down = range[1] * life * life / 2;
}

const MwPoseFamily mw_m2_pose = { .clock_of = mw_m2_clock_of,
                                  .open_keys = mw_m2_open_keys,
                                  .has_keys = mw_m2_track_has_keys,
                                  .root = &mw_m2_schema,
                                  .list = list_nodes,
                                  .parent = parent_of,
                                  .pivot = mw_m2_place,
                                  .flags = flags_of,
                                  .tracks = tracks_of,
                                  .turn_locked = turn_locked,
                                  .fade = &fade,
                                  .camera_kind = &mw_m2_camera_schema,
                                  .ribbon_kind = &mw_m2_ribbon_schema,
                                  .camera = camera_at,
                                  .ribbon = ribbon_at,
                                  .mesh = mw_m2_posed_mesh,
                                  .bone_boxes = mw_m2_bone_boxes,
                                  .surfaces = mw_m2_surfaces_seen,
                                  .passes = mw_m2_seen_passes,
                                  .moved = mw_m2_moved,
                                  .bone_sets = mw_m2_bone_sets,
                                  .particles = particles_of,
                                  .particle_model = particle_model_of,
                                  .recursion_model = recursion_model_of,
                                  .reach = reach_of,
                                  .light_kind = &mw_m2_light_schema,
                                  .light = mw_m2_light };
