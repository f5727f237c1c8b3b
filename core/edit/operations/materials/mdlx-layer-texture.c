/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/chosen.h"
#include "core/edit/operations/materials/mdlx-layer.h"
#include "core/edit/operations/elements/new-elements.h"
#include "core/edit/operations/operations.h"

/* Materials that show a texture, and layers that show another one. */

extern const MwNames mw_mdlx_filter_modes;

/* --- Add a material -------------------------------------------------------------------------------------------------- */

typedef struct {
  MwRecord record;
  MwRef texture;
  uint32_t filter_mode;
} AddParams;

static const MwField add_fields[] = {
  MW_FIELD_REF (AddParams, texture, "texture", "textures", .label = N_ ("Texture"),
                .doc = N_ ("The image of its layer. Default: the first texture of the model.")),
  MW_FIELD_U32 (AddParams, filter_mode, "filter_mode", .names = &mw_mdlx_filter_modes, .max = 6,
                .label = N_ ("Filter mode"), .doc = N_ ("How its layer is blended with what is behind it.")),
};
static const MwSchema add_params = { .name = "material-add",
                                     .label = N_ ("Add Material"),
                                     .size = sizeof (AddParams),
                                     .fields = add_fields,
                                     .n_fields = G_N_ELEMENTS (add_fields) };

static gboolean
add_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const AddParams *p = (const AddParams *) params;
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document);
  const MwRecord *texture = mw_model_resolve (&model->model, p->texture);
  if (!texture && !model->textures.n)
    return mw_operation_refuse (NULL, error, "the model has no texture: texture-add adds one");
  MwRecord *material = mw_record_new (&mw_mdlx_material_schema);
  mw_list_append (NULL, material, MW_FIELD (MwMdlxMaterial, layers),
                  mw_mdlx_layer_new (mw_document_get_format (document),
                                     texture ? texture->id : model->textures.items[0]->id, p->filter_mode));
  return mw_new_insert (document, material, FALSE, error) != 0;
}

const MwOperation mw_operation_material_add = {
  .id = "material-add",
  .label = N_ ("Add Material"),
  .doc = N_ ("Adds a material with one layer, which shows a texture. Use material-assign to give it to geosets."),
  .aliases = "new layer create",
  .domain = MW_DOMAIN_MATERIALS,
  .subject = MW_SUBJECT_MODEL,
  .menu = MW_MENU_ADD,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW,
  .params = &add_params,
  .run = add_run,
};

/* --- Texture of layers ----------------------------------------------------------------------------------------------- */

enum { DIFFUSE };
enum { ANIMATION_REMOVE, ANIMATION_KEEP };
extern const MwNames mw_layer_animation_choices;

typedef struct {
  MwRecord record;
  MwRef texture;
  char *path;
  uint8_t animation;
} TextureParams;

static const MwField texture_fields[] = {
  MW_FIELD_REF (TextureParams, texture, "texture", "textures", .label = N_ ("Texture"),
                .doc = N_ ("The new image of the layers; from version 1100 on, their diffuse image.")),
  MW_FIELD_TEXT (
    TextureParams, path, 260, "path", .role = MW_ROLE_FILE, .label = N_ ("File"),
    .doc = N_ ("A file to use instead of a texture of the model. It is added to the textures if it is not one of "
               "them yet.")),
  MW_FIELD_U8 (
    TextureParams, animation, "animation", .max = ANIMATION_KEEP, .names = &mw_layer_animation_choices,
    .label = N_ ("Animation"),
    .doc = N_ ("What happens to layers that change their image over time. Remove: they lose the animation and "
               "get the texture. Keep: they stay as they are.")),
};
static const MwSchema texture_params = { .name = "layer-set-texture",
                                         .label = N_ ("Texture of Layers"),
                                         .size = sizeof (TextureParams),
                                         .fields = texture_fields,
                                         .n_fields = G_N_ELEMENTS (texture_fields) };

/* Where a layer has its image: the layer itself, or from version 1100 on its diffuse image. */
typedef struct {
  MwId holder;
  const MwField *texture;
  MwRef now;
  const MwTrack *track;
} Place;

static gboolean
find_place (MwDocument *document, const MwMdlxLayer *layer, Place *place, GError **error)
{
  const MwField *list = MW_FIELD (MwMdlxLayer, textures);
  if (mw_field_in_format (&mw_mdlx_layer_schema, list, mw_document_get_format (document)) == MW_IN_FORMAT_NEVER) {
    *place = (Place) { layer->record.id, MW_FIELD (MwMdlxLayer, texture), layer->texture, layer->texture_track };
    return TRUE;
  }
  for (uint32_t i = 0; i < layer->textures.n; i++) {
    const MwMdlxLayerTexture *image = (const MwMdlxLayerTexture *) layer->textures.items[i];
    if (image->slot == DIFFUSE) {
      *place = (Place) { image->record.id, MW_FIELD (MwMdlxLayerTexture, texture), image->texture,
                         image->texture_track };
      return TRUE;
    }
  }
  return mw_operation_refuse (&layer->record, error, "has no diffuse image");
}

static gboolean
set_texture (MwDocument *document, const MwMdlxLayer *layer, MwRef texture, gboolean keep, guint *changed,
             GError **error)
{
  Place place = { 0 };
  if (!find_place (document, layer, &place, error))
    return FALSE;
  if (place.track ? keep : place.now.id == texture.id)
    return TRUE;
  (*changed)++;
  return (!place.track || mw_document_remove (document, place.track->record.id, error))
         && mw_document_set_field (document, place.holder, place.texture, &texture, sizeof texture, error);
}

static gboolean
texture_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const TextureParams *p = (const TextureParams *) params;
  g_autoptr (GArray) layers = mw_mdlx_layers_chosen (document, ids, n, error);
  guint changed = 0;
  if (!layers)
    return FALSE;
  const MwRef texture = { mw_new_texture_given (document, p->texture, mw_text (p->path), error), 0 };
  if (!texture.id)
    return FALSE;
  for (guint i = 0; i < layers->len; i++)
    if (!set_texture (document, (const MwMdlxLayer *) mw_chosen_at (document, layers, i), texture,
                      p->animation == ANIMATION_KEEP, &changed, error))
      return FALSE;
  if (!changed)
    return mw_operation_nothing (error,
                                 "nothing to change: the layers show that texture already, or keep their animation");
  mw_document_select (document, ids, n); /* not a texture that was added */
  mw_document_notice (document, g_strdup_printf ("layers with another texture: %u", changed));
  return TRUE;
}

const MwOperation mw_operation_layer_set_texture = {
  .id = "layer-set-texture",
  .label = N_ ("Set Texture of Layers"),
  .step = N_ ("Set the texture of %s"),
  .doc = N_ ("Gives many layers the same image. Selecting a material means all its layers; selecting the model means "
             "all layers."),
  .aliases = "image retexture skin replace",
  .domain = MW_DOMAIN_MATERIALS,
  .families = MW_FAMILY_MDX | MW_FAMILY_MDX_WOW,
  .params = &texture_params,
  .applies = mw_mdlx_layers_apply,
  .run = texture_run,
};
