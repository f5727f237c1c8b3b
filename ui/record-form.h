/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/pose/clock.h"
#include "ui/offsets.h"

#include <gtk/gtk.h>

/* The rows of one kind of record: a label and an editor for each field of its table, with a diamond where a value can be
 * animated and the track below it. Made once for a kind and then shown for one record after another. */
#define MW_TYPE_RECORD_FORM (mw_record_form_get_type ())
G_DECLARE_FINAL_TYPE (MwRecordForm, mw_record_form, MW, RECORD_FORM, GtkBox)

GtkWidget *mw_record_form_new (MwDocument *document, const MwSchema *schema);
/* All of them are of the form's kind. */
void mw_record_form_set_ids (MwRecordForm *self, const MwId *ids, guint n);
/* TRUE when all rows are there and show what they are of: a form of many rows is made in several parts. */
gboolean mw_record_form_is_whole (MwRecordForm *self);
const MwSchema *mw_record_form_get_schema (MwRecordForm *self);
/* Shows below each label where the value stands in the saved file; NULL: nowhere. Takes a reference. */
void mw_record_form_set_offsets (MwRecordForm *self, MwOffsets *offsets);
/* What it says of a field, or NULL. */
const char *mw_record_form_get_offset (MwRecordForm *self, const MwField *field);
/* Shows anew what the change names. */
void mw_record_form_apply_change (MwRecordForm *self, const MwChangeSet *set);
/* Where new keys go: the sequence and the moment on show. */
void mw_record_form_set_clock (MwRecordForm *self, const MwClock *clock);
/* Whether that moment moves by itself. */
void mw_record_form_set_playing (MwRecordForm *self, gboolean playing);
/* Has no row for this field. */
void mw_record_form_leave_out (MwRecordForm *self, const MwField *field);

/* The editor (MwFieldEditor) of a field of a record: the form's own, one of its tracks or of their lanes; NULL if none shows
 * it. */
GtkWidget *mw_record_form_find_editor (MwRecordForm *self, MwId id, const MwField *field);
/* The form of a track of one of the form's records, opened; NULL: there is none. */
MwRecordForm *mw_record_form_open_track (MwRecordForm *self, MwId track);
/* Of the form of a track: the bar (MwKeyBar) of its keys or those of the lanes on show, the chooser (MwSequenceChooser) of the
 * sequence whose keys are shown, and the form (MwLaneForm) of lanes; NULL where it has none. */
GtkWidget *mw_record_form_get_key_bar (MwRecordForm *self);
GtkWidget *mw_record_form_get_chooser (MwRecordForm *self);
GtkWidget *mw_record_form_get_lanes (MwRecordForm *self);
/* The diamond (MwDiamond) of a track field of the form's own record, or NULL; and what its row says was refused, or NULL. */
GtkWidget *mw_record_form_find_diamond (MwRecordForm *self, const MwField *track);
const char *mw_record_form_get_refusal (MwRecordForm *self, const MwField *track);
/* The button that removes all keys of a track, shown with its keys, or NULL. */
GtkWidget *mw_record_form_find_remove_all (MwRecordForm *self, const MwField *track);
