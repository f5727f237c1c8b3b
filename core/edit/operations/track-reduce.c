/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/timed-keys.h"
#include "core/model/aspects.h"
#include "core/pose/interpolate.h"
#include "core/pose/keys.h"

#include <math.h>
#include <string.h>

/* Removes keys that the interpolation of the others reproduces. */

enum { QUATERNION = 4 };

typedef struct {
  MwRecord record;
  float tolerance;
} ReduceParams;

static const MwField reduce_fields[] = {
  MW_FIELD_F32 (ReduceParams, tolerance, "tolerance", .def = 0.001, .min = 0, .max = 1000, .label = N_ ("Tolerance"),
                .doc = N_ ("By how much each number of a value may differ from before, in the unit of the track.")),
};
static const MwSchema reduce_params = { .name = "track-reduce",
                                        .label = N_ ("Reduce Keys"),
                                        .size = sizeof (ReduceParams),
                                        .fields = reduce_fields,
                                        .n_fields = G_N_ELEMENTS (reduce_fields) };

/* The keys of a holder while it is reduced. */
typedef struct {
  MwTrackKeys keys;
  const gint32 *times;
  const float *values;
  guint count;
  gboolean stepped;
  double tolerance;
} Curve;

/* The value between two keys at the time of another one. */
static void
between (const Curve *curve, guint a, guint b, guint at, float out[QUATERNION])
{
  const float *from = curve->values + a * curve->count, *to = curve->values + b * curve->count;
  float t = (float) (((double) curve->times[at] - curve->times[a]) / ((double) curve->times[b] - curve->times[a]));
  if (curve->stepped)
    memcpy (out, from, curve->count * sizeof (float));
  else if (curve->count == QUATERNION && curve->keys.m2)
    mw_interpolate_nlerp (from, to, t, out);
  else if (curve->count == QUATERNION)
    mw_interpolate_quat (MW_INTERPOLATION_LINEAR, from, NULL, NULL, to, t, out);
  else
    mw_interpolate (MW_INTERPOLATION_LINEAR, curve->count, from, NULL, NULL, to, t, out);
}

/* Whether the value at a key stays within the tolerance without the keys between a and b. Rotations are compared as unit
 * quaternions of either sign. */
static gboolean
is_close (const Curve *curve, guint a, guint b, guint at)
{
  float found[QUATERNION], own[QUATERNION];
  double sign = 1, dot = 0;
  between (curve, a, b, at, found);
  memcpy (own, curve->values + at * curve->count, curve->count * sizeof (float));
  if (curve->count == QUATERNION) {
    mw_interpolate_nlerp (own, own, 0, own);
    mw_interpolate_nlerp (found, found, 0, found);
    for (guint i = 0; i < QUATERNION; i++)
      dot += (double) found[i] * (double) own[i];
    sign = dot < 0 ? -1 : 1;
  }
  for (guint i = 0; i < curve->count; i++)
    if (!(fabs ((double) found[i] - sign * (double) own[i]) <= curve->tolerance))
      return FALSE;
  return TRUE;
}

/* On one time line, a sequence shows only the keys in its interval, so its first and last one must stay. */
static gboolean
is_at_an_end (const Curve *curve, const GArray *ranges, guint k)
{
  if (k == 0 || k + 1 == curve->keys.n)
    return TRUE;
  for (guint i = 0; i < ranges->len; i++) {
    const MwKeyRange *range = &g_array_index (ranges, MwKeyRange, i);
    gboolean in = mw_key_range_has (range, curve->times[k]);
    if (in && (!mw_key_range_has (range, curve->times[k - 1]) || !mw_key_range_has (range, curve->times[k + 1])))
      return TRUE;
  }
  return FALSE;
}

/* The next key that is kept after key `a`: the last one up to which all keys between can go. */
static guint
next_kept (const Curve *curve, const GArray *ranges, guint a)
{
  for (guint b = a + 1; b < curve->keys.n; b++) {
    if (is_at_an_end (curve, ranges, b))
      return b;
    for (guint k = a + 1; k <= b; k++)
      if (!is_close (curve, a, b + 1, k))
        return b;
  }
  return curve->keys.n;
}

static gboolean
is_ordered (const Curve *curve)
{
  for (guint k = 1; k < curve->keys.n; k++)
    if (curve->times[k] <= curve->times[k - 1])
      return FALSE;
  return TRUE;
}

static gboolean
reduce_holder (MwDocument *document, MwId id, double tolerance, guint *gone, GError **error)
{
  const MwModel *model = mw_document_get_model (document);
  const MwRecord *holder = mw_model_find (model, id);
  const MwField *values = mw_schema_part (holder->schema, MW_PART_VALUES);
  Curve curve = { .count = values->count, .stepped = mw_holder_is_stepped (holder), .tolerance = tolerance };
  mw_track_keys_open (&curve.keys, model, holder, 0);
  curve.times = curve.keys.times->data;
  curve.values = curve.keys.values.values->data;
  guint n = 0;
  if (curve.keys.n < 3 || !is_ordered (&curve))
    return TRUE;
  g_autoptr (GArray) ranges = g_array_new (FALSE, FALSE, sizeof (MwKeyRange));
  const MwList *sequences = mw_record_list (&model->record, mw_schema_part (model->record.schema, MW_PART_SEQUENCES));
  for (uint32_t i = 0; i < sequences->n && !curve.keys.m2 && !curve.keys.global; i++) {
    MwSequenceAspect sequence = mw_sequence_aspect (model, sequences->items[i]);
    g_array_append_val (ranges, ((MwKeyRange) { sequences->items[i]->id, FALSE, sequence.start, sequence.end }));
  }
  if (curve.keys.global) /* the loop shows the keys from 0 to its end */
    g_array_append_val (ranges, ((MwKeyRange) { 0, FALSE, 0, curve.keys.loop }));
  g_autofree MwKeyPlace *kept = g_new (MwKeyPlace, curve.keys.n);
  for (guint k = 0; k < curve.keys.n; k = next_kept (&curve, ranges, k))
    kept[n++] = (MwKeyPlace) { k, curve.times[k] };
  *gone += curve.keys.n - n;
  return n == curve.keys.n || mw_holder_rearrange (document, id, kept, n, error);
}

static gboolean
reduce_applies (MwDocument *document, const MwId *ids, guint n, GError **error)
{
  if (!mw_holders_apply (document, ids, n, error))
    return FALSE;
  g_autoptr (GArray) holders = mw_holders_of (document, ids, n);
  for (guint i = 0; i < holders->len; i++) {
    const MwModel *model = mw_document_get_model (document);
    const MwRecord *holder = mw_model_find (model, g_array_index (holders, MwId, i));
    const MwField *values = mw_schema_part (holder->schema, MW_PART_VALUES);
    MwTrackKeys keys;
    if (!values || values->element != MW_TYPE_F32)
      return mw_operation_refuse (holder, error, "has no values that are interpolated");
    if (!mw_holder_is_complete (holder, error))
      return FALSE;
    mw_track_keys_open (&keys, model, holder, 0);
    if (keys.interpolation >= MW_INTERPOLATION_HERMITE && keys.values.in_tans && keys.values.in_tans->n
        && !mw_holder_is_stepped (holder))
      return mw_operation_refuse (holder, error, "has curves with tangents, of which no key can be left out");
  }
  return TRUE;
}

static gboolean
reduce_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  double tolerance = (double) ((const ReduceParams *) params)->tolerance;
  guint gone = 0;
  g_autoptr (GArray) holders = mw_holders_of (document, ids, n);
  for (guint i = 0; i < holders->len; i++)
    if (!reduce_holder (document, g_array_index (holders, MwId, i), tolerance, &gone, error))
      return FALSE;
  return gone || mw_operation_nothing (error, "nothing to remove: every key changes the curve by more than that");
}

const MwOperation mw_operation_track_reduce = {
  .id = "track-reduce",
  .label = N_ ("Reduce Keys"),
  .step = N_ ("Reduce the keys of %s"),
  .doc = N_ (
    "Removes keys of tracks that the others reproduce within a tolerance. The first and last key of each sequence "
    "stay. For tracks without tangents."),
  .aliases = "simplify optimise optimize decimate thin keyframes clean linear",
  .domain = MW_DOMAIN_TRACKS,
  .subject = MW_SUBJECT_KEYS,
  .params = &reduce_params,
  .applies = reduce_applies,
  .run = reduce_run,
};
