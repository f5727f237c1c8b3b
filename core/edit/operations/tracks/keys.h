/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/operations.h"

/* Operations on keys of tracks, and of lanes of M2 tracks: records with a field "keys.time". Call them inside an
 * open transaction. On FALSE and an error the caller cancels it. */

/* Adds a key at `time` (in the unit of the track's times), in order, with the value that the track has at that time.
 * Tangents are computed from the curve so that, together with its neighbours' tangents, it keeps its shape. On a
 * track with a global sequence a time beyond the end wraps around. Does nothing if the track has a key at that time. */
gboolean mw_key_add (MwDocument *document, MwId track, gint32 time, GError **error);
/* Removes the key at `index`. Removing the last key removes the whole track (for a lane: the lane, and its track if
 * that has no other lane). */
gboolean mw_key_remove (MwDocument *document, MwId track, guint index, GError **error);
/* Removes the track (for a lane: the track of that lane) with all its keys. Refused if some keys are in a file that
 * was not loaded. The track of an event object stays, without times. */
gboolean mw_keys_remove_all (MwDocument *document, MwId track, GError **error);
/* What a slot without a track shows: the static value if it has the type of the keys, else the neutral value. `value` gets one
 * element of the values of its tracks, of at most MW_KEY_MOST_BYTES. */
enum { MW_KEY_MOST_BYTES = 16 };
void mw_slot_value (const MwModel *model, const MwRecord *owner, const MwField *slot, const MwField *values,
                    gpointer value);
/* The time at which mw_key_add() puts a key that is asked for at `time`. */
gint32 mw_key_time (MwDocument *document, MwId track, gint32 time);
/* Sets the static value that the track animates, if there is one, to the value that the track shows where none of its
 * keys counts. So sequences without keys look the same once the track is removed. Does nothing for events and lanes. */
gboolean mw_track_keep_neutral (MwDocument *document, MwId track, GError **error);
/* The index of the first key at exactly this time; -1 if there is none. */
gint mw_key_find (const MwRecord *track, gint32 time);
