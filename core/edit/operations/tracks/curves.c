/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/tracks/curves.h"
#include "core/edit/m2-rules.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/tracks/timed-keys.h"
#include "core/model/aspects.h"
#include "core/model/m2/m2.h"
#include "core/model/track.h"
#include "core/pose/interpolate.h"

#include <math.h>
#include <string.h>

enum { QUATERNION = 4 };

gboolean
mw_curve_is_visibility (const MwRecord *holder)
{
  const MwField *slot = mw_record_slot (mw_holder_track (holder));
  return slot && slot->role == MW_ROLE_VISIBILITY;
}

static gboolean
is_ordered (const MwRecord *holder)
{
  const MwArray *times = mw_field_at (holder, mw_schema_part (holder->schema, MW_PART_TIMES));
  for (uint32_t i = 1; i < times->n; i++)
    if (((const gint32 *) times->data)[i] < ((const gint32 *) times->data)[i - 1])
      return FALSE;
  return TRUE;
}

int
mw_curve_compare_keys (gconstpointer a, gconstpointer b)
{
  gint32 x = ((const MwCurveKey *) a)->time, y = ((const MwCurveKey *) b)->time;
  return (x > y) - (x < y);
}

int
mw_compare_times (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;
  return (x > y) - (x < y);
}

gboolean
mw_curves_apply (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  if (!mw_holders_apply (document, ids, n, error))
    return FALSE;
  for (guint i = 0; i < n; i++) {
    const MwRecord *track = mw_holder_track (mw_model_find (model, ids[i]));
    const MwM2Sequence *missing = mw_document_get_format (document).family == MW_FAMILY_M2
                                    ? mw_m2_missing_keys_of ((const MwM2 *) model, track, NULL)
                                    : NULL;
    if (missing)
      return mw_m2_refuse_not_loaded (error, track, NULL, missing);
  }
  g_autoptr (GArray) holders = mw_holders_of (document, ids, n);
  for (guint i = 0; i < holders->len; i++) {
    const MwRecord *holder = mw_model_find (model, g_array_index (holders, MwId, i));
    const MwField *values = mw_schema_part (holder->schema, MW_PART_VALUES);
    if (!values || values->element != MW_TYPE_F32 || values->count > MW_CURVE_MOST_COMPONENTS
        || mw_curve_is_visibility (holder))
      return mw_operation_refuse (holder, error,
                                  "has no curve: events, visibility, textures and whole numbers have none");
    if (!mw_holder_is_complete (holder, error))
      return FALSE;
    if (!is_ordered (holder))
      return mw_operation_refuse (holder, error, "has keys that are not in the order of their times: move them first");
  }
  return TRUE;
}

/* --- Opening -------------------------------------------------------------------------------------------------------- */

static uint32_t
played_interpolation (const MwTrackKeys *keys, const MwField *values)
{
  gboolean tangents = keys->values.in_tans && keys->values.in_tans->n >= keys->n && keys->values.out_tans->n >= keys->n
                      && !(keys->m2 && values->count == QUATERNION);
  if (keys->interpolation == MW_INTERPOLATION_NONE)
    return MW_INTERPOLATION_NONE;
  return keys->interpolation <= MW_INTERPOLATION_BEZIER && tangents ? keys->interpolation : MW_INTERPOLATION_LINEAR;
}

uint32_t
mw_curve_interpolation_of (MwDocument *document, const MwRecord *holder)
{
  MwTrackKeys keys;
  mw_track_keys_open (&keys, mw_document_get_model (document), holder, 0);
  return played_interpolation (&keys, mw_schema_part (holder->schema, MW_PART_VALUES));
}

static void
add_windows (MwCurve *curve, const MwModel *model)
{
  if (curve->keys.m2) {
    g_array_append_val (curve->windows, ((MwKeyWindow) { G_MININT32, G_MAXINT32, 0, FALSE }));
    return;
  }
  if (curve->keys.global) {
    g_array_append_val (curve->windows, ((MwKeyWindow) { 0, curve->keys.loop, 0, TRUE }));
    return;
  }
  const MwList *sequences = mw_model_sequences (model);
  for (uint32_t i = 0; i < sequences->n; i++) {
    MwSequenceAspect sequence = mw_sequence_aspect (model, sequences->items[i]);
    MwKeyWindow window = { sequence.start, MAX (sequence.start, sequence.end), 0, sequence.looping };
    g_array_append_val (curve->windows, window);
  }
}

/* Lets `keys` point to what is kept. */
static void
point_to (const MwCurveArrays *own, MwTrackKeys *keys)
{
  keys->times = &own->times;
  keys->values = (MwKeyValues) { &own->values, &own->in_tans, &own->out_tans };
}

void
mw_curve_arrays_keep (MwCurveArrays *own, MwTrackKeys *keys)
{
  static const MwArray none;
  own->times = mw_array_share (keys->times);
  own->values = mw_array_share (keys->values.values);
  own->in_tans = mw_array_share (keys->values.in_tans ? keys->values.in_tans : &none);
  own->out_tans = mw_array_share (keys->values.out_tans ? keys->values.out_tans : &none);
  point_to (own, keys);
}

void
mw_curve_arrays_clear (MwCurveArrays *own)
{
  mw_array_clear (&own->times);
  mw_array_clear (&own->values);
  mw_array_clear (&own->in_tans);
  mw_array_clear (&own->out_tans);
}

void
mw_curve_open (MwCurve *curve, MwDocument *document, const MwRecord *holder)
{
  const MwModel *model = mw_document_get_model (document);
  const MwField *values = mw_schema_part (holder->schema, MW_PART_VALUES);
  double largest = 0;
  *curve = (MwCurve) { .count = values->count, .quaternion = values->count == QUATERNION };
  MwTrackKeys *keys = &curve->keys;
  mw_track_keys_open (keys, model, holder, 0);
  curve->interpolation = played_interpolation (keys, values);
  keys->interpolation = curve->interpolation;
  mw_curve_arrays_keep (&curve->own, keys);
  for (uint32_t i = 0; i < keys->n * curve->count; i++)
    largest = MAX (largest, fabs ((double) ((const float *) curve->own.values.data)[i]));
  curve->slack = (keys->m2 ? 6e-5 : 1e-5) + 4e-6 * largest;
  curve->windows = g_array_new (FALSE, FALSE, sizeof (MwKeyWindow));
  add_windows (curve, model);
}

void
mw_curve_close (MwCurve *curve)
{
  mw_curve_arrays_clear (&curve->own);
  g_clear_pointer (&curve->windows, g_array_unref);
}

/* --- Values --------------------------------------------------------------------------------------------------------- */

gboolean
mw_curve_at (const MwCurve *curve, const MwKeyWindow *window, gint64 time, float out[4])
{
  MwKeyWindow at = *window;
  MwKeySpan span;
  MwTrackKeys keys = curve->keys;
  point_to (&curve->own, &keys);
  at.time = time;
  if (!mw_track_keys_span (&keys, &at, &span))
    return FALSE;
  if (curve->quaternion)
    mw_track_keys_quat (&keys, &span, out);
  else
    mw_track_keys_floats (&keys, &span, curve->count, out);
  return TRUE;
}

void
mw_curve_between (const MwCurve *curve, uint32_t interpolation, const float *a, const float *b, double t, float out[4])
{
  if (interpolation == MW_INTERPOLATION_NONE)
    memcpy (out, a, curve->count * sizeof *out);
  else if (curve->quaternion && curve->keys.m2)
    mw_interpolate_nlerp (a, b, (float) t, out);
  else if (curve->quaternion)
    mw_interpolate_quat (MW_INTERPOLATION_LINEAR, a, NULL, NULL, b, (float) t, out);
  else
    mw_interpolate (MW_INTERPOLATION_LINEAR, curve->count, a, NULL, NULL, b, (float) t, out);
}

double
mw_curve_difference (const MwCurve *curve, const float *a, const float *b)
{
  float x[QUATERNION], y[QUATERNION];
  double most = 0, dot = 0;
  memcpy (x, a, curve->count * sizeof *x);
  memcpy (y, b, curve->count * sizeof *y);
  if (curve->quaternion) {
    mw_interpolate_nlerp (x, x, 0, x);
    mw_interpolate_nlerp (y, y, 0, y);
    for (guint k = 0; k < QUATERNION; k++)
      dot += (double) x[k] * (double) y[k];
  }
  for (guint k = 0; k < curve->count; k++) {
    double difference = fabs ((double) x[k] - (dot < 0 ? -1 : 1) * (double) y[k]);
    most = isnan (difference) ? INFINITY : MAX (most, difference);
  }
  return most;
}

GArray *
mw_curve_keys (const MwCurve *curve)
{
  GArray *keys = g_array_sized_new (FALSE, TRUE, sizeof (MwCurveKey), curve->keys.n);
  const gsize size = curve->count * sizeof (float);
  for (uint32_t i = 0; i < curve->keys.n; i++) {
    MwCurveKey key = { .time = ((const gint32 *) curve->own.times.data)[i] };
    memcpy (key.value, (const float *) curve->own.values.data + i * curve->count, size);
    if (curve->own.in_tans.n > i && curve->own.out_tans.n > i) {
      memcpy (key.in_tan, (const float *) curve->own.in_tans.data + i * curve->count, size);
      memcpy (key.out_tan, (const float *) curve->own.out_tans.data + i * curve->count, size);
    }
    g_array_append_val (keys, key);
  }
  return keys;
}

void
mw_curve_turn_keys (const MwCurve *curve, GArray *keys)
{
  for (guint i = 1; curve->quaternion && i < keys->len; i++) {
    const float *before = g_array_index (keys, MwCurveKey, i - 1).value;
    float *value = g_array_index (keys, MwCurveKey, i).value;
    double dot = 0;
    for (guint k = 0; k < QUATERNION; k++)
      dot += (double) before[k] * (double) value[k];
    for (guint k = 0; dot < 0 && k < QUATERNION; k++)
      value[k] = -value[k];
  }
}

/* --- Writing -------------------------------------------------------------------------------------------------------- */

static MwArray
numbers_of (const GArray *keys, gsize offset, guint count)
{
  MwArray array = mw_array_new (keys->len, count * sizeof (float));
  for (guint i = 0; i < keys->len; i++)
    memcpy ((float *) array.data + i * count, (const char *) &g_array_index (keys, MwCurveKey, i) + offset,
            count * sizeof (float));
  return array;
}

gboolean
mw_curve_write (MwDocument *document, MwId id, const GArray *keys, GError **error)
{
  const MwRecord *holder = mw_model_find (mw_document_get_model (document), id), *track = mw_holder_track (holder);
  const guint count = mw_schema_part (holder->schema, MW_PART_VALUES)->count;
  const uint32_t interpolation = *(const uint32_t *) mw_field_at (
    track, mw_schema_part (track->schema, MW_PART_INTERPOLATION));
  /* M2 tracks that can have tangents always have them. */
  gboolean tangents = mw_schema_part (holder->schema, MW_PART_IN_TANS)
                      && (mw_interpolation_has_tangents (interpolation)
                          || mw_document_get_format (document).family == MW_FAMILY_M2);
  MwArray none = { 0 }, times = mw_array_new (keys->len, sizeof (gint32));
  for (guint i = 0; i < keys->len; i++)
    ((gint32 *) times.data)[i] = g_array_index (keys, MwCurveKey, i).time;
  return mw_document_swap_keys (document, id, times, numbers_of (keys, offsetof (MwCurveKey, value), count),
                                tangents ? numbers_of (keys, offsetof (MwCurveKey, in_tan), count) : none,
                                tangents ? numbers_of (keys, offsetof (MwCurveKey, out_tan), count) : none, error);
}

gboolean
mw_curve_set_interpolation (MwDocument *document, MwId id, uint32_t interpolation, GError **error)
{
  const MwRecord *track = mw_model_find (mw_document_get_model (document), id);
  /* M2 numbers Bezier before Hermite (m2.md 4.3). */
  static const uint32_t numbers[] = { 0, 1, 3, 2 };
  uint32_t number = mw_document_get_format (document).family == MW_FAMILY_M2 ? numbers[interpolation] : interpolation;
  const MwField *field = mw_schema_part (track->schema, MW_PART_INTERPOLATION);
  return *(const uint32_t *) mw_field_at (track, field) == number
         || mw_document_set_field (document, id, field, &number, sizeof number, error);
}

/* --- Comparing ------------------------------------------------------------------------------------------------------ */

/* The times of a window at which curves are compared: the keys of both, their neighbours, and some between them. */
static GArray *
times_to_compare (const MwCurve *a, const MwCurve *b, const MwKeyWindow *window)
{
  enum { BETWEEN = 16 };
  const MwArray *const arrays[] = { &a->own.times, &b->own.times };
  g_autoptr (GArray) corners = g_array_new (FALSE, FALSE, sizeof (gint64));
  GArray *times = g_array_new (FALSE, FALSE, sizeof (gint64));
  gboolean whole = window->start > G_MININT32;
  /* The end of a loop is shown as its start. */
  gint64 last = window->end - (a->keys.global && !a->keys.m2 && window->end > 0);
  if (whole) {
    g_array_append_val (corners, window->start);
    g_array_append_val (corners, last);
  }
  for (guint k = 0; k < G_N_ELEMENTS (arrays); k++)
    for (uint32_t i = 0; i < arrays[k]->n; i++)
      for (gint64 near = -1; near <= 1; near++) {
        gint64 time = ((const gint32 *) arrays[k]->data)[i] + near;
        if (time >= window->start && time <= last)
          g_array_append_val (corners, time);
      }
  g_array_sort (corners, mw_compare_times);
  for (guint i = 0; i < corners->len; i++) {
    gint64 time = g_array_index (corners, gint64, i),
           next = i + 1 < corners->len ? g_array_index (corners, gint64, i + 1) : time;
    for (gint k = 0; k < BETWEEN; k++) {
      gint64 at = time + (next - time) * k / BETWEEN;
      if (!times->len || g_array_index (times, gint64, times->len - 1) != at)
        g_array_append_val (times, at);
    }
  }
  return times;
}

double
mw_curve_error (const MwCurve *curve, MwDocument *document, MwId holder, gint64 *where)
{
  g_auto (MwCurve) now = { 0 };
  double most = 0;
  *where = 0;
  mw_curve_open (&now, document, mw_model_find (mw_document_get_model (document), holder));
  for (guint i = 0; i < curve->windows->len; i++) {
    const MwKeyWindow *window = &g_array_index (curve->windows, MwKeyWindow, i);
    g_autoptr (GArray) times = times_to_compare (curve, &now, window);
    for (guint k = 0; k < times->len; k++) {
      gint64 time = g_array_index (times, gint64, k);
      float old[QUATERNION], new[QUATERNION];
      gboolean was = mw_curve_at (curve, window, time, old), is = mw_curve_at (&now, window, time, new);
      double off = was && is ? mw_curve_difference (curve, old, new) : was == is ? 0 : INFINITY;
      if (off > most) {
        most = off;
        *where = time;
      }
    }
  }
  return most;
}
