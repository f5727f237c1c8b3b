/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/operations.h"
#include "core/model/m2/derived.h"
#include "core/schema/notes.h"

/* What the files of M2 models have besides the values. Without the notes about it, a writer chooses it again. */

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

/* --- Lookup tables --------------------------------------------------------------------------------------------------- */

/* Those that clients use to find a record by an id. The others of these tables follow the batches and submeshes. */
static const MwM2Table tables[] = { MW_M2_SEQUENCE_LOOKUP, MW_M2_KEY_BONE_LOOKUP, MW_M2_REPLACEABLE_LOOKUP,
                                    MW_M2_ATTACHMENT_LOOKUP, MW_M2_CAMERA_LOOKUP };

static gboolean
tables_apply (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    if (mw_notes_find (&model->record, MW_NOTE_LAYOUT, mw_m2_table_field (tables[i])))
      return TRUE;
  return mw_operation_nothing (error, "nothing to rebuild: the lookup tables follow from the model already");
}

static gboolean
tables_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const MwId model = mw_document_get_model (document)->record.id;
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    if (!mw_document_forget_about (document, model, MW_NOTE_LAYOUT, mw_m2_table_field (tables[i]), error))
      return FALSE;
  return TRUE;
}

const MwOperation mw_operation_rebuild_tables = {
  .id = "rebuild-tables",
  .label = N_ ("Rebuild Lookup Tables"),
  .doc = N_ (
    "Rebuilds the tables by which clients find sequences, key bones, textures, attachments and cameras, as "
    "the original exporter does. A table of the file is otherwise kept until an edit changes what it is about."),
  .aliases = "hash animation lookup repair",
  .families = MW_FAMILY_M2,
  .domain = MW_DOMAIN_MODEL,
  .subject = MW_SUBJECT_MODEL,
  .applies = tables_apply,
  .run = tables_run,
};
