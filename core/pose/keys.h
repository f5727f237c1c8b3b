/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/evaluate.h"

/* Between which keys of a track a moment lies. The pose and the operations that add keys both ask here, for all families
 * (rendering.md 1.4, m2.md 4). */

/* The values and tangents of keys. A key may lack tangents. */
typedef struct {
  const MwArray *values, *in_tans, *out_tans;
} MwKeyValues;

/* The keys of a track, prepared to be asked many times. It belongs to the caller and points into the track. It holds until the
 * track, its lanes or its global sequence are edited. */
typedef struct {
  const MwArray *times;
  MwKeyValues values;
  uint32_t n;             /* keys that have a time and a value */
  uint32_t interpolation; /* an MwInterpolation; any other stored number is linear */
  gboolean sorted;        /* the times never go down */
  gboolean m2;            /* the keys at both ends hold: nothing is interpolated over the end of a loop */
  gboolean ranged;        /* M2 before 264: beside those in the window, the nearest key on either side of it counts */
  gboolean global;        /* it follows a global sequence */
  uint32_t loop;          /* the duration of that in ms; 0 where the reference points nowhere */
} MwTrackKeys;

/* Prepares the keys of a track or lane, or of an event track (which has times and no values). Of an M2 track with lanes they are
 * those of the lane for `sequence`, or of its only or first lane where that plays always; there may be none. */
void mw_track_keys_open (MwTrackKeys *keys, const MwModel *model, const MwRecord *track, MwId sequence);

/* The interval whose keys are visible, both ends included, in ms, and the moment in it. */
typedef struct {
  gint64 start, end, time;
  gboolean looping; /* the end is followed by the start */
} MwKeyWindow;

/* The window that a clock, which is not at rest, shows of the keys. */
MwKeyWindow mw_track_keys_window (const MwTrackKeys *keys, const MwClock *clock);

/* The two keys that a moment lies between, and how far it is from the first (0) to the second (1). a = b: that key holds. */
typedef struct {
  uint32_t a, b;
  double t;
  gboolean before, after; /* whether there is a key before and after the moment, if need be over the end of the loop */
} MwKeySpan;

/* Finds the span of a moment. FALSE: no key is visible.
 *
 * Of keys at one time the later one in the file counts. Times that are not in order are looked through one by one: what counts
 * is the visible key with the greatest time up to the moment, and the one with the smallest time after it. */
gboolean mw_track_keys_span (const MwTrackKeys *keys, const MwKeyWindow *w, MwKeySpan *span);

/* The last visible key at or before the moment, without looking over the end of a loop; -1: there is none. */
int mw_track_keys_before (const MwTrackKeys *keys, const MwKeyWindow *window);

/* The value at a span: n = 1 to 4 floats, or a quaternion, which M2 interpolates in a straight line. */
void mw_track_keys_floats (const MwTrackKeys *keys, const MwKeySpan *span, guint n, float *out);
void mw_track_keys_quat (const MwTrackKeys *keys, const MwKeySpan *span, float out[4]);

/* --- Runs ----------------------------------------------------------------------------------------------------------- */

/* What a simulation of many steps has prepared. While MwClock.run points to one, nothing may be edited, and all moments are of
 * one sequence of one model. It belongs to who runs the simulation; mw_keys_run_init() is all that it needs. */
#define MW_KEYS_RUN_SLOTS 64
struct _MwKeysRun {
  const MwRecord *tracks[MW_KEYS_RUN_SLOTS]; /* whose keys a slot has; NULL: nobody's */
  MwTrackKeys keys[MW_KEYS_RUN_SLOTS];
  gconstpointer skeleton; /* of which the node at `place` was asked last whether it can move at all; NULL: none was */
  int place;
  gboolean still;
};
void mw_keys_run_init (MwKeysRun *run);

/* The prepared keys of a track at a clock's moment: those of the clock's run, else `here`, which is filled for it. */
const MwTrackKeys *mw_track_keys_at (const MwModel *model, const MwRecord *track, const MwClock *clock,
                                     MwTrackKeys *here);
