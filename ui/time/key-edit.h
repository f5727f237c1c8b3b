/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* Edits keys of tracks and of lanes (records with "keys.time"). Each edit is one named undo step for all tracks. */

/* The number of keys of a track, and the time of one of them in ms, or 0 if there is no such key. */
guint mw_ui_n_keys (const MwRecord *track);
gint32 mw_ui_key_time (const MwRecord *track, guint index);
/* A time for another key after this one (G_MAXUINT: the last one): at the same distance as between this key and the
 * one before it. */
gint32 mw_ui_next_key_time (const MwRecord *track, guint last);
/* Adds a key at `time` to every track that has none there. It gets the value that the track has at that time and
 * keeps the curve, so the animation does not change (see mw_key_add). */
gboolean mw_ui_add_key (MwDocument *document, const MwId *tracks, guint n, gint32 time, GError **error);
/* Removes key `index` of the first track, and the keys at the same time of the others. A track or lane whose last
 * key is removed is removed, too; so is a track whose last lane is removed. */
gboolean mw_ui_remove_key (MwDocument *document, const MwId *tracks, guint n, guint index, GError **error);
