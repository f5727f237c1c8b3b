/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/clock.h"
#include "core/model/aspects.h"

static int32_t
milliseconds (gint64 time)
{
  return (int32_t) CLAMP (time, G_MININT32, G_MAXINT32);
}

void
mw_clock_play (MwClock *clock, const MwModel *model, MwId id)
{
  const MwRecord *record = id ? mw_model_find (model, id) : NULL;
  if (!record || record->schema != mw_aspects_of (model)->sequence) {
    *clock = (MwClock) { .rest = TRUE, .global_ms = clock->global_ms };
    return;
  }
  MwSequenceAspect sequence = mw_sequence_aspect (model, record);
  if (sequence.plays != record)
    sequence = mw_sequence_aspect (model, record = sequence.plays);
  clock->rest = FALSE;
  clock->start = milliseconds (sequence.start);
  clock->end = MAX (clock->start, milliseconds (sequence.end));
  clock->looping = sequence.looping;
  clock->time = clock->start;
  clock->beyond_ms = 0;
  clock->sequence = record->id;
  clock->fading = (MwFading) { 0 };
}

void
mw_clock_seek (MwClock *clock, int32_t time)
{
  clock->fading = (MwFading) { 0 };
  clock->time = CLAMP (time, clock->start, MAX (clock->start, clock->end));
  if (!clock->looping)
    clock->beyond_ms = 0;
}

gint64
mw_clock_played (const MwClock *clock)
{
  const gint64 length = MAX (0, (gint64) clock->end - clock->start);
  const gint64 time = CLAMP ((gint64) clock->time - clock->start, 0, length);
  if (!clock->looping && time < length)
    return time;
  return time + (gint64) MIN (clock->beyond_ms, (guint64) G_MAXINT64 / 4);
}

MwClock
mw_clock_started (const MwClock *clock, const MwModel *model)
{
  MwClock started = *clock;
  if (!clock->rest)
    return started;
  const MwList *sequences = mw_model_sequences (model);
  if (sequences->n)
    mw_clock_play (&started, model, sequences->items[0]->id);
  return started;
}

MwClock
mw_clock_beside (const MwClock *leader, const MwModel *model, MwId sequence)
{
  MwClock clock = { .global_ms = leader->global_ms };
  mw_clock_play (&clock, model, leader->rest ? 0 : sequence);
  const gint64 whole = (gint64) leader->end - leader->start, length = (gint64) clock.end - clock.start;
  const gint64 at = CLAMP ((gint64) leader->time - leader->start, 0, MAX (whole, 0));
  if (!clock.rest && whole > 0)
    clock.time = (int32_t) (clock.start + (length * at + whole / 2) / whole);
  if (!clock.rest && clock.looping == leader->looping)
    clock.beyond_ms = clock.looping && whole > 0 ? leader->beyond_ms / (guint64) whole * (guint64) length
                                                 : leader->beyond_ms;
  return clock;
}

/* Advances the time of a sequence, and its beyond_ms. Returns whether its end was reached or passed. */
static gboolean
advance (int32_t start, int32_t end, gboolean looping, guint32 ms, int32_t *at, guint64 *beyond_ms)
{
  const gint64 length = MAX (0, (gint64) end - start), before = CLAMP ((gint64) *at - start, 0, length),
               time = before + ms;
  gint64 after = MIN (time, length);
  if (looping)
    after = length > 0 ? time % length : 0;
  else if (before < length)
    *beyond_ms = 0;
  *beyond_ms += (guint64) (time - after);
  *at = (int32_t) (start + after);
  return time >= length;
}

gboolean
mw_clock_advance (MwClock *clock, guint32 ms)
{
  MwFading *fading = &clock->fading;
  guint64 unused = 0;
  clock->global_ms += ms;
  if (clock->rest)
    return FALSE;
  if (ms >= fading->left_ms)
    *fading = (MwFading) { 0 };
  else
    fading->left_ms -= ms;
  if (fading->runs)
    advance (fading->start, fading->end, fading->looping, ms, &fading->time, &unused);
  return advance (clock->start, clock->end, clock->looping, ms, &clock->time, &clock->beyond_ms);
}
