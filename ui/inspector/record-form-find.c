/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/record-form-private.h"
#include "ui/inspector/array-editor.h"
#include "ui/inspector/fold.h"
#include "ui/inspector/lane-form.h"

/* Finding the value of a widget, and the row of a value. */

gboolean
mw_record_form_value_of (GtkWidget *widget, MwId *record, const MwField **field)
{
  const MwFormRow *row = NULL;
  for (; widget && !(row = mw_form_row_of (widget)); widget = gtk_widget_get_parent (widget))
    ;
  if (!row || row->form->ids->len != 1)
    return FALSE;
  *field = row->field;
  *record = row->field ? mw_record_form_ids (row->form)[0] : row->child;
  return *record != 0;
}

/* The child through which a record is below the form's record. NULL: it is not. */
static const MwRecord *
way_to (MwRecordForm *self, const MwRecord *record)
{
  while (record->owner && !mw_record_form_has (self, record->owner->id))
    record = record->owner;
  return record->owner ? record : NULL;
}

GtkWidget *
mw_record_form_find_row (MwRecordForm *self, const MwRecord *record, const MwField *field, guint element)
{
  const MwRecord *child = mw_record_form_has (self, record->id) ? NULL : way_to (self, record);
  const MwField *slot = child ? mw_record_slot (child) : NULL;
  if (child && self->lanes) {
    GtkWidget *row = mw_record_form_find_row (mw_lane_form_get_rows (MW_LANE_FORM (self->lanes)), record, field,
                                              element);
    return row ? row : self->lanes;
  }
  for (guint i = 0; i < self->rows->len; i++) {
    const MwFormRow *row = g_ptr_array_index (self->rows, i);
    if (slot && row->track == slot) {
      mw_fold_reveal (row->box);
      gtk_expander_set_expanded (GTK_EXPANDER (row->expander), TRUE);
      GtkWidget *below = row->keys ? mw_record_form_find_row (MW_RECORD_FORM (row->keys), record, field, element)
                                   : NULL;
      return below ? below : row->box;
    }
    if (!child && row->field && row->field == field) {
      mw_fold_reveal (row->box);
      if (MW_IS_ARRAY_EDITOR (row->editor) && !field->parallel)
        mw_array_editor_go_to (MW_ARRAY_EDITOR (row->editor), element);
      return row->box;
    }
  }
  return NULL;
}
