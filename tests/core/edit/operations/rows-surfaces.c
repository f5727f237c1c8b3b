/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/rows-surfaces.h"
#include "core/model/aspects.h"
#include "core/model/m2/surfaces.h"
#include "core/pose/m2-material.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Rows about surfaces of M2 models: which there are, and their textures and blend modes. */

/* --- Surfaces ------------------------------------------------------------------------------------------------------- */

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

const MwM2Batch *
rows_first_batch (const MwModel *model)
{
  return (const MwM2Batch *) table_record (model, "skins[0].batches[0]");
}

/* Calls a function for all batches of the surface of the first batch. */
static void
for_surface (MwModel *model, MwId material, void (*func) (MwM2Batch *batch, MwId material))
{
  const MwList *skins = table_list (model, "skins");
  const MwM2Batch pattern = *rows_first_batch (model);
  for (uint32_t i = 0; i < skins->n; i++) {
    const MwList *batches = &((MwM2Skin *) skins->items[i])->batches;
    for (uint32_t k = 0; k < batches->n; k++)
      if (mw_m2_same_surface ((MwM2Batch *) batches->items[k], &pattern))
        func ((MwM2Batch *) batches->items[k], material);
  }
}

static guint n_batches;

static void
count_batch (MwM2Batch *batch, MwId material)
{
  n_batches++;
}

static char *
surface_single_step (const MwModel *model, MwFormat format)
{
  n_batches = 0;
  if (!rows_is_m2 (format) || !rows_first_batch (model) || !rows_first_batch (model)->material.id)
    return NULL;
  for_surface ((MwModel *) model, 0, count_batch);
  return table_uses (model, "materials", rows_first_batch (model)->material.id) > n_batches
           ? g_strdup ("surface-make-single-user skins[0].batches[0]")
           : NULL;
}

static void
use_material (MwM2Batch *batch, MwId material)
{
  batch->material.id = material;
}

static char *
surface_single_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  for_surface (expected, append_copy (expected, rows_first_batch (expected)->material), use_material);
  return table_expect (expected, at);
}

static char *
surface_priority_step (const MwModel *model, MwFormat format)
{
  return rows_is_m2 (format) && rows_first_batch (model)
           ? g_strdup ("surface-set-priority skins[0].batches[0] priority=5 relative=1")
           : NULL;
}

static void
raise_priority (MwM2Batch *batch, MwId material)
{
  batch->priority_plane = (int8_t) (batch->priority_plane + 5);
}

static char *
surface_priority_judge (const TableCase *at)
{
  MwModel *expected = mw_model_copy (at->before, TRUE);
  for_surface (expected, 0, raise_priority);
  return table_expect (expected, at);
}

/* --- What the rows below share -------------------------------------------------------------------------------------- */

GPtrArray *
rows_surface_of (const MwModel *model)
{
  return mw_m2_surface_of (rows_m2 (model), rows_first_batch (model));
}

GPtrArray *
rows_surface_after (const TableCase *table)
{
  g_autoptr (GPtrArray) before = rows_surface_of (table->before);
  GPtrArray *after = g_ptr_array_new ();
  for (guint i = 0; i < before->len; i++) {
    const MwRecord *batch = before->pdata[i];
    const MwM2Skin *skin = (const MwM2Skin *) rows_m2 (table->after)->skins.items[mw_record_index (batch->owner)];
    g_ptr_array_add (after, skin->batches.items[mw_record_index (batch)]);
  }
  return after;
}

/* --- Add ------------------------------------------------------------------------------------------------------------ */

static char *
surface_add_step (const MwModel *model, MwFormat format)
{
  if (!rows_is_m2 (format) || !rows_first_batch (model)
      || !mw_model_resolve (model, rows_first_batch (model)->material))
    return NULL;
  return g_strdup_printf ("surface-add %s texture=textures[%u] blend_mode=Mod2x", ROWS_SURFACE,
                          rows_m2 (model)->textures.n - 1);
}

/* The model without what was added is the model from before. */
static char *
surface_add_judge (const TableCase *table)
{
  enum { MOD2X = 6 };
  MwModel *stripped = mw_model_copy (table->after, TRUE);
  MwM2 *model = (MwM2 *) stripped;
  const MwM2Batch *below = rows_first_batch (table->before);
  const MwM2Material *base = (const MwM2Material *) mw_model_resolve (table->before, below->material);
  const MwM2 *old = rows_m2 (table->before);
  g_autoptr (GPtrArray) surface = rows_surface_of (table->before);
  guint n_made = 0;
  for (uint32_t k = 0; k < model->skins.n; k++) {
    const MwList *batches = &((MwM2Skin *) model->skins.items[k])->batches,
                 *before = &((MwM2Skin *) old->skins.items[k])->batches;
    const MwField *list = MW_FIELD (MwM2Skin, batches);
    uint32_t n = batches->n - before->n;
    for (uint32_t i = batches->n; i-- > 0 && n;) {
      MwM2Batch *batch = (MwM2Batch *) batches->items[i];
      const MwM2Material *material = (const MwM2Material *) mw_model_resolve (stripped, batch->material);
      const MwRecord *texture = batch->textures.n == 1 ? mw_model_resolve (stripped, *(MwRef *) batch->textures.data)
                                                       : NULL;
      const MwRecord *weight = mw_model_resolve (stripped, batch->weight),
                     *as = mw_model_resolve (table->before, below->weight);
      gboolean same = i < before->n && batch->layer == ((MwM2Batch *) before->items[i])->layer
                      && batch->surface == ((MwM2Batch *) before->items[i])->surface;
      if (same && i + n != batches->n)
        continue;
      if (!texture || texture != model->textures.items[model->textures.n - 1] || !material
          || material->blend_mode != MOD2X || material->flags != base->flags || batch->layer <= below->layer
          || batch->surface != below->surface || batch->priority_plane != below->priority_plane || !weight != !as
          || (as && mw_record_index (weight) != mw_record_index (as)))
        continue;
      mw_record_free (mw_list_take (stripped, model->skins.items[k], list, i));
      n--;
      n_made++;
    }
  }
  while (model->materials.n > old->materials.n)
    mw_record_free (mw_list_take (stripped, &stripped->record, MW_FIELD (MwM2, materials), model->materials.n - 1));
  mw_array_clear (&model->texture_combiners);
  model->texture_combiners = mw_array_share (&old->texture_combiners);
  if (n_made == surface->len) {
    const TableCase back = { table->after, table->before, table->format, table->step };
    return table_expect (stripped, &back);
  }
  mw_model_free (stripped);
  return g_strdup_printf ("%u batches were added as they should be, not %u", n_made, surface->len);
}

/* --- Texture -------------------------------------------------------------------------------------------------------- */

static char *
surface_texture_step (const MwModel *model, MwFormat format)
{
  const MwList *textures = rows_is_m2 (format) ? &rows_m2 (model)->textures : NULL;
  for (uint32_t i = 0; textures && rows_first_batch (model) && rows_first_batch (model)->textures.n && i < textures->n;
       i++)
    if (textures->items[i]->id != ((const MwRef *) rows_first_batch (model)->textures.data)[0].id)
      return g_strdup_printf ("surface-texture %s texture=textures[%u]", ROWS_SURFACE, i);
  return NULL;
}

static char *
surface_texture_judge (const TableCase *table)
{
  guint number = 0;
  MwModel *expected = mw_model_copy (table->before, TRUE);
  g_autoptr (GPtrArray) surface = rows_surface_of (expected);
  g_assert_cmpint (sscanf (strchr (table->step, '='), "=textures[%u]", &number), ==, 1);
  const MwRef texture = { rows_m2 (expected)->textures.items[number]->id, 0 };
  for (guint i = 0; i < surface->len; i++) {
    MwM2Batch *batch = rows_batch_at (surface, i);
    const MwList *shadows = &((MwM2Skin *) batch->record.owner)->shadow_batches;
    const MwRef before = *(const MwRef *) batch->textures.data;
    *(MwRef *) batch->textures.data = texture;
    for (uint32_t k = 0; k < shadows->n; k++) {
      MwM2ShadowBatch *shadow = (MwM2ShadowBatch *) shadows->items[k];
      if (shadow->submesh.id == batch->submesh.id && before.id && shadow->texture.id == before.id)
        shadow->texture = texture;
    }
  }
  return table_expect (expected, table);
}

/* --- Blend mode ----------------------------------------------------------------------------------------------------- */

static const MwM2Material *
material_of (const MwModel *model)
{
  return (const MwM2Material *) mw_model_resolve (model, rows_first_batch (model)->material);
}

static char *
surface_blend_step (const MwModel *model, MwFormat format)
{
  if (!rows_is_m2 (format) || !rows_first_batch (model) || !material_of (model))
    return NULL;
  return g_strdup_printf ("surface-blend %s blend_mode=%s", ROWS_SURFACE,
                          material_of (model)->blend_mode == 4 ? "Alpha" : "Add");
}

/* The flags of the shadows of opaque surfaces have a bit. What the others use is as before; their materials keep their places. */
static char *
surface_blend_judge (const TableCase *table)
{
  MwModel *expected = mw_model_copy (table->before, TRUE);
  g_autoptr (GPtrArray) surface = rows_surface_of (expected), after = rows_surface_after (table);
  const MwM2Material *used = (const MwM2Material *) mw_model_resolve (table->after, rows_batch_at (after, 0)->material),
                     *before = material_of (expected);
  const uint16_t wanted = g_str_has_suffix (table->step, "Add") ? 4 : 2;
  char *wrong = NULL;
  if (!used || used->blend_mode != wanted || used->flags != before->flags)
    wrong = g_strdup ("the surface has not the material that it should have");
  guint n_users = table_uses (expected, "materials", before->record.id);
  for (guint i = 0; i < surface->len && !wrong; i++) {
    MwM2Batch *batch = rows_batch_at (surface, i);
    const MwList *shadows = &((MwM2Skin *) batch->record.owner)->shadow_batches;
    for (uint32_t k = 0; k < shadows->n && batch->layer == 0; k++)
      if (((MwM2ShadowBatch *) shadows->items[k])->submesh.id == batch->submesh.id)
        ((MwM2ShadowBatch *) shadows->items[k])->flags2 &= (uint8_t) ~2u;
  }
  if (!wrong && n_users == surface->len)
    ((MwM2Material *) mw_model_find (expected, before->record.id))->blend_mode = wanted;
  else if (!wrong) {
    if (mw_record_index (&used->record) == rows_m2 (expected)->materials.n) {
      MwM2Material *made = (MwM2Material *) mw_record_new (&mw_m2_material_schema);
      made->flags = before->flags;
      made->blend_mode = wanted;
      mw_list_append (expected, &expected->record, MW_FIELD (MwM2, materials), &made->record);
    }
    for (guint i = 0; i < surface->len; i++)
      rows_batch_at (surface, i)
        ->material.id = rows_m2 (expected)->materials.items[mw_record_index (&used->record)]->id;
  }
  if (!wrong)
    return table_expect (expected, table);
  mw_model_free (expected);
  return wrong;
}

/* --- Delete --------------------------------------------------------------------------------------------------------- */

static char *
surface_delete_step (const MwModel *model, MwFormat format)
{
  if (!rows_is_m2 (format) || !rows_first_batch (model))
    return NULL;
  return g_strdup_printf ("surface-delete %s", ROWS_SURFACE);
}

static gboolean
is_drawn (const MwM2Skin *skin, MwId submesh)
{
  for (uint32_t i = 0; i < skin->batches.n; i++)
    if (((const MwM2Batch *) skin->batches.items[i])->submesh.id == submesh)
      return TRUE;
  return FALSE;
}

static void
take_where (MwModel *model, MwRecord *owner, const MwField *list, MwId submesh)
{
  const MwList *records = mw_record_list (owner, list);
  for (uint32_t i = records->n; i-- > 0;) {
    MwRecord *record = records->items[i];
    if (record->schema == &mw_m2_submesh_schema ? record->id == submesh
                                                : ((MwM2ShadowBatch *) record)->submesh.id == submesh)
      mw_record_free (mw_list_take (model, owner, list, i));
  }
}

/* Layers of a submesh, and numbers of surfaces, have no gaps. */
static void
close_layer (const MwM2Skin *skin, MwId submesh, uint16_t layer)
{
  for (guint pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < skin->batches.n; i++) {
      MwM2Batch *batch = (MwM2Batch *) skin->batches.items[i];
      if (batch->submesh.id == submesh && pass == 0 && batch->layer == layer)
        return;
      if (batch->submesh.id == submesh && pass == 1 && batch->layer > layer)
        batch->layer--;
    }
}

static void
close_number (const MwM2 *model, uint16_t number)
{
  for (guint pass = 0; pass < 2; pass++)
    for (uint32_t k = 0; k < model->skins.n; k++) {
      const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[k];
      for (uint32_t i = 0; i < skin->batches.n; i++) {
        MwM2Batch *batch = (MwM2Batch *) skin->batches.items[i];
        if (pass == 0 && batch->surface == number)
          return;
        if (pass == 1 && batch->surface > number)
          batch->surface--;
      }
    }
}

static gboolean
is_cast (const MwM2Skin *skin, const MwM2ShadowBatch *shadow)
{
  for (uint32_t i = 0; i < skin->batches.n; i++) {
    const MwM2Batch *batch = (const MwM2Batch *) skin->batches.items[i];
    if (batch->submesh.id == shadow->submesh.id && batch->color.id == shadow->color.id
        && batch->weight.id == shadow->weight.id && batch->textures.n
        && ((const MwRef *) batch->textures.data)->id == shadow->texture.id)
      return TRUE;
  }
  return FALSE;
}

/* Takes away the shadows of batches that are gone. Batches of the copy have the ids of the model from before. */
static void
close_shadows (MwModel *model, const MwModel *before)
{
  for (uint32_t k = 0; k < rows_m2 (model)->skins.n; k++) {
    MwM2Skin *skin = (MwM2Skin *) rows_m2 (model)->skins.items[k];
    const MwM2Skin *was = (const MwM2Skin *) rows_m2 (before)->skins.items[k];
    for (uint32_t i = skin->batches.n < was->batches.n ? skin->shadow_batches.n : 0; i-- > 0;) {
      const MwM2ShadowBatch *shadow = (const MwM2ShadowBatch *) skin->shadow_batches.items[i];
      if (is_cast (was, shadow) && !is_cast (skin, shadow))
        mw_record_free (mw_list_take (model, &skin->record, MW_FIELD (MwM2Skin, shadow_batches), i));
    }
  }
}

static char *
surface_delete_judge (const TableCase *table)
{
  MwModel *expected = mw_model_copy (table->before, TRUE);
  g_autoptr (GPtrArray) surface = rows_surface_of (expected);
  const uint16_t layer = rows_batch_at (surface, 0)->layer, number = rows_batch_at (surface, 0)->surface;
  gboolean submeshes_gone = FALSE;
  for (guint i = surface->len; i-- > 0;) {
    MwM2Skin *skin = (MwM2Skin *) rows_batch_at (surface, i)->record.owner;
    const MwId submesh = rows_batch_at (surface, i)->submesh.id;
    mw_record_free (mw_list_take (expected, &skin->record, MW_FIELD (MwM2Skin, batches),
                                  mw_record_index (&rows_batch_at (surface, i)->record)));
    if (submesh && is_drawn (skin, submesh)) {
      close_layer (skin, submesh, layer);
    } else if (submesh) {
      take_where (expected, &skin->record, MW_FIELD (MwM2Skin, shadow_batches), submesh);
      take_where (expected, &skin->record, MW_FIELD (MwM2Skin, submeshes), submesh);
      submeshes_gone = TRUE;
    }
  }
  close_shadows (expected, table->before);
  if (submeshes_gone)
    close_number (rows_m2 (expected), number);
  return table_expect (expected, table);
}

const TableRow table_surfaces[] = {
  { "surface-make-single-user", TABLE_M2, surface_single_step, surface_single_judge },
  { "surface-set-priority", TABLE_M2, surface_priority_step, surface_priority_judge },
  { "surface-set-shader", TABLE_M2, rows_surface_shader_step, rows_surface_shader_judge },
  { "surface-set-second-texture", TABLE_M2, rows_surface_second_step, rows_surface_second_judge },
  { "surface-set-environment", TABLE_M2, rows_surface_environment_step, rows_surface_environment_judge },
  { "surface-set-opacity", TABLE_M2, rows_surface_opacity_step, rows_surface_opacity_judge },
  { "surface-set-colour", TABLE_M2, rows_surface_colour_step, rows_surface_colour_judge },
  { "surface-set-texture-animation", TABLE_M2, rows_surface_scroll_step, rows_surface_scroll_judge },
  { "surface-add", TABLE_M2, surface_add_step, surface_add_judge },
  { "surface-texture", TABLE_M2, surface_texture_step, surface_texture_judge },
  { "surface-blend", TABLE_M2, surface_blend_step, surface_blend_judge },
  { "surface-delete", TABLE_M2, surface_delete_step, surface_delete_judge },
  { NULL, 0, NULL, NULL },
};
