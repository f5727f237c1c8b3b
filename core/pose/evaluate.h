/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/track.h"
#include "core/pose/clock.h"

/* The value of a track of any family at a time (rendering.md 1.3 and 1.4: clocks, and keys around the interval).
 *
 * At rest tracks have no effect: every value is the static one. If several keys have the same time, the last one in the
 * file counts from that time on. Keys that are not in order of time count as if they had been sorted. A track of a
 * global sequence runs on the free-running clock modulo the duration; its time is 0 if the duration is 0 or the
 * reference leads nowhere. The model is only read.
 *
 * MDX and MDL, whose sequences share one time line:
 * - The keys in the sequence's interval are visible, both ends included. Others belong to other sequences.
 * - A single visible key is constant. Before the first and after the last visible key a looping sequence interpolates
 *   over its end (without interpolation the last key holds); one that does not loop holds the nearest key.
 * - A track of a global sequence sees the keys from 0 to its duration, and loops. If its first key is after the
 *   duration, that is the constant value.
 *
 * M2:
 * - From 264 on the lane of the clock's sequence is played. A single lane for all sequences is always played. A
 *   sequence without a lane, or whose keys are not loaded, has no keys.
 * - Before 264 the keys are those on the one time line from the last one at or before the sequence's start to the first
 *   one at or after its end, so that a value is also interpolated across the ends of a sequence.
 * - A track of a global sequence sees all keys; from 264 on those of its first lane.
 * - Before the first and after the last key the nearest key holds: there is no interpolation over the end of a loop.
 * - Quaternions are interpolated linearly, along the shorter way, and normalised.
 *
 * In all functions: `track` is an MwTrack, an MwM2Track, or NULL. `fixed` is the static value: the result without a
 * track, at rest, and for an M2 track that has no key for any sequence. `keyless` is the default of the track's type:
 * the result if no key is visible. A track whose values have another type than the function reads counts as absent.
 * Keys without a time or a value do not count. */
float mw_evaluate_float (const MwModel *model, gconstpointer track, const MwClock *clock, float fixed, float keyless);
/* Colours too. */
void mw_evaluate_vec3 (const MwModel *model, gconstpointer track, const MwClock *clock, const float fixed[3],
                       const float keyless[3], float out[3]);
/* A unit quaternion; the identity if there is nothing to evaluate. */
void mw_evaluate_quat (const MwModel *model, gconstpointer track, const MwClock *clock, float out[4]);
/* Whole numbers are not interpolated in MDX. M2 interpolates them; the fraction is cut off. */
uint32_t mw_evaluate_u32 (const MwModel *model, gconstpointer track, const MwClock *clock, uint32_t fixed,
                          uint32_t keyless);
/* Never interpolated. */
MwRef mw_evaluate_ref (const MwModel *model, gconstpointer track, const MwClock *clock, MwRef fixed, MwRef keyless);
/* Visible by default, and wherever the value is above 0. MDX never interpolates it, whatever the track's
 * interpolation is. */
gboolean mw_evaluate_visibility (const MwModel *model, gconstpointer track, const MwClock *clock);
/* For values that are not interpolated: FALSE if the result is the static value. Else *value is set to the value of the
 * last key at or before the moment, in the track's array, or to NULL if no key is visible. */
gboolean mw_evaluate_held (const MwModel *model, gconstpointer track, const MwClock *clock, MwType type, guint count,
                           const void **value);

/* The visible key that holds at the clock's time: the last one at or before it, without looking over the end of a
 * loop. Returns its index, or -1 before the first visible key, at rest, and without keys. */
int mw_track_key_at (const MwModel *model, const MwTrack *track, const MwClock *clock);
