/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

/* A slow operation runs on a copy of the document in a worker thread, while the document itself stays as it is and can be shown.
 * What it did is then made in the document at once. */

/* A copy with the same records (by id), files and selection, and an empty history. It may be used by one other thread. */
MwDocument *mw_document_copy (MwDocument *self);
/* Does in the document what the open transaction of the copy has done, as a transaction with the same label, or inside the one
 * that is open. The document must be as it was when the copy was made; otherwise this is refused, and nothing has changed. */
gboolean mw_document_adopt (MwDocument *self, MwDocument *copy, GError **error);
