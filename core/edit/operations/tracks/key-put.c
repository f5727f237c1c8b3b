/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/tracks/key-put.h"
#include "core/edit/operations/tracks/curves.h"
#include "core/edit/operations/tracks/keys.h"
#include "core/edit/operations/tracks/timed-keys.h"
#include "core/edit/operations/transfer/transfer-put.h"
#include "core/model/aspects.h"
#include "core/model/track.h"

#include <math.h>
#include <string.h>

enum { QUATERNION = 4, MOST = 4 };

typedef struct {
  MwDocument *document;
  MwId owner;
  const MwField *slot;
  MwKeyRange range;
  const float *value;
  GError **error;
} Put;

static MwRecord *
track_of (const Put *put)
{
  return *(MwRecord *const *) mw_field_at (mw_model_find (mw_document_get_model (put->document), put->owner),
                                           put->slot);
}

/* --- A value of a key ------------------------------------------------------------------------------------------------ */

/* out = a . b */
static void
multiply (const float a[4], const float b[4], float out[4])
{
  out[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
  out[1] = a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2];
  out[2] = a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0];
  out[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

/* Control values turn or move as the value does. */
static void
follow (const float *was, const float *now, guint count, float *tangent)
{
  if (count == QUATERNION) {
    const float back[4] = { -was[0], -was[1], -was[2], was[3] };
    float by[4], old[4];
    multiply (now, back, by);
    memcpy (old, tangent, sizeof old);
    multiply (by, old, tangent);
    return;
  }
  for (guint k = 0; k < count; k++)
    tangent[k] += now[k] - was[k];
}

void
mw_key_follow (guint count, gboolean slopes, const float *was, float *now, float *in_tan, float *out_tan)
{
  float *const tangents[] = { in_tan, out_tan }, dot = 0;
  for (guint k = 0; count == QUATERNION && k < count; k++)
    dot += was[k] * now[k];
  for (guint k = 0; dot < 0 && k < count; k++)
    now[k] = -now[k];
  for (guint i = 0; i < G_N_ELEMENTS (tangents); i++)
    if (tangents[i] && (count == QUATERNION || !slopes))
      follow (was, now, count, tangents[i]);
}

static gboolean
set_key (const Put *put, MwId holder, gint32 time)
{
  static const MwPart tangents[] = { MW_PART_IN_TANS, MW_PART_OUT_TANS };
  const MwRecord *record = mw_model_find (mw_document_get_model (put->document), holder);
  const MwField *values = mw_schema_part (record->schema, MW_PART_VALUES), *fields[G_N_ELEMENTS (tangents)];
  const gint index = mw_key_find (record, time);
  const guint count = values->count;
  const gboolean slopes = mw_curve_interpolation_of (put->document, record) == MW_INTERPOLATION_HERMITE;
  float was[MOST], now[MOST], tangent[G_N_ELEMENTS (tangents)][MOST];
  g_assert (index >= 0 && count <= MOST);
  memcpy (was, (const float *) ((const MwArray *) mw_field_at (record, values))->data + (guint) index * count,
          count * sizeof *was);
  memcpy (now, put->value, count * sizeof *now);
  for (guint i = 0; i < G_N_ELEMENTS (tangents); i++) {
    const MwField *field = mw_schema_part (record->schema, tangents[i]);
    const MwArray *array = field ? mw_field_at (record, field) : NULL;
    fields[i] = array && (guint) index < array->n ? field : NULL;
    if (fields[i])
      memcpy (tangent[i], (const float *) array->data + (guint) index * count, count * sizeof **tangent);
  }
  mw_key_follow (count, slopes, was, now, fields[0] ? tangent[0] : NULL, fields[1] ? tangent[1] : NULL);
  if (!mw_document_replace_span (put->document, holder, values, (guint) index, 1, now, put->error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (tangents); i++)
    if (fields[i]
        && !mw_document_replace_span (put->document, holder, fields[i], (guint) index, 1, tangent[i], put->error))
      return FALSE;
  return TRUE;
}

/* --- Tracks and lanes ------------------------------------------------------------------------------------------------ */

static gboolean
has_key_in (const Put *put, const MwRecord *holder)
{
  const MwArray *times = mw_holder_times (put->document, holder);
  for (uint32_t i = 0; i < times->n; i++)
    if (mw_key_range_has (&put->range, ((const gint32 *) times->data)[i]))
      return TRUE;
  return FALSE;
}

/* A new track, or a lane of the track for the sequence, with one key. `time` counts from the start of the sequence. */
static gboolean
put_first (const Put *put, gint32 time, const float *value)
{
  const MwModel *model = mw_document_get_model (put->document);
  const MwNewSequence at = { .document = put->document,
                             .sequence = put->range.sequence,
                             .start = put->range.start,
                             .length = put->range.end - put->range.start,
                             .lanes = put->range.lanes };
  const MwField *lanes = mw_schema_part (put->slot->schema, MW_PART_LANES);
  const MwRecord *track = track_of (put);
  g_autoptr (MwKeySet)
    keys = track
             ? mw_key_set_new (model, track)
             : mw_key_set_single (mw_schema_part (at.lanes ? lanes->schema : put->slot->schema, MW_PART_VALUES), value);
  if (track)
    mw_key_set_add (keys, 0, time, value);
  else
    keys->interpolation = MW_INTERPOLATION_LINEAR;
  g_array_index (keys->times, gint32, 0) = time;
  return mw_put_keys (&at, put->owner, put->slot, keys, put->error);
}

/* The lane of the sequence, or NULL. */
static const MwRecord *
lane_of (const Put *put, const MwRecord *track)
{
  const MwList *list = mw_record_list (track, mw_schema_part (track->schema, MW_PART_LANES));
  for (uint32_t i = 0; i < list->n; i++) {
    const MwRecord *lane = list->items[i];
    if (((const MwRef *) mw_field_at (lane, mw_schema_part (lane->schema, MW_PART_SEQUENCE)))->id
        == put->range.sequence)
      return lane;
  }
  return NULL;
}

static gboolean
add_and_set (const Put *put, MwId holder, gint32 time)
{
  return mw_key_add (put->document, holder, time, put->error) && set_key (put, holder, time);
}

/* Sequences of M2 before 264 also play the nearest keys outside their intervals. So the first key in one gets keys around it: at the ends of
 * the sequence with the same value, and just outside with what the neighbours show. */
static gboolean
enclose (const Put *put, MwId holder)
{
  const gint64 start = put->range.start, end = put->range.end;
  return (start <= G_MININT32 || mw_key_add (put->document, holder, (gint32) (start - 1), put->error))
         && (end >= G_MAXINT32 || mw_key_add (put->document, holder, (gint32) (end + 1), put->error))
         && add_and_set (put, holder, (gint32) start) && add_and_set (put, holder, (gint32) end);
}

gboolean
mw_key_put (MwDocument *document, MwId owner, const MwField *slot, MwId sequence, gint32 time, const float *value,
            GError **error)
{
  static const float neutral[2][MOST] = { { 0, 0, 0, 1 }, { 1, 1, 1, 1 } };
  const MwModel *model = mw_document_get_model (document);
  Put put = { document, owner, slot, { 0 }, value, error };
  const MwRecord *track = track_of (&put);
  if (!mw_key_range_of (document, sequence, &put.range, error))
    return FALSE;
  if (time < 0 || time > put.range.end - put.range.start)
    return mw_operation_refuse (mw_model_find (model, sequence), error, "does not last until this time");
  if (track && mw_track_follows_global (track))
    return mw_operation_refuse (track, error, "follows a global sequence: its keys would count in all sequences");
  if (track && mw_track_is_shared (model, track) && !mw_track_spread_out (document, track, error))
    return FALSE;
  track = track_of (&put);
  const gboolean ranged = mw_keys_reach_outside (model);
  if (put.range.lanes) {
    const MwRecord *lane = track ? lane_of (&put, track) : NULL;
    return lane ? add_and_set (&put, lane->id, time) : put_first (&put, time, value);
  }
  if (!track && !ranged)
    return put_first (&put, time, value);
  if (!track && !put_first (&put, 0, neutral[slot->role == MW_ROLE_SCALE]))
    return FALSE;
  track = track_of (&put);
  if (ranged && (!has_key_in (&put, track) || mw_holder_times (document, track)->n == 1) && !enclose (&put, track->id))
    return FALSE;
  return add_and_set (&put, track->id, (gint32) (put.range.start + time));
}
