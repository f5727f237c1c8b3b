/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/tracks/curves.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/tracks/timed-keys.h"
#include "core/edit/progress.h"
#include "core/model/track.h"

/* Removes keys that the interpolation of the others reproduces. */

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

/* A holder while it is reduced. */
typedef struct {
  MwCurve curve;
  const gint32 *times;
  uint32_t interpolation; /* MW_INTERPOLATION_NONE or _LINEAR */
  double tolerance;
} Reduction;

static void
reduction_clear (Reduction *reduction)
{
  mw_curve_close (&reduction->curve);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reduction, reduction_clear)

static const float *
value_of (const Reduction *reduction, guint key)
{
  return (const float *) reduction->curve.own.values.data + key * reduction->curve.count;
}

/* Whether the value at a key stays within the tolerance without the keys between a and b. */
static gboolean
is_close (const Reduction *reduction, guint a, guint b, guint at)
{
  float found[MW_CURVE_MOST_COMPONENTS];
  const gint32 *times = reduction->times;
  double t = ((double) times[at] - times[a]) / ((double) times[b] - times[a]);
  mw_curve_between (&reduction->curve, reduction->interpolation, value_of (reduction, a), value_of (reduction, b), t,
                    found);
  return mw_curve_difference (&reduction->curve, found, value_of (reduction, at)) <= reduction->tolerance;
}

/* On one time line, a sequence shows only the keys in its interval, so its first and last one must stay. */
static gboolean
is_at_an_end (const Reduction *reduction, guint k)
{
  const gint32 *times = reduction->times;
  if (k == 0 || k + 1 == reduction->curve.keys.n)
    return TRUE;
  for (guint i = 0; i < reduction->curve.windows->len; i++) {
    const MwKeyWindow *window = &g_array_index (reduction->curve.windows, MwKeyWindow, i);
    gboolean in = times[k] >= window->start && times[k] <= window->end;
    if (in && (times[k - 1] < window->start || times[k + 1] > window->end))
      return TRUE;
  }
  return FALSE;
}

/* The next key that is kept after key `a`: the last one up to which all keys between can go. */
static guint
next_kept (const Reduction *reduction, guint a)
{
  for (guint b = a + 1; b < reduction->curve.keys.n; b++) {
    if (is_at_an_end (reduction, b))
      return b;
    for (guint k = a + 1; k <= b; k++)
      if (!is_close (reduction, a, b + 1, k))
        return b;
  }
  return reduction->curve.keys.n;
}

static gboolean
is_ordered (const Reduction *reduction)
{
  for (guint k = 1; k < reduction->curve.keys.n; k++)
    if (reduction->times[k] <= reduction->times[k - 1])
      return FALSE;
  return TRUE;
}

static gboolean
reduce_holder (MwDocument *document, MwId id, double tolerance, guint *gone, GError **error)
{
  const MwRecord *holder = mw_model_find (mw_document_get_model (document), id);
  g_auto (Reduction)
    reduction = { .interpolation = mw_holder_is_stepped (holder) ? MW_INTERPOLATION_NONE : MW_INTERPOLATION_LINEAR,
                  .tolerance = tolerance };
  mw_curve_open (&reduction.curve, document, holder);
  reduction.times = reduction.curve.own.times.data;
  guint n = 0, all = reduction.curve.keys.n;
  if (all < 3 || !is_ordered (&reduction))
    return TRUE;
  g_autofree MwKeyPlace *kept = g_new (MwKeyPlace, all);
  for (guint k = 0; k < all; k = next_kept (&reduction, k))
    kept[n++] = (MwKeyPlace) { k, reduction.times[k] };
  *gone += all - n;
  return n == all || mw_holder_rearrange (document, id, kept, n, error);
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
      return mw_operation_refuse (holder, error, "has curves with tangents, whose keys cannot be left out");
  }
  return TRUE;
}

static gboolean
reduce_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  double tolerance = (double) ((const ReduceParams *) params)->tolerance;
  guint gone = 0;
  g_autoptr (GArray) holders = mw_holders_of (document, ids, n);
  mw_progress_begin (document, holders->len);
  for (guint i = 0; i < holders->len; i++)
    if (!mw_progress_next (document, error)
        || !reduce_holder (document, g_array_index (holders, MwId, i), tolerance, &gone, error))
      return FALSE;
  mw_progress_end (document);
  return gone || mw_operation_nothing (error, "nothing to remove: every key changes the curve by more than that");
}

const MwOperation mw_operation_track_reduce = {
  .id = "track-reduce",
  .label = N_ ("Reduce Keys"),
  .step = N_ ("Reduce the keys of %s"),
  .doc = N_ (
    "Removes keys that the remaining keys of the track reproduce within a tolerance. The first and last key of each "
    "sequence are kept. Only for tracks without tangents."),
  .aliases = "simplify optimise optimize decimate thin keyframes clean linear",
  .domain = MW_DOMAIN_TRACKS,
  .subject = MW_SUBJECT_KEYS,
  .params = &reduce_params,
  .applies = reduce_applies,
  .run = reduce_run,
};
