/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/help/help-picture.h"

struct _MwHelpPicture {
  GtkWidget parent_instance;
  GdkTexture *texture;
};

G_DEFINE_FINAL_TYPE (MwHelpPicture, mw_help_picture, GTK_TYPE_WIDGET)

/* The size in which it is drawn if it may have this width (below 0: any). */
static void
size_for (MwHelpPicture *self, int most, int *width, int *height)
{
  const int whole = gdk_texture_get_width (self->texture);
  *width = most < 0 ? whole : MIN (most, whole);
  *height = (int) ((gint64) gdk_texture_get_height (self->texture) * *width / whole);
}

static GtkSizeRequestMode
get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
         int *natural_baseline)
{
  const gboolean across = orientation == GTK_ORIENTATION_HORIZONTAL;
  int width, height;
  size_for (MW_HELP_PICTURE (widget), across ? -1 : for_size, &width, &height);
  *natural = across ? width : height;
  *minimum = across ? 0 : height;
}

static void
snapshot (GtkWidget *widget, GtkSnapshot *to)
{
  MwHelpPicture *self = MW_HELP_PICTURE (widget);
  int width, height;
  size_for (self, gtk_widget_get_width (widget), &width, &height);
  gtk_snapshot_append_texture (to, self->texture, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
}

static void
mw_help_picture_finalize (GObject *object)
{
  g_clear_object (&MW_HELP_PICTURE (object)->texture);
  G_OBJECT_CLASS (mw_help_picture_parent_class)->finalize (object);
}

static void
mw_help_picture_class_init (MwHelpPictureClass *klass)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (klass);
  G_OBJECT_CLASS (klass)->finalize = mw_help_picture_finalize;
  widget->get_request_mode = get_request_mode;
  widget->measure = measure;
  widget->snapshot = snapshot;
  gtk_widget_class_set_accessible_role (widget, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
mw_help_picture_init (MwHelpPicture *self)
{}

GtkWidget *
mw_help_picture_new (GdkTexture *texture, const char *text)
{
  MwHelpPicture *self = g_object_new (MW_TYPE_HELP_PICTURE, NULL);
  self->texture = g_object_ref (texture);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  return GTK_WIDGET (self);
}
