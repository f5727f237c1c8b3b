/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/file-picture.h"
#include "core/io/registry.h"
#include "ui/widgets.h"

#include <string.h>

/* How much smaller than the picture the icon is. */
enum { ICON_PARTS = 2 };

struct _MwFilePicture {
  GtkBox parent_instance;
  MwThumbnails *thumbnails;
  GtkWidget *image;
  char *address;
  int side;
  GtkAdjustment *scrolled; /* of what the widget is scrolled in, while it is mapped */
  GdkFrameClock *clock;    /* at its next frame it is looked whether the widget is in view; or NULL */
};

G_DEFINE_FINAL_TYPE (MwFilePicture, mw_file_picture, GTK_TYPE_BOX)

gboolean
mw_file_picture_is_shown (MwFilePicture *self)
{
  return gtk_image_get_storage_type (GTK_IMAGE (self->image)) == GTK_IMAGE_PAINTABLE;
}

static gboolean
is_model (const char *address)
{
  guint n;
  const MwIoFormat *const *formats = mw_io_formats (&n);
  const char *dot = strrchr (address, '.');
  for (guint i = 0; dot && i < n; i++)
    if (g_ascii_strcasecmp (dot, formats[i]->suffix) == 0)
      return TRUE;
  return FALSE;
}

static void
refresh (MwFilePicture *self, const MwThumbnail *thumbnail)
{
  if (thumbnail && thumbnail->texture)
    gtk_image_set_from_paintable (GTK_IMAGE (self->image), GDK_PAINTABLE (thumbnail->texture));
  else if (self->address)
    gtk_image_set_from_icon_name (GTK_IMAGE (self->image),
                                  is_model (self->address) ? "mw-model-symbolic" : "image-x-generic-symbolic");
  else
    gtk_image_clear (GTK_IMAGE (self->image));
  gtk_image_set_pixel_size (GTK_IMAGE (self->image), self->side / (mw_file_picture_is_shown (self) ? 1 : ICON_PARTS));
  mw_widget_set_tooltip (GTK_WIDGET (self), thumbnail ? thumbnail->info : NULL);
}

/* A list has rows above and below those in view, and all are mapped. */
static gboolean
is_in_view (MwFilePicture *self)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_SCROLLED_WINDOW);
  graphene_rect_t at;
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return FALSE;
  return !scrolled
         || (gtk_widget_compute_bounds (GTK_WIDGET (self), scrolled, &at) && at.size.height > 0
             && at.origin.y < (float) gtk_widget_get_height (scrolled) && at.origin.y + at.size.height > 0);
}

static void
forget_look (MwFilePicture *self)
{
  if (self->clock)
    g_signal_handlers_disconnect_by_data (self->clock, self);
  g_clear_object (&self->clock);
}

static void
look (MwFilePicture *self)
{
  forget_look (self);
  if (self->address && is_in_view (self))
    refresh (self, mw_thumbnails_get (self->thumbnails, self->address));
  else if (self->address)
    mw_thumbnails_cancel (self->thumbnails, self->address);
}

/* After the next layout, because only then it is known what is in view. */
static void
look_soon (MwFilePicture *self)
{
  GdkFrameClock *clock = gtk_widget_get_mapped (GTK_WIDGET (self)) ? gtk_widget_get_frame_clock (GTK_WIDGET (self))
                                                                   : NULL;
  if (self->clock || !clock)
    return; /* it is looked when it is mapped */
  self->clock = g_object_ref (clock);
  g_signal_connect_swapped (clock, "after-paint", G_CALLBACK (look), self);
  gdk_frame_clock_request_phase (clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT);
}

static void
thumbnail_ready (MwThumbnails *thumbnails, const char *address, MwFilePicture *self)
{
  if (g_strcmp0 (address, self->address) == 0)
    look_soon (self);
}

void
mw_file_picture_set_address (MwFilePicture *self, const char *address)
{
  if (self->address)
    mw_thumbnails_cancel (self->thumbnails, self->address);
  g_free (self->address);
  self->address = g_strdup (address);
  refresh (self, NULL);
  look_soon (self);
}

static void
stop_looking (MwFilePicture *self)
{
  forget_look (self);
  if (self->scrolled)
    g_signal_handlers_disconnect_by_data (self->scrolled, self);
  g_clear_object (&self->scrolled);
}

static void
mw_file_picture_map (GtkWidget *widget)
{
  MwFilePicture *self = MW_FILE_PICTURE (widget);
  GtkWidget *scrolled = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);
  GTK_WIDGET_CLASS (mw_file_picture_parent_class)->map (widget);
  stop_looking (self);
  if (scrolled) {
    self->scrolled = g_object_ref (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)));
    g_signal_connect_swapped (self->scrolled, "value-changed", G_CALLBACK (look_soon), self);
    g_signal_connect_swapped (self->scrolled, "changed", G_CALLBACK (look_soon), self);
  }
  look_soon (self);
}

static void
mw_file_picture_unmap (GtkWidget *widget)
{
  MwFilePicture *self = MW_FILE_PICTURE (widget);
  stop_looking (self);
  if (self->address)
    mw_thumbnails_cancel (self->thumbnails, self->address);
  GTK_WIDGET_CLASS (mw_file_picture_parent_class)->unmap (widget);
}

static void
mw_file_picture_dispose (GObject *object)
{
  MwFilePicture *self = MW_FILE_PICTURE (object);
  stop_looking (self);
  g_clear_object (&self->thumbnails);
  g_clear_pointer (&self->address, g_free);
  mw_box_clear (GTK_WIDGET (self));
  G_OBJECT_CLASS (mw_file_picture_parent_class)->dispose (object);
}

static void
mw_file_picture_class_init (MwFilePictureClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_file_picture_dispose;
  GTK_WIDGET_CLASS (klass)->map = mw_file_picture_map;
  GTK_WIDGET_CLASS (klass)->unmap = mw_file_picture_unmap;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
mw_file_picture_init (MwFilePicture *self)
{
  self->image = gtk_image_new ();
  gtk_widget_set_hexpand (self->image, TRUE);
  gtk_widget_set_vexpand (self->image, TRUE);
  gtk_box_append (GTK_BOX (self), self->image);
  gtk_widget_set_hexpand (GTK_WIDGET (self), FALSE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), FALSE);
}

GtkWidget *
mw_file_picture_new (MwThumbnails *thumbnails, int side)
{
  MwFilePicture *self = g_object_new (MW_TYPE_FILE_PICTURE, NULL);
  self->thumbnails = g_object_ref (thumbnails);
  self->side = side;
  gtk_widget_set_size_request (GTK_WIDGET (self), side, side);
  g_signal_connect_object (thumbnails, "ready", G_CALLBACK (thumbnail_ready), self, 0);
  return GTK_WIDGET (self);
}
