/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/stored.h"

#include <string.h>

gboolean
mw_m2_is_text_end (const MwRecord *record, const MwNote *note)
{
  return note->kind == MW_NOTE_TEXT_TAIL && strlen (mw_text (*(char **) mw_field_at (record, note->field))) == note->offset;
}

gboolean
mw_m2_may_be_given_by_id (const MwM2 *model, const MwNote *note)
{
  return model->version >= MW_M2_CHUNKS_SINCE && note->offset == 0 && note->size == 0;
}

gboolean
mw_m2_stored_sets (const MwM2Track *track, MwWireEntriesHead *head)
{
  const MwField *field = MW_FIELD_IN (track->record.schema, MwM2Track, lanes);
  const MwNote *note = mw_notes_find_of (&track->record, MW_NOTE_LAYOUT, field, sizeof *head);
  if (!note || track->spread != MW_M2_SPREAD_SEQUENCES)
    return FALSE;
  memcpy (head, note->bytes, sizeof *head);
  return TRUE;
}
