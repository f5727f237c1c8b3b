/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/mdlx-hd.h"
#include "core/pose/evaluate.h"

#include <math.h>

gboolean
mw_layer_is_hd (const MwMdlx *model, const MwMdlxMaterial *material, const MwMdlxLayer *layer)
{
  MwFormat format = mw_mdlx_format (model);
  if (format.version >= 1100 && layer->shader == MW_MDLX_SHADER_SD_ON_HD)
    return TRUE;
  if (!mw_mdlx_material_is_hd (material, format))
    return FALSE;
  return format.version < 1100
           ? mw_mdlx_layers_are_images (material, format) && material->layers.items[0] == &layer->record
           : mw_mdlx_is_hd_shader (layer->shader);
}

/* The first entry of each slot counts. */
static void
textures_of_slots (const MwMdlx *model, const MwMdlxLayer *layer, const MwClock *clock, MwRef first, MwRef *out)
{
  for (uint32_t i = layer->textures.n; i-- > 0;) {
    const MwMdlxLayerTexture *each = (const MwMdlxLayerTexture *) layer->textures.items[i];
    if (each->slot < MW_HD_SLOTS)
      out[each->slot] = mw_evaluate_ref (&model->model, each->texture_track, clock, each->texture, first);
  }
}

void
mw_hd_evaluate (const MwMdlx *model, const MwMdlxMaterial *material, const MwMdlxLayer *layer, const MwClock *clock,
                MwHdState *out)
{
  const MwModel *root = &model->model;
  static const float white[3] = { 1, 1, 1 };
  /* Without a visible key the texture's number is 0 (rendering.md 1.5), which is the first texture. */
  MwRef first = model->textures.n > 0 ? (MwRef) { model->textures.items[0]->id, 0 } : MW_REF_NONE;

  out->crystal = model->version >= 1100 && layer->shader == MW_MDLX_SHADER_CRYSTAL;
  out->sd_on_hd = model->version >= 1100 && layer->shader == MW_MDLX_SHADER_SD_ON_HD;
  for (guint i = 0; i < MW_HD_SLOTS; i++)
    out->textures[i] = MW_REF_NONE;
  if (mw_mdlx_layers_are_images (material, mw_mdlx_format (model))) {
    for (guint i = 0; i < MW_HD_SLOTS; i++) {
      const MwMdlxLayer *each = (const MwMdlxLayer *) material->layers.items[i];
      out->textures[i] = mw_evaluate_ref (root, each->texture_track, clock, each->texture, first);
    }
  } else {
    textures_of_slots (model, layer, clock, first, out->textures);
  }
  /* Real files have a gain that is not a number beside a track. It is what a layer has at rest. */
  float gain = isnan (layer->emissive_gain) ? 1 : layer->emissive_gain;
  out->emissive_gain = mw_evaluate_float (root, layer->emissive_gain_track, clock, gain, 1);
  mw_evaluate_vec3 (root, layer->fresnel_color_track, clock, layer->fresnel_color, white, out->fresnel_color);
  out->fresnel_opacity = mw_evaluate_float (root, layer->fresnel_opacity_track, clock, layer->fresnel_opacity, 0);
  out->fresnel_team_color = mw_evaluate_float (root, layer->fresnel_team_color_track, clock, layer->fresnel_team_color,
                                               0);
}
