/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/outline/row-images.h"
#include "core/model/aspects.h"
#include "core/model/tilesets.h"
#include "ui/textures/thumbnails.h"
#include "ui/widgets.h"

struct _MwRowImages {
  GObject parent_instance;
  MwThumbnails *thumbnails;
  GHashTable *held; /* address -> how many rows show it */
  MwLookupSource get;
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
  G_OBJECT_CLASS (mw_row_images_parent_class)->dispose (object);
}

static void
mw_row_images_finalize (GObject *object)
{
  g_hash_table_unref (MW_ROW_IMAGES (object)->held);
  G_OBJECT_CLASS (mw_row_images_parent_class)->finalize (object);
}

static void
mw_row_images_class_init (MwRowImagesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_row_images_dispose;
  G_OBJECT_CLASS (klass)->finalize = mw_row_images_finalize;
  ready_signal = g_signal_new ("ready", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                               1, G_TYPE_STRING);
}

static void
mw_row_images_init (MwRowImages *self)
{
  self->held = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->thumbnails = mw_thumbnails_new ();
  g_signal_connect (self->thumbnails, "ready", G_CALLBACK (thumbnail_ready), self);
}

MwRowImages *
mw_row_images_new (void)
{
  return g_object_new (MW_TYPE_ROW_IMAGES, NULL);
}

void
mw_row_images_set_source (MwRowImages *self, MwLookupSource get, gpointer data)
{
  self->get = get;
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

char *
mw_row_images_find (MwRowImages *self, const MwRecord *texture)
{
  MwLookup *lookup = self->get ? self->get (self->data) : NULL;
  if (!lookup || !texture)
    return NULL;
  const MwTextureAspect look = mw_texture_aspect (texture);
  const char *path = mw_tileset_path (mw_lookup_tileset (lookup), &look);
  return look.type || !path || !*path ? NULL : mw_lookup_find (lookup, path);
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
  const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->held, address));
  g_hash_table_replace (self->held, g_strdup (address), GUINT_TO_POINTER (n + 1));
}

void
mw_row_images_release (MwRowImages *self, const char *address)
{
  const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->held, address));
  if (n > 1) {
    g_hash_table_replace (self->held, g_strdup (address), GUINT_TO_POINTER (n - 1));
    return;
  }
  g_hash_table_remove (self->held, address);
  if (self->thumbnails)
    mw_thumbnails_cancel (self->thumbnails, address);
}
