/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"

/* A note in a PNG file: a tEXt chunk. */
typedef struct {
  const char *key;   /* 1 to 79 bytes of Latin-1 */
  const char *value; /* Latin-1, without line breaks of other systems */
} MwPngNote;

/* The picture as the bytes of a PNG file: 8 bits for each of red, green, blue and alpha, with these notes before the picture (NULL: none).
 * The same input gives the same bytes. NULL and MW_ERROR_LIMIT when there is no memory. Free with g_bytes_unref(). */
GBytes *mw_png_write (const MwImage *image, const MwPngNote *notes, guint n_notes, GError **error);
