/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/games/game-files.h"
#include "ui/ellipsis.h"
#include "ui/empty-note.h"
#include "ui/i18n.h"
#include "ui/textures/image-cell.h"
#include "ui/labels.h"
#include "ui/textures/texture-browser-private.h"
#include "ui/widgets.h"

#include <string.h>

G_DEFINE_FINAL_TYPE (MwTextureBrowser, mw_texture_browser, GTK_TYPE_BOX)

enum { FAILED, SAID, FILES_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- The list ------------------------------------------------------------------------------------------------------- */

static gboolean
is_shown (MwTextureBrowser *self, const MwImageItem *item)
{
  const char *typed = gtk_editable_get_text (GTK_EDITABLE (self->search));
  g_autofree char *part = g_utf8_casefold (typed, -1), *name = mw_ui_text (item->path),
                  *folded = g_utf8_casefold (name, -1);
  return strstr (folded, part)
         && (!gtk_check_button_get_active (GTK_CHECK_BUTTON (self->unused)) || item->users->len == 0);
}

static void
show_summary (MwTextureBrowser *self)
{
  guint n = self->items->len, unused = 0, missing = 0;
  for (guint i = 0; i < n; i++) {
    const MwImageItem *item = self->items->pdata[i];
    unused += item->users->len == 0;
    missing += !item->address;
  }
  g_autofree char *all = g_strdup_printf (ngettext ("%u image", "%u images", n), n);
  g_autofree char *rest = g_strdup_printf (ngettext (", %u not used", ", %u not used", unused), unused);
  g_autofree char *gone = g_strdup_printf (ngettext (", %u not found", ", %u not found", missing), missing);
  g_autofree char *text = g_strconcat (all, unused ? rest : "", missing ? gone : "", NULL);
  gtk_label_set_text (GTK_LABEL (self->summary), text);
}

static void filter (MwTextureBrowser *self);

/* What the panel says while it shows no image. */
static void
show_empty (MwTextureBrowser *self)
{
  const gboolean typed = *gtk_editable_get_text (GTK_EDITABLE (self->search)) != 0;
  if (self->items->len)
    mw_empty_note_set (self->none, typed ? _ ("No image matches.") : _ ("All images are used."), _ ("Show All Images"));
  else
    mw_empty_note_set (self->none,
                       mw_viewport_get_lookup (self->viewport) ? _ (
                         "The model uses no image files, and there are none beside it. Add a texture, or copy images "
                         "into the model's folder.")
                                                               : _ ("The model uses no image files. Add a texture."),
                       _ ("Add Texture…"));
}

/* The button below that: removes what hides images, or else adds one. */
static void
leave_empty (MwTextureBrowser *self)
{
  if (!self->items->len) {
    mw_outline_run_operation (self->outline, "texture-add");
    return;
  }
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->unused), FALSE);
  filter (self);
  gtk_widget_grab_focus (self->search);
}

/* Shows the items that the search leaves; what was selected stays so. */
static void
filter (MwTextureBrowser *self)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();
  const MwImageItem *chosen = gtk_single_selection_get_selected_item (self->selection);
  g_autofree char *path = chosen ? g_strdup (chosen->path) : NULL;
  guint selected = GTK_INVALID_LIST_POSITION;
  for (guint i = 0; i < self->items->len; i++) {
    MwImageItem *item = self->items->pdata[i];
    if (!is_shown (self, item))
      continue;
    if (g_strcmp0 (item->path, path) == 0)
      selected = rows->len;
    g_ptr_array_add (rows, item);
  }
  g_list_store_splice (self->shown, 0, g_list_model_get_n_items (G_LIST_MODEL (self->shown)), rows->pdata, rows->len);
  gtk_single_selection_set_selected (self->selection, selected);
  show_empty (self);
  gtk_stack_set_visible_child (GTK_STACK (self->stack),
                               gtk_widget_get_ancestor (rows->len ? self->view : self->none, GTK_TYPE_SCROLLED_WINDOW));
}

static gboolean
refresh (gpointer data)
{
  MwTextureBrowser *self = data;
  self->idle = 0;
  g_autoptr (GPtrArray) items = mw_image_items (self->document, mw_viewport_get_lookup (self->viewport));
  /* What is said where there are none depends on where they are searched. */
  if (items->len && mw_image_items_equal (items, self->items))
    return G_SOURCE_REMOVE;
  g_ptr_array_unref (self->items);
  self->items = g_steal_pointer (&items);
  show_summary (self);
  filter (self);
  return G_SOURCE_REMOVE;
}

/* Refreshes before the next frame, if the list is in view; it is refreshed whenever it comes into view. */
static void
queue_refresh (MwTextureBrowser *self)
{
  if (!self->idle && gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->idle = mw_before_frame (refresh, self);
}

void
mw_texture_browser_look_again (MwTextureBrowser *self)
{
  mw_row_images_forget (mw_outline_get_images (self->outline));
  for (guint i = 0; i < self->cells->len; i++)
    mw_image_cell_set_item (self->cells->pdata[i], mw_image_cell_get_item (self->cells->pdata[i]), self->thumbnails);
  queue_refresh (self);
}

void
mw_texture_browser_tell_changed (MwTextureBrowser *self)
{
  g_signal_emit (self, signals[FILES_CHANGED], 0);
}

/* --- Cells ---------------------------------------------------------------------------------------------------------- */

static void
bind (GtkSignalListItemFactory *factory, GtkListItem *item, MwTextureBrowser *self)
{
  GtkWidget *cell = gtk_list_item_get_child (item);
  mw_image_cell_set_item (MW_IMAGE_CELL (cell), gtk_list_item_get_item (item), self->thumbnails);
  g_ptr_array_add (self->cells, cell);
}

static void
unbind (GtkSignalListItemFactory *factory, GtkListItem *item, MwTextureBrowser *self)
{
  GtkWidget *cell = gtk_list_item_get_child (item);
  mw_image_cell_set_item (MW_IMAGE_CELL (cell), NULL, self->thumbnails);
  g_ptr_array_remove_fast (self->cells, cell);
}

static void
thumbnail_ready (MwThumbnails *thumbnails, const char *address, MwTextureBrowser *self)
{
  for (guint i = 0; i < self->cells->len; i++) {
    MwImageItem *item = mw_image_cell_get_item (self->cells->pdata[i]);
    if (item && g_strcmp0 (item->address, address) == 0)
      mw_image_cell_set_item (self->cells->pdata[i], item, thumbnails);
  }
}

static void
activated (GtkGridView *view, guint position, MwTextureBrowser *self)
{
  g_autoptr (MwImageItem) item = g_list_model_get_item (G_LIST_MODEL (self->shown), position);
  if (item)
    mw_texture_browser_use (self, item);
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (mw_texture_browser_parent_class)->map (widget);
  queue_refresh (MW_TEXTURE_BROWSER (widget));
}

static void
unmap (GtkWidget *widget)
{
  MwTextureBrowser *self = MW_TEXTURE_BROWSER (widget);
  /* A popover that is still open when the window is destroyed would look for the pointer in destroyed widgets. */
  if (self->menu)
    gtk_popover_popdown (GTK_POPOVER (self->menu));
  GTK_WIDGET_CLASS (mw_texture_browser_parent_class)->unmap (widget);
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  MwTextureBrowser *self = MW_TEXTURE_BROWSER (widget);
  GTK_WIDGET_CLASS (mw_texture_browser_parent_class)->size_allocate (widget, width, height, baseline);
  if (self->menu)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

static void
mw_texture_browser_dispose (GObject *object)
{
  MwTextureBrowser *self = MW_TEXTURE_BROWSER (object);
  g_clear_handle_id (&self->idle, g_source_remove);
  mw_disconnect (self->document, self);
  mw_disconnect (self->thumbnails, self);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  mw_box_clear (GTK_WIDGET (self));
  g_clear_object (&self->document);
  g_clear_object (&self->thumbnails);
  G_OBJECT_CLASS (mw_texture_browser_parent_class)->dispose (object);
}

static void
mw_texture_browser_finalize (GObject *object)
{
  MwTextureBrowser *self = MW_TEXTURE_BROWSER (object);
  g_ptr_array_unref (self->items);
  g_ptr_array_unref (self->cells);
  g_object_unref (self->shown);
  G_OBJECT_CLASS (mw_texture_browser_parent_class)->finalize (object);
}

static void
mw_texture_browser_class_init (MwTextureBrowserClass *klass)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);
  G_OBJECT_CLASS (klass)->dispose = mw_texture_browser_dispose;
  G_OBJECT_CLASS (klass)->finalize = mw_texture_browser_finalize;
  widget->map = map;
  widget->unmap = unmap;
  widget->size_allocate = size_allocate;
  mw_texture_browser_class_install_menu (widget);
  signals[FAILED] = g_signal_new ("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                  G_TYPE_STRING);
  signals[SAID] = g_signal_new ("said", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[FILES_CHANGED] = g_signal_new ("files-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused)
{
  gtk_list_item_set_child (item, mw_image_cell_new ());
}

static void
build_bar (MwTextureBrowser *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *again = gtk_button_new_with_label (_ ("Look Again"));
  gtk_widget_add_css_class (bar, "images-bar");
  self->search = gtk_search_entry_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Search images"),
                                  -1);
  g_object_set (self->search, "placeholder-text", _ ("Search images"), NULL);
  self->unused = gtk_check_button_new_with_label (_ ("Not used only"));
  self->summary = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->summary), 0);
  mw_label_ellipsize (self->summary, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->summary, TRUE);
  gtk_widget_add_css_class (self->summary, "dim-label");
  gtk_widget_add_css_class (again, "flat");
  gtk_widget_set_tooltip_text (again, _ ("Look for the files again, and show what they have now"));
  gtk_box_append (GTK_BOX (bar), self->search);
  gtk_box_append (GTK_BOX (bar), self->unused);
  gtk_box_append (GTK_BOX (bar), self->summary);
  gtk_box_append (GTK_BOX (bar), again);
  gtk_box_append (GTK_BOX (self), bar);
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (filter), self);
  g_signal_connect_swapped (self->unused, "toggled", G_CALLBACK (filter), self);
  g_signal_connect_swapped (again, "clicked", G_CALLBACK (mw_texture_browser_tell_changed), self);
}

static void
mw_texture_browser_init (MwTextureBrowser *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->cells = g_ptr_array_new ();
  self->shown = g_list_store_new (MW_TYPE_IMAGE_ITEM);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->shown)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  build_bar (self);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_signal_connect (factory, "setup", G_CALLBACK (setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind), self);
  self->view = gtk_grid_view_new (GTK_SELECTION_MODEL (self->selection), factory);
  gtk_grid_view_set_max_columns (GTK_GRID_VIEW (self->view), 20);
  gtk_widget_add_css_class (self->view, "images");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Images"), -1);
  g_signal_connect (self->view, "activate", G_CALLBACK (activated), self);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->view);
  gtk_widget_set_vexpand (scrolled, TRUE);
  self->none = mw_empty_note_new (G_CALLBACK (leave_empty), self);
  /* It scrolls, so that its height does not make the panel higher. */
  GtkWidget *around = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (around), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (around), self->none);
  self->stack = gtk_stack_new ();
  gtk_stack_add_child (GTK_STACK (self->stack), scrolled);
  gtk_stack_add_child (GTK_STACK (self->stack), around);
  gtk_box_append (GTK_BOX (self), self->stack);
  mw_texture_browser_install_menu (self);
}

GtkWidget *
mw_texture_browser_new (MwDocument *document, MwOutline *outline, MwViewport *viewport)
{
  MwTextureBrowser *self = g_object_new (MW_TYPE_TEXTURE_BROWSER, NULL);
  self->document = g_object_ref (document);
  self->outline = outline;
  self->viewport = viewport;
  self->thumbnails = g_object_ref (mw_row_images_get_thumbnails (mw_outline_get_images (outline)));
  g_signal_connect (self->thumbnails, "ready", G_CALLBACK (thumbnail_ready), self);
  g_signal_connect_swapped (document, "changed", G_CALLBACK (queue_refresh), self);
  g_signal_connect_object (mw_game_files_get (), "changed", G_CALLBACK (mw_texture_browser_look_again), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
