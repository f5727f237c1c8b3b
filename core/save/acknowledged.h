/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/save/save.h"

/* What a user has acknowledged by opening or saving a document, so that the next save asks only about what is new. It holds
 *
 *   - the losses of the last save: values that the format cannot hold;
 *   - the findings of opening or of the last save: what clients do not load or show wrongly;
 *   - what the reader did not keep of the text that was opened. The save that drops it from the file asks about it once. */
typedef struct _MwAcknowledged MwAcknowledged;

/* `reading` is the report of reading the files (taken over; NULL: nothing was dropped), `findings` is what was wrong with the model
 * then (mw_findings_known(); taken over; NULL: nothing). Free with mw_acknowledged_free(). */
MwAcknowledged *mw_acknowledged_new (MwReport *reading, GHashTable *findings);
void mw_acknowledged_free (MwAcknowledged *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwAcknowledged, mw_acknowledged_free)

/* What the reader did not keep of the text; NULL: nothing, or the document was saved since. */
const MwReport *mw_acknowledged_get_reading (const MwAcknowledged *self);
/* Whether a save loses something that the save before it did not lose. */
gboolean mw_acknowledged_has_new_losses (const MwAcknowledged *self, const MwSave *save);
/* Those of save->findings that are new since the document was opened or last saved. The elements belong to `save`.
 * Free with g_ptr_array_unref(). */
GPtrArray *mw_acknowledged_new_findings (const MwAcknowledged *self, const MwSave *save);

/* The document was saved: replaces what was acknowledged by the losses and findings of this save. */
void mw_acknowledged_update (MwAcknowledged *self, const MwSave *save);
