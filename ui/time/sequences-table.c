/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/time/sequences-table.h"
#include "core/schema/value.h"
#include "ui/inspector/field-editor.h"
#include "ui/inspector/flags-editor.h"
#include "ui/columns-button.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/inspector/marks.h"
#include "ui/edit.h"
#include "ui/time/sequences-menu.h"
#include "ui/widgets.h"

#include <string.h>

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
  GListStore *rows;   /* in the order of the file */
  GListModel *sorted; /* in the order of the header that was clicked */
  GtkMultiSelection *selection;
  GtkWidget *view, *empty, *stack, *menu;
  GHashTable *numbers; /* labels of the column of numbers: their rows */
  MwId playing;
  GHashTable *editors; /* the MwFieldEditors that are bound to cells */
  MwMarks *marks; /* cache: the findings of the sequence `marked`, since cells of a row are bound in turn; or NULL */
  MwId marked;
  gboolean syncing;
  guint fill_idle;
};

/* A row has a dozen editors; making more rows than this at once would be a noticeable pause. */
enum { ROWS_AT_ONCE = 3, NUMBERS_WIDTH = 46 };

G_DEFINE_FINAL_TYPE (MwSequencesTable, mw_sequences_table, GTK_TYPE_BOX)

static guint picked_signal;

static const MwList *
sequences (MwSequencesTable *self)
{
  return mw_record_list (&mw_document_get_model (self->document)->record, self->list);
}

/* The selected rows, in the order in which they are shown. Free with g_array_unref(). */
static GArray *
get_selected (MwSequencesTable *self)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_autoptr (GtkBitset) places = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  for (guint i = 0; i < gtk_bitset_get_size (places); i++) {
    g_autoptr (MwSequenceRow) row = g_list_model_get_item (self->sorted, gtk_bitset_get_nth (places, i));
    g_array_append_val (ids, row->id);
  }
  return ids;
}

/* --- Cells ---------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwSequencesTable *table;
  const MwField *field;
} Column;

static gboolean
is_selected (MwSequencesTable *self, MwId id)
{
  g_autoptr (GArray) ids = get_selected (self);
  for (guint i = 0; i < ids->len; i++)
    if (g_array_index (ids, MwId, i) == id)
      return TRUE;
  return FALSE;
}

/* A value that is typed into one of several selected rows is that of all of them. */
static gboolean
commit_cell (MwFieldEditor *editor, const MwTarget *target, const char *text, gpointer data, GError **error)
{
  MwSequencesTable *self = data;
  guint n;
  const MwId *ids = mw_field_editor_get_ids (editor, &n);
  g_autoptr (GArray) selected = get_selected (self);
  if (selected->len > 1 && n && is_selected (self, ids[0]))
    return mw_ui_set_text (self->document, (const MwId *) (gpointer) selected->data, selected->len, target, text,
                           error);
  return mw_ui_set_text (self->document, ids, n, target, text, error);
}

static void
setup_cell (GtkSignalListItemFactory *factory, GtkListItem *item, Column *column)
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

static guint
number_of (MwSequencesTable *self, MwId id)
{
  const MwList *list = sequences (self);
  for (guint i = 0; i < list->n; i++)
    if (list->items[i]->id == id)
      return i;
  return list->n;
}

/* The number in the file, and whether it is the one on show. */
static void
show_number (MwSequencesTable *self, GtkWidget *label, MwSequenceRow *row)
{
  const gboolean playing = row->id == self->playing;
  g_autofree char *number = g_strdup_printf (playing ? "▶ %u" : "%u", number_of (self, row->id));
  gtk_label_set_text (GTK_LABEL (label), number);
  mw_widget_set_css_class (label, "playing", playing);
  mw_widget_set_css_class (label, "dim-label", !playing);
  mw_widget_set_tooltip (label, playing ? _ ("This sequence is on show") : NULL);
}

static void
show_numbers (MwSequencesTable *self)
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

void
mw_sequences_table_set_playing (MwSequencesTable *self, MwId sequence)
{
  if (self->playing == sequence)
    return;
  self->playing = sequence;
  show_numbers (self);
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

/* --- Sorting ---------------------------------------------------------------------------------------------------------- */

/* Only the view is sorted, never the file, and only when a header is clicked: a row that is edited stays in its place. */

static int
compare_numbers (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint x = number_of (data, ((const MwSequenceRow *) a)->id),
              y = number_of (data, ((const MwSequenceRow *) b)->id);
  return x < y ? GTK_ORDERING_SMALLER : x > y;
}

static double
number_at (const MwField *field, const MwRecord *record, guint component)
{
  g_autoptr (GString) text = g_string_new (NULL);
  mw_value_append_number (text, field->type,
                          (const guint8 *) mw_field_at (record, field) + component * mw_type_size (field->type));
  return g_ascii_strtod (text->str, NULL);
}

static char *
words_of (MwSequencesTable *self, const MwField *field, const MwRecord *record)
{
  if (field->type == MW_TYPE_TEXT)
    return mw_ui_text (mw_text (*(char *const *) mw_field_at (record, field)));
  const MwRecord *to = mw_model_resolve (mw_document_get_model (self->document),
                                         *(const MwRef *) mw_field_at (record, field));
  return to ? mw_ui_record_title (to) : g_strdup ("");
}

static int
compare_fields (MwSequencesTable *self, const MwField *field, const MwRecord *x, const MwRecord *y)
{
  if (field->type == MW_TYPE_TEXT || field->type == MW_TYPE_REF) {
    g_autofree char *a = words_of (self, field, x), *b = words_of (self, field, y);
    g_autofree char *key_a = g_utf8_collate_key_for_filename (a, -1), *key_b = g_utf8_collate_key_for_filename (b, -1);
    return strcmp (key_a, key_b);
  }
  for (guint i = 0; i < MAX (field->count, 1); i++) {
    const double a = number_at (field, x, i), b = number_at (field, y, i);
    if (a < b || a > b)
      return a < b ? -1 : 1;
  }
  return 0;
}

static int
compare_values (gconstpointer a, gconstpointer b, gpointer data)
{
  const Column *column = data;
  const MwModel *model = mw_document_get_model (column->table->document);
  const MwRecord *x = mw_model_find (model, ((const MwSequenceRow *) a)->id),
                 *y = mw_model_find (model, ((const MwSequenceRow *) b)->id);
  return x && y ? gtk_ordering_from_cmpfunc (compare_fields (column->table, column->field, x, y)) : GTK_ORDERING_EQUAL;
}

static void
add_columns (MwSequencesTable *self)
{
  GtkListItemFactory *numbers = gtk_signal_list_item_factory_new ();
  g_signal_connect (numbers, "setup", G_CALLBACK (setup_number), NULL);
  g_signal_connect (numbers, "bind", G_CALLBACK (bind_number), self);
  g_signal_connect (numbers, "unbind", G_CALLBACK (unbind_number), self);
  g_autoptr (GtkColumnViewColumn) first = gtk_column_view_column_new ("#", numbers);
  g_autoptr (GtkSorter) by_number = GTK_SORTER (gtk_custom_sorter_new (compare_numbers, self, NULL));
  gtk_column_view_column_set_sorter (first, by_number);
  gtk_column_view_column_set_fixed_width (first, NUMBERS_WIDTH);
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
    mw_column_set_name (view_column, field->name);
    g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (compare_values, column, NULL));
    gtk_column_view_column_set_sorter (view_column, sorter);
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
  if (structure) {
    fill (self);
    show_numbers (self);
  }
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
  g_autoptr (GtkBitset) places = gtk_bitset_new_empty ();
  const guint n_rows = g_list_model_get_n_items (self->sorted);
  for (guint i = 0; n && i < n_rows; i++) {
    g_autoptr (MwSequenceRow) row = g_list_model_get_item (self->sorted, i);
    for (guint k = 0; k < n; k++)
      if (ids[k] == row->id)
        gtk_bitset_add (places, i);
  }
  g_autoptr (GtkBitset) mask = gtk_bitset_new_range (0, n_rows);
  self->syncing = TRUE;
  gtk_selection_model_set_selection (GTK_SELECTION_MODEL (self->selection), places, mask);
  self->syncing = FALSE;
}

/* One row that is picked is played. */
static void
rows_selected (GtkSelectionModel *selection, guint position, guint n, MwSequencesTable *self)
{
  g_autoptr (GArray) ids = get_selected (self);
  if (self->syncing || !ids->len)
    return;
  self->syncing = TRUE;
  mw_document_select (self->document, (const MwId *) (gpointer) ids->data, ids->len);
  self->syncing = FALSE;
  if (ids->len == 1)
    g_signal_emit (self, picked_signal, 0, g_array_index (ids, MwId, 0));
}

/* --- The menu ---------------------------------------------------------------------------------------------------------- */

/* The sequence of the row in which a widget is; 0: it is in none. */
static MwId
row_of (MwSequencesTable *self, GtkWidget *widget)
{
  while (widget && !g_str_equal (gtk_widget_get_css_name (widget), "row"))
    widget = gtk_widget_get_parent (widget);
  GHashTableIter iter;
  gpointer label, row;
  g_hash_table_iter_init (&iter, self->numbers);
  while (widget && g_hash_table_iter_next (&iter, &label, &row))
    if (gtk_widget_is_ancestor (label, widget))
      return ((MwSequenceRow *) row)->id;
  return 0;
}

static void
open_menu (MwSequencesTable *self, double x, double y)
{
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  self->menu = mw_sequences_menu_open (GTK_WIDGET (self), x, y);
}

/* A text that is edited has a menu of its own. */
static void
menu_pressed (GtkGestureClick *gesture, int n, double x, double y, MwSequencesTable *self)
{
  GtkWidget *at = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);
  const MwId id = at ? row_of (self, at) : 0;
  if (!id || (GTK_IS_TEXT (at) && gtk_widget_has_focus (at)))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  if (!is_selected (self, id))
    mw_document_select (self->document, &id, 1);
  open_menu (self, x, y);
}

static void
below (GtkWidget *button, MwSequencesTable *self, double *x, double *y)
{
  gtk_widget_translate_coordinates (button, GTK_WIDGET (self), 0, gtk_widget_get_height (button), x, y);
}

static void
menu_clicked (GtkButton *button, MwSequencesTable *self)
{
  double x, y;
  g_autoptr (GArray) selected = get_selected (self);
  /* Without a selection it is about the sequence on show. */
  if (!selected->len && self->playing)
    mw_document_select (self->document, &self->playing, 1);
  below (GTK_WIDGET (button), self, &x, &y);
  open_menu (self, x, y);
}

static void
add_clicked (GtkButton *button, MwSequencesTable *self)
{
  double x, y;
  below (GTK_WIDGET (button), self, &x, &y);
  mw_sequences_menu_run (GTK_WIDGET (self), mw_operation_sequence_add.id, x, y);
}

static void
unmap (GtkWidget *widget)
{
  if (MW_SEQUENCES_TABLE (widget)->menu)
    gtk_popover_popdown (GTK_POPOVER (MW_SEQUENCES_TABLE (widget)->menu));
  GTK_WIDGET_CLASS (mw_sequences_table_parent_class)->unmap (widget);
}

static GtkWidget *
button_new (const char *icon, const char *name, GCallback clicked, MwSequencesTable *self)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);
  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  g_signal_connect (button, "clicked", clicked, self);
  return button;
}

static void
add_buttons (MwSequencesTable *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2),
            *columns = mw_columns_button_new (GTK_COLUMN_VIEW (self->view), "hidden-sequence-columns");
  gtk_menu_button_set_has_frame (GTK_MENU_BUTTON (columns), FALSE);
  gtk_widget_add_css_class (bar, "table-bar");
  gtk_box_append (GTK_BOX (bar), button_new ("list-add-symbolic", _ ("Add Sequence…"), G_CALLBACK (add_clicked), self));
  gtk_box_append (GTK_BOX (bar), button_new ("view-more-symbolic", _ ("What can be done to the selected sequences"),
                                             G_CALLBACK (menu_clicked), self));
  gtk_box_append (GTK_BOX (bar), columns);
  gtk_box_append (GTK_BOX (self), bar);
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
mw_sequences_table_dispose (GObject *object)
{
  MwSequencesTable *self = MW_SEQUENCES_TABLE (object);
  g_clear_handle_id (&self->fill_idle, g_source_remove);
  mw_disconnect (self->document, self);
  mw_disconnect (self->selection, self);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  mw_box_clear (GTK_WIDGET (self));
  g_clear_object (&self->selection);
  g_clear_object (&self->sorted);
  g_clear_object (&self->rows);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (mw_sequences_table_parent_class)->dispose (object);
}

static void
mw_sequences_table_finalize (GObject *object)
{
  g_hash_table_unref (MW_SEQUENCES_TABLE (object)->editors);
  g_hash_table_unref (MW_SEQUENCES_TABLE (object)->numbers);
  forget_marks (MW_SEQUENCES_TABLE (object));
  G_OBJECT_CLASS (mw_sequences_table_parent_class)->finalize (object);
}

static void
mw_sequences_table_class_init (MwSequencesTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_sequences_table_dispose;
  G_OBJECT_CLASS (klass)->finalize = mw_sequences_table_finalize;
  GTK_WIDGET_CLASS (klass)->unmap = unmap;
  mw_sequences_menu_install (GTK_WIDGET_CLASS (klass));
  picked_signal = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
mw_sequences_table_init (MwSequencesTable *self)
{
  self->editors = g_hash_table_new (NULL, NULL);
  self->rows = g_list_store_new (MW_TYPE_SEQUENCE_ROW);
  self->numbers = g_hash_table_new (NULL, NULL);
  self->view = gtk_column_view_new (NULL);
  GtkSorter *sorter = gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->view));
  self->sorted = G_LIST_MODEL (
    gtk_sort_list_model_new (g_object_ref (G_LIST_MODEL (self->rows)), g_object_ref (sorter)));
  self->selection = gtk_multi_selection_new (g_object_ref (self->sorted));
  gtk_column_view_set_model (GTK_COLUMN_VIEW (self->view), GTK_SELECTION_MODEL (self->selection));
  gtk_column_view_set_show_column_separators (GTK_COLUMN_VIEW (self->view), TRUE);
  gtk_widget_add_css_class (self->view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Sequences"), -1);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->view);
  gtk_widget_add_css_class (scrolled, "sequences");
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_widget_set_hexpand (scrolled, TRUE);
  self->empty = gtk_label_new (_ ("This model has no sequences."));
  gtk_widget_add_css_class (self->empty, "dim-label");
  self->stack = gtk_stack_new ();
  gtk_stack_add_child (GTK_STACK (self->stack), scrolled);
  gtk_stack_add_child (GTK_STACK (self->stack), self->empty);
  gtk_box_append (GTK_BOX (self), self->stack);
  GtkGesture *menu = gtk_gesture_click_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (menu), GDK_BUTTON_SECONDARY);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (menu), GTK_PHASE_CAPTURE);
  g_signal_connect (menu, "pressed", G_CALLBACK (menu_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (menu));
  g_signal_connect (self->selection, "selection-changed", G_CALLBACK (rows_selected), self);
}

GtkWidget *
mw_sequences_table_new (MwDocument *document)
{
  MwSequencesTable *self = g_object_new (MW_TYPE_SEQUENCES_TABLE, NULL);
  self->document = g_object_ref (document);
  self->list = mw_schema_part (mw_document_get_model (document)->record.schema, MW_PART_SEQUENCES);
  add_columns (self);
  add_buttons (self);
  fill (self);
  g_signal_connect (document, "changed", G_CALLBACK (document_changed), self);
  g_signal_connect (document, "selection-changed", G_CALLBACK (show_selection), self);
  return GTK_WIDGET (self);
}
