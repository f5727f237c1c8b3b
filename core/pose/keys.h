/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/evaluate.h"

/* Finds the keys of a track around a moment, and the value there, for all families (rendering.md 1.4, m2.md 4). The
 * pose uses it, and so do the operations that add keys. */

/* The values and tangents of keys. Tangents may be fewer than values. */
typedef struct {
  const MwArray *values, *in_tans, *out_tans;
} MwKeyValues;

/* The keys of a track, prepared for repeated use. The caller owns it; it points into the track and is valid until
 * the track, its lanes or its global sequence are edited. */
typedef struct {
  const MwArray *times;
  MwKeyValues values;
  uint32_t n;             /* keys that have a time and a value */
  uint32_t interpolation; /* an MwInterpolation; any other stored number is linear */
  gboolean sorted;        /* the times never decrease */
  gboolean m2;            /* the first and last key hold: there is no interpolation over the end of a loop */
  gboolean ranged;        /* M2 before 264: besides the keys in the window, the nearest one on either side counts */
  gboolean global;        /* it follows a global sequence */
  gboolean of_sequence;   /* for another sequence the track has other keys */
  uint32_t loop;          /* its duration in ms; 0 if the reference leads nowhere */
} MwTrackKeys;

/* Prepares the keys of a track or lane, or of an event track (times without values). For an M2 track with lanes they
 * are those of the lane for `sequence`, or of its only or first lane if that is always played; there may be none. */
void mw_track_keys_open (MwTrackKeys *keys, const MwModel *model, const MwRecord *track, MwId sequence);

/* The interval whose keys are visible, both ends included, in ms, and the moment in it. */
typedef struct {
  gint64 start, end, time;
  gboolean looping; /* the end is followed by the start */
} MwKeyWindow;

/* The window for a clock that is not at rest. */
MwKeyWindow mw_track_keys_window (const MwTrackKeys *keys, const MwClock *clock);

/* The two keys around a moment, and the position between them, from 0 at the first to 1 at the second. If a = b,
 * that key holds. */
typedef struct {
  uint32_t a, b;
  double t;
  gboolean before, after; /* whether there is a key before and after the moment, including over the end of a loop */
} MwKeySpan;

/* Finds the span of a moment. FALSE if no key is visible.
 *
 * If several keys have the same time, the last one in the file counts. If the times are not in order, all keys are
 * searched: the span is from the visible key with the greatest time up to the moment to the one with the smallest time
 * after it. */
gboolean mw_track_keys_span (const MwTrackKeys *keys, const MwKeyWindow *w, MwKeySpan *span);

/* Whether the value, of n floats, may differ between moments of the window. */
gboolean mw_track_keys_vary (const MwTrackKeys *keys, const MwKeyWindow *window, guint n);

/* The last visible key at or before the moment, without looking over the end of a loop; -1 if there is none. */
int mw_track_keys_before (const MwTrackKeys *keys, const MwKeyWindow *window);

/* The value at a span: n floats (1 to 4), or a quaternion, which M2 interpolates linearly. */
void mw_track_keys_floats (const MwTrackKeys *keys, const MwKeySpan *span, guint n, float *out);
void mw_track_keys_quat (const MwTrackKeys *keys, const MwKeySpan *span, float out[4]);

/* --- Runs ----------------------------------------------------------------------------------------------------------- */

/* What a simulation prepares once for many steps. While MwClock.run points to it, nothing may be edited, and all
 * moments must be of the same sequence of the same model. Whoever runs the simulation owns it; initialise it with
 * mw_keys_run_init(), nothing needs to be freed. */
#define MW_KEYS_RUN_SLOTS 64
struct _MwKeysRun {
  const MwRecord *tracks[MW_KEYS_RUN_SLOTS]; /* the track whose keys a slot has, or NULL */
  MwTrackKeys keys[MW_KEYS_RUN_SLOTS];
  gconstpointer skeleton; /* caches is_still() in skeleton.c for the last node asked for; NULL: nothing is cached */
  int place;
  gboolean still;
};
void mw_keys_run_init (MwKeysRun *run);

/* The prepared keys of a track for a clock: those of the clock's run, or else `*here`, which is filled in. */
const MwTrackKeys *mw_track_keys_at (const MwModel *model, const MwRecord *track, const MwClock *clock,
                                     MwTrackKeys *here);
