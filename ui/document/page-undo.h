/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/document/document-page.h"

/* Undo and redo of a page: first of the drags of a pose that have set no keys yet, which are no steps of the document, then of its steps. */

gboolean mw_page_can_undo (MwDocumentPage *page, gboolean redo);
/* What the next undo or redo is about; NULL: there is nothing to undo or redo. Free with g_free(). */
char *mw_page_undo_label (MwDocumentPage *page, gboolean redo);
void mw_page_undo (MwDocumentPage *page, gboolean redo);
