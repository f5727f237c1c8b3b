/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* Keys of tracks and of lanes (records with "keys.time"), each edit as one named step over all tracks given. */

/* How many keys a track has, and the time of one of them; 0 where there is none. */
guint mw_ui_n_keys (const MwRecord *track);
gint32 mw_ui_key_time (const MwRecord *track, guint index);
/* A time for one more key behind this one (G_MAXUINT: the last): as far behind it as that is behind the one before. */
gint32 mw_ui_next_key_time (const MwRecord *track, guint last);
/* Puts a key at `time` into every track that has none there. It has the value that the track has at that time and
 * lies on its curve, so nothing moves (see mw_key_add). */
gboolean mw_ui_add_key (MwDocument *document, const MwId *tracks, guint n, gint32 time, GError **error);
/* Takes the index-th key out of the first track, and the keys at its time out of the others. A track without keys left goes
 * altogether, and a lane too, the last one with its track. */
gboolean mw_ui_remove_key (MwDocument *document, const MwId *tracks, guint n, guint index, GError **error);
