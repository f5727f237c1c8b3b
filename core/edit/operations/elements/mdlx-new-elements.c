/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document-private.h"
#include "core/edit/operations/effects/mdlx-effect-texture.h"
#include "core/edit/operations/materials/mdlx-layer.h"
#include "core/edit/operations/nodes/mdlx-standard-attachments.h"
#include "core/edit/operations/nodes/motion.h"
#include "core/edit/operations/elements/new-elements.h"
#include "core/edit/operations/operations.h"
#include "core/model/mdlx/attachment-words.h"
#include "core/model/mdlx/node-flags.h"
#include "core/schema/catalogue.h"

#include <math.h>
#include <string.h>

/* What MDX models have in new elements (mdlx.md 5). */

#define TO_RADIANS ((float) G_PI / 180)
#define YARD 36 /* World of Warcraft's unit in units of Warcraft III */
enum {
  EMITTER_UNSHADED = 0x8000,
  EMITTER_MODEL_SPACE = 0x80000
}; /* of MwMdlxParticleEmitter2, above the flags of nodes */

static gboolean
is_wow (MwDocument *document)
{
  return mw_document_get_format (document).family == MW_FAMILY_MDX_WOW;
}

/* A node with its name and the flag of its kind, as in the games' own files. */
static MwRecord *
new_node (MwDocument *document, const MwSchema *kind, const char *name, GError **error)
{
  g_autoptr (MwRecord) record = mw_record_new (kind);
  MwMdlxNode *node = (MwMdlxNode *) record;
  node->flags |= mw_mdlx_kind_bit (kind, mw_document_get_format (document).family);
  if (!*name)
    return mw_operation_refuse (NULL, error, "a node needs a name"), NULL;
  if (!mw_new_bone_name (document, record, name, error))
    return NULL;
  if (document->rules->complete)
    document->rules->complete (document, record);
  return g_steal_pointer (&record);
}

static MwRecord *
new_bone (MwDocument *document, const char *name, GError **error)
{
  return new_node (document, &mw_mdlx_bone_schema, *name ? name : "Bone", error);
}

static MwRecord *
new_helper (MwDocument *document, const char *name, GError **error)
{
  return new_node (document, &mw_mdlx_helper_schema, *name ? name : "Helper", error);
}

/* Warcraft III finds attachments by name, and their numbers only have to differ. World of Warcraft's alpha finds them by number. */
static const MwField *
slot_field (MwDocument *document)
{
  return is_wow (document) ? MW_FIELD (MwMdlxAttachment, attachment_id) : MW_FIELD (MwMdlxNode, name);
}

static char *
slot_spelled (MwDocument *document, const char *text, GError **error)
{
  g_autofree char *unknown = NULL;
  uint32_t slot;
  char *spelled = is_wow (document) ? NULL : mw_mdlx_attachment_spelled (text, &unknown);
  if (spelled)
    return spelled;
  if (!is_wow (document)) {
    g_autofree char *reason =
      unknown ? g_strdup_printf ("\"%s\" is not a word that the game looks for in the name of an attachment", unknown)
              : g_strdup ("an attachment needs exactly one of the words Hand, Foot, Chest, Origin, Overhead, Head, "
                          "Weapon, Sprite and Turret, as in \"Hand Left Ref\"");
    return mw_operation_refuse (NULL, error, reason), NULL;
  }
  if (mw_new_slot_number (MW_CATALOGUE_ATTACHMENT_ALPHA, text, &slot))
    return g_strdup_printf ("%u", slot);
  return mw_operation_refuse (NULL, error,
                              "an attachment needs the name or the number of a slot that the client knows"),
         NULL;
}

static MwRecord *
new_attachment (MwDocument *document, const char *name, GError **error)
{
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document);
  g_autofree char *slot = is_wow (document) ? slot_spelled (document, name, error) : g_strdup (name);
  const MwRecord *taken = slot ? mw_new_slot_holder (document, slot, 0) : NULL;
  int32_t number = 0;
  if (taken)
    mw_operation_refuse (taken, error, "already has this name: the game would find only one of them");
  if (!slot || taken)
    return NULL;
  for (uint32_t i = 0; i < model->nodes.n; i++) {
    const MwMdlxAttachment *other = (const MwMdlxAttachment *) model->nodes.items[i];
    if (other->node.record.schema == &mw_mdlx_attachment_schema)
      number = MAX (number, other->attachment_id < G_MAXINT32 ? other->attachment_id + 1 : 0);
  }
  if (is_wow (document))
    number = (int32_t) g_ascii_strtoull (slot, NULL, 10);
  MwRecord *record = new_node (document, &mw_mdlx_attachment_schema, name, error);
  if (record)
    ((MwMdlxAttachment *) record)->attachment_id = number;
  return record;
}

static MwRecord *
new_event (MwDocument *document, const char *name, const MwRecord *sequence, gint32 time, GError **error)
{
  MwRecord *record = new_node (document, &mw_mdlx_event_object_schema, name, error);
  if (!record || !sequence)
    return record;
  const MwMdlxSequence *played = (const MwMdlxSequence *) sequence;
  int32_t at = (int32_t) ((gint64) played->interval[0] + time);
  ((MwMdlxEventObject *) record)->track->times = mw_array_copy (&at, 1, sizeof at);
  return record;
}

static MwRecord *
new_light (MwDocument *document, const MwNewLight *look, GError **error)
{
  static const uint32_t types[] = { 0, 1, 2 };
  MwRecord *record = new_node (document, &mw_mdlx_light_schema, *look->name ? look->name : "Light", error);
  MwMdlxLight *light = (MwMdlxLight *) record;
  if (!record)
    return NULL;
  light->type = types[look->kind];
  light->attenuation_start = look->start;
  light->attenuation_end = look->end;
  gboolean ambient = look->kind == MW_NEW_LIGHT_AMBIENT;
  memcpy (ambient ? light->amb_color : light->color, look->color, sizeof look->color);
  *(ambient ? &light->amb_intensity : &light->intensity) = look->intensity;
  return record;
}

static MwRecord *
new_emitter (MwDocument *document, const MwNewEmitter *look, const MwNewEffect *effect, GError **error)
{
  gboolean wow = is_wow (document);
  float size = effect->size / (wow ? YARD : 1);
  MwRecord *record = new_node (document, &mw_mdlx_particle_emitter2_schema, effect->name, error);
  MwMdlxParticleEmitter2 *e = (MwMdlxParticleEmitter2 *) record;
  if (!record)
    return NULL;
  e->node.flags |= (look->unshaded ? EMITTER_UNSHADED : 0) | (look->model_space ? EMITTER_MODEL_SPACE : 0);
  e->texture = (MwRef) { effect->texture, 0 };
  e->rows = look->rows;
  e->columns = look->columns;
  e->filter_mode = look->additive ? 1 : 0;
  e->head_or_tail = look->tail ? 1 : 0;
  e->speed = look->speed * size;
  e->variation = look->variation;
  e->latitude = look->latitude * (wow ? TO_RADIANS : 1);
  e->gravity = look->gravity * size;
  e->life_span = look->life_span;
  e->emission_rate = look->rate;
  e->length = e->width = look->area * size;
  e->tail_length = look->tail_length;
  e->time = look->middle;
  e->emitter_type = wow ? 1 : 0;
  for (guint i = 0; i < 3; i++) {
    for (guint k = 0; k < 3; k++)
      e->segment_color[i][k] = (float) look->color[i][k] / 255;
    e->segment_alpha[i] = look->color[i][3];
    e->segment_scaling[i] = look->scale[i] * size;
    e->head_life[i] = i < 2 ? look->head_life[i] : 1;
    e->head_decay[i] = i < 2 ? look->head_decay[i] : 1;
    e->tail_life[i] = e->tail_decay[i] = i < 2 ? 0 : 1;
  }
  return record;
}

/* A ribbon is drawn with a material of its own: one additive layer that is seen from both sides. */
static MwRecord *
new_ribbon (MwDocument *document, const MwNewEffect *effect, GError **error)
{
  enum { ADDITIVE = 3, UNSHADED = 0x1, TWO_SIDED = 0x10 };
  float size = effect->size / (is_wow (document) ? YARD : 1);
  g_autoptr (MwRecord) record = new_node (document, &mw_mdlx_ribbon_emitter_schema, effect->name, error),
                       material = mw_record_new (&mw_mdlx_material_schema),
                       layer = mw_mdlx_layer_new (mw_document_get_format (document), effect->texture, ADDITIVE);
  if (!record)
    return NULL;
  ((MwMdlxLayer *) layer)->flags |= UNSHADED | TWO_SIDED;
  mw_list_append (NULL, material, MW_FIELD (MwMdlxMaterial, layers), g_steal_pointer (&layer));
  MwId id = mw_new_insert (document, g_steal_pointer (&material), FALSE, error);
  if (!id)
    return NULL;
  MwMdlxRibbonEmitter *ribbon = (MwMdlxRibbonEmitter *) record;
  ribbon->material = (MwRef) { id, 0 };
  ribbon->height_above = ribbon->height_below = 10 * size;
  ribbon->life_span = 0.5f;
  ribbon->emission_rate = 30;
  return g_steal_pointer (&record);
}

static MwRecord *
new_texture (const char *path, uint32_t type, uint32_t wrap)
{
  MwMdlxTexture *texture = (MwMdlxTexture *) mw_record_new (&mw_mdlx_texture_schema);
  mw_text_set (&texture->path, path, strlen (path));
  texture->replaceable_id = type;
  texture->flags = wrap;
  return &texture->record;
}

static MwRecord *
new_camera (MwDocument *document, const MwNewCamera *look, GError **error)
{
  MwMdlxCamera *camera = (MwMdlxCamera *) mw_record_new (&mw_mdlx_camera_schema);
  mw_text_set (&camera->name, look->name, strlen (look->name));
  memcpy (camera->position, look->position, sizeof camera->position);
  memcpy (camera->target, look->target, sizeof camera->target);
  camera->field_of_view = look->field_of_view;
  camera->far_clip = look->far_clip;
  camera->near_clip = look->near_clip;
  return &camera->record;
}

static gboolean
set_camera (MwDocument *document, MwId id, const MwNewCamera *look, guint *changed, GError **error)
{
#define SET(member, values) mw_new_set_floats (document, id, MW_FIELD (MwMdlxCamera, member), values, changed, error)
  return SET (position, look->position) && SET (target, look->target) && SET (field_of_view, &look->field_of_view)
         && SET (far_clip, &look->far_clip) && SET (near_clip, &look->near_clip);
#undef SET
}

static gboolean
collide (MwDocument *document, const float min[3], const float max[3], gboolean sphere, GError **error)
{
  MwRecord *record = new_node (document, &mw_mdlx_collision_shape_schema, sphere ? "Collision Sphere" : "Collision Box",
                               error);
  MwMdlxCollisionShape *shape = (MwMdlxCollisionShape *) record;
  if (!record)
    return FALSE;
  double square = 0;
  shape->type = sphere ? MW_MDLX_SHAPE_SPHERE : MW_MDLX_SHAPE_BOX;
  for (guint k = 0; k < 3; k++) {
    float middle = (float) (((double) min[k] + (double) max[k]) / 2);
    shape->vertices[0][k] = sphere ? middle : min[k];
    shape->vertices[1][k] = sphere ? 0 : max[k];
    square += ((double) max[k] - (double) middle) * ((double) max[k] - (double) middle);
  }
  shape->radius = sphere ? (float) sqrt (square) : 0;
  return mw_new_insert (document, record, FALSE, error) != 0;
}

static const MwMdlxGeosetAnimation *
animation_of (const MwMdlx *model, MwId geoset)
{
  for (uint32_t i = 0; i < model->geoset_animations.n; i++)
    if (((const MwMdlxGeosetAnimation *) model->geoset_animations.items[i])->geoset.id == geoset)
      return (const MwMdlxGeosetAnimation *) model->geoset_animations.items[i];
  return NULL;
}

static guint
shown_by (MwDocument *document, const MwRecord *element, MwShownBy *out, GError **error)
{
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document);
  if (element->schema == &mw_mdlx_layer_schema)
    *out = (MwShownBy) { element, MW_FIELD (MwMdlxLayer, alpha_track) };
  else if (element->schema == &mw_mdlx_geoset_animation_schema)
    *out = (MwShownBy) { element, MW_FIELD (MwMdlxGeosetAnimation, alpha_track) };
  else if (element->schema == &mw_mdlx_geoset_schema)
    *out = (MwShownBy) { (const MwRecord *) animation_of (model, element->id),
                         MW_FIELD (MwMdlxGeosetAnimation, alpha_track) };
  else
    return mw_shown_by_visibility (document, element, out, error);
  return 1;
}

/* A geoset without a geoset animation gets one. */
static MwId
shown_owner (MwDocument *document, MwId element, const MwField *slot, GError **error)
{
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document);
  if (mw_model_find (&model->model, element)->schema != &mw_mdlx_geoset_schema)
    return element;
  const MwMdlxGeosetAnimation *animation = animation_of (model, element);
  if (animation)
    return animation->record.id;
  MwMdlxGeosetAnimation *made = (MwMdlxGeosetAnimation *) mw_record_new (&mw_mdlx_geoset_animation_schema);
  made->alpha = 1;
  made->geoset = (MwRef) { element, 0 };
  if (!mw_document_insert (document, model->model.record.id, MW_FIELD (MwMdlx, geoset_animations),
                           model->geoset_animations.n, &made->record, error))
    return 0;
  return animation_of (model, element)->record.id;
}

static void
shown_meshes (const MwModel *model, GArray *out)
{
  const MwList *geosets = &((const MwMdlx *) model)->geosets;
  for (uint32_t i = 0; i < geosets->n; i++)
    g_array_append_val (out, geosets->items[i]->id);
}

/* --- Sequences ------------------------------------------------------------------------------------------------------ */

static MwRecord *
new_sequence (MwDocument *document, const char *name, const MwRecord *like, GError **error)
{
  if (!*name)
    return mw_operation_refuse (NULL, error, "a sequence needs a name, because the game finds it by its name"), NULL;
  MwMdlxSequence *sequence = (MwMdlxSequence *) mw_record_new (&mw_mdlx_sequence_schema);
  mw_text_set (&sequence->name, name, strlen (name));
  sequence->bounds = like ? ((const MwMdlxSequence *) like)->bounds
                          : ((const MwMdlx *) mw_document_get_model (document))->bounds;
  return &sequence->record;
}

static gboolean
name_sequence (MwDocument *document, MwId sequence, const char *name, GError **error)
{
  return mw_document_set_field (document, sequence, MW_FIELD (MwMdlxSequence, name), name, strlen (name), error);
}

/* Adds an extent for the sequence to each geoset that has one for every other sequence. */
static gboolean
add_extents (MwDocument *document, MwId sequence, GError **error)
{
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document);
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[i];
    if (geoset->extents.n + 1 != model->sequences.n)
      continue;
    MwMdlxGeosetExtent *extent = (MwMdlxGeosetExtent *) mw_record_new (&mw_mdlx_geoset_extent_schema);
    extent->sequence = (MwRef) { sequence, 0 };
    extent->bounds = geoset->bounds;
    if (!mw_document_insert (document, geoset->record.id, MW_FIELD (MwMdlxGeoset, extents), geoset->extents.n,
                             &extent->record, error))
      return FALSE;
  }
  return TRUE;
}

static MwRecord *
new_global_sequence (uint32_t duration)
{
  MwMdlxGlobalSequence *made = (MwMdlxGlobalSequence *) mw_record_new (&mw_mdlx_global_sequence_schema);
  made->duration = duration;
  return &made->record;
}

static MwRecord *
new_scroll (MwDocument *document, MwId global_sequence, uint32_t duration, const float to[2])
{
  const int32_t times[] = { 0, (int32_t) duration };
  const float values[][3] = { { 0, 0, 0 }, { to[0], to[1], 0 } };
  const MwField *slot = MW_FIELD (MwMdlxTextureAnimation, translation_track);
  MwRecord *made = mw_record_new (&mw_mdlx_texture_animation_schema);
  MwTrack *track = (MwTrack *) mw_record_new (slot->schema);
  track->interpolation = MW_INTERPOLATION_LINEAR;
  track->global_sequence = (MwRef) { global_sequence, 0 };
  track->times = mw_array_copy (times, G_N_ELEMENTS (times), sizeof *times);
  track->values = mw_array_copy (values, G_N_ELEMENTS (values), sizeof *values);
  mw_child_set (NULL, made, slot, &track->record);
  return made;
}

const MwNewElements mw_mdlx_new_elements = {
  .bone = new_bone,
  .helper = new_helper,
  .slot_field = slot_field,
  .slot_spelled = slot_spelled,
  .slot_words = mw_mdlx_attachment_words,
  .attachment = new_attachment,
  .standard = mw_mdlx_standard_attachments,
  .event = new_event,
  .light = new_light,
  .emitter = new_emitter,
  .ribbon = new_ribbon,
  .camera = new_camera,
  .camera_set = set_camera,
  .collide = collide,
  .sequence = new_sequence,
  .sequence_name = name_sequence,
  .sequence_parts = add_extents,
  .texture = new_texture,
  .global_sequence = new_global_sequence,
  .scroll = new_scroll,
  .shown_by = shown_by,
  .shown_owner = shown_owner,
  .shown_meshes = shown_meshes,
  .effect_texture = mw_mdlx_effect_texture,
  .keep_motion = mw_mdlx_keep_motion,
};
