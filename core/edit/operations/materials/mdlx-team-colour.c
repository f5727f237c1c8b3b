/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/chosen.h"
#include "core/edit/operations/materials/mdlx-layer.h"
#include "core/edit/operations/elements/new-elements.h"
#include "core/edit/operations/operations.h"

/* The team colour in a material (rendering.md 3.2 and 3.4): an SD material has it in a layer under the skin, an HD material in a
 * slot for it. */

enum { TEAM_COLOUR = 1 };          /* replaceable id */
enum { HD_SLOT = 4 };              /* number of the team colour among the images of an HD material */
enum { NONE, TRANSPARENT, BLEND }; /* filter modes */

/* Layers and geosets are for their material. */
static GArray *
chosen_materials (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  g_autoptr (GArray) wanted = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (model, ids[i]), *material = NULL;
    if (record->schema == &mw_mdlx_layer_schema)
      material = record->owner;
    else if (record->schema == &mw_mdlx_geoset_schema)
      material = mw_model_resolve (model, ((const MwMdlxGeoset *) record)->material);
    MwId id = material ? material->id : ids[i];
    g_array_append_val (wanted, id);
  }
  return mw_chosen_records (document, (const MwId *) (gpointer) wanted->data, wanted->len, &mw_mdlx_material_schema,
                            "material", error);
}

static gboolean
is_team_colour (const MwModel *model, MwRef texture)
{
  const MwMdlxTexture *record = (const MwMdlxTexture *) mw_model_resolve (model, texture);
  return record && record->replaceable_id == TEAM_COLOUR;
}

/* The texture that the game replaces by the team colour; added if the model has none. 0 and an error on failure. */
static MwId
team_texture (MwDocument *document, GError **error)
{
  const MwMdlx *model = (const MwMdlx *) mw_document_get_model (document);
  for (uint32_t i = 0; i < model->textures.n; i++) {
    MwId id = model->textures.items[i]->id;
    if (is_team_colour (&model->model, (MwRef) { id, 0 }))
      return id;
  }
  return mw_new_insert (document, mw_new_elements (document)->texture ("", TEAM_COLOUR, 0), FALSE, error);
}

/* --- SD ------------------------------------------------------------------------------------------------------------- */

static gboolean
shows_team_colour (const MwModel *model, const MwMdlxLayer *layer)
{
  gboolean any = is_team_colour (model, layer->texture);
  for (uint32_t i = 0; i < layer->textures.n; i++)
    any |= is_team_colour (model, ((const MwMdlxLayerTexture *) layer->textures.items[i])->texture);
  return any;
}

/* An opaque layer that is lit and fades as the skin does. */
static MwRecord *
layer_below (MwFormat format, const MwMdlxLayer *skin, MwId texture)
{
  const MwField *const other[] = { MW_FIELD (MwMdlxLayer, filter_mode),   MW_FIELD (MwMdlxLayer, texture),
                                   MW_FIELD (MwMdlxLayer, texture_track), MW_FIELD (MwMdlxLayer, texture_animation),
                                   MW_FIELD (MwMdlxLayer, textures),      NULL };
  MwRecord *layer = mw_mdlx_layer_new (format, texture, NONE);
  mw_record_copy_fields (layer, &skin->record, &mw_mdlx_layer_schema, other);
  mw_record_forget_ids (layer);
  return layer;
}

static gboolean
add_below_skin (MwDocument *document, const MwMdlxMaterial *material, gboolean *changed, GError **error)
{
  static const uint32_t blend = BLEND;
  const MwModel *model = mw_document_get_model (document);
  if (!material->layers.n)
    return mw_operation_refuse (&material->record, error,
                                "has no layer with a skin, under which the team colour could be shown");
  for (uint32_t i = 0; i < material->layers.n; i++)
    if (shows_team_colour (model, (const MwMdlxLayer *) material->layers.items[i]))
      return TRUE;
  const MwMdlxLayer *skin = (const MwMdlxLayer *) material->layers.items[0];
  MwId texture = team_texture (document, error);
  *changed = TRUE;
  return texture
         && (skin->filter_mode > TRANSPARENT
             || mw_document_set_field (document, skin->record.id, MW_FIELD (MwMdlxLayer, filter_mode), &blend,
                                       sizeof blend, error))
         && mw_document_insert (document, material->record.id, MW_FIELD (MwMdlxMaterial, layers), 0,
                                layer_below (mw_document_get_format (document), skin, texture), error);
}

/* --- HD ------------------------------------------------------------------------------------------------------------- */

/* The field with the image of an HD material's slot and the record that has it: a layer of its own in 900 and 1000, later an image of
 * the first layer. The latter is made if the layer has none. */
static const MwRecord *
hd_slot (MwDocument *document, const MwMdlxMaterial *material, const MwField **field, GError **error)
{
  const MwField *list = MW_FIELD (MwMdlxLayer, textures);
  *field = MW_FIELD (MwMdlxLayer, texture);
  if (mw_field_in_format (&mw_mdlx_layer_schema, list, mw_document_get_format (document)) == MW_IN_FORMAT_NEVER) {
    if (material->layers.n > HD_SLOT)
      return material->layers.items[HD_SLOT];
    mw_operation_refuse (&material->record, error, "has fewer than five layers, so it has none for the team colour");
    return NULL;
  }
  const MwMdlxLayer *layer = (const MwMdlxLayer *) material->layers.items[0];
  *field = MW_FIELD (MwMdlxLayerTexture, texture);
  for (uint32_t i = 0; i < layer->textures.n; i++)
    if (((const MwMdlxLayerTexture *) layer->textures.items[i])->slot == HD_SLOT)
      return layer->textures.items[i];
  MwMdlxLayerTexture *made = (MwMdlxLayerTexture *) mw_record_new (&mw_mdlx_layer_texture_schema);
  made->slot = HD_SLOT;
  made->texture = MW_REF_NONE;
  return mw_document_insert (document, layer->record.id, list, layer->textures.n, &made->record, error) ? &made->record
                                                                                                        : NULL;
}

static gboolean
set_slot (MwDocument *document, const MwMdlxMaterial *material, gboolean *changed, GError **error)
{
  const MwField *field;
  const MwRecord *slot = hd_slot (document, material, &field, error);
  if (!slot)
    return FALSE;
  MwId holder = slot->id;
  if (is_team_colour (mw_document_get_model (document), *(const MwRef *) mw_field_at (slot, field)))
    return TRUE;
  MwRef texture = { team_texture (document, error), 0 };
  *changed = TRUE;
  return texture.id && mw_document_set_field (document, holder, field, &texture, sizeof texture, error);
}

/* --- The operation -------------------------------------------------------------------------------------------------- */

static gboolean
add_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  g_autoptr (GArray) materials = chosen_materials (document, ids, n, error);
  return materials != NULL;
}

static gboolean
add_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GArray) materials = chosen_materials (document, ids, n, error);
  gboolean changed = FALSE, hd = FALSE;
  for (guint i = 0; i < materials->len; i++) {
    const MwMdlxMaterial *material = (const MwMdlxMaterial *) mw_chosen_at (document, materials, i);
    gboolean has_slot = mw_mdlx_material_is_hd (material, mw_document_get_format (document));
    hd |= has_slot;
    if (!(has_slot ? set_slot : add_below_skin) (document, material, &changed, error))
      return FALSE;
  }
  if (!changed)
    return mw_operation_nothing (error, "nothing to add: the materials have the team colour");
  mw_document_notice (
    document, g_strdup (hd ? "the alpha of the ORM image decides where the team colour shows"
                           : "the team colour shows where the alpha of the skin is low: an opaque skin hides it"));
  mw_document_select (document, (const MwId *) (gpointer) materials->data, materials->len);
  return TRUE;
}

const MwOperation mw_operation_team_colour_add = {
  .id = "team-colour-add",
  .label = N_ ("Add Team Colour"),
  .step = N_ ("Add the team colour to %s"),
  .doc = N_ (
    "Shows the colour of the player in a material. SD: adds a layer with the team colour under the skin, which is then "
    "blended over it. HD: puts the team colour into its slot. The alpha of the skin, or of the ORM image in HD, "
    "decides where it shows."),
  .aliases = "team color player colour replaceable 1",
  .domain = MW_DOMAIN_MATERIALS,
  .families = MW_FAMILY_MDX,
  .applies = add_applies,
  .run = add_run,
};
