/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/operations.h"
#include "core/model/m2/derived.h"
#include "core/model/m2/stored.h"

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

/* --- Ends of texts ---------------------------------------------------------------------------------------------------- */

typedef struct {
  MwId record;
  const MwField *field;
} Text;

typedef struct {
  const MwM2 *model;
  GArray *found; /* Text */
} Texts;

static gboolean
collect_texts (MwRecord *record, gpointer data)
{
  const Texts *texts = data;
  for (guint i = 0; i < mw_notes_count (record); i++) {
    const MwNote *note = mw_notes_at (record, i);
    if (mw_m2_is_text_end (record, note) && !mw_m2_may_be_given_by_id (texts->model, note)) {
      const Text text = { record->id, note->field };
      g_array_append_val (texts->found, text);
    }
  }
  return TRUE;
}

/* The texts of the file that do not end with one NUL. A text that was edited since is written with one. */
static GArray *
texts_to_end (const MwModel *model)
{
  Texts texts = { (const MwM2 *) model, g_array_new (FALSE, FALSE, sizeof (Text)) };
  mw_record_foreach ((MwRecord *) &model->record, collect_texts, &texts);
  return texts.found;
}

static gboolean
texts_apply (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  g_autoptr (GArray) texts = texts_to_end (mw_document_get_model (document));
  return texts->len || mw_operation_nothing (error, "nothing to end: all texts end with one NUL");
}

static gboolean
texts_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  g_autoptr (GArray) texts = texts_to_end (mw_document_get_model (document));
  for (guint i = 0; i < texts->len; i++) {
    const Text *text = &g_array_index (texts, Text, i);
    if (!mw_document_forget_about (document, text->record, MW_NOTE_TEXT_TAIL, text->field, error))
      return FALSE;
  }
  return TRUE;
}

const MwOperation mw_operation_end_texts = {
  .id = "end-texts",
  .label = N_ ("End Texts"),
  .doc = N_ (
    "Ends each text of an M2 model, such as the path of a texture, with one NUL, as the original exporter does. A text "
    "of the file that has no NUL, or more bytes after it, is otherwise kept until it is edited."),
  .aliases = "terminator zero string name path repair",
  .families = MW_FAMILY_M2,
  .domain = MW_DOMAIN_MODEL,
  .subject = MW_SUBJECT_MODEL,
  .applies = texts_apply,
  .run = texts_run,
};
