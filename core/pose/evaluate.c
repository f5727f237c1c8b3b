/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/evaluate.h"
#include "core/model/mdlx/mdlx.h"
#include "core/pose/keys.h"

#include <string.h>

/* What a track is looked at with. */
typedef struct {
  MwKeyWindow keys;
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
    window->keys.start = 0;
    window->keys.end = duration;
    window->keys.time = duration ? (gint64) (clock->global_ms % duration) : 0;
    window->looping = TRUE;
  } else {
    window->keys.start = clock->start;
    window->keys.end = MAX (clock->start, clock->end);
    window->keys.time = CLAMP ((gint64) clock->time, window->keys.start, window->keys.end);
    window->looping = clock->looping;
  }
}

/* FALSE: no key is visible. */
static gboolean
find_span (const MwModel *model, const MwTrack *track, uint32_t n, const MwClock *clock, MwKeySpan *span)
{
  const int32_t *times = track->times.data;
  Window w;
  MwKeysAround keys;

  if (n == 0)
    return FALSE;
  find_window (model, track->global_sequence, clock, &w);
  if (w.global && times[0] > w.keys.end) {
    *span = (MwKeySpan) { 0, 0, 0 };
    return TRUE;
  }
  mw_keys_look (times, n, &w.keys, &keys);
  if (keys.n == 0)
    return FALSE;
  if (keys.has_before && keys.has_after) {
    *span = mw_keys_between (times, keys.before, keys.after, w.keys.time);
  } else if (!w.looping || keys.n == 1) {
    uint32_t key = keys.has_before ? keys.before : keys.first;
    *span = (MwKeySpan) { key, key, 0 };
  } else {
    /* Over the seam. The later moment counts from the start of the next turn. */
    gint64 length = w.keys.end - w.keys.start;
    gint64 gap = times[keys.first] + length - times[keys.last];
    gint64 since = w.keys.time - times[keys.last] + (keys.has_before ? 0 : length);
    if (gap <= 0 || since <= 0)
      *span = (MwKeySpan) { keys.last, keys.last, 0 };
    else
      *span = (MwKeySpan) { keys.last, keys.first, (float) ((double) since / (double) gap) };
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

static MwKeyValues
values_of (const MwTrack *track)
{
  return (MwKeyValues) { &track->values, &track->in_tans, &track->out_tans };
}

static void
evaluate_floats (const MwModel *model, const MwTrack *track, const MwClock *clock, guint n, const float *keyless,
                 float *out)
{
  MwKeySpan span;
  MwKeyValues values = values_of (track);
  if (find_span (model, track, count_keys (track), clock, &span))
    mw_keys_floats (&values, &span, track->interpolation, n, out);
  else
    memmove (out, keyless, n * sizeof (float));
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
  MwKeySpan span;
  if (!counts (track, clock, &mw_track_quat_schema) || !find_span (model, track, count_keys (track), clock, &span)) {
    out[0] = out[1] = out[2] = 0;
    out[3] = 1;
    return;
  }
  MwKeyValues values = values_of (track);
  mw_keys_quat (&values, &span, track->interpolation, FALSE, out);
}

uint32_t
mw_evaluate_u32 (const MwModel *model, const MwTrack *track, const MwClock *clock, uint32_t fixed, uint32_t keyless)
{
  MwKeySpan span;
  if (!counts (track, clock, &mw_track_u32_schema))
    return fixed;
  if (!find_span (model, track, count_keys (track), clock, &span))
    return keyless;
  return ((const uint32_t *) track->values.data)[span.a];
}

MwRef
mw_evaluate_ref (const MwModel *model, const MwTrack *track, const MwClock *clock, MwRef fixed, MwRef keyless)
{
  MwKeySpan span;
  if (!counts (track, clock, &mw_track_texture_schema))
    return fixed;
  if (!find_span (model, track, count_keys (track), clock, &span))
    return keyless;
  return ((const MwRef *) track->values.data)[span.a];
}

gboolean
mw_evaluate_visibility (const MwModel *model, const MwTrack *track, const MwClock *clock)
{
  MwKeySpan span;
  if (!counts (track, clock, &mw_track_float_schema) || !find_span (model, track, count_keys (track), clock, &span))
    return TRUE;
  return ((const float *) track->values.data)[span.a] > 0;
}

int
mw_track_key_at (const MwModel *model, const MwTrack *track, const MwClock *clock)
{
  Window w;
  MwKeysAround keys;
  uint32_t n = track && !clock->rest ? count_keys (track) : 0;

  if (n == 0)
    return -1;
  find_window (model, track->global_sequence, clock, &w);
  mw_keys_look (track->times.data, n, &w.keys, &keys);
  return keys.n > 0 && keys.has_before ? (int) keys.before : -1;
}
