/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/table.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"

#include <stdio.h>

static gboolean
is_m2 (MwFormat format)
{
  return format.family == MW_FAMILY_M2;
}

static const MwList *
materials_of (const MwModel *model)
{
  return table_list (model, "materials");
}

static MwMdlxLayer *
layer_at (const MwModel *model, uint32_t material, uint32_t layer)
{
  return (MwMdlxLayer *) ((MwMdlxMaterial *) materials_of (model)->items[material])->layers.items[layer];
}

/* Calls a function for all layers of an MDX model. */
static void
for_layers (MwModel *model, void (*func) (MwModel *model, MwMdlxLayer *layer))
{
  for (uint32_t i = 0; i < materials_of (model)->n; i++)
    for (uint32_t k = 0; k < ((MwMdlxMaterial *) materials_of (model)->items[i])->layers.n; k++)
      func (model, layer_at (model, i, k));
}

static gboolean
has_layers (const MwModel *model, MwFormat format)
{
  return !is_m2 (format) && materials_of (model)->n && ((MwMdlxMaterial *) materials_of (model)->items[0])->layers.n;
}

/* --- Add a layer ---------------------------------------------------------------------------------------------------- */

/* After the first layer. An HD material before 1100 has no room for more. */
static char *
add_step (const MwModel *model, MwFormat format)
{
  if (!has_layers (model, format) || mw_mdlx_material_is_hd ((MwMdlxMaterial *) materials_of (model)->items[0], format))
    return NULL;
  return g_strdup_printf ("layer-add materials[0].layers[0] texture=textures[%u] filter_mode=AddAlpha",
                          table_list (model, "textures")->n - 1);
}

/* A layer with the last texture, which versions from 1100 on hold in a list. */
static MwMdlxLayer *
new_layer (const MwModel *model, MwFormat format, uint32_t filter_mode)
{
  enum { FIRST_WITH_LISTS = 1100 };
  const MwList *textures = table_list (model, "textures");
  const MwRef texture = { textures->items[textures->n - 1]->id, 0 };
  MwMdlxLayer *layer = (MwMdlxLayer *) mw_record_new (&mw_mdlx_layer_schema);
  layer->filter_mode = filter_mode;
  if (format.family == MW_FAMILY_MDX && format.version >= FIRST_WITH_LISTS) {
    MwMdlxLayerTexture *image = (MwMdlxLayerTexture *) mw_record_new (&mw_mdlx_layer_texture_schema);
    image->texture = texture;
    mw_list_append (NULL, &layer->record, MW_FIELD (MwMdlxLayer, textures), &image->record);
  } else
    layer->texture = texture;
  return layer;
}

static char *
add_judge (const TableCase *at)
{
  enum { ADD_ALPHA = 4 };
  MwModel *expected = mw_model_copy (at->before, TRUE);
  MwMdlxLayer *layer = new_layer (expected, at->format, ADD_ALPHA);
  layer->record.variant = layer_at (expected, 0, 0)->record.variant;
  mw_list_insert (expected, materials_of (expected)->items[0], MW_FIELD (MwMdlxMaterial, layers), 1, &layer->record);
  return table_expect (expected, at);
}

/* --- Add a material ------------------------------------------------------------------------------------------------- */

static char *
material_add_step (const MwModel *model, MwFormat format)
{
  const MwList *textures = table_list (model, "textures");
  return is_m2 (format) || !textures->n
           ? NULL
           : g_strdup_printf ("material-add texture=textures[%u] filter_mode=Blend", textures->n - 1);
}

static char *
material_add_judge (const TableCase *at)
{
  enum { BLEND = 2 };
  MwModel *expected = mw_model_copy (at->before, TRUE);
  const MwList *materials = materials_of (expected);
  MwRecord *made = mw_record_new (&mw_mdlx_material_schema);
  MwMdlxLayer *layer = new_layer (expected, at->format, BLEND);
  if (has_layers (expected, at->format))
    layer->record.variant = layer_at (expected, 0, 0)->record.variant;
  mw_list_append (NULL, made, MW_FIELD (MwMdlxMaterial, layers), &layer->record);
  mw_list_insert (expected, &expected->record, mw_schema_field (expected->record.schema, "materials"), materials->n,
                  made);
  return table_expect (expected, at);
}

/* --- Texture of layers ---------------------------------------------------------------------------------------------- */

static char *
texture_step (const MwModel *model, MwFormat format)
{
  return has_layers (model, format) ? g_strdup ("layer-set-texture materials[*] texture=textures[0]") : NULL;
}

/* Takes away the track of a record's texture, if it has one. */
static void
take_track (MwModel *model, MwRecord *record, const MwField *slot)
{
  if (*(MwRecord **) mw_field_at (record, slot))
    mw_record_free (mw_child_take (model, record, slot));
}

static void
show_first (MwModel *model, MwMdlxLayer *layer)
{
  const MwRef first = { table_list (model, "textures")->items[0]->id, 0 };
  take_track (model, &layer->record, MW_FIELD (MwMdlxLayer, texture_track));
  if (!layer->textures.n)
    layer->texture = first;
  for (uint32_t i = 0; i < layer->textures.n; i++) {
    MwMdlxLayerTexture *image = (MwMdlxLayerTexture *) layer->textures.items[i];
    if (image->slot)
      continue;
    take_track (model, &image->record, MW_FIELD (MwMdlxLayerTexture, texture_track));
    image->texture = first;
    return;
  }
}

static char *
texture_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  for_layers (expected, show_first);
  return table_expect (expected, at);
}

/* --- Moving textures ------------------------------------------------------------------------------------------------ */

static char *
scroll_step (const MwModel *model, MwFormat format)
{
  return has_layers (model, format) ? g_strdup ("layer-set-texture-animation materials[*] u=2 v=-1 period=1250") : NULL;
}

static void
follow_last (MwModel *model, MwMdlxLayer *layer)
{
  const MwList *animations = table_list (model, "texture_animations");
  layer->texture_animation = (MwRef) { animations->items[animations->n - 1]->id, 0 };
}

/* A new texture animation on a global sequence of 1250 ms, which most models do not have yet. */
static char *
scroll_judge (const TableCase *at)
{
  static const int32_t times[] = { 0, 1250 };
  static const float values[] = { 0, 0, 0, 2, -1, 0 };
  MwModel *expected = mw_model_copy (at->before, TRUE);
  MwRecord *root = &expected->record, *clock = NULL, *made = mw_record_new (&mw_mdlx_texture_animation_schema);
  const MwList *clocks = table_list (expected, "global_sequences");
  MwTrack *track = (MwTrack *) mw_record_new (&mw_track_vec3_schema);
  for (uint32_t i = 0; i < clocks->n && !clock; i++)
    clock = ((MwMdlxGlobalSequence *) clocks->items[i])->duration == 1250 ? clocks->items[i] : NULL;
  if (!clock) {
    clock = mw_record_new (&mw_mdlx_global_sequence_schema);
    ((MwMdlxGlobalSequence *) clock)->duration = 1250;
    mw_list_append (expected, root, MW_FIELD (MwMdlx, global_sequences), clock);
  }
  track->interpolation = MW_INTERPOLATION_LINEAR;
  track->global_sequence = (MwRef) { clock->id, 0 };
  track->times = mw_array_copy (times, 2, sizeof *times);
  track->values = mw_array_copy (values, 2, 3 * sizeof *values);
  mw_child_set (NULL, made, MW_FIELD (MwMdlxTextureAnimation, translation_track), &track->record);
  mw_list_append (expected, root, MW_FIELD (MwMdlx, texture_animations), made);
  for_layers (expected, follow_last);
  return table_expect (expected, at);
}

/* --- Filter mode ---------------------------------------------------------------------------------------------------- */

static char *
filter_step (const MwModel *model, MwFormat format)
{
  return has_layers (model, format) ? g_strdup ("layer-set-filter materials[*] filter_mode=Modulate") : NULL;
}

static void
make_modulate (MwModel *model, MwMdlxLayer *layer)
{
  layer->filter_mode = 5;
}

static char *
filter_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  for_layers (expected, make_modulate);
  return table_expect (expected, at);
}

/* --- Flags ---------------------------------------------------------------------------------------------------------- */

enum { MDX_TWO_SIDED = 0x10, M2_TWO_SIDED = 0x4 };

static gboolean all_two_sided;

static void
check_two_sided (MwModel *model, MwMdlxLayer *layer)
{
  all_two_sided &= (layer->flags & MDX_TWO_SIDED) != 0;
}

/* The flag is cleared where everything has it. */
static char *
flags_step (const MwModel *model, MwFormat format)
{
  all_two_sided = TRUE;
  if (!materials_of (model)->n || (!is_m2 (format) && !has_layers (model, format)))
    return NULL;
  if (!is_m2 (format))
    for_layers ((MwModel *) model, check_two_sided);
  for (uint32_t i = 0; is_m2 (format) && i < materials_of (model)->n; i++)
    all_two_sided &= (((MwM2Material *) materials_of (model)->items[i])->flags & M2_TWO_SIDED) != 0;
  return g_strdup_printf ("layer-set-flags materials[*] flag=two_sided on=%d", !all_two_sided);
}

static void
set_two_sided (MwModel *model, MwMdlxLayer *layer)
{
  layer->flags |= MDX_TWO_SIDED;
}

static void
clear_two_sided (MwModel *model, MwMdlxLayer *layer)
{
  layer->flags &= ~(uint32_t) MDX_TWO_SIDED;
}

/* The first flag of a shadow batch says whether the first layer of its submesh is two-sided. */
static void
set_shadows (MwModel *model, gboolean on)
{
  const MwList *skins = table_list (model, "skins");
  for (uint32_t i = 0; i < skins->n; i++) {
    const MwM2Skin *skin = (const MwM2Skin *) skins->items[i];
    for (uint32_t k = 0; k < skin->shadow_batches.n; k++)
      for (uint32_t b = 0; b < skin->batches.n; b++) {
        MwM2ShadowBatch *shadow = (MwM2ShadowBatch *) skin->shadow_batches.items[k];
        const MwM2Batch *batch = (const MwM2Batch *) skin->batches.items[b];
        const MwM2Material *material = (const MwM2Material *) mw_model_resolve (model, batch->material);
        gboolean has = material && (material->flags & M2_TWO_SIDED) != 0;
        if (material && has != on && batch->layer == 0 && shadow->submesh.id && batch->submesh.id == shadow->submesh.id)
          shadow->flags2 = (uint8_t) (on ? shadow->flags2 | 1 : shadow->flags2 & ~1);
      }
  }
}

static char *
flags_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  gboolean on = g_str_has_suffix (at->step, "on=1");
  if (!is_m2 (at->format))
    for_layers (expected, on ? set_two_sided : clear_two_sided);
  else
    set_shadows (expected, on);
  for (uint32_t i = 0; is_m2 (at->format) && i < materials_of (expected)->n; i++) {
    MwM2Material *material = (MwM2Material *) materials_of (expected)->items[i];
    material->flags = (uint16_t) (on ? material->flags | M2_TWO_SIDED : material->flags & ~M2_TWO_SIDED);
  }
  return table_expect (expected, at);
}

/* --- Alpha ---------------------------------------------------------------------------------------------------------- */

static char *
alpha_step (const MwModel *model, MwFormat format)
{
  return has_layers (model, format) ? g_strdup ("layer-set-alpha materials[*] alpha=0.625") : NULL;
}

static void
make_static (MwModel *model, MwMdlxLayer *layer)
{
  layer->alpha = 0.625f;
  if (layer->alpha_track)
    mw_record_free (mw_child_take (model, &layer->record, MW_FIELD (MwMdlxLayer, alpha_track)));
}

static char *
alpha_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  for_layers (expected, make_static);
  return table_expect (expected, at);
}

/* --- Merge ---------------------------------------------------------------------------------------------------------- */

static uint32_t
first_same (const MwModel *model, uint32_t i, MwFormat format)
{
  const MwList *materials = materials_of (model);
  uint32_t first = 0;
  while (!mw_record_equal (model, materials->items[first], model, materials->items[i], format, NULL))
    first++;
  return first;
}

/* A model without two equal materials gets a copy of one, which its users then use. */
static char *
merge_step (const MwModel *model, MwFormat format)
{
  uint32_t used = G_MAXUINT32;
  for (uint32_t i = 0; i < materials_of (model)->n; i++) {
    if (first_same (model, i, format) != i)
      return g_strdup ("material-merge");
    if (used == G_MAXUINT32 && table_uses (model, "materials", materials_of (model)->items[i]->id))
      used = i;
  }
  return used == G_MAXUINT32
           ? NULL
           : g_strdup_printf ("duplicate materials[%u]\nreplace-uses materials[%u] with=materials[%u]\n"
                              "material-merge",
                              used, used, used + 1);
}

static void
remove_at (MwModel *model, uint32_t i)
{
  const MwField *list = mw_record_slot (materials_of (model)->items[i]);
  mw_record_free (mw_list_take (model, &model->record, list, i));
}

static char *
merge_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  for (uint32_t i = materials_of (expected)->n; i-- > 0;) {
    uint32_t first = first_same (expected, i, at->format);
    if (first == i)
      continue;
    table_redirect (expected, "materials", materials_of (expected)->items[i]->id,
                    materials_of (expected)->items[first]->id);
    remove_at (expected, i);
  }
  return table_expect (expected, at);
}

/* --- Remove unused -------------------------------------------------------------------------------------------------- */

/* A copy of a material is used by nothing. */
static char *
unused_step (const MwModel *model, MwFormat format)
{
  for (uint32_t i = 0; i < materials_of (model)->n; i++)
    if (!table_uses (model, "materials", materials_of (model)->items[i]->id))
      return g_strdup ("material-remove-unused");
  return materials_of (model)->n ? g_strdup ("duplicate materials[0]\nmaterial-remove-unused") : NULL;
}

static char *
unused_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  for (uint32_t i = materials_of (expected)->n; i-- > 0;)
    if (!table_uses (expected, "materials", materials_of (expected)->items[i]->id))
      remove_at (expected, i);
  return table_expect (expected, at);
}

/* --- Single user ---------------------------------------------------------------------------------------------------- */

static MwMdlxGeoset *
geoset_at (const MwModel *model, uint32_t i)
{
  return (MwMdlxGeoset *) table_list (model, "geosets")->items[i];
}

static char *
single_step (const MwModel *model, MwFormat format)
{
  for (uint32_t i = 0; !is_m2 (format) && i < table_list (model, "geosets")->n; i++)
    if (table_uses (model, "materials", geoset_at (model, i)->material.id) > 1)
      return g_strdup_printf ("material-make-single-user geosets[%u]", i);
  return NULL;
}

/* Puts a copy of a material at the end of the list, and returns its id. */
static MwId
append_copy (MwModel *model, MwRef material)
{
  const MwRecord *original = mw_model_resolve (model, material);
  MwRecord *copy = mw_record_copy (original, TRUE);
  mw_record_forget_ids (copy);
  mw_list_append (model, &model->record, mw_record_slot (original), copy);
  return copy->id;
}

static char *
single_judge (const TableCase *at)
{
  guint i = 0;
  MwModel *expected = mw_model_copy (at->before, TRUE);
  g_assert_cmpint (sscanf (at->step, "material-make-single-user geosets[%u", &i), ==, 1);
  geoset_at (expected, i)->material.id = append_copy (expected, geoset_at (expected, i)->material);
  return table_expect (expected, at);
}

/* --- Assign --------------------------------------------------------------------------------------------------------- */

/* The last geoset gets the material of another one, which has as many UV sets. */
static char *
assign_step (const MwModel *model, MwFormat format)
{
  const MwList *geosets = is_m2 (format) ? NULL : table_list (model, "geosets");
  for (uint32_t i = 0; geosets && i + 1 < geosets->n; i++) {
    const MwMdlxGeoset *from = geoset_at (model, i), *to = geoset_at (model, geosets->n - 1);
    const MwRecord *material = mw_model_resolve (model, from->material);
    if (material && to->material.id != from->material.id && to->uv_sets.n >= from->uv_sets.n)
      return g_strdup_printf ("material-assign geosets[%u] material=materials[%u]", geosets->n - 1,
                              mw_record_index (material));
  }
  return NULL;
}

static char *
assign_judge (const TableCase *at)
{
  guint geoset = 0, material = 0;
  MwModel *expected = mw_model_copy (at->before, TRUE);
  g_assert_cmpint (sscanf (at->step, "material-assign geosets[%u] material=materials[%u]", &geoset, &material), ==, 2);
  geoset_at (expected, geoset)->material = (MwRef) { materials_of (expected)->items[material]->id, 0 };
  return table_expect (expected, at);
}

/* --- Priority ------------------------------------------------------------------------------------------------------- */

static char *
priority_step (const MwModel *model, MwFormat format)
{
  return has_layers (model, format) ? g_strdup ("material-set-priority materials[*] priority=-7 relative=1") : NULL;
}

static char *
priority_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  for (uint32_t i = 0; i < materials_of (expected)->n; i++)
    ((MwMdlxMaterial *) materials_of (expected)->items[i])->priority_plane -= 7;
  return table_expect (expected, at);
}

const TableRow table_materials[] = {
  { "layer-add", TABLE_MDLX, add_step, add_judge },
  { "material-add", TABLE_MDLX, material_add_step, material_add_judge },
  { "layer-set-texture", TABLE_MDLX, texture_step, texture_judge },
  { "layer-set-texture-animation", TABLE_MDLX, scroll_step, scroll_judge },
  { "layer-set-filter", TABLE_MDLX, filter_step, filter_judge },
  { "layer-set-flags", TABLE_BOTH, flags_step, flags_judge },
  { "layer-set-alpha", TABLE_MDLX, alpha_step, alpha_judge },
  { "material-merge", TABLE_BOTH, merge_step, merge_judge },
  { "material-remove-unused", TABLE_BOTH, unused_step, unused_judge },
  { "material-make-single-user", TABLE_MDLX, single_step, single_judge },
  { "material-assign", TABLE_MDLX, assign_step, assign_judge },
  { "material-set-priority", TABLE_MDLX, priority_step, priority_judge },
  { NULL, 0, NULL, NULL },
};
