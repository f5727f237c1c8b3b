/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/transfer/transfer-keys.h"
#include "core/edit/operations/tracks/keys.h"
#include "core/model/m2/m2.h"
#include "core/model/track.h"
#include "core/pose/keys.h"

#include <string.h>

enum { QUATERNION = 4, MOST_BYTES = 16, STEPS_PER_SECOND = 30 };

void
mw_key_set_free (MwKeySet *keys)
{
  g_array_unref (keys->times);
  g_byte_array_unref (keys->value);
  g_byte_array_unref (keys->in_tan);
  g_byte_array_unref (keys->out_tan);
  g_free (keys);
}

static MwKeySet *
new_set (const MwField *values)
{
  MwKeySet *keys = g_new0 (MwKeySet, 1);
  *keys = (MwKeySet) { .values = values,
                       .times = g_array_new (FALSE, FALSE, sizeof (gint32)),
                       .value = g_byte_array_new (),
                       .in_tan = g_byte_array_new (),
                       .out_tan = g_byte_array_new () };
  return keys;
}

/* M2 numbers Bezier before Hermite (m2.md 4.3). */
static uint32_t
swapped (const MwModel *model, uint32_t interpolation)
{
  gboolean curve = interpolation == MW_INTERPOLATION_HERMITE || interpolation == MW_INTERPOLATION_BEZIER;
  return model->record.schema == &mw_m2_schema && curve
           ? MW_INTERPOLATION_HERMITE + MW_INTERPOLATION_BEZIER - interpolation
           : interpolation;
}

gboolean
mw_track_follows_global (const MwRecord *track)
{
  const MwField *clock = mw_schema_part (track->schema, MW_PART_CLOCK);
  return clock && !mw_ref_is_none (*(const MwRef *) mw_field_at (track, clock));
}

uint32_t
mw_track_interpolation (const MwModel *model, const MwRecord *track)
{
  const MwField *field = mw_schema_part (track->schema, MW_PART_INTERPOLATION);
  uint32_t stored = field ? *(const uint32_t *) mw_field_at (track, field) : MW_INTERPOLATION_NONE;
  return stored > MW_INTERPOLATION_BEZIER ? MW_INTERPOLATION_LINEAR : swapped (model, stored);
}

uint32_t
mw_interpolation_stored (const MwModel *model, uint32_t interpolation)
{
  return swapped (model, interpolation);
}

/* The field with the values of a track, also of one with lanes. */
static const MwField *
values_of (const MwRecord *track)
{
  return mw_schema_part (track->schema, MW_PART_VALUES);
}

static gboolean
is_quaternion (const MwField *values)
{
  return values->element == MW_TYPE_F32 && values->count == QUATERNION;
}

/* --- Adding keys ----------------------------------------------------------------------------------------------------- */

static void
insert_bytes (GByteArray *array, gsize at, const void *bytes, gsize size)
{
  gsize old = array->len;
  g_byte_array_set_size (array, (guint) (old + size));
  memmove (array->data + at + size, array->data + at, old - at);
  memcpy (array->data + at, bytes, size);
}

void
mw_key_set_add (MwKeySet *keys, guint index, gint32 time, const void *value)
{
  gboolean tangents = keys->in_tan->len > 0;
  g_array_insert_val (keys->times, index, time);
  if (!keys->values)
    return;
  gsize size = mw_field_element_size (keys->values);
  insert_bytes (keys->value, index * size, value, size);
  if (!tangents)
    return;
  /* Tangents of Hermite curves are slopes; a slope of 0 keeps the curve still. */
  static const guint8 flat[MOST_BYTES];
  gboolean slope = keys->interpolation == MW_INTERPOLATION_HERMITE && keys->values->element == MW_TYPE_F32
                   && !is_quaternion (keys->values);
  insert_bytes (keys->in_tan, index * size, slope ? flat : value, size);
  insert_bytes (keys->out_tan, index * size, slope ? flat : value, size);
}

MwKeySet *
mw_key_set_single (const MwField *values, const void *value)
{
  MwKeySet *keys = new_set (values);
  keys->interpolation = MW_INTERPOLATION_LINEAR;
  mw_key_set_add (keys, 0, 0, value);
  return keys;
}

/* --- Taking them out ------------------------------------------------------------------------------------------------- */

gboolean
mw_track_sample (const MwModel *model, const MwRecord *track, MwId sequence, gint64 time, void *value)
{
  const MwField *values = values_of (track), *slot = mw_record_slot (track);
  MwClock clock = { .rest = TRUE };
  MwTrackKeys keys;
  MwKeySpan span;
  mw_clock_play (&clock, model, sequence);
  clock.time = clock.start + (gint32) time;
  mw_track_keys_open (&keys, model, track, clock.sequence);
  MwKeyWindow window = mw_track_keys_window (&keys, &clock);
  if (!values || !mw_track_keys_span (&keys, &window, &span))
    return FALSE;
  gsize size = mw_field_element_size (values);
  if (is_quaternion (values))
    mw_track_keys_quat (&keys, &span, value);
  else if (values->element == MW_TYPE_F32 && slot->role != MW_ROLE_VISIBILITY)
    mw_track_keys_floats (&keys, &span, values->count, value);
  else
    memcpy (value, (const guint8 *) keys.values.values->data + span.a * size, size);
  return TRUE;
}

void
mw_key_set_at (MwKeySet *keys, const MwModel *model, const MwRecord *track, MwId sequence, gint64 time)
{
  guint8 value[MOST_BYTES];
  guint at = 0;
  while (at < keys->times->len && g_array_index (keys->times, gint32, at) < time)
    at++;
  if ((at == keys->times->len || g_array_index (keys->times, gint32, at) != time)
      && mw_track_sample (model, track, sequence, time, value))
    mw_key_set_add (keys, at, (gint32) time, value);
}

void
mw_key_set_fit (MwKeySet *keys, const MwModel *model, const MwRecord *track, MwId sequence, gint64 length, gint64 to)
{
  guint8 value[MOST_BYTES];
  const guint n = keys->times->len;
  if (!keys->values || !n || to == length)
    return;
  if (to < length)
    mw_key_set_at (keys, model, track, sequence, to);
  else {
    const gsize size = mw_field_element_size (keys->values);
    memcpy (value, keys->value->data + (n - 1) * size, size);
    mw_key_set_add (keys, n, (gint32) to, value);
  }
}

static void
append_key (MwKeySet *keys, const MwTrackKeys *from, uint32_t i, gint32 time)
{
  g_array_append_val (keys->times, time);
  if (!keys->values)
    return;
  gsize size = mw_field_element_size (keys->values);
  const MwArray *in = from->values.in_tans, *out = from->values.out_tans;
  g_byte_array_append (keys->value, (const guint8 *) from->values.values->data + i * size, (guint) size);
  if (!in || !out || in->n < from->n || out->n < from->n)
    return;
  g_byte_array_append (keys->in_tan, (const guint8 *) in->data + i * size, (guint) size);
  g_byte_array_append (keys->out_tan, (const guint8 *) out->data + i * size, (guint) size);
}

/* What keys outside the sequence do to its ends is stated by keys at its ends. */
static void
close_ends (MwKeySet *keys, const MwModel *model, const MwRecord *track, MwId sequence, gint64 length)
{
  guint8 value[MOST_BYTES];
  guint n = keys->times->len;
  if ((!n || g_array_index (keys->times, gint32, 0) > 0) && mw_track_sample (model, track, sequence, 0, value))
    mw_key_set_add (keys, 0, 0, value);
  n = keys->times->len;
  if (n && g_array_index (keys->times, gint32, n - 1) < length
      && mw_track_sample (model, track, sequence, length, value))
    mw_key_set_add (keys, n, (gint32) length, value);
}

/* The same for a curve, which must be split so that it keeps its shape. That is done in a copy of the model. */
static void
split_ends (MwKeySet *keys, const MwModel *model, const MwRecord *track, const MwClock *clock)
{
  const MwFormat format = { MW_FAMILY_M2, ((const MwM2 *) model)->version, FALSE };
  g_autoptr (MwDocument) scratch = mw_document_new (mw_model_copy (model, FALSE), format);
  MwTrackKeys from;
  mw_document_begin (scratch, "");
  gboolean split = mw_key_add (scratch, track->id, clock->start, NULL)
                   && mw_key_add (scratch, track->id, clock->end, NULL);
  mw_document_commit (scratch);
  if (!split)
    return;
  const MwModel *copy = mw_document_get_model (scratch);
  GByteArray *const all[] = { keys->value, keys->in_tan, keys->out_tan };
  mw_track_keys_open (&from, copy, mw_model_find (copy, track->id), clock->sequence);
  g_array_set_size (keys->times, 0);
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    g_byte_array_set_size (all[i], 0);
  for (uint32_t i = 0; i < from.n; i++) {
    gint32 time = ((const gint32 *) from.times->data)[i];
    if (time >= clock->start && time <= clock->end)
      append_key (keys, &from, i, (gint32) ((gint64) time - clock->start));
  }
}

typedef struct {
  gint32 time;
  uint32_t index;
} Ordered;

/* Keys that are not in order of time count as if they had been sorted; of those at the same time the last one counts. */
static int
by_time (gconstpointer a, gconstpointer b)
{
  const Ordered *x = a, *y = b;
  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

MwKeySet *
mw_key_set_new (const MwModel *model, const MwRecord *track)
{
  const gboolean m2 = model->record.schema == &mw_m2_schema;
  MwKeySet *keys = new_set (values_of (track));
  keys->interpolation = mw_track_interpolation (model, track);
  keys->held = (keys->values && keys->values->element != MW_TYPE_F32 && !m2)
               || (mw_record_slot (track)->role == MW_ROLE_VISIBILITY && !m2);
  return keys;
}

MwKeySet *
mw_key_set_of (const MwModel *model, const MwRecord *track, MwId sequence, gint64 length)
{
  MwClock clock = { .rest = TRUE };
  MwTrackKeys from;
  if (mw_track_follows_global (track))
    return NULL;
  mw_clock_play (&clock, model, sequence);
  mw_track_keys_open (&from, model, track, clock.sequence);
  gboolean lanes = from.m2 && !from.ranged;
  MwKeySet *keys = mw_key_set_new (model, track);
  uint32_t n = keys->values ? from.n : from.times ? from.times->n : 0;
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (Ordered));
  for (uint32_t i = 0; i < n; i++) {
    gint32 time = ((const gint32 *) from.times->data)[i];
    if (lanes || (time >= clock.start && time <= clock.end))
      g_array_append_val (order, ((Ordered) { time, i }));
  }
  g_array_sort (order, by_time);
  for (guint i = 0; i < order->len; i++) {
    const Ordered *key = &g_array_index (order, Ordered, i);
    append_key (keys, &from, key->index, (gint32) ((gint64) key->time - clock.start));
  }
  if (from.ranged && keys->values && n && from.values.in_tans->n >= n
      && mw_interpolation_has_tangents (keys->interpolation))
    split_ends (keys, model, track, &clock);
  else if (from.ranged && keys->values && n)
    close_ends (keys, model, track, sequence, length);
  if (keys->times->len)
    return keys;
  mw_key_set_free (keys);
  return NULL;
}

/* --- Another interpolation ------------------------------------------------------------------------------------------- */

static const guint8 *
value_at (const MwKeySet *keys, guint i)
{
  return keys->value->data + i * mw_field_element_size (keys->values);
}

static void
drop_tangents (MwKeySet *keys)
{
  g_byte_array_set_size (keys->in_tan, 0);
  g_byte_array_set_size (keys->out_tan, 0);
}

/* A value that jumps at a key gets a key one millisecond before, so that it does not change on the way. */
static void
jump (MwKeySet *keys)
{
  for (guint i = 1; i < keys->times->len; i++) {
    gint32 before = g_array_index (keys->times, gint32, i - 1), time = g_array_index (keys->times, gint32, i);
    guint8 value[MOST_BYTES];
    gsize size = mw_field_element_size (keys->values);
    if (time - before < 2 || memcmp (value_at (keys, i - 1), value_at (keys, i), size) == 0)
      continue;
    memcpy (value, value_at (keys, i - 1), size);
    mw_key_set_add (keys, i, time - 1, value);
    i++;
  }
}

/* Keys on the curve of the track, every 1/30 s and where there are keys now. */
static void
resample (MwKeySet *keys, const MwModel *model, const MwRecord *track, MwId sequence, gint64 length)
{
  g_autoptr (GArray) old = g_steal_pointer (&keys->times);
  guint8 value[MOST_BYTES];
  guint next = 0;
  keys->times = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_byte_array_set_size (keys->value, 0);
  drop_tangents (keys);
  const gint32 first = g_array_index (old, gint32, 0), last = g_array_index (old, gint32, old->len - 1);
  for (gint64 k = 0;; k++) {
    gint64 step = first + k * 1000 / STEPS_PER_SECOND;
    for (; next < old->len && g_array_index (old, gint32, next) <= MIN (step, last); next++) {
      gint32 time = g_array_index (old, gint32, next);
      if (time < step && mw_track_sample (model, track, sequence, time, value))
        mw_key_set_add (keys, keys->times->len, time, value);
    }
    if (step > MIN (last, length))
      break;
    if (mw_track_sample (model, track, sequence, step, value))
      mw_key_set_add (keys, keys->times->len, (gint32) step, value);
  }
}

/* Tangents with which a curve is the straight line between keys. After the last key comes the first, as in a loop. */
static void
straighten (MwKeySet *keys, uint32_t interpolation)
{
  const guint n = keys->times->len, count = keys->values->count;
  g_byte_array_set_size (keys->in_tan, keys->value->len);
  g_byte_array_set_size (keys->out_tan, keys->value->len);
  if (keys->held || keys->values->element != MW_TYPE_F32 || is_quaternion (keys->values)) {
    memcpy (keys->in_tan->data, keys->value->data, keys->value->len);
    memcpy (keys->out_tan->data, keys->value->data, keys->value->len);
    return;
  }
  const float *values = (const float *) (gpointer) keys->value->data;
  float *in = (float *) (gpointer) keys->in_tan->data, *out = (float *) (gpointer) keys->out_tan->data;
  for (guint i = 0; i < n; i++)
    for (guint c = 0; c < count; c++) {
      const guint at = i * count + c, next = (i + 1) % n * count + c;
      float way = values[next] - values[at];
      out[at] = interpolation == MW_INTERPOLATION_HERMITE ? way : values[at] + way / 3;
      in[next] = interpolation == MW_INTERPOLATION_HERMITE ? way : values[next] - way / 3;
    }
}

/* Hermite slopes are three times the way to the control points of Bezier. Tangents of rotations are the same in both. */
static void
exchange_tangents (MwKeySet *keys, uint32_t interpolation)
{
  if (keys->values->element != MW_TYPE_F32 || is_quaternion (keys->values))
    return;
  const float *values = (const float *) (gpointer) keys->value->data;
  float *in = (float *) (gpointer) keys->in_tan->data, *out = (float *) (gpointer) keys->out_tan->data;
  for (guint i = 0; i < keys->times->len * keys->values->count; i++)
    if (interpolation == MW_INTERPOLATION_BEZIER) {
      out[i] = values[i] + out[i] / 3;
      in[i] = values[i] - in[i] / 3;
    } else {
      out[i] = 3 * (out[i] - values[i]);
      in[i] = 3 * (values[i] - in[i]);
    }
}

/* Whether the values follow a curve: it has an interpolation with tangents and the tangents for it. */
static gboolean
is_curve (const MwKeySet *keys, uint32_t interpolation)
{
  return mw_interpolation_has_tangents (interpolation) && keys->in_tan->len == keys->value->len && keys->in_tan->len;
}

gboolean
mw_key_set_adapt (MwKeySet *keys, const MwModel *model, const MwRecord *track, MwId sequence, gint64 length,
                  uint32_t interpolation, gboolean tangents)
{
  if (!keys->values)
    return TRUE;
  const uint32_t from = keys->interpolation;
  const gboolean curve = is_curve (keys, from), floats = keys->values->element == MW_TYPE_F32 && !keys->held;
  const gboolean to_curve = tangents && mw_interpolation_has_tangents (interpolation);
  gboolean exact = TRUE;
  if (curve && to_curve) {
    if (from != interpolation)
      exchange_tangents (keys, interpolation);
  } else if (!keys->held && from == MW_INTERPOLATION_NONE && interpolation != MW_INTERPOLATION_NONE) {
    drop_tangents (keys);
    jump (keys);
  } else if (floats && track && from != MW_INTERPOLATION_NONE && (curve || interpolation == MW_INTERPOLATION_NONE)) {
    exact = keys->times->len == 1;
    resample (keys, model, track, sequence, length);
  }
  keys->interpolation = interpolation;
  if (!tangents)
    drop_tangents (keys);
  else if (keys->in_tan->len != keys->value->len)
    straighten (keys, interpolation);
  return exact;
}
