/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "ui/inspector/file-editor.h"
#include "ui/i18n.h"
#include "ui/textures/image-cell.h"
#include "ui/textures/image-files.h"
#include "ui/textures/image-use.h"
#include "ui/labels.h"
#include "ui/operations/operation-item.h"
#include "ui/textures/texture-browser-private.h"
#include "ui/window/window-private.h"

#include <string.h>

/* --- What is done with an image ------------------------------------------------------------------------------------- */

void
mw_texture_browser_use (MwTextureBrowser *self, MwImageItem *item)
{
  guint n;
  const MwId *ids = mw_document_get_selection (self->document, &n);
  g_autofree MwId *own = g_memdup2 (ids, n * sizeof (MwId));
  g_autoptr (MwImageItem) kept = g_object_ref (item);
  if (!mw_image_use (self->outline, self->document, kept, own, n))
    g_signal_emit_by_name (
      self, "failed", _ ("Select layers, materials, geosets, surfaces or emitters first; they then show the image."));
}

typedef struct {
  MwTextureBrowser *self;
  MwWindow *window; /* that shows the job */
  GCancellable *job;
  char *name; /* of the file that is written */
  gboolean replaces;
} Writing;

static void
written (GObject *source, GAsyncResult *result, gpointer data)
{
  Writing *writing = data;
  MwTextureBrowser *self = writing->self;
  const char *kind = NULL;
  g_autoptr (GError) error = NULL;
  gboolean done = mw_image_file_write_finish (result, &kind, &error),
           cancelled = g_error_matches (error, MW_ERROR, MW_ERROR_CANCELLED);
  g_autofree char *text = done ? g_strdup_printf (_ ("Wrote %s: %s"), writing->name, kind)
                               : g_strdup_printf (_ ("%s was not written: %s"), writing->name, error->message);
  mw_window_end_job (writing->window, writing->job);
  if (self->document) /* its tab is still open */
    g_signal_emit_by_name (self, done || cancelled ? "said" : "failed", text);
  if (done && writing->replaces && self->document)
    mw_texture_browser_tell_changed (self);
  g_object_unref (writing->window);
  g_object_unref (self);
  g_free (writing->name);
  g_free (writing);
}

static void
write_image (MwTextureBrowser *self, const char *from, const char *to, gboolean replaces)
{
  Writing *writing = g_new0 (Writing, 1);
  g_autofree char *name = g_path_get_basename (to);
  writing->self = g_object_ref (self);
  writing->name = mw_ui_text (name);
  writing->replaces = replaces;
  g_autofree char *text = g_strdup_printf (_ ("Writing %s…"), writing->name);
  writing->window = g_object_ref (MW_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))));
  writing->job = mw_window_begin_job (writing->window, text);
  mw_image_file_write_async (from, to, replaces ? to : NULL, writing->job, written, writing);
}

void
mw_texture_browser_export (MwTextureBrowser *self, MwImageItem *item, const char *to)
{
  write_image (self, item->address, to, FALSE);
}

void
mw_texture_browser_replace (MwTextureBrowser *self, MwImageItem *item, const char *from)
{
  write_image (self, from, item->address, TRUE);
}

/* --- The menu ------------------------------------------------------------------------------------------------------- */

static MwImageItem *
selected_item (GtkWidget *widget)
{
  return gtk_single_selection_get_selected_item (MW_TEXTURE_BROWSER (widget)->selection);
}

static char *
folder_of (MwTextureBrowser *self, const MwImageItem *item)
{
  const char *file = mw_image_item_is_file (item) ? item->address : mw_document_get_path (self->document);
  return file ? g_path_get_dirname (file) : NULL;
}

static void
use_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  if (selected_item (widget))
    mw_texture_browser_use (MW_TEXTURE_BROWSER (widget), selected_item (widget));
}

static void
users_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  const MwImageItem *item = selected_item (widget);
  if (item && item->users->len)
    mw_document_select (MW_TEXTURE_BROWSER (widget)->document, (const MwId *) item->users->data, item->users->len);
}

static void
export_chosen (gpointer self, const char *path)
{
  if (selected_item (self))
    mw_texture_browser_export (self, selected_item (self), path);
}

static void
export_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  const MwImageItem *item = selected_item (widget);
  if (!item || !item->address)
    return;
  const char *dot = strrchr (item->name, '.');
  g_autofree char *folder = folder_of (MW_TEXTURE_BROWSER (widget), item),
                  *stem = g_strndup (item->name, dot ? (gsize) (dot - item->name) : strlen (item->name)),
                  *name = g_strconcat (stem, ".png", NULL);
  mw_file_choose (widget, _ ("Export the Image"), name, folder, export_chosen, widget);
}

static void
replace_answered (GtkDialog *dialog, int response, MwTextureBrowser *self)
{
  MwImageItem *item = g_object_get_data (G_OBJECT (dialog), "item");
  if (response == GTK_RESPONSE_ACCEPT)
    mw_texture_browser_replace (self, item, g_object_get_data (G_OBJECT (dialog), "from"));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
replace_chosen (gpointer data, const char *path)
{
  MwTextureBrowser *self = data;
  MwImageItem *item = selected_item (data);
  if (!item)
    return;
  g_autofree char *base = g_path_get_basename (path), *from = mw_ui_text (base), *name = mw_ui_text (item->name);
  GtkWidget *dialog = gtk_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (data)),
                                              GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, GTK_MESSAGE_QUESTION,
                                              GTK_BUTTONS_NONE, _ ("Replace %s?"), name);
  gtk_message_dialog_format_secondary_text (
    GTK_MESSAGE_DIALOG (dialog), _ ("The file then shows %s, in the format that it has now. This cannot be undone."),
    from);
  gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Cancel"), GTK_RESPONSE_CANCEL);
  gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Replace"), GTK_RESPONSE_ACCEPT);
  g_object_set_data_full (G_OBJECT (dialog), "item", g_object_ref (item), g_object_unref);
  g_object_set_data_full (G_OBJECT (dialog), "from", g_strdup (path), g_free);
  g_signal_connect_object (dialog, "response", G_CALLBACK (replace_answered), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
replace_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  const MwImageItem *item = selected_item (widget);
  if (!item || !mw_image_item_is_file (item))
    return;
  g_autofree char *folder = folder_of (MW_TEXTURE_BROWSER (widget), item);
  mw_file_choose (widget, _ ("Replace by an Image"), NULL, folder, replace_chosen, widget);
}

static void
copy_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  const MwImageItem *item = selected_item (widget);
  if (item)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), item->path);
}

static void
add_menu_item (GtkWidget *box, const char *label, const char *action, gboolean may, const char *tooltip)
{
  GtkWidget *item = mw_action_item_new (label, action, NULL);
  gtk_widget_set_sensitive (item, may);
  gtk_widget_set_tooltip_text (item, tooltip);
  gtk_box_append (GTK_BOX (box), item);
}

static void
open_menu (MwTextureBrowser *self, const GdkRectangle *at)
{
  const MwImageItem *item = selected_item (GTK_WIDGET (self));
  if (!item)
    return;
  guint n;
  const MwId *ids = mw_document_get_selection (self->document, &n);
  gboolean may_use = mw_image_use_describe (self->document, ids, n) != NULL, is_file = mw_image_item_is_file (item);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  self->menu = gtk_popover_new ();
  gtk_widget_add_css_class (self->menu, "menu");
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  add_menu_item (box, _ ("Show on the Selected Elements"), "images.use", may_use,
                 may_use ? NULL : _ ("Nothing that shows images is selected"));
  add_menu_item (box, _ ("Select What Uses It"), "images.users", item->users->len > 0, NULL);
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  add_menu_item (box, _ ("Export as PNG…"), "images.export", item->address != NULL,
                 _ ("Another extension gives another format: .blp, .dds, .tga"));
  add_menu_item (box, _ ("Replace by…"), "images.replace", is_file,
                 is_file ? _ ("Writes another picture into this file, in the format that it has now")
                         : _ ("Only a file on the disk can be replaced"));
  add_menu_item (box, _ ("Copy Path"), "images.copy-path", TRUE, NULL);
  gtk_popover_set_child (GTK_POPOVER (self->menu), mw_menu_scroller_new (box, GTK_WIDGET (self)));
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), at);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
right_pressed (GtkGestureClick *click, int n, double x, double y, MwTextureBrowser *self)
{
  GtkWidget *at = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);
  GtkWidget *cell = at ? gtk_widget_get_ancestor (at, MW_TYPE_IMAGE_CELL) : NULL;
  guint position;
  if (!cell || !g_list_store_find (self->shown, mw_image_cell_get_item (MW_IMAGE_CELL (cell)), &position))
    return;
  gtk_single_selection_set_selected (self->selection, position);
  gtk_gesture_set_state (GTK_GESTURE (click), GTK_EVENT_SEQUENCE_CLAIMED);
  open_menu (self, &(GdkRectangle) { (int) x, (int) y, 1, 1 });
}

static gboolean
menu_key (GtkWidget *widget, GVariant *args, gpointer unused)
{
  MwTextureBrowser *self = MW_TEXTURE_BROWSER (widget);
  const MwImageItem *item = selected_item (widget);
  GdkRectangle at = { 0, 0, 1, 1 };
  for (guint i = 0; i < self->cells->len; i++) {
    graphene_rect_t bounds;
    if (mw_image_cell_get_item (self->cells->pdata[i]) == item
        && gtk_widget_compute_bounds (self->cells->pdata[i], widget, &bounds))
      at = (GdkRectangle) { (int) bounds.origin.x, (int) bounds.origin.y + MW_THUMBNAIL_SIDE / 2, 1, 1 };
  }
  open_menu (self, &at);
  return TRUE;
}

void
mw_texture_browser_class_install_menu (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "images.use", NULL, use_action);
  gtk_widget_class_install_action (klass, "images.users", NULL, users_action);
  gtk_widget_class_install_action (klass, "images.export", NULL, export_action);
  gtk_widget_class_install_action (klass, "images.replace", NULL, replace_action);
  gtk_widget_class_install_action (klass, "images.copy-path", NULL, copy_action);
  gtk_widget_class_add_binding (klass, GDK_KEY_Menu, 0, menu_key, NULL);
  gtk_widget_class_add_binding (klass, GDK_KEY_F10, GDK_SHIFT_MASK, menu_key, NULL);
}

void
mw_texture_browser_install_menu (MwTextureBrowser *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (right_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}
