/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/mdlx-material.h"
#include "core/pose/evaluate.h"
#include "core/pose/math.h"

static const float zeros[3] = { 0, 0, 0 }, ones[3] = { 1, 1, 1 };

/* mdlx.md 5.8 and 7.2: the flag "use colour". */
static uint32_t
use_colour (const MwMdlx *model)
{
  return model->family == MW_FAMILY_MDX_WOW ? 1 : 2;
}

/* The transform of texture coordinates: translate, then scale about (0.5, 0.5), then rotate about it. `animation`
 * may be NULL. */
static void
evaluate_texture_animation (const MwMdlx *model, const MwMdlxTextureAnimation *animation, const MwClock *clock,
                            float uv[6])
{
  static const float identity[6] = { 1, 0, 0, 1, 0, 0 };
  float move[3], rotation[4], scale[3];

  memcpy (uv, identity, sizeof identity);
  if (!animation)
    return;
  mw_evaluate_vec3 (&model->model, animation->translation_track, clock, zeros, zeros, move);
  mw_evaluate_quat (&model->model, animation->rotation_track, clock, rotation);
  mw_evaluate_vec3 (&model->model, animation->scaling_track, clock, ones, ones, scale);

  /* Only the part of the rotation about z counts: half the angle has the cosine w and the sine z. */
  float z = rotation[2], w = rotation[3], length = sqrtf (z * z + w * w);
  if (length > 1e-6f) {
    z /= length;
    w /= length;
  } else {
    z = 0;
    w = 1;
  }
  float cosine = w * w - z * z, sine = 2 * w * z;
  uv[0] = scale[0] * cosine;
  uv[1] = scale[0] * sine;
  uv[2] = scale[1] * -sine;
  uv[3] = scale[1] * cosine;
  float u = move[0] - 0.5f, v = move[1] - 0.5f;
  uv[4] = uv[0] * u + uv[2] * v + 0.5f;
  uv[5] = uv[1] * u + uv[3] * v + 0.5f;
}

/* mdlx.md 5.5: from 1100 on a layer has a list of textures by slot. */
static gboolean
has_slots (const MwMdlx *model)
{
  return model->family == MW_FAMILY_MDX && model->version >= 1100;
}

guint
mw_material_n_drawn (const MwMdlx *model, const MwMdlxMaterial *material)
{
  return mw_mdlx_layers_are_images (material, mw_mdlx_format (model)) ? 1 : material->layers.n;
}

/* The texture that a layer shows, and the track that changes it over time. */
static void
image_of (const MwMdlx *model, const MwMdlxLayer *layer, MwRef *texture, const MwTrack **track)
{
  const MwMdlxLayerTexture *shown = NULL;
  *texture = layer->texture;
  *track = layer->texture_track;
  if (!has_slots (model))
    return;
  for (uint32_t i = layer->textures.n; i-- > 0;) {
    const MwMdlxLayerTexture *each = (const MwMdlxLayerTexture *) layer->textures.items[i];
    if (i == 0 || each->slot == 0)
      shown = !shown || each->slot == 0 ? each : shown;
  }
  *texture = shown ? shown->texture : MW_REF_NONE;
  *track = shown ? shown->texture_track : NULL;
}

void
mw_layer_evaluate (const MwMdlx *model, const MwMdlxLayer *layer, const MwClock *clock, MwLayerState *out)
{
  /* Without a visible key the texture's number is 0 (rendering.md 1.5), which is the first texture. */
  MwRef first = model->textures.n > 0 ? (MwRef) { model->textures.items[0]->id, 0 } : MW_REF_NONE;
  const MwRecord *record = mw_model_resolve (&model->model, layer->texture_animation);
  const MwMdlxTextureAnimation *animation = NULL;

  if (record && record->schema == &mw_mdlx_texture_animation_schema)
    animation = (const MwMdlxTextureAnimation *) record;
  out->alpha = mw_evaluate_float (&model->model, layer->alpha_track, clock, layer->alpha, 1);
  MwRef texture;
  const MwTrack *track;
  image_of (model, layer, &texture, &track);
  out->texture = mw_evaluate_ref (&model->model, track, clock, texture, first);
  out->moves_uv = animation != NULL && !clock->rest;
  evaluate_texture_animation (model, animation, clock, out->uv);
}

void
mw_geoset_animation_evaluate (const MwMdlx *model, const MwMdlxGeosetAnimation *animation, const MwClock *clock,
                              MwGeosetState *out)
{
  memcpy (out->color, ones, sizeof ones);
  out->alpha = 1;
  if (animation) {
    out->alpha = mw_evaluate_float (&model->model, animation->alpha_track, clock, animation->alpha, 1);
    /* Without a visible key some viewers use black and some white. White shows more. */
    if (animation->flags & use_colour (model))
      mw_evaluate_vec3 (&model->model, animation->color_track, clock, animation->color, ones, out->color);
  }
  out->visible = out->alpha > MW_POSE_ALPHA_MIN;
}

void
mw_geosets_evaluate (const MwMdlx *model, const MwClock *clock, MwGeosetState *out)
{
  for (uint32_t i = 0; i < model->geosets.n; i++)
    mw_geoset_animation_evaluate (model, NULL, clock, &out[i]);
  for (uint32_t i = 0; i < model->geoset_animations.n; i++) {
    const MwMdlxGeosetAnimation *animation = (const MwMdlxGeosetAnimation *) model->geoset_animations.items[i];
    const MwRecord *geoset = mw_model_resolve (&model->model, animation->geoset);
    if (!geoset || geoset->schema != &mw_mdlx_geoset_schema)
      continue;
    uint32_t place = mw_record_index (geoset);
    if (place < model->geosets.n)
      mw_geoset_animation_evaluate (model, animation, clock, &out[place]);
  }
}
