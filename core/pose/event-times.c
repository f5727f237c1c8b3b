/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/event-times.h"
#include "core/pose/keys.h"

void
mw_event_times_update (MwEventTimes *times, const MwClock *clock)
{
  const MwClock *last = &times->now;
  gboolean still = clock->end <= clock->start || (!clock->looping && clock->time >= clock->end);
  gboolean goes_on = times->running && last->sequence == clock->sequence && last->start == clock->start
                     && last->end == clock->end && last->looping == clock->looping && last->time == clock->time
                     && last->global_ms <= clock->global_ms;
  times->over_ms = still && goes_on ? times->over_ms + (clock->global_ms - last->global_ms) : 0;
  times->running = !clock->rest;
  times->now = *clock;
  times->now.end = MAX (clock->start, clock->end);
  times->now.time = CLAMP (clock->time, times->now.start, times->now.end);
  times->now.fading = (MwFading) { 0 };
}

/* What repeats the keys: the sequence, or the track's global sequence. */
typedef struct {
  gint64 start, last; /* visible keys are from `start` to `last` */
  gint64 time;        /* in it, and beyond its end when it is over */
  gint64 length;      /* after which it repeats; 0: it does not */
} Cycle;

static Cycle
cycle_of (const MwEventTimes *times, const MwTrackKeys *keys)
{
  const MwClock *now = &times->now;
  const gint64 length = (gint64) now->end - now->start;
  if (keys->global && keys->loop == 0)
    return (Cycle) { 0, -1, 0, 0 };
  if (keys->global)
    return (Cycle) { 0, (gint64) keys->loop - 1, (gint64) (now->global_ms % keys->loop), keys->loop };
  return (Cycle) { now->start, now->end, now->time + (gint64) MIN (times->over_ms, G_MAXINT32),
                   now->looping ? length : 0 };
}

guint
mw_event_times_list (const MwEventTimes *times, const MwModel *model, const MwRecord *track, double life_ms,
                     MwEventTime *out, guint most)
{
  MwTrackKeys keys;
  guint n = 0;
  if (!times->running || most == 0)
    return 0;
  mw_track_keys_open (&keys, model, track, times->now.sequence);
  const Cycle cycle = cycle_of (times, &keys);
  const int32_t *all = keys.times->data;
  gboolean more = TRUE;
  for (gint64 back = 0; more; back += cycle.length) {
    more = FALSE;
    for (uint32_t i = keys.times->n; i-- > 0;) {
      gint64 age = cycle.time - all[i] + back;
      if (all[i] < cycle.start || all[i] > cycle.last || !((double) age < life_ms))
        continue;
      more = cycle.length > 0;
      if (age < 0)
        continue;
      out[n++] = (MwEventTime) { age, all[i], keys.global };
      if (n == most)
        return n;
    }
  }
  return n;
}

MwClock
mw_event_times_moment (const MwEventTimes *times, const MwEventTime *event)
{
  MwClock at = times->now;
  const gint64 length = (gint64) at.end - at.start;
  at.global_ms -= MIN ((guint64) event->age_ms, at.global_ms);
  if (!event->global) {
    at.time = event->key;
  } else {
    gint64 time = at.time - at.start - event->age_ms + (gint64) times->over_ms;
    time = at.looping && length > 0 ? ((time % length) + length) % length : CLAMP (time, 0, length);
    at.time = (int32_t) (at.start + time);
  }
  return at;
}
