/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/inspector/record-form-private.h"
#include "ui/labels.h"
#include "ui/inspector/lane-edit.h"
#include "ui/inspector/lane-form.h"
#include "ui/time/key-bar.h"
#include "ui/time/sequence-chooser.h"

/* The form of a track: which of its keys are shown. */

static void
key_picked (MwKeyBar *bar, guint index, MwRecordForm *self)
{
  for (guint i = 0; i < self->rows->len; i++) {
    MwFormRow *row = g_ptr_array_index (self->rows, i);
    if (row->field && row->field->parallel)
      mw_form_row_refresh (row);
  }
}

/* The sequence whose keys are shown: the chosen one, or that of the lane; 0: none. */
static MwId
sequence_of_keys (MwRecordForm *self)
{
  if (self->chooser)
    return mw_sequence_chooser_get_sequence (MW_SEQUENCE_CHOOSER (self->chooser));
  const MwField *field = mw_schema_part (self->schema, MW_PART_SEQUENCE);
  const MwRecord *lane = self->ids->len && field
                           ? mw_model_find (mw_document_get_model (self->document), mw_record_form_ids (self)[0])
                           : NULL;
  return lane ? ((const MwRef *) mw_field_at (lane, field))->id : 0;
}

/* The playhead follows the key that is chosen. */
static void
seek_key (MwKeyBar *bar, gint32 time, MwRecordForm *self)
{
  MwClock clock = MW_CLOCK_REST;
  MwId sequence = sequence_of_keys (self);
  mw_clock_play (&clock, mw_document_get_model (self->document), sequence);
  if (!clock.rest)
    gtk_widget_activate_action (GTK_WIDGET (self), "page.seek", "(ui)", sequence, time - clock.start);
}

void
mw_record_form_show_key_times (MwRecordForm *self)
{
  MwClock clock = MW_CLOCK_REST;
  mw_clock_play (&clock, mw_document_get_model (self->document), sequence_of_keys (self));
  mw_key_bar_set_sequence (MW_KEY_BAR (self->key_bar), clock.start, clock.rest ? 0 : clock.end - clock.start);
}

void
mw_record_form_show_sequence (MwRecordForm *self)
{
  MwId sequence = sequence_of_keys (self);
  if (self->lanes) {
    mw_lane_form_set_sequence (MW_LANE_FORM (self->lanes), sequence);
    return;
  }
  MwClock clock = MW_CLOCK_REST;
  mw_clock_play (&clock, mw_document_get_model (self->document), sequence);
  mw_key_bar_set_range (MW_KEY_BAR (self->key_bar), !clock.rest, clock.start, clock.end);
  mw_record_form_show_key_times (self);
}

gboolean
mw_record_form_place_key_controls (MwRecordForm *self, GtkBox *body, const MwField *field)
{
  if (self->key_bar && !gtk_widget_get_parent (self->key_bar) && field->parallel) {
    if (self->chooser)
      gtk_box_append (body, self->chooser);
    gtk_box_append (body, self->key_bar);
  }
  if (!self->lanes || (!field->parallel && field->type != MW_TYPE_LIST))
    return FALSE;
  if (!gtk_widget_get_parent (self->lanes)) {
    gtk_box_append (body, self->chooser);
    gtk_box_append (body, self->lanes);
  }
  return TRUE;
}

void
mw_record_form_make_key_controls (MwRecordForm *self)
{
  const MwField *times = mw_schema_part (self->schema, MW_PART_TIMES);
  gboolean keys = times && times->parallel && times->element == MW_TYPE_I32;
  /* A lane belongs to one sequence, so it needs no chooser. */
  if (keys && !mw_schema_part (self->schema, MW_PART_SEQUENCE)) {
    self->chooser = mw_sequence_chooser_new (self->document);
    gtk_size_group_add_widget (self->labels, gtk_widget_get_first_child (self->chooser));
    g_signal_connect_swapped (self->chooser, "chosen", G_CALLBACK (mw_record_form_show_sequence), self);
  }
  if (keys && mw_ui_has_lanes (self->document, self->schema)) {
    self->lanes = mw_lane_form_new (self->document, self->schema);
  } else if (keys) {
    self->key_bar = mw_key_bar_new (self->document);
    g_signal_connect (self->key_bar, "picked", G_CALLBACK (key_picked), self);
    g_signal_connect (self->key_bar, "seek", G_CALLBACK (seek_key), self);
  }
}
