/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/transfer/transfer-put.h"

/* New sequences of a model, and copies of parts of its sequences. Call these functions inside an open transaction. */

/* A new sequence of this length, which is not in the model yet; the caller sets `sequence` and `start`. It is to be made before the
 * sequence is inserted. */
MwNewSequence mw_new_sequence (MwDocument *document, gint64 length);

/* The sequence whose start says what is shown by default: Stand, or the first one whose name begins so; 0: there is none. */
MwId mw_sequence_stand (const MwModel *model);
/* Tracks that decide what is shown get a key at the start of a new sequence, with the value that they have at the start of Stand. On
 * the time line of M2 all tracks do, because they would play the last key of another sequence. Tracks whose ids are in `given` (may
 * be NULL) have keys already. Does nothing without Stand. */
gboolean mw_sequence_open (const MwNewSequence *at, MwId stand, GHashTable *given, GError **error);

/* A sequence from a time on, in ms after its start, to its end. */
typedef struct {
  MwId sequence;
  gint64 from;
} MwSequencePart;
/* Gives a sequence on the time line of M2 what all tracks and event tracks play in n parts of sequences. Each part begins a
 * millisecond after the end of the one before it. */
gboolean mw_sequence_put_parts (const MwNewSequence *at, const MwSequencePart *parts, guint n, GError **error);

/* Adds a copy of a sequence with keys of its own that are equal, on one time line in an interval `gap` ms after everything. Selects
 * it. Returns its id; 0 and an error on failure. */
MwId mw_sequence_copy (MwDocument *document, MwId sequence, gint64 gap, GError **error);
