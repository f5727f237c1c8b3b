/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/textures/image-cell.h"
#include "ui/drag-escape.h"
#include "ui/ellipsis.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/widgets.h"

struct _MwImageCell {
  GtkBox parent_instance;
  MwImageItem *item;
  MwThumbnails *thumbnails; /* those that hold the item's image; NULL: none */
  GtkWidget *picture, *name, *info, *use;
};

G_DEFINE_FINAL_TYPE (MwImageCell, mw_image_cell, GTK_TYPE_BOX)

enum { NAME_CHARS = 24, ICON_SIDE = 24 };

MwImageItem *
mw_image_cell_get_item (MwImageCell *self)
{
  return self->item;
}

static void
set_text (GtkWidget *label, const char *text)
{
  g_autofree char *shown = mw_ui_text (text);
  gtk_label_set_text (GTK_LABEL (label), shown);
}

/* Holds the new image before the old one is released, which may be the same. */
static void
take_item (MwImageCell *self, MwImageItem *item, MwThumbnails *thumbnails)
{
  g_autoptr (MwImageItem) old = self->item;
  g_autoptr (MwThumbnails) holds = self->thumbnails;
  const gboolean shows = item && item->address;
  self->item = item ? g_object_ref (item) : NULL;
  self->thumbnails = shows ? g_object_ref (thumbnails) : NULL;
  if (shows)
    mw_thumbnails_hold (thumbnails, item->address);
  if (holds)
    mw_thumbnails_release (holds, old->address);
}

void
mw_image_cell_set_item (MwImageCell *self, MwImageItem *item, MwThumbnails *thumbnails)
{
  take_item (self, item, thumbnails);
  const MwThumbnail *thumbnail = item && item->address ? mw_thumbnails_get (thumbnails, item->address) : NULL;
  gboolean bad = item && (!item->address || (thumbnail && !thumbnail->texture));
  if (thumbnail && thumbnail->texture)
    gtk_image_set_from_paintable (GTK_IMAGE (self->picture), GDK_PAINTABLE (thumbnail->texture));
  else if (bad)
    gtk_image_set_from_icon_name (GTK_IMAGE (self->picture), "image-missing-symbolic");
  else
    gtk_image_clear (GTK_IMAGE (self->picture));
  gtk_image_set_pixel_size (GTK_IMAGE (self->picture), bad ? ICON_SIDE : MW_THUMBNAIL_SIDE);
  set_text (self->name, item ? item->name : "");
  set_text (self->info, !item ? "" : !item->address ? _ ("Not found") : thumbnail ? thumbnail->info : _ ("Reading…"));
  set_text (self->use, item ? item->use : "");
  mw_widget_set_css_class (self->info, "warning", bad);
  g_autofree char *tooltip = item ? g_strdup_printf ("%s\n%s\n%s\n%s", item->path,
                                                     item->address ? item->address : _ ("Not found"),
                                                     thumbnail ? thumbnail->info : "", item->use)
                                  : NULL;
  g_autofree char *shown = tooltip ? mw_ui_text (tooltip) : NULL;
  mw_widget_set_tooltip (GTK_WIDGET (self), shown);
  if (item)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, item->name, -1);
}

/* --- Dragging ------------------------------------------------------------------------------------------------------- */

static GdkContentProvider *
prepare (GtkDragSource *source, double x, double y, MwImageCell *self)
{
  if (!self->item)
    return NULL;
  GdkPaintable *paintable = gtk_image_get_paintable (GTK_IMAGE (self->picture));
  if (paintable)
    gtk_drag_source_set_icon (source, paintable, 0, 0);
  return gdk_content_provider_new_typed (MW_TYPE_IMAGE_ITEM, self->item);
}

/* --- The widget ----------------------------------------------------------------------------------------------------- */

static void
mw_image_cell_dispose (GObject *object)
{
  MwImageCell *self = MW_IMAGE_CELL (object);
  take_item (self, NULL, NULL);
  mw_box_clear (GTK_WIDGET (self));
  G_OBJECT_CLASS (mw_image_cell_parent_class)->dispose (object);
}

static void
mw_image_cell_class_init (MwImageCellClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_image_cell_dispose;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static GtkWidget *
add_label (GtkWidget *box, PangoEllipsizeMode left_out, const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  mw_label_ellipsize (label, left_out);
  gtk_label_set_width_chars (GTK_LABEL (label), NAME_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (label), NAME_CHARS);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static void
mw_image_cell_init (MwImageCell *self)
{
  gtk_box_set_spacing (GTK_BOX (self), 8);
  gtk_widget_add_css_class (GTK_WIDGET (self), "image-cell");
  self->picture = gtk_image_new ();
  gtk_widget_set_size_request (self->picture, MW_THUMBNAIL_SIDE, MW_THUMBNAIL_SIDE);
  gtk_box_append (GTK_BOX (self), self->picture);
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  gtk_widget_set_valign (lines, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (lines, TRUE);
  self->name = add_label (lines, PANGO_ELLIPSIZE_MIDDLE, NULL);
  self->info = add_label (lines, PANGO_ELLIPSIZE_END, "dim-label");
  self->use = add_label (lines, PANGO_ELLIPSIZE_END, "dim-label");
  gtk_box_append (GTK_BOX (self), lines);
  GtkDragSource *source = gtk_drag_source_new ();
  gtk_drag_source_set_actions (source, GDK_ACTION_COPY);
  g_signal_connect (source, "prepare", G_CALLBACK (prepare), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (source));
  mw_drag_ends_on_escape (source);
}

GtkWidget *
mw_image_cell_new (void)
{
  return g_object_new (MW_TYPE_IMAGE_CELL, NULL);
}
