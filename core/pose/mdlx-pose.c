/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/evaluate.h"
#include "core/pose/interpolate.h"
#include "core/model/track.h"
#include "core/pose/family.h"
#include "core/pose/math.h"
#include "core/pose/mdlx-material.h"

/* --- Nodes ------------------------------------------------------------------------------------------------------------ */

static const MwMdlxNode *
node_of (const MwRecord *record)
{
  return (const MwMdlxNode *) record;
}

static void
list_nodes (const MwModel *model, GPtrArray *records)
{
  const MwList *nodes = &((const MwMdlx *) model)->nodes;
  for (uint32_t i = 0; i < nodes->n; i++)
    g_ptr_array_add (records, nodes->items[i]);
}

static MwRef
parent_of (const MwRecord *node)
{
  return node_of (node)->parent;
}

static const float *
pivot_of (const MwRecord *node)
{
  return node_of (node)->pivot;
}

static uint32_t
flags_of (const MwRecord *node)
{
  return node_of (node)->flags;
}

static gboolean
tracks_of (const MwRecord *record, MwNodeTracks *out)
{
  const MwMdlxNode *node = node_of (record);
  *out = (MwNodeTracks) { node->translation_track, node->rotation_track, node->scaling_track };
  return TRUE;
}

static gboolean
shows (const MwModel *model, const MwRecord *node, const MwClock *clock)
{
  if (node->schema == &mw_mdlx_bone_schema) {
    const MwMdlxBone *bone = (const MwMdlxBone *) node;
    const MwRecord *record = mw_model_resolve (model, bone->geoset_animation);
    if (record && record->schema == &mw_mdlx_geoset_animation_schema) {
      const MwMdlxGeosetAnimation *animation = (const MwMdlxGeosetAnimation *) record;
      return mw_evaluate_float (model, animation->alpha_track, clock, animation->alpha, 1) > MW_POSE_ALPHA_MIN;
    }
  }
  return TRUE;
}

/* As viewers of Warcraft III do it (rendering.md 2.3): if x is locked, y faces the viewer and z is mirrored. */
static gboolean
turn_locked (float axes[3][3], int locked, const float towards[3], int *mirrored)
{
  int facing = locked == 0 ? 1 : 0, third = 3 - locked - facing;
  float along = mw_vec_dot (axes[locked], towards), face[3];
  for (int k = 0; k < 3; k++)
    face[k] = towards[k] - along * axes[locked][k];
  if (mw_vec_length (face) < 1e-4f)
    return FALSE;
  mw_vec_normalise (face);
  memcpy (axes[facing], face, sizeof face);
  mw_vec_cross (axes[(third + 1) % 3], axes[(third + 2) % 3], axes[third]);
  *mirrored = locked == 0 ? 2 : -1;
  return TRUE;
}

/* --- Fading ----------------------------------------------------------------------------------------------------------- */

static guint32
fade_time (const MwModel *root, const MwRecord *sequence)
{
  const MwMdlx *model = (const MwMdlx *) root;
  return model->family == MW_FAMILY_MDX_WOW ? ((const MwMdlxSequence *) sequence)->blend_time : model->blend_time;
}

static float
fade_part (float left)
{
  return left;
}

static void
fade_mix (const float a[4], const float b[4], float t, float out[4])
{
  mw_interpolate_quat (MW_INTERPOLATION_LINEAR, a, NULL, NULL, b, t, out);
}

/* rendering.md 1.6. A change while another one is going on does not begin a new one. */
static const MwFadeRules fade = { .time = fade_time, .part = fade_part, .mix = fade_mix };

/* --- Cameras and emitters ---------------------------------------------------------------------------------------------- */

static const float zeros[3] = { 0, 0, 0 };

static void
camera_at (const MwModel *model, const MwRecord *record, const MwClock *clock, MwCameraState *out)
{
  const MwMdlxCamera *camera = (const MwMdlxCamera *) record;
  mw_evaluate_vec3 (model, camera->translation_track, clock, zeros, zeros, out->eye);
  mw_evaluate_vec3 (model, camera->target_translation_track, clock, zeros, zeros, out->target);
  for (int i = 0; i < 3; i++) {
    out->eye[i] += camera->position[i];
    out->target[i] += camera->target[i];
  }
  out->roll = mw_evaluate_float (model, camera->rotation_track, clock, 0, 0);
  out->field_of_view = camera->field_of_view;
  out->near_clip = camera->near_clip;
  out->far_clip = camera->far_clip;
  out->visible = mw_evaluate_visibility (model, camera->visibility_track, clock);
}

static void
ribbon_at (const MwModel *model, const MwRecord *emitter, const MwClock *clock, MwRibbonSource *out)
{
  enum { RATE_MAX = 2000 }; /* per second; a higher rate looks no different */
  const MwMdlxRibbonEmitter *e = (const MwMdlxRibbonEmitter *) emitter;
  *out = (MwRibbonSource) { .pivot = e->node.pivot,
                            .life_span = MAX (e->life_span, 0.25f),
                            .rise = -e->gravity,
                            .rate = MIN (e->emission_rate, RATE_MAX),
                            .rows = e->rows,
                            .columns = e->columns };
  out->slot = mw_evaluate_u32 (model, e->texture_slot_track, clock, e->texture_slot, 0);
  out->height_above = mw_evaluate_float (model, e->height_above_track, clock, e->height_above, 0);
  out->height_below = mw_evaluate_float (model, e->height_below_track, clock, e->height_below, 0);
  mw_evaluate_vec3 (model, e->color_track, clock, e->color, zeros, out->rgba);
  /* Where no key is visible, some viewers use alpha 0 and some 1. 1 shows more. */
  out->rgba[3] = mw_evaluate_float (model, e->alpha_track, clock, e->alpha, 1);
  out->emits = out->rgba[3] > 0 && mw_evaluate_visibility (model, e->visibility_track, clock);
}

/* Whether an emitter that may emit models emits images (mdlx.md 2.5). */
static gboolean
emits_images (const MwRecord *emitter)
{
  const uint32_t bit = mw_record_family (emitter) == MW_FAMILY_MDX_WOW ? 0x8000 : 0x10000;
  return (((const MwMdlxNode *) emitter)->flags & bit) != 0;
}

static const char *
particle_model_of (const MwRecord *emitter)
{
  if (emitter->schema == &mw_mdlx_particle_emitter_schema)
    return ((const MwMdlxParticleEmitter *) emitter)->path;
  /* Only the alpha's. */
  const gboolean alpha = emitter->schema == &mw_mdlx_particle_emitter2_schema
                         && mw_record_family (emitter) == MW_FAMILY_MDX_WOW;
  return alpha ? ((const MwMdlxParticleEmitter2 *) emitter)->geometry_model : NULL;
}

static const char *
recursion_model_of (const MwRecord *emitter)
{
  return ((const MwMdlxParticleEmitter2 *) emitter)->recursion_model;
}

static const MwParticleRules *
particles_of (const MwRecord *emitter)
{
  if (emitter->schema == &mw_mdlx_particle_emitter_schema && !emits_images (emitter))
    return &mw_mdlx_model_particle_rules;
  if (emitter->schema != &mw_mdlx_particle_emitter2_schema)
    return NULL;
  return mw_record_family (emitter) == MW_FAMILY_MDX_WOW ? &mw_alpha_particle_rules : &mw_mdlx_particle_rules;
}

/* mdlx.md 5.18: three letters, one more character, and the id. NULL: the node is no event of this kind, or does not fire. */
static const MwRecord *
event_of (const MwRecord *node, const char *kind, const char **id)
{
  const MwMdlxEventObject *event = node->schema == &mw_mdlx_event_object_schema ? (const MwMdlxEventObject *) node
                                                                                : NULL;
  const char *name = event && event->node.name ? event->node.name : "";
  if (g_ascii_strncasecmp (name, kind, 3) != 0 || strlen (name) < 5 || !event->track)
    return NULL;
  *id = name + 4;
  return (const MwRecord *) event->track;
}

static const MwRecord *
spawn_of (const MwRecord *node, const char **id)
{
  return event_of (node, "SPN", id);
}

static const MwRecord *
sound_of (const MwRecord *node, const char **id)
{
  return event_of (node, "SND", id);
}

static const MwRecord *
splat_of (const MwRecord *node, const char **id, gboolean *uber)
{
  const MwRecord *track = event_of (node, "UBR", id);
  *uber = track != NULL;
  if (!track)
    track = event_of (node, "SPL", id);
  return track ? track : event_of (node, "FPT", id);
}

static void
reach_of (const MwModel *root, const MwRecord *emitter, MwParticleReach *out)
{
  double life = 0, speed = 0, rate = 0, range[2] = { 0, 0 };
  if (emitter->schema == &mw_mdlx_particle_emitter2_schema) {
    const MwMdlxParticleEmitter2 *e = (const MwMdlxParticleEmitter2 *) emitter;
    life = mw_reach_most (e->life_span_track, (double) e->life_span);
    speed = mw_reach_most (e->speed_track, (double) e->speed)
            * (1 + mw_reach_most (e->variation_track, (double) e->variation));
    rate = mw_reach_most (e->emission_rate_track, (double) e->emission_rate);
    mw_reach_range (e->gravity_track, (double) e->gravity, range);
    out->radius = hypot (mw_reach_most (e->length_track, (double) e->length),
                         mw_reach_most (e->width_track, (double) e->width))
                  / 2;
    out->radius += (double) MAX (MAX (fabsf (e->segment_scaling[0]), fabsf (e->segment_scaling[1])),
                                 fabsf (e->segment_scaling[2]));
  } else if (emitter->schema == &mw_mdlx_particle_emitter_schema) {
    const MwMdlxParticleEmitter *e = (const MwMdlxParticleEmitter *) emitter;
    life = mw_reach_most (e->life_span_track, (double) e->life_span);
    speed = mw_reach_most (e->init_velocity_track, (double) e->init_velocity);
    rate = mw_reach_most (e->emission_rate_track, (double) e->emission_rate);
    mw_reach_range (e->gravity_track, (double) e->gravity, range);
  } else if (emitter->schema == &mw_mdlx_popcorn_emitter_schema) {
    const MwMdlxPopcornEmitter *e = (const MwMdlxPopcornEmitter *) emitter;
    life = mw_reach_most (e->life_span_track, (double) e->life_span);
    speed = mw_reach_most (e->speed_track, (double) e->speed);
    rate = mw_reach_most (e->emission_rate_track, (double) e->emission_rate);
  }
  out->emits = rate > 0;
  out->radius += speed * life;
  out->up = -range[0] * life * life / 2;
  out->down = range[1] * life * life / 2;
}

const MwPoseFamily mw_mdlx_pose = { .clock_of = mw_mdlx_clock_of,
                                    .open_keys = mw_mdlx_open_keys,
                                    .root = &mw_mdlx_schema,
                                    .list = list_nodes,
                                    .parent = parent_of,
                                    .pivot = pivot_of,
                                    .flags = flags_of,
                                    .tracks = tracks_of,
                                    .shows = shows,
                                    .turn_locked = turn_locked,
                                    .fade = &fade,
                                    .camera_kind = &mw_mdlx_camera_schema,
                                    .ribbon_kind = &mw_mdlx_ribbon_emitter_schema,
                                    .camera = camera_at,
                                    .ribbon = ribbon_at,
                                    .mesh = mw_mdlx_posed_mesh,
                                    .bone_boxes = mw_mdlx_bone_boxes,
                                    .surfaces = mw_mdlx_surfaces,
                                    .passes = mw_mdlx_seen_passes,
                                    .moved = mw_mdlx_moved,
                                    .bone_sets = mw_mdlx_bone_sets,
                                    .particles = particles_of,
                                    .splat = splat_of,
                                    .particle_model = particle_model_of,
                                    .recursion_model = recursion_model_of,
                                    .spawn = spawn_of,
                                    .sound = sound_of,
                                    .reach = reach_of,
                                    .light_kind = &mw_mdlx_light_schema,
                                    .light = mw_mdlx_light };
