/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/document-private.h"
#include "core/model/track.h"
#include "core/schema/codec.h"
#include "core/schema/path.h"

#include <math.h>

/* Some values are stored as codes (a quaternion as four times 16 bits). Such a value is rounded to that of the
 * nearest code when it enters the model, so that what is shown is what is saved. */

/* Tolerances within which two rotations are the same. x, y and z: the loss of packing. w is computed from the
 * others, so its square is compared, with a tolerance for values typed with four digits. */
#define MOST_LOST 1e-5
#define MOST_LOST_W2 1e-4

static gboolean
is_near (const float *a, const float *b, double sign)
{
  for (guint i = 0; i < 3; i++)
    if (!(fabs (sign * (double) a[i] - (double) b[i]) <= MOST_LOST))
      return FALSE;
  return fabs ((double) a[3] * (double) a[3] - (double) b[3] * (double) b[3]) <= MOST_LOST_W2;
}

/* Counts values that became another rotation. A quaternion and its negative are the same rotation. */
static guint
n_other_rotations (const float *before, const float *after, guint32 n)
{
  guint other = 0;
  for (guint32 i = 0; i < n; i++, before += 4, after += 4)
    other += !is_near (before, after, 1) && !is_near (before, after, -1);
  return other;
}

/* Rounds n values to their nearest codes. Adds a notice, with the path of `named` in `owner`, if rotations changed. */
static void
snap (MwDocument *self, MwCodec codec, const MwField *field, void *values, guint32 n, const MwRecord *owner,
      const MwField *named)
{
  gboolean rotations = codec == MW_CODEC_QUAT64;
  g_autofree float *before = rotations ? g_memdup2 (values, mw_field_element_size (field) * n) : NULL;
  if (!mw_codec_snap (codec, field, values, n) || !rotations)
    return;
  guint other = n_other_rotations (before, values, n);
  if (!other)
    return;
  g_autofree char *path = mw_field_path (owner, named);
  mw_document_notice (
    self, g_strdup_printf ("%s: the format cannot hold %u of the rotations exactly; they were replaced by the "
                           "nearest",
                           path, other));
}

void
mw_document_snap_values (MwDocument *self, const MwRecord *record, const MwField *field, void *values, guint32 n)
{
  MwCodec codec = mw_field_codec (record, field, record->owner, mw_record_slot (record), self->format);
  if (codec != MW_CODEC_NONE && n)
    snap (self, codec, field, values, n, record, field);
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
  /* The lane of a track that is itself being inserted. */
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
      snap (a->self, codec, field, at, 1, a->owner, a->slot);
    else
      snap (a->self, codec, field, mw_array_make_writable (at, mw_field_element_size (field)), ((MwArray *) at)->n,
            a->owner, a->slot);
  }
  return TRUE;
}

void
mw_document_snap_record (MwDocument *self, MwRecord *record, const MwRecord *owner, const MwField *slot)
{
  Arriving arriving = { self, owner, slot };
  mw_record_foreach (record, snap_record, &arriving);
}
