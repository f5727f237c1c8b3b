/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/save/save.h"

/* What the user of a document already knows, so that a save asks only about what is new: what was not kept of the text that was
 * opened, what the format cannot hold, and what clients do not load. */
typedef struct _MwTold MwTold;

/* `reading` (taken over; NULL: nothing) is the report of reading the files, `findings` (taken over; NULL: none) what was wrong with
 * the model then (mw_findings_known()). Free with mw_told_free(). */
MwTold *mw_told_new (MwReport *reading, GHashTable *findings);
void mw_told_free (MwTold *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwTold, mw_told_free)

/* What was not kept of the text; NULL: nothing, or the document was saved since. */
const MwReport *mw_told_get_reading (const MwTold *self);
/* Whether a save loses something of which nobody was told. */
gboolean mw_told_has_new_losses (const MwTold *self, const MwSave *save);
/* The grave findings of the model that is saved which were not there when it was opened or last saved (of save->findings).
 * Free with g_ptr_array_unref(). */
GPtrArray *mw_told_new_findings (const MwTold *self, const MwSave *save);

/* The document was saved, and its user knows what that lost. */
void mw_told_saved (MwTold *self, const MwSave *save);
