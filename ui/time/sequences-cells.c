/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/time/sequences-cells.h"
#include "core/base/error.h"
#include "core/schema/value.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/time/sequences-menu.h"
#include "ui/time/sequences-table-private.h"

#include <string.h>

/* Copy and paste of the values of the selected rows, as a table that spreadsheets take and give: a line for each row, its cells
 * separated by tabs, and the headings above. The values are written as in scripts (core/schema/value.h). An empty cell stands for
 * a value that the sequence does not have, and changes nothing. */

static gboolean
is_cell (const MwField *field)
{
  return !field->hidden && field->type < MW_TYPE_ARRAY;
}

/* The fields of the columns that are shown, in their order: MwField. The bounds are one column and several fields. */
static GPtrArray *
shown_fields (MwSequencesTable *self)
{
  GPtrArray *fields = g_ptr_array_new ();
  const MwSchema *schema = self->list->schema;
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->view));
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++) {
    g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
    const MwSequencesColumn *values = g_object_get_data (G_OBJECT (gtk_column_view_column_get_factory (column)),
                                                         "column");
    if (!values || !gtk_column_view_column_get_visible (column))
      continue;
    if (values->field)
      g_ptr_array_add (fields, (gpointer) values->field);
    for (guint k = 0; !values->field && k < mw_schema_n_fields (schema); k++) {
      const MwField *field = mw_schema_field_at (schema, k);
      if (field->role == MW_ROLE_BOUNDS && is_cell (field))
        g_ptr_array_add (fields, (gpointer) field);
    }
  }
  return fields;
}

/* The text of a value; empty: the sequence does not have it. Free with g_free(). */
static char *
print (MwSequencesTable *self, MwRecord *record, const MwField *field)
{
  if (!mw_field_is_live (record, field, mw_document_get_format (self->document)))
    return g_strdup ("");
  const MwTarget target = mw_ui_target (record, field);
  return mw_value_print (mw_document_get_model (self->document), &target);
}

static void
copy (GtkWidget *widget, const char *name, GVariant *parameter)
{
  MwSequencesTable *self = MW_SEQUENCES_TABLE (widget);
  g_autoptr (GArray) rows = mw_sequences_table_selected (self);
  if (!rows->len)
    return;
  g_autoptr (GPtrArray) fields = shown_fields (self);
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < fields->len; i++)
    g_string_append_printf (text, "%s%s", i ? "\t" : "", mw_ui_label (((const MwField *) fields->pdata[i])->label));
  for (guint i = 0; i < rows->len; i++) {
    MwRecord *record = mw_model_find (mw_document_get_model (self->document), g_array_index (rows, MwId, i));
    g_string_append_c (text, '\n');
    for (guint k = 0; k < fields->len; k++) {
      g_autofree char *value = print (self, record, fields->pdata[k]);
      g_string_append_printf (text, "%s%s", k ? "\t" : "", value);
    }
  }
  g_string_append_c (text, '\n');
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text->str);
}

/* The field with this heading; NULL: there is none. */
static const MwField *
field_of_heading (MwSequencesTable *self, const char *heading)
{
  const MwSchema *schema = self->list->schema;
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    if (is_cell (field) && g_str_equal (mw_ui_label (field->label), heading))
      return field;
  }
  return NULL;
}

/* The fields that a first line names; NULL: it is no line of headings. Free with g_ptr_array_unref(). */
static GPtrArray *
headings (MwSequencesTable *self, const char *line)
{
  g_auto (GStrv) cells = g_strsplit (line, "\t", -1);
  g_autoptr (GPtrArray) fields = g_ptr_array_new ();
  for (guint i = 0; cells[i]; i++) {
    const MwField *field = field_of_heading (self, cells[i]);
    if (!field)
      return NULL;
    g_ptr_array_add (fields, (gpointer) field);
  }
  return fields->len ? g_steal_pointer (&fields) : NULL;
}

/* Sets the values of a line, in an open transaction. */
static gboolean
set_row (MwSequencesTable *self, MwId id, const GPtrArray *fields, const char *line, GError **error)
{
  g_auto (GStrv) cells = g_strsplit (line, "\t", -1);
  MwRecord *record = mw_model_find (mw_document_get_model (self->document), id);
  const guint n = g_strv_length (cells);
  if (n > fields->len) {
    g_set_error (error, MW_ERROR, MW_ERROR_VALUE, _ ("The clipboard has %u columns of values, and the table has %u."),
                 n, fields->len);
    return FALSE;
  }
  for (guint i = 0; i < n; i++) {
    const MwField *field = fields->pdata[i];
    const MwTarget target = mw_ui_target (record, field);
    g_autofree char *was = print (self, record, field);
    /* What is as it was is not judged: files have values that nobody may type. */
    if (!*cells[i] || g_str_equal (cells[i], was))
      continue;
    if (!mw_document_set_text (self->document, &target, cells[i], strlen (cells[i]), error)) {
      g_autofree char *title = mw_ui_record_title (record);
      g_prefix_error (error, "%s, %s: ", title, mw_ui_label (field->label));
      return FALSE;
    }
  }
  return TRUE;
}

/* As many lines as rows are selected, or one for all of them; above them may be the headings. */
static gboolean
paste_text (MwSequencesTable *self, const char *text, GError **error)
{
  /* Programs of Windows end lines by CR LF. A row may be nothing but empty cells, so only the end of the last line is removed. */
  g_auto (GStrv) lines = g_regex_split_simple ("\r?\n", text, 0, 0);
  const guint n_split = g_strv_length (lines);
  if (n_split > 1 && !*lines[n_split - 1])
    g_clear_pointer (&lines[n_split - 1], g_free);
  g_autoptr (GPtrArray) named = lines[0] ? headings (self, lines[0]) : NULL, shown = shown_fields (self);
  g_autoptr (GArray) rows = mw_sequences_table_selected (self);
  const guint first = named ? 1 : 0, n = g_strv_length (lines) - MIN (first, g_strv_length (lines));
  if (!n || (n == 1 && !*lines[first])) {
    g_set_error (error, MW_ERROR, MW_ERROR_VALUE, _ ("The clipboard holds no values: copy some rows first"));
    return FALSE;
  }
  if (n != 1 && n != rows->len) {
    g_set_error (error, MW_ERROR, MW_ERROR_VALUE,
                 _ ("The clipboard has %u rows of values, and %u sequences are selected."), n, rows->len);
    return FALSE;
  }
  mw_document_begin (self->document, _ ("Paste Values"));
  for (guint i = 0; i < rows->len; i++)
    if (!set_row (self, g_array_index (rows, MwId, i), named ? named : shown, lines[first + (n == 1 ? 0 : i)], error)) {
      mw_document_cancel (self->document);
      return FALSE;
    }
  mw_document_commit (self->document);
  return TRUE;
}

/* The clipboard may belong to another program, so its text arrives later; the table may be gone by then. */
static void
text_read (GObject *clipboard, GAsyncResult *result, gpointer data)
{
  g_autoptr (MwSequencesTable) self = data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
  g_autoptr (GError) error = NULL;
  if (!self->document || paste_text (self, text ? text : "", &error))
    return;
  g_autofree char *refusal = mw_ui_refusal (self->document, error);
  mw_sequences_menu_refuse (GTK_WIDGET (self), refusal);
}

static void
paste (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (widget), NULL, text_read, g_object_ref (widget));
}

void
mw_sequences_cells_install (GtkWidgetClass *table)
{
  gtk_widget_class_install_action (table, "sequences.copy", NULL, copy);
  gtk_widget_class_install_action (table, "sequences.paste", NULL, paste);
  gtk_widget_class_add_binding_action (table, GDK_KEY_c, GDK_CONTROL_MASK, "sequences.copy", NULL);
  gtk_widget_class_add_binding_action (table, GDK_KEY_v, GDK_CONTROL_MASK, "sequences.paste", NULL);
}
