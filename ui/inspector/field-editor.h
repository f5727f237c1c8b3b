/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "ui/inspector/value-entry.h"

#include <gtk/gtk.h>

/* Edits one field, or one element of an array field, of one or several records of the same kind. If their values differ
 * it says so instead of showing a value; an input sets the value of all. Invalid input changes nothing; the reason is
 * shown below. */
#define MW_TYPE_FIELD_EDITOR (mw_field_editor_get_type ())
G_DECLARE_DERIVABLE_TYPE (MwFieldEditor, mw_field_editor, MW, FIELD_EDITOR, GtkBox)

struct _MwFieldEditorClass {
  GtkBoxClass parent_class;
  /* Makes the widgets. Document, schema and field are set by then, but no records. */
  void (*build) (MwFieldEditor *self);
  /* Shows the value. There is at least one record. */
  void (*refresh) (MwFieldEditor *self);
};

/* Makes the editor that suits a field of records of this schema. */
GtkWidget *mw_field_editor_new (MwDocument *document, const MwSchema *schema, const MwField *field);
/* The same for one element of an array field, which mw_field_editor_set_element() chooses. */
GtkWidget *mw_field_editor_new_for_element (MwDocument *document, const MwSchema *schema, const MwField *field);
void mw_field_editor_set_element (MwFieldEditor *self, guint32 element);
/* What is done with a value instead of setting the field: for fields that stand for something else, and for records
 * that are in no model. `target` is what the editor sets (the field, or a part of it). FALSE: refused, with the error;
 * nothing has changed. */
typedef gboolean (*MwFieldCommit) (MwFieldEditor *self, const MwTarget *target, const char *text, gpointer data,
                                   GError **error);
void mw_field_editor_set_commit (MwFieldEditor *self, MwFieldCommit commit, gpointer data);
/* The label, if it is not that of the field. */
void mw_field_editor_set_label (MwFieldEditor *self, const char *label);
const char *mw_field_editor_get_label (MwFieldEditor *self);
void mw_field_editor_set_ids (MwFieldEditor *self, const MwId *ids, guint n);
/* Edits a record that is in no model (an operation's parameters) instead of records of the document. It must outlive
 * the editor, and a commit function must be set. */
void mw_field_editor_set_detached (MwFieldEditor *self, MwRecord *record);
gboolean mw_field_editor_is_detached (MwFieldEditor *self);
/* Shows the current values. */
void mw_field_editor_refresh (MwFieldEditor *self);

MwDocument *mw_field_editor_get_document (MwFieldEditor *self);
const MwSchema *mw_field_editor_get_schema (MwFieldEditor *self);
/* The names of the field's values or bits in the version of the document, or NULL. */
const MwNames *mw_field_editor_get_names (MwFieldEditor *self);
const MwField *mw_field_editor_get_field (MwFieldEditor *self);
const MwId *mw_field_editor_get_ids (MwFieldEditor *self, guint *n);
/* The first record, or NULL. */
MwRecord *mw_field_editor_get_record (MwFieldEditor *self);
/* Pointer to the value (or element) in the first record; NULL if there is none. */
const guint8 *mw_field_editor_get_value (MwFieldEditor *self);
/* Whether the values of the records differ: in this component, or at all (-1). */
gboolean mw_field_editor_differs (MwFieldEditor *self, int component);
/* The text that is shown if values differ. */
const char *mw_field_editor_several (void);
/* The value in the n-th record, for fields of at most 32 bits; 0 if there is none. */
guint32 mw_field_editor_get_word (MwFieldEditor *self, guint n);
/* Type of a component of the value. */
MwType mw_field_editor_get_value_type (MwFieldEditor *self);
/* The target that the editor edits, in the first record. */
MwTarget mw_field_editor_get_target (MwFieldEditor *self);
gboolean mw_field_editor_is_read_only (MwFieldEditor *self);
/* Whether the widgets are being set from the model; handlers of their signals have to return then. */
gboolean mw_field_editor_is_refreshing (MwFieldEditor *self);

/* Sets what the target picks in all records, or hands it to the commit function. */
gboolean mw_field_editor_apply (MwFieldEditor *self, const MwTarget *target, const char *text, GError **error);
/* The same; an error is shown below the value. */
gboolean mw_field_editor_commit (MwFieldEditor *self, const MwTarget *target, const char *text);
/* The same for the editor's own target; also FALSE if there is no record. */
gboolean mw_field_editor_commit_text (MwFieldEditor *self, const char *text);
/* Connects an entry: text that is committed there becomes the value. */
void mw_field_editor_take_entry (MwFieldEditor *self, MwValueEntry *entry);
/* For cells of tables: an error is cut to one line and shown in full in its tooltip. */
void mw_field_editor_set_cell (MwFieldEditor *self);
/* Shows why the input was refused; NULL: removes it. */
void mw_field_editor_show_error (MwFieldEditor *self, const char *message);
const char *mw_field_editor_get_error (MwFieldEditor *self);
/* Marks the record's current value as wrong (NULL: not), independent of refused input. The sentence is shown in the
 * tooltip, to screen readers and, except in a cell, below the value. */
void mw_field_editor_set_mark (MwFieldEditor *self, const char *message);
