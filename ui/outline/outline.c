/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline/outline-widget.h"
#include "ui/hint-line.h"
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
#include "ui/places.h"
#include "ui/widgets.h"

#include <string.h>

G_DEFINE_FINAL_TYPE (MwOutline, mw_outline, GTK_TYPE_BOX)

#define SORTED "outline-sorted" /* a key of the settings */

/* --- Rows ----------------------------------------------------------------------------------------------------------- */

static void
setup_row (GtkSignalListItemFactory *factory, GtkListItem *item, MwOutline *self)
{
  gtk_list_item_set_child (
    item, mw_outline_row_new (self->view, self->images, mw_eyes_of (self->document), mw_findings_of (self->document)));
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item, MwOutline *self)
{
  g_autoptr (GtkTreeListRow)
    row = g_list_model_get_item (mw_row_slots_get_rows (self->slots), gtk_list_item_get_position (item));
  mw_outline_row_set_list_row (MW_OUTLINE_ROW (gtk_list_item_get_child (item)), row);
  g_hash_table_add (self->bound, item);
}

static void
unbind_row (GtkSignalListItemFactory *factory, GtkListItem *item, MwOutline *self)
{
  g_hash_table_remove (self->bound, item);
  mw_outline_row_set_list_row (MW_OUTLINE_ROW (gtk_list_item_get_child (item)), NULL);
}

/* Shows the new rows at places that are kept. None of them is selected. */
static void
rows_replaced (MwRowSlots *slots, guint n, MwOutline *self)
{
  const gboolean syncing = self->syncing;
  self->syncing = TRUE;
  gtk_selection_model_unselect_all (GTK_SELECTION_MODEL (self->selection));
  self->syncing = syncing;
  GHashTableIter each;
  gpointer item;
  g_hash_table_iter_init (&each, self->bound);
  while (g_hash_table_iter_next (&each, &item, NULL)) {
    const guint position = gtk_list_item_get_position (item);
    if (position >= n)
      continue;
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (mw_row_slots_get_rows (self->slots), position);
    mw_outline_row_set_list_row (MW_OUTLINE_ROW (gtk_list_item_get_child (item)), row);
  }
}

static void
row_activated (GtkListView *view, guint position, MwOutline *self)
{
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->tree), position);
  if (row && gtk_tree_list_row_is_expandable (row))
    gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
}

/* --- Arrangement and filter ----------------------------------------------------------------------------------------- */

static void
free_old_tree (MwOutline *self)
{
  g_clear_handle_id (&self->free_idle, g_source_remove);
  g_clear_object (&self->old_tree);
}

static gboolean
free_later (gpointer data)
{
  MwOutline *self = data;
  self->free_idle = 0;
  free_old_tree (self);
  return G_SOURCE_REMOVE;
}

/* Takes `tree`. Freeing the one before it may take as long as making this one, so it waits until the frame is drawn. */
static void
set_tree (MwOutline *self, GtkTreeListModel *tree)
{
  free_old_tree (self);
  self->old_tree = self->tree;
  self->tree = tree;
  if (self->old_tree)
    self->free_idle = g_idle_add (free_later, self);
}

static void
make_tree (MwOutline *self)
{
  gboolean open = mw_outline_model_is_filtered (self->model)
                  || mw_outline_model_get_arrangement (self->model) == MW_OUTLINE_BY_SKELETON;
  set_tree (self, gtk_tree_list_model_new (mw_outline_model_create_root (self->model), FALSE, open,
                                           mw_outline_model_create_children, NULL, NULL));
  g_hash_table_remove_all (self->gone);
  guint n;
  mw_document_get_selection (self->document, &n);
  /* Large selections are not shown again, because that would open many rows. */
  const gboolean shows_selection = n && n < 100;
  self->syncing = TRUE;
  gtk_selection_model_unselect_all (GTK_SELECTION_MODEL (self->selection));
  /* While nobody looks at the rows, opening some of them makes no widgets. */
  if (shows_selection)
    mw_outline_open_selection (self);
  g_list_store_splice (self->trees, 0, g_list_model_get_n_items (G_LIST_MODEL (self->trees)), (gpointer *) &self->tree,
                       1);
  self->syncing = FALSE;
  mw_outline_show_empty (self);
  if (shows_selection)
    mw_outline_show_selection (self);
}

static void
set_arrangement (MwOutline *self, MwOutlineArrangement arrangement)
{
  if (mw_outline_model_get_arrangement (self->model) == arrangement)
    return;
  mw_outline_model_set_arrangement (self->model, arrangement);
  make_tree (self);
  mw_outline_reveal_selection (self);
}

static void
arrangement_toggled (GtkToggleButton *button, MwOutline *self)
{
  if (gtk_toggle_button_get_active (button))
    set_arrangement (self, GTK_WIDGET (button) == self->by_kind ? MW_OUTLINE_BY_KIND : MW_OUTLINE_BY_SKELETON);
}

static void
show_n_found (MwOutline *self)
{
  g_autofree char *count = mw_ui_count (mw_outline_model_get_n_found (self->model));
  g_autofree char *found = g_strdup_printf (
    ngettext ("%s found", "%s found", mw_outline_model_get_n_found (self->model)), count);
  gtk_label_set_text (GTK_LABEL (self->found), found);
  gtk_widget_set_visible (self->found, mw_outline_model_is_filtered (self->model));
}

static void
apply_filter (MwOutline *self)
{
  g_clear_handle_id (&self->filter_idle, g_source_remove);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));
  g_free (self->filtered);
  self->filtered = g_strdup (text);
  mw_outline_model_set_filter (self->model, text);
  make_tree (self);
  show_n_found (self);
  /* The list would keep its place, which has nothing to do with the new rows. */
  if (*text && g_list_model_get_n_items (G_LIST_MODEL (self->tree)))
    gtk_widget_activate_action (self->view, "list.scroll-to-item", "u", 0);
  else
    mw_outline_reveal_selection (self);
}

/* The signal also comes for a new entry that is still empty. Applying the same filter again would close all rows. */
static gboolean
filter_later (gpointer data)
{
  MwOutline *self = data;
  self->filter_idle = 0;
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (self->search)), self->filtered) != 0)
    apply_filter (self);
  return G_SOURCE_REMOVE;
}

/* A text that takes the place of another one may be empty for a moment, for which no rows are made. */
static void
search_changed (GtkSearchEntry *search, MwOutline *self)
{
  if (!self->filter_idle)
    self->filter_idle = mw_before_frame (filter_later, self);
}

void
mw_outline_set_filter (MwOutline *self, const char *text)
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
  mw_outline_show_selection (self);
  return G_SOURCE_REMOVE;
}

static gboolean
some_are_back (MwOutline *self)
{
  GHashTableIter each;
  gpointer key;
  g_hash_table_iter_init (&each, self->gone);
  while (g_hash_table_iter_next (&each, &key, NULL))
    if (mw_outline_model_has (self->model, key))
      return TRUE;
  return FALSE;
}

/* Opens the rows that were open when they were removed, and are back. */
static void
open_returned (MwOutline *self)
{
  g_autoptr (GHashTable) unopened = g_hash_table_new (mw_outline_key_hash, mw_outline_key_equal);
  if (!some_are_back (self))
    return;
  /* The rows below a row that is opened here follow it in the list, so the loop reaches them too. */
  for (guint i = 0; g_hash_table_size (self->gone) > g_hash_table_size (unopened); i++) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->tree), i);
    if (!row)
      break;
    g_autoptr (MwOutlineNode) node = gtk_tree_list_row_get_item (row);
    const MwOutlineKey key = mw_outline_node_get_key (node);
    gpointer gone;
    if (!g_hash_table_lookup_extended (self->gone, &key, &gone, NULL))
      continue;
    if (gtk_tree_list_row_is_expandable (row)) {
      gtk_tree_list_row_set_expanded (row, TRUE);
      g_hash_table_remove (self->gone, &key);
    } else {
      g_hash_table_add (unopened, gone); /* nothing is below it until a later step */
    }
  }
  /* What is back in a row that the user has closed meanwhile stays closed. */
  GHashTableIter each;
  gpointer key;
  g_hash_table_iter_init (&each, self->gone);
  while (g_hash_table_iter_next (&each, &key, NULL))
    if (!g_hash_table_contains (unopened, key) && mw_outline_model_has (self->model, key))
      g_hash_table_iter_remove (&each);
}

/* A row that moved, or that undo brought back, is a new row, so its state is lost. Opens such rows again and restores the selection. */
static void
model_changed (MwOutlineModel *model, MwOutline *self)
{
  g_autoptr (GArray) closed = mw_outline_model_steal_closed (model);
  for (guint i = 0; i < closed->len; i++)
    g_hash_table_add (self->gone, g_memdup2 (&g_array_index (closed, MwOutlineKey, i), sizeof (MwOutlineKey)));
  open_returned (self);
  show_n_found (self); /* a name that has changed may match now, or no more */
  guint n;
  mw_document_get_selection (self->document, &n);
  if (n && !self->sync_idle)
    self->sync_idle = mw_before_frame (sync_later, self);
}

/* --- Menu ----------------------------------------------------------------------------------------------------------- */

/* Returns the focus to the row. If the operation asks for parameters, their form takes the focus afterwards. */
static void
menu_closed (GtkPopover *menu, MwOutline *self)
{
  gtk_widget_grab_focus (self->view);
}

/* The heading that is the only selected row, or NULL. Free with g_object_unref(). */
static MwOutlineNode *
selected_group (MwOutline *self)
{
  g_autoptr (GPtrArray) nodes = mw_outline_selected_nodes (self);
  return nodes->len == 1 && mw_outline_node_is_group (nodes->pdata[0]) ? g_object_ref (nodes->pdata[0]) : NULL;
}

static void
sort_group (GtkWidget *widget, const char *action, GVariant *unused)
{
  MwOutline *self = MW_OUTLINE (widget);
  g_autoptr (MwOutlineNode) group = selected_group (self);
  if (!group)
    return;
  const MwOutlineKey key = mw_outline_node_get_key (group);
  mw_outline_model_set_list_sorted (self->model, key.list, key.kind,
                                    !mw_outline_model_is_list_sorted (self->model, key.list, key.kind));
}

/* Also remembers it, for models that are opened later. */
static void
sort_all (GtkWidget *widget, const char *action, GVariant *unused)
{
  MwOutline *self = MW_OUTLINE (widget);
  const gboolean sorted = !mw_outline_model_is_sorted (self->model);
  GSettings *settings = mw_places_settings ();
  mw_outline_model_set_sorted (self->model, sorted);
  if (settings)
    g_settings_set_boolean (settings, SORTED, sorted);
}

gboolean
mw_outline_is_sorted_at (MwOutline *self, MwId id)
{
  return !mw_outline_is_by_skeleton (self) && mw_outline_model_is_sorted_at (self->model, id);
}

GtkWidget *
mw_outline_new_menu (MwOutline *self, const char *action, const MwMenuItem *clipboard)
{
  guint n;
  const MwId *ids = mw_document_get_selection (self->document, &n);
  g_autoptr (MwOutlineNode) group = n == 0 ? selected_group (self) : NULL;
  const MwOutlineKey key = group ? mw_outline_node_get_key (group) : (MwOutlineKey) { 0 };
  const gboolean all = mw_outline_model_is_sorted (self->model),
                 own = mw_outline_model_is_list_sorted (self->model, key.list, key.kind);
  MwMenuItem elements[MW_CLIPBOARD_ITEMS + 1] = { 0 }, items[MW_CLIPBOARD_ITEMS + 3] = { 0 };
  g_autofree char *why = NULL;
  guint n_items = 0;
  mw_clipboard_items (self->document, ids, n, elements, &why);
  if (!clipboard)
    clipboard = n ? elements : &elements[MW_CLIPBOARD_ITEMS - 1]; /* only Paste */
  if (group) {
    items[n_items++] = (MwMenuItem) { own ? _ ("Order of the File") : _ ("Sort by Name"), "outline.sort-group" };
    items[n_items++] = (MwMenuItem) { all ? _ ("Order of the File in All Groups") : _ ("Sort All Groups by Name"),
                                      "outline.sort-all" };
  }
  for (; clipboard->label && n_items < MW_CLIPBOARD_ITEMS + 2; clipboard++)
    items[n_items++] = *clipboard;
  return mw_outline_menu_new (self->document, ids, n, mw_outline_surfaces_are_selected (self), action, items,
                              GTK_WIDGET (self));
}

static void
open_menu (MwOutline *self, const GdkRectangle *at)
{
  mw_disconnect (self->menu, self);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  self->menu = mw_outline_new_menu (self, "win.operation", NULL);
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
  mw_outline_row_rectangle (self, &at);
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
  g_clear_handle_id (&self->filter_idle, g_source_remove);
  free_old_tree (self);
  g_clear_handle_id (&self->sync_idle, g_source_remove);
  g_clear_handle_id (&self->header_idle, g_source_remove);
  mw_disconnect (self->menu, self);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  mw_outline_drop_form (self);
  mw_disconnect (self->document, self);
  mw_disconnect (self->model, self);
  mw_disconnect (self->selection, self);
  mw_box_clear (GTK_WIDGET (self));
  /* What goes may have asked for a last update. */
  g_clear_handle_id (&self->header_idle, g_source_remove);
  g_clear_object (&self->selection);
  g_clear_object (&self->slots);
  g_clear_object (&self->trees);
  g_clear_object (&self->tree);
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
  g_hash_table_unref (MW_OUTLINE (object)->gone);
  g_hash_table_unref (MW_OUTLINE (object)->bound);
  G_OBJECT_CLASS (mw_outline_parent_class)->finalize (object);
}

static gboolean
focus (GtkWidget *widget, GtkDirectionType direction)
{
  gboolean moved;
  if (mw_leave_list (widget, MW_OUTLINE (widget)->view, direction, &moved))
    return moved;
  return GTK_WIDGET_CLASS (mw_outline_parent_class)->focus (widget, direction);
}

static void
mw_outline_class_init (MwOutlineClass *klass)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->dispose = mw_outline_dispose;
  G_OBJECT_CLASS (klass)->finalize = mw_outline_finalize;
  widget->unmap = mw_outline_unmap;
  widget->focus = focus;
  gtk_widget_class_set_css_name (widget, "outline");
  mw_outline_install_operations (widget);
  gtk_widget_class_install_action (widget, "outline.sort-group", NULL, sort_group);
  gtk_widget_class_install_action (widget, "outline.sort-all", NULL, sort_all);
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
  self->gone = g_hash_table_new_full (mw_outline_key_hash, mw_outline_key_equal, g_free, NULL);
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
  self->bound = g_hash_table_new (NULL, NULL);
  self->trees = g_list_store_new (GTK_TYPE_TREE_LIST_MODEL);
  g_autoptr (GListModel) flat = G_LIST_MODEL (gtk_flatten_list_model_new (g_object_ref (G_LIST_MODEL (self->trees))));
  self->slots = mw_row_slots_new (flat);
  g_signal_connect_object (self->slots, "replaced", G_CALLBACK (rows_replaced), self, 0);
  self->selection = gtk_multi_selection_new (g_object_ref (G_LIST_MODEL (self->slots)));
  self->view = gtk_list_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection)), factory);
  /* A drag of a row's title moves the row (outline-drag.h); beside it, a drag selects all rows that it touches. */
  gtk_list_view_set_enable_rubberband (GTK_LIST_VIEW (self->view), TRUE);
  mw_rubberband_ends_on_escape (GTK_LIST_VIEW (self->view));
  g_autoptr (GString) hint = g_string_new (NULL);
  mw_hint_add (hint, _ ("Click"), _ ("select"));
  mw_hint_add (hint, _ ("Shift, Ctrl"), _ ("several"));
  mw_hint_add (hint, _ ("Double click"), _ ("open or close"));
  mw_hint_add (hint, _ ("F2"), _ ("rename"));
  mw_hint_add (hint, _ ("Right click"), _ ("menu"));
  mw_hint_set (self->view, hint->str);
  gtk_widget_add_css_class (self->view, "navigation-sidebar");
  gtk_widget_add_css_class (self->view, "outline-rows");
  g_signal_connect (self->view, "activate", G_CALLBACK (row_activated), self);
  mw_outline_install_keys (self);
  GtkGesture *click = gtk_gesture_click_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (right_clicked), self);
  gtk_widget_add_controller (self->view, GTK_EVENT_CONTROLLER (click));
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->view);
  gtk_widget_set_vexpand (self->scrolled, TRUE);
  GtkWidget *rows = mw_outline_make_header (self);
  mw_outline_add_empty (self, GTK_OVERLAY (rows));
  gtk_box_append (GTK_BOX (self), rows);
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
  GSettings *settings = mw_places_settings ();
  if (settings && g_settings_get_boolean (settings, SORTED))
    mw_outline_model_set_sorted (self->model, TRUE);
  /* Rows that nobody sees any more are not updated. */
  g_signal_connect_swapped (self->model, "changing", G_CALLBACK (free_old_tree), self);
  g_signal_connect (self->model, "changed", G_CALLBACK (model_changed), self);
  mw_outline_follow_selection (self);
  mw_outline_header_set_row (self);
  make_tree (self);
  mw_outline_eyes_install (self, document);
  mw_outline_drag_install (self, document);
  return GTK_WIDGET (self);
}

GtkListView *
mw_outline_get_view (MwOutline *self)
{
  return GTK_LIST_VIEW (self->view);
}
