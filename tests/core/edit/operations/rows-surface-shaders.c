/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/rows-surfaces.h"
#include "core/model/aspects.h"
#include "core/model/m2/surfaces.h"
#include "core/pose/m2-material.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Rows about shaders, second textures and environment mapping of surfaces. */

/* --- Shaders --------------------------------------------------------------------------------------------------------- */

static uint16_t
word_at (const MwArray *array, guint i)
{
  return ((const uint16_t *) array->data)[i];
}

/* Shader ids are final from this version on, and the coordinates are in them. */
static gboolean
has_final_shaders (const MwModel *model)
{
  return rows_m2 (model)->version >= 265;
}

/* The combiner of a texture of a batch: clients find it here if the model has combiners (m2.md 7). */
static guint
combiner_of (const MwModel *model, const MwM2Batch *batch, guint unit)
{
  if (has_final_shaders (model))
    return unit ? batch->shader & 7 : batch->shader >> 4 & 7;
  const guint place = batch->shader + unit;
  return (rows_m2 (model)->global_flags & 8) && place < rows_m2 (model)->texture_combiners.n
           ? word_at (&rows_m2 (model)->texture_combiners, place)
           : G_MAXUINT;
}

static gboolean
by_environment (const MwModel *model, const MwM2Batch *batch, guint unit)
{
  return has_final_shaders (model) ? (batch->shader & (unit ? 0x8 : 0x80)) != 0
                                   : word_at (&batch->coords, unit) == 0xFFFF;
}

static MwM2Shader
shader_of (const MwM2 *model, const MwM2Batch *batch)
{
  MwM2BatchState state;
  mw_m2_batch_evaluate (model, batch, &MW_CLOCK_REST, &state);
  return state.shader;
}

/* Takes over from the result what shader ids and combiners are, which is judged by itself. The other surfaces must look as before. */
static char *
take_shaders (MwModel *expected, const TableCase *table)
{
  MwM2 *to = (MwM2 *) expected;
  const MwM2 *from = rows_m2 (table->after);
  g_autoptr (GPtrArray) surface = rows_surface_of (expected);
  to->global_flags = (to->global_flags & ~8u) | (from->global_flags & 8u);
  mw_array_clear (&to->texture_combiners);
  to->texture_combiners = mw_array_share (&from->texture_combiners);
  for (uint32_t k = 0; k < to->skins.n; k++) {
    const MwList *batches = &((MwM2Skin *) to->skins.items[k])->batches,
                 *others = &((MwM2Skin *) from->skins.items[k])->batches;
    for (uint32_t i = 0; i < MIN (batches->n, others->n); i++) {
      MwM2Batch *batch = (MwM2Batch *) batches->items[i];
      const MwM2Batch *other = (const MwM2Batch *) others->items[i];
      const MwM2 *old = rows_m2 (table->before);
      const MwM2Shader x = shader_of (old, (const MwM2Batch *) ((MwM2Skin *) old->skins.items[k])->batches.items[i]),
                       y = shader_of (from, other);
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

/* --- Shader --------------------------------------------------------------------------------------------------------- */

char *
rows_surface_shader_step (const MwModel *model, MwFormat format)
{
  if (!rows_is_m2 (format) || !rows_first_batch (model) || rows_m2 (model)->version < 264
      || !rows_first_batch (model)->textures.n)
    return NULL;
  return g_strdup_printf ("surface-set-shader %s first=Mod2x second=AddNA", ROWS_SURFACE);
}

char *
rows_surface_shader_judge (const TableCase *table)
{
  enum { MOD2X = 4, ADDNA = 7 };
  MwModel *expected = mw_model_copy (table->before, TRUE);
  g_autoptr (GPtrArray) surface = rows_surface_of (expected), after = rows_surface_after (table);
  for (guint i = 0; i < after->len; i++) {
    if (combiner_of (table->after, rows_batch_at (after, i), 0) != MOD2X
        || (rows_batch_at (after, i)->textures.n > 1
            && combiner_of (table->after, rows_batch_at (after, i), 1) != ADDNA)
        || rows_batch_at (after, i)->shader & 0x8000) {
      mw_model_free (expected);
      return g_strdup_printf ("batch %u of the surface does not combine its textures like that", i);
    }
    rows_batch_at (surface, i)->flags &= has_final_shaders (expected) ? 0x7F : 0xFF;
  }
  return expect_shaders (expected, table);
}

/* --- Second texture ------------------------------------------------------------------------------------------------- */

char *
rows_surface_second_step (const MwModel *model, MwFormat format)
{
  if (!rows_is_m2 (format) || !rows_first_batch (model) || rows_m2 (model)->version < 264
      || !rows_first_batch (model)->textures.n)
    return NULL;
  return g_strdup_printf ("surface-set-second-texture %s texture=textures[%u] coordinates=environment combiner=Add",
                          ROWS_SURFACE, rows_m2 (model)->textures.n - 1);
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

char *
rows_surface_second_judge (const TableCase *table)
{
  enum { ADD = 3 };
  MwModel *expected = mw_model_copy (table->before, TRUE);
  g_autoptr (GPtrArray) surface = rows_surface_of (expected), after = rows_surface_after (table);
  const MwRef texture = { rows_m2 (expected)->textures.items[rows_m2 (expected)->textures.n - 1]->id, 0 };
  char *wrong = NULL;
  for (guint i = 0; i < after->len && !wrong; i++) {
    MwM2Batch *batch = rows_batch_at (surface, i);
    const MwRef transform = batch->transforms.n > 1 ? ((const MwRef *) batch->transforms.data)[1] : MW_REF_NONE;
    gboolean mapped = FALSE;
    for (guint u = 0; u < batch->coords.n; u++)
      mapped |= word_at (&batch->coords, u) != 0;
    const uint16_t coord = has_final_shaders (expected) && !mapped ? 0 : 0xFFFF;
    if (rows_batch_at (after, i)->textures.n < 2 || combiner_of (table->after, rows_batch_at (after, i), 1) != ADD
        || !by_environment (table->after, rows_batch_at (after, i), 1))
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

char *
rows_surface_environment_step (const MwModel *model, MwFormat format)
{
  if (!rows_is_m2 (format) || !rows_first_batch (model) || !rows_first_batch (model)->textures.n)
    return NULL;
  return g_strdup_printf ("surface-set-environment %s on=%d", ROWS_SURFACE,
                          !by_environment (model, rows_first_batch (model), 0));
}

char *
rows_surface_environment_judge (const TableCase *table)
{
  MwModel *expected = mw_model_copy (table->before, TRUE);
  g_autoptr (GPtrArray) surface = rows_surface_of (expected);
  const gboolean on = g_str_has_suffix (table->step, "on=1");
  for (guint i = 0; i < surface->len; i++) {
    MwM2Batch *batch = rows_batch_at (surface, i);
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
