/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/m2-rules.h"
#include "core/edit/operations/sequences/m2-animations.h"
#include "core/edit/operations/model/m2-collision.h"
#include "core/edit/operations/materials/m2-constant.h"
#include "core/edit/operations/materials/m2-surface-shown.h"
#include "core/edit/operations/effects/m2-effect-texture.h"
#include "core/edit/operations/nodes/m2-standard-attachments.h"
#include "core/edit/operations/nodes/motion.h"
#include "core/edit/operations/elements/new-elements.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/tracks/timed-keys.h"
#include "core/edit/operations/transfer/transfer-keys.h"
#include "core/model/m2/surfaces.h"
#include "core/model/track.h"
#include "core/schema/catalogue.h"

#include <math.h>
#include <string.h>

/* What M2 models have in new elements (m2.md 5). Values that do not change are tracks with one key. */

#define TO_RADIANS ((float) G_PI / 180)
#define YARD 36 /* World of Warcraft's unit in units of Warcraft III */

static MwRecord *
new_record (MwDocument *document, const MwSchema *kind)
{
  MwRecord *record = mw_record_new (kind);
  record->id = mw_document_get_model (document)->n_ids;
  mw_m2_complete (document, record);
  return record;
}

/* Gives a record a track with one key. The field of `track` must be empty. */
#define CONSTANT(model, owner, Struct, member, value)                                                                  \
  mw_m2_add_constant (model, &(owner)->record, MW_FIELD (Struct, member), value)

static MwRecord *
new_bone (MwDocument *document, const char *name, GError **error)
{
  g_autoptr (MwRecord) bone = new_record (document, &mw_m2_bone_schema);
  return mw_new_bone_name (document, bone, name, error) ? g_steal_pointer (&bone) : NULL;
}

static const MwField *
slot_field (MwDocument *document)
{
  return MW_FIELD (MwM2Attachment, attachment_id);
}

static char *
slot_spelled (MwDocument *document, const char *text, GError **error)
{
  uint32_t id;
  if (mw_new_slot_number (MW_CATALOGUE_ATTACHMENT, text, &id))
    return g_strdup_printf ("%u", id);
  return mw_operation_refuse (NULL, error,
                              "an attachment needs the name or the number of its slot, such as HandRight or 1"),
         NULL;
}

static MwRecord *
new_attachment (MwDocument *document, const char *name, GError **error)
{
  g_autofree char *slot = slot_spelled (document, name, error);
  const MwRecord *other = slot ? mw_new_slot_holder (document, slot, 0) : NULL;
  if (other)
    mw_operation_refuse (other, error, "already has this slot: the game finds only one of them");
  if (!slot || other)
    return NULL;
  MwM2Attachment *attachment = (MwM2Attachment *) new_record (document, &mw_m2_attachment_schema);
  attachment->attachment_id = (uint32_t) g_ascii_strtoull (slot, NULL, 10);
  return &attachment->record;
}

static void
fire (const MwM2 *model, MwM2Event *event, const MwM2Sequence *sequence, gint32 time)
{
  int32_t at = time;
  if (!mw_m2_has_lanes (model)) {
    at = (int32_t) (sequence->start + (uint32_t) time);
    event->track->times = mw_array_copy (&at, 1, sizeof at);
    return;
  }
  const MwField *lanes = mw_schema_part (event->track->record.schema, MW_PART_LANES);
  MwM2Lane *lane = (MwM2Lane *) mw_record_new (lanes->schema);
  lane->sequence = (MwRef) { sequence->record.id, 0 };
  lane->times = mw_array_copy (&at, 1, sizeof at);
  mw_list_append (NULL, &event->track->record, lanes, &lane->record);
}

static MwRecord *
new_event (MwDocument *document, const char *name, const MwRecord *sequence, gint32 time, GError **error)
{
  const MwM2 *model = mw_m2_of (document);
  const MwM2Sequence *played = (const MwM2Sequence *) sequence;
  if (strlen (name) != 4)
    return mw_operation_refuse (NULL, error, "a new event needs its identifier of four characters, such as $FSD"), NULL;
  if (played && mw_m2_has_lanes (model) && (played->not_loaded || mw_m2_is_alias (played)))
    return mw_operation_refuse (sequence, error,
                                "has no keys of its own in a file that is loaded, so no event can be triggered in it"),
           NULL;
  MwM2Event *event = (MwM2Event *) new_record (document, &mw_m2_event_schema);
  mw_text_set (&event->identifier, name, strlen (name));
  if (played)
    fire (model, event, played, time);
  return &event->record;
}

static MwRecord *
new_light (MwDocument *document, const MwNewLight *look, GError **error)
{
  enum { DIRECTIONAL, POINT };
  static const float black[3] = { 0 };
  static const float none = 0;
  static const uint8_t shown = 1;
  const MwM2 *model = mw_m2_of (document);
  if (look->kind == MW_NEW_LIGHT_AMBIENT)
    return mw_operation_refuse (NULL, error,
                                "M2 has no ambient lights: add a point or directional light, and set its ambient "
                                "colour"),
           NULL;
  MwM2Light *light = (MwM2Light *) new_record (document, &mw_m2_light_schema);
  light->type = look->kind == MW_NEW_LIGHT_POINT ? POINT : DIRECTIONAL;
  CONSTANT (model, light, MwM2Light, ambient_color_track, black);
  CONSTANT (model, light, MwM2Light, ambient_intensity_track, &none);
  CONSTANT (model, light, MwM2Light, color_track, look->color);
  CONSTANT (model, light, MwM2Light, intensity_track, &look->intensity);
  CONSTANT (model, light, MwM2Light, attenuation_start_track, &look->start);
  CONSTANT (model, light, MwM2Light, attenuation_end_track, &look->end);
  CONSTANT (model, light, MwM2Light, visibility_track, &shown);
  return &light->record;
}

/* --- Emitters ------------------------------------------------------------------------------------------------------- */

static void
add_curve (MwRecord *record, const MwField *field, const float *times, const void *values, uint32_t n)
{
  const MwField *of = mw_schema_part (field->schema, MW_PART_VALUES);
  MwM2Curve *curve = (MwM2Curve *) mw_record_new (field->schema);
  curve->times = mw_array_copy (times, n, sizeof *times);
  curve->values = mw_array_copy (values, n, mw_field_element_size (of));
  mw_child_set (NULL, record, field, &curve->record);
}

/* Colours, sizes and cells over the life from version 264 on. */
static void
add_life_curves (MwM2Particle *e, const MwNewEmitter *look, float size)
{
  const float times[3] = { 0, look->middle, 1 };
  float colors[3][3], alphas[3], scales[3][2];
  for (guint i = 0; i < 3; i++) {
    for (guint k = 0; k < 3; k++)
      colors[i][k] = look->color[i][k];
    alphas[i] = (float) look->color[i][3] / 255;
    scales[i][0] = scales[i][1] = look->scale[i] * size;
  }
  add_curve (&e->record, MW_FIELD (MwM2Particle, color_curve), times, colors, 3);
  add_curve (&e->record, MW_FIELD (MwM2Particle, alpha_curve), times, alphas, 3);
  add_curve (&e->record, MW_FIELD (MwM2Particle, scaling_curve), times, scales, 3);
  const uint16_t cells[3] = { (uint16_t) look->head_life[0], (uint16_t) look->head_decay[0],
                              (uint16_t) look->head_decay[1] };
  if (look->head_decay[1])
    add_curve (&e->record, MW_FIELD (MwM2Particle, head_cell_curve), times, cells, 3);
}

/* The same before 264. */
static void
set_life (MwM2Particle *e, const MwNewEmitter *look, float size)
{
  e->time = look->middle;
  memcpy (e->color_start, look->color[0], sizeof e->color_start);
  memcpy (e->color_middle, look->color[1], sizeof e->color_middle);
  memcpy (e->color_end, look->color[2], sizeof e->color_end);
  for (guint i = 0; i < 3; i++) {
    e->scaling[i] = look->scale[i] * size;
    e->head_life[i] = (uint16_t) (i < 2 ? look->head_life[i] : 1);
    e->head_decay[i] = (uint16_t) (i < 2 ? look->head_decay[i] : 1);
  }
}

static MwRecord *
new_emitter (MwDocument *document, const MwNewEmitter *look, const MwNewEffect *effect, G_GNUC_UNUSED GError **error)
{
  enum { UNSHADED = 0x1, MODEL_SPACE = 0x10, HEAD = 0x20000, TAIL = 0x40000, BLEND = 2, ADD = 4, PLANE = 1 };
  static const float none = 0;
  static const uint8_t shown = 1;
  const MwM2 *model = mw_m2_of (document);
  MwFormat format = mw_document_get_format (document);
  const float size = effect->size / YARD, speed = look->speed * size, latitude = look->latitude * TO_RADIANS,
              gravity = look->gravity * size, area = look->area * size;
  MwM2Particle *e = (MwM2Particle *) new_record (document, &mw_m2_particle_schema);
  /* From 264 on flags say what is drawn, and not the byte (m2.md 5.17). */
  gboolean by_flags = mw_field_in_format (&mw_m2_particle_schema, MW_FIELD (MwM2Particle, color_curve), format)
                      != MW_IN_FORMAT_NEVER;
  e->flags = (look->unshaded ? UNSHADED : 0) | (look->model_space ? MODEL_SPACE : 0)
             | (by_flags ? look->tail ? TAIL : HEAD : 0);
  e->texture = (MwRef) { effect->texture, 0 };
  e->texture_scale[0] = e->texture_scale[1] = 1;
  e->blend_mode = look->additive ? ADD : BLEND;
  e->emitter_type = PLANE;
  e->head_or_tail = look->tail && !by_flags;
  e->rows = (uint16_t) look->rows;
  e->columns = (uint16_t) look->columns;
  e->tail_length = look->tail_length;
  CONSTANT (model, e, MwM2Particle, speed_track, &speed);
  CONSTANT (model, e, MwM2Particle, variation_track, &look->variation);
  CONSTANT (model, e, MwM2Particle, latitude_track, &latitude);
  CONSTANT (model, e, MwM2Particle, longitude_track, &none);
  CONSTANT (model, e, MwM2Particle, gravity_track, &gravity);
  CONSTANT (model, e, MwM2Particle, life_span_track, &look->life_span);
  CONSTANT (model, e, MwM2Particle, emission_rate_track, &look->rate);
  CONSTANT (model, e, MwM2Particle, length_track, &area);
  CONSTANT (model, e, MwM2Particle, width_track, &area);
  CONSTANT (model, e, MwM2Particle, z_source_track, &none);
  CONSTANT (model, e, MwM2Particle, visibility_track, &shown);
  if (mw_field_in_format (&mw_m2_particle_schema, MW_FIELD (MwM2Particle, color_curve), format) == MW_IN_FORMAT_NEVER)
    set_life (e, look, size);
  else
    add_life_curves (e, look, size);
  return &e->record;
}

/* A material that adds, unlit and seen from both sides; made if the model has none. */
static MwId
ribbon_material (MwDocument *document, GError **error)
{
  enum { UNLIT = 0x1, TWO_SIDED = 0x4, ADD = 4 };
  const MwM2 *model = mw_m2_of (document);
  for (uint32_t i = 0; i < model->materials.n; i++) {
    const MwM2Material *material = (const MwM2Material *) model->materials.items[i];
    if (material->blend_mode == ADD && material->flags == (UNLIT | TWO_SIDED))
      return material->record.id;
  }
  MwM2Material *made = (MwM2Material *) mw_record_new (&mw_m2_material_schema);
  made->flags = UNLIT | TWO_SIDED;
  made->blend_mode = ADD;
  return mw_new_insert (document, &made->record, FALSE, error);
}

static MwRecord *
new_ribbon (MwDocument *document, const MwNewEffect *effect, GError **error)
{
  static const float white[3] = { 1, 1, 1 };
  static const float opaque = 1;
  static const uint16_t first = 0;
  static const uint8_t shown = 1;
  const MwM2 *model = mw_m2_of (document);
  const float height = 10 * effect->size / YARD;
  MwRef texture = { effect->texture, 0 }, material = { ribbon_material (document, error), 0 };
  if (!material.id)
    return NULL;
  MwM2Ribbon *ribbon = (MwM2Ribbon *) new_record (document, &mw_m2_ribbon_schema);
  ribbon->textures = mw_array_copy (&texture, 1, sizeof texture);
  ribbon->materials = mw_array_copy (&material, 1, sizeof material);
  ribbon->emission_rate = 30;
  ribbon->life_span = 0.5f;
  ribbon->color_index = ribbon->texture_transform_index = -1;
  CONSTANT (model, ribbon, MwM2Ribbon, color_track, white);
  CONSTANT (model, ribbon, MwM2Ribbon, alpha_track, &opaque);
  CONSTANT (model, ribbon, MwM2Ribbon, height_above_track, &height);
  CONSTANT (model, ribbon, MwM2Ribbon, height_below_track, &height);
  CONSTANT (model, ribbon, MwM2Ribbon, texture_slot_track, &first);
  CONSTANT (model, ribbon, MwM2Ribbon, visibility_track, &shown);
  return &ribbon->record;
}

static MwRecord *
new_texture (const char *path, uint32_t type, uint32_t wrap)
{
  MwM2Texture *texture = (MwM2Texture *) mw_record_new (&mw_m2_texture_schema);
  mw_text_set (&texture->path, path, strlen (path));
  texture->type = type;
  texture->flags = wrap;
  return &texture->record;
}

static MwRecord *
new_camera (MwDocument *document, const MwNewCamera *look, GError **error)
{
  const MwM2 *model = mw_m2_of (document);
  MwM2Camera *camera = (MwM2Camera *) mw_record_new (&mw_m2_camera_schema);
  camera->type = look->type;
  memcpy (camera->position, look->position, sizeof camera->position);
  memcpy (camera->target, look->target, sizeof camera->target);
  camera->far_clip = look->far_clip;
  camera->near_clip = look->near_clip;
  camera->field_of_view = look->field_of_view;
  if (model->version >= MW_M2_FIELD_OF_VIEW_TRACK_SINCE)
    CONSTANT (model, camera, MwM2Camera, field_of_view_track, &look->field_of_view);
  return &camera->record;
}

/* Whether all keys of a track have the same value, which *first gets; NULL: there are none. Those of files that were not found are
 * not known. */
static gboolean
is_even (const MwM2Track *track, const float **first)
{
  *first = NULL;
  for (uint32_t i = 0; i <= track->lanes.n; i++) {
    const MwArray *values = i < track->lanes.n ? &((const MwM2Lane *) track->lanes.items[i])->values : &track->values;
    for (uint32_t k = 0; k < values->n; k++) {
      const float *value = (const float *) values->data + k;
      if (*first && **first != *value)
        return FALSE;
      *first = *first ? *first : value;
    }
  }
  return TRUE;
}

static gboolean
set_field_of_view (MwDocument *document, MwM2Camera *camera, const float *value, guint *changed, GError **error)
{
  const MwField *number = MW_FIELD (MwM2Camera, field_of_view), *slot = MW_FIELD (MwM2Camera, field_of_view_track);
  const MwM2Track *track = camera->field_of_view_track;
  if (mw_field_is_live (&camera->record, number, mw_document_get_format (document)))
    return mw_new_set_floats (document, camera->record.id, number, value, changed, error);
  const float *now = NULL;
  if (track && (!mw_track_is_loaded (document, &track->record, NULL) || !is_even (track, &now)))
    return TRUE;
  if (now && *now == *value)
    return TRUE;
  ++*changed;
  return mw_m2_make_constant (document, camera->record.id, slot, value, error);
}

static gboolean
set_camera (MwDocument *document, MwId id, const MwNewCamera *look, guint *changed, GError **error)
{
  MwM2Camera *camera = (MwM2Camera *) mw_model_find (mw_document_get_model (document), id);
#define SET(member, values) mw_new_set_floats (document, id, MW_FIELD (MwM2Camera, member), values, changed, error)
  return SET (position, look->position) && SET (target, look->target) && SET (far_clip, &look->far_clip)
         && SET (near_clip, &look->near_clip)
         && set_field_of_view (document, camera, &look->field_of_view, changed, error);
#undef SET
}

/* --- Sequences ------------------------------------------------------------------------------------------------------ */

/* The animation with this name in the catalogue, or with this number. FALSE: there is none. */
static gboolean
animation_named (const char *name, uint16_t *animation)
{
  guint64 number = 0;
  uint32_t id;
  if (g_ascii_string_to_unsigned (name, 10, 0, G_MAXUINT16, &number, NULL))
    id = (uint32_t) number;
  else if (!mw_catalogue_value (MW_CATALOGUE_ANIMATION, name, &id))
    return FALSE;
  *animation = (uint16_t) id;
  return TRUE;
}

uint32_t
mw_m2_lying_flags (guint animation)
{
  enum { GOES_DOWN = 2, GETS_UP = 4, LIES = 8 };
  static const struct {
    const char *name;
    uint32_t flag;
  } all[] = { { "Death", GOES_DOWN }, { "SleepDown", GOES_DOWN }, { "Sleep", LIES }, { "SleepUp", GETS_UP } };
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (g_strcmp0 (mw_catalogue_name (MW_CATALOGUE_ANIMATION, animation), all[i].name) == 0)
      return all[i].flag;
  return 0;
}

static MwRecord *
new_sequence (MwDocument *document, const char *name, const MwRecord *like, GError **error)
{
  uint16_t animation;
  if (!animation_named (name, &animation))
    return mw_operation_refuse (NULL, error,
                                "a new sequence needs the name or the number of its animation, such as Walk or 4"),
           NULL;
  MwM2Sequence *sequence = (MwM2Sequence *) new_record (document, &mw_m2_sequence_schema);
  sequence->animation = animation;
  sequence->flags |= mw_m2_lying_flags (animation);
  if (like)
    sequence->bounds = ((const MwM2Sequence *) like)->bounds;
  return &sequence->record;
}

/* The copy leaves the variations of its original, of which it is the last, and joins those of its own animation. */
static gboolean
name_sequence (MwDocument *document, MwId id, const char *name, GError **error)
{
  const MwM2 *model = mw_m2_of (document);
  const MwM2Sequence *sequence = (const MwM2Sequence *) mw_model_find (&model->model, id);
  const uint16_t first = 0;
  uint16_t animation;
  if (!animation_named (name, &animation))
    return mw_operation_refuse (&sequence->record, error, "cannot have a name that no animation has");
  for (uint32_t i = 0; i < model->sequences.n; i++) {
    const MwM2Sequence *other = (const MwM2Sequence *) model->sequences.items[i];
    const MwRef next = sequence->next;
    if (other->next.id == id
        && !mw_document_set_field (document, other->record.id, MW_FIELD (MwM2Sequence, next), &next, sizeof next,
                                   error))
      return FALSE;
  }
  const uint32_t flags = (sequence->flags & ~(uint32_t) MW_M2_LYING) | mw_m2_lying_flags (animation);
  return mw_document_set_field (document, id, MW_FIELD (MwM2Sequence, variation), &first, sizeof first, error)
         && mw_document_set_field (document, id, MW_FIELD (MwM2Sequence, animation), &animation, sizeof animation,
                                   error)
         && mw_document_set_field (document, id, MW_FIELD (MwM2Sequence, flags), &flags, sizeof flags, error)
         && mw_m2_join (document, mw_model_find (&model->model, id), error);
}

static guint
shown_by (MwDocument *document, const MwRecord *element, MwShownBy *out, GError **error)
{
  if (element->schema == &mw_m2_batch_schema)
    return mw_surface_shown_by (mw_document_get_model (document), (const MwM2Batch *) element, out);
  return mw_shown_by_visibility (document, element, out, error);
}

static MwId
shown_owner (MwDocument *document, MwId element, const MwField *slot, GError **error)
{
  const MwRecord *record = mw_model_find (mw_document_get_model (document), element);
  return record->schema == &mw_m2_batch_schema
           ? mw_surface_shown_owner (document, (const MwM2Batch *) record, slot, error)
           : element;
}

static void
shown_meshes (const MwModel *model, GArray *out)
{
  g_autoptr (GPtrArray) surfaces = mw_m2_surfaces ((const MwM2 *) model);
  for (guint i = 0; i < surfaces->len; i++) {
    const GPtrArray *surface = surfaces->pdata[i];
    g_array_append_val (out, ((const MwRecord *) surface->pdata[0])->id);
  }
}

static MwRecord *
new_global_sequence (uint32_t duration)
{
  MwM2GlobalSequence *made = (MwM2GlobalSequence *) mw_record_new (&mw_m2_global_sequence_schema);
  made->duration = duration;
  return &made->record;
}

static MwRecord *
new_scroll (MwDocument *document, MwId global_sequence, uint32_t duration, const float to[2])
{
  static const float start[3] = { 0 };
  const int32_t times[] = { 0, (int32_t) duration };
  const float values[][3] = { { 0, 0, 0 }, { to[0], to[1], 0 } };
  const MwField *slot = MW_FIELD (MwM2TextureTransform, translation_track);
  MwRecord *made = mw_record_new (&mw_m2_texture_transform_schema);
  MwM2Track *track = (MwM2Track *) mw_m2_add_constant (mw_m2_of (document), made, slot, start);
  MwM2Lane *lane = track->lanes.n ? (MwM2Lane *) track->lanes.items[0] : NULL;
  MwArray *at = lane ? &lane->times : &track->times, *of = lane ? &lane->values : &track->values;
  track->interpolation = mw_interpolation_stored (mw_document_get_model (document), MW_INTERPOLATION_LINEAR);
  track->global_sequence = (MwRef) { global_sequence, 0 };
  mw_array_clear (at);
  mw_array_clear (of);
  *at = mw_array_copy (times, G_N_ELEMENTS (times), sizeof *times);
  *of = mw_array_copy (values, G_N_ELEMENTS (values), sizeof *values);
  return made;
}

const MwNewElements mw_m2_new_elements = {
  .must_follow = &mw_m2_bone_schema,
  .bone = new_bone,
  .slot_field = slot_field,
  .slot_spelled = slot_spelled,
  .attachment = new_attachment,
  .standard = mw_m2_standard_attachments,
  .event = new_event,
  .light = new_light,
  .emitter = new_emitter,
  .ribbon = new_ribbon,
  .camera = new_camera,
  .camera_set = set_camera,
  .collide = mw_m2_collide,
  .collide_mesh = mw_m2_collide_mesh,
  .constant = mw_m2_make_constant,
  .sequence = new_sequence,
  .sequence_name = name_sequence,
  .texture = new_texture,
  .global_sequence = new_global_sequence,
  .scroll = new_scroll,
  .shown_by = shown_by,
  .shown_owner = shown_owner,
  .shown_meshes = shown_meshes,
  .effect_texture = mw_m2_effect_texture,
  .keep_motion = mw_m2_keep_motion,
};
