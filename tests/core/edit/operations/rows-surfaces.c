/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/table.h"
#include "core/model/aspects.h"
#include "core/model/m2/surfaces.h"
#include "core/pose/m2-material.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Rows about surfaces of M2 models. */

static gboolean
is_m2 (MwFormat format)
{
  return format.family == MW_FAMILY_M2;
}

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

static const MwM2Batch *
first_batch (const MwModel *model)
{
  return (const MwM2Batch *) table_record (model, "skins[0].batches[0]");
}

/* Calls a function for all batches of the surface of the first batch. */
static void
for_surface (MwModel *model, MwId material, void (*func) (MwM2Batch *batch, MwId material))
{
  const MwList *skins = table_list (model, "skins");
  const MwM2Batch pattern = *first_batch (model);
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
  if (!is_m2 (format) || !first_batch (model) || !first_batch (model)->material.id)
    return NULL;
  for_surface ((MwModel *) model, 0, count_batch);
  return table_uses (model, "materials", first_batch (model)->material.id) > n_batches
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
  for_surface (expected, append_copy (expected, first_batch (expected)->material), use_material);
  return table_expect (expected, at);
}

static char *
surface_priority_step (const MwModel *model, MwFormat format)
{
  return is_m2 (format) && first_batch (model)
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

static const char surface_path[] = "skins[0].batches[0]";

static const MwM2 *
m2 (const MwModel *model)
{
  return (const MwM2 *) model;
}

/* The batches of the surface of the first batch, in all profiles. Free with g_ptr_array_unref(). */
static GPtrArray *
surface_of (const MwModel *model)
{
  return mw_m2_surface_of (m2 (model), first_batch (model));
}

static MwM2Batch *
at (const GPtrArray *batches, guint i)
{
  return batches->pdata[i];
}

static uint16_t
word_at (const MwArray *array, guint i)
{
  return ((const uint16_t *) array->data)[i];
}

/* Shader ids are final from this version on, and the coordinates are in them. */
static gboolean
has_final_shaders (const MwModel *model)
{
  return m2 (model)->version >= 265;
}

/* The combiner of a texture of a batch: clients find it here if the model has combiners (m2.md 7). */
static guint
combiner_of (const MwModel *model, const MwM2Batch *batch, guint unit)
{
  if (has_final_shaders (model))
    return unit ? batch->shader & 7 : batch->shader >> 4 & 7;
  const guint place = batch->shader + unit;
  return (m2 (model)->global_flags & 8) && place < m2 (model)->texture_combiners.n
           ? word_at (&m2 (model)->texture_combiners, place)
           : G_MAXUINT;
}

static gboolean
by_environment (const MwModel *model, const MwM2Batch *batch, guint unit)
{
  return has_final_shaders (model) ? (batch->shader & (unit ? 0x8 : 0x80)) != 0
                                   : word_at (&batch->coords, unit) == 0xFFFF;
}

/* Takes over from the result what shader ids and combiners are, which is judged by itself. The other surfaces must look as before. */
static char *
take_shaders (MwModel *expected, const TableCase *table)
{
  MwM2 *to = (MwM2 *) expected;
  const MwM2 *from = m2 (table->after);
  g_autoptr (GPtrArray) surface = surface_of (expected);
  to->global_flags = (to->global_flags & ~8u) | (from->global_flags & 8u);
  mw_array_clear (&to->texture_combiners);
  to->texture_combiners = mw_array_share (&from->texture_combiners);
  for (uint32_t k = 0; k < to->skins.n; k++) {
    const MwList *batches = &((MwM2Skin *) to->skins.items[k])->batches,
                 *others = &((MwM2Skin *) from->skins.items[k])->batches;
    for (uint32_t i = 0; i < MIN (batches->n, others->n); i++) {
      MwM2Batch *batch = (MwM2Batch *) batches->items[i];
      const MwM2Batch *other = (const MwM2Batch *) others->items[i];
      MwM2Shader x, y;
      mw_m2_batch_shader (m2 (table->before),
                          (const MwM2Batch *) ((MwM2Skin *) m2 (table->before)->skins.items[k])->batches.items[i], &x);
      mw_m2_batch_shader (from, other, &y);
      if (!g_ptr_array_find (surface, batch, NULL)
          && (x.n_units != y.n_units || x.diffuse != y.diffuse || x.specular != y.specular || x.opacity != y.opacity
              || x.coords[0] != y.coords[0] || (x.n_units > 1 && x.coords[1] != y.coords[1])))
        return g_strdup_printf ("batch %u of profile %u looks different", i, k);
      batch->shader = other->shader;
    }
  }
  return NULL;
}

/* What is wrong with the shaders of the surface; else what else has changed. Frees `expected`. */
static char *
expect_shaders (MwModel *expected, const TableCase *table)
{
  char *wrong = take_shaders (expected, table);
  if (!wrong)
    return table_expect (expected, table);
  mw_model_free (expected);
  return wrong;
}

/* The surface in the result: its batches are at the same places as before. Free with g_ptr_array_unref(). */
static GPtrArray *
surface_after (const TableCase *table)
{
  g_autoptr (GPtrArray) before = surface_of (table->before);
  GPtrArray *after = g_ptr_array_new ();
  for (guint i = 0; i < before->len; i++) {
    const MwRecord *batch = before->pdata[i];
    const MwM2Skin *skin = (const MwM2Skin *) m2 (table->after)->skins.items[mw_record_index (batch->owner)];
    g_ptr_array_add (after, skin->batches.items[mw_record_index (batch)]);
  }
  return after;
}

/* --- Shader --------------------------------------------------------------------------------------------------------- */

static char *
shader_step (const MwModel *model, MwFormat format)
{
  if (!is_m2 (format) || !first_batch (model) || m2 (model)->version < 264 || !first_batch (model)->textures.n)
    return NULL;
  return g_strdup_printf ("surface-set-shader %s first=Mod2x second=AddNA", surface_path);
}

static char *
shader_judge (const TableCase *table)
{
  enum { MOD2X = 4, ADDNA = 7 };
  MwModel *expected = mw_model_copy (table->before, TRUE);
  g_autoptr (GPtrArray) surface = surface_of (expected), after = surface_after (table);
  for (guint i = 0; i < after->len; i++) {
    if (combiner_of (table->after, at (after, i), 0) != MOD2X
        || (at (after, i)->textures.n > 1 && combiner_of (table->after, at (after, i), 1) != ADDNA)
        || at (after, i)->shader & 0x8000) {
      mw_model_free (expected);
      return g_strdup_printf ("batch %u of the surface does not combine its textures like that", i);
    }
    at (surface, i)->flags &= has_final_shaders (expected) ? 0x7F : 0xFF;
  }
  return expect_shaders (expected, table);
}

/* --- Second texture ------------------------------------------------------------------------------------------------- */

static char *
second_step (const MwModel *model, MwFormat format)
{
  if (!is_m2 (format) || !first_batch (model) || m2 (model)->version < 264 || !first_batch (model)->textures.n)
    return NULL;
  return g_strdup_printf ("surface-set-second-texture %s texture=textures[%u] coordinates=environment combiner=Add",
                          surface_path, m2 (model)->textures.n - 1);
}

/* The array with this second element. */
static void
make_second (MwArray *array, gsize size, const void *second)
{
  guint n = MAX (array->n, 2);
  guint8 *made = g_malloc0 (n * size);
  memcpy (made, array->data, array->n * size);
  memcpy (made + size, second, size);
  mw_array_clear (array);
  *array = mw_array_copy (made, n, size);
  g_free (made);
}

static char *
second_judge (const TableCase *table)
{
  enum { ADD = 3 };
  MwModel *expected = mw_model_copy (table->before, TRUE);
  g_autoptr (GPtrArray) surface = surface_of (expected), after = surface_after (table);
  const MwRef texture = { m2 (expected)->textures.items[m2 (expected)->textures.n - 1]->id, 0 };
  char *wrong = NULL;
  for (guint i = 0; i < after->len && !wrong; i++) {
    MwM2Batch *batch = at (surface, i);
    const MwRef transform = batch->transforms.n > 1 ? ((const MwRef *) batch->transforms.data)[1] : MW_REF_NONE;
    gboolean mapped = FALSE;
    for (guint u = 0; u < batch->coords.n; u++)
      mapped |= word_at (&batch->coords, u) != 0;
    const uint16_t coord = has_final_shaders (expected) && !mapped ? 0 : 0xFFFF;
    if (at (after, i)->textures.n < 2 || combiner_of (table->after, at (after, i), 1) != ADD
        || !by_environment (table->after, at (after, i), 1))
      wrong = g_strdup_printf ("batch %u of the surface has no such second texture", i);
    make_second (&batch->textures, sizeof (MwRef), &texture);
    make_second (&batch->transforms, sizeof (MwRef), &transform);
    make_second (&batch->coords, sizeof (uint16_t), &coord);
  }
  if (!wrong)
    return expect_shaders (expected, table);
  mw_model_free (expected);
  return wrong;
}

/* --- Environment ---------------------------------------------------------------------------------------------------- */

static char *
environment_step (const MwModel *model, MwFormat format)
{
  if (!is_m2 (format) || !first_batch (model) || !first_batch (model)->textures.n)
    return NULL;
  return g_strdup_printf ("surface-set-environment %s on=%d", surface_path,
                          !by_environment (model, first_batch (model), 0));
}

static char *
environment_judge (const TableCase *table)
{
  MwModel *expected = mw_model_copy (table->before, TRUE);
  g_autoptr (GPtrArray) surface = surface_of (expected);
  const gboolean on = g_str_has_suffix (table->step, "on=1");
  for (guint i = 0; i < surface->len; i++) {
    MwM2Batch *batch = at (surface, i);
    uint16_t coord = on ? 0xFFFF : 0;
    gboolean mapped = FALSE;
    for (guint u = 0; u < batch->coords.n; u++)
      mapped |= word_at (&batch->coords, u) != 0;
    if (has_final_shaders (expected))
      batch->shader = (uint16_t) (on ? (batch->shader | 0x80) & ~0x4000 : batch->shader & ~0x80);
    if (!has_final_shaders (expected) || mapped)
      memcpy (batch->coords.data, &coord, sizeof coord);
  }
  return table_expect (expected, table);
}

/* --- Add ------------------------------------------------------------------------------------------------------------ */

static char *
surface_add_step (const MwModel *model, MwFormat format)
{
  if (!is_m2 (format) || !first_batch (model) || !mw_model_resolve (model, first_batch (model)->material))
    return NULL;
  return g_strdup_printf ("surface-add %s texture=textures[%u] blend_mode=Mod2x", surface_path,
                          m2 (model)->textures.n - 1);
}

/* The model without what was added is the model from before. */
static char *
surface_add_judge (const TableCase *table)
{
  enum { MOD2X = 6 };
  MwModel *stripped = mw_model_copy (table->after, TRUE);
  MwM2 *model = (MwM2 *) stripped;
  const MwM2Batch *below = first_batch (table->before);
  const MwM2Material *base = (const MwM2Material *) mw_model_resolve (table->before, below->material);
  const MwM2 *old = m2 (table->before);
  g_autoptr (GPtrArray) surface = surface_of (table->before);
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
  const MwList *textures = is_m2 (format) ? &m2 (model)->textures : NULL;
  for (uint32_t i = 0; textures && first_batch (model) && first_batch (model)->textures.n && i < textures->n; i++)
    if (textures->items[i]->id != ((const MwRef *) first_batch (model)->textures.data)[0].id)
      return g_strdup_printf ("surface-texture %s texture=textures[%u]", surface_path, i);
  return NULL;
}

static char *
surface_texture_judge (const TableCase *table)
{
  guint number = 0;
  MwModel *expected = mw_model_copy (table->before, TRUE);
  g_autoptr (GPtrArray) surface = surface_of (expected);
  g_assert_cmpint (sscanf (strchr (table->step, '='), "=textures[%u]", &number), ==, 1);
  const MwRef texture = { m2 (expected)->textures.items[number]->id, 0 };
  for (guint i = 0; i < surface->len; i++) {
    MwM2Batch *batch = at (surface, i);
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
  return (const MwM2Material *) mw_model_resolve (model, first_batch (model)->material);
}

static char *
surface_blend_step (const MwModel *model, MwFormat format)
{
  if (!is_m2 (format) || !first_batch (model) || !material_of (model))
    return NULL;
  return g_strdup_printf ("surface-blend %s blend_mode=%s", surface_path,
                          material_of (model)->blend_mode == 4 ? "Alpha" : "Add");
}

/* The flags of the shadows of opaque surfaces have a bit. What the others use is as before; their materials keep their places. */
static char *
surface_blend_judge (const TableCase *table)
{
  MwModel *expected = mw_model_copy (table->before, TRUE);
  g_autoptr (GPtrArray) surface = surface_of (expected), after = surface_after (table);
  const MwM2Material *used = (const MwM2Material *) mw_model_resolve (table->after, at (after, 0)->material),
                     *before = material_of (expected);
  const uint16_t wanted = g_str_has_suffix (table->step, "Add") ? 4 : 2;
  char *wrong = NULL;
  if (!used || used->blend_mode != wanted || used->flags != before->flags)
    wrong = g_strdup ("the surface has not the material that it should have");
  guint n_users = table_uses (expected, "materials", before->record.id);
  for (guint i = 0; i < surface->len && !wrong; i++) {
    MwM2Batch *batch = at (surface, i);
    const MwList *shadows = &((MwM2Skin *) batch->record.owner)->shadow_batches;
    for (uint32_t k = 0; k < shadows->n && batch->layer == 0; k++)
      if (((MwM2ShadowBatch *) shadows->items[k])->submesh.id == batch->submesh.id)
        ((MwM2ShadowBatch *) shadows->items[k])->flags2 &= (uint8_t) ~2u;
  }
  if (!wrong && n_users == surface->len)
    ((MwM2Material *) mw_model_find (expected, before->record.id))->blend_mode = wanted;
  else if (!wrong) {
    if (mw_record_index (&used->record) == m2 (expected)->materials.n) {
      MwM2Material *made = (MwM2Material *) mw_record_new (&mw_m2_material_schema);
      made->flags = before->flags;
      made->blend_mode = wanted;
      mw_list_append (expected, &expected->record, MW_FIELD (MwM2, materials), &made->record);
    }
    for (guint i = 0; i < surface->len; i++)
      at (surface, i)->material.id = m2 (expected)->materials.items[mw_record_index (&used->record)]->id;
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
  if (!is_m2 (format) || !first_batch (model))
    return NULL;
  return g_strdup_printf ("surface-delete %s", surface_path);
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
  for (uint32_t k = 0; k < m2 (model)->skins.n; k++) {
    MwM2Skin *skin = (MwM2Skin *) m2 (model)->skins.items[k];
    const MwM2Skin *was = (const MwM2Skin *) m2 (before)->skins.items[k];
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
  g_autoptr (GPtrArray) surface = surface_of (expected);
  const uint16_t layer = at (surface, 0)->layer, number = at (surface, 0)->surface;
  gboolean submeshes_gone = FALSE;
  for (guint i = surface->len; i-- > 0;) {
    MwM2Skin *skin = (MwM2Skin *) at (surface, i)->record.owner;
    const MwId submesh = at (surface, i)->submesh.id;
    mw_record_free (
      mw_list_take (expected, &skin->record, MW_FIELD (MwM2Skin, batches), mw_record_index (&at (surface, i)->record)));
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
    close_number (m2 (expected), number);
  return table_expect (expected, table);
}

/* --- Opacity and colour ---------------------------------------------------------------------------------------------- */

typedef struct {
  gsize of_batch, of_shadow; /* places of the references */
  const char *list, *slot;
} SharedPart;

static const SharedPart weights = { offsetof (MwM2Batch, weight), offsetof (MwM2ShadowBatch, weight), "texture_weights",
                                    "weight.track" },
                        colours = { offsetof (MwM2Batch, color), offsetof (MwM2ShadowBatch, color), "colors",
                                    "color.track" };

static MwRef *
ref_in (gpointer record, gsize offset)
{
  return (MwRef *) (gpointer) ((char *) record + offset);
}

/* The track of a batch's part; NULL: it has none. */
static const MwRecord *
part_track (const MwModel *model, const MwM2Batch *batch, const SharedPart *part)
{
  const MwRecord *record = mw_model_resolve (model, *ref_in ((gpointer) batch, part->of_batch));
  return record ? *(MwRecord **) mw_field_at (record, mw_schema_field (record->schema, part->slot)) : NULL;
}

/* The batches of the surface and the shadows that they cast refer to the record that the result has for them, and all other records
 * of the list are as before. */
static char *
expect_part (const TableCase *table, const SharedPart *part)
{
  MwModel *expected = mw_model_copy (table->before, TRUE);
  const MwList *list = table_list (expected, part->list), *now = table_list (table->after, part->list);
  g_autoptr (GPtrArray) surface = surface_of (expected), after = surface_after (table);
  const MwRecord *used = mw_model_resolve (table->after, *ref_in (at (after, 0), part->of_batch));
  g_autoptr (GPtrArray) users = g_ptr_array_new ();
  for (guint i = 0; i < surface->len; i++) {
    const MwList *shadows = &((MwM2Skin *) at (surface, i)->record.owner)->shadow_batches;
    g_ptr_array_add (users, ref_in (at (surface, i), part->of_batch));
    for (uint32_t k = 0; k < shadows->n; k++) {
      MwM2ShadowBatch *shadow = (MwM2ShadowBatch *) shadows->items[k];
      const MwM2Batch *batch = at (surface, i);
      if (shadow->submesh.id == batch->submesh.id && shadow->color.id == batch->color.id && batch->textures.n
          && shadow->weight.id == batch->weight.id && shadow->texture.id == ((MwRef *) batch->textures.data)->id)
        g_ptr_array_add (users, ref_in (shadow, part->of_shadow));
    }
  }
  if (!used || mw_record_index (used) >= list->n + 1 || now->n > list->n + 1
      || table_uses (table->after, part->list, used->id) != users->len) {
    mw_model_free (expected);
    return g_strdup ("the surface has no record of its own");
  }
  const MwField *field = mw_schema_field (expected->record.schema, part->list);
  const uint32_t place = mw_record_index (used);
  MwRecord *made = mw_record_copy (used, TRUE);
  mw_record_forget_ids (made);
  mw_list_insert (expected, &expected->record, field, place, made);
  if (now->n + 1 == list->n) {
    table_redirect (expected, part->list, list->items[place + 1]->id, made->id);
    mw_record_free (mw_list_take (expected, &expected->record, field, place + 1));
  }
  for (guint i = 0; i < users->len; i++)
    *(MwRef *) users->pdata[i] = (MwRef) { made->id, 0 };
  return table_expect (expected, table);
}

static char *
opacity_step (const MwModel *model, MwFormat format)
{
  return is_m2 (format) && first_batch (model) ? g_strdup_printf ("surface-set-opacity %s opacity=0.375", surface_path)
                                               : NULL;
}

/* All sequences show it, from start to end. */
static char *
opacity_judge (const TableCase *table)
{
  g_autoptr (GPtrArray) after = surface_after (table);
  const MwRecord *track = part_track (table->after, at (after, 0), &weights);
  const MwList *sequences = table_list (table->after, "sequences");
  for (uint32_t i = 0; i < sequences->n; i++) {
    gint64 start, end;
    gboolean lanes;
    double values[2][4] = { { 1 }, { 1 } };
    table_interval (sequences->items[i], table->format, &start, &end, &lanes);
    if (track) {
      table_value (table->after, track, sequences->items[i], 0, values[0]);
      table_value (table->after, track, sequences->items[i], end - start, values[1]);
    }
    if (fabs (values[0][0] - 0.375) > 1e-4 || fabs (values[1][0] - 0.375) > 1e-4)
      return g_strdup_printf ("sequence %u shows the opacity %g to %g", i, values[0][0], values[1][0]);
  }
  return expect_part (table, &weights);
}

/* In a sequence that has keys of its own, at least when it is longer than a moment. */
static char *
colour_step (const MwModel *model, MwFormat format)
{
  g_autofree char *sequence = is_m2 (format) && first_batch (model) ? table_sequence (model, format, 10, 0) : NULL;
  const MwRecord *record = sequence ? table_record (model, sequence) : NULL;
  return record ? g_strdup_printf ("surface-set-colour %s color={0.25,0.5,1} end={1,0.5,0} animate=1 sequences=%u",
                                   surface_path, mw_record_index (record))
                : NULL;
}

static gboolean
plays_same (const MwModel *model, const MwRecord *a, const MwRecord *b)
{
  return mw_sequence_aspect (model, a).plays == mw_sequence_aspect (model, b).plays;
}

/* Half way it has half of both colours, and other sequences show what they did. */
static char *
colour_judge (const TableCase *table)
{
  static const double from[] = { 0.25, 0.5, 1 }, to[] = { 1, 0.5, 0 };
  enum { SAMPLES = 40 };
  g_autofree char *number = table_parameter (table->step, "sequences");
  g_autoptr (GPtrArray) after = surface_after (table);
  const MwRecord *track = part_track (table->after, at (after, 0), &colours),
                 *old = part_track (table->before, first_batch (table->before), &colours);
  const MwList *sequences = table_list (table->after, "sequences"), *was = table_list (table->before, "sequences");
  const guint chosen = (guint) g_ascii_strtoull (number, NULL, 10);
  for (uint32_t i = 0; track && i < sequences->n; i++) {
    gint64 start, end;
    gboolean lanes;
    table_interval (sequences->items[i], table->format, &start, &end, &lanes);
    for (guint k = 0; k <= SAMPLES; k++) {
      const gint64 time = (end - start) * k / SAMPLES;
      double now[4], wanted[4] = { 1, 1, 1 };
      table_value (table->after, track, sequences->items[i], time, now);
      if (i == chosen)
        for (guint c = 0; c < 3; c++)
          wanted[c] = from[c] + (to[c] - from[c]) * (double) time / (double) (end - start);
      else if (plays_same (table->after, sequences->items[i], sequences->items[chosen]))
        continue;
      else if (old)
        table_value (table->before, old, was->items[i], time, wanted);
      for (guint c = 0; c < 3; c++)
        if (fabs (now[c] - wanted[c]) > 1e-3)
          return g_strdup_printf ("sequence %u has %g instead of %g at %" G_GINT64_FORMAT " ms", i, now[c], wanted[c],
                                  time);
    }
  }
  return track ? expect_part (table, &colours) : g_strdup ("there is no colour");
}

/* --- Moving textures ------------------------------------------------------------------------------------------------- */

static char *
surface_scroll_step (const MwModel *model, MwFormat format)
{
  return is_m2 (format) && first_batch (model) && first_batch (model)->transforms.n
           ? g_strdup_printf ("surface-set-texture-animation %s u=2 v=-1 period=1250", surface_path)
           : NULL;
}

/* The coordinates of the first texture move by this in each run of the clock, and by half of it in half of it. */
static char *
surface_scroll_judge (const TableCase *table)
{
  MwModel *expected = mw_model_copy (table->before, TRUE);
  g_autoptr (GPtrArray) surface = surface_of (expected), after = surface_after (table);
  const MwList *list = &m2 (table->after)->texture_transforms, *clocks = &m2 (table->after)->global_sequences;
  const MwM2TextureTransform *made = list->n ? (const MwM2TextureTransform *) list->items[list->n - 1] : NULL;
  const MwM2Track *track = made ? made->translation_track : NULL;
  const MwM2GlobalSequence *clock = track ? (const MwM2GlobalSequence *) mw_model_resolve (table->after,
                                                                                           track->global_sequence)
                                          : NULL;
  char *wrong = NULL;
  if (list->n != m2 (expected)->texture_transforms.n + 1 || !clock || clock->duration != 1250)
    wrong = g_strdup ("there is no new transform with its clock");
  for (guint i = 0; i <= 4 && !wrong; i++) {
    double at_time[4];
    table_value (table->after, &track->record, m2 (table->after)->sequences.items[0], 1250 * i / 4, at_time);
    const double share = i % 4 / 4.0;
    if (fabs (at_time[0] - 2 * share) > 2e-3 || fabs (at_time[1] + share) > 2e-3)
      wrong = g_strdup_printf ("the texture is at %g, %g after %u of 4 parts", at_time[0], at_time[1], i);
  }
  if (wrong) {
    mw_model_free (expected);
    return wrong;
  }
  if (clocks->n > m2 (expected)->global_sequences.n) {
    MwM2GlobalSequence *new_clock = (MwM2GlobalSequence *) mw_record_new (&mw_m2_global_sequence_schema);
    new_clock->duration = 1250;
    mw_list_append (expected, &expected->record, MW_FIELD (MwM2, global_sequences), &new_clock->record);
  }
  MwRecord *copy = mw_record_copy (&made->record, TRUE);
  mw_record_forget_ids (copy);
  ((MwM2TextureTransform *) copy)->translation_track->global_sequence.id =
    m2 (expected)->global_sequences.items[mw_record_index (&clock->record)]->id;
  mw_list_append (expected, &expected->record, MW_FIELD (MwM2, texture_transforms), copy);
  for (guint i = 0; i < surface->len; i++) {
    ((MwRef *) at (surface, i)->transforms.data)[0] = (MwRef) { copy->id, 0 };
    at (surface, i)->flags &= (uint8_t) ~0x10u;
  }
  g_assert_cmpuint (after->len, ==, surface->len);
  return table_expect (expected, table);
}

const TableRow table_surfaces[] = {
  { "surface-make-single-user", TABLE_M2, surface_single_step, surface_single_judge },
  { "surface-set-priority", TABLE_M2, surface_priority_step, surface_priority_judge },
  { "surface-set-shader", TABLE_M2, shader_step, shader_judge },
  { "surface-set-second-texture", TABLE_M2, second_step, second_judge },
  { "surface-set-environment", TABLE_M2, environment_step, environment_judge },
  { "surface-set-opacity", TABLE_M2, opacity_step, opacity_judge },
  { "surface-set-colour", TABLE_M2, colour_step, colour_judge },
  { "surface-set-texture-animation", TABLE_M2, surface_scroll_step, surface_scroll_judge },
  { "surface-add", TABLE_M2, surface_add_step, surface_add_judge },
  { "surface-texture", TABLE_M2, surface_texture_step, surface_texture_judge },
  { "surface-blend", TABLE_M2, surface_blend_step, surface_blend_judge },
  { "surface-delete", TABLE_M2, surface_delete_step, surface_delete_judge },
  { NULL, 0, NULL, NULL },
};
