/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/check-mdlx-wc3.h"
#include "core/check/check-mdlx-ids.h"
#include "core/check/check-mdlx-keys.h"
#include "core/check/check-mdlx-uses.h"
#include "core/model/track.h"

#include <string.h>

#define BETA_VERSION 900
#define HIDDEN_ALPHA 0.1f   /* mdx-m3-viewer takes a geoset with less for invisible */
#define FADED_ALPHA 10      /* of 255: War3 Model Tuner takes particles with no more for invisible */
#define MANY_VERTICES 7433u /* mdx-m3-viewer: a geoset with so many was drawn wrong, one with 7394 was not */
enum { EMITS_IMAGES = 0x10000, XY_QUAD = 0x100000 }; /* flags of the first and of the second kind of emitter */

static gboolean
ends_with (const char *path, const char *const *suffixes)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);
  for (; *suffixes; suffixes++)
    if (g_str_has_suffix (lower, *suffixes))
      return TRUE;
  return FALSE;
}

/* --- Extents and tracks --------------------------------------------------------------------------------------------- */

static void
check_bounds (MwChecking *c, const MwRecord *record, const MwField *field, const MwBounds *bounds)
{
  for (guint k = 0; k < 3; k++)
    if (bounds->max[k] < bounds->min[k]) {
      mw_check_find_in (c, MW_RULE_WC3_EXTENT, record, field, "the maximum of %c is below the minimum", "xyz"[k]);
      return;
    }
}

static void
check_model (MwChecking *c, const MwRecord *record)
{
  const MwMdlx *model = (const MwMdlx *) record;
  check_bounds (c, record, MW_FIELD (MwMdlx, bounds.max), &model->bounds);
  if (model->version == BETA_VERSION)
    mw_check_find_in (c, MW_RULE_WC3_VERSION, record, MW_FIELD (MwMdlx, version), "found %u", model->version);
  if (*mw_text (model->animation_file))
    mw_check_find_in (c, MW_RULE_WC3_ANIMATION_FILE, record, MW_FIELD (MwMdlx, animation_file), "found \"%s\"",
                      model->animation_file);
}

static void
check_extent (MwChecking *c, const MwRecord *record)
{
  check_bounds (c, record, MW_FIELD (MwMdlxGeosetExtent, bounds.max), &((const MwMdlxGeosetExtent *) record)->bounds);
}

/* Whether the game ignores the interpolation of a track: it is that of the visibility of one of these (rendering.md 1.1). */
static gboolean
is_stepped (const MwRecord *track)
{
  const MwField *slot = mw_record_slot (track);
  const MwSchema *owner = track->owner->schema;
  return slot && slot->role == MW_ROLE_VISIBILITY
         && (owner == &mw_mdlx_light_schema || owner == &mw_mdlx_attachment_schema
             || owner == &mw_mdlx_particle_emitter_schema || owner == &mw_mdlx_particle_emitter2_schema
             || owner == &mw_mdlx_ribbon_emitter_schema);
}

static void
check_track (MwChecking *c, const MwRecord *record)
{
  const MwTrack *track = (const MwTrack *) record;
  if (!c->one && track->times.n == 0)
    mw_check_find_in (c, MW_RULE_WC3_TRACK_EMPTY, record, mw_schema_part (record->schema, MW_PART_TIMES), "found none");
  if (track->interpolation != MW_INTERPOLATION_NONE && is_stepped (record))
    mw_check_find_in (c, MW_RULE_WC3_VISIBILITY_STEPS, record, MW_FIELD_IN (record->schema, MwTrack, interpolation),
                      "expected DontInterp");
}

/* --- Sequences ------------------------------------------------------------------------------------------------------ */

/* The first word of a name that counts: not "Alternate", and nothing after a hyphen. In lower case. Free with g_free(). */
static char *
first_word (const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, (gssize) strcspn (name, "-"));
  g_auto (GStrv) words = g_strsplit_set (lower, " \t", -1);
  const char *word = "";
  for (guint i = 0; words[i] && (!*word || strcmp (word, "alternate") == 0); i++)
    if (*words[i])
      word = words[i];
  return g_strdup (word);
}

static void
check_sequence (MwChecking *c, const MwRecord *record)
{
  static const char *const words[] = { "attack",   "birth", "cinematic", "death", "decay", "dissipate", "morph",
                                       "portrait", "ready", "sleep",     "spell", "stand", "walk",      NULL };
  const MwMdlxSequence *sequence = (const MwMdlxSequence *) record;
  g_autofree char *word = first_word (mw_text (sequence->name));
  check_bounds (c, record, MW_FIELD (MwMdlxSequence, bounds.max), &sequence->bounds);
  if (!g_strv_contains (words, word))
    mw_check_find_in (c, MW_RULE_WC3_SEQUENCE_NAME, record, MW_FIELD (MwMdlxSequence, name), "found \"%s\"", word);
}

static void
check_missing_sequences (MwChecking *c, const MwMdlx *model)
{
  static const char *const wanted[] = { "Stand", "Death" };
  for (guint k = 0; k < G_N_ELEMENTS (wanted) && model->sequences.n; k++) {
    gboolean found = FALSE;
    for (uint32_t i = 0; i < model->sequences.n && !found; i++) {
      g_autofree char *word = first_word (mw_text (((const MwMdlxSequence *) model->sequences.items[i])->name));
      found = g_ascii_strcasecmp (word, wanted[k]) == 0;
    }
    if (!found)
      mw_check_find_in (c, MW_RULE_WC3_SEQUENCE_MISSING, &model->model.record, MW_FIELD (MwMdlx, sequences),
                        "found no %s", wanted[k]);
  }
}

/* Sequences that do not come one after another on the time line. Later versions than 800 have them in any order. */
static void
check_overlaps (MwChecking *c, const MwMdlx *model)
{
  g_autoptr (GHashTable) starts = g_hash_table_new (NULL, NULL); /* the first sequence that starts at a time */
  const MwMdlxSequence *longest = NULL;                          /* of those so far, the one that ends last */
  for (uint32_t i = 0; i < model->sequences.n && model->version == 800; i++) {
    const MwMdlxSequence *sequence = (const MwMdlxSequence *) model->sequences.items[i];
    gpointer start = GINT_TO_POINTER (sequence->interval[0]);
    const MwMdlxSequence *same = g_hash_table_lookup (starts, start),
                         *other = longest && sequence->interval[0] < longest->interval[1] ? longest : same;
    if (other)
      mw_check_find_in (c, MW_RULE_WC3_SEQUENCE_OVERLAP, &sequence->record, MW_FIELD (MwMdlxSequence, interval[0]),
                        "it starts at %d, but \"%s\" before it has %d to %d", sequence->interval[0],
                        mw_text (other->name), other->interval[0], other->interval[1]);
    if (!same)
      g_hash_table_insert (starts, start, (gpointer) sequence);
    if (!longest || sequence->interval[1] > longest->interval[1])
      longest = sequence;
  }
}

/* --- Textures and materials ------------------------------------------------------------------------------------------------------ */

static void
check_texture (MwChecking *c, const MwRecord *record)
{
  static const char *const images[] = { ".blp", ".tga", ".tif", ".dds", NULL }, *const old[] = { ".blp", ".tga", NULL };
  const gboolean classic = mw_check_is_for_older (c, 13200);
  const MwMdlxTexture *texture = (const MwMdlxTexture *) record;
  const char *path = mw_text (texture->path);
  if (*path && !ends_with (path, classic ? old : images))
    mw_check_find_in (
      c, MW_RULE_WC3_TEXTURE_FORMAT, record, MW_FIELD (MwMdlxTexture, path),
      classic ? "\"%s\" does not end with .blp or .tga" : "\"%s\" does not end with .blp, .tga, .tif or .dds", path);
  if (*path && texture->replaceable_id)
    mw_check_find_in (c, MW_RULE_WC3_TEXTURE_TWICE, record, MW_FIELD (MwMdlxTexture, path),
                      "the replaceable id %u is used, not \"%s\"", texture->replaceable_id, path);
}

static void
check_material (MwChecking *c, const MwRecord *record)
{
  const MwField *field = MW_FIELD (MwMdlxMaterial, shader);
  const char *shader = mw_text (((const MwMdlxMaterial *) record)->shader);
  if (mw_field_is_live (record, field, c->format) && *shader && !mw_mdlx_is_hd_shader_name (shader)
      && g_ascii_strcasecmp (shader, "Shader_SD_FixedFunction") != 0)
    mw_check_find_in (c, MW_RULE_WC3_MATERIAL_SHADER, record, field, "found \"%s\"", shader);
}

/* Before 1100 a layer has one texture, from then on a list of them (mdlx.md 5.5). */
static void
check_layer (MwChecking *c, const MwRecord *record)
{
  const MwMdlxLayer *layer = (const MwMdlxLayer *) record;
  const MwField *one = MW_FIELD (MwMdlxLayer, texture), *many = MW_FIELD (MwMdlxLayer, textures);
  if (mw_field_is_live (record, many, c->format)) {
    if (layer->textures.n == 0)
      mw_check_find_in (c, MW_RULE_WC3_LAYER_BARE, record, many, "found none");
  } else if (!layer->texture.id && layer->texture.raw == MW_REF_NONE.raw && !layer->texture_track) {
    mw_check_find_in (c, MW_RULE_WC3_LAYER_BARE, record, one, "found none");
  }
}

/* --- Geosets -------------------------------------------------------------------------------------------------------- */

/* Whether the game moves vertices by what a reference leads to. References that lead nowhere break another rule. */
static gboolean
moves (const MwModel *model, MwRef ref)
{
  const MwRecord *node = mw_model_resolve (model, ref);
  return !node || node->schema == &mw_mdlx_bone_schema;
}

static void
check_members (MwChecking *c, const MwMdlxGeoset *geoset)
{
  const MwRef *members = geoset->group_members.data;
  for (uint32_t i = 0; i < geoset->group_members.n; i++)
    if (!moves (c->model, members[i])) {
      mw_check_find_at (c, MW_RULE_WC3_GROUP_BONE, &geoset->record, MW_FIELD (MwMdlxGeoset, group_members), i,
                        "found a %s", mw_model_resolve (c->model, members[i])->schema->name);
      return;
    }
}

static void
check_skin (MwChecking *c, const MwMdlxGeoset *geoset)
{
  const MwRef *bones = geoset->skin_bones.data;
  const uint16_t *weights = geoset->skin_weights.data;
  uint32_t n = MIN (geoset->skin_bones.n, geoset->skin_weights.n);
  for (uint32_t i = 0; i < n; i++) {
    const uint16_t *w = weights + 4 * (gsize) i;
    guint sum = (guint) w[0] + w[1] + w[2] + w[3];
    if (sum != 255) {
      mw_check_find_at (c, MW_RULE_WC3_SKIN_WEIGHTS, &geoset->record, MW_FIELD (MwMdlxGeoset, skin_weights), i,
                        "they sum to %u, expected 255", sum);
      break;
    }
  }
  for (uint32_t i = 0; i < n; i++)
    for (guint k = 0; k < 4; k++)
      if (weights[4 * (gsize) i + k] && !moves (c->model, bones[4 * (gsize) i + k])) {
        mw_check_find_at (c, MW_RULE_WC3_GROUP_BONE, &geoset->record, MW_FIELD (MwMdlxGeoset, skin_bones), i,
                          "found a %s", mw_model_resolve (c->model, bones[4 * (gsize) i + k])->schema->name);
        return;
      }
}

static void
check_geoset (MwChecking *c, const MwRecord *record)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) record;
  check_bounds (c, record, MW_FIELD (MwMdlxGeoset, bounds.max), &geoset->bounds);
  if (c->one)
    return;
  if (geoset->faces.n == 0)
    mw_check_find_in (c, MW_RULE_WC3_GEOSET_EMPTY, record, MW_FIELD (MwMdlxGeoset, faces), "found none");
  const MwMdlxMaterial *material = (const MwMdlxMaterial *) mw_model_resolve (c->model, geoset->material);
  /* Another rule says that no file can hold more than 65535. */
  if (geoset->vertices.n >= MANY_VERTICES && geoset->vertices.n <= 65535
      && !(material && mw_mdlx_material_is_hd (material, c->format)))
    mw_check_find_in (c, MW_RULE_WC3_GEOSET_LARGE, record, MW_FIELD (MwMdlxGeoset, vertices),
                      "found %u vertices, expected fewer than %u", geoset->vertices.n, MANY_VERTICES);
  if (geoset->skin_bones.n)
    check_skin (c, geoset);
  else
    check_members (c, geoset);
}

/* --- Nodes ---------------------------------------------------------------------------------------------------------- */

static void
check_model_path (MwChecking *c, const MwRecord *record, const MwField *field, const char *path)
{
  static const char *const models[] = { ".mdl", ".mdx", NULL };
  if (*path && !ends_with (path, models))
    mw_check_find_in (c, MW_RULE_WC3_MODEL_PATH, record, field, "\"%s\" does not end with .mdl or .mdx", path);
}

static void
check_attachment (MwChecking *c, const MwRecord *record)
{
  check_model_path (c, record, MW_FIELD (MwMdlxAttachment, path), mw_text (((const MwMdlxAttachment *) record)->path));
}

/* Emitters of images have the path of an image there. */
static void
check_emitter (MwChecking *c, const MwRecord *record)
{
  const MwMdlxParticleEmitter *emitter = (const MwMdlxParticleEmitter *) record;
  if (!(emitter->node.flags & EMITS_IMAGES))
    check_model_path (c, record, MW_FIELD (MwMdlxParticleEmitter, path), mw_text (emitter->path));
}

static void
check_bone (MwChecking *c, const MwRecord *record)
{
  const MwMdlxBone *bone = (const MwMdlxBone *) record;
  const MwMdlxGeosetAnimation *animation = (const MwMdlxGeosetAnimation *) mw_model_resolve (c->model,
                                                                                             bone->geoset_animation);
  if (bone->geoset.id && animation && animation->alpha < HIDDEN_ALPHA && !animation->alpha_track)
    mw_check_find_in (c, MW_RULE_WC3_BONE_HIDDEN, record, MW_FIELD (MwMdlxBone, geoset_animation),
                      "the geoset animation has alpha %g and no keys of it", (double) animation->alpha);
}

static void
check_light (MwChecking *c, const MwRecord *record)
{
  const MwMdlxLight *light = (const MwMdlxLight *) record;
  if (light->attenuation_start > light->attenuation_end && !light->attenuation_start_track
      && !light->attenuation_end_track)
    mw_check_find_in (c, MW_RULE_WC3_LIGHT_RANGE, record, MW_FIELD (MwMdlxLight, attenuation_end),
                      "it ends at %g and starts at %g", (double) light->attenuation_end,
                      (double) light->attenuation_start);
}

static gboolean
is_power_of_two (uint32_t n)
{
  return n && !(n & (n - 1));
}

static void
check_particles (MwChecking *c, const MwRecord *record)
{
  const MwMdlxParticleEmitter2 *emitter = (const MwMdlxParticleEmitter2 *) record;
  gboolean flat = emitter->node.flags & XY_QUAD;
  if (flat && emitter->speed == 0 && !emitter->speed_track)
    mw_check_find_in (c, MW_RULE_WC3_PARTICLE_QUAD, record, MW_FIELD (MwMdlxParticleEmitter2, speed), "the speed is 0");
  if (flat && emitter->latitude == 0 && !emitter->latitude_track)
    mw_check_find_in (c, MW_RULE_WC3_PARTICLE_QUAD, record, MW_FIELD (MwMdlxParticleEmitter2, latitude),
                      "the latitude is 0");
  if (!(emitter->time >= 0 && emitter->time <= 1))
    mw_check_find_in (c, MW_RULE_WC3_PARTICLE_TIME, record, MW_FIELD (MwMdlxParticleEmitter2, time), "expected 0 to 1");
  if (emitter->squirt && !emitter->emission_rate_track)
    mw_check_find_in (c, MW_RULE_WC3_PARTICLE_SQUIRT, record, MW_FIELD (MwMdlxParticleEmitter2, squirt),
                      "the emission rate has no keys");
  if (emitter->life_span < 0)
    mw_check_find_in (c, MW_RULE_WC3_PARTICLE_LIFE, record, MW_FIELD (MwMdlxParticleEmitter2, life_span),
                      "expected 0 or more");
  const uint8_t *alpha = emitter->segment_alpha;
  if (MAX (MAX (alpha[0], alpha[1]), alpha[2]) <= FADED_ALPHA)
    mw_check_find_in (c, MW_RULE_WC3_PARTICLE_INVISIBLE, record, MW_FIELD (MwMdlxParticleEmitter2, segment_alpha),
                      "found %u, %u and %u of 255", alpha[0], alpha[1], alpha[2]);
  if (emitter->variation_track)
    mw_check_find_in (c, MW_RULE_WC3_PARTICLE_KEYS, record, MW_FIELD (MwMdlxParticleEmitter2, variation_track),
                      "the variation of the speed has keys");
  if (emitter->gravity_track)
    mw_check_find_in (c, MW_RULE_WC3_PARTICLE_KEYS, record, MW_FIELD (MwMdlxParticleEmitter2, gravity_track),
                      "the gravity has keys");
  if (!is_power_of_two (emitter->rows))
    mw_check_find_in (c, MW_RULE_WC3_PARTICLE_CELLS, record, MW_FIELD (MwMdlxParticleEmitter2, rows),
                      "found %u, which is not a power of two", emitter->rows);
  if (!is_power_of_two (emitter->columns))
    mw_check_find_in (c, MW_RULE_WC3_PARTICLE_CELLS, record, MW_FIELD (MwMdlxParticleEmitter2, columns),
                      "found %u, which is not a power of two", emitter->columns);
}

static void
check_popcorn (MwChecking *c, const MwRecord *record)
{
  const MwMdlxPopcornEmitter *popcorn = (const MwMdlxPopcornEmitter *) record;
  if (!*mw_text (popcorn->anim_visibility_guide))
    mw_check_find_in (c, MW_RULE_WC3_POPCORN_GUIDE, record, MW_FIELD (MwMdlxPopcornEmitter, anim_visibility_guide),
                      "found no text");
  if (popcorn->life_span == 0 && !popcorn->life_span_track)
    mw_check_find_in (c, MW_RULE_WC3_POPCORN_LIFE, record, MW_FIELD (MwMdlxPopcornEmitter, life_span), "found 0");
}

static void
check_event (MwChecking *c, const MwRecord *record)
{
  static const char *const kinds[] = { "SPN", "SPL", "FPT", "UBR", "SND" };
  const char *name = mw_text (((const MwMdlxNode *) record)->name);
  gboolean known = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    known |= g_str_has_prefix (name, kinds[i]);
  if (*name && (!known || strlen (name) != 8))
    mw_check_find_in (c, MW_RULE_WC3_EVENT_NAME, record, MW_FIELD (MwMdlxNode, name),
                      "found \"%s\", expected SPN, SPL, FPT, UBR or SND, one more character and an id of four", name);
}

/* --- Cameras and face effects --------------------------------------------------------------------------------------- */

static void
check_camera (MwChecking *c, const MwRecord *record)
{
  const MwMdlxCamera *camera = (const MwMdlxCamera *) record;
  if (camera->near_clip < 0)
    mw_check_find_in (c, MW_RULE_WC3_CAMERA_RANGE, record, MW_FIELD (MwMdlxCamera, near_clip), "found less than 0");
  if (!(camera->far_clip > camera->near_clip))
    mw_check_find_in (c, MW_RULE_WC3_CAMERA_RANGE, record, MW_FIELD (MwMdlxCamera, far_clip),
                      "it is not beyond the near plane");
}

static void
check_face_effect (MwChecking *c, const MwRecord *record)
{
  static const char *const effects[] = { ".facefx", ".facefx_ingame", NULL };
  const char *path = mw_text (((const MwMdlxFaceEffect *) record)->path);
  if (*path && !ends_with (path, effects))
    mw_check_find_in (c, MW_RULE_WC3_FACE_EFFECT, record, MW_FIELD (MwMdlxFaceEffect, path),
                      "\"%s\" does not end with .facefx or .facefx_ingame", path);
}

/* --- All of them ---------------------------------------------------------------------------------------------------- */

static const MwRecordCheck checks[] = {
  { &mw_mdlx_schema, check_model },
  { &mw_mdlx_sequence_schema, check_sequence },
  { &mw_mdlx_texture_schema, check_texture },
  { &mw_mdlx_material_schema, check_material },
  { &mw_mdlx_layer_schema, check_layer },
  { &mw_mdlx_geoset_schema, check_geoset },
  { &mw_mdlx_geoset_extent_schema, check_extent },
  { &mw_mdlx_bone_schema, check_bone },
  { &mw_mdlx_light_schema, check_light },
  { &mw_mdlx_attachment_schema, check_attachment },
  { &mw_mdlx_particle_emitter_schema, check_emitter },
  { &mw_mdlx_particle_emitter2_schema, check_particles },
  { &mw_mdlx_popcorn_emitter_schema, check_popcorn },
  { &mw_mdlx_event_object_schema, check_event },
  { &mw_mdlx_camera_schema, check_camera },
  { &mw_mdlx_face_effect_schema, check_face_effect },
  { 0 },
};

/* A geoset has one colour and one alpha: the game uses one of its geoset animations only. */
static void
check_animated_twice (MwChecking *c, const MwMdlx *model)
{
  g_autoptr (GHashTable) geosets = g_hash_table_new (NULL, NULL);
  for (uint32_t i = 0; i < model->geoset_animations.n; i++) {
    const MwMdlxGeosetAnimation *animation = (const MwMdlxGeosetAnimation *) model->geoset_animations.items[i];
    if (animation->geoset.id && !g_hash_table_add (geosets, GUINT_TO_POINTER (animation->geoset.id)))
      mw_check_find_in (c, MW_RULE_WC3_ANIMATED_TWICE, &animation->record, MW_FIELD (MwMdlxGeosetAnimation, geoset),
                        "an earlier geoset animation has the same geoset");
  }
}

/* What is attached to a model without saying where is attached at its origin. Effects, which have no attachments, need none. */
static void
check_origin (MwChecking *c, const MwMdlx *model)
{
  const MwRecord *first = NULL;
  for (uint32_t i = 0; i < model->nodes.n; i++) {
    if (model->nodes.items[i]->schema != &mw_mdlx_attachment_schema)
      continue;
    if (g_str_has_prefix (mw_text (((const MwMdlxNode *) model->nodes.items[i])->name), "Origin Ref"))
      return;
    first = first ? first : model->nodes.items[i];
  }
  if (first)
    mw_check_find_in (c, MW_RULE_WC3_ORIGIN_MISSING, &model->model.record, MW_FIELD (MwMdlx, nodes), "found none");
}

/* What has no geosets may show something without a texture, such as a light. */
static void
check_textures (MwChecking *c, const MwMdlx *model)
{
  if (model->textures.n == 0 && model->geosets.n)
    mw_check_find_in (c, MW_RULE_WC3_TEXTURES_NONE, &model->model.record, MW_FIELD (MwMdlx, textures), "found none");
}

static gboolean
check_any (MwRecord *record, gpointer data)
{
  mw_wc3_check_record (data, record);
  return TRUE;
}

void
mw_wc3_check_record (MwChecking *c, const MwRecord *record)
{
  if (mw_schema_is_track (record->schema))
    check_track (c, record);
  else
    mw_check_one (c, checks, record);
}

void
mw_wc3_check_model (MwChecking *c, const MwMdlx *model)
{
  mw_record_foreach ((MwRecord *) &model->model.record, check_any, c);
  check_animated_twice (c, model);
  check_missing_sequences (c, model);
  check_overlaps (c, model);
  check_origin (c, model);
  check_textures (c, model);
  mw_wc3_check_ids (c, model);
  mw_wc3_check_keys (c, model);
  mw_wc3_check_uses (c, model);
}
