/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/m2-evaluate.h"
#include "core/model/track.h"
#include "core/pose/keys.h"

#include <math.h>
#include <string.h>

/* The keys that are played, and the moment on their time line. */
typedef struct {
  const MwArray *times;
  MwKeyValues values;
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
look_for_lane (const MwM2Track *track, const MwClock *clock, gboolean global)
{
  for (uint32_t i = 0; i < track->lanes.n; i++) {
    const MwM2Lane *lane = (const MwM2Lane *) track->lanes.items[i];
    if (track->spread != MW_M2_SPREAD_SEQUENCES || global
        || (lane->sequence.id && lane->sequence.id == clock->sequence))
      return lane;
  }
  return NULL;
}

/* Looked for once in a run of a simulation, where there are many. */
static const MwM2Lane *
lane_of (const MwM2Track *track, const MwClock *clock, gboolean global)
{
  enum { FEW = 8, N_REMEMBERED = 256 };
  static _Thread_local struct {
    guint64 run;
    const MwM2Track *track;
    MwId sequence;
    gboolean global;
    const MwM2Lane *lane;
  } known[N_REMEMBERED];
  guint64 run = track->lanes.n > FEW ? mw_keys_run () : 0;
  if (run == 0)
    return look_for_lane (track, clock, global);
  guint slot = (guint) (((guintptr) track >> 4) % N_REMEMBERED);
  if (known[slot].run != run || known[slot].track != track || known[slot].sequence != clock->sequence
      || known[slot].global != global) {
    known[slot].lane = look_for_lane (track, clock, global);
    known[slot].run = run;
    known[slot].track = track;
    known[slot].sequence = clock->sequence;
    known[slot].global = global;
  }
  return known[slot].lane;
}

static void
find_keys (const MwM2 *model, const MwM2Track *track, const MwClock *clock, Keys *keys)
{
  static const MwArray none;
  gboolean global = has_global_sequence (track);

  *keys = (Keys) { &none, { &none, &none, &none }, clock->time, clock->start, MAX (clock->start, clock->end), FALSE };
  if (mw_m2_has_lanes (model)) {
    const MwM2Lane *lane = lane_of (track, clock, global);
    if (lane) {
      keys->times = &lane->times;
      keys->values = (MwKeyValues) { &lane->values, &lane->in_tans, &lane->out_tans };
    }
  } else {
    keys->times = &track->times;
    keys->values = (MwKeyValues) { &track->values, &track->in_tans, &track->out_tans };
    keys->ranged = !global;
  }
  keys->time = global ? global_time (model, track, clock) : CLAMP (keys->time, keys->start, keys->end);
}

/* First and last key that count (m2.md 4.1, ranges). */
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
find_span (const Keys *keys, MwKeySpan *span)
{
  const int32_t *times = keys->times->data;
  uint32_t n = MIN (keys->times->n, keys->values.values->n), first = 0, last = n - 1;
  MwKeysAround around;

  if (n == 0)
    return FALSE;
  if (keys->ranged && n > 1)
    find_range (times, n, keys, &first, &last);
  MwKeyWindow all = { G_MININT32, G_MAXINT32, keys->time };
  mw_keys_look (times + first, last - first + 1, &all, &around);
  uint32_t a = first + (around.has_before ? around.before : around.after);
  uint32_t b = first + (around.has_after ? around.after : around.before);
  *span = mw_keys_between (times, a, b, keys->time);
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

/* M2 counts Bezier before Hermite (m2.md 4.3); without tangents both are linear. */
static uint32_t
interpolation_of (const MwM2Track *track)
{
  static const uint8_t names[] = { MW_INTERPOLATION_NONE, MW_INTERPOLATION_LINEAR, MW_INTERPOLATION_BEZIER,
                                   MW_INTERPOLATION_HERMITE };
  return track->interpolation < G_N_ELEMENTS (names) ? names[track->interpolation] : MW_INTERPOLATION_LINEAR;
}

static void
evaluate_floats (const MwM2 *model, const MwM2Track *track, const MwClock *clock, guint n, const float *keyless,
                 float *out)
{
  Keys keys;
  MwKeySpan span;
  find_keys (model, track, clock, &keys);
  if (find_span (&keys, &span))
    mw_keys_floats (&keys.values, &span, interpolation_of (track), n, out);
  else
    memmove (out, keyless, n * sizeof (float));
}

float
mw_m2_evaluate_float (const MwM2 *model, const MwM2Track *track, const MwClock *clock, float fixed, float keyless)
{
  float value = fixed;
  if (counts (track, clock)
      && (track->record.schema == &mw_m2_track_float_schema || track->record.schema == &mw_m2_track_fixed16_schema
          || track->record.schema == &mw_m2_track_float_key_schema))
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
  MwKeySpan span;

  out[0] = out[1] = out[2] = 0;
  out[3] = 1;
  if (!counts (track, clock) || track->record.schema != &mw_m2_track_quat_schema)
    return;
  find_keys (model, track, clock, &keys);
  if (find_span (&keys, &span))
    mw_keys_quat (&keys.values, &span, interpolation_of (track), TRUE, out);
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
  MwKeySpan span;

  if (!counts (track, clock)
      || (track->record.schema != &mw_m2_track_u8_schema && track->record.schema != &mw_m2_track_u16_schema))
    return fixed;
  find_keys (model, track, clock, &keys);
  if (!find_span (&keys, &span))
    return keyless;
  gboolean bytes = track->record.schema == &mw_m2_track_u8_schema;
  uint32_t a = number_at (keys.values.values, span.a, bytes), b = number_at (keys.values.values, span.b, bytes);
  if (track->interpolation == 0)
    return a;
  return (uint32_t) ((float) a + span.t * ((float) b - (float) a));
}

gboolean
mw_m2_evaluate_gravity (const MwM2 *model, const MwM2Track *track, const MwClock *clock, float out[3])
{
  Keys keys;
  MwKeySpan span;

  if (!counts (track, clock) || track->record.schema != &mw_m2_track_gravity_schema)
    return FALSE;
  find_keys (model, track, clock, &keys);
  if (!find_span (&keys, &span))
    return FALSE;
  const int16_t *parts = (const int16_t *) keys.values.values->data + (size_t) 3 * span.a;
  float x = (float) parts[0] / 128, y = (float) parts[1] / 128, size = (float) parts[2] * 0.04238648f;
  float z = sqrtf (MAX (0, 1 - x * x - y * y));
  out[0] = x * fabsf (size);
  out[1] = y * fabsf (size);
  out[2] = z * size;
  return TRUE;
}
