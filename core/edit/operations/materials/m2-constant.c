/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/materials/m2-constant.h"
#include "core/edit/m2-rules.h"
#include "core/edit/operations/transfer/transfer-put.h"

/* M2 tracks that do not change. */

static MwRecord *
track_in (const MwModel *model, MwId owner, const MwField *slot)
{
  return *(MwRecord *const *) mw_field_at (mw_model_find (model, owner), slot);
}

gboolean
mw_m2_make_constant (MwDocument *document, MwId owner, const MwField *slot, const void *value, GError **error)
{
  const MwM2 *model = mw_m2_of (document);
  const MwRecord *old = track_in (&model->model, owner, slot);
  const MwSchema *kind = mw_model_find (&model->model, owner)->schema;
  MwRecord *holder = mw_record_new (kind), *made;
  mw_m2_add_constant (model, holder, slot, value);
  made = mw_child_take (NULL, holder, slot);
  mw_record_free (holder);
  if (old && !mw_document_remove (document, old->id, error)) {
    mw_record_free (made);
    return FALSE;
  }
  if (!mw_document_insert (document, owner, slot, 0, made, error))
    return FALSE;
  /* Files have one lane for each sequence in the tracks of bones (m2.md 4.2). */
  return kind != &mw_m2_bone_schema || !mw_m2_has_lanes (model) || !model->sequences.n
         || mw_track_spread_out (document, track_in (&model->model, owner, slot), error);
}
