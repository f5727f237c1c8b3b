/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline/outline-widget.h"
#include "ui/widgets.h"

/* The open rows, order, filter and place of an outline, for another one of the same model. */

struct _MwOutlineView {
  gboolean by_skeleton, sorted;
  char *filter;
  GArray *open;        /* MwOutlineKey */
  GArray *other_order; /* MwOutlineKey: see mw_outline_model_get_other_order() */
  double scrolled;
};

MwOutlineView *
mw_outline_get_view_state (MwOutline *self)
{
  MwOutlineView *view = g_new0 (MwOutlineView, 1);
  view->by_skeleton = mw_outline_model_get_arrangement (self->model) == MW_OUTLINE_BY_SKELETON;
  view->sorted = mw_outline_model_is_sorted (self->model);
  view->other_order = mw_outline_model_get_other_order (self->model);
  view->filter = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->search)));
  view->open = g_array_new (FALSE, FALSE, sizeof (MwOutlineKey));
  view->scrolled = mw_scroll_get (self->scrolled);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->tree)); i++) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->tree), i);
    g_autoptr (MwOutlineNode) node = gtk_tree_list_row_get_item (row);
    if (gtk_tree_list_row_get_expanded (row)) {
      MwOutlineKey key = mw_outline_node_get_key (node);
      g_array_append_val (view->open, key);
    }
  }
  return view;
}

void
mw_outline_set_view_state (MwOutline *self, const MwOutlineView *view, MwIdMap map, gpointer data)
{
  if (view->by_skeleton)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->by_skeleton), TRUE);
  if (view->sorted != mw_outline_model_is_sorted (self->model))
    mw_outline_model_set_sorted (self->model, view->sorted);
  for (guint i = 0; i < view->other_order->len; i++) {
    const MwOutlineKey *key = &g_array_index (view->other_order, MwOutlineKey, i);
    mw_outline_model_set_list_sorted (self->model, key->list, key->kind, !view->sorted);
  }
  if (*view->filter)
    mw_outline_set_filter (self, view->filter);
  g_autoptr (GHashTable) open = g_hash_table_new_full (mw_outline_key_hash, mw_outline_key_equal, g_free, NULL);
  for (guint i = 0; i < view->open->len; i++) {
    MwOutlineKey key = g_array_index (view->open, MwOutlineKey, i);
    MwId id = key.id, owner = key.owner;
    key.id = id ? map (id, data) : 0;
    key.owner = owner ? map (owner, data) : 0;
    if ((key.id || !id) && (key.owner || !owner))
      g_hash_table_add (open, g_memdup2 (&key, sizeof key));
  }
  /* The rows below a row that is opened here follow it in the list, so the loop reaches them too. */
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->tree)); i++) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->tree), i);
    g_autoptr (MwOutlineNode) node = gtk_tree_list_row_get_item (row);
    MwOutlineKey key = mw_outline_node_get_key (node);
    if (gtk_tree_list_row_is_expandable (row))
      gtk_tree_list_row_set_expanded (row, g_hash_table_contains (open, &key));
  }
  mw_outline_show_selection (self);
  mw_scroll_later (self->scrolled, view->scrolled);
}

void
mw_outline_view_free (MwOutlineView *view)
{
  g_free (view->filter);
  g_array_unref (view->open);
  g_array_unref (view->other_order);
  g_free (view);
}
