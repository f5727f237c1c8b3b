/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/vfs/lookup.h"
#include "ui/textures/thumbnails.h"

#include <gtk/gtk.h>

/* Small pictures of the images that rows of the outline show, which the list of images of the same document shows too. Workers make them; until one is there, a row shows the icon of its kind.
 *
 * Signal "ready" (const char *address): ask again for the image at this address; NULL: for all, because files have changed. */
#define MW_TYPE_ROW_IMAGES (mw_row_images_get_type ())
G_DECLARE_FINAL_TYPE (MwRowImages, mw_row_images, MW, ROW_IMAGES, GObject)

/* `get` says where the files of the model are searched now; NULL: nowhere. */
typedef MwLookup *(*MwLookupSource) (gpointer data);

/* The image that is shown for textures of a type that the game fills in; NULL: none. */
typedef const char *(*MwTypeSource) (guint type, gpointer data);

MwRowImages *mw_row_images_new (void);
void mw_row_images_set_source (MwRowImages *self, MwLookupSource get, MwTypeSource get_type, gpointer data);
/* Other images are shown for types of textures. */
void mw_row_images_find_again (MwRowImages *self);
/* The cache of the pictures; it belongs to `self`. */
MwThumbnails *mw_row_images_get_thumbnails (MwRowImages *self);
/* The files may be others now. */
void mw_row_images_forget (MwRowImages *self);
/* Where the image of a texture is; NULL: it has no file, or that is not found. Free with g_free(). */
char *mw_row_images_find (MwRowImages *self, const MwRecord *texture);
/* A row shows the image at this address, or no longer does. What no row shows is not made. */
void mw_row_images_hold (MwRowImages *self, const char *address);
void mw_row_images_release (MwRowImages *self, const char *address);
/* The picture of that file. NULL: there is none, or *pending is set and "ready" follows. It belongs to `self`. */
GdkTexture *mw_row_images_get (MwRowImages *self, const char *address, gboolean *pending);
