/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/document-page.h"

/* How a page shows its model: selection, camera, sequence and time, what is open and scrolled to, tabs and panels. A file that
 * is read again gets a new page, and its user should not have to find his place again. */
typedef struct _MwPageView MwPageView;

/* Elements are remembered by the model of the page, which is kept until mw_page_view_free(). */
MwPageView *mw_page_view_take (MwDocumentPage *page);
/* `page` shows another reading of the same file, and is in its window already. What is not there any more is left out. */
void mw_page_view_restore (const MwPageView *view, MwDocumentPage *page);
void mw_page_view_free (MwPageView *view);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwPageView, mw_page_view_free)

/* The element of another reading of a model that is most likely the same as `record`: the one of its kind with its name
 * in what corresponds to its owner, else the one at its place. NULL: there is none. */
MwRecord *mw_record_counterpart (const MwRecord *record, const MwModel *other);
