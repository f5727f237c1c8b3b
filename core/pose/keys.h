/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/array.h"

/* Finding keys by time, and values between them, for tracks of all families. */

/* The interval whose keys are visible, both ends included, and the moment in it. */
typedef struct {
  gint64 start, end, time;
} MwKeyWindow;

/* What is known of the visible keys: the first and last in time, and those around the moment, as indices. */
typedef struct {
  uint32_t n; /* visible keys */
  uint32_t first, last, before, after;
  gboolean has_before, has_after;
} MwKeysAround;

/* Between these two nothing is edited, so that what was found out about keys holds until the end: whether long ones are in order is
 * asked once, and not in each step of a simulation. They do not nest; a run is one thread's. */
void mw_keys_begin_run (void);
void mw_keys_end_run (void);
/* The number of the run, for those who remember more for as long; 0: there is none. */
guint64 mw_keys_run (void);

/* Times that are not in order are looked through one by one: what counts is the visible key with the greatest time not behind
 * the moment and the one with the smallest time behind it. Of keys at one time the later one counts. */
void mw_keys_look (const int32_t *times, uint32_t n, const MwKeyWindow *w, MwKeysAround *out);

/* The two keys that a value lies between, and how far behind the first. a = b: that key's value. */
typedef struct {
  uint32_t a, b;
  float t;
} MwKeySpan;

/* Between two keys of these times. */
MwKeySpan mw_keys_between (const int32_t *times, uint32_t a, uint32_t b, gint64 time);

/* Values of n floats each, and tangents; keys may lack these. */
typedef struct {
  const MwArray *values, *in_tans, *out_tans;
} MwKeyValues;

/* The value there, n = 1 to 4 floats. Both keys must have one. */
void mw_keys_floats (const MwKeyValues *keys, const MwKeySpan *span, uint32_t interpolation, guint n, float *out);
/* The same for quaternions; M2 (`straight`) knows no tangents and goes the straight way. */
void mw_keys_quat (const MwKeyValues *keys, const MwKeySpan *span, uint32_t interpolation, gboolean straight,
                   float out[4]);
