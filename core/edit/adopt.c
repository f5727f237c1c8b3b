/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/adopt.h"
#include "core/edit/document-private.h"

MwDocument *
mw_document_copy (MwDocument *self)
{
  MwDocument *copy = mw_document_new (mw_document_snapshot (self, NULL), self->format);
  if (self->files)
    mw_document_set_files (copy, mw_file_set_share (self->files));
  mw_document_set_selection (copy, self->selection);
  return copy;
}

gboolean
mw_document_adopt (MwDocument *self, MwDocument *copy, GError **error)
{
  g_return_val_if_fail (copy->open, FALSE);
  const MwStep *step = copy->open;
  mw_document_begin (self, step->label);
  for (guint i = 0; i < copy->pending_notices->len; i++)
    mw_document_notice (self, g_strdup (copy->pending_notices->pdata[i]));
  if (!mw_document_replay (self, step, error)) {
    mw_document_cancel (self);
    return FALSE;
  }
  mw_document_set_selection (self, copy->selection);
  mw_document_commit (self);
  return TRUE;
}
