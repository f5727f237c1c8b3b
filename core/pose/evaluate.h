/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/track.h"
#include "core/pose/clock.h"

/* The value of a track at a time of the MDL/MDX family's one time line (rendering.md 1.3 and 1.4: clocks and keys around the
 * interval).
 *
 * - Keys inside the sequence's interval are visible, both ends included; others belong to other sequences.
 * - Without a visible key the value is the default of the track's type (not the static value); with one it is constant.
 * - Before the first and after the last visible key a looping sequence interpolates from the last to the first (with the
 *   interpolation "none": the value of the last key); other sequences hold the nearest key.
 * - Of several keys at the same time the last one in the file counts.
 * - Unsorted keys give the same result as if they were sorted by time.
 * - A track of a global sequence sees the keys from 0 to its duration; its time is the free-running clock modulo the
 *   duration, 0 for a duration of 0 (and for a reference that points nowhere), and it loops. If its first key is after the
 *   duration, the value is constant: that of this key.
 * - At rest tracks are ignored: every value is the static one.
 * The functions keep no state and only read the model. */

/* For all below: `track` may be NULL. `fixed` is the static value: the result without a track, and at rest. `keyless` is the
 * default of the track's type: the result if no key is visible. A track whose values have another type than the function
 * returns is treated as absent. */
float mw_evaluate_float (const MwModel *model, const MwTrack *track, const MwClock *clock, float fixed, float keyless);
/* Colours too. */
void mw_evaluate_vec3 (const MwModel *model, const MwTrack *track, const MwClock *clock, const float fixed[3],
                       const float keyless[3], float out[3]);
/* A unit quaternion; without a track, at rest, or without a visible key the identity. */
void mw_evaluate_quat (const MwModel *model, const MwTrack *track, const MwClock *clock, float out[4]);
/* Never interpolated. */
uint32_t mw_evaluate_u32 (const MwModel *model, const MwTrack *track, const MwClock *clock, uint32_t fixed,
                          uint32_t keyless);
MwRef mw_evaluate_ref (const MwModel *model, const MwTrack *track, const MwClock *clock, MwRef fixed, MwRef keyless);
/* A visibility track: never interpolated, whatever its interpolation says; visible where the value is above 0; 1 by
 * default. */
gboolean mw_evaluate_visibility (const MwModel *model, const MwTrack *track, const MwClock *clock);

/* The index of the last visible key at or before the clock's time (not of the previous loop); -1 before the first visible
 * key, at rest, and without keys. */
int mw_track_key_at (const MwModel *model, const MwTrack *track, const MwClock *clock);
