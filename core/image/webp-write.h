/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"

/* Longest side of a picture in a WebP file, in pixels (https://developers.google.com/speed/webp/docs/riff_container). */
#define MW_WEBP_MAX_SIDE 16383u

/* The pictures (MwImage) of one size as the bytes of an animated WebP file that repeats for ever, without loss: picture i is shown from
 * ends[i - 1] (0 for the first) to ends[i], in ms from the start, rising. Equal pictures that follow each other become one. One picture makes a
 * still file. The same input gives the same bytes. NULL and MW_ERROR_LIMIT when a side is too long or there is no memory, MW_ERROR_VALUE when
 * the sizes differ. Free with g_bytes_unref(). */
GBytes *mw_webp_write (const GPtrArray *images, const int *ends, GError **error);
