/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>
#include <stdint.h>

/* Finding keys by time, for tracks of all families. */

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

/* Times that are not in order are looked through one by one: what counts is the visible key with the greatest time not behind
 * the moment and the one with the smallest time behind it. Of keys at one time the later one counts. */
void mw_keys_look (const int32_t *times, uint32_t n, const MwKeyWindow *w, MwKeysAround *out);
