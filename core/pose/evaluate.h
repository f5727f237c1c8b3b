/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/track.h"
#include "core/pose/clock.h"

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
