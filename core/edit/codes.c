/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document-private.h"
#include "core/model/track.h"
#include "core/schema/codec.h"

/* Where a file has room for a code only (a quaternion of four times 16 bits), a value takes that of the nearest code when it comes
 * into the model: what is shown is what is saved. */

static void
snap (MwCodec codec, const MwField *field, void *values, guint32 n)
{
  mw_codec_snap (codec, field, values, n);
}

void
mw_document_snap_values (MwDocument *self, const MwRecord *record, const MwField *field, void *values, guint32 n)
{
  MwCodec codec = mw_field_codec (record, field, record->owner, mw_record_slot (record), self->format);
  if (codec != MW_CODEC_NONE && n)
    snap (codec, field, values, n);
}

typedef struct {
  MwDocument *self;
  const MwRecord *owner;
  const MwField *slot;
} Arriving;

static void
make_simple (MwTrack *track)
{
  track->interpolation = MW_INTERPOLATION_NONE;
  mw_array_clear (&track->in_tans);
  mw_array_clear (&track->out_tans);
}

static gboolean
snap_record (MwRecord *record, gpointer data)
{
  const Arriving *a = data;
  const MwRecord *owner = record->owner ? record->owner : a->owner;
  const MwField *slot = record->owner ? mw_record_slot (record) : a->slot;
  /* A lane of a track that is on its way itself. */
  if (record->owner && !record->owner->owner && slot->type == MW_TYPE_LIST && a->slot->type == MW_TYPE_CHILD) {
    owner = a->owner;
    slot = a->slot;
  }
  if (mw_schema_is_track (record->schema) && mw_track_is_simple (owner, slot, a->self->format))
    make_simple ((MwTrack *) record);
  for (guint i = 0; i < mw_schema_n_fields (record->schema); i++) {
    const MwField *field = mw_schema_field_at (record->schema, i);
    gboolean array = field->type == MW_TYPE_ARRAY;
    if (!array && !mw_field_is_number (field))
      continue;
    void *at = mw_field_at (record, field);
    MwCodec codec = mw_field_codec (record, field, owner, slot, a->self->format);
    if (codec == MW_CODEC_NONE || (array && ((MwArray *) at)->n == 0))
      continue;
    if (!array)
      snap (codec, field, at, 1);
    else
      snap (codec, field, mw_array_make_writable (at, mw_field_element_size (field)), ((MwArray *) at)->n);
  }
  return TRUE;
}

void
mw_document_snap_record (MwDocument *self, MwRecord *record, const MwRecord *owner, const MwField *slot)
{
  Arriving arriving = { self, owner, slot };
  mw_record_foreach (record, snap_record, &arriving);
}
