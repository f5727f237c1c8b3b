/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Finds the keys in the .anim files of an M2 set (264 and later) from the bytes of the files alone. It knows the format from
 * docs/formats/m2.md and shares no code with the reader or the writer. */

typedef enum { M2_KEYS_BONE, M2_KEYS_COLOR, M2_KEYS_WEIGHT, M2_KEYS_TRANSFORM, M2_N_KEYS } M2KeysOf;

typedef struct {
  M2KeysOf of;
  guint record, track, sequence; /* places: in its list, in the record, in the sequences */
  guint animation, variation;
  guint64 sum; /* of count and bytes of times and values */
} M2ExternalKeys;

/* Returns the bytes of a sequence's .anim file, which stay the caller's; NULL: skip the sequence. */
typedef GBytes *(*M2AnimFunc) (guint animation, guint variation, gpointer data);

/* The keys of every track in every sequence that has its own file. Fails if keys are not within their file. Free with
 * g_array_unref(). */
GArray *m2_external_keys (GBytes *model, M2AnimFunc anim, gpointer data);
