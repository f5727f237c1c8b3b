/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/m2.h"
#include "core/pose/evaluate.h"

/* The value of an M2 track at a time (rendering.md 1.3 and 1.4: clocks and keys around the interval; m2.md 4).
 *
 * - Before 264: keys on the model's one time line. Those from the last key at or before the sequence's start to the first one
 *   at or after its end count, so that values are interpolated across the ends of a sequence. The time is within it.
 * - From 264 on: the lane of the clock's sequence; a track with one lane for all sequences always plays that one. A sequence
 *   without a lane, or whose keys are not loaded, has no keys.
 * - A track of a global sequence: all keys (from 264 on: of the first lane), at the free-running clock modulo the duration, 0
 *   for a duration of 0.
 * - Before the first and after the last key the value is that of the nearest key: nothing is interpolated over the end of a loop.
 * - Interpolation 0 is a step; else values are interpolated linearly, quaternions along the shorter way and normalised. Only
 *   tracks with tangents can have 2, Bezier, and 3, Hermite.
 *
 * For all below: `track` may be NULL. `fixed` is the result without a track, at rest, and for a track without any keys;
 * `keyless` is the result if there are keys, but none for this sequence. A track whose values have another type than the
 * function returns is treated as absent. Keys that lack a time or a value are ignored. */
float mw_m2_evaluate_float (const MwM2 *model, const MwM2Track *track, const MwClock *clock, float fixed,
                            float keyless);
void mw_m2_evaluate_vec3 (const MwM2 *model, const MwM2Track *track, const MwClock *clock, const float fixed[3],
                          const float keyless[3], float out[3]);
/* A unit quaternion; the identity if there is nothing to evaluate. */
void mw_m2_evaluate_quat (const MwM2 *model, const MwM2Track *track, const MwClock *clock, float out[4]);
/* Tracks of bytes and of 16-bit numbers; interpolated values are truncated to integers. */
uint32_t mw_m2_evaluate_u32 (const MwM2 *model, const MwM2Track *track, const MwClock *clock, uint32_t fixed,
                             uint32_t keyless);
/* Compressed gravity (m2.md 5.17): the acceleration that the key before the moment holds. FALSE, and *out unchanged, if there
 * is none. */
gboolean mw_m2_evaluate_gravity (const MwM2 *model, const MwM2Track *track, const MwClock *clock, float out[3]);
