/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/m2-evaluate.h"
#include "core/model/track.h"
#include "core/pose/interpolate.h"
#include "core/pose/keys.h"
#include "core/pose/math.h"

/* The keys that are played, and the moment on their time line. */
typedef struct {
  const MwArray *times, *values, *in_tans, *out_tans;
  gint64 time, start, end; /* the sequence's interval on that line */
  gboolean ranged;         /* only the keys around the interval count */
} Keys;

static gboolean
has_global_sequence (const MwM2Track *track)
{
  return track->global_sequence.id != 0 || track->global_sequence.raw != MW_REF_NONE.raw;
}

static gint64
global_time (const MwM2 *model, const MwM2Track *track, const MwClock *clock)
{
  const MwRecord *record = mw_model_resolve (&model->model, track->global_sequence);
  uint32_t duration = record && record->schema == &mw_m2_global_sequence_schema
                        ? ((const MwM2GlobalSequence *) record)->duration
                        : 0;
  return duration ? (gint64) (clock->global_ms % duration) : 0;
}

static const MwM2Lane *
lane_of (const MwM2Track *track, const MwClock *clock, gboolean global)
{
  for (uint32_t i = 0; i < track->lanes.n; i++) {
    const MwM2Lane *lane = (const MwM2Lane *) track->lanes.items[i];
    if (track->spread != MW_M2_SPREAD_SEQUENCES || global
        || (lane->sequence.id && lane->sequence.id == clock->sequence))
      return lane;
  }
  return NULL;
}

static void
find_keys (const MwM2 *model, const MwM2Track *track, const MwClock *clock, Keys *keys)
{
  static const MwArray none;
  gboolean global = has_global_sequence (track);

  *keys = (Keys) { &none, &none, &none, &none, clock->time, clock->start, MAX (clock->start, clock->end), FALSE };
  if (model->version >= 264) {
    const MwM2Lane *lane = lane_of (track, clock, global);
    if (lane)
      keys->times = &lane->times, keys->values = &lane->values, keys->in_tans = &lane->in_tans,
      keys->out_tans = &lane->out_tans;
  } else {
    keys->times = &track->times;
    keys->values = &track->values;
    keys->in_tans = &track->in_tans;
    keys->out_tans = &track->out_tans;
    keys->ranged = !global;
  }
  keys->time = global ? global_time (model, track, clock) : CLAMP (keys->time, keys->start, keys->end);
}

/* The two keys that a value lies between. a = b: that key's value. */
typedef struct {
  uint32_t a, b;
  float t;
} Span;

/* First and last key that count (M2 reference 4.1, ranges). */
static void
find_range (const int32_t *times, uint32_t n, const Keys *keys, uint32_t *first, uint32_t *last)
{
  MwKeyWindow all = { G_MININT32, G_MAXINT32, keys->start };
  MwKeysAround around;
  mw_keys_look (times, n, &all, &around);
  *first = around.has_before ? around.before : 0;
  all.time = keys->end - 1;
  mw_keys_look (times, n, &all, &around);
  *last = around.has_after ? around.after : n - 1;
  *last = MAX (*first, *last);
}

/* FALSE: there is no key. */
static gboolean
find_span (const Keys *keys, Span *span)
{
  const int32_t *times = keys->times->data;
  uint32_t n = MIN (keys->times->n, keys->values->n), first = 0, last = n - 1;
  MwKeysAround around;

  if (n == 0)
    return FALSE;
  if (keys->ranged && n > 1)
    find_range (times, n, keys, &first, &last);
  MwKeyWindow all = { G_MININT32, G_MAXINT32, keys->time };
  mw_keys_look (times + first, last - first + 1, &all, &around);
  uint32_t a = first + (around.has_before ? around.before : around.after);
  uint32_t b = first + (around.has_after ? around.after : around.before);
  *span = (Span) { a, b, 0 };
  if (a != b) {
    gint64 t0 = times[a], t1 = times[b];
    span->t = (float) ((double) (keys->time - t0) / (double) (t1 - t0));
  }
  return TRUE;
}

static gboolean
counts (const MwM2Track *track, const MwClock *clock)
{
  if (!track || clock->rest)
    return FALSE;
  gboolean any = track->times.n && track->values.n;
  for (uint32_t i = 0; i < track->lanes.n && !any; i++)
    any = ((const MwM2Lane *) track->lanes.items[i])->times.n > 0;
  return any;
}

/* M2 counts Bezier before Hermite (M2 reference 4.3). */
static uint32_t
interpolation_of (const MwM2Track *track, gboolean tangents)
{
  if (track->interpolation == 0)
    return MW_INTERPOLATION_NONE;
  if (tangents && track->interpolation == 2)
    return MW_INTERPOLATION_BEZIER;
  if (tangents && track->interpolation == 3)
    return MW_INTERPOLATION_HERMITE;
  return MW_INTERPOLATION_LINEAR;
}

static void
evaluate_floats (const MwM2 *model, const MwM2Track *track, const MwClock *clock, guint n, const float *keyless,
                 float *out)
{
  Keys keys;
  Span span;
  find_keys (model, track, clock, &keys);
  if (!find_span (&keys, &span)) {
    memmove (out, keyless, n * sizeof (float));
    return;
  }
  const float *values = keys.values->data;
  const float *a = values + (size_t) n * span.a, *b = values + (size_t) n * span.b;
  gboolean tangents = keys.out_tans->n > span.a && keys.in_tans->n > span.b;
  const float *out_tan = tangents ? (const float *) keys.out_tans->data + (size_t) n * span.a : NULL;
  const float *in_tan = tangents ? (const float *) keys.in_tans->data + (size_t) n * span.b : NULL;
  if (span.a == span.b || span.t == 0)
    memcpy (out, a, n * sizeof (float));
  else
    mw_interpolate (interpolation_of (track, tangents), n, a, out_tan, in_tan, b, span.t, out);
}

float
mw_m2_evaluate_float (const MwM2 *model, const MwM2Track *track, const MwClock *clock, float fixed, float keyless)
{
  float value = fixed;
  if (counts (track, clock)
      && (track->record.schema == &mw_m2_track_float_schema || track->record.schema == &mw_m2_track_float_key_schema))
    evaluate_floats (model, track, clock, 1, &keyless, &value);
  return value;
}

void
mw_m2_evaluate_vec3 (const MwM2 *model, const MwM2Track *track, const MwClock *clock, const float fixed[3],
                     const float keyless[3], float out[3])
{
  if (counts (track, clock)
      && (track->record.schema == &mw_m2_track_vec3_schema || track->record.schema == &mw_m2_track_vec3_key_schema))
    evaluate_floats (model, track, clock, 3, keyless, out);
  else
    memmove (out, fixed, 3 * sizeof (float));
}

void
mw_m2_evaluate_quat (const MwM2 *model, const MwM2Track *track, const MwClock *clock, float out[4])
{
  Keys keys;
  Span span;

  out[0] = out[1] = out[2] = 0;
  out[3] = 1;
  if (!counts (track, clock) || track->record.schema != &mw_m2_track_quat_schema)
    return;
  find_keys (model, track, clock, &keys);
  if (!find_span (&keys, &span))
    return;
  const float *values = keys.values->data;
  const float *a = values + (size_t) 4 * span.a, *b = values + (size_t) 4 * span.b;
  if (span.a == span.b || track->interpolation == 0) {
    memcpy (out, a, 4 * sizeof (float));
    mw_quat_normalise (out);
  } else {
    mw_interpolate_nlerp (a, b, span.t, out);
  }
}

static uint32_t
number_at (const MwArray *values, uint32_t index, gboolean bytes)
{
  return bytes ? ((const uint8_t *) values->data)[index] : ((const uint16_t *) values->data)[index];
}

uint32_t
mw_m2_evaluate_u32 (const MwM2 *model, const MwM2Track *track, const MwClock *clock, uint32_t fixed, uint32_t keyless)
{
  Keys keys;
  Span span;

  if (!counts (track, clock)
      || (track->record.schema != &mw_m2_track_u8_schema && track->record.schema != &mw_m2_track_u16_schema))
    return fixed;
  find_keys (model, track, clock, &keys);
  if (!find_span (&keys, &span))
    return keyless;
  gboolean bytes = track->record.schema == &mw_m2_track_u8_schema;
  uint32_t a = number_at (keys.values, span.a, bytes), b = number_at (keys.values, span.b, bytes);
  if (track->interpolation == 0)
    return a;
  return (uint32_t) ((float) a + span.t * ((float) b - (float) a));
}

gboolean
mw_m2_evaluate_gravity (const MwM2 *model, const MwM2Track *track, const MwClock *clock, float out[3])
{
  Keys keys;
  Span span;

  if (!counts (track, clock) || track->record.schema != &mw_m2_track_gravity_schema)
    return FALSE;
  find_keys (model, track, clock, &keys);
  if (!find_span (&keys, &span))
    return FALSE;
  const int16_t *parts = (const int16_t *) keys.values->data + (size_t) 3 * span.a;
  float x = (float) parts[0] / 128, y = (float) parts[1] / 128, size = (float) parts[2] * 0.04238648f;
  float z = sqrtf (MAX (0, 1 - x * x - y * y));
  out[0] = x * fabsf (size);
  out[1] = y * fabsf (size);
  out[2] = z * size;
  return TRUE;
}
