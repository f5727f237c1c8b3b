/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/record-form-private.h"
#include "core/edit/key-sheet.h"

/* The sheet that the rows draw their curves from. */

/* A sheet lists what is selected. The records of this form may be others: they refer to what is selected, or were selected
 * before. */
static gboolean
needs_all (MwRecordForm *self)
{
  guint n;
  const MwId *ids = mw_document_get_selection (self->document, &n);
  for (guint i = 0; i < n; i++)
    if (self->ids->len && ids[i] == mw_record_form_ids (self)[0])
      return FALSE;
  return TRUE;
}

MwKeySheet *
mw_record_form_sheet (gpointer form)
{
  MwRecordForm *self = form;
  gboolean all = needs_all (self);
  self->sheet_stale |= all != self->sheet_all;
  if (!self->sheet) {
    self->sheet = mw_key_sheet_new (self->document);
    self->sheet_stale = TRUE;
  }
  if (self->sheet_stale) {
    mw_key_sheet_set_all (self->sheet, all);
    mw_key_sheet_set_sequence (self->sheet, self->clock.rest ? 0 : self->clock.sequence);
    mw_key_sheet_reload (self->sheet);
  }
  self->sheet_all = all;
  self->sheet_stale = FALSE;
  return self->sheet;
}
