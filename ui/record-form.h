/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "ui/offsets.h"

#include <gtk/gtk.h>

/* The rows of one kind of record: a label and an editor for each field of its table, with a diamond where a value can be
 * animated and the track below it. Made once for a kind and then shown for one record after another. */
#define MW_TYPE_RECORD_FORM (mw_record_form_get_type ())
G_DECLARE_FINAL_TYPE (MwRecordForm, mw_record_form, MW, RECORD_FORM, GtkBox)

GtkWidget *mw_record_form_new (MwDocument *document, const MwSchema *schema);
/* All of them are of the form's kind. */
void mw_record_form_set_ids (MwRecordForm *self, const MwId *ids, guint n);
const MwSchema *mw_record_form_get_schema (MwRecordForm *self);
/* Shows below each label where the value stands in the saved file; NULL: nowhere. Takes a reference. */
void mw_record_form_set_offsets (MwRecordForm *self, MwOffsets *offsets);
/* What it says of a field, or NULL. */
const char *mw_record_form_get_offset (MwRecordForm *self, const MwField *field);
/* Shows anew what the change names. */
void mw_record_form_apply_change (MwRecordForm *self, const MwChangeSet *set);
/* Where a new track gets its first key, in ms. */
void mw_record_form_set_time (MwRecordForm *self, gint32 time);

/* The editor (MwFieldEditor) of a field of a record: the form's own or one of its tracks; NULL if none shows it. */
GtkWidget *mw_record_form_find_editor (MwRecordForm *self, MwId id, const MwField *field);
/* The bar (MwKeyBar) of a track of one of the form's records, or NULL. */
GtkWidget *mw_record_form_find_key_bar (MwRecordForm *self, MwId track);
/* The diamond of a track field of the form's own record, or NULL. */
GtkWidget *mw_record_form_find_diamond (MwRecordForm *self, const MwField *track);
