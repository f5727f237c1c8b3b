/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/vfs/places.h"

#include <gtk/gtk.h>

/* Small pictures of files. They are made by workers, the one asked for last first, and the last few hundred are remembered.
 *
 * Signal "ready" (const char *address): ask again for this one. */
#define MW_TYPE_THUMBNAILS (mw_thumbnails_get_type ())
G_DECLARE_FINAL_TYPE (MwThumbnails, mw_thumbnails, MW, THUMBNAILS, GObject)

typedef struct {
  GdkTexture *texture; /* NULL: the file cannot be read */
  char *info; /* why the file cannot be read; else, of an image that a thread has read, "256 × 256 · BLP1 JPEG" */
} MwThumbnail;

enum { MW_THUMBNAIL_SIDE = 64 };

/* Of images, at most MW_THUMBNAIL_SIDE pixels wide and high, and read one after the other by a thread. */
MwThumbnails *mw_thumbnails_new (void);
/* Of models and images, twice that size: those that are kept on disk (core/render/thumbnail.h), and what processes make, a few at once. A file
 * that is broken does no harm. */
MwThumbnails *mw_thumbnails_new_kept (void);
/* From now on, names in these places (NULL: paths and "ARCHIVE:NAME") are asked for, and textures are looked for in this game (NULL: in the one
 * that fits). What is known is forgotten. Only for those that are kept on disk. */
void mw_thumbnails_set_places (MwThumbnails *self, MwPlaces *places, const char *game);
/* The thumbnail of the file at a path on disk or "ARCHIVE:NAME". NULL: it is being made, and "ready" follows. It is valid until the
 * next call. */
const MwThumbnail *mw_thumbnails_get (MwThumbnails *self, const char *address);
/* Forgets all, because files have changed. */
void mw_thumbnails_forget (MwThumbnails *self);
/* This one is no longer in view: it is not made, and a process that makes it ends. */
void mw_thumbnails_cancel (MwThumbnails *self, const char *address);
/* The same for several that show one: each holds it before it asks, and releases it later. The last release cancels it. */
void mw_thumbnails_hold (MwThumbnails *self, const char *address);
void mw_thumbnails_release (MwThumbnails *self, const char *address);
/* How many are remembered at most (for tests). */
void mw_thumbnails_set_limit (MwThumbnails *self, guint limit);
