/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/evaluate.h"
#include "core/pose/interpolate.h"
#include "core/pose/math.h"

void
mw_clock_set_sequence (MwClock *clock, const MwMdlxSequence *sequence)
{
  clock->rest = sequence == NULL;
  clock->start = sequence ? sequence->interval[0] : 0;
  clock->end = sequence ? MAX (sequence->interval[0], sequence->interval[1]) : 0;
  clock->looping = sequence && !(sequence->flags & 1); /* MDX reference, SEQS: 1 is "not looping" */
  clock->time = clock->start;
}

gboolean
mw_clock_advance (MwClock *clock, guint32 ms)
{
  clock->global_ms += ms;
  if (clock->rest)
    return FALSE;
  gint64 length = (gint64) clock->end - clock->start;
  gint64 time = CLAMP ((gint64) clock->time - clock->start, 0, MAX (length, 0)) + ms;
  gboolean reached = time >= length;
  if (length <= 0)
    time = 0;
  else if (reached)
    time = clock->looping ? time % length : length;
  clock->time = (int32_t) (clock->start + time);
  return reached;
}

/* What a track is looked at with: the interval whose keys are visible, and the moment in it. */
typedef struct {
  gint64 start, end, time;
  gboolean looping, global;
} Window;

static void
find_window (const MwModel *model, MwRef global_sequence, const MwClock *clock, Window *window)
{
  window->global = global_sequence.id != 0 || global_sequence.raw != MW_REF_NONE.raw;
  if (window->global) {
    const MwRecord *record = mw_model_resolve (model, global_sequence);
    uint32_t duration = record && record->schema == &mw_mdlx_global_sequence_schema
                          ? ((const MwMdlxGlobalSequence *) record)->duration
                          : 0;
    window->start = 0;
    window->end = duration;
    window->time = duration ? (gint64) (clock->global_ms % duration) : 0;
    window->looping = TRUE;
  } else {
    window->start = clock->start;
    window->end = MAX (clock->start, clock->end);
    window->time = CLAMP ((gint64) clock->time, window->start, window->end);
    window->looping = clock->looping;
  }
}

/* The two keys that a value lies between. a = b: that key's value. */
typedef struct {
  uint32_t a, b;
  float t;
} Span;

static gboolean
is_sorted (const int32_t *times, uint32_t n)
{
  gboolean sorted = TRUE;
  /* No early exit: this loop runs in vectors, and nearly every track is sorted. */
  for (uint32_t i = 1; i < n; i++)
    sorted &= times[i - 1] <= times[i];
  return sorted;
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

/* What is known of the visible keys: the first and last in time, and those around the moment. */
typedef struct {
  uint32_t n; /* visible keys (counted up to 2 only when unsorted) */
  uint32_t first, last, before, after;
  gboolean has_before, has_after;
} Neighbours;

static void
look_sorted (const int32_t *times, uint32_t n, const Window *w, Neighbours *out)
{
  /* Often all keys are visible: then only the moment has to be found. */
  uint32_t first = times[0] >= w->start ? 0 : count_below (times, n, w->start);
  uint32_t behind = times[n - 1] <= w->end ? n : count_below (times, n, w->end + 1);

  *out = (Neighbours) { .n = behind > first ? behind - first : 0 };
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
look_unsorted (const int32_t *times, uint32_t n, const Window *w, Neighbours *out)
{
  *out = (Neighbours) { .n = 0 };
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

static void
look (const int32_t *times, uint32_t n, const Window *w, Neighbours *out)
{
  if (is_sorted (times, n))
    look_sorted (times, n, w, out);
  else
    look_unsorted (times, n, w, out);
}

/* FALSE: no key is visible. */
static gboolean
find_span (const MwModel *model, const MwTrack *track, uint32_t n, const MwClock *clock, Span *span)
{
  const int32_t *times = track->times.data;
  Window w;
  Neighbours keys;

  if (n == 0)
    return FALSE;
  find_window (model, track->global_sequence, clock, &w);
  if (w.global && times[0] > w.end) {
    *span = (Span) { 0, 0, 0 };
    return TRUE;
  }
  look (times, n, &w, &keys);
  if (keys.n == 0)
    return FALSE;
  if (keys.has_before && keys.has_after) {
    gint64 t0 = times[keys.before], t1 = times[keys.after];
    *span = (Span) { keys.before, keys.after, (float) ((double) (w.time - t0) / (double) (t1 - t0)) };
  } else if (!w.looping || keys.n == 1) {
    uint32_t key = keys.has_before ? keys.before : keys.first;
    *span = (Span) { key, key, 0 };
  } else {
    /* Over the seam. The later moment counts from the start of the next turn. */
    gint64 length = w.end - w.start;
    gint64 gap = times[keys.first] + length - times[keys.last];
    gint64 since = w.time - times[keys.last] + (keys.has_before ? 0 : length);
    if (gap <= 0 || since <= 0)
      *span = (Span) { keys.last, keys.last, 0 };
    else
      *span = (Span) { keys.last, keys.first, (float) ((double) since / (double) gap) };
  }
  return TRUE;
}

/* Keys that are there in full. */
static uint32_t
count_keys (const MwTrack *track)
{
  return MIN (track->times.n, track->values.n);
}

static gboolean
counts (const MwTrack *track, const MwClock *clock, const MwSchema *schema)
{
  return track && !clock->rest && track->record.schema == schema;
}

static void
tangents (const MwTrack *track, const Span *span, guint components, const float **out_tan, const float **in_tan)
{
  gboolean has = mw_interpolation_has_tangents (track->interpolation) && track->out_tans.n > span->a
                 && track->in_tans.n > span->b;
  *out_tan = has ? (const float *) track->out_tans.data + (size_t) components * span->a : NULL;
  *in_tan = has ? (const float *) track->in_tans.data + (size_t) components * span->b : NULL;
}

static void
evaluate_floats (const MwModel *model, const MwTrack *track, const MwClock *clock, guint n, const float *keyless,
                 float *out)
{
  Span span;
  if (!find_span (model, track, count_keys (track), clock, &span)) {
    memmove (out, keyless, n * sizeof (float));
    return;
  }
  const float *values = track->values.data;
  const float *a = values + (size_t) n * span.a, *b = values + (size_t) n * span.b;
  if (span.a == span.b || span.t == 0) {
    memcpy (out, a, n * sizeof (float));
    return;
  }
  const float *out_tan, *in_tan;
  tangents (track, &span, n, &out_tan, &in_tan);
  mw_interpolate (track->interpolation, n, a, out_tan, in_tan, b, span.t, out);
}

float
mw_evaluate_float (const MwModel *model, const MwTrack *track, const MwClock *clock, float fixed, float keyless)
{
  float value = fixed;
  if (counts (track, clock, &mw_track_float_schema))
    evaluate_floats (model, track, clock, 1, &keyless, &value);
  return value;
}

void
mw_evaluate_vec3 (const MwModel *model, const MwTrack *track, const MwClock *clock, const float fixed[3],
                  const float keyless[3], float out[3])
{
  if (counts (track, clock, &mw_track_vec3_schema) || counts (track, clock, &mw_track_colour_schema))
    evaluate_floats (model, track, clock, 3, keyless, out);
  else
    memmove (out, fixed, 3 * sizeof (float));
}

void
mw_evaluate_quat (const MwModel *model, const MwTrack *track, const MwClock *clock, float out[4])
{
  Span span;
  if (!counts (track, clock, &mw_track_quat_schema) || !find_span (model, track, count_keys (track), clock, &span)) {
    out[0] = out[1] = out[2] = 0;
    out[3] = 1;
    return;
  }
  const float *values = track->values.data;
  const float *a = values + (size_t) 4 * span.a, *b = values + (size_t) 4 * span.b;
  if (span.a == span.b || span.t == 0) {
    memcpy (out, a, 4 * sizeof (float));
    mw_quat_normalise (out);
    return;
  }
  const float *out_tan, *in_tan;
  tangents (track, &span, 4, &out_tan, &in_tan);
  mw_interpolate_quat (track->interpolation, a, out_tan, in_tan, b, span.t, out);
}

uint32_t
mw_evaluate_u32 (const MwModel *model, const MwTrack *track, const MwClock *clock, uint32_t fixed, uint32_t keyless)
{
  Span span;
  if (!counts (track, clock, &mw_track_u32_schema))
    return fixed;
  if (!find_span (model, track, count_keys (track), clock, &span))
    return keyless;
  return ((const uint32_t *) track->values.data)[span.a];
}

MwRef
mw_evaluate_ref (const MwModel *model, const MwTrack *track, const MwClock *clock, MwRef fixed, MwRef keyless)
{
  Span span;
  if (!counts (track, clock, &mw_track_texture_schema))
    return fixed;
  if (!find_span (model, track, count_keys (track), clock, &span))
    return keyless;
  return ((const MwRef *) track->values.data)[span.a];
}

gboolean
mw_evaluate_visibility (const MwModel *model, const MwTrack *track, const MwClock *clock)
{
  Span span;
  if (!counts (track, clock, &mw_track_float_schema) || !find_span (model, track, count_keys (track), clock, &span))
    return TRUE;
  return ((const float *) track->values.data)[span.a] > 0;
}

int
mw_track_key_at (const MwModel *model, const MwTrack *track, const MwClock *clock)
{
  Window w;
  Neighbours keys;
  uint32_t n = track && !clock->rest ? count_keys (track) : 0;

  if (n == 0)
    return -1;
  find_window (model, track->global_sequence, clock, &w);
  look (track->times.data, n, &w, &keys);
  return keys.n > 0 && keys.has_before ? (int) keys.before : -1;
}
