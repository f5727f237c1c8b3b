/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "ui/value-entry.h"

#include <gtk/gtk.h>

/* The editor of one field (or of one element of an array field) of one or several records of a kind. Where their values differ it
 * says so instead of a value; it sets that of all. What it refuses stands below it; nothing changes until the input is valid. */
#define MW_TYPE_FIELD_EDITOR (mw_field_editor_get_type ())
G_DECLARE_DERIVABLE_TYPE (MwFieldEditor, mw_field_editor, MW, FIELD_EDITOR, GtkBox)

struct _MwFieldEditorClass {
  GtkBoxClass parent_class;
  /* Makes the widgets; document, schema and field are known. */
  void (*build) (MwFieldEditor *self);
  /* Shows the value; there is a record. */
  void (*refresh) (MwFieldEditor *self);
};

/* The right editor for a field of records of this schema. */
GtkWidget *mw_field_editor_new (MwDocument *document, const MwSchema *schema, const MwField *field);
/* Of one element of an array field: pick it by mw_field_editor_set_element(). */
GtkWidget *mw_field_editor_new_for_element (MwDocument *document, const MwSchema *schema, const MwField *field);
void mw_field_editor_set_element (MwFieldEditor *self, guint32 element);
/* What is done with a value instead of setting the field: for fields that stand for something else. FALSE: refused, with the
 * error; nothing has changed. */
typedef gboolean (*MwFieldCommit) (MwFieldEditor *self, const char *text, gpointer data, GError **error);
void mw_field_editor_set_commit (MwFieldEditor *self, MwFieldCommit commit, gpointer data);
/* What it is called, where that is not the label of its field. */
void mw_field_editor_set_label (MwFieldEditor *self, const char *label);
const char *mw_field_editor_get_label (MwFieldEditor *self);
void mw_field_editor_set_ids (MwFieldEditor *self, const MwId *ids, guint n);
/* Shows the values anew. */
void mw_field_editor_refresh (MwFieldEditor *self);

MwDocument *mw_field_editor_get_document (MwFieldEditor *self);
const MwSchema *mw_field_editor_get_schema (MwFieldEditor *self);
/* The names of its values or bits in the version of the document, or NULL. */
const MwNames *mw_field_editor_get_names (MwFieldEditor *self);
const MwField *mw_field_editor_get_field (MwFieldEditor *self);
const MwId *mw_field_editor_get_ids (MwFieldEditor *self, guint *n);
/* The first record, or NULL. */
MwRecord *mw_field_editor_get_record (MwFieldEditor *self);
/* Where its value (or element) lies; NULL if there is none. */
const guint8 *mw_field_editor_get_value (MwFieldEditor *self);
/* Whether the records have different values (component -1), or different ones in this component. */
gboolean mw_field_editor_differs (MwFieldEditor *self, int component);
/* What stands for values that differ. */
const char *mw_field_editor_several (void);
/* The n-th record's number, for fields of at most 32 bits; 0 where there is none. */
guint32 mw_field_editor_get_word (MwFieldEditor *self, guint n);
/* Type of a component of the value. */
MwType mw_field_editor_get_value_type (MwFieldEditor *self);
/* What the editor stands for in the first record. */
MwTarget mw_field_editor_get_target (MwFieldEditor *self);
gboolean mw_field_editor_is_read_only (MwFieldEditor *self);
/* Whether the widgets are being set from the model: their signals then mean nothing. */
gboolean mw_field_editor_is_refreshing (MwFieldEditor *self);

/* Sets what the target picks in all records; on an error shows it below and returns FALSE. */
gboolean mw_field_editor_commit (MwFieldEditor *self, const MwTarget *target, const char *text);
/* The same for what the editor stands for; FALSE too when there is no record. */
gboolean mw_field_editor_commit_text (MwFieldEditor *self, const char *text);
/* What is typed into the entry is the value as text. */
void mw_field_editor_take_entry (MwFieldEditor *self, MwValueEntry *entry);
/* For a cell of a table: an error takes one line, and its tooltip says it in full. */
void mw_field_editor_set_cell (MwFieldEditor *self);
/* NULL: none. */
void mw_field_editor_show_error (MwFieldEditor *self, const char *message);
const char *mw_field_editor_get_error (MwFieldEditor *self);
/* Says what is wrong with the value that the record has (NULL: nothing), apart from what was typed and refused: marked as an
 * error, with the sentence in the tooltip, for screen readers, and below the value unless it is a cell. */
void mw_field_editor_set_mark (MwFieldEditor *self, const char *message);
const char *mw_field_editor_get_mark (MwFieldEditor *self);
