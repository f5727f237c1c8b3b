/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/m2-rules.h"
#include "core/io/m2/m2-places.h"
#include "core/model/m2/kept.h"
#include "core/schema/wire-m2.h"

#include <string.h>

/* Keys in files that are not loaded are kept in a note that refers to their sequences by id. */
static void
rename_stored_entries (MwRecord *track, const MwId *to, MwId n_ids)
{
  const MwField *lanes = mw_schema_part (track->schema, MW_PART_LANES);
  const MwNote *note = mw_notes_find_of (track, MW_NOTE_LAYOUT, lanes, sizeof (MwWireEntriesHead));
  if (!note)
    return;
  guint32 size = note->size, offset = note->offset;
  guint from_file = note->from_file;
  g_autofree guint8 *bytes = g_memdup2 (note->bytes, size);
  for (gsize at = sizeof (MwWireEntriesHead); at + sizeof (MwWireStoredEntry) <= size;
       at += sizeof (MwWireStoredEntry)) {
    MwWireStoredEntry stored;
    memcpy (&stored, bytes + at, sizeof stored);
    if (stored.sequence.id && stored.sequence.id < n_ids)
      stored.sequence.id = to[stored.sequence.id];
    memcpy (bytes + at, &stored, sizeof stored);
  }
  mw_notes_add (track, MW_NOTE_LAYOUT, lanes, offset, bytes, size, from_file);
}

static gboolean
rename_notes (MwRecord *record, gpointer data)
{
  const GArray *to = data;
  mw_m2_rename_places (record, (const MwId *) to->data, to->len);
  if (mw_m2_is_track (record))
    rename_stored_entries (record, (const MwId *) to->data, to->len);
  return TRUE;
}

void
mw_m2_rename (MwModel *model, const GArray *to)
{
  mw_m2_rename_kept ((MwM2 *) model, (const MwId *) to->data, to->len);
  mw_record_foreach (&model->record, rename_notes, (gpointer) to);
}
