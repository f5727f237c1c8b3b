/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/tracks/timed-keys.h"

/* Shared by the operations that change the sequences of a model with one time line (MDLX, and M2 before 264). Call them
 * inside an open transaction. On FALSE and an error the caller cancels it. */

/* Whether all n records are sequences whose intervals are on the one time line. The error says which one is not. */
gboolean mw_time_line_has (MwDocument *document, const MwId *ids, guint n, GError **error);
/* The latest time on the time line: that of the last key or of the last end of a sequence, in ms; at least 0. */
gint64 mw_time_line_end (MwDocument *document);
/* The intervals (MwKeyRange) of these n sequences. Free with g_array_unref(). */
GArray *mw_time_line_ranges (MwDocument *document, const MwId *ids, guint n);
/* The same for all sequences of the model except these. Sequences that end before they start have no interval. */
GArray *mw_time_line_others (MwDocument *document, const MwId *ids, guint n);
/* The start of a new interval of `length` ms, `gap` ms after everything on the time line. Refused with the path of
 * `sequence` (NULL: without one) if it would end later than the last time that can be stored. */
gboolean mw_time_line_room (MwDocument *document, const MwRecord *sequence, gint64 length, gint64 gap, gint64 *start,
                            GError **error);
/* Refuses a sequence whose interval overlaps that of another one, because keys added at its ends would belong to both
 * sequences. M2 is not refused, because such keys change neither sequence there. */
gboolean mw_time_line_is_alone (MwDocument *document, MwId sequence, GError **error);
/* Sets both ends of a sequence's interval. */
gboolean mw_time_line_set (MwDocument *document, MwId sequence, gint64 start, gint64 end, GError **error);
/* Removes the keys in the ranges `doomed` that none of the ranges `others` plays, from all tracks and event tracks. In
 * M2 a sequence also plays the key before its start and the one after its end. A track that loses all its keys is
 * removed; its static value becomes the value that sequences without keys showed. */
gboolean mw_time_line_drop (MwDocument *document, const GArray *doomed, const GArray *others, GError **error);
/* The same for one track or event track. */
gboolean mw_time_line_drop_from (MwDocument *document, MwId holder, const GArray *doomed, const GArray *others,
                                 GError **error);
/* Adds copies of the keys and events in `range`, `offset` ms later. All times from there on must be free. */
gboolean mw_time_line_copy (MwDocument *document, const MwKeyRange *range, gint64 offset, GError **error);
