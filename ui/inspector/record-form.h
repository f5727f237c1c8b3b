/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/pose/clock.h"
#include "ui/document/offsets.h"
#include "ui/inspector/field-filter.h"

#include <gtk/gtk.h>

/* A form for one kind of record: a row with label and editor for each field of its schema, in sections by what the fields
 * are used for (core/schema/groups.h), and for a value that can be animated a diamond and its track below. The form is made once per kind and then shows one selection after another. A
 * form with many rows is made in several parts; until it has all of them its accessible state is "busy". */
#define MW_TYPE_RECORD_FORM (mw_record_form_get_type ())
G_DECLARE_FINAL_TYPE (MwRecordForm, mw_record_form, MW, RECORD_FORM, GtkBox)

GtkWidget *mw_record_form_new (MwDocument *document, const MwSchema *schema);
/* The same without headers: for the rows of a record within the form of another. */
GtkWidget *mw_record_form_new_plain (MwDocument *document, const MwSchema *schema);
/* Sets the records to show; all must be of the form's kind. */
void mw_record_form_set_ids (MwRecordForm *self, const MwId *ids, guint n);
/* Shows below each label the place of the value in the saved file; NULL: no longer. Takes a reference. */
void mw_record_form_set_offsets (MwRecordForm *self, MwOffsets *offsets);
/* Updates the rows that a change concerns. */
void mw_record_form_apply_change (MwRecordForm *self, const MwChangeSet *set);
/* Sets the sequence and time on show, at which new keys are made. */
void mw_record_form_set_clock (MwRecordForm *self, const MwClock *clock);
/* Sets whether the time advances by itself. */
void mw_record_form_set_playing (MwRecordForm *self, gboolean playing);
/* Makes the form have no row for this field. */
void mw_record_form_leave_out (MwRecordForm *self, const MwField *field);
/* The value that a widget in a form is for: its record and field; for the keys of a value that has no other, the track
 * and NULL. FALSE: the widget is in no row of a form that shows one record. */
gboolean mw_record_form_value_of (GtkWidget *widget, MwId *record, const MwField **field);
/* Opens what is folded, and shows this element of an array. Returns the row of a field of the form's record, or of a
 * track below it; NULL: it has none (yet). */
GtkWidget *mw_record_form_find_row (MwRecordForm *self, const MwRecord *record, const MwField *field, guint element);
/* Shows only the rows of fields that the filter has, in sections that are all open; NULL: all rows. Returns whether any row is
 * shown. */
gboolean mw_record_form_set_filter (MwRecordForm *self, MwFieldFilter *filter);
