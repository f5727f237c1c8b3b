/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gio/gio.h>

/* Where two byte strings differ, although bytes were inserted or removed before that place. */

/* `size` bytes at `offset` of the new bytes replace `removed` bytes of the old ones. One of the two counts may be 0. */
typedef struct {
  gsize offset, size, removed;
} MwBytesChange;

/* All differences, sorted by offset: an array of MwBytesChange. What is between two of them is equal in both. Takes
 * about linear time, and memory for at most a million marks. The result is exact but not always the shortest. If
 * `cancellable` (may be NULL) is cancelled the result is NULL. Free with g_array_unref(). */
GArray *mw_bytes_changes (GBytes *before, GBytes *after, GCancellable *cancellable);
