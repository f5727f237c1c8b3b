/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/materials/m2-surface-list.h"
#include "core/edit/operations/materials/texture-scroll.h"

/* Surfaces whose textures move. */

static const MwField surface_fields[] = {
  MW_SCROLL_FIELDS (MwScrollParams),
  MW_FIELD_U32 (MwScrollParams, unit, "unit", .max = 3, .label = N_ ("Unit"),
                .doc = N_ ("Index of the texture in the surface, from 0.")),
};
static const MwSchema surface_params = { .name = "surface-set-texture-animation",
                                         .label = N_ ("Moving Textures"),
                                         .size = sizeof (MwScrollParams),
                                         .fields = surface_fields,
                                         .n_fields = G_N_ELEMENTS (surface_fields) };

enum { STATIC_TRANSFORM = 0x10 };

/* Batches say by a flag that none of their textures moves (m2.md 6.2). */
static gboolean
set_transform (MwDocument *document, const MwM2Batch *batch, guint unit, MwRef to, GError **error)
{
  gboolean moves = FALSE;
  if (!mw_document_replace_span (document, batch->record.id, MW_FIELD (MwM2Batch, transforms), unit, 1, &to, error))
    return FALSE;
  for (guint i = 0; i < batch->transforms.n; i++)
    moves |= !mw_ref_is_none (((const MwRef *) batch->transforms.data)[i]);
  const uint8_t flags = (uint8_t) (moves ? batch->flags & ~STATIC_TRANSFORM : batch->flags | STATIC_TRANSFORM);
  return mw_document_set_field (document, batch->record.id, MW_FIELD (MwM2Batch, flags), &flags, sizeof flags, error);
}

static gboolean
surfaces_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MwScrollParams *p = (const MwScrollParams *) params;
  g_autoptr (GPtrArray) surfaces = mw_surfaces_chosen (document, ids, n);
  gboolean changed = FALSE;
  MwRef made;
  if (!mw_scroll_make (document, p, &made, error))
    return FALSE;
  for (guint k = 0; k < surfaces->len; k++) {
    const GPtrArray *surface = surfaces->pdata[k];
    for (guint i = 0; i < surface->len; i++) {
      const MwM2Batch *batch = surface->pdata[i];
      if (p->unit >= batch->transforms.n)
        return mw_operation_refuse (&batch->record, error, "has fewer textures than that");
      const gboolean rests = mw_ref_is_none (((const MwRef *) batch->transforms.data)[p->unit]);
      if (p->remove && rests)
        continue;
      changed = TRUE;
      if (!set_transform (document, batch, p->unit, made, error))
        return FALSE;
    }
  }
  return changed || mw_scroll_nothing (error);
}

const MwOperation mw_operation_surface_set_texture_animation = {
  .id = "surface-set-texture-animation",
  .label = N_ ("Scroll Surface Textures"),
  .step = N_ ("Scroll the textures of %s"),
  .doc = N_ (
    "Gives a texture of surfaces a new texture transform that moves it at a constant speed in an endless loop, on a "
    "global sequence; or removes theirs."),
  .aliases = "scroll uv animation water flow transform slide",
  .domain = MW_DOMAIN_MATERIALS,
  .subject = MW_SUBJECT_SURFACES,
  .families = MW_FAMILY_M2,
  .params = &surface_params,
  .applies = mw_surfaces_apply,
  .run = surfaces_run,
};
