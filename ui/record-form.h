/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/pose/clock.h"
#include "ui/offsets.h"

#include <gtk/gtk.h>

/* A form for one kind of record: a row with label and editor for each field of its schema, and for a value that can be
 * animated a diamond and its track below. The form is made once per kind and then shows one selection after another. */
#define MW_TYPE_RECORD_FORM (mw_record_form_get_type ())
G_DECLARE_FINAL_TYPE (MwRecordForm, mw_record_form, MW, RECORD_FORM, GtkBox)

GtkWidget *mw_record_form_new (MwDocument *document, const MwSchema *schema);
/* Sets the records to show; all must be of the form's kind. */
void mw_record_form_set_ids (MwRecordForm *self, const MwId *ids, guint n);
/* Whether all rows have been made and are up to date; a form with many rows is made in several parts. */
gboolean mw_record_form_is_whole (MwRecordForm *self);
const MwSchema *mw_record_form_get_schema (MwRecordForm *self);
/* Shows below each label the place of the value in the saved file; NULL: no longer. Takes a reference. */
void mw_record_form_set_offsets (MwRecordForm *self, MwOffsets *offsets);
/* The place that is shown for a field, or NULL. */
const char *mw_record_form_get_offset (MwRecordForm *self, const MwField *field);
/* Updates the rows that a change concerns. */
void mw_record_form_apply_change (MwRecordForm *self, const MwChangeSet *set);
/* Sets the sequence and time on show, at which new keys are made. */
void mw_record_form_set_clock (MwRecordForm *self, const MwClock *clock);
/* Sets whether the time advances by itself. */
void mw_record_form_set_playing (MwRecordForm *self, gboolean playing);
/* Makes the form have no row for this field. */
void mw_record_form_leave_out (MwRecordForm *self, const MwField *field);

/* The editor (MwFieldEditor) of a field of a record: of the form itself, of the forms of its tracks, or of their lanes.
 * NULL if none shows it. */
GtkWidget *mw_record_form_find_editor (MwRecordForm *self, MwId id, const MwField *field);
/* Opens and returns the form of a track of one of the form's records; NULL: there is none. */
MwRecordForm *mw_record_form_open_track (MwRecordForm *self, MwId track);
/* For the form of a track, each NULL if it has none: the bar (MwKeyBar) that chooses a key of the track or of the lane
 * on show, the chooser (MwSequenceChooser) of the sequence whose keys are shown, and the form (MwLaneForm) of its
 * lanes. */
GtkWidget *mw_record_form_get_key_bar (MwRecordForm *self);
GtkWidget *mw_record_form_get_chooser (MwRecordForm *self);
GtkWidget *mw_record_form_get_lanes (MwRecordForm *self);
/* The diamond (MwDiamond) of a track field of the form's own record, or NULL; and the refusal shown in its row, or
 * NULL. */
GtkWidget *mw_record_form_find_diamond (MwRecordForm *self, const MwField *track);
const char *mw_record_form_get_refusal (MwRecordForm *self, const MwField *track);
/* The button below the keys of a track that removes all of them, or NULL. */
GtkWidget *mw_record_form_find_remove_all (MwRecordForm *self, const MwField *track);
