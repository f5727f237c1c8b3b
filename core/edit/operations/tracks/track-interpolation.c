/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/i18n.h"
#include "core/edit/operations/tracks/curves.h"
#include "core/edit/operations/operations.h"
#include "core/edit/operations/tracks/timed-keys.h"
#include "core/edit/progress.h"
#include "core/model/track.h"

#include <string.h>

/* Another interpolation for tracks, with keys and tangents that give the same curve. */

typedef struct {
  MwRecord record;
  uint8_t interpolation; /* MwInterpolation */
  float max_error;
} InterpolationParams;

MW_NAMES (interpolation_names, FALSE, { MW_INTERPOLATION_NONE, "none", N_ ("None (steps)") },
          { MW_INTERPOLATION_LINEAR, "linear", N_ ("Linear") }, { MW_INTERPOLATION_HERMITE, "hermite", N_ ("Hermite") },
          { MW_INTERPOLATION_BEZIER, "bezier", N_ ("Bezier") });
static const MwField interpolation_fields[] = {
  MW_FIELD_U8 (InterpolationParams, interpolation, "interpolation", .names = &interpolation_names,
               .def = MW_INTERPOLATION_LINEAR, .label = N_ ("Interpolation"),
               .doc = N_ ("How the value changes between two keys.")),
  MW_FIELD_F32 (
    InterpolationParams, max_error, "max_error", .def = 0.001, .min = 0.000001, .max = 1000,
    .label = N_ ("Largest Error"),
    .doc = N_ (
      "By how much each number of a value may differ from before, in the unit of the track. Where straight lines or "
      "steps replace curves, this decides how many keys are added.")),
};
static const MwSchema interpolation_params = { .name = "track-set-interpolation",
                                               .label = N_ ("Set Interpolation"),
                                               .size = sizeof (InterpolationParams),
                                               .fields = interpolation_fields,
                                               .n_fields = G_N_ELEMENTS (interpolation_fields) };
static const char *const interpolation_required[] = { "interpolation", NULL };

/* --- Keys for straight lines and steps ------------------------------------------------------------------------------ */

/* A window of a curve while keys for it are found. */
typedef struct {
  const MwCurve *curve;
  const MwKeyWindow *window;
  uint32_t interpolation; /* the new one: MW_INTERPOLATION_NONE or _LINEAR */
  double max_error;
  GArray *keys; /* MwCurveKey */
} Sampling;

static gboolean
add_key (Sampling *sampling, gint64 time)
{
  MwCurveKey key = { .time = (gint32) time };
  if (sampling->keys->len >= MW_CURVE_MOST_KEYS)
    return FALSE;
  if (mw_curve_at (sampling->curve, sampling->window, time, key.value))
    g_array_append_val (sampling->keys, key);
  return TRUE;
}

/* Whether a line (or step) from one key to the next follows the curve closely enough. */
static gboolean
is_close (const Sampling *sampling, gint64 from, gint64 to)
{
  enum { MOMENTS = 32 };
  const MwCurve *curve = sampling->curve;
  float a[MW_CURVE_MOST_COMPONENTS], b[MW_CURVE_MOST_COMPONENTS], was[MW_CURVE_MOST_COMPONENTS],
    is[MW_CURVE_MOST_COMPONENTS];
  gint64 step = MAX ((to - from) / MOMENTS, 1);
  mw_curve_at (curve, sampling->window, from, a);
  mw_curve_at (curve, sampling->window, to, b);
  for (gint64 time = from + 1; time < to; time += step) {
    mw_curve_at (curve, sampling->window, time, was);
    mw_curve_between (curve, sampling->interpolation, a, b, (double) (time - from) / (double) (to - from), is);
    if (mw_curve_difference (curve, was, is) > sampling->max_error)
      return FALSE;
  }
  /* The moment before the next key is where a step is furthest away. */
  mw_curve_at (curve, sampling->window, to - 1, was);
  mw_curve_between (curve, sampling->interpolation, a, b, (double) (to - 1 - from) / (double) (to - from), is);
  return mw_curve_difference (curve, was, is) <= sampling->max_error;
}

/* Adds the keys that are needed after `from` and before `to`. A rotation by more than half a turn is halved before it is looked at,
 * because the shorter way would be the wrong one. */
static gboolean
add_between (Sampling *sampling, gint64 from, gint64 to)
{
  gint64 middle = from + (to - from) / 2;
  if (to - from < 2 || is_close (sampling, from, to))
    return TRUE;
  return add_between (sampling, from, middle) && add_key (sampling, middle) && add_between (sampling, middle, to);
}

static void
add_time (GArray *times, const MwKeyWindow *window, gint64 time)
{
  if (time >= window->start && time <= window->end)
    g_array_append_val (times, time);
}

/* The times in a window at which there must be keys: those of the old ones, the moment before each jump, and both ends of a loop
 * that are between keys. Sorted, each once. */
static GArray *
times_that_stay (const MwCurve *curve, const MwKeyWindow *window)
{
  const gint32 *old = (const gint32 *) curve->own.times.data;
  GArray *times = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (uint32_t i = 0; i < curve->keys.n; i++) {
    add_time (times, window, old[i]);
    if (i > 0 && (curve->interpolation == MW_INTERPOLATION_NONE || old[i] == old[i - 1]))
      add_time (times, window, (gint64) old[i] - 1);
  }
  if (times->len > 1 && window->looping) {
    add_time (times, window, window->start);
    add_time (times, window, window->end);
    /* A value that holds over the end of the loop changes at the first key. */
    if (curve->interpolation == MW_INTERPOLATION_NONE)
      add_time (times, window, g_array_index (times, gint64, 0) - 1);
  }
  g_array_sort (times, mw_compare_times);
  guint n = MIN (times->len, 1);
  for (guint i = 1; i < times->len; i++)
    if (g_array_index (times, gint64, i) != g_array_index (times, gint64, n - 1))
      g_array_index (times, gint64, n++) = g_array_index (times, gint64, i);
  g_array_set_size (times, n);
  return times;
}

static gboolean
sample_window (Sampling *sampling)
{
  g_autoptr (GArray) times = times_that_stay (sampling->curve, sampling->window);
  for (guint i = 0; i < times->len; i++) {
    gint64 time = g_array_index (times, gint64, i);
    if (!add_key (sampling, time)
        || (i + 1 < times->len && !add_between (sampling, time, g_array_index (times, gint64, i + 1))))
      return FALSE;
  }
  return TRUE;
}

/* Keys without tangents that follow the curve. NULL: they would be too many. */
static GArray *
sample (const MwCurve *curve, uint32_t interpolation, double max_error)
{
  g_autoptr (GArray) keys = g_array_new (FALSE, TRUE, sizeof (MwCurveKey)), old = mw_curve_keys (curve);
  for (guint i = 0; i < curve->windows->len; i++) {
    Sampling sampling = { curve, &g_array_index (curve->windows, MwKeyWindow, i), interpolation, max_error, keys };
    if (!sample_window (&sampling))
      return NULL;
  }
  /* Keys that no sequence plays stay. */
  for (guint i = 0; i < old->len; i++) {
    const MwCurveKey *key = &g_array_index (old, MwCurveKey, i);
    gboolean played = FALSE;
    for (guint w = 0; w < curve->windows->len; w++) {
      const MwKeyWindow *window = &g_array_index (curve->windows, MwKeyWindow, w);
      played |= key->time >= window->start && key->time <= window->end;
    }
    if (!played)
      g_array_append_val (keys, *key);
  }
  g_array_sort (keys, mw_curve_compare_keys);
  guint n = MIN (keys->len, 1);
  for (guint i = 1; i < keys->len; i++)
    if (g_array_index (keys, MwCurveKey, i).time != g_array_index (keys, MwCurveKey, n - 1).time)
      g_array_index (keys, MwCurveKey, n++) = g_array_index (keys, MwCurveKey, i);
  g_array_set_size (keys, n);
  mw_curve_turn_keys (curve, keys);
  return g_steal_pointer (&keys);
}

/* --- Tangents ------------------------------------------------------------------------------------------------------- */

static void
difference (const MwCurve *curve, const MwCurveKey *from, const MwCurveKey *to, float out[])
{
  for (guint c = 0; c < curve->count; c++)
    out[c] = to->value[c] - from->value[c];
}

static gboolean
in_window (const MwKeyWindow *window, const MwCurveKey *key)
{
  return key->time >= window->start && key->time <= window->end;
}

/* Tangents with which the keys of lines between them are the curve: Hermite, the whole way to the next key. Over the end of a loop
 * the next key after the last is the first. */
static void
add_slopes (const MwCurve *curve, GArray *keys)
{
  MwCurveKey *all = (MwCurveKey *) (void *) keys->data;
  for (guint i = 0; i + 1 < keys->len; i++) {
    difference (curve, &all[i], &all[i + 1], all[i].out_tan);
    memcpy (all[i + 1].in_tan, all[i].out_tan, sizeof all[i].out_tan);
  }
  for (guint w = 0; w < curve->windows->len; w++) {
    const MwKeyWindow *window = &g_array_index (curve->windows, MwKeyWindow, w);
    MwCurveKey *first = NULL, *last = NULL;
    for (guint i = 0; i < keys->len; i++)
      if (in_window (window, &all[i])) {
        first = first ? first : &all[i];
        last = &all[i];
      }
    if (!window->looping || first == last)
      continue;
    difference (curve, last, first, last->out_tan);
    difference (curve, last, first, first->in_tan);
  }
}

/* Squad between rotations is the shorter way between them when each is its own tangent. */
static void
add_own_tangents (GArray *keys)
{
  for (guint i = 0; i < keys->len; i++) {
    MwCurveKey *key = &g_array_index (keys, MwCurveKey, i);
    memcpy (key->in_tan, key->value, sizeof key->value);
    memcpy (key->out_tan, key->value, sizeof key->value);
  }
}

/* A Hermite tangent is three times the way from the key to the control point of a Bezier curve. */
static void
change_tangents (const MwCurve *curve, GArray *keys, gboolean to_bezier)
{
  for (guint i = 0; i < keys->len; i++) {
    MwCurveKey *key = &g_array_index (keys, MwCurveKey, i);
    for (guint c = 0; c < curve->count; c++) {
      key->in_tan[c] = to_bezier ? key->value[c] - key->in_tan[c] / 3 : 3 * (key->value[c] - key->in_tan[c]);
      key->out_tan[c] = to_bezier ? key->value[c] + key->out_tan[c] / 3 : 3 * (key->out_tan[c] - key->value[c]);
    }
  }
}

/* The keys with which a curve is the same, or nearly, with the new interpolation. NULL: they would be too many. */
static GArray *
keys_for (const MwCurve *curve, uint32_t interpolation, double max_error)
{
  gboolean curved = mw_interpolation_has_tangents (curve->interpolation);
  if (!mw_interpolation_has_tangents (interpolation))
    return sample (curve, interpolation, max_error);
  GArray *keys = curved || curve->interpolation == MW_INTERPOLATION_LINEAR
                   ? mw_curve_keys (curve)
                   : sample (curve, MW_INTERPOLATION_LINEAR, max_error);
  if (!keys)
    return NULL;
  if (curve->quaternion && !curved)
    add_own_tangents (keys);
  else if (!curve->quaternion && !curved)
    add_slopes (curve, keys);
  if (!curve->quaternion && (curved || interpolation == MW_INTERPOLATION_BEZIER))
    change_tangents (curve, keys, interpolation == MW_INTERPOLATION_BEZIER);
  return keys;
}

/* --- The operation -------------------------------------------------------------------------------------------------- */

static gboolean
refuse_error (MwDocument *document, MwId id, double error_found, gint64 time, GError **error)
{
  g_autofree char *reason = g_strdup_printf ("would show %g more or less than now at %" G_GINT64_FORMAT
                                             " ms: sequences with overlapping times share its keys",
                                             error_found, time);
  return mw_operation_refuse (mw_model_find (mw_document_get_model (document), id), error, reason);
}

/* Differences that come from rounding alone are none. */
static void
say_error (MwDocument *document, double most)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  if (most > 0)
    mw_document_notice (document, g_strdup_printf ("the values now differ from before by at most %s",
                                                   g_ascii_formatd (number, sizeof number, "%.3g", most)));
}

static gboolean
refuse_tangents (MwDocument *document, const MwRecord *track, const MwRecord *holder, uint32_t interpolation,
                 GError **error)
{
  if (!mw_interpolation_has_tangents (interpolation) || (mw_schema_part (holder->schema, MW_PART_IN_TANS)))
    return TRUE;
  return mw_operation_refuse (track, error, "has no tangents in this format: only tracks of cameras have them");
}

/* Opens the curves of the holders, and finds their new keys. */
static gboolean
prepare (MwDocument *document, const GArray *holders, const InterpolationParams *p, MwCurve *curves, GPtrArray *keys,
         GError **error)
{
  mw_progress_begin (document, holders->len);
  for (guint i = 0; i < holders->len; i++) {
    const MwRecord *holder = mw_model_find (mw_document_get_model (document), g_array_index (holders, MwId, i));
    if (!mw_progress_next (document, error)
        || !refuse_tangents (document, mw_holder_track (holder), holder, p->interpolation, error))
      return FALSE;
    mw_curve_open (&curves[i], document, holder);
    GArray *found = curves[i].interpolation == p->interpolation
                      ? mw_curve_keys (&curves[i])
                      : keys_for (&curves[i], p->interpolation, (double) p->max_error * 0.9);
    if (!found)
      return mw_operation_refuse (holder, error, "would need more than 100,000 keys: allow a larger error");
    g_ptr_array_add (keys, found);
  }
  mw_progress_end (document);
  return TRUE;
}

static gboolean
apply (MwDocument *document, const GArray *holders, const InterpolationParams *p, const MwCurve *curves,
       const GPtrArray *keys, GError **error)
{
  double most = 0;
  mw_progress_begin (document, holders->len);
  for (guint i = 0; i < holders->len; i++) {
    MwId id = g_array_index (holders, MwId, i);
    const MwRecord *track = mw_holder_track (mw_model_find (mw_document_get_model (document), id));
    gint64 where;
    if (!mw_progress_next (document, error)
        || !mw_curve_set_interpolation (document, track->id, p->interpolation, error)
        || !mw_curve_write (document, id, keys->pdata[i], error))
      return FALSE;
    double off = mw_curve_error (&curves[i], document, id, &where);
    if (off > (double) p->max_error + curves[i].slack)
      return refuse_error (document, id, off, where, error);
    most = off > curves[i].slack ? MAX (most, off) : most;
  }
  mw_progress_end (document);
  say_error (document, most);
  return TRUE;
}

/* Finding the keys takes about as long as writing them and looking for the largest error. */
static gboolean
find_and_apply (MwDocument *document, const GArray *holders, const InterpolationParams *p, MwCurve *curves,
                GPtrArray *keys, GError **error)
{
  mw_progress_begin (document, 2);
  if (!mw_progress_next (document, error) || !prepare (document, holders, p, curves, keys, error)
      || !mw_progress_next (document, error) || !apply (document, holders, p, curves, keys, error))
    return FALSE;
  mw_progress_end (document);
  return TRUE;
}

static gboolean
interpolation_run (MwDocument *document, const MwId *ids, guint n, const MwRecord *params, GError **error)
{
  const InterpolationParams *p = (const InterpolationParams *) params;
  g_autoptr (GArray) holders = mw_holders_of_tracks (document, ids, n);
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  MwCurve *curves = g_new0 (MwCurve, holders->len + 1);
  gboolean same = TRUE, done = FALSE;
  for (guint i = 0; i < holders->len; i++)
    same &= mw_curve_interpolation_of (
              document, mw_model_find (mw_document_get_model (document), g_array_index (holders, MwId, i)))
            == p->interpolation;
  if (same)
    mw_operation_nothing (error, "nothing to change: the tracks already have that interpolation");
  else
    done = find_and_apply (document, holders, p, curves, keys, error);
  for (guint i = 0; i < holders->len; i++)
    mw_curve_close (&curves[i]);
  g_free (curves);
  return done;
}

const MwOperation mw_operation_track_set_interpolation = {
  .id = "track-set-interpolation",
  .label = N_ ("Set Interpolation"),
  .step = N_ ("Set the interpolation of %s"),
  .doc = N_ (
    "Changes how tracks are interpolated, and adapts keys and tangents so that the curves stay the same. From lines "
    "to Hermite or Bezier curves, and between those two, the result is exact. To lines or steps it is within the "
    "largest error; how large the error is in fact is said afterwards."),
  .aliases = "linear hermite bezier step stepped dontinterp smooth tangents ease spline curve",
  .domain = MW_DOMAIN_TRACKS,
  .subject = MW_SUBJECT_KEYS,
  .params = &interpolation_params,
  .required = interpolation_required,
  .applies = mw_curves_apply,
  .run = interpolation_run,
};
