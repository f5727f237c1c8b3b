/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/effects/m2-effect-texture.h"
#include "core/edit/operations/operations.h"
#include "core/model/m2/m2.h"

static gboolean
set_texture (MwDocument *document, const MwRecord *record, const MwField *field, MwRef texture, guint *changed,
             GError **error)
{
  if (((const MwRef *) mw_field_at (record, field))->id == texture.id)
    return TRUE;
  ++*changed;
  return mw_document_set_field (document, record->id, field, &texture, sizeof texture, error);
}

static gboolean
set_particle (MwDocument *document, const MwRecord *record, MwRef texture, guint at, guint *changed, GError **error)
{
  const MwField *const fields[] = { MW_FIELD (MwM2Particle, texture), MW_FIELD (MwM2Particle, texture_2),
                                    MW_FIELD (MwM2Particle, texture_3) };
  if (at >= G_N_ELEMENTS (fields) || !mw_field_is_live (record, fields[at], mw_document_get_format (document)))
    return mw_operation_refuse (record, error, "shows no texture in this place: it has only one");
  return set_texture (document, record, fields[at], texture, changed, error);
}

static gboolean
set_ribbon (MwDocument *document, const MwM2Ribbon *ribbon, MwRef texture, guint at, guint *changed, GError **error)
{
  if (at >= ribbon->textures.n)
    return mw_operation_refuse (&ribbon->record, error, "shows no texture in this place: it has fewer");
  if (((const MwRef *) ribbon->textures.data)[at].id == texture.id)
    return TRUE;
  ++*changed;
  return mw_document_replace_span (document, ribbon->record.id, MW_FIELD (MwM2Ribbon, textures), at, 1, &texture,
                                   error);
}

gboolean
mw_m2_effect_texture (MwDocument *document, const MwId *ids, guint n, MwId texture, guint at, guint *changed,
                      GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRef to = { texture, 0 };
  gboolean ok = TRUE;
  for (guint i = 0; i < n && ok; i++) {
    const MwRecord *record = mw_model_find (model, ids[i]);
    if (record->schema == &mw_m2_particle_schema)
      ok = set_particle (document, record, to, at, changed, error);
    else if (record->schema == &mw_m2_ribbon_schema)
      ok = set_ribbon (document, (const MwM2Ribbon *) record, to, at, changed, error);
    else
      ok = mw_operation_refuse (record, error, "is not an emitter or ribbon with a texture");
  }
  return ok;
}
