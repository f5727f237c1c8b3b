/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/convert/convert-private.h"
#include "core/schema/diff.h"

#include <string.h>

/* Materials (mdlx.md 5.5). Up to version 1000 a layer has one image; from 1100 on it has a list of images and a
 * shader. Up to 1000 an HD material is a shader name and six layers, one for each image; apart from
 * the images, only the values of the first layer matter. Before 900 and in World of Warcraft there is no HD. An HD layer
 * then becomes its diffuse image, in Warcraft III over the team colour. */

#define HD_NAME "Shader_HD_DefaultUnit"
enum { SD = 0, HD = 1 };
enum { DIFFUSE = 0, NORMAL, ORM, EMISSIVE, TEAM_COLOR, ENVIRONMENT, N_SLOTS };
enum {
  FILTER_NONE,
  FILTER_TRANSPARENT,
  FILTER_BLEND,
  FILTER_ADDITIVE,
  FILTER_ADD_ALPHA,
  FILTER_MODULATE,
  FILTER_MODULATE2X
};
#define MATERIAL_TWO_SIDED 0x2u
#define LAYER_TWO_SIDED 0x10u
#define NO_UVS G_MAXUINT32

#define WHY_SLOT "before 1100 only their order distinguishes the images of a layer"
#define WHY_SHADER "the target version has no such shader"
#define WHY_NO_HD                                                                                                      \
  "before 1100 an HD material has an image in each of six slots, and the game has no image to replace a "              \
  "missing diffuse or ORM image"
#define WHY_SIX "from 1100 on an HD material has one layer instead of six; only the values of the first are kept"
#define WHY_DIFFUSE "without HD, a layer has only its diffuse image"

static gboolean
has_lists (MwFormat format)
{
  return mw_field_in_format (&mw_mdlx_layer_schema, MW_FIELD (MwMdlxLayer, textures), format) != MW_IN_FORMAT_NEVER;
}

static gboolean
has_name (MwFormat format)
{
  return mw_field_in_format (&mw_mdlx_material_schema, MW_FIELD (MwMdlxMaterial, shader), format) != MW_IN_FORMAT_NEVER;
}

static gboolean
is_hd_name (const MwMdlxMaterial *material)
{
  return mw_mdlx_is_hd_shader_name (mw_text (material->shader));
}

static gboolean
is_none (MwRef ref)
{
  return ref.id == 0 && ref.raw == MW_REF_NONE.raw;
}

static MwMdlxLayer *
layer_at (const MwMdlxMaterial *material, uint32_t i)
{
  return (MwMdlxLayer *) material->layers.items[i];
}

static MwMdlxLayerTexture *
image_at (const MwMdlxLayer *layer, uint32_t i)
{
  return (MwMdlxLayerTexture *) layer->textures.items[i];
}

static void
set_name (MwMdlxMaterial *material, const char *name)
{
  mw_text_set (&material->shader, name, name ? strlen (name) : 0);
}

static const MwField *
texture_of (const MwRecord *record)
{
  return record->schema == &mw_mdlx_layer_schema ? MW_FIELD (MwMdlxLayer, texture)
                                                 : MW_FIELD (MwMdlxLayerTexture, texture);
}

/* Moves an image from one place to another, which has none. Up to 1000 a place is a layer, from 1100 on an entry of a
 * layer's list. */
static void
move_image (MwConverting *c, MwRecord *from, MwRecord *to)
{
  const MwField *from_texture = texture_of (from), *to_texture = texture_of (to);
  MwRef *ref = mw_field_at (from, from_texture);
  *(MwRef *) mw_field_at (to, to_texture) = *ref;
  *ref = MW_REF_NONE;
  MwRecord *moved = mw_child_take (&c->b->model, from, mw_schema_track_of (from->schema, from_texture));
  if (moved)
    mw_child_set (&c->b->model, to, mw_schema_track_of (to->schema, to_texture), moved);
}

/* --- To lists of images ------------------------------------------------------------------------------------------------ */

static MwMdlxLayerTexture *
add_image (MwConverting *c, MwMdlxLayer *layer, MwMdlxLayer *from, uint32_t slot)
{
  MwRecord *image = mw_record_new (&mw_mdlx_layer_texture_schema);
  ((MwMdlxLayerTexture *) image)->slot = slot;
  mw_list_append (&c->b->model, &layer->record, MW_FIELD (MwMdlxLayer, textures), image);
  move_image (c, &from->record, image);
  return (MwMdlxLayerTexture *) image;
}

static void
fold_hd (MwConverting *c, MwMdlxMaterial *material)
{
  const MwField *const images[] = { MW_FIELD (MwMdlxLayer, texture), MW_FIELD (MwMdlxLayer, texture_track), NULL };
  MwMdlxLayer *layer = layer_at (material, 0);
  for (uint32_t i = 0; i < N_SLOTS; i++) {
    MwMdlxLayer *from = layer_at (material, i);
    const MwRecord *was = mw_model_find (&c->a->model, from->record.id);
    MwMdlxLayerTexture *image = add_image (c, layer, from, i);
    mw_convert_becomes (c, i ? from->record.id : from->record.id | MW_CONVERT_IMAGE, image->record.id);
    if (i && was)
      mw_convert_lose_rest (c, was, images, WHY_SIX);
    if (i && was && was->variant)
      mw_convert_lose_layout (c, was, WHY_SIX);
  }
  while (material->layers.n > 1)
    mw_convert_drop (c, material->layers.items[material->layers.n - 1]);
  layer->shader = HD;
}

static void
to_lists (MwConverting *c, MwMdlxMaterial *material)
{
  gboolean hd = is_hd_name (material), folds = hd && material->layers.n == N_SLOTS;
  if (folds)
    fold_hd (c, material);
  for (uint32_t i = 0; !folds && i < material->layers.n; i++) {
    MwMdlxLayer *layer = layer_at (material, i);
    layer->shader = hd ? HD : SD;
    if (!is_none (layer->texture) || layer->texture_track)
      mw_convert_becomes (c, layer->record.id | MW_CONVERT_IMAGE, add_image (c, layer, layer, DIFFUSE)->record.id);
  }
  gboolean back = hd && material->layers.n && strcmp (material->shader, HD_NAME) == 0;
  if (*mw_text (material->shader) && !back)
    mw_convert_lose (c, &material->record, MW_FIELD (MwMdlxMaterial, shader), WHY_SHADER);
  set_name (material, NULL);
}

/* --- From lists of images ---------------------------------------------------------------------------------------------- */

/* The image to keep for a layer that can have only one. */
static uint32_t
main_image (const MwMdlxLayer *layer)
{
  for (uint32_t i = 0; i < layer->textures.n; i++)
    if (image_at (layer, i)->slot == DIFFUSE)
      return i;
  return 0;
}

/* The texture in the team colour slot if the game fills it with the team colour, else none. */
static MwRef
team_colour (const MwConverting *c, MwRef ref)
{
  const MwMdlxTexture *texture = (const MwMdlxTexture *) mw_model_resolve (&c->b->model, ref);
  return texture && texture->replaceable_id == 1 ? ref : MW_REF_NONE;
}

/* What to report for the team colour image, which cannot stay an image of this layer. In HD the ORM image says where the
 * team colour is visible, so it works with every filter mode. In SD the alpha of the diffuse image says so, which works
 * only if the filter mode does not use that alpha itself. */
static const char *
team_colour_reason (const MwConverting *c, const MwMdlxLayer *layer)
{
  if (c->to.family != MW_FAMILY_MDX)
    return "World of Warcraft has no team colours";
  switch (layer->filter_mode) {
  case FILTER_NONE:
    return "the team colour becomes a separate layer below";
  case FILTER_TRANSPARENT:
    return "with the filter mode Transparent the alpha of the diffuse image cuts holes, which a team colour layer "
           "below would fill";
  case FILTER_BLEND:
    return "with the filter mode Blend the alpha of the diffuse image lets the background show through, which a team "
           "colour layer below would hide";
  case FILTER_ADDITIVE:
  case FILTER_ADD_ALPHA:
    return "the layer is added to what is behind it, which a team colour layer below would hide";
  case FILTER_MODULATE:
  case FILTER_MODULATE2X:
    return "the layer is multiplied with what is behind it, which a team colour layer below would hide";
  default:
    return "its filter mode is unknown, so the effect of a team colour layer below is unknown too";
  }
}

static MwLossKind
kind_of_team_colour (const MwConverting *c, const MwMdlxLayer *layer)
{
  gboolean shown = c->to.family == MW_FAMILY_MDX && layer->filter_mode == FILTER_NONE;
  return shown ? MW_LOSS_RESTATED : MW_LOSS_GONE;
}

/* SD models of Warcraft III show the team colour through transparent parts of the layer above it. World of Warcraft
 * has no team colours. Returns the layer to insert below this one, with the same alpha and alpha track; NULL for
 * none. */
static MwRecord *
team_colour_below (MwConverting *c, MwMdlxLayer *layer, MwRef team)
{
  if (c->to.family != MW_FAMILY_MDX || is_none (team) || layer->filter_mode != FILTER_NONE)
    return NULL;
  MwMdlxLayer *below = (MwMdlxLayer *) mw_record_new (&mw_mdlx_layer_schema);
  below->flags = layer->flags;
  below->texture = team;
  below->alpha = layer->alpha;
  if (layer->alpha_track) {
    MwRecord *track = mw_record_copy (&layer->alpha_track->record, FALSE);
    mw_record_forget_ids (track);
    mw_child_set (NULL, &below->record, MW_FIELD (MwMdlxLayer, alpha_track), track);
  }
  layer->filter_mode = FILTER_BLEND;
  mw_convert_change (c, MW_LOSS_RESTATED, &layer->record, MW_FIELD (MwMdlxLayer, filter_mode),
                     "it is blended over the team colour, which is now a separate layer");
  c->n_team_colours++;
  return &below->record;
}

/* Inserts below[i], unless it is NULL, before layer i. All layers are taken out and put back once, because inserting
 * them one by one would be slow for many layers. */
static void
put_below (MwConverting *c, MwMdlxMaterial *material, MwRecord *const *below)
{
  const MwField *layers = MW_FIELD (MwMdlxMaterial, layers);
  uint32_t n = material->layers.n;
  g_autofree MwRecord **taken = g_new (MwRecord *, n + 1);
  for (uint32_t i = n; i-- > 0;)
    taken[i] = mw_list_take (&c->b->model, &material->record, layers, i);
  for (uint32_t i = 0; i < n; i++) {
    if (below[i])
      mw_list_append (&c->b->model, &material->record, layers, below[i]);
    mw_list_append (&c->b->model, &material->record, layers, taken[i]);
  }
}

/* Keeps one image of the layer. Returns the layer to insert below it, or NULL. */
static MwRecord *
keep_main_image (MwConverting *c, MwMdlxLayer *layer)
{
  MwRef team = MW_REF_NONE;
  uint32_t kept = main_image (layer);
  gboolean was_hd = mw_mdlx_is_hd_shader (layer->shader) && layer->textures.n > 1;
  for (uint32_t i = 0; i < layer->textures.n; i++) {
    MwMdlxLayerTexture *image = image_at (layer, i);
    gboolean blank = is_none (image->texture) && !image->texture_track;
    MwRef colour = image->slot == TEAM_COLOR ? team_colour (c, image->texture) : MW_REF_NONE;
    if (is_none (team))
      team = colour;
    if (i != kept || blank) {
      if (was_hd && !is_none (colour))
        mw_convert_change_record (c, kind_of_team_colour (c, layer), &image->record, team_colour_reason (c, layer));
      else
        mw_convert_lose_record (c, &image->record, WHY_DIFFUSE);
      continue;
    }
    if (image->slot != DIFFUSE)
      mw_convert_change (c, MW_LOSS_RESTATED, &image->record, MW_FIELD (MwMdlxLayerTexture, slot), WHY_SLOT);
    move_image (c, &image->record, &layer->record);
    mw_convert_becomes (c, image->record.id, layer->record.id | MW_CONVERT_IMAGE);
  }
  while (layer->textures.n)
    mw_convert_drop (c, layer->textures.items[layer->textures.n - 1]);
  if (layer->shader != SD)
    mw_convert_lose (c, &layer->record, MW_FIELD (MwMdlxLayer, shader),
                     mw_mdlx_is_hd_shader (layer->shader) && has_name (c->to) ? WHY_NO_HD : WHY_SHADER);
  layer->shader = SD;
  return was_hd ? team_colour_below (c, layer, team) : NULL;
}

/* The images of a layer by slot. If several have the same slot, the first. */
static void
images_by_slot (const MwMdlxLayer *layer, MwMdlxLayerTexture *images[N_SLOTS])
{
  memset (images, 0, N_SLOTS * sizeof *images);
  for (uint32_t i = layer->textures.n; i-- > 0;)
    if (image_at (layer, i)->slot < N_SLOTS)
      images[image_at (layer, i)->slot] = image_at (layer, i);
}

/* The layer to split into six, or NULL. */
static MwMdlxLayer *
layer_to_split (const MwMdlxMaterial *material)
{
  MwMdlxLayerTexture *images[N_SLOTS];
  for (uint32_t i = 0; i < material->layers.n; i++) {
    images_by_slot (layer_at (material, i), images);
    if (mw_mdlx_is_hd_shader (layer_at (material, i)->shader) && images[DIFFUSE] && images[ORM])
      return layer_at (material, i);
  }
  return NULL;
}

/* Reports what six layers cannot state: they hold one image for each slot, in the order of the slots. */
static void
lose_order (MwConverting *c, const MwMdlxLayer *layer, MwMdlxLayerTexture *const *images)
{
  guint places[N_SLOTS], n = 0;
  const MwRecord *kept[N_SLOTS];
  gboolean moved[N_SLOTS];
  for (uint32_t i = 0; i < layer->textures.n; i++) {
    const MwMdlxLayerTexture *image = image_at (layer, i);
    if (image->slot >= N_SLOTS || images[image->slot] != image) {
      mw_convert_lose_record (c, &image->record,
                              image->slot < N_SLOTS ? "another image of the layer is in its slot"
                                                    : "before 1100 an HD material has six images, and none of them is "
                                                      "for this slot");
      continue;
    }
    kept[n] = &image->record;
    places[n++] = image->slot;
  }
  mw_diff_moved (places, n, moved);
  for (guint i = 0; i < n; i++)
    if (moved[i])
      mw_convert_lose_place (c, kept[i], "only its place in the list: before 1100 images are in the order of slots");
}

/* Finds the texture of the model with this id and path, or adds it. */
static MwRef
find_or_add_texture (MwConverting *c, uint32_t replaceable_id, const char *path)
{
  MwMdlx *model = c->b;
  for (uint32_t i = 0; i < model->textures.n; i++) {
    const MwMdlxTexture *texture = (const MwMdlxTexture *) model->textures.items[i];
    if (texture->replaceable_id == replaceable_id && g_ascii_strcasecmp (mw_text (texture->path), path) == 0)
      return (MwRef) { texture->record.id, 0 };
  }
  MwMdlxTexture *texture = (MwMdlxTexture *) mw_record_new (&mw_mdlx_texture_schema);
  texture->replaceable_id = replaceable_id;
  mw_text_set (&texture->path, path, strlen (path));
  mw_list_append (&model->model, &model->model.record, MW_FIELD (MwMdlx, textures), &texture->record);
  return (MwRef) { texture->record.id, 0 };
}

/* The image that real files use in a slot that should have no visible effect: of 831 HD materials of versions 1000
 * and 1100, 735 have this emissive image, 826 the team colour (the ORM image says where it is visible) and 830 this
 * environment map. */
static MwRef
neutral_image (MwConverting *c, uint32_t slot)
{
  static const struct {
    uint32_t replaceable_id;
    const char *path;
  } images[N_SLOTS] = { [NORMAL] = { 0, "Textures/normal.blp" },
                        [EMISSIVE] = { 0, "Textures/Black32.blp" },
                        [TEAM_COLOR] = { 1, "" },
                        [ENVIRONMENT] = { 0, "ReplaceableTextures/EnvironmentMap.blp" } };
  if (!c->fillers[slot].id)
    c->fillers[slot] = find_or_add_texture (c, images[slot].replaceable_id, images[slot].path);
  c->n_filled_slots++;
  return c->fillers[slot];
}

/* Splits one HD layer into six; to_lists() joins them again in the same order. Other layers of the material are
 * lost, because an HD material has exactly six. */
static void
split_hd (MwConverting *c, MwMdlxMaterial *material, MwMdlxLayer *layer)
{
  MwMdlxLayerTexture *images[N_SLOTS];
  images_by_slot (layer, images);
  lose_order (c, layer, images);
  for (uint32_t i = material->layers.n; i-- > 0;)
    if (layer_at (material, i) != layer) {
      mw_convert_lose_record (
        c, material->layers.items[i],
        "before 1100 an HD material has exactly six layers, one for each image, and no room for another layer");
      mw_convert_drop (c, material->layers.items[i]);
    }
  if (layer->shader != HD)
    mw_convert_lose (c, &layer->record, MW_FIELD (MwMdlxLayer, shader), WHY_SHADER);
  layer->shader = SD;
  for (uint32_t i = 0; i < N_SLOTS; i++) {
    MwRecord *to = i ? mw_record_new (&mw_mdlx_layer_schema) : &layer->record;
    if (i)
      mw_list_append (&c->b->model, &material->record, MW_FIELD (MwMdlxMaterial, layers), to);
    if (!images[i]) {
      ((MwMdlxLayer *) to)->texture = neutral_image (c, i);
      continue;
    }
    move_image (c, &images[i]->record, to);
    mw_convert_becomes (c, images[i]->record.id, i ? to->id : to->id | MW_CONVERT_IMAGE);
  }
  while (layer->textures.n)
    mw_convert_drop (c, layer->textures.items[layer->textures.n - 1]);
  set_name (material, HD_NAME);
}

/* Whether all layers are HD and have at most a diffuse image, and there are not six of them. Then the shader name of the
 * material is enough to restore the shader of its layers when the model is converted back. */
static gboolean
is_named_hd (const MwMdlxMaterial *material)
{
  for (uint32_t i = 0; i < material->layers.n; i++) {
    const MwMdlxLayer *layer = layer_at (material, i);
    if (layer->shader != HD || layer->textures.n > 1 || (layer->textures.n && image_at (layer, 0)->slot != DIFFUSE))
      return FALSE;
  }
  return material->layers.n && material->layers.n != N_SLOTS;
}

static void
from_lists (MwConverting *c, MwMdlxMaterial *material)
{
  gboolean named = has_name (c->to) && is_named_hd (material);
  MwMdlxLayer *hd = has_name (c->to) ? layer_to_split (material) : NULL;
  if (hd) {
    split_hd (c, material, hd);
    return;
  }
  g_autofree MwRecord **below = g_new (MwRecord *, material->layers.n + 1);
  gboolean any = FALSE;
  for (uint32_t i = 0; i < material->layers.n; i++) {
    MwMdlxLayer *layer = layer_at (material, i);
    if (named)
      layer->shader = SD;
    below[i] = keep_main_image (c, layer);
    any |= below[i] != NULL;
  }
  if (any)
    put_below (c, material, below);
  if (named)
    set_name (material, HD_NAME);
}

/* --- From six layers to a version without HD ----------------------------------------------------------------------------- */

static void
from_six (MwConverting *c, MwMdlxMaterial *material)
{
  if (!is_hd_name (material) || material->layers.n != N_SLOTS)
    return;
  MwRef team = team_colour (c, layer_at (material, TEAM_COLOR)->texture);
  const char *why_team = is_none (team) ? WHY_DIFFUSE : team_colour_reason (c, layer_at (material, 0));
  MwLossKind kind = is_none (team) ? MW_LOSS_GONE : kind_of_team_colour (c, layer_at (material, 0));
  while (material->layers.n > 1) {
    MwRecord *layer = material->layers.items[material->layers.n - 1];
    if (material->layers.n - 1 == TEAM_COLOR)
      mw_convert_change_record (c, kind, layer, why_team);
    else
      mw_convert_lose_record (c, layer, WHY_DIFFUSE);
    mw_convert_drop (c, layer);
  }
  MwRecord *below = team_colour_below (c, layer_at (material, 0), team);
  if (below)
    mw_list_insert (&c->b->model, &material->record, MW_FIELD (MwMdlxMaterial, layers), 0, below);
}

/* --- Flags --------------------------------------------------------------------------------------------------------------- */

/* From 900 on a whole material can be two-sided, before that only a layer can. `now`: the target has no such flag, so
 * the layers of the material become two-sided. Otherwise only the target has the flag, which makes the layers two-sided;
 * that is only reported. */
static void
to_two_sided_layers (MwConverting *c, MwMdlxMaterial *material, gboolean now)
{
  for (uint32_t i = 0; (material->flags & MATERIAL_TWO_SIDED) && i < material->layers.n; i++) {
    MwMdlxLayer *layer = layer_at (material, i);
    if (layer->flags & LAYER_TWO_SIDED)
      continue;
    layer->flags |= now ? LAYER_TWO_SIDED : 0;
    mw_convert_lose (c, &layer->record, MW_FIELD (MwMdlxLayer, flags),
                     now ? "it is now two-sided, as its material was" : "its material makes it two-sided");
  }
}

/* Keeps the flag bits that both games share; the others have different meanings. A UV set of -1 means "none" in
 * World of Warcraft only (mdlx.md 5.5, 7.2). */
static void
keep_common (MwConverting *c, MwMdlxMaterial *material)
{
  for (uint32_t i = 0; i < material->layers.n; i++) {
    MwMdlxLayer *layer = layer_at (material, i);
    if (layer->flags & ~0xFFu)
      mw_convert_lose (c, &layer->record, MW_FIELD (MwMdlxLayer, flags), "the other game has no such shading flags");
    layer->flags &= 0xFF;
    if (layer->coord_id != NO_UVS)
      continue;
    mw_convert_lose (c, &layer->record, MW_FIELD (MwMdlxLayer, coord_id),
                     c->to.family == MW_FAMILY_MDX ? "Warcraft III has no layers without texture coordinates"
                                                   : "World of Warcraft would read this as a layer without texture "
                                                     "coordinates");
    layer->coord_id = 0;
  }
}

void
mw_convert_materials (MwConverting *c)
{
  for (uint32_t i = 0; i < c->b->materials.n; i++) {
    MwMdlxMaterial *material = (MwMdlxMaterial *) c->b->materials.items[i];
    if (has_lists (c->to) && !has_lists (c->from))
      to_lists (c, material);
    else if (has_lists (c->from) && !has_lists (c->to))
      from_lists (c, material);
    else if (has_name (c->from) && !has_name (c->to))
      from_six (c, material);
    gboolean before = mw_field_in_format (&mw_mdlx_layer_schema, MW_FIELD (MwMdlxLayer, emissive_gain), c->from)
                      != MW_IN_FORMAT_NEVER;
    gboolean after = mw_field_in_format (&mw_mdlx_layer_schema, MW_FIELD (MwMdlxLayer, emissive_gain), c->to)
                     != MW_IN_FORMAT_NEVER;
    if (before != after)
      to_two_sided_layers (c, material, before);
    if (mw_convert_changes_family (c))
      keep_common (c, material);
  }
  if (c->n_team_colours)
    mw_report_remark (
      c->report, MW_REMARK_WARNING, 0, 0,
      "layers whose team colour now follows the alpha of the diffuse image, no longer the ORM image: %u",
      c->n_team_colours);
  if (c->n_filled_slots)
    mw_report_remark (
      c->report, MW_REMARK_WARNING, 0, 0,
      "missing images of HD layers that are required before 1100, filled in with images that have no effect: %u",
      c->n_filled_slots);
}
