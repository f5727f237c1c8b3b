/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* Values that a field can be set back to: that of the last save, and its default. Both are given as a detached record of
 * the same kind, which has them in its fields. */

/* A copy of a record with the values of its own fields (not those of records below it) when the document was last saved
 * or loaded. They are found in the history. NULL: no step since then has changed the record, it was added since then, or the
 * history does not reach the saved state. Free with mw_record_free(). */
MwRecord *mw_document_get_saved (MwDocument *self, MwId id);
/* Whether the keys of a value have changed since then: `slot` is a field of the record that has a track. So does a track that was added or
 * removed, and a lane of it. FALSE: also if the record was added since then, or the history does not reach the saved state. */
gboolean mw_document_is_track_changed (MwDocument *self, MwId id, const MwField *slot);
/* A new record of this kind, as it is added to the document's model. Free with mw_record_free(). */
MwRecord *mw_document_get_default (MwDocument *self, const MwSchema *schema);
/* Whether the field can be set back: a number, reference or text, or an array whose length depends on no other one. */
gboolean mw_field_has_earlier (const MwField *field);
/* Whether such a field has the same value in both records. */
gboolean mw_field_is_same (const MwField *field, const MwRecord *a, const MwRecord *b);
/* Inside an open transaction: sets such a field of a record to the value that it has in `from`. */
gboolean mw_document_set_back (MwDocument *self, MwId id, const MwField *field, const MwRecord *from, GError **error);
