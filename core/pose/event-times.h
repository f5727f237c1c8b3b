/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/skeleton.h"

/* When an event object fired, as far as it matters at a moment. That depends on the moment alone: each key of the past counts, also those of
 * the loops before. After the end of a sequence that does not loop, time goes on with global_ms. */
typedef struct {
  MwClock now;
  gboolean running; /* FALSE: at rest, where nothing fires */
  guint64 over_ms;  /* time since the sequence ended */
} MwEventTimes;

/* Begin with zeros. */
void mw_event_times_update (MwEventTimes *times, const MwClock *clock);

/* The key of an event, and how long ago it fired. */
typedef struct {
  gint64 age_ms;
  int32_t key;
  gboolean global; /* the key is of a global sequence */
} MwEventTime;

/* Lists the events of a track (MwEventTrack) that are younger than `life_ms`, the youngest first, at most `most`. Returns their number. */
guint mw_event_times_list (const MwEventTimes *times, const MwModel *model, const MwRecord *track, double life_ms,
                           MwEventTime *out, guint most);
/* The moment at which one fired. */
MwClock mw_event_times_moment (const MwEventTimes *times, const MwEventTime *event);
