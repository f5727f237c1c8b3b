/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/save/save.h"

/* What a user has acknowledged by opening or saving a document, so that the next save asks only about what is new:
 *
 *   - the losses of the last save: values that the format cannot express;
 *   - the findings on opening, or of the last save: what clients reject or show wrongly;
 *   - what the reader dropped from the text that was opened. The first save asks about this once. */
typedef struct _MwAcknowledged MwAcknowledged;

/* `reading` is the report of reading the files (takes ownership; NULL: nothing was dropped). `findings` are the
 * findings on opening (from mw_findings_known(); takes ownership; NULL: none). Free with mw_acknowledged_free(). */
MwAcknowledged *mw_acknowledged_new (MwReport *reading, GHashTable *findings);
void mw_acknowledged_free (MwAcknowledged *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwAcknowledged, mw_acknowledged_free)

/* What the reader dropped from the text; NULL if nothing, or if the document was saved since. */
const MwReport *mw_acknowledged_get_reading (const MwAcknowledged *self);
/* Whether a save loses something that the previous save did not lose. */
gboolean mw_acknowledged_has_new_losses (const MwAcknowledged *self, const MwSave *save);
/* The findings of save->findings that are new since the document was opened or last saved. The elements belong to
 * `save`. Free the array with g_ptr_array_unref(). */
GPtrArray *mw_acknowledged_new_findings (const MwAcknowledged *self, const MwSave *save);

/* After a save: replaces what was acknowledged by the losses and findings of this save. */
void mw_acknowledged_update (MwAcknowledged *self, const MwSave *save);
