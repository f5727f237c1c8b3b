/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/document/document-page.h"

/* The view state of a page: selection, camera, sequence and time, open rows, scroll positions, tabs and panels. When a
 * file is read again it gets a new page, and this carries the view over. */
typedef struct _MwPageView MwPageView;

/* Records the view of a page. It keeps the page's document alive, which it needs to find elements again. Free with
 * mw_page_view_free(). */
MwPageView *mw_page_view_take (MwDocumentPage *page);
/* Applies the view to a page that shows a later reading of the same file and is already in its window. Elements that no
 * longer exist are left out. */
void mw_page_view_restore (const MwPageView *view, MwDocumentPage *page);
void mw_page_view_free (MwPageView *view);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwPageView, mw_page_view_free)
