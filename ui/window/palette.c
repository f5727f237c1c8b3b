/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/palette.h"
#include "ui/ellipsis.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/window/palette-entries.h"
#include "ui/outline/surfaces.h"
#include "ui/widgets.h"

/* --- A row ---------------------------------------------------------------------------------------------------------- */

/* An entry of the list that is shown. It belongs to the palette's entries. */
#define MW_TYPE_PALETTE_ROW (mw_palette_row_get_type ())
G_DECLARE_FINAL_TYPE (MwPaletteRow, mw_palette_row, MW, PALETTE_ROW, GObject)

struct _MwPaletteRow {
  GObject parent_instance;
  const MwPaletteEntry *entry;
};

G_DEFINE_FINAL_TYPE (MwPaletteRow, mw_palette_row, G_TYPE_OBJECT)

static void
mw_palette_row_class_init (MwPaletteRowClass *klass)
{}

static void
mw_palette_row_init (MwPaletteRow *self)
{}

/* --- The palette ---------------------------------------------------------------------------------------------------- */

struct _MwPalette {
  GtkPopover parent_instance;
  MwWindow *window; /* unowned: the palette is in it */
  MwPaletteEntries *entries;
  GListStore *rows;
  GtkSingleSelection *selection;
  GtkWidget *search, *list, *scrolled, *line;
  GtkWidget *previous_focus; /* the widget that had the focus before; weak */
  guint focus_idle;
};

G_DEFINE_FINAL_TYPE (MwPalette, mw_palette, GTK_TYPE_POPOVER)

/* Shows a line below the list; NULL: none. */
static void
say (MwPalette *self, const char *text, gboolean is_error)
{
  gtk_label_set_text (GTK_LABEL (self->line), text ? text : "");
  gtk_widget_set_visible (self->line, text != NULL);
  mw_widget_set_css_class (self->line, "field-error", is_error);
  mw_widget_set_css_class (self->line, "dim-label", !is_error);
}

static void
search (MwPalette *self)
{
  guint n = mw_palette_entries_search (self->entries, gtk_editable_get_text (GTK_EDITABLE (self->search)));
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < MIN (n, MW_PALETTE_MAX); i++) {
    MwPaletteRow *row = g_object_new (MW_TYPE_PALETTE_ROW, NULL);
    row->entry = mw_palette_entries_get (self->entries, i);
    g_ptr_array_add (rows, row);
  }
  g_list_store_splice (self->rows, 0, g_list_model_get_n_items (G_LIST_MODEL (self->rows)), rows->pdata, rows->len);
  gtk_single_selection_set_selected (self->selection, rows->len ? 0 : GTK_INVALID_LIST_POSITION);
  g_autofree char *count = mw_ui_count (n - rows->len);
  g_autofree char *more = g_strdup_printf (
    ngettext ("and %s more: type to narrow the list", "and %s more: type to narrow the list", n - rows->len), count);
  say (self, n == 0 ? _ ("No matches.") : n > rows->len ? more : NULL, FALSE);
  if (!gtk_widget_get_mapped (self->list))
    return;
  if (rows->len)
    gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", 0);
  /* The list may need more or less space than before. */
  gtk_popover_present (GTK_POPOVER (self));
}

static void
select_element (MwDocument *document, const MwPaletteEntry *entry)
{
  const GPtrArray *surface = entry->surface ? mw_ui_surface_of (document, entry->element) : NULL;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint i = 0; surface && i < surface->len; i++)
    g_array_append_val (ids, ((const MwRecord *) g_ptr_array_index (surface, i))->id);
  if (!surface)
    g_array_append_val (ids, entry->element);
  mw_document_select (document, (const MwId *) ids->data, ids->len);
}

/* Closes the palette before running the entry, so that the entry finds the focus where it was. */
static void
run (MwPalette *self, const MwPaletteEntry *entry)
{
  MwDocumentPage *page = mw_window_get_page (self->window);
  MwWindow *window = self->window;
  if (entry->reason) {
    g_autofree char *text = g_strdup_printf (_ ("%s: %s"), entry->label, entry->reason);
    say (self, text, TRUE);
    return;
  }
  mw_palette_remember (entry);
  const MwOperation *operation = entry->operation;
  const MwCommand *command = entry->command;
  if (page && entry->element)
    select_element (mw_document_page_get_document (page), entry);
  gtk_popover_popdown (GTK_POPOVER (self));
  if (operation && page)
    mw_outline_run_operation (mw_document_page_get_outline (page), operation->id);
  else if (command)
    mw_command_run (command, window);
}

static void
run_position (MwPalette *self, guint position)
{
  g_autoptr (MwPalette) keep G_GNUC_UNUSED = g_object_ref (self);
  g_autoptr (MwPaletteRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), position);
  if (row)
    run (self, row->entry);
}

static void
row_activated (GtkListView *list, guint position, MwPalette *self)
{
  run_position (self, position);
}

static void
search_activated (GtkSearchEntry *entry, MwPalette *self)
{
  run_position (self, gtk_single_selection_get_selected (self->selection));
}

/* The search entry handles Escape, so the popover does not get it. */
static void
search_stopped (GtkSearchEntry *entry, MwPalette *self)
{
  gtk_popover_popdown (GTK_POPOVER (self));
}

/* Lets the arrow and page keys move the selection while the search entry has the focus. */
static gboolean
key_pressed (GtkEventControllerKey *key, guint keyval, guint keycode, GdkModifierType state, MwPalette *self)
{
  enum { PAGE = 10 };
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->rows));
  guint at = gtk_single_selection_get_selected (self->selection), to = at;
  switch (keyval) {
  case GDK_KEY_Down:
  case GDK_KEY_KP_Down:
    to = at + 1 < n ? at + 1 : 0;
    break;
  case GDK_KEY_Up:
  case GDK_KEY_KP_Up:
    to = at > 0 ? at - 1 : n - 1;
    break;
  case GDK_KEY_Page_Down:
    to = MIN (at + PAGE, n - 1);
    break;
  case GDK_KEY_Page_Up:
    to = at > PAGE ? at - PAGE : 0;
    break;
  default:
    return FALSE;
  }
  if (n == 0)
    return TRUE;
  gtk_single_selection_set_selected (self->selection, to);
  gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", to);
  return TRUE;
}

/* --- Rows ----------------------------------------------------------------------------------------------------------- */

static GtkWidget *
add_label (GtkWidget *row, const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  mw_label_ellipsize (label, PANGO_ELLIPSIZE_END);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (row), label);
  return label;
}

static void
setup_row (GtkSignalListItemFactory *factory, GtkListItem *item, MwPalette *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  /* The label, the reason why it cannot be done, the group and the key. */
  add_label (row, NULL);
  GtkWidget *reason = add_label (row, "dim-label"), *group = add_label (row, "dim-label");
  gtk_widget_set_hexpand (reason, TRUE);
  gtk_widget_add_css_class (reason, "caption");
  gtk_widget_add_css_class (group, "caption");
  gtk_label_set_ellipsize (GTK_LABEL (group), PANGO_ELLIPSIZE_NONE);
  gtk_label_set_ellipsize (GTK_LABEL (add_label (row, "dim-label")), PANGO_ELLIPSIZE_NONE);
  gtk_list_item_set_child (item, row);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item, MwPalette *self)
{
  const MwPaletteEntry *entry = MW_PALETTE_ROW (gtk_list_item_get_item (item))->entry;
  GtkWidget *row = gtk_list_item_get_child (item), *label = gtk_widget_get_first_child (row);
  GtkWidget *reason = gtk_widget_get_next_sibling (label), *group = gtk_widget_get_next_sibling (reason);
  GtkWidget *key = gtk_widget_get_next_sibling (group);
  gtk_label_set_text (GTK_LABEL (label), entry->label);
  gtk_label_set_text (GTK_LABEL (reason), entry->reason ? entry->reason : "");
  gtk_label_set_text (GTK_LABEL (group), entry->group);
  gtk_label_set_text (GTK_LABEL (key), entry->key ? entry->key : "");
  gtk_widget_set_visible (key, entry->key != NULL);
  mw_widget_set_css_class (label, "dim-label", entry->reason != NULL);
  g_autofree char *name = g_strjoin (", ", entry->label, entry->group, entry->reason, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static gboolean
take_focus (gpointer data)
{
  MwPalette *self = data;
  self->focus_idle = 0;
  if (gtk_widget_get_mapped (self->search))
    gtk_widget_grab_focus (self->search);
  return G_SOURCE_REMOVE;
}

static void
closed (MwPalette *self)
{
  if (self->previous_focus && gtk_widget_get_mapped (self->previous_focus))
    gtk_widget_grab_focus (self->previous_focus);
}

static void
mw_palette_dispose (GObject *object)
{
  MwPalette *self = MW_PALETTE (object);
  g_clear_handle_id (&self->focus_idle, g_source_remove);
  g_clear_weak_pointer (&self->previous_focus);
  if (self->rows)
    g_list_store_remove_all (self->rows);
  g_clear_object (&self->rows);
  g_clear_pointer (&self->entries, mw_palette_entries_free);
  G_OBJECT_CLASS (mw_palette_parent_class)->dispose (object);
}

static void
mw_palette_class_init (MwPaletteClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_palette_dispose;
}

static void
mw_palette_init (MwPalette *self)
{
  enum { WIDTH = 620, MAX_HEIGHT = 420 };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_add_css_class (GTK_WIDGET (self), "palette");
  gtk_popover_set_has_arrow (GTK_POPOVER (self), FALSE);
  gtk_popover_set_position (GTK_POPOVER (self), GTK_POS_BOTTOM);
  self->search = gtk_search_entry_new ();
  g_object_set (self->search, "placeholder-text", _ ("Operation, command or element"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Command palette"),
                                  -1);
  g_signal_connect_swapped (self->search, "changed", G_CALLBACK (search), self);
  g_signal_connect (self->search, "activate", G_CALLBACK (search_activated), self);
  g_signal_connect (self->search, "stop-search", G_CALLBACK (search_stopped), self);
  GtkEventController *key = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (key, GTK_PHASE_CAPTURE);
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (self->search, key);
  gtk_box_append (GTK_BOX (box), self->search);

  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), self);
  self->rows = g_list_store_new (MW_TYPE_PALETTE_ROW);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->rows)));
  self->list = gtk_list_view_new (GTK_SELECTION_MODEL (self->selection), factory);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (self->list), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Results"), -1);
  g_signal_connect (self->list, "activate", G_CALLBACK (row_activated), self);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_size_request (self->scrolled, WIDTH, -1);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->scrolled), MAX_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->list);
  gtk_box_append (GTK_BOX (box), self->scrolled);
  self->line = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->line), 0);
  gtk_label_set_wrap (GTK_LABEL (self->line), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->line), 60);
  gtk_box_append (GTK_BOX (box), self->line);
  gtk_popover_set_child (GTK_POPOVER (self), box);
  g_signal_connect (self, "closed", G_CALLBACK (closed), NULL);
}

GtkWidget *
mw_palette_open (MwWindow *window, GtkWidget *parent)
{
  MwPalette *self = g_object_new (MW_TYPE_PALETTE, NULL);
  self->window = window;
  g_set_weak_pointer (&self->previous_focus, gtk_window_get_focus (GTK_WINDOW (window)));
  self->entries = mw_palette_entries_new (window);
  search (self);
  gtk_widget_set_parent (GTK_WIDGET (self), parent);
  gtk_popover_set_pointing_to (GTK_POPOVER (self), &(GdkRectangle) { gtk_widget_get_width (parent) / 2, 0, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self));
  self->focus_idle = mw_before_frame (take_focus, self);
  return GTK_WIDGET (self);
}
