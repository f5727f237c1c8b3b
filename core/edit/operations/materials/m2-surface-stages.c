/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/materials/m2-surface-stages.h"
#include "core/base/i18n.h"
#include "core/edit/operations/operations.h"

#include <string.h>

#define COMBINED 0x8u /* global flag: shader ids are places in the list of combiners */
#define SPECIAL 0x8000u
#define LAST_BY_SECOND 0x4000u
#define BY_ENVIRONMENT 0x8u
#define BATCH_SPECIAL 0x80 /* flag of a batch with a special shader, from 265 on (m2.md 6.2) */

MW_NAMES (mw_stage_names, FALSE, { 0, "Opaque", N_ ("Opaque: without its alpha") }, { 1, "Mod", N_ ("Multiply") },
          { 2, "Decal", N_ ("Decal") }, { 3, "Add", N_ ("Add, with its alpha") },
          { 4, "Mod2x", N_ ("Multiply, twice as bright") }, { 5, "Fade", N_ ("Fade") },
          { 6, "Mod2xNA", N_ ("Multiply, twice as bright, without its alpha") },
          { 7, "AddNA", N_ ("Add, without its alpha") });

gboolean
mw_stages_apply (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  if (!mw_surfaces_apply (document, ids, n, error))
    return FALSE;
  return model->version >= MW_M2_COMBINER_RUNS_SINCE
         || mw_operation_refuse (NULL, error,
                                 "clients of this version show only the first texture of a surface, and surface-blend "
                                 "decides how; surface-add draws another texture over it");
}

static gboolean
is_stored (const MwM2 *model)
{
  return model->version >= MW_M2_SHADERS_STORED_SINCE;
}

static gboolean
is_combined (const MwM2 *model)
{
  return model->version >= MW_M2_COMBINER_RUNS_SINCE && (model->global_flags & COMBINED);
}

gboolean
mw_stages_are_combined (const MwM2 *model)
{
  return !is_stored (model) && is_combined (model);
}

gboolean
mw_stages_are_special (const MwM2 *model, const MwM2Batch *batch)
{
  return model->version >= MW_M2_SPECIAL_SHADER_SINCE && (batch->shader & SPECIAL);
}

static guint
n_textures (const MwM2Batch *batch)
{
  return MIN (batch->textures.n, MW_STAGES_MOST);
}

static uint16_t
coord_at (const MwM2Batch *batch, guint unit)
{
  return unit < batch->coords.n ? ((const uint16_t *) batch->coords.data)[unit] : MW_COORD_FIRST;
}

/* --- Reading -------------------------------------------------------------------------------------------------------- */

static void
of_stored (const MwM2Batch *batch, MwStages *out)
{
  const guint id = batch->shader & SPECIAL ? MW_STAGES_PLAIN << 4 | MW_STAGES_PLAIN : batch->shader;
  for (guint i = 0; i < out->n; i++) {
    const guint bits = i == 0 ? id >> 4 & 0xF : i == 1 ? id & 0xF : MW_STAGES_PLAIN;
    out->ops[i] = bits & 7;
    out->coords[i] = bits & BY_ENVIRONMENT                      ? MW_COORD_ENVIRONMENT
                     : i == out->n - 1 && (id & LAST_BY_SECOND) ? MW_COORD_SECOND
                                                                : MW_COORD_FIRST;
  }
}

void
mw_stages_of (const MwM2 *model, const MwM2Batch *batch, MwStages *out)
{
  *out = (MwStages) { .n = n_textures (batch) };
  if (is_stored (model)) {
    of_stored (batch, out);
    return;
  }
  const gboolean combined = is_combined (model) && !mw_stages_are_special (model, batch);
  for (guint i = 0; i < out->n; i++) {
    const guint place = batch->shader + i;
    const gboolean there = combined && place < model->texture_combiners.n;
    out->ops[i] = there ? ((const uint16_t *) model->texture_combiners.data)[place] & 7 : MW_STAGES_PLAIN;
    out->coords[i] = coord_at (batch, i) > 2 ? MW_COORD_ENVIRONMENT : coord_at (batch, i);
  }
}

/* --- Combiners of 264 ----------------------------------------------------------------------------------------------- */

gboolean
mw_stages_place (MwDocument *document, const uint16_t *ops, guint n, uint16_t *place, GError **error)
{
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  const MwArray *list = &model->texture_combiners;
  const uint16_t *all = list->data;
  uint32_t at = 0;
  while (at + n <= list->n && memcmp (all + at, ops, n * sizeof *ops) != 0)
    at++;
  *place = (uint16_t) at;
  if (at + n <= list->n)
    return TRUE;
  if (list->n + n > SPECIAL)
    return mw_operation_refuse (NULL, error, "the list of texture combiners is full");
  MwArray longer = mw_array_new (list->n + n, sizeof *ops);
  if (list->n)
    memcpy (longer.data, all, list->n * sizeof *ops);
  memcpy ((uint16_t *) longer.data + list->n, ops, n * sizeof *ops);
  *place = (uint16_t) list->n;
  return mw_document_swap_array (document, model->model.record.id, MW_FIELD (MwM2, texture_combiners), longer, error);
}

gboolean
mw_stages_set_shader (MwDocument *document, const MwM2Batch *batch, uint16_t shader, GError **error)
{
  return mw_document_set_field (document, batch->record.id, MW_FIELD (MwM2Batch, shader), &shader, sizeof shader,
                                error);
}

gboolean
mw_stages_make_combined (MwDocument *document, const GPtrArray *surface, GError **error)
{
  static const uint16_t plain = MW_STAGES_PLAIN;
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  const uint32_t flags = model->global_flags | COMBINED;
  uint16_t place;
  if (!mw_document_set_field (document, model->model.record.id, MW_FIELD (MwM2, global_flags), &flags, sizeof flags,
                              error)
      || !mw_stages_place (document, &plain, 1, &place, error))
    return FALSE;
  for (uint32_t k = 0; k < model->skins.n; k++) {
    const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[k];
    if (skin->not_loaded)
      return mw_operation_refuse (
        &skin->record, error, "is not loaded: its surfaces would need combiners too, so put its file beside the model");
    for (uint32_t i = 0; i < skin->batches.n; i++) {
      const MwM2Batch *batch = (const MwM2Batch *) skin->batches.items[i];
      if ((surface && g_ptr_array_find ((GPtrArray *) surface, batch, NULL)) || mw_stages_are_special (model, batch))
        continue;
      if (batch->textures.n > 1)
        return mw_operation_refuse (
          &batch->record, error,
          "has a second texture, which clients show only if the model has combiners; remove it "
          "with surface-set-second-texture first");
      if (!mw_stages_set_shader (document, batch, place, error))
        return FALSE;
    }
  }
  return TRUE;
}

/* --- Writing -------------------------------------------------------------------------------------------------------- */

/* Whether clients combine textures like that without any combiners. */
static gboolean
is_plain (const MwStages *stages)
{
  return stages->n < 2 && stages->ops[0] == MW_STAGES_PLAIN;
}

static gboolean
set_coords (MwDocument *document, const MwM2Batch *batch, const MwStages *stages, GError **error)
{
  const MwArray coords = mw_array_copy (stages->coords, stages->n, sizeof *stages->coords);
  return mw_document_swap_array (document, batch->record.id, MW_FIELD (MwM2Batch, coords), coords, error);
}

static gboolean
any_coord (const MwM2Batch *batch)
{
  gboolean any = FALSE;
  for (guint i = 0; i < batch->coords.n; i++)
    any |= coord_at (batch, i) != MW_COORD_FIRST;
  return any;
}

/* Below 265 any texture can be mapped in any way. */
static gboolean
check_stored (const MwM2Batch *batch, const MwStages *stages, GError **error)
{
  for (guint i = 0; i < stages->n; i++) {
    if (stages->coords[i] == MW_COORD_SECOND && i + 1 < stages->n)
      return mw_operation_refuse (&batch->record, error,
                                  "can map only its last texture by the second texture coordinates");
    if (stages->coords[i] > MW_COORD_SECOND && i > 1)
      return mw_operation_refuse (&batch->record, error, "can map only its first two textures by the environment");
  }
  return TRUE;
}

/* The bits of the shader id, and the coordinates where the file has any: clients do not read those. */
static gboolean
set_stored (MwDocument *document, const MwM2Batch *batch, const MwStages *stages, GError **error)
{
  const uint8_t flags = (uint8_t) (batch->flags & ~BATCH_SPECIAL);
  guint id = stages->coords[stages->n - 1] == MW_COORD_SECOND ? LAST_BY_SECOND : 0;
  for (guint i = 0; i < MIN (stages->n, 2); i++)
    id |= (stages->ops[i] | (stages->coords[i] > MW_COORD_SECOND ? BY_ENVIRONMENT : 0)) << (i ? 0 : 4);
  return check_stored (batch, stages, error) && mw_stages_set_shader (document, batch, (uint16_t) id, error)
         && mw_document_set_field (document, batch->record.id, MW_FIELD (MwM2Batch, flags), &flags, sizeof flags, error)
         && (!any_coord (batch) || set_coords (document, batch, stages, error));
}

gboolean
mw_stages_set (MwDocument *document, const GPtrArray *surface, const MwStages *stages, GError **error)
{
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  uint16_t place = 0;
  if (!is_stored (model) && !is_combined (model) && !is_plain (stages)
      && !mw_stages_make_combined (document, surface, error))
    return FALSE;
  if (!is_stored (model) && is_combined (model) && !mw_stages_place (document, stages->ops, stages->n, &place, error))
    return FALSE;
  for (guint i = 0; i < surface->len; i++) {
    const MwM2Batch *batch = surface->pdata[i];
    const gboolean names = is_combined (model) || mw_stages_are_special (model, batch);
    if (is_stored (model) ? !set_stored (document, batch, stages, error)
                          : (names && !mw_stages_set_shader (document, batch, place, error))
                              || !set_coords (document, batch, stages, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
mw_stages_set_coords (MwDocument *document, const GPtrArray *surface, const MwStages *stages, GError **error)
{
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  for (guint i = 0; i < surface->len; i++)
    if (is_stored (model) ? !set_stored (document, surface->pdata[i], stages, error)
                          : !set_coords (document, surface->pdata[i], stages, error))
      return FALSE;
  return TRUE;
}

guint
mw_stages_shown (const MwM2 *model)
{
  return is_stored (model) || is_combined (model) ? MW_STAGES_MOST : 1;
}
