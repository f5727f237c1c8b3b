/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline/outline.h"
#include "ui/window/clipboard.h"
#include "ui/document/document-page.h"
#include "ui/drag-escape.h"
#include "ui/edit.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/operations/operation-form.h"
#include "ui/outline/outline-drag.h"
#include "ui/outline/outline-eyes.h"
#include "ui/outline/outline-menu.h"
#include "ui/outline/outline-row.h"
#include "ui/outline/surfaces.h"
#include "ui/inspector/value-entry.h"
#include "ui/widgets.h"

#include <string.h>

struct _MwOutline {
  GtkBox parent_instance;
  MwDocument *document;
  MwOutlineModel *model;
  GtkTreeListModel *tree;
  GtkMultiSelection *selection;
  MwRowImages *images;
  GtkWidget *search, *found, *by_kind, *by_skeleton, *view, *scrolled;
  GtkWidget *menu, *ask;          /* `ask` is the popover of a form; weak */
  char *filtered;                 /* the text that the rows are filtered by */
  const MwRemedy *remedy;         /* the remedy for the last refusal, or NULL */
  GArray *remedy_ids;             /* MwId: the elements that it applies to */
  const GdkRectangle *form_place; /* where the form opens that is being asked for, in the page; NULL: at the row */
  MwViewSource get_view;
  gpointer view_data;
  guint filter_timeout, sync_idle;
  gboolean syncing; /* the selection is being copied from document to view or back; handlers return */
};

G_DEFINE_FINAL_TYPE (MwOutline, mw_outline, GTK_TYPE_BOX)

static guint refused_signal, applied_signal;

/* --- Selection ------------------------------------------------------------------------------------------------------ */

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

static GtkTreeListRow *
find_row (MwOutline *self, MwId id)
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
static GPtrArray *
selected_nodes (MwOutline *self)
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
  g_autoptr (GPtrArray) nodes = selected_nodes (self);
  for (guint i = 0; i < nodes->len; i++)
    g_hash_table_add (picked, GUINT_TO_POINTER (mw_outline_node_get_id (g_ptr_array_index (nodes, i))));
  for (guint i = 0; i < n; i++)
    g_hash_table_add (wanted, GUINT_TO_POINTER (ids[i]));
  for (guint i = 0; i < n; i++) {
    const GPtrArray *surface = surface_for (self, ids[i], wanted, picked);
    if (!surface)
      append_row (rows, find_row (self, ids[i]));
    else if (g_hash_table_add (seen, (gpointer) surface))
      append_row (rows, find_surface_row (self, surface));
  }
  return rows;
}

/* Selects the rows of the document's selection. */
static void
show_selection (MwOutline *self)
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

static void
reveal_selection (MwOutline *self)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  if (!gtk_bitset_is_empty (selected))
    gtk_widget_activate_action (self->view, "list.scroll-to-item", "u", gtk_bitset_get_minimum (selected));
}

static void
document_selection_changed (MwDocument *document, MwOutline *self)
{
  if (self->syncing)
    return;
  show_selection (self);
  reveal_selection (self);
}

static void
view_selection_changed (GtkSelectionModel *selection, guint position, guint n, MwOutline *self)
{
  if (self->syncing)
    return;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId)), once = g_array_new (FALSE, FALSE, sizeof (MwId));
  g_autoptr (GPtrArray) nodes = selected_nodes (self);
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
}

/* --- Rows ----------------------------------------------------------------------------------------------------------- */

static void
setup_row (GtkSignalListItemFactory *factory, GtkListItem *item, MwOutline *self)
{
  gtk_list_item_set_child (
    item, mw_outline_row_new (self->images, mw_eyes_of (self->document), mw_findings_of (self->document)));
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item, MwOutline *self)
{
  mw_outline_row_set_list_row (MW_OUTLINE_ROW (gtk_list_item_get_child (item)), gtk_list_item_get_item (item));
}

static void
unbind_row (GtkSignalListItemFactory *factory, GtkListItem *item, MwOutline *self)
{
  mw_outline_row_set_list_row (MW_OUTLINE_ROW (gtk_list_item_get_child (item)), NULL);
}

static void
row_activated (GtkListView *view, guint position, MwOutline *self)
{
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->tree), position);
  if (row && gtk_tree_list_row_is_expandable (row))
    gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
}

/* Right opens the row; Left closes it, or selects the row above it in the tree. */
static gboolean
open_or_close (GtkWidget *view, GVariant *args, gpointer data)
{
  MwOutline *self = data;
  gboolean open = g_variant_get_boolean (args);
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  if (gtk_bitset_get_size (selected) != 1)
    return FALSE;
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->tree), gtk_bitset_get_minimum (selected));
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

/* --- Arrangement and filter ----------------------------------------------------------------------------------------- */

static void
make_tree (MwOutline *self)
{
  gboolean open = mw_outline_model_is_filtered (self->model)
                  || mw_outline_model_get_arrangement (self->model) == MW_OUTLINE_BY_SKELETON;
  g_autoptr (GtkTreeListModel) tree = gtk_tree_list_model_new (mw_outline_model_create_root (self->model), FALSE, open,
                                                               mw_outline_model_create_children, NULL, NULL);
  self->tree = tree;
  self->syncing = TRUE;
  gtk_multi_selection_set_model (self->selection, G_LIST_MODEL (tree));
  self->syncing = FALSE;
  guint n;
  mw_document_get_selection (self->document, &n);
  /* Large selections are not shown again, because that would open many rows. */
  if (n && n < 100)
    show_selection (self);
}

static void
set_arrangement (MwOutline *self, MwOutlineArrangement arrangement)
{
  if (mw_outline_model_get_arrangement (self->model) == arrangement)
    return;
  mw_outline_model_set_arrangement (self->model, arrangement);
  make_tree (self);
  reveal_selection (self);
}

static void
arrangement_toggled (GtkToggleButton *button, MwOutline *self)
{
  if (gtk_toggle_button_get_active (button))
    set_arrangement (self, GTK_WIDGET (button) == self->by_kind ? MW_OUTLINE_BY_KIND : MW_OUTLINE_BY_SKELETON);
}

static void
apply_filter (MwOutline *self)
{
  g_clear_handle_id (&self->filter_timeout, g_source_remove);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));
  g_free (self->filtered);
  self->filtered = g_strdup (text);
  mw_outline_model_set_filter (self->model, text);
  make_tree (self);
  g_autofree char *count = mw_ui_count (mw_outline_model_get_n_found (self->model));
  g_autofree char *found = g_strdup_printf (
    ngettext ("%s found", "%s found", mw_outline_model_get_n_found (self->model)), count);
  gtk_label_set_text (GTK_LABEL (self->found), found);
  gtk_widget_set_visible (self->found, mw_outline_model_is_filtered (self->model));
}

/* The signal also comes for a new entry that is still empty. Applying the same filter again would close all rows. */
static void
search_changed (GtkSearchEntry *search, MwOutline *self)
{
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (self->search)), self->filtered) != 0)
    apply_filter (self);
}

static void
set_filter (MwOutline *self, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), text);
  apply_filter (self);
}

void
mw_outline_focus_filter (MwOutline *self)
{
  gtk_widget_grab_focus (self->search);
}

/* --- Changes -------------------------------------------------------------------------------------------------------- */

static gboolean
sync_later (gpointer data)
{
  MwOutline *self = data;
  self->sync_idle = 0;
  show_selection (self);
  return G_SOURCE_REMOVE;
}

/* A row that moved is a new row, so its state is lost. Opens such rows again and restores the selection. */
static void
model_changed (MwOutlineModel *model, MwOutline *self)
{
  g_autoptr (GArray) reopen = mw_outline_model_steal_reopen (model);
  for (guint i = 0; i < reopen->len; i++) {
    g_autoptr (GtkTreeListRow) row = find_row (self, g_array_index (reopen, MwId, i));
    if (row)
      gtk_tree_list_row_set_expanded (row, TRUE);
  }
  guint n;
  mw_document_get_selection (self->document, &n);
  if (n && !self->sync_idle)
    self->sync_idle = mw_before_frame (sync_later, self);
}

/* --- Rename --------------------------------------------------------------------------------------------------------- */

static gboolean
row_rectangle (MwOutline *self, GdkRectangle *at)
{
  double x, y;
  /* If the row is scrolled out of view, the popover points at the top of the list. */
  GtkWidget *focus = gtk_widget_get_focus_child (self->view);
  graphene_rect_t bounds;
  if (focus && gtk_widget_compute_bounds (focus, self->view, &bounds)) {
    *at = (GdkRectangle) { 40, (int) bounds.origin.y, 100, (int) bounds.size.height };
    return TRUE;
  }
  gtk_widget_translate_coordinates (self->scrolled, self->view, 40, 20, &x, &y);
  *at = (GdkRectangle) { (int) x, (int) y, 100, 20 };
  return TRUE;
}

/* --- Operations ----------------------------------------------------------------------------------------------------- */

/* Reports a refusal and remembers its remedy with the elements that it applies to. */
static void
refuse (MwOutline *self, const GError *error, const MwId *ids, guint n)
{
  MwTarget target;
  const MwModel *model = mw_document_get_model (self->document);
  g_autofree char *text = mw_ui_refusal (self->document, error);
  self->remedy = mw_error_remedy (error);
  g_array_set_size (self->remedy_ids, 0);
  const MwOperation *operation = self->remedy ? mw_operation_find (self->remedy->operation) : NULL;
  if (operation && !mw_operation_asks (operation))
    g_array_append_vals (self->remedy_ids, ids, n);
  else if (operation && mw_error_path (error) && mw_path_resolve_one (model, mw_error_path (error), &target, NULL)
           && !target.field)
    g_array_append_val (self->remedy_ids, target.record->id);
  if (!self->remedy_ids->len)
    self->remedy = NULL;
  g_signal_emit (self, refused_signal, 0, text);
}

/* `form` (may be NULL) has the parameters, and perhaps the result. */
static gboolean
run_operation (MwOutline *self, const MwOperation *operation, const MwId *ids, guint n, const MwRecord *params,
               MwOperationForm *form, GError **error)
{
  g_autofree MwId *copy = g_memdup2 (ids, MAX (n, 1) * sizeof (MwId));
  g_autoptr (GError) own = NULL;
  self->remedy = NULL;
  guint64 before = mw_document_get_newest_serial (self->document);
  if (form ? mw_operation_form_apply (form, &own)
           : mw_ui_run_operation (self->document, operation, copy, n, params, &own)) {
    MwApplied applied = { operation, copy, n, params };
    if (mw_document_get_newest_serial (self->document) != before)
      g_signal_emit (self, applied_signal, 0, &applied);
    return TRUE;
  }
  refuse (self, own, copy, n);
  g_propagate_error (error, g_steal_pointer (&own));
  return FALSE;
}

/* A form beside the views does not close when something else is done. */
static void
close_forms (MwOutline *self)
{
  GtkWidget *page = gtk_widget_get_ancestor (GTK_WIDGET (self), MW_TYPE_DOCUMENT_PAGE);
  if (page)
    mw_document_page_close_form (MW_DOCUMENT_PAGE (page));
}

void
mw_outline_apply (MwOutline *self, const MwOperation *operation, const MwId *ids, guint n, const MwRecord *params)
{
  close_forms (self);
  run_operation (self, operation, ids, n, params, NULL, NULL);
}

void
mw_outline_refuse (MwOutline *self, const GError *error, const MwId *ids, guint n)
{
  refuse (self, error, ids, n);
}

gboolean
mw_outline_is_by_skeleton (MwOutline *self)
{
  return mw_outline_model_get_arrangement (self->model) == MW_OUTLINE_BY_SKELETON;
}

static gboolean
form_answered (MwOperationForm *form, gpointer data, GError **error)
{
  guint n;
  const MwId *ids = mw_operation_form_get_ids (form, &n);
  return run_operation (data, mw_operation_form_get_operation (form), ids, n, mw_operation_form_get_params (form), form,
                        error);
}

/* Where a form opens: where the caller says, at the row, or at the top of the page while the outline is hidden. */
static GtkWidget *
anchor (MwOutline *self, GdkRectangle *at)
{
  GtkWidget *page = gtk_widget_get_ancestor (GTK_WIDGET (self), MW_TYPE_DOCUMENT_PAGE);
  if (self->form_place && page) {
    *at = *self->form_place;
    return page;
  }
  if (gtk_widget_get_mapped (self->view) || !page) {
    row_rectangle (self, at);
    return self->view;
  }
  *at = (GdkRectangle) { gtk_widget_get_width (page) / 2, 0, 1, 40 };
  return page;
}

/* The form is destroyed with its parent, so the weak pointer may be NULL. */
static void
drop_form (MwOutline *self)
{
  if (self->ask)
    gtk_widget_unparent (self->ask);
  g_clear_weak_pointer (&self->ask);
}

void
mw_outline_set_view_source (MwOutline *self, MwViewSource get, gpointer data)
{
  self->get_view = get;
  self->view_data = data;
}

/* What the operation takes from the view, or NULL if it takes nothing or there is no view. */
static const MwShownView *
view_for (MwOutline *self, const MwOperation *operation, MwShownView *view)
{
  return operation->from_view && self->get_view && self->get_view (view, self->view_data) ? view : NULL;
}

/* Opens the form of an operation at the row. `remedy` (may be NULL) gives a parameter its value. */
static void
ask (MwOutline *self, const MwOperation *operation, const MwId *ids, guint n, const MwRemedy *remedy)
{
  GdkRectangle at;
  g_autoptr (GError) error = NULL;
  GtkWidget *parent = anchor (self, &at);
  drop_form (self);
  MwShownView view;
  MwOperationForm *form = MW_OPERATION_FORM (
    mw_operation_form_new (self->document, operation, ids, n, view_for (self, operation, &view), form_answered, self));
  GtkWidget *page = gtk_widget_get_ancestor (GTK_WIDGET (self), MW_TYPE_DOCUMENT_PAGE);
  if (page && mw_operation_form_is_beside (form))
    mw_document_page_dock (MW_DOCUMENT_PAGE (page), form);
  else
    g_set_weak_pointer (&self->ask, mw_operation_form_popup (form, parent, &at));
  if (remedy && !mw_operation_form_set (form, remedy->parameter, remedy->value, &error))
    refuse (self, error, ids, n);
}

/* Does an operation, or asks for its parameters first. */
static void
do_operation (MwOutline *self, const MwOperation *operation, const MwId *ids, guint n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwRecord) params = NULL;
  MwShownView view;
  const gboolean from_view = view_for (self, operation, &view) != NULL;
  close_forms (self);
  if (!mw_operation_asks (operation) && from_view) {
    params = mw_operation_params_for (operation, self->document, ids, n);
    operation->from_view (self->document, ids, n, &view, params);
  }
  if (!mw_operation_asks (operation) && (from_view || !operation->from_view))
    run_operation (self, operation, ids, n, params, NULL, NULL);
  else if (mw_operation_applies (operation, self->document, ids, n, &error))
    ask (self, operation, ids, n, NULL);
  else
    refuse (self, error, ids, n);
}

const MwRemedy *
mw_outline_get_remedy (MwOutline *self)
{
  return self->remedy;
}

void
mw_outline_take_remedy (MwOutline *self)
{
  const MwRemedy *remedy = self->remedy;
  const MwOperation *operation = remedy ? mw_operation_find (remedy->operation) : NULL;
  g_autofree MwId *ids = g_memdup2 (self->remedy_ids->data, self->remedy_ids->len * sizeof (MwId));
  guint n = self->remedy_ids->len;
  self->remedy = NULL;
  if (!operation)
    return;
  close_forms (self);
  for (guint i = 0; i < n; i++)
    if (!mw_model_find (mw_document_get_model (self->document), ids[i]))
      return;
  if (mw_operation_asks (operation)) {
    ask (self, operation, ids, n, remedy);
    return;
  }
  g_autoptr (MwRecord) params = mw_operation_params_new (operation);
  g_autoptr (GError) error = NULL;
  if (mw_operation_param_set (operation, self->document, params, remedy->parameter, remedy->value,
                              strlen (remedy->value), &error))
    run_operation (self, operation, ids, n, params, NULL, NULL);
  else
    refuse (self, error, ids, n);
}

/* Whether all selected rows are surfaces, or would be if the filter did not hide them. */
static gboolean
surfaces_are_selected (MwOutline *self)
{
  g_autoptr (GPtrArray) nodes = selected_nodes (self);
  guint n;
  const MwId *ids = mw_document_get_selection (self->document, &n);
  if (!nodes->len && n) {
    g_autoptr (GPtrArray) surfaces = mw_ui_whole_surfaces (self->document, ids, n);
    return surfaces && surfaces->len;
  }
  for (guint i = 0; i < nodes->len; i++)
    if (!mw_outline_node_is_surface (g_ptr_array_index (nodes, i)))
      return FALSE;
  return nodes->len > 0;
}

static const char *
surface_reason (void)
{
  return _ ("This does not work on a whole surface. Expand it and select its batches.");
}

gboolean
mw_outline_may_run (MwOutline *self, const MwOperation *operation, GError **error)
{
  guint n;
  const MwId *ids = mw_document_get_selection (self->document, &n);
  if (operation->subject != MW_SUBJECT_MODEL && surfaces_are_selected (self)) {
    const MwOperation *chosen = mw_operation_for_subject (operation, MW_SUBJECT_SURFACES);
    if (!chosen)
      mw_set_error (error, MW_ERROR_REFUSED, -1, NULL, "%s", surface_reason ());
    if (chosen != operation)
      return FALSE;
  }
  return mw_operation_applies (operation, self->document, ids, n, error);
}

void
mw_outline_run_operation (MwOutline *self, const char *id)
{
  const MwOperation *operation = mw_operation_find (id);
  guint n;
  const MwId *ids = mw_document_get_selection (self->document, &n);
  /* The row of a kind selects nothing. */
  if (!operation || (n == 0 && operation->subject != MW_SUBJECT_MODEL))
    return;
  if (operation->subject != MW_SUBJECT_MODEL && surfaces_are_selected (self))
    operation = mw_operation_for_subject (operation, MW_SUBJECT_SURFACES);
  if (operation)
    do_operation (self, operation, ids, n);
  else
    g_signal_emit (self, refused_signal, 0, surface_reason ());
}

void
mw_outline_run_operation_at (MwOutline *self, const char *id, const GdkRectangle *at)
{
  self->form_place = at;
  mw_outline_run_operation (self, id);
  self->form_place = NULL;
}

static void
operation_activated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  mw_outline_run_operation (MW_OUTLINE (widget), g_variant_get_string (parameter, NULL));
}

/* Returns the focus to the row. If the operation asks for parameters, their form takes the focus afterwards. */
static void
menu_closed (GtkPopover *menu, MwOutline *self)
{
  gtk_widget_grab_focus (self->view);
}

GtkWidget *
mw_outline_new_menu (MwOutline *self, const char *action)
{
  guint n;
  const MwId *ids = mw_document_get_selection (self->document, &n);
  return mw_outline_menu_new (self->document, ids, n, surfaces_are_selected (self), action, GTK_WIDGET (self));
}

static void
open_menu (MwOutline *self, const GdkRectangle *at)
{
  mw_disconnect (self->menu, self);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  self->menu = mw_outline_new_menu (self, "win.operation");
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  g_signal_connect (self->menu, "closed", G_CALLBACK (menu_closed), self);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), at);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

GtkTreeListRow *
mw_outline_get_row_at (MwOutline *self, double x, double y, GtkWidget **widget)
{
  GtkWidget *hit = gtk_widget_pick (self->view, x, y, GTK_PICK_DEFAULT);
  while (hit && hit != self->view && !MW_IS_OUTLINE_ROW (hit)) {
    GtkWidget *inside = gtk_widget_get_first_child (hit);
    hit = inside && MW_IS_OUTLINE_ROW (inside) ? inside : gtk_widget_get_parent (hit);
  }
  if (!hit || hit == self->view)
    return NULL;
  *widget = gtk_widget_get_parent (hit);
  return mw_outline_row_get_list_row (MW_OUTLINE_ROW (hit));
}

/* Opens the menu for the selection. A click on a row that is not selected selects it first. */
static void
right_clicked (GtkGestureClick *click, int n_press, double x, double y, MwOutline *self)
{
  GtkWidget *hit = NULL;
  GtkTreeListRow *row = mw_outline_get_row_at (self, x, y, &hit);
  if (!hit)
    return;
  guint position = row ? gtk_tree_list_row_get_position (row) : GTK_INVALID_LIST_POSITION;
  if (position != GTK_INVALID_LIST_POSITION
      && !gtk_selection_model_is_selected (GTK_SELECTION_MODEL (self->selection), position))
    gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), position, TRUE);
  /* The row gets the focus, and keeps it after the menu is closed. */
  gtk_widget_grab_focus (hit);
  double there_x, there_y;
  gtk_widget_translate_coordinates (self->view, GTK_WIDGET (self), x, y, &there_x, &there_y);
  open_menu (self, &(GdkRectangle) { (int) there_x, (int) there_y, 1, 1 });
}

static void
open_menu_at_row (MwOutline *self)
{
  GdkRectangle at;
  double x, y;
  row_rectangle (self, &at);
  gtk_widget_translate_coordinates (self->view, GTK_WIDGET (self), at.x, at.y + at.height, &x, &y);
  open_menu (self, &(GdkRectangle) { (int) x, (int) y, 1, 1 });
}

static gboolean
menu_key (GtkWidget *widget, GVariant *args, gpointer unused)
{
  open_menu_at_row (MW_OUTLINE (widget));
  return TRUE;
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

/* Closes the popovers. A popover that is still open when the window is destroyed would look for the pointer in destroyed widgets. */
static void
mw_outline_unmap (GtkWidget *widget)
{
  MwOutline *self = MW_OUTLINE (widget);
  GtkWidget *const popovers[] = { self->menu, self->ask };
  for (guint i = 0; i < G_N_ELEMENTS (popovers); i++)
    if (popovers[i])
      gtk_popover_popdown (GTK_POPOVER (popovers[i]));
  GTK_WIDGET_CLASS (mw_outline_parent_class)->unmap (widget);
}

static void
mw_outline_dispose (GObject *object)
{
  MwOutline *self = MW_OUTLINE (object);
  g_clear_handle_id (&self->filter_timeout, g_source_remove);
  g_clear_handle_id (&self->sync_idle, g_source_remove);
  mw_disconnect (self->menu, self);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  drop_form (self);
  mw_disconnect (self->document, self);
  mw_disconnect (self->model, self);
  mw_disconnect (self->selection, self);
  mw_box_clear (GTK_WIDGET (self));
  g_clear_object (&self->selection);
  g_clear_object (&self->images);
  g_clear_object (&self->model);
  g_clear_object (&self->document);
  g_clear_pointer (&MW_OUTLINE (object)->remedy_ids, g_array_unref);
  G_OBJECT_CLASS (mw_outline_parent_class)->dispose (object);
}

static void
mw_outline_finalize (GObject *object)
{
  g_free (MW_OUTLINE (object)->filtered);
  G_OBJECT_CLASS (mw_outline_parent_class)->finalize (object);
}

/* Keys reach the outline after the widget with the focus, so that Delete in the filter deletes a letter. If several operations
 * share a key, mw_outline_run_operation() finds the one for the selection. */
static void
add_accelerators (GtkWidgetClass *widget)
{
  for (const MwOperation *const *at = mw_operations_list (); *at; at++) {
    if (!(*at)->accelerator || (*at)->subject != MW_SUBJECT_ELEMENTS)
      continue;
    GtkShortcut *shortcut = gtk_shortcut_new (gtk_shortcut_trigger_parse_string ((*at)->accelerator),
                                              gtk_named_action_new ("outline.operation"));
    gtk_shortcut_set_arguments (shortcut, g_variant_new_string ((*at)->id));
    gtk_widget_class_add_shortcut (widget, shortcut);
    g_object_unref (shortcut);
  }
}

static void
mw_outline_class_init (MwOutlineClass *klass)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->dispose = mw_outline_dispose;
  G_OBJECT_CLASS (klass)->finalize = mw_outline_finalize;
  widget->unmap = mw_outline_unmap;
  gtk_widget_class_set_css_name (widget, "outline");
  refused_signal = g_signal_new ("refused", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_STRING);
  applied_signal = g_signal_new ("applied", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_POINTER);
  gtk_widget_class_install_action (widget, "outline.operation", "s", operation_activated);
  add_accelerators (widget);
  mw_clipboard_install (widget);
  gtk_widget_class_add_binding_action (widget, GDK_KEY_A, GDK_SHIFT_MASK, "win.add", NULL);
  gtk_widget_class_add_binding (widget, GDK_KEY_Menu, 0, menu_key, NULL);
  gtk_widget_class_add_binding (widget, GDK_KEY_F10, GDK_SHIFT_MASK, menu_key, NULL);
}

MwRowImages *
mw_outline_get_images (MwOutline *self)
{
  return self->images;
}

MwDocument *
mw_outline_get_document (MwOutline *self)
{
  return self->document;
}

static GtkWidget *
arrangement_button (MwOutline *self, const char *icon, const char *tooltip)
{
  GtkWidget *button = gtk_toggle_button_new ();
  gtk_button_set_icon_name (GTK_BUTTON (button), icon);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip, -1);
  return button;
}

static void
mw_outline_init (MwOutline *self)
{
  self->remedy_ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *linked = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (bar, "panel-bar");
  gtk_widget_add_css_class (linked, "linked");
  self->filtered = g_strdup ("");
  self->search = gtk_search_entry_new ();
  gtk_search_entry_set_search_delay (GTK_SEARCH_ENTRY (self->search), 80);
  g_object_set (self->search, "placeholder-text", _ ("Filter"), NULL);
  gtk_widget_set_hexpand (self->search, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Filter the outline"), -1);
  g_signal_connect (self->search, "search-changed", G_CALLBACK (search_changed), self);
  self->by_kind = arrangement_button (self, "mw-by-kind-symbolic", _ ("By kind"));
  self->by_skeleton = arrangement_button (self, "mw-by-skeleton-symbolic", _ ("By skeleton"));
  gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (self->by_skeleton), GTK_TOGGLE_BUTTON (self->by_kind));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->by_kind), TRUE);
  g_signal_connect (self->by_kind, "toggled", G_CALLBACK (arrangement_toggled), self);
  g_signal_connect (self->by_skeleton, "toggled", G_CALLBACK (arrangement_toggled), self);
  gtk_box_append (GTK_BOX (linked), self->by_kind);
  gtk_box_append (GTK_BOX (linked), self->by_skeleton);
  gtk_box_append (GTK_BOX (bar), self->search);
  gtk_box_append (GTK_BOX (bar), linked);
  gtk_box_append (GTK_BOX (self), bar);

  self->images = mw_row_images_new ();
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_row), self);
  self->selection = gtk_multi_selection_new (NULL);
  g_signal_connect (self->selection, "selection-changed", G_CALLBACK (view_selection_changed), self);
  self->view = gtk_list_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection)), factory);
  /* A drag of a row's title moves the row (outline-drag.h); beside it, a drag selects all rows that it touches. */
  gtk_list_view_set_enable_rubberband (GTK_LIST_VIEW (self->view), TRUE);
  mw_rubberband_ends_on_escape (GTK_LIST_VIEW (self->view));
  gtk_widget_add_css_class (self->view, "navigation-sidebar");
  gtk_widget_add_css_class (self->view, "outline-rows");
  g_signal_connect (self->view, "activate", G_CALLBACK (row_activated), self);
  GtkEventController *keys = gtk_shortcut_controller_new ();
  static const struct {
    guint key;
    gboolean open;
  } arrows[] = { { GDK_KEY_Right, TRUE }, { GDK_KEY_Left, FALSE } };
  for (guint i = 0; i < G_N_ELEMENTS (arrows); i++) {
    GtkShortcut *shortcut = gtk_shortcut_new (gtk_keyval_trigger_new (arrows[i].key, 0),
                                              gtk_callback_action_new (open_or_close, self, NULL));
    gtk_shortcut_set_arguments (shortcut, g_variant_new_boolean (arrows[i].open));
    gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys), shortcut);
  }
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (self->view, keys);
  GtkGesture *click = gtk_gesture_click_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (right_clicked), self);
  gtk_widget_add_controller (self->view, GTK_EVENT_CONTROLLER (click));
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->view);
  gtk_widget_set_vexpand (self->scrolled, TRUE);
  gtk_box_append (GTK_BOX (self), self->scrolled);
  self->found = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->found, "dim-label");
  gtk_widget_add_css_class (self->found, "panel-footer");
  gtk_widget_set_visible (self->found, FALSE);
  gtk_box_append (GTK_BOX (self), self->found);
}

GtkWidget *
mw_outline_new (MwDocument *document)
{
  MwOutline *self = g_object_new (MW_TYPE_OUTLINE, NULL);
  self->document = g_object_ref (document);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Outline"), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Outline"), -1);
  self->model = mw_outline_model_new (document);
  g_signal_connect (self->model, "changed", G_CALLBACK (model_changed), self);
  g_signal_connect (document, "selection-changed", G_CALLBACK (document_selection_changed), self);
  make_tree (self);
  mw_outline_eyes_install (self, document);
  mw_outline_drag_install (self, document);
  return GTK_WIDGET (self);
}

/* --- View state ----------------------------------------------------------------------------------------------------- */

struct _MwOutlineView {
  gboolean by_skeleton;
  char *filter;
  GArray *open; /* MwOutlineKey */
  double scrolled;
};

MwOutlineView *
mw_outline_get_view_state (MwOutline *self)
{
  MwOutlineView *view = g_new0 (MwOutlineView, 1);
  view->by_skeleton = mw_outline_model_get_arrangement (self->model) == MW_OUTLINE_BY_SKELETON;
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
  if (*view->filter)
    set_filter (self, view->filter);
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
  show_selection (self);
  mw_scroll_later (self->scrolled, view->scrolled);
}

void
mw_outline_view_free (MwOutlineView *view)
{
  g_free (view->filter);
  g_array_unref (view->open);
  g_free (view);
}

GtkListView *
mw_outline_get_view (MwOutline *self)
{
  return GTK_LIST_VIEW (self->view);
}
