/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/schema/diff.h"

#include <gio/gio.h>

/* What has changed in a document since it was saved or opened, value by value, and taking some of it back.
 *
 *   review = mw_review_new (document, &error);           in the document's thread
 *   mw_review_compute (review, cancellable, &error)      any thread
 *   ... show mw_review_get_entries()
 *   mw_review_revert (review, document, which, n, &error)
 *
 * The saved model is made from the history, so its records have the same ids as those of the document. Where the
 * history does not reach back to it, the saved files are read again, and their records get the ids of those that
 * correspond to them. */
typedef struct _MwReview MwReview;

/* MW_ERROR_REFUSED: an edit is open, or there is neither a saved state in the history nor a file. */
MwReview *mw_review_new (MwDocument *document, GError **error);
void mw_review_free (MwReview *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwReview, mw_review_free)

gboolean mw_review_compute (MwReview *self, GCancellable *cancellable, GError **error);

/* After mw_review_compute(): the changes (MwDiffEntry; `a` is in the saved model, `b` in a copy of the present one). Those of
 * an element, its tracks included, follow one another. Owned by the review. */
const GArray *mw_review_get_entries (const MwReview *self);
/* The element that an entry belongs to: its record, or if that is a track or one of its lanes, the element that has the
 * track. In the present model; if it does not exist there, in the saved one. */
MwRecord *mw_review_get_element (const MwReview *self, guint entry);
const MwModel *mw_review_get_saved (const MwReview *self);
const MwModel *mw_review_get_present (const MwReview *self);

/* Gives what n entries (by index) name the saved values, places and records again, in the transaction that is open in the
 * document, which may also be a copy of it (core/edit/adopt.h). The order of the indices does not matter. What one of them needs
 * and another brings back is there in time: a bone comes back before its children.
 *
 * Any thread, if the document is one of that thread. MW_ERROR_REFUSED or MW_ERROR_VALUE, with a message for the user: one of them cannot be taken back alone, because something that
 * was not chosen is in the way. Cancel the transaction then, because part of the entries may be done. */
gboolean mw_review_revert (const MwReview *self, MwDocument *document, const guint *entries, guint n,
                           GCancellable *cancellable, GError **error);
