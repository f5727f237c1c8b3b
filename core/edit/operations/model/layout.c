/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/operations.h"
#include "core/model/m2/m2.h"

/* Drops the notes about the places of arrays in M2 files. A file without such a note is laid out by the exporter's
 * rule (m2.md 9). */

static gboolean
forget_places (MwDocument *document, const MwList *records, GError **error)
{
  for (uint32_t i = 0; i < records->n; i++)
    if (!mw_document_forget (document, records->items[i]->id, MW_NOTE_PLACES, error))
      return FALSE;
  return TRUE;
}

static gboolean
rebuild_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MwM2 *model = (const MwM2 *) mw_document_get_model (document);
  /* The notes of the model's main file, of each skin profile's file, and of each sequence with its own file. */
  return mw_document_forget (document, model->model.record.id, MW_NOTE_PLACES, error)
         && forget_places (document, &model->skins, error) && forget_places (document, &model->sequences, error);
}

const MwOperation mw_operation_rebuild_layout = {
  .id = "rebuild-layout",
  .label = N_ ("Rebuild Layout"),
  .doc = N_ (
    "Saves the files of an M2 model with their arrays in the order and at the places that the original exporter "
    "uses, without the bytes that nothing refers to. In other formats the order of the elements alone decides the "
    "layout."),
  .aliases = "compact defragment order offsets",
  .families = MW_FAMILY_M2,
  .domain = MW_DOMAIN_MODEL,
  .subject = MW_SUBJECT_MODEL,
  .run = rebuild_run,
};
