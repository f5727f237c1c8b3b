/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline/row-images.h"
#include "core/model/aspects.h"
#include "core/model/tilesets.h"
#include "ui/textures/thumbnails.h"
#include "ui/widgets.h"

struct _MwRowImages {
  GObject parent_instance;
  MwThumbnails *thumbnails;
  MwLookupSource get;
  MwTypeSource get_type;
  gpointer data;
};

G_DEFINE_FINAL_TYPE (MwRowImages, mw_row_images, G_TYPE_OBJECT)

static guint ready_signal;

static void
thumbnail_ready (MwThumbnails *thumbnails, const char *address, MwRowImages *self)
{
  g_signal_emit (self, ready_signal, 0, address);
}

static void
mw_row_images_dispose (GObject *object)
{
  MwRowImages *self = MW_ROW_IMAGES (object);
  mw_disconnect (self->thumbnails, self);
  g_clear_object (&self->thumbnails);
  self->get = NULL;
  self->get_type = NULL;
  G_OBJECT_CLASS (mw_row_images_parent_class)->dispose (object);
}

static void
mw_row_images_class_init (MwRowImagesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_row_images_dispose;
  ready_signal = g_signal_new ("ready", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                               1, G_TYPE_STRING);
}

static void
mw_row_images_init (MwRowImages *self)
{
  self->thumbnails = mw_thumbnails_new ();
  g_signal_connect (self->thumbnails, "ready", G_CALLBACK (thumbnail_ready), self);
}

MwRowImages *
mw_row_images_new (void)
{
  return g_object_new (MW_TYPE_ROW_IMAGES, NULL);
}

void
mw_row_images_set_source (MwRowImages *self, MwLookupSource get, MwTypeSource get_type, gpointer data)
{
  self->get = get;
  self->get_type = get_type;
  self->data = data;
}

void
mw_row_images_forget (MwRowImages *self)
{
  if (!self->thumbnails)
    return;
  mw_thumbnails_forget (self->thumbnails);
  g_signal_emit (self, ready_signal, 0, NULL);
}

void
mw_row_images_find_again (MwRowImages *self)
{
  g_signal_emit (self, ready_signal, 0, NULL);
}

char *
mw_row_images_find (MwRowImages *self, const MwRecord *texture)
{
  MwLookup *lookup = self->get ? self->get (self->data) : NULL;
  if (!lookup || !texture)
    return NULL;
  const MwTextureAspect look = mw_texture_aspect (texture);
  const char *path = look.type ? self->get_type (look.type, self->data)
                               : mw_tileset_path (mw_lookup_tileset (lookup), &look);
  if (!path || !*path)
    return NULL;
  return g_path_is_absolute (path) ? g_strdup (path) : mw_lookup_find (lookup, path);
}

GdkTexture *
mw_row_images_get (MwRowImages *self, const char *address, gboolean *pending)
{
  const MwThumbnail *thumbnail = self->thumbnails ? mw_thumbnails_get (self->thumbnails, address) : NULL;
  *pending = self->thumbnails && !thumbnail;
  return thumbnail ? thumbnail->texture : NULL;
}

void
mw_row_images_hold (MwRowImages *self, const char *address)
{
  if (self->thumbnails)
    mw_thumbnails_hold (self->thumbnails, address);
}

void
mw_row_images_release (MwRowImages *self, const char *address)
{
  if (self->thumbnails)
    mw_thumbnails_release (self->thumbnails, address);
}

MwThumbnails *
mw_row_images_get_thumbnails (MwRowImages *self)
{
  return self->thumbnails;
}
