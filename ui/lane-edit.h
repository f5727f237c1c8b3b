/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/pose/clock.h"

/* Tracks of M2 from 264 on, whose keys stand in lanes: one for each sequence, or one for all. */

/* Whether tracks of this schema keep their keys in lanes in this document. */
gboolean mw_ui_has_lanes (MwDocument *document, const MwSchema *track);
/* The lane of a track that a sequence plays: its own, or the one for all; NULL: it has none. */
MwRecord *mw_ui_lane_of (const MwRecord *track, MwId sequence);
/* Whether the track has one lane for all sequences, or would get one. */
gboolean mw_ui_is_for_all (const MwRecord *track);
/* The keys that a sequence plays of a track, on either kind of time line: how many there are; 0 is all sequences. */
guint mw_ui_count_keys (MwDocument *document, const MwRecord *track, MwId sequence);
/* The sequence that a lane is made for when none is named: the first that has keys of its own and is at hand; 0: there is none. */
MwId mw_ui_first_sequence (MwDocument *document);
/* Puts a first key at `time` into the lane of each track for a sequence (0: the first one that can have one), as one named step;
 * where there is no lane yet it is made, and the key leaves the element as it is at rest. Tracks that have keys there already are
 * left as they are. */
gboolean mw_ui_add_lane_key (MwDocument *document, const MwId *tracks, guint n, MwId sequence, gint32 time,
                             GError **error);
/* The same inside a transaction that is open already, for one track. */
gboolean mw_ui_put_lane_key (MwDocument *document, MwId track, MwId sequence, gint32 time, GError **error);
