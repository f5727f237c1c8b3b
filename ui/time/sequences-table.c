/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/columns-button.h"
#include "ui/drop-down-search.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/time/sequences-cells.h"
#include "ui/time/sequences-menu.h"
#include "ui/time/sequences-table-private.h"
#include "ui/time/standard-list.h"
#include "ui/widgets.h"

G_DEFINE_FINAL_TYPE (MwSequenceRow, mw_sequence_row, G_TYPE_OBJECT)
static void
mw_sequence_row_class_init (MwSequenceRowClass *klass)
{}
static void
mw_sequence_row_init (MwSequenceRow *self)
{}

/* A row has a dozen editors; making more rows than this at once would be a noticeable pause. */
enum { ROWS_AT_ONCE = 3 };

G_DEFINE_FINAL_TYPE (MwSequencesTable, mw_sequences_table, GTK_TYPE_BOX)

static guint picked_signal;

const MwList *
mw_sequences_table_list (MwSequencesTable *self)
{
  return mw_record_list (&mw_document_get_model (self->document)->record, self->list);
}

/* The selected rows, in the order in which they are shown. Free with g_array_unref(). */
GArray *
mw_sequences_table_selected (MwSequencesTable *self)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_autoptr (GtkBitset) places = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  for (guint i = 0; i < gtk_bitset_get_size (places); i++) {
    g_autoptr (MwSequenceRow) row = g_list_model_get_item (self->sorted, gtk_bitset_get_nth (places, i));
    g_array_append_val (ids, row->id);
  }
  return ids;
}

gboolean
mw_sequences_table_is_selected (MwSequencesTable *self, MwId id)
{
  g_autoptr (GArray) ids = mw_sequences_table_selected (self);
  for (guint i = 0; i < ids->len; i++)
    if (g_array_index (ids, MwId, i) == id)
      return TRUE;
  return FALSE;
}

guint
mw_sequences_table_number (MwSequencesTable *self, MwId id)
{
  const MwList *list = mw_sequences_table_list (self);
  for (guint i = 0; i < list->n; i++)
    if (list->items[i]->id == id)
      return i;
  return list->n;
}

void
mw_sequences_table_set_playing (MwSequencesTable *self, MwId sequence)
{
  if (self->playing == sequence)
    return;
  self->playing = sequence;
  mw_sequences_table_show_numbers (self);
}

/* --- Rows ----------------------------------------------------------------------------------------------------------- */

static gboolean fill_later (gpointer data);

static void
fill (MwSequencesTable *self)
{
  const MwList *list = mw_sequences_table_list (self);
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
    /* After the window has been drawn, however long that takes. */
    self->fill_idle = g_timeout_add_full (G_PRIORITY_DEFAULT_IDLE, 20, fill_later, self, NULL);
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
  gboolean structure = FALSE;
  for (guint i = 0; i < set->changes->len && !structure; i++)
    structure = g_array_index (set->changes, MwChange, i).field == self->list;
  if (structure) {
    fill (self);
    mw_sequences_table_show_numbers (self);
  }
  mw_sequences_table_follow (self, set);
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
  g_autoptr (GArray) ids = mw_sequences_table_selected (self);
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
  if (!mw_sequences_table_is_selected (self, id))
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
  g_autoptr (GArray) selected = mw_sequences_table_selected (self);
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
standard_picked (MwStandardList *list, guint sequence, MwSequencesTable *self)
{
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->standard));
  mw_document_select (self->document, &sequence, 1);
}

/* The list is made when it is first asked for. */
static void
make_standard (GtkMenuButton *button, gpointer data)
{
  MwSequencesTable *self = data;
  if (gtk_menu_button_get_popover (button))
    return;
  GtkWidget *popover = gtk_popover_new (), *list = mw_standard_list_new (self->document);
  g_signal_connect (list, "picked", G_CALLBACK (standard_picked), self);
  mw_popover_keep_inside (GTK_POPOVER (popover));
  gtk_popover_set_child (GTK_POPOVER (popover), list);
  gtk_menu_button_set_popover (button, popover);
}

static GtkWidget *
standard_button_new (MwSequencesTable *self)
{
  GtkWidget *button = self->standard = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "checkbox-checked-symbolic");
  gtk_menu_button_set_has_frame (GTK_MENU_BUTTON (button), FALSE);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), make_standard, self, NULL);
  gtk_widget_set_tooltip_text (button, _ ("Standard sequences: which the game looks up, and which are missing"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Standard sequences"), -1);
  return button;
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
  gtk_box_append (GTK_BOX (bar), standard_button_new (self));
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
  g_hash_table_unref (MW_SEQUENCES_TABLE (object)->bounds);
  g_clear_pointer (&MW_SEQUENCES_TABLE (object)->marks, mw_marks_free);
  G_OBJECT_CLASS (mw_sequences_table_parent_class)->finalize (object);
}

static void
mw_sequences_table_class_init (MwSequencesTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_sequences_table_dispose;
  G_OBJECT_CLASS (klass)->finalize = mw_sequences_table_finalize;
  GTK_WIDGET_CLASS (klass)->unmap = unmap;
  mw_sequences_menu_install (GTK_WIDGET_CLASS (klass));
  mw_sequences_cells_install (GTK_WIDGET_CLASS (klass));
  picked_signal = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
mw_sequences_table_init (MwSequencesTable *self)
{
  self->editors = g_hash_table_new (NULL, NULL);
  self->bounds = g_hash_table_new (NULL, NULL);
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
  mw_sequences_table_add_columns (self);
  add_buttons (self);
  fill (self);
  g_signal_connect (document, "changed", G_CALLBACK (document_changed), self);
  g_signal_connect (document, "selection-changed", G_CALLBACK (show_selection), self);
  return GTK_WIDGET (self);
}
