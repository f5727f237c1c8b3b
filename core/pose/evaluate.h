/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"

/* The value of a track at a time of the MDL/MDX family's one time line (rendering.md 1.3 and 1.4: clocks and keys around the
 * interval).
 *
 * - Keys inside the sequence's interval are visible, both ends included; others belong to other sequences.
 * - No visible key: the default of the track's type, which is not the static value beside it. One: constant.
 * - Before the first and behind the last visible key a looping sequence interpolates over the seam (an interpolation of
 *   "none" holds the last key's value), a sequence that does not loop holds the nearest key.
 * - Of keys at one time the later one in the file counts from that time on.
 * - Keys that are not in order of time are looked through one by one: what counts is the visible key with the greatest time
 *   not behind the moment and the one with the smallest time behind it, as if they had been sorted.
 * - A track of a global sequence sees the keys from 0 to its duration; its time is the free-running clock modulo the
 *   duration, 0 for a duration of 0 (and for a reference that points nowhere), and it loops. If its first key lies behind the
 *   duration, that is the constant value.
 * - In rest no track counts: every value is the static one.
 * Nothing here remembers anything between two calls, and only the model is read. */

typedef struct {
  gboolean rest;      /* no sequence: the bind pose and static values */
  int32_t start, end; /* the sequence's interval in ms, both inclusive */
  gboolean looping;
  int32_t time;      /* ms on the model's time line; outside the interval counts as its nearer end */
  guint64 global_ms; /* runs on through sequence changes and loops; global sequences follow it */
  MwId sequence;     /* which one it is; M2: whose keys are played (an alias plays those of another), 0 at rest */
} MwClock;

/* The clock at rest. */
#define MW_CLOCK_REST ((MwClock) { .rest = TRUE })

/* Puts the clock at the start of a sequence, or at rest for NULL; global_ms stays. An interval that ends before it starts
 * becomes its first moment. */
void mw_clock_set_sequence (MwClock *clock, const MwMdlxSequence *sequence);
/* The same for a model of any family; a sequence that is not the model's (0) is rest. M2 before 264: start and end on the
 * model's one time line. From 264 on every sequence has its own, from 0 to its duration, and an alias is played as the
 * sequence that it stands for; the clock has to be set again when that changes. */
void mw_clock_play (MwClock *clock, const MwModel *model, MwId sequence);
/* The same clock, but at rest one at the start of the model's first sequence, if it has any. */
MwClock mw_clock_started (const MwClock *clock, const MwModel *model);
/* Lets `ms` pass for time and global_ms. Looping: the end is followed by the start; else the time stops at the end.
 * Returns whether the end was reached (or passed). At rest only global_ms runs. */
gboolean mw_clock_advance (MwClock *clock, guint32 ms);

/* For all below: `track` may be NULL. `fixed` is the static value: the result without a track, and in rest. `keyless` is the
 * default of the track's type: the result where no key is visible. A track whose values are of another kind than the function
 * reads is treated as absent. */
float mw_evaluate_float (const MwModel *model, const MwTrack *track, const MwClock *clock, float fixed, float keyless);
/* Colours too. */
void mw_evaluate_vec3 (const MwModel *model, const MwTrack *track, const MwClock *clock, const float fixed[3],
                       const float keyless[3], float out[3]);
/* A unit quaternion; without a track, in rest, or without a visible key the identity. */
void mw_evaluate_quat (const MwModel *model, const MwTrack *track, const MwClock *clock, float out[4]);
/* Never interpolated. */
uint32_t mw_evaluate_u32 (const MwModel *model, const MwTrack *track, const MwClock *clock, uint32_t fixed,
                          uint32_t keyless);
MwRef mw_evaluate_ref (const MwModel *model, const MwTrack *track, const MwClock *clock, MwRef fixed, MwRef keyless);
/* A visibility track: never interpolated, whatever its interpolation says; visible where the value is above 0; 1 by
 * default. */
gboolean mw_evaluate_visibility (const MwModel *model, const MwTrack *track, const MwClock *clock);

/* The visible key that holds at the clock's time: the last at or before it, without looking over the seam. Returns its
 * index, or -1 before the first visible key, in rest, and without keys. */
int mw_track_key_at (const MwModel *model, const MwTrack *track, const MwClock *clock);
