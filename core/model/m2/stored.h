/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/m2.h"
#include "core/schema/notes.h"
#include "core/schema/wire-m2.h"

/* What notes say about how a file stores what the model has, where it is not how a writer would store it. */

/* Whether the note is about the end of a text (MW_NOTE_TEXT_TAIL) of the record, which was not edited since. */
gboolean mw_m2_is_text_end (const MwRecord *record, const MwNote *note);
/* Whether a text with such a note is one without any byte, which from 272 on may be given by an id in another chunk of the file. */
gboolean mw_m2_may_be_given_by_id (const MwM2 *model, const MwNote *note);
/* How many sets of keys the file has for a track that has one for each sequence. FALSE: as many as follow from the model, or the track is not
 * such a one. */
gboolean mw_m2_stored_sets (const MwM2Track *track, MwWireEntriesHead *head);
