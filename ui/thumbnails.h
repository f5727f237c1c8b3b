/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* Small pictures of image files. They are made one after the other by a worker, the one asked for last first, and the last few
 * hundred are kept.
 *
 * Signal "ready" (const char *address): ask again for this one. */
#define MW_TYPE_THUMBNAILS (mw_thumbnails_get_type ())
G_DECLARE_FINAL_TYPE (MwThumbnails, mw_thumbnails, MW, THUMBNAILS, GObject)

typedef struct {
  GdkTexture *texture; /* NULL: the file cannot be read */
  char *info;          /* "256 × 256 · BLP1 JPEG", or why the file cannot be read */
} MwThumbnail;

enum { MW_THUMBNAIL_SIDE = 64 };

MwThumbnails *mw_thumbnails_new (void);
/* The thumbnail of the image at a path on disk or "ARCHIVE:NAME". NULL: it is being made, and "ready" follows. It is valid until the
 * next call. */
const MwThumbnail *mw_thumbnails_get (MwThumbnails *self, const char *address);
/* Forgets all, because files have changed. */
void mw_thumbnails_forget (MwThumbnails *self);
/* Drops what is asked for and not yet begun, because it is no longer in view. */
void mw_thumbnails_drop (MwThumbnails *self);
/* How many are kept at most (for tests). */
void mw_thumbnails_set_limit (MwThumbnails *self, guint limit);
