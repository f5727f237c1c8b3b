/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/chosen.h"
#include "core/edit/operations/materials/mdlx-layer.h"
#include "core/edit/operations/operations.h"
#include "core/model/mdlx/mdlx.h"

#include <string.h>

/* Operations on the layers of MDX materials. */

/* --- Add ------------------------------------------------------------------------------------------------------------ */

extern const MwNames mw_mdlx_filter_modes;

typedef struct {
  MwRecord record;
  MwRef texture;
  uint32_t filter_mode;
  uint8_t after;
} AddParams;

static const MwField add_fields[] = {
  MW_FIELD_REF (AddParams, texture, "texture", "textures", .label = N_ ("Texture"),
                .doc = N_ ("The image of the new layer.")),
  MW_FIELD_U32 (AddParams, filter_mode, "filter_mode", .names = &mw_mdlx_filter_modes, .def = 2,
                .label = N_ ("Filter mode"), .doc = N_ ("How the new layer is blended with what is behind it.")),
  MW_FIELD_U8 (
    AddParams, after, "after", .max = 1, .def = 1, .role = MW_ROLE_SWITCH, .label = N_ ("After"),
    .doc = N_ (
      "1: it is drawn over the given layer, or over all layers of the given material; 0: under it, or under all of "
      "them.")),
};
static const MwSchema add_params = { .name = "layer-add",
                                     .label = N_ ("Add Layer"),
                                     .size = sizeof (AddParams),
                                     .fields = add_fields,
                                     .n_fields = G_N_ELEMENTS (add_fields) };
static const char *const add_required[] = { "texture", NULL };

/* The material of a given layer, or the given material; NULL for other records. */
static const MwMdlxMaterial *
material_of (const MwRecord *record)
{
  if (record->schema == &mw_mdlx_layer_schema)
    return (const MwMdlxMaterial *) record->owner;
  return record->schema == &mw_mdlx_material_schema ? (const MwMdlxMaterial *) record : NULL;
}

/* A new layer uses the first UV set, which all geosets with the material must then have. */
static gboolean
check_uv_sets (const MwMdlx *model, const MwMdlxMaterial *material, GError **error)
{
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[i];
    if (geoset->material.id == material->record.id && !geoset->uv_sets.n)
      return mw_operation_refuse (&geoset->record, error,
                                  "has no UV set, so its material can have no layer with a texture");
  }
  return TRUE;
}

/* The layers of an HD material before 1100 are the images of one layer, whose number is fixed (mdlx.md 5.5). */
static gboolean
add_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  MwFormat format = mw_document_get_format (document);
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (mw_document_get_model (document), ids[i]);
    const MwMdlxMaterial *material = material_of (record);
    if (!material)
      return mw_operation_refuse (record, error, "is not a layer or a material");
    if (format.version < 1100 && mw_mdlx_material_is_hd (material, format))
      return mw_operation_refuse (&material->record, error,
                                  "is an HD material: its layers are the images of one layer, so none can be added");
    if (!check_uv_sets ((const MwMdlx *) mw_document_get_model (document), material, error))
      return FALSE;
  }
  return TRUE;
}

GArray *
mw_mdlx_layers_chosen (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  return mw_chosen_records (document, ids, n, &mw_mdlx_layer_schema, "layer", error);
}

gboolean
mw_mdlx_layers_apply (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  g_autoptr (GArray) layers = mw_mdlx_layers_chosen (document, ids, n, error);
  return layers != NULL;
}

MwRecord *
mw_mdlx_layer_new (MwFormat format, MwId texture, uint32_t filter_mode)
{
  MwMdlxLayer *layer = (MwMdlxLayer *) mw_record_new (&mw_mdlx_layer_schema);
  const MwField *textures = MW_FIELD (MwMdlxLayer, textures);
  layer->filter_mode = filter_mode;
  if (mw_field_in_format (&mw_mdlx_layer_schema, textures, format) == MW_IN_FORMAT_NEVER) {
    layer->texture = (MwRef) { texture, 0 };
    return &layer->record;
  }
  MwMdlxLayerTexture *image = (MwMdlxLayerTexture *) mw_record_new (&mw_mdlx_layer_texture_schema);
  image->texture = (MwRef) { texture, 0 };
  mw_list_append (NULL, &layer->record, textures, &image->record);
  return &layer->record;
}

static gboolean
add_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const AddParams *p = (const AddParams *) params;
  const MwModel *model = mw_document_get_model (document);
  g_autoptr (GArray) made = g_array_new (FALSE, FALSE, sizeof (MwId));
  if (!mw_model_resolve (model, p->texture))
    return mw_operation_refuse (NULL, error, "a new layer needs a texture");
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (model, ids[i]);
    const MwMdlxMaterial *material = material_of (record);
    guint32 first = &material->record == record ? 0 : mw_record_index (record),
            last = &material->record == record ? material->layers.n : first + 1;
    MwRecord *layer = mw_mdlx_layer_new (mw_document_get_format (document), p->texture.id, p->filter_mode);
    if (!mw_document_insert (document, material->record.id, MW_FIELD (MwMdlxMaterial, layers), p->after ? last : first,
                             layer, error))
      return FALSE;
    g_array_append_val (made, layer->id);
  }
  mw_document_select (document, (const MwId *) (gpointer) made->data, made->len);
  return TRUE;
}

const MwOperation mw_operation_layer_add = {
  .id = "layer-add",
  .label = N_ ("Add Layer"),
  .step = N_ ("Add a layer to %s"),
  .doc = N_ (
    "Adds a layer with a texture to materials: before or after the given layer, or before or after all layers of the "
    "given material."),
  .aliases = "new pass texture create insert",
  .domain = MW_DOMAIN_MATERIALS,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW,
  .params = &add_params,
  .required = add_required,
  .applies = add_applies,
  .run = add_run,
};

/* --- Filter mode ---------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  uint32_t filter_mode;
} FilterParams;

static const MwField filter_fields[] = {
  MW_FIELD_U32 (FilterParams, filter_mode, "filter_mode", .names = &mw_mdlx_filter_modes, .max = 6,
                .label = N_ ("Filter mode"), .doc = N_ ("How the layers are blended with what is behind them.")),
};
static const MwSchema filter_params = { .name = "layer-set-filter",
                                        .label = N_ ("Filter Mode of Layers"),
                                        .size = sizeof (FilterParams),
                                        .fields = filter_fields,
                                        .n_fields = G_N_ELEMENTS (filter_fields) };
static const char *const filter_required[] = { "filter_mode", NULL };

static gboolean
filter_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  uint32_t mode = ((const FilterParams *) params)->filter_mode;
  const MwField *field = MW_FIELD (MwMdlxLayer, filter_mode);
  g_autoptr (GArray) layers = mw_mdlx_layers_chosen (document, ids, n, error);
  guint changed = 0;
  if (!layers)
    return FALSE;
  for (guint i = 0; i < layers->len; i++) {
    const MwMdlxLayer *layer = (const MwMdlxLayer *) mw_chosen_at (document, layers, i);
    if (layer->filter_mode == mode)
      continue;
    if (!mw_document_set_field (document, layer->record.id, field, &mode, sizeof mode, error))
      return FALSE;
    changed++;
  }
  if (!changed)
    return mw_operation_nothing (error, "nothing to change: the layers have that filter mode already");
  mw_document_notice (document, g_strdup_printf ("filter modes changed: %u", changed));
  return TRUE;
}

static void
filter_preset (MwDocument *document, const MwId *ids, guint n, MwRecord *params)
{
  g_autoptr (GArray) layers = mw_mdlx_layers_chosen (document, ids, n, NULL);
  if (layers && layers->len)
    ((FilterParams *) params)->filter_mode = ((const MwMdlxLayer *) mw_chosen_at (document, layers, 0))->filter_mode;
}

const MwOperation mw_operation_layer_set_filter = {
  .id = "layer-set-filter",
  .label = N_ ("Set Filter Mode"),
  .step = N_ ("Set the filter mode of %s"),
  .doc = N_ (
    "Gives many layers the same filter mode. Selecting a material means all its layers; selecting the model means "
    "all layers."),
  .aliases = "blend transparency additive alpha",
  .domain = MW_DOMAIN_MATERIALS,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW,
  .params = &filter_params,
  .required = filter_required,
  .preset = filter_preset,
  .applies = mw_mdlx_layers_apply,
  .run = filter_run,
};

/* --- Alpha ---------------------------------------------------------------------------------------------------------- */

enum { ANIMATION_REMOVE, ANIMATION_KEEP };
MW_NAMES (mw_layer_animation_choices, FALSE, { ANIMATION_REMOVE, "Remove", N_ ("Remove") },
          { ANIMATION_KEEP, "Keep", N_ ("Keep") });

typedef struct {
  MwRecord record;
  float alpha;
  uint8_t animation;
} AlphaParams;

static const MwField alpha_fields[] = {
  MW_FIELD_F32 (AlphaParams, alpha, "alpha", .min = 0, .max = 1, .def = 1, .unit = MW_UNIT_FACTOR,
                .label = N_ ("Alpha"), .doc = N_ ("The opacity: 0 is invisible, 1 is opaque.")),
  MW_FIELD_U8 (
    AlphaParams, animation, "animation", .max = ANIMATION_KEEP, .names = &mw_layer_animation_choices,
    .label = N_ ("Animation"),
    .doc = N_ ("What happens to layers whose alpha is animated. Remove: they lose the animation and get the value. "
               "Keep: they stay as they are.")),
};
static const MwSchema alpha_params = { .name = "layer-set-alpha",
                                       .label = N_ ("Alpha of Layers"),
                                       .size = sizeof (AlphaParams),
                                       .fields = alpha_fields,
                                       .n_fields = G_N_ELEMENTS (alpha_fields) };
static const char *const alpha_required[] = { "alpha", NULL };

static gboolean
set_alpha (MwDocument *document, const MwMdlxLayer *layer, float alpha, guint *changed, GError **error)
{
  MwId id = layer->record.id;
  if (layer->alpha_track) {
    (*changed)++;
    if (!mw_document_remove (document, layer->alpha_track->record.id, error))
      return FALSE;
  } else if (memcmp (&layer->alpha, &alpha, sizeof alpha) != 0)
    (*changed)++;
  return mw_document_set_field (document, id, MW_FIELD (MwMdlxLayer, alpha), &alpha, sizeof alpha, error);
}

static gboolean
alpha_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const AlphaParams *p = (const AlphaParams *) params;
  g_autoptr (GArray) layers = mw_mdlx_layers_chosen (document, ids, n, error);
  guint changed = 0, animated = 0;
  if (!layers)
    return FALSE;
  for (guint i = 0; i < layers->len; i++) {
    const MwMdlxLayer *layer = (const MwMdlxLayer *) mw_chosen_at (document, layers, i);
    gboolean is_animated = layer->alpha_track != NULL;
    animated += is_animated;
    if ((!is_animated || p->animation == ANIMATION_REMOVE) && !set_alpha (document, layer, p->alpha, &changed, error))
      return FALSE;
  }
  if (!changed)
    return mw_operation_nothing (error,
                                 "nothing to change: the layers have that alpha already, or keep their animation");
  if (animated)
    mw_document_notice (document,
                        g_strdup_printf (p->animation == ANIMATION_KEEP ? "layers that keep their animated alpha: %u"
                                                                        : "layers that lost their animated alpha: %u",
                                         animated));
  return TRUE;
}

const MwOperation mw_operation_layer_set_alpha = {
  .id = "layer-set-alpha",
  .label = N_ ("Set Alpha of Layers"),
  .step = N_ ("Set the alpha of %s"),
  .doc = N_ (
    "Gives many layers the same opacity. Layers whose opacity is animated lose that animation or are left unchanged."),
  .aliases = "opacity transparency fade static",
  .domain = MW_DOMAIN_MATERIALS,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW,
  .params = &alpha_params,
  .required = alpha_required,
  .applies = mw_mdlx_layers_apply,
  .run = alpha_run,
};
