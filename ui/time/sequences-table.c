/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/time/sequences-table.h"
#include "ui/inspector/field-editor.h"
#include "ui/inspector/flags-editor.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/inspector/marks.h"
#include "ui/widgets.h"

/* --- A row ---------------------------------------------------------------------------------------------------------- */

#define MW_TYPE_SEQUENCE_ROW (mw_sequence_row_get_type ())
G_DECLARE_FINAL_TYPE (MwSequenceRow, mw_sequence_row, MW, SEQUENCE_ROW, GObject)
struct _MwSequenceRow {
  GObject parent_instance;
  MwId id;
};
G_DEFINE_FINAL_TYPE (MwSequenceRow, mw_sequence_row, G_TYPE_OBJECT)
static void
mw_sequence_row_class_init (MwSequenceRowClass *klass)
{}
static void
mw_sequence_row_init (MwSequenceRow *self)
{}

struct _MwSequencesTable {
  GtkBox parent_instance;
  MwDocument *document;
  const MwField *list;
  GListStore *rows;
  GtkSingleSelection *selection;
  GtkWidget *view, *empty, *stack;
  GHashTable *editors; /* the MwFieldEditors that are bound to cells */
  MwMarks *marks; /* cache: the findings of the sequence `marked`, since cells of a row are bound in turn; or NULL */
  MwId marked;
  gboolean syncing;
  guint fill_idle;
};

/* A row has a dozen editors; making more rows than this at once would be a noticeable pause. */
enum { ROWS_AT_ONCE = 3 };

G_DEFINE_FINAL_TYPE (MwSequencesTable, mw_sequences_table, GTK_TYPE_BOX)

static guint picked_signal;

static const MwList *
sequences (MwSequencesTable *self)
{
  return mw_record_list (&mw_document_get_model (self->document)->record, self->list);
}

/* --- Cells ---------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwSequencesTable *table;
  const MwField *field;
} Column;

static void
setup_cell (GtkSignalListItemFactory *factory, GtkListItem *item, Column *column)
{
  GtkWidget *editor = mw_field_editor_new (column->table->document, column->table->list->schema, column->field);
  mw_field_editor_set_cell (MW_FIELD_EDITOR (editor));
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

static void
forget_marks (MwSequencesTable *self)
{
  g_clear_pointer (&self->marks, mw_marks_free);
}

/* Shows the findings on the value of a cell. */
static void
show_mark (MwSequencesTable *self, MwFieldEditor *editor)
{
  guint n;
  const MwId *ids = mw_field_editor_get_ids (editor, &n);
  if (n && (!self->marks || self->marked != ids[0])) {
    forget_marks (self);
    self->marks = mw_marks_new (self->document, ids[0]);
    self->marked = ids[0];
  }
  g_autofree char *mark = n ? mw_marks_of_field (self->marks, mw_field_editor_get_field (editor)) : NULL;
  mw_field_editor_set_mark (editor, mark);
}

static void
bind_cell (GtkSignalListItemFactory *factory, GtkListItem *item, Column *column)
{
  MwSequenceRow *row = gtk_list_item_get_item (item);
  GtkWidget *editor = gtk_list_item_get_child (item);
  mw_field_editor_set_ids (MW_FIELD_EDITOR (editor), &row->id, 1);
  show_live (column->table, editor);
  show_mark (column->table, MW_FIELD_EDITOR (editor));
  g_hash_table_add (column->table->editors, editor);
}

static void
unbind_cell (GtkSignalListItemFactory *factory, GtkListItem *item, Column *column)
{
  g_hash_table_remove (column->table->editors, gtk_list_item_get_child (item));
  mw_field_editor_set_ids (MW_FIELD_EDITOR (gtk_list_item_get_child (item)), NULL, 0);
  mw_field_editor_set_mark (MW_FIELD_EDITOR (gtk_list_item_get_child (item)), NULL);
}

static void
setup_number (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused)
{
  GtkWidget *label = gtk_label_new (NULL);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (item, label);
}

static void
bind_number (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused)
{
  g_autofree char *number = g_strdup_printf ("%u", gtk_list_item_get_position (item));
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), number);
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
  const MwList *list = sequences (self);
  gboolean live = list->n == 0;
  for (guint i = 0; i < list->n && !live; i++)
    live = mw_field_is_live (list->items[i], field, mw_document_get_format (self->document));
  return live;
}

static void
add_state_column (MwSequencesTable *self)
{
  const MwList *list = sequences (self);
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

static void
add_columns (MwSequencesTable *self)
{
  GtkListItemFactory *numbers = gtk_signal_list_item_factory_new ();
  g_signal_connect (numbers, "setup", G_CALLBACK (setup_number), NULL);
  g_signal_connect (numbers, "bind", G_CALLBACK (bind_number), NULL);
  g_autoptr (GtkColumnViewColumn) first = gtk_column_view_column_new ("#", numbers);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), first);
  add_state_column (self);
  const MwSchema *schema = self->list->schema;
  for (guint i = 0; i < mw_schema_n_fields (schema); i++) {
    const MwField *field = mw_schema_field_at (schema, i);
    if (field->hidden || field->type >= MW_TYPE_ARRAY || !is_used (self, field))
      continue;
    Column *column = g_new0 (Column, 1);
    column->table = self;
    column->field = field;
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
    g_object_set_data_full (G_OBJECT (factory), "column", column, g_free);
    g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), column);
    g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), column);
    g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cell), column);
    g_autoptr (GtkColumnViewColumn) view_column = gtk_column_view_column_new (mw_ui_label (field->label), factory);
    gtk_column_view_column_set_resizable (view_column, TRUE);
    gboolean wide = field->type == MW_TYPE_TEXT || field->type == MW_TYPE_REF
                    || mw_schema_names (schema, field, mw_document_get_format (self->document).family);
    int width = field->count > 1 && mw_field_is_number (field) ? 250 : wide ? 190 : 120;
    gtk_column_view_column_set_fixed_width (view_column, width);
    gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), view_column);
  }
}

/* --- Rows ----------------------------------------------------------------------------------------------------------- */

static gboolean fill_later (gpointer data);

static void
fill (MwSequencesTable *self)
{
  const MwList *list = sequences (self);
  guint old = g_list_model_get_n_items (G_LIST_MODEL (self->rows)), first = 0, keep = 0;
  g_autoptr (GPtrArray) new_rows = g_ptr_array_new_with_free_func (g_object_unref);
  /* Replaces only the range of rows that differs. */
  for (; first < MIN (old, list->n); first++) {
    g_autoptr (MwSequenceRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), first);
    if (row->id != list->items[first]->id)
      break;
  }
  for (; keep < MIN (old, list->n) - first; keep++) {
    g_autoptr (MwSequenceRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), old - 1 - keep);
    if (row->id != list->items[list->n - 1 - keep]->id)
      break;
  }
  guint end = MIN (list->n - keep, first + ROWS_AT_ONCE);
  for (guint i = first; i < end; i++) {
    MwSequenceRow *row = g_object_new (MW_TYPE_SEQUENCE_ROW, NULL);
    row->id = list->items[i]->id;
    g_ptr_array_add (new_rows, row);
  }
  self->syncing = TRUE;
  g_list_store_splice (self->rows, first, old - first - keep, new_rows->pdata, new_rows->len);
  self->syncing = FALSE;
  if (g_list_model_get_n_items (G_LIST_MODEL (self->rows)) < list->n && !self->fill_idle)
    self->fill_idle = g_timeout_add (20, fill_later, self);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), list->n ? gtk_widget_get_parent (self->view) : self->empty);
}

static gboolean
fill_later (gpointer data)
{
  MwSequencesTable *self = data;
  self->fill_idle = 0;
  fill (self);
  return G_SOURCE_REMOVE;
}

static void
document_changed (MwDocument *document, MwChangeSet *set, MwSequencesTable *self)
{
  gboolean structure = FALSE, sequences_changed = FALSE;
  for (guint i = 0; i < set->changes->len; i++) {
    const MwChange *change = &g_array_index (set->changes, MwChange, i);
    structure |= change->field == self->list;
    sequences_changed |= structure || change->schema == self->list->schema;
    if (change->kind > MW_CHANGE_SWAP || change->schema != self->list->schema)
      continue;
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
  }
  forget_marks (self);
  if (structure)
    fill (self);
  GHashTableIter iter;
  gpointer editor;
  g_hash_table_iter_init (&iter, self->editors);
  while (sequences_changed && g_hash_table_iter_next (&iter, &editor, NULL))
    show_mark (self, editor);
}

static void
show_selection (MwDocument *document, MwSequencesTable *self)
{
  guint n;
  const MwId *ids = mw_document_get_selection (document, &n);
  if (self->syncing)
    return;
  guint position = GTK_INVALID_LIST_POSITION;
  for (guint i = 0; n && i < g_list_model_get_n_items (G_LIST_MODEL (self->rows)); i++) {
    g_autoptr (MwSequenceRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), i);
    if (row->id == ids[0])
      position = i;
  }
  self->syncing = TRUE;
  gtk_single_selection_set_selected (self->selection, position);
  self->syncing = FALSE;
}

static void
row_selected (GtkSingleSelection *selection, GParamSpec *property, MwSequencesTable *self)
{
  MwSequenceRow *row = gtk_single_selection_get_selected_item (selection);
  if (self->syncing || !row)
    return;
  MwId id = row->id;
  self->syncing = TRUE;
  mw_document_select (self->document, &id, 1);
  self->syncing = FALSE;
  g_signal_emit (self, picked_signal, 0, id);
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
mw_sequences_table_dispose (GObject *object)
{
  MwSequencesTable *self = MW_SEQUENCES_TABLE (object);
  g_clear_handle_id (&self->fill_idle, g_source_remove);
  mw_disconnect (self->document, self);
  mw_disconnect (self->selection, self);
  mw_box_clear (GTK_WIDGET (self));
  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_sequences_table_parent_class)->dispose (object);
}

static void
mw_sequences_table_finalize (GObject *object)
{
  g_hash_table_unref (MW_SEQUENCES_TABLE (object)->editors);
  forget_marks (MW_SEQUENCES_TABLE (object));
  G_OBJECT_CLASS (mw_sequences_table_parent_class)->finalize (object);
}

static void
mw_sequences_table_class_init (MwSequencesTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_sequences_table_dispose;
  G_OBJECT_CLASS (klass)->finalize = mw_sequences_table_finalize;
  picked_signal = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
mw_sequences_table_init (MwSequencesTable *self)
{
  self->editors = g_hash_table_new (NULL, NULL);
  self->rows = g_list_store_new (MW_TYPE_SEQUENCE_ROW);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->rows)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  self->view = gtk_column_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection)));
  gtk_column_view_set_show_column_separators (GTK_COLUMN_VIEW (self->view), TRUE);
  gtk_widget_add_css_class (self->view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Sequences"), -1);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->view);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_widget_set_hexpand (scrolled, TRUE);
  self->empty = gtk_label_new (_ ("This model has no sequences."));
  gtk_widget_add_css_class (self->empty, "dim-label");
  self->stack = gtk_stack_new ();
  gtk_stack_add_child (GTK_STACK (self->stack), scrolled);
  gtk_stack_add_child (GTK_STACK (self->stack), self->empty);
  gtk_box_append (GTK_BOX (self), self->stack);
  g_signal_connect (self->selection, "notify::selected-item", G_CALLBACK (row_selected), self);
}

GtkWidget *
mw_sequences_table_new (MwDocument *document)
{
  MwSequencesTable *self = g_object_new (MW_TYPE_SEQUENCES_TABLE, NULL);
  self->document = g_object_ref (document);
  self->list = mw_schema_part (mw_document_get_model (document)->record.schema, MW_PART_SEQUENCES);
  add_columns (self);
  fill (self);
  g_signal_connect (document, "changed", G_CALLBACK (document_changed), self);
  g_signal_connect (document, "selection-changed", G_CALLBACK (show_selection), self);
  return GTK_WIDGET (self);
}
