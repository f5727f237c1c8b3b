/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/pose/clock.h"

/* Edits tracks of M2 from 264 on, whose keys are in lanes: one lane for each sequence, or one for all. */

/* Whether tracks of this schema have lanes in this document. */
gboolean mw_ui_has_lanes (MwDocument *document, const MwSchema *track);
/* The lane of a track that a sequence plays: its own, or the one for all. NULL if it has none. */
MwRecord *mw_ui_lane_of (const MwRecord *track, MwId sequence);
/* Whether the track has a single lane for all sequences, or would get one. */
gboolean mw_ui_is_for_all (const MwRecord *track);
/* The number of keys of a track that a sequence plays (0: all sequences), for tracks with and without lanes. */
guint mw_ui_count_keys (MwDocument *document, const MwRecord *track, MwId sequence);
/* The sequence whose lane is created if none is specified: the first one that has its own keys and whose file is
 * loaded. 0 if there is none. */
MwId mw_ui_first_sequence (MwDocument *document);
/* Adds a first key at `time` to the lane of each track for a sequence (0: mw_ui_first_sequence()), as one named undo
 * step. A missing lane is created; the key has the value at rest, so the element does not change. Tracks that
 * already have keys in that lane are unchanged. */
gboolean mw_ui_add_lane_key (MwDocument *document, const MwId *tracks, guint n, MwId sequence, gint32 time,
                             GError **error);
/* The same for one track, inside a transaction that has already begun. */
gboolean mw_ui_put_lane_key (MwDocument *document, MwId track, MwId sequence, gint32 time, GError **error);
