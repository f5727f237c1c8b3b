/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/keys.h"
#include "core/pose/family.h"
#include "core/pose/interpolate.h"
#include "core/pose/math.h"

/* --- Preparing ------------------------------------------------------------------------------------------------------ */

static const MwArray no_keys;

static gboolean
is_sorted (const int32_t *times, uint32_t n)
{
  gboolean sorted = TRUE;
  /* No early exit, so that the compiler vectorises the loop: nearly every track is sorted. */
  for (uint32_t i = 1; i < n; i++)
    sorted &= times[i - 1] <= times[i];
  return sorted;
}

/* Fills in whether the track follows a global sequence, and the duration of that sequence. */
static void
find_global_sequence (MwTrackKeys *keys, const MwModel *model, MwRef clock)
{
  keys->global = !mw_ref_is_none (clock);
  const MwRecord *record = keys->global ? mw_model_resolve (model, clock) : NULL;
  const MwField *duration = record ? mw_schema_part (record->schema, MW_PART_DURATION) : NULL;
  if (duration)
    keys->loop = *(const uint32_t *) mw_field_at (record, duration);
}

void
mw_track_keys_open (MwTrackKeys *keys, const MwModel *model, const MwRecord *track, MwId sequence)
{
  *keys = (MwTrackKeys) { .times = &no_keys, .values = { &no_keys, &no_keys, &no_keys } };
  find_global_sequence (keys, model, mw_pose_family (model)->clock_of (track));
  mw_pose_family (model)->open_keys (keys, model, track, sequence);
  keys->n = MIN (keys->times->n, keys->values.values->n);
  keys->sorted = is_sorted (keys->times->data, keys->n);
}

MwKeyWindow
mw_track_keys_window (const MwTrackKeys *keys, const MwClock *clock)
{
  gint64 start = clock->start, end = MAX (clock->start, clock->end);
  if (keys->global)
    return (MwKeyWindow) { keys->m2 ? G_MININT32 : 0, keys->m2 ? G_MAXINT32 : keys->loop,
                           keys->loop ? (gint64) (clock->global_ms % keys->loop) : 0, !keys->m2 };
  MwKeyWindow window = { start, end, CLAMP ((gint64) clock->time, start, end), clock->looping && !keys->m2 };
  if (keys->m2 && !keys->ranged) {
    window.start = G_MININT32;
    window.end = G_MAXINT32;
  }
  return window;
}

/* --- Looking -------------------------------------------------------------------------------------------------------- */

/* The visible keys around a moment, as indices: the first and the last in time, and those before and after the
 * moment. */
typedef struct {
  uint32_t n; /* visible keys */
  uint32_t first, last, before, after;
  gboolean has_before, has_after;
} Around;

/* The number of sorted times below `time`: a binary search without branches, since they could not be predicted. */
static uint32_t
count_below (const int32_t *times, uint32_t n, gint64 time)
{
  const int32_t *at = times;
  if (time > G_MAXINT32)
    return n;
  int32_t limit = (int32_t) MAX (time, G_MININT32);
  if (n == 0)
    return 0;
  while (n > 1) {
    uint32_t half = n / 2;
    at += at[half - 1] < limit ? half : 0;
    n -= half;
  }
  return (uint32_t) (at - times) + (*at < limit);
}

static void
look_sorted (const int32_t *times, uint32_t n, const MwKeyWindow *w, Around *out)
{
  /* Often all keys are visible. Then only the moment has to be searched for. */
  uint32_t first = times[0] >= w->start ? 0 : count_below (times, n, w->start);
  uint32_t stop = times[n - 1] <= w->end ? n : count_below (times, n, w->end + 1);

  *out = (Around) { .n = stop > first ? stop - first : 0 };
  if (out->n == 0)
    return;
  uint32_t after = first + count_below (times + first, out->n, w->time + 1);
  out->first = first;
  out->last = stop - 1;
  out->has_before = after > first;
  out->before = after - 1;
  out->has_after = after < stop;
  out->after = after;
}

static void
look_unsorted (const int32_t *times, uint32_t n, const MwKeyWindow *w, Around *out)
{
  *out = (Around) { .n = 0 };
  for (uint32_t i = 0; i < n; i++) {
    int32_t time = times[i];
    if (time < w->start || time > w->end)
      continue;
    /* If several keys have the same time, the first in the file counts as the earliest and the last as the latest, as
     * after a stable sort. */
    if (out->n == 0 || time < times[out->first])
      out->first = i;
    if (out->n == 0 || time >= times[out->last])
      out->last = i;
    if (time <= w->time && (!out->has_before || time >= times[out->before])) {
      out->before = i;
      out->has_before = TRUE;
    }
    if (time > w->time && (!out->has_after || time < times[out->after])) {
      out->after = i;
      out->has_after = TRUE;
    }
    out->n++;
  }
}

/* Finds the visible keys around the moment among `n` keys from `first` on; n must not be 0. Indices in *out count from
 * `first`. */
static void
look (const MwTrackKeys *keys, uint32_t first, uint32_t n, const MwKeyWindow *w, Around *out)
{
  const int32_t *times = (const int32_t *) keys->times->data + first;
  if (keys->sorted)
    look_sorted (times, n, w, out);
  else
    look_unsorted (times, n, w, out);
}

static float
between (const int32_t *times, uint32_t a, uint32_t b, gint64 time)
{
  return (float) ((double) (time - times[a]) / (double) ((gint64) times[b] - times[a]));
}

/* The keys from the last one at or before the start of the interval `w` to the first one at or after its end (m2.md 4.1,
 * ranges). */
static void
find_range (const MwTrackKeys *keys, const MwKeyWindow *w, uint32_t *first, uint32_t *n)
{
  MwKeyWindow all = { G_MININT32, G_MAXINT32, w->start, FALSE };
  Around around;
  look (keys, 0, keys->n, &all, &around);
  *first = around.has_before ? around.before : 0;
  all.time = w->end - 1;
  look (keys, 0, keys->n, &all, &around);
  uint32_t last = around.has_after ? around.after : keys->n - 1;
  *n = MAX (*first, last) - *first + 1;
}

/* The span across the end of a loop: from the last visible key of one repetition to the first one of the next. */
static void
cross_end (const int32_t *times, const Around *around, const MwKeyWindow *w, MwKeySpan *span)
{
  gint64 length = w->end - w->start, gap = times[around->first] + length - times[around->last];
  gint64 since = w->time - times[around->last] + (around->has_before ? 0 : length);
  *span = (MwKeySpan) { around->last, around->last, 0, around->has_before, around->has_after };
  if (gap > 0)
    *span = (MwKeySpan) { around->last, around->first, (double) MAX (since, 0) / (double) gap, TRUE, TRUE };
}

gboolean
mw_track_keys_span (const MwTrackKeys *keys, const MwKeyWindow *w, MwKeySpan *span)
{
  MwKeyWindow all;
  uint32_t start = 0, n = keys->n;
  Around around;
  if (n == 0)
    return FALSE;
  const int32_t *times = keys->times->data;
  /* rendering.md 1.3: such a track is constant. */
  if (keys->global && !keys->m2 && times[0] > w->end) {
    *span = (MwKeySpan) { .a = 0 };
    return TRUE;
  }
  if (keys->ranged) {
    find_range (keys, w, &start, &n);
    all = (MwKeyWindow) { G_MININT32, G_MAXINT32, w->time, FALSE };
    w = &all;
  }
  look (keys, start, n, w, &around);
  if (around.n == 0)
    return FALSE;
  times += start;
  if (around.has_before && around.has_after) {
    /* Rounded to a float, because values between keys are computed with floats. */
    float t = between (times, around.before, around.after, w->time);
    *span = (MwKeySpan) { around.before, around.after, (double) t, TRUE, TRUE };
  } else if (w->looping && around.n > 1) {
    cross_end (times, &around, w, span);
  } else {
    uint32_t key = around.has_before ? around.before : around.first;
    *span = (MwKeySpan) { key, key, 0, around.has_before || w->looping, around.has_after || w->looping };
  }
  span->a += start;
  span->b += start;
  return TRUE;
}

int
mw_track_keys_before (const MwTrackKeys *keys, const MwKeyWindow *window)
{
  Around around = { .n = 0 };
  if (keys->n)
    look (keys, 0, keys->n, window, &around);
  return around.n && around.has_before ? (int) around.before : -1;
}

/* --- Values --------------------------------------------------------------------------------------------------------- */

/* The floats of a key, or NULL if it has none. */
static const float *
floats_at (const MwArray *array, guint n, uint32_t key)
{
  return key < array->n ? (const float *) array->data + (size_t) n * key : NULL;
}

void
mw_track_keys_floats (const MwTrackKeys *keys, const MwKeySpan *span, guint n, float *out)
{
  const MwKeyValues *values = &keys->values;
  const float *a = floats_at (values->values, n, span->a), *b = floats_at (values->values, n, span->b);
  if (span->a == span->b || span->t == 0)
    memcpy (out, a, n * sizeof *a);
  else
    mw_interpolate (keys->interpolation, n, a, floats_at (values->out_tans, n, span->a),
                    floats_at (values->in_tans, n, span->b), b, (float) span->t, out);
}

void
mw_track_keys_quat (const MwTrackKeys *keys, const MwKeySpan *span, float out[4])
{
  const MwKeyValues *values = &keys->values;
  const float *a = floats_at (values->values, 4, span->a), *b = floats_at (values->values, 4, span->b);
  if (span->a == span->b || span->t == 0 || keys->interpolation == MW_INTERPOLATION_NONE) {
    memcpy (out, a, 4 * sizeof *a);
    mw_quat_normalise (out);
  } else if (keys->m2) {
    mw_interpolate_nlerp (a, b, (float) span->t, out);
  } else {
    mw_interpolate_quat (keys->interpolation, a, floats_at (values->out_tans, 4, span->a),
                         floats_at (values->in_tans, 4, span->b), b, (float) span->t, out);
  }
}

/* Whether keys with no curves between them have the same value. */
static gboolean
are_equal (const MwTrackKeys *keys, uint32_t first, uint32_t n, guint n_floats)
{
  const float *values = keys->values.values->data;
  if (keys->interpolation == MW_INTERPOLATION_HERMITE || keys->interpolation == MW_INTERPOLATION_BEZIER)
    return FALSE;
  for (uint32_t i = first + 1; i < first + n; i++)
    if (memcmp (values + (gsize) n_floats * first, values + (gsize) n_floats * i, n_floats * sizeof *values) != 0)
      return FALSE;
  return TRUE;
}

gboolean
mw_track_keys_vary (const MwTrackKeys *keys, const MwKeyWindow *w, guint n_floats)
{
  uint32_t first = 0, n = keys->n;
  Around around;
  if (n < 2)
    return FALSE;
  if (keys->ranged) {
    find_range (keys, w, &first, &n);
  } else if (keys->sorted && !keys->global) {
    look (keys, 0, keys->n, w, &around);
    first = around.n ? around.first : 0;
    n = around.n;
  }
  return n > 1 && !are_equal (keys, first, n, n_floats);
}

/* --- Runs ----------------------------------------------------------------------------------------------------------- */

void
mw_keys_run_init (MwKeysRun *run)
{
  memset (run->tracks, 0, sizeof run->tracks);
  run->skeleton = NULL;
}

const MwTrackKeys *
mw_track_keys_at (const MwModel *model, const MwRecord *track, const MwClock *clock, MwTrackKeys *here)
{
  MwKeysRun *run = clock->run;
  if (run) {
    /* The high bits of the product depend on all bits of the address. */
    guint slot = ((guint32) ((guintptr) track >> 4) * 2654435769u) >> 26;
    G_STATIC_ASSERT (MW_KEYS_RUN_SLOTS == 1 << (32 - 26));
    here = &run->keys[slot];
    if (run->tracks[slot] == track)
      return here;
    run->tracks[slot] = track;
  }
  mw_track_keys_open (here, model, track, clock->sequence);
  return here;
}
