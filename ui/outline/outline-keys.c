/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline/outline-widget.h"
#include "ui/document/document-page.h"

/* Keys in the list of the outline, beside those of GtkListView (Up, Down, Home, End, Page Up, Page Down) and those of operations. */

/* The only selected row, or NULL. Free with g_object_unref(). */
static GtkTreeListRow *
only_row (MwOutline *self)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  return gtk_bitset_get_size (selected) == 1
           ? g_list_model_get_item (G_LIST_MODEL (self->tree), gtk_bitset_get_minimum (selected))
           : NULL;
}

/* Right opens the row; Left closes it, or selects the row above it in the tree. */
static gboolean
open_or_close (GtkWidget *view, GVariant *args, gpointer data)
{
  MwOutline *self = data;
  gboolean open = g_variant_get_boolean (args);
  g_autoptr (GtkTreeListRow) row = only_row (self);
  if (!row)
    return FALSE;
  g_autoptr (GtkTreeListRow) above = gtk_tree_list_row_get_parent (row);
  if (gtk_tree_list_row_is_expandable (row) && gtk_tree_list_row_get_expanded (row) != open) {
    gtk_tree_list_row_set_expanded (row, open);
  } else if (!open && above) {
    guint position = gtk_tree_list_row_get_position (above);
    gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), position, TRUE);
    gtk_widget_activate_action (view, "list.scroll-to-item", "u", position);
  }
  return TRUE;
}

/* Selects all rows that are in the same list as the first selected row; of a heading, the rows below it. */
static gboolean
select_group (GtkWidget *view, GVariant *args, gpointer data)
{
  MwOutline *self = data;
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection)),
                        group = gtk_bitset_new_empty (),
                        all = gtk_bitset_new_range (0, g_list_model_get_n_items (G_LIST_MODEL (self->tree)));
  g_autoptr (GtkTreeListRow)
    first = gtk_bitset_is_empty (selected)
              ? NULL
              : g_list_model_get_item (G_LIST_MODEL (self->tree), gtk_bitset_get_minimum (selected));
  g_autoptr (MwOutlineNode) node = first ? gtk_tree_list_row_get_item (first) : NULL;
  if (!node)
    return FALSE;
  if (mw_outline_node_is_group (node))
    gtk_tree_list_row_set_expanded (first, TRUE);
  g_autoptr (GtkTreeListRow) above = mw_outline_node_is_group (node) ? g_object_ref (first)
                                                                     : gtk_tree_list_row_get_parent (first);
  GListModel *rows = above ? gtk_tree_list_row_get_children (above) : NULL;
  for (guint i = 0; rows && i < g_list_model_get_n_items (rows); i++) {
    g_autoptr (GtkTreeListRow) row = gtk_tree_list_row_get_child_row (above, i);
    gtk_bitset_add (group, gtk_tree_list_row_get_position (row));
  }
  /* Without rows above them, all are of one list, as roots of the skeleton are. */
  for (guint i = 0; !above && i < g_list_model_get_n_items (G_LIST_MODEL (self->tree)); i++) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->tree), i);
    if (gtk_tree_list_row_get_depth (row) == 0)
      gtk_bitset_add (group, i);
  }
  gtk_selection_model_set_selection (GTK_SELECTION_MODEL (self->selection), group, all);
  return TRUE;
}

/* Goes to the inspector; on a heading, GTK opens or closes it. */
static gboolean
inspect (GtkWidget *view, GVariant *args, gpointer data)
{
  MwOutline *self = data;
  GtkWidget *page = gtk_widget_get_ancestor (GTK_WIDGET (self), MW_TYPE_DOCUMENT_PAGE);
  guint n;
  mw_document_get_selection (self->document, &n);
  return page && n
         && gtk_widget_child_focus (GTK_WIDGET (mw_document_page_get_inspector (MW_DOCUMENT_PAGE (page))),
                                    GTK_DIR_TAB_FORWARD);
}

/* Letters and digits go to the filter. Shift+A adds an element. */
static gboolean
type_ahead (GtkEventControllerKey *key, guint keyval, guint keycode, GdkModifierType state, MwOutline *self)
{
  const gunichar letter = gdk_keyval_to_unicode (keyval);
  if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK) || !g_unichar_isalnum (letter) || keyval == GDK_KEY_A)
    return FALSE;
  int at = (int) g_utf8_strlen (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);
  char text[7] = { 0 };
  const int length = g_unichar_to_utf8 (letter, text);
  gtk_widget_grab_focus (self->search);
  gtk_editable_insert_text (GTK_EDITABLE (self->search), text, length, &at);
  gtk_editable_set_position (GTK_EDITABLE (self->search), at);
  return TRUE;
}

/* From the filter to the first row that is an element. */
static gboolean
to_rows (GtkWidget *search, GVariant *args, gpointer data)
{
  MwOutline *self = data;
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->tree)); i++) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->tree), i);
    g_autoptr (MwOutlineNode) node = gtk_tree_list_row_get_item (row);
    if (mw_outline_node_is_group (node))
      continue;
    gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), i, TRUE);
    gtk_widget_activate_action (self->view, "list.scroll-to-item", "u", i);
    break;
  }
  gtk_widget_grab_focus (self->view);
  return TRUE;
}

/* Escape shows all rows again. */
static void
stop_filter (GtkSearchEntry *search, MwOutline *self)
{
  if (mw_outline_model_is_filtered (self->model))
    mw_outline_set_filter (self, "");
  gtk_widget_grab_focus (self->view);
}

static void
add_key (GtkEventController *keys, guint keyval, GdkModifierType state, GtkShortcutFunc func, MwOutline *self,
         GVariant *args)
{
  GtkShortcut *shortcut = gtk_shortcut_new (gtk_keyval_trigger_new (keyval, state),
                                            gtk_callback_action_new (func, self, NULL));
  if (args)
    gtk_shortcut_set_arguments (shortcut, args);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys), shortcut);
}

void
mw_outline_install_keys (MwOutline *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new (), *typing = gtk_event_controller_key_new (),
                     *from_search = gtk_shortcut_controller_new ();
  add_key (keys, GDK_KEY_Right, 0, open_or_close, self, g_variant_new_boolean (TRUE));
  add_key (keys, GDK_KEY_Left, 0, open_or_close, self, g_variant_new_boolean (FALSE));
  add_key (keys, GDK_KEY_a, GDK_CONTROL_MASK, select_group, self, NULL);
  add_key (keys, GDK_KEY_Return, 0, inspect, self, NULL);
  add_key (keys, GDK_KEY_KP_Enter, 0, inspect, self, NULL);
  /* Before GtkListView, which has other uses for some of them. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (self->view, keys);
  g_signal_connect (typing, "key-pressed", G_CALLBACK (type_ahead), self);
  gtk_widget_add_controller (self->view, typing);
  add_key (from_search, GDK_KEY_Down, 0, to_rows, self, NULL);
  add_key (from_search, GDK_KEY_Return, 0, to_rows, self, NULL);
  gtk_event_controller_set_propagation_phase (from_search, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (self->search, from_search);
  g_signal_connect (self->search, "stop-search", G_CALLBACK (stop_filter), self);
}
