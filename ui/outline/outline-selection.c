/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline/outline-widget.h"
#include "ui/outline/surfaces.h"

/* The selection of the outline is the document's. */

/* Opens the rows on the path `positions` and returns the last one, or NULL. */
static GtkTreeListRow *
open_way (MwOutline *self, const GArray *positions)
{
  if (!positions->len)
    return NULL;
  GtkTreeListRow *row = gtk_tree_list_model_get_child_row (self->tree, g_array_index (positions, guint, 0));
  for (guint i = 1; row && i < positions->len; i++) {
    gtk_tree_list_row_set_expanded (row, TRUE);
    GtkTreeListRow *below = gtk_tree_list_row_get_child_row (row, g_array_index (positions, guint, i));
    g_object_unref (row);
    row = below;
  }
  return row;
}

GtkTreeListRow *
mw_outline_find_row (MwOutline *self, MwId id)
{
  g_autoptr (GArray) positions = g_array_new (FALSE, FALSE, sizeof (guint));
  return mw_outline_model_find (self->model, id, positions) ? open_way (self, positions) : NULL;
}

static GtkTreeListRow *
find_surface_row (MwOutline *self, const GPtrArray *surface)
{
  g_autoptr (GArray) positions = g_array_new (FALSE, FALSE, sizeof (guint));
  return mw_outline_model_find_surface (self->model, surface, positions) ? open_way (self, positions) : NULL;
}

/* The nodes of the rows that are selected in the view. Free with g_ptr_array_unref(). */
GPtrArray *
mw_outline_selected_nodes (MwOutline *self)
{
  GPtrArray *nodes = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  GtkBitsetIter iter;
  guint at;
  for (gboolean more = gtk_bitset_iter_init_first (&iter, selected, &at); more;
       more = gtk_bitset_iter_next (&iter, &at)) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->tree), at);
    if (row)
      g_ptr_array_add (nodes, gtk_tree_list_row_get_item (row));
  }
  return nodes;
}

/* The surface whose row is to be selected instead of the batch `id`: if all batches of the surface are in `ids`, unless the row
 * of this batch itself was picked. NULL: the batch's own row. */
static const GPtrArray *
surface_for (MwOutline *self, MwId id, GHashTable *ids, GHashTable *picked)
{
  const GPtrArray *surface = mw_ui_surface_of (self->document, id);
  for (guint i = 0; surface && i < surface->len; i++)
    if (!g_hash_table_contains (ids, GUINT_TO_POINTER (((const MwRecord *) g_ptr_array_index (surface, i))->id)))
      return NULL;
  return surface && g_hash_table_contains (picked, GUINT_TO_POINTER (id)) ? NULL : surface;
}

static void
append_row (GPtrArray *rows, GtkTreeListRow *row)
{
  if (row)
    g_ptr_array_add (rows, row);
}

/* Opens and returns the rows of these elements. Opening a row moves others, so read positions only afterwards. Free with
 * g_ptr_array_unref(). */
static GPtrArray *
open_rows (MwOutline *self, const MwId *ids, guint n)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GHashTable) wanted = g_hash_table_new (NULL, NULL), picked = g_hash_table_new (NULL, NULL),
                         seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) nodes = mw_outline_selected_nodes (self);
  for (guint i = 0; i < nodes->len; i++)
    g_hash_table_add (picked, GUINT_TO_POINTER (mw_outline_node_get_id (g_ptr_array_index (nodes, i))));
  for (guint i = 0; i < n; i++)
    g_hash_table_add (wanted, GUINT_TO_POINTER (ids[i]));
  for (guint i = 0; i < n; i++) {
    const GPtrArray *surface = surface_for (self, ids[i], wanted, picked);
    if (!surface)
      append_row (rows, mw_outline_find_row (self, ids[i]));
    else if (g_hash_table_add (seen, (gpointer) surface))
      append_row (rows, find_surface_row (self, surface));
  }
  return rows;
}

void
mw_outline_open_selection (MwOutline *self)
{
  guint n;
  const MwId *ids = mw_document_get_selection (self->document, &n);
  g_autoptr (GPtrArray) rows = open_rows (self, ids, n);
}

/* Selects the rows of the document's selection. */
void
mw_outline_show_selection (MwOutline *self)
{
  guint n;
  const MwId *ids = mw_document_get_selection (self->document, &n);
  g_autofree MwId *copy = g_memdup2 (ids, MAX (n, 1) * sizeof (MwId));
  self->syncing = TRUE;
  g_autoptr (GPtrArray) rows = open_rows (self, copy, n);
  g_autoptr (GtkBitset) selected = gtk_bitset_new_empty (),
                        mask = gtk_bitset_new_range (0, g_list_model_get_n_items (G_LIST_MODEL (self->tree)));
  for (guint i = 0; i < rows->len; i++)
    gtk_bitset_add (selected, gtk_tree_list_row_get_position (g_ptr_array_index (rows, i)));
  gtk_selection_model_set_selection (GTK_SELECTION_MODEL (self->selection), selected, mask);
  self->syncing = FALSE;
}

void
mw_outline_reveal_selection (MwOutline *self)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  if (gtk_bitset_is_empty (selected))
    return;
  gtk_widget_activate_action (self->view, "list.scroll-to-item", "u", gtk_bitset_get_minimum (selected));
  mw_outline_uncover_selection (self);
}

static void
document_selection_changed (MwDocument *document, MwOutline *self)
{
  if (self->syncing)
    return;
  mw_outline_show_selection (self);
  mw_outline_reveal_selection (self);
}

static void
view_selection_changed (GtkSelectionModel *selection, guint position, guint n, MwOutline *self)
{
  if (self->syncing)
    return;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId)), once = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_autoptr (GPtrArray) nodes = mw_outline_selected_nodes (self);
  for (guint i = 0; i < nodes->len; i++)
    mw_outline_node_append_ids (g_ptr_array_index (nodes, i), ids);
  /* Ids can occur twice if a surface and one of its batches are selected. */
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < ids->len; i++)
    if (g_hash_table_add (seen, GUINT_TO_POINTER (g_array_index (ids, MwId, i))))
      g_array_append_val (once, g_array_index (ids, MwId, i));
  self->syncing = TRUE;
  mw_document_select (self->document, (const MwId *) once->data, once->len);
  self->syncing = FALSE;
  mw_outline_uncover_selection (self);
}

void
mw_outline_follow_selection (MwOutline *self)
{
  g_signal_connect (self->selection, "selection-changed", G_CALLBACK (view_selection_changed), self);
  g_signal_connect (self->document, "selection-changed", G_CALLBACK (document_selection_changed), self);
}
