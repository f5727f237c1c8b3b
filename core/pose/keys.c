/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/keys.h"
#include "core/model/track.h"
#include "core/pose/interpolate.h"
#include "core/pose/math.h"

static gboolean
is_sorted (const int32_t *times, uint32_t n)
{
  gboolean sorted = TRUE;
  /* No early exit: this loop runs in vectors, and nearly every track is sorted. */
  for (uint32_t i = 1; i < n; i++)
    sorted &= times[i - 1] <= times[i];
  return sorted;
}

/* Shorter ones are looked through sooner than found again. */
#define REMEMBERED_FROM 64
#define N_REMEMBERED 256

static _Thread_local struct {
  guint64 last; /* the number of the last run */
  gboolean runs;
  struct {
    guint64 run;
    const int32_t *times;
    uint32_t n;
    gboolean sorted;
  } known[N_REMEMBERED];
} runs;

void
mw_keys_begin_run (void)
{
  runs.last++;
  runs.runs = TRUE;
}

void
mw_keys_end_run (void)
{
  runs.runs = FALSE;
}

guint64
mw_keys_run (void)
{
  return runs.runs ? runs.last : 0;
}

static gboolean
are_sorted (const int32_t *times, uint32_t n)
{
  if (!runs.runs || n < REMEMBERED_FROM)
    return is_sorted (times, n);
  guint slot = (guint) (((guintptr) times >> 4 ^ n) % N_REMEMBERED);
  if (runs.known[slot].run != runs.last || runs.known[slot].times != times || runs.known[slot].n != n) {
    runs.known[slot].sorted = is_sorted (times, n);
    runs.known[slot].run = runs.last;
    runs.known[slot].times = times;
    runs.known[slot].n = n;
  }
  return runs.known[slot].sorted;
}

/* How many of the sorted times are below `time`. Without branches: which way it goes cannot be foreseen. */
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
look_sorted (const int32_t *times, uint32_t n, const MwKeyWindow *w, MwKeysAround *out)
{
  /* Often all keys are visible: then only the moment has to be found. */
  uint32_t first = times[0] >= w->start ? 0 : count_below (times, n, w->start);
  uint32_t behind = times[n - 1] <= w->end ? n : count_below (times, n, w->end + 1);

  *out = (MwKeysAround) { .n = behind > first ? behind - first : 0 };
  if (out->n == 0)
    return;
  uint32_t after = first + count_below (times + first, out->n, w->time + 1);
  out->first = first;
  out->last = behind - 1;
  out->has_before = after > first;
  out->before = after - 1;
  out->has_after = after < behind;
  out->after = after;
}

static void
look_unsorted (const int32_t *times, uint32_t n, const MwKeyWindow *w, MwKeysAround *out)
{
  *out = (MwKeysAround) { .n = 0 };
  for (uint32_t i = 0; i < n; i++) {
    int32_t time = times[i];
    if (time < w->start || time > w->end)
      continue;
    /* Among keys of one time a stable sort would put the first in the file first and the last last. */
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

void
mw_keys_look (const int32_t *times, uint32_t n, const MwKeyWindow *w, MwKeysAround *out)
{
  if (are_sorted (times, n))
    look_sorted (times, n, w, out);
  else
    look_unsorted (times, n, w, out);
}

MwKeySpan
mw_keys_between (const int32_t *times, uint32_t a, uint32_t b, gint64 time)
{
  gint64 t0 = times[a], t1 = times[b];
  return (MwKeySpan) { a, b, a == b ? 0 : (float) ((double) (time - t0) / (double) (t1 - t0)) };
}

/* A key's floats, or NULL if it has none. */
static const float *
floats_at (const MwArray *array, guint n, uint32_t key)
{
  return key < array->n ? (const float *) array->data + (size_t) n * key : NULL;
}

void
mw_keys_floats (const MwKeyValues *keys, const MwKeySpan *span, uint32_t interpolation, guint n, float *out)
{
  const float *a = floats_at (keys->values, n, span->a), *b = floats_at (keys->values, n, span->b);
  if (span->a == span->b || span->t == 0)
    memcpy (out, a, n * sizeof *a);
  else
    mw_interpolate (interpolation, n, a, floats_at (keys->out_tans, n, span->a), floats_at (keys->in_tans, n, span->b),
                    b, span->t, out);
}

void
mw_keys_quat (const MwKeyValues *keys, const MwKeySpan *span, uint32_t interpolation, gboolean straight, float out[4])
{
  const float *a = floats_at (keys->values, 4, span->a), *b = floats_at (keys->values, 4, span->b);
  if (span->a == span->b || span->t == 0 || interpolation == MW_INTERPOLATION_NONE) {
    memcpy (out, a, 4 * sizeof *a);
    mw_quat_normalise (out);
  } else if (straight) {
    mw_interpolate_nlerp (a, b, span->t, out);
  } else {
    mw_interpolate_quat (interpolation, a, floats_at (keys->out_tans, 4, span->a),
                         floats_at (keys->in_tans, 4, span->b), b, span->t, out);
  }
}
