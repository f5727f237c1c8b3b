/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/page-undo.h"

/* Whether drags that have set no keys are shown. They came after the steps that could be done again, which are then out of reach as after any
 * other change. */
static gboolean
shows_drags (MwViewport *viewport)
{
  g_autofree char *label = mw_viewport_undo_label (viewport, FALSE);
  return label != NULL;
}

gboolean
mw_page_can_undo (MwDocumentPage *page, gboolean redo)
{
  MwDocument *document = mw_document_page_get_document (page);
  MwViewport *viewport = mw_document_page_get_viewport (page);
  g_autofree char *drag = mw_viewport_undo_label (viewport, redo);
  if (drag || (redo && shows_drags (viewport)))
    return drag != NULL;
  return redo ? mw_document_can_redo (document) : mw_document_can_undo (document);
}

char *
mw_page_undo_label (MwDocumentPage *page, gboolean redo)
{
  MwDocument *document = mw_document_page_get_document (page);
  MwViewport *viewport = mw_document_page_get_viewport (page);
  char *drag = mw_viewport_undo_label (viewport, redo);
  if (drag || (redo && shows_drags (viewport)))
    return drag;
  return g_strdup (redo ? mw_document_get_redo_label (document) : mw_document_get_undo_label (document));
}

void
mw_page_undo (MwDocumentPage *page, gboolean redo)
{
  MwDocument *document = mw_document_page_get_document (page);
  MwViewport *viewport = mw_document_page_get_viewport (page);
  if (mw_viewport_undo (viewport, redo) || (redo && shows_drags (viewport)))
    return;
  if (redo)
    mw_document_redo (document);
  else
    mw_document_undo (document);
}
