/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"

/* The picture of a PNG file as mw_image_decode() reads it, and its notes, the text chunks before the picture: `notes` (may be NULL) gets each
 * key (char *) with its value (char *), both allocated. NULL and an error as from mw_image_decode(). */
MwImage *mw_png_read (const uint8_t *data, size_t size, GHashTable *notes, GError **error);
