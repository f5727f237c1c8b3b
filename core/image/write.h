/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes images as files of textures. */
#pragma once
#include "core/image/image.h"

#define MW_IMAGE_QUALITY 90 /* of JPEG, where none is given */

/* A kind of file: a format, and the way in which it keeps the pixels. */
typedef struct _MwImageKind MwImageKind;

typedef struct {
  const MwImageKind *kind;
  guint quality;      /* of JPEG, 1 to 100; 0: MW_IMAGE_QUALITY */
  int alpha_bits;     /* of each pixel; -1: the most that the kind has if a pixel is not opaque, else the fewest */
  gboolean no_levels; /* without mip levels */
  gboolean any_size;  /* writes a picture that the games do not take because of its size */
} MwImageWriting;

const char *mw_image_kind_name (const MwImageKind *kind);      /* "blp1-jpeg" */
const char *mw_image_kind_summary (const MwImageKind *kind);   /* a few words, for help */
const char *mw_image_kind_extension (const MwImageKind *kind); /* ".blp" */

/* All kinds. */
const MwImageKind *const *mw_image_kinds (guint *n);
/* The kind of this name, or NULL. */
const MwImageKind *mw_image_kind_named (const char *name);
/* The kind that is written by default for a file name with this extension, or NULL if none is. */
const MwImageKind *mw_image_kind_for_file (const char *path);
/* The kind that a picture was read from, or, if that cannot be written, the default one for `path`. NULL: neither. */
const MwImageKind *mw_image_kind_of (const MwImage *image, const char *path);

/* The file of a picture. Mip levels, where the kind has them, are those in `image->levels`; the others are made, each from
 * the one above. MW_ERROR_VALUE if the kind has no such number of alpha bits, or if its games do not take the size of the
 * picture: sides must be powers of two. MW_ERROR_LIMIT if memory runs out. Free with g_bytes_unref(). */
GBytes *mw_image_write (const MwImage *image, const MwImageWriting *writing, GError **error);
