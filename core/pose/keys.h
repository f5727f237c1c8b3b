/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/array.h"

/* Finds the keys around a moment, and interpolates between them, for tracks of all families. */

/* The interval whose keys are visible, both ends included, and a moment in it; in ms. */
typedef struct {
  gint64 start, end, time;
} MwKeyWindow;

/* The visible keys, as indices: the first and the last in time, and those before and after the moment. */
typedef struct {
  uint32_t n; /* visible keys */
  uint32_t first, last, before, after;
  gboolean has_before, has_after;
} MwKeysAround;

/* Between these two calls the caller edits no keys, so facts about them can be cached: whether a long array of times
 * is sorted is then checked once, and not in each step of a simulation. Calls do not nest; a run belongs to its
 * thread. */
void mw_keys_begin_run (void);
void mw_keys_end_run (void);
/* The number of this thread's run, for other caches with the same lifetime; 0: there is none. */
guint64 mw_keys_run (void);

/* Finds the keys around a moment. Unsorted times are searched one by one, with the same result as if they were
 * sorted: the visible key with the greatest time not after the moment, and the one with the smallest time after it.
 * Of keys at the same time the later one in the array counts. */
void mw_keys_look (const int32_t *times, uint32_t n, const MwKeyWindow *w, MwKeysAround *out);

/* The two keys that a value is between, and the fraction of the way from the first to the second. a = b: the value
 * of that key. */
typedef struct {
  uint32_t a, b;
  float t;
} MwKeySpan;

/* Returns the span between keys a and b at a time. */
MwKeySpan mw_keys_between (const int32_t *times, uint32_t a, uint32_t b, gint64 time);

/* The values of keys, n floats each, and their tangents, which may be missing. */
typedef struct {
  const MwArray *values, *in_tans, *out_tans;
} MwKeyValues;

/* The value in a span, n = 1 to 4 floats. Both keys must have values. */
void mw_keys_floats (const MwKeyValues *keys, const MwKeySpan *span, uint32_t interpolation, guint n, float *out);
/* The same for quaternions. `straight` is for M2, which has no tangents: linear, then normalised. */
void mw_keys_quat (const MwKeyValues *keys, const MwKeySpan *span, uint32_t interpolation, gboolean straight,
                   float out[4]);
