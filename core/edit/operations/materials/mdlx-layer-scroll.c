/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/chosen.h"
#include "core/edit/operations/materials/mdlx-layer.h"
#include "core/edit/operations/materials/texture-scroll.h"
#include "core/model/mdlx/mdlx.h"

/* Layers whose images move. */

static const MwField layer_fields[] = { MW_SCROLL_FIELDS (MwScrollParams) };
static const MwSchema layer_params = { .name = "layer-set-texture-animation",
                                       .label = N_ ("Moving Textures"),
                                       .size = sizeof (MwScrollParams),
                                       .fields = layer_fields,
                                       .n_fields = G_N_ELEMENTS (layer_fields) };
static gboolean
layers_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MwScrollParams *p = (const MwScrollParams *) params;
  g_autoptr (GArray) layers = mw_mdlx_layers_chosen (document, ids, n, error);
  gboolean changed = FALSE;
  MwRef made;
  if (!layers || !mw_scroll_make (document, p, &made, error))
    return FALSE;
  for (guint i = 0; i < layers->len; i++) {
    const MwMdlxLayer *layer = (const MwMdlxLayer *) mw_chosen_at (document, layers, i);
    changed |= !mw_ref_is_none (layer->texture_animation) || !p->remove;
    if (!mw_document_set_field (document, layer->record.id, MW_FIELD (MwMdlxLayer, texture_animation), &made,
                                sizeof made, error))
      return FALSE;
  }
  return changed || mw_scroll_nothing (error);
}

const MwOperation mw_operation_layer_set_texture_animation = {
  .id = "layer-set-texture-animation",
  .label = N_ ("Scroll Layer Textures"),
  .step = N_ ("Scroll the textures of %s"),
  .doc = N_ (
    "Gives layers a new texture animation that moves their images at a constant speed in an endless loop, on a "
    "global sequence; or removes theirs. Selecting a material means all its layers."),
  .aliases = "scroll uv animation water flow tvertex slide",
  .domain = MW_DOMAIN_MATERIALS,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW,
  .params = &layer_params,
  .applies = mw_mdlx_layers_apply,
  .run = layers_run,
};
