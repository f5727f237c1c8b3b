/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* What operations on sequences and tracks share: which keys belong to a sequence, and how the keys of a track are put in a
 * new order or at new times. It works for all three forms in which models have keys: tracks on the model's one time line
 * (MDLX, and M2 before 264), event tracks, and lanes (M2 from 264 on). A *holder* is a record with keys: a track, an event
 * track or a lane. */

/* One of the new keys of a holder: which of the old keys it is, and its new time in ms. */
typedef struct {
  guint32 from;
  gint32 time;
} MwKeyPlace;

/* The keys that a sequence plays: those of the time line in [start, end], both inclusive, or with `lanes` those of the lanes
 * for the sequence, whose times run from 0 to `end`. */
typedef struct {
  MwId sequence;
  gboolean lanes;
  gint64 start, end;
} MwKeyRange;

/* The track that states how the keys of a holder are played: for a lane, the track above it; else the holder itself. */
const MwRecord *mw_holder_track (const MwRecord *holder);
/* The times of a holder (int32, ms). NULL for a record that holds no keys at times, or that has them in lanes below it. */
const MwArray *mw_holder_times (MwDocument *document, const MwRecord *record);
/* Whether a holder has values: all but events. */
gboolean mw_holder_has_values (MwDocument *document, MwId holder);
/* Whether values of a holder hold until the next key, instead of changing between keys. Also TRUE for events. */
gboolean mw_holder_is_stepped (const MwRecord *holder);

/* The keys that a sequence plays. Refused for an alias, which plays those of another sequence, and for a sequence whose keys
 * are in a file that was not found. */
gboolean mw_key_range_of (MwDocument *document, MwId sequence, MwKeyRange *range, GError **error);
/* The sequence of a lane; 0 for other holders, and for a lane that is played in all sequences. */
MwId mw_holder_sequence (const MwRecord *holder);
/* The times that a key of a holder may have, both inclusive, in ms: those of its sequence for a lane, else all that can be
 * stored. */
void mw_holder_limits (MwDocument *document, const MwRecord *holder, gint64 *first, gint64 *last);
/* For operations on sequences. Whether all n records are sequences with keys of their own; the error says which one is not. */
gboolean mw_key_ranges_apply (MwDocument *document, const MwId *ids, guint n, GError **error);
/* The ids (MwId) of all holders that have a key in the range, without those that follow a global sequence, in file order.
 * Free with g_array_unref(). */
GArray *mw_key_range_holders (MwDocument *document, const MwKeyRange *range);
/* Whether a time is in the range. */
static inline gboolean
mw_key_range_has (const MwKeyRange *range, gint32 time)
{
  return range->lanes || (time >= range->start && time <= range->end);
}

/* Sets the length of a sequence with keys in lanes, and that of its aliases. */
gboolean mw_lanes_set_length (MwDocument *document, MwId sequence, gint64 length, GError **error);

/* Refuses a track of which some keys are in files that were not found. TRUE for all other records. */
gboolean mw_track_is_loaded (MwDocument *document, const MwRecord *record, GError **error);
/* Whether a track stays without times: that of an event object belongs to it, because games and other programs always read it
 * (mdlx.md 5.18). */
gboolean mw_track_stays (const MwRecord *track);
/* Refuses holders with more times than values, which some files have, because it is unknown which belong together. */
gboolean mw_holder_is_complete (const MwRecord *holder, GError **error);
/* Removes a holder. The last lane is removed with its track, unless the track has keys in files that are not loaded. The track of an
 * event object stays, without times. */
gboolean mw_holder_remove (MwDocument *document, MwId holder, GError **error);

/* Gives a holder the keys that the n places name, in that order; keys that no place names are dropped. Values and
 * tangents move with their keys. If there are no places, the holder is removed (mw_holder_remove()). */
gboolean mw_holder_rearrange (MwDocument *document, MwId holder, const MwKeyPlace *places, guint n, GError **error);
/* Exchanges the in-tangent and the out-tangent of the keys [first, first + n), as keys need that are played backwards; the
 * slopes of Hermite curves change their sign. Does nothing where there are no tangents. */
gboolean mw_holder_swap_tangents (MwDocument *document, MwId holder, guint first, guint n, GError **error);

/* For operations on keys. Whether all n records are tracks, event tracks or lanes; the error says which one is not. */
gboolean mw_holders_apply (MwDocument *document, const MwId *ids, guint n, GError **error);
/* The ids (MwId) of the holders that these n tracks and lanes stand for: they themselves, or all lanes of a track that has
 * its keys in lanes. Each is listed once. Free with g_array_unref(). */
GArray *mw_holders_of (MwDocument *document, const MwId *ids, guint n);
/* The same for all holders of the tracks of which one is among the n records. */
GArray *mw_holders_of_tracks (MwDocument *document, const MwId *ids, guint n);
