/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

/* The moment at which a model is shown: a sequence and a time in it, and the time of global sequences, which runs on. */
typedef struct {
  gboolean rest;      /* no sequence: the bind pose and static values */
  int32_t start, end; /* the sequence's interval in ms, both inclusive */
  gboolean looping;
  int32_t time;      /* ms on the model's time line; outside the interval counts as its nearer end */
  guint64 global_ms; /* runs on through sequence changes and loops; global sequences follow it */
  MwId sequence;     /* the one whose keys are played (an alias plays those of another); 0 at rest */
} MwClock;

/* The clock at rest. */
#define MW_CLOCK_REST ((MwClock) { .rest = TRUE })

/* Puts the clock at the start of a sequence; 0, or the id of anything else, is rest. global_ms stays. An interval that ends
 * before it starts becomes its first moment. A sequence with a time line of its own runs from 0 to its duration, and an alias is
 * played as the sequence that it leads to; set the clock again when that changes. */
void mw_clock_play (MwClock *clock, const MwModel *model, MwId sequence);
/* The same clock; one at rest is put at the start of the model's first sequence, if it has any. */
MwClock mw_clock_started (const MwClock *clock, const MwModel *model);
/* Lets `ms` pass for time and global_ms. After its end a looping sequence starts again; else the time stops there. Returns
 * whether the end was reached or passed. At rest only global_ms runs. */
gboolean mw_clock_advance (MwClock *clock, guint32 ms);
