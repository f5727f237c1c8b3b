/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/materials/m2-surface-list.h"
#include "core/edit/operations/operations.h"

gboolean
mw_surfaces_apply (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  for (guint i = 0; i < n; i++) {
    const MwRecord *record = mw_model_find (mw_document_get_model (document), ids[i]);
    if (record->schema != &mw_m2_batch_schema)
      return mw_operation_refuse (record, error, "is not a batch of a surface");
  }
  return TRUE;
}

GPtrArray *
mw_surfaces_chosen (MwDocument *document, const MwId *ids, guint n)
{
  const MwModel *model = mw_document_get_model (document);
  GPtrArray *surfaces = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  for (guint i = 0; i < n; i++) {
    const MwM2Batch *batch = (const MwM2Batch *) mw_model_find (model, ids[i]);
    gboolean known = FALSE;
    for (guint k = 0; k < surfaces->len && !known; k++)
      known = g_ptr_array_find (surfaces->pdata[k], batch, NULL);
    if (!known)
      g_ptr_array_add (surfaces, mw_m2_surface_of ((const MwM2 *) model, batch));
  }
  return surfaces;
}

/* Which flag of a shadow batch says the same as a flag of a material. */
static const struct {
  uint32_t material;
  uint8_t shadow;
} shadow_flags[] = { { 0x4, 0x1 }, { 0x80, 0x4 }, { 0x400, 0x40 } };

static gboolean
shadow_follows (MwDocument *document, const MwM2ShadowBatch *shadow, const MwM2Material *material, uint32_t changed,
                GError **error)
{
  uint8_t flags = shadow->flags2;
  for (guint i = 0; i < G_N_ELEMENTS (shadow_flags); i++) {
    if (!(changed & shadow_flags[i].material))
      continue;
    flags = (uint8_t) (flags & ~shadow_flags[i].shadow);
    if (material->flags & shadow_flags[i].material)
      flags |= shadow_flags[i].shadow;
  }
  return mw_document_set_field (document, shadow->record.id, MW_FIELD (MwM2ShadowBatch, flags2), &flags, sizeof flags,
                                error);
}

/* Whether the material draws the first layer of a submesh in its profile. */
static gboolean
draws_first (const MwM2Skin *skin, MwId submesh, const MwM2Material *material)
{
  for (uint32_t i = 0; i < skin->batches.n; i++) {
    const MwM2Batch *batch = (const MwM2Batch *) skin->batches.items[i];
    if (batch->layer == 0 && batch->submesh.id == submesh && batch->material.id == material->record.id)
      return TRUE;
  }
  return FALSE;
}

gboolean
mw_shadows_follow (MwDocument *document, const MwM2Material *material, uint32_t changed, GError **error)
{
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  for (uint32_t i = 0; i < model->skins.n; i++) {
    const MwM2Skin *skin = (const MwM2Skin *) model->skins.items[i];
    for (uint32_t k = 0; k < skin->shadow_batches.n; k++) {
      const MwM2ShadowBatch *shadow = (const MwM2ShadowBatch *) skin->shadow_batches.items[k];
      if (shadow->submesh.id && draws_first (skin, shadow->submesh.id, material)
          && !shadow_follows (document, shadow, material, changed, error))
        return FALSE;
    }
  }
  return TRUE;
}

MwId
mw_material_like (MwDocument *document, const MwM2Material *material, uint16_t blend_mode, GError **error)
{
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  for (uint32_t i = 0; i < model->materials.n; i++) {
    const MwM2Material *other = (const MwM2Material *) model->materials.items[i];
    if (other->flags == material->flags && other->blend_mode == blend_mode)
      return other->record.id;
  }
  MwM2Material *made = (MwM2Material *) mw_record_new (&mw_m2_material_schema);
  made->flags = material->flags;
  made->blend_mode = blend_mode;
  if (!mw_document_insert (document, model->model.record.id, mw_record_slot (&material->record), model->materials.n,
                           &made->record, error))
    return 0;
  return made->record.id;
}
