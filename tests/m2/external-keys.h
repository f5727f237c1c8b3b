/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* The keys that stand in .anim files of an M2 set (264 and later), looked up in the bytes of the files alone: it knows the
 * format from docs/formats/m2.md and shares no code with the reader or the writer. */

typedef enum { M2_KEYS_BONE, M2_KEYS_COLOR, M2_KEYS_WEIGHT, M2_KEYS_TRANSFORM, M2_N_KEYS } M2KeysOf;

typedef struct {
  M2KeysOf of;
  guint record, track, sequence; /* places: in its list, in the record, in the sequences */
  guint animation, variation;
  guint64 sum; /* of count and bytes of times and values */
} M2ExternalKeys;

/* The bytes of a sequence's file, borrowed; NULL: it is looked at no further. */
typedef GBytes *(*M2AnimFunc) (guint animation, guint variation, gpointer data);

/* Keys of every track of these records in every sequence with a file of its own. Fails where they do not lie in it. Free with
 * g_array_unref(). */
GArray *m2_external_keys (GBytes *model, M2AnimFunc anim, gpointer data);
