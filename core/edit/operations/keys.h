/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/operations.h"

/* Keys of tracks, and of lanes of M2 tracks: records with "keys.time". Inside an open transaction; FALSE and an error where it
 * is refused (the caller then cancels). */

/* Puts a key there, in the order of times, with the value that the track has at that time. Tangents come from the curve: with the
 * neighbours' it goes where it went before. On a track with a global sequence a time beyond the end counts from the start again.
 * A track that has a key at this very time stays as it is. */
gboolean mw_key_add (MwDocument *document, MwId track, gint32 time, GError **error);
/* Takes the index-th key out; with the last one the track goes altogether (a lane with its track when it has no other). */
gboolean mw_key_remove (MwDocument *document, MwId track, guint index, GError **error);
/* Takes the track (or the track of a lane) out with all its keys. Refused where it has keys in a file that is not at hand. */
gboolean mw_keys_remove_all (MwDocument *document, MwId track, GError **error);
/* The first key at this very time, or -1. */
gint mw_key_find (const MwRecord *track, gint32 time);
