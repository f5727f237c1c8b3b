/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/columns-button.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/inspector/flags-editor.h"
#include "ui/labels.h"
#include "ui/text-size.h"
#include "ui/time/bounds-cell.h"
#include "ui/time/sequences-table-private.h"
#include "ui/widgets.h"

/* Pixels. A heading can make a column wider. */
enum {
  WIDTH_OF_PLACE = 46,
  WIDTH_OF_NUMBER = 96,
  WIDTH_OF_AMOUNT = 120, /* a number with a unit */
  WIDTH_OF_TEXT = 160,
  WIDTH_OF_WORDS = 190, /* the names of what can be chosen */
  WIDTH_OF_VECTOR = 250,
  WIDTH_OF_BOUNDS = 214
};

/* A value that is typed into one of several selected rows is that of all of them. */
static gboolean
commit_cell (MwFieldEditor *editor, const MwTarget *target, const char *text, gpointer data, GError **error)
{
  MwSequencesTable *self = data;
  guint n;
  const MwId *ids = mw_field_editor_get_ids (editor, &n);
  g_autoptr (GArray) selected = mw_sequences_table_selected (self);
  if (selected->len > 1 && n && mw_sequences_table_is_selected (self, ids[0]))
    return mw_ui_set_text (self->document, (const MwId *) (gpointer) selected->data, selected->len, target, text,
                           error);
  return mw_ui_set_text (self->document, ids, n, target, text, error);
}

static void
setup_cell (GtkSignalListItemFactory *factory, GtkListItem *item, MwSequencesColumn *column)
{
  GtkWidget *editor = mw_field_editor_new (column->table->document, column->table->list->schema, column->field);
  mw_field_editor_set_cell (MW_FIELD_EDITOR (editor));
  mw_field_editor_set_commit (MW_FIELD_EDITOR (editor), commit_cell, column->table);
  if (MW_IS_FLAGS_EDITOR (editor))
    mw_flags_editor_fold (MW_FLAGS_EDITOR (editor));
  gtk_list_item_set_child (item, editor);
}

/* Hides an editor whose field the record does not have: fields can exclude each other (one blend time, or blend in and out). */
static void
show_live (MwSequencesTable *self, GtkWidget *editor)
{
  const MwRecord *record = mw_field_editor_get_record (MW_FIELD_EDITOR (editor));
  if (record)
    gtk_widget_set_visible (editor, mw_field_is_live (record, mw_field_editor_get_field (MW_FIELD_EDITOR (editor)),
                                                      mw_document_get_format (self->document)));
}

/* The findings of a sequence. */
static const MwMarks *
marks_of (MwSequencesTable *self, MwId id)
{
  if (!self->marks || self->marked != id) {
    g_clear_pointer (&self->marks, mw_marks_free);
    self->marks = mw_marks_new (self->document, id);
    self->marked = id;
  }
  return self->marks;
}

/* Shows the findings on the value of a cell. */
static void
show_mark (MwSequencesTable *self, MwFieldEditor *editor)
{
  guint n;
  const MwId *ids = mw_field_editor_get_ids (editor, &n);
  g_autofree char *mark = n ? mw_marks_of_field (marks_of (self, ids[0]), mw_field_editor_get_field (editor)) : NULL;
  mw_field_editor_set_mark (editor, mark);
}

static void
bind_cell (GtkSignalListItemFactory *factory, GtkListItem *item, MwSequencesColumn *column)
{
  MwSequenceRow *row = gtk_list_item_get_item (item);
  GtkWidget *editor = gtk_list_item_get_child (item);
  mw_field_editor_set_ids (MW_FIELD_EDITOR (editor), &row->id, 1);
  show_live (column->table, editor);
  show_mark (column->table, MW_FIELD_EDITOR (editor));
  g_hash_table_add (column->table->editors, editor);
}

static void
unbind_cell (GtkSignalListItemFactory *factory, GtkListItem *item, MwSequencesColumn *column)
{
  g_hash_table_remove (column->table->editors, gtk_list_item_get_child (item));
  mw_field_editor_set_ids (MW_FIELD_EDITOR (gtk_list_item_get_child (item)), NULL, 0);
  mw_field_editor_set_mark (MW_FIELD_EDITOR (gtk_list_item_get_child (item)), NULL);
}

static void
setup_bounds (GtkSignalListItemFactory *factory, GtkListItem *item, MwSequencesColumn *column)
{
  MwSequencesTable *self = column->table;
  gtk_list_item_set_child (item, mw_bounds_cell_new (self->document, self->list->schema, commit_cell, self));
}

static void
bind_bounds (GtkSignalListItemFactory *factory, GtkListItem *item, MwSequencesColumn *column)
{
  MwSequenceRow *row = gtk_list_item_get_item (item);
  MwBoundsCell *cell = MW_BOUNDS_CELL (gtk_list_item_get_child (item));
  mw_bounds_cell_set_record (cell, row->id);
  mw_bounds_cell_show_marks (cell, marks_of (column->table, row->id));
  g_hash_table_add (column->table->bounds, cell);
}

static void
unbind_bounds (GtkSignalListItemFactory *factory, GtkListItem *item, MwSequencesColumn *column)
{
  g_hash_table_remove (column->table->bounds, gtk_list_item_get_child (item));
  mw_bounds_cell_set_record (MW_BOUNDS_CELL (gtk_list_item_get_child (item)), 0);
}

static void
setup_number (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused)
{
  GtkWidget *label = gtk_label_new (NULL);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (item, label);
}

/* Assistive technology says the name of the sequence when its row gets the focus. */
static void
name_row (GtkWidget *number, const MwRecord *sequence)
{
  GtkWidget *cell = gtk_widget_get_parent (number), *row = cell ? gtk_widget_get_parent (cell) : NULL;
  g_autofree char *title = sequence ? mw_ui_record_title (sequence) : NULL;
  if (row && title)
    gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
}

/* The number in the file, and whether it is the one on show. */
static void
show_number (MwSequencesTable *self, GtkWidget *label, MwSequenceRow *row)
{
  const gboolean playing = row->id == self->playing;
  g_autofree char *number = g_strdup_printf (playing ? "▶ %u" : "%u", mw_sequences_table_number (self, row->id));
  gtk_label_set_text (GTK_LABEL (label), number);
  mw_widget_set_css_class (label, "playing", playing);
  mw_widget_set_css_class (label, "dim-label", !playing);
  mw_widget_set_tooltip (label, playing ? _ ("The view shows this sequence") : NULL);
  name_row (label, mw_model_find (mw_document_get_model (self->document), row->id));
}

void
mw_sequences_table_show_numbers (MwSequencesTable *self)
{
  GHashTableIter iter;
  gpointer label, row;
  g_hash_table_iter_init (&iter, self->numbers);
  while (g_hash_table_iter_next (&iter, &label, &row))
    show_number (self, label, row);
}

static void
bind_number (GtkSignalListItemFactory *factory, GtkListItem *item, MwSequencesTable *self)
{
  g_hash_table_insert (self->numbers, gtk_list_item_get_child (item), gtk_list_item_get_item (item));
  show_number (self, gtk_list_item_get_child (item), gtk_list_item_get_item (item));
}

static void
unbind_number (GtkSignalListItemFactory *factory, GtkListItem *item, MwSequencesTable *self)
{
  g_hash_table_remove (self->numbers, gtk_list_item_get_child (item));
}

static void
bind_state (GtkSignalListItemFactory *factory, GtkListItem *item, MwSequencesTable *self)
{
  MwSequenceRow *row = gtk_list_item_get_item (item);
  const MwRecord *record = mw_model_find (mw_document_get_model (self->document), row->id);
  gboolean away = record && mw_ui_is_not_loaded (record);
  GtkWidget *label = gtk_list_item_get_child (item);
  gtk_label_set_text (GTK_LABEL (label), away ? _ ("not loaded") : "");
  mw_widget_set_tooltip (label, away ? _ ("Its keys are in a file that was not found. They stay unchanged.") : NULL);
}

/* Whether any sequence has the field in this version; the schema also has fields of other versions. */
static gboolean
is_used (MwSequencesTable *self, const MwField *field)
{
  const MwList *list = mw_sequences_table_list (self);
  gboolean live = list->n == 0;
  for (guint i = 0; i < list->n && !live; i++)
    live = mw_field_is_live (list->items[i], field, mw_document_get_format (self->document));
  return live;
}

static void
add_state_column (MwSequencesTable *self)
{
  const MwList *list = mw_sequences_table_list (self);
  gboolean any = FALSE;
  for (guint i = 0; i < list->n && !any; i++)
    any = mw_ui_is_not_loaded (list->items[i]);
  if (!any)
    return;
  GtkListItemFactory *states = gtk_signal_list_item_factory_new ();
  g_signal_connect (states, "setup", G_CALLBACK (setup_number), NULL);
  g_signal_connect (states, "bind", G_CALLBACK (bind_state), self);
  g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (_ ("Keys"), states);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), column);
}

/* --- Columns ---------------------------------------------------------------------------------------------------------- */

static GtkColumnViewColumn *
add_column (MwSequencesTable *self, const char *title, GtkListItemFactory *factory, GtkSorter *sorter, int width)
{
  GtkColumnViewColumn *column = gtk_column_view_column_new (title, factory);
  g_autoptr (GtkSorter) owned = sorter;
  gtk_column_view_column_set_sorter (column, owned);
  gtk_column_view_column_set_fixed_width (column, width);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), column);
  g_object_unref (column);
  return column;
}

/* A column of values. `name`: what it is remembered by when it is hidden. */
static void
add_values (MwSequencesTable *self, const MwField *field, const char *title, const char *name, int width)
{
  MwSequencesColumn *values = g_new0 (MwSequencesColumn, 1);
  values->table = self;
  values->field = field;
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_object_set_data_full (G_OBJECT (factory), "column", values, g_free);
  g_signal_connect (factory, "setup", field ? G_CALLBACK (setup_cell) : G_CALLBACK (setup_bounds), values);
  g_signal_connect (factory, "bind", field ? G_CALLBACK (bind_cell) : G_CALLBACK (bind_bounds), values);
  g_signal_connect (factory, "unbind", field ? G_CALLBACK (unbind_cell) : G_CALLBACK (unbind_bounds), values);
  GtkColumnViewColumn *column = add_column (self, title, factory, mw_sequences_sorter_by_value (values), width);
  gtk_column_view_column_set_resizable (column, TRUE);
  mw_column_set_name (column, name);
}

static int
width_of (MwSequencesTable *self, const MwField *field)
{
  if (field->count > 1 && mw_field_is_number (field))
    return WIDTH_OF_VECTOR;
  if (field->type == MW_TYPE_TEXT)
    return WIDTH_OF_TEXT;
  if (field->type == MW_TYPE_REF
      || mw_schema_names (self->list->schema, field, mw_document_get_format (self->document).family))
    return WIDTH_OF_WORDS;
  return field->unit ? WIDTH_OF_AMOUNT : WIDTH_OF_NUMBER;
}

void
mw_sequences_table_add_columns (MwSequencesTable *self)
{
  GtkListItemFactory *numbers = gtk_signal_list_item_factory_new ();
  g_signal_connect (numbers, "setup", G_CALLBACK (setup_number), NULL);
  g_signal_connect (numbers, "bind", G_CALLBACK (bind_number), self);
  g_signal_connect (numbers, "unbind", G_CALLBACK (unbind_number), self);
  add_column (self, "#", numbers, mw_sequences_sorter_by_number (self), WIDTH_OF_PLACE);
  add_state_column (self);
  const MwSchema *schema = self->list->schema;
  gboolean has_bounds = FALSE;
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    if (field->hidden || field->type >= MW_TYPE_ARRAY || !is_used (self, field))
      continue;
    /* A dozen numbers of bounds would fill the table; they are one cell, where the first of them would be. */
    if (field->role != MW_ROLE_BOUNDS)
      add_values (self, field, mw_ui_label (field->label), field->name, width_of (self, field));
    else if (!has_bounds)
      add_values (self, NULL, _ ("Bounds"), "bounds", WIDTH_OF_BOUNDS);
    has_bounds |= field->role == MW_ROLE_BOUNDS;
  }
  mw_columns_fit_text (GTK_COLUMN_VIEW (self->view));
}

/* --- Changes ---------------------------------------------------------------------------------------------------------- */

static void
follow_change (MwSequencesTable *self, const MwChange *change)
{
  GHashTableIter iter;
  gpointer editor;
  g_hash_table_iter_init (&iter, self->editors);
  while (g_hash_table_iter_next (&iter, &editor, NULL)) {
    guint n;
    const MwId *ids = mw_field_editor_get_ids (editor, &n);
    if (n && ids[0] == change->id && mw_field_editor_get_field (editor) == change->field)
      mw_field_editor_refresh (editor);
    if (n && ids[0] == change->id && change->field && change->field->role == MW_ROLE_FLAGS)
      show_live (self, editor);
  }
  g_hash_table_iter_init (&iter, self->bounds);
  while (g_hash_table_iter_next (&iter, &editor, NULL))
    if (mw_bounds_cell_get_record (editor) == change->id)
      mw_bounds_cell_refresh (editor);
}

void
mw_sequences_table_follow (MwSequencesTable *self, const MwChangeSet *set)
{
  gboolean changed = FALSE;
  for (guint i = 0; i < set->changes->len; i++) {
    const MwChange *change = &g_array_index (set->changes, MwChange, i);
    changed |= change->field == self->list || change->schema == self->list->schema;
    if (change->kind <= MW_CHANGE_SWAP && change->schema == self->list->schema)
      follow_change (self, change);
  }
  g_clear_pointer (&self->marks, mw_marks_free);
  GHashTableIter iter;
  gpointer cell;
  g_hash_table_iter_init (&iter, self->editors);
  while (changed && g_hash_table_iter_next (&iter, &cell, NULL))
    show_mark (self, cell);
  g_hash_table_iter_init (&iter, self->bounds);
  while (changed && g_hash_table_iter_next (&iter, &cell, NULL))
    mw_bounds_cell_show_marks (cell, marks_of (self, mw_bounds_cell_get_record (cell)));
}
