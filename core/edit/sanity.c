/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document-private.h"
#include "core/model/aspects.h"

/* The interval of a sequence on the time line. Returns FALSE if it has none. */
static gboolean
interval_of (MwDocument *self, const MwRecord *record, gint64 *start, gint64 *end)
{
  if (record->schema != mw_aspects_of (self->model)->sequence)
    return FALSE;
  MwSequenceAspect sequence = mw_sequence_aspect (self->model, record);
  *start = sequence.start;
  *end = sequence.end;
  return sequence.on_time_line;
}

void
mw_document_note_contradictions (MwDocument *self)
{
  g_autoptr (GHashTable) noted = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < self->open->changes->len; i++) {
    const MwStepChange *change = mw_step_change_at (self->open, i);
    gint64 start, end;
    if (change->kind != MW_STEP_SET || (change->field->part != MW_PART_START && change->field->part != MW_PART_END))
      continue;
    const MwRecord *record = mw_model_find (self->model, change->id);
    if (!record || !interval_of (self, record, &start, &end) || end >= start
        || !g_hash_table_add (noted, (gpointer) record))
      continue;
    g_autofree char *path = mw_record_path (record);
    mw_document_notice (self, g_strdup_printf ("%s: it ends at %" G_GINT64_FORMAT
                                               ", before it starts at %" G_GINT64_FORMAT ", so games do not play it",
                                               path, end, start));
  }
}
