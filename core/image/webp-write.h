/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"

/* Longest side of a picture in a WebP file, in pixels (https://developers.google.com/speed/webp/docs/riff_container). */
#define MW_WEBP_MAX_SIDE 16383u

/* An animated WebP file that repeats for ever, without loss, in the making. The same input gives the same bytes. */
typedef struct _MwWebp MwWebp;

/* For pictures of that size. NULL and MW_ERROR_LIMIT when a side is too long or there is no memory. Free with mw_webp_free(). */
MwWebp *mw_webp_new (uint32_t width, uint32_t height, GError **error);
/* Adds a picture of that size that is shown from `start` on: ms from the beginning, 0 for the first and then rising. Equal pictures that follow
 * each other become one. FALSE and MW_ERROR_LIMIT when there is no memory. */
gboolean mw_webp_add (MwWebp *webp, const MwImage *image, int start, GError **error);
/* The bytes of the file, whose last picture is shown until `end`. NULL and MW_ERROR_LIMIT when there is no memory. Free with g_bytes_unref(). */
GBytes *mw_webp_end (MwWebp *webp, int end, GError **error);
void mw_webp_free (MwWebp *webp);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwWebp, mw_webp_free)

/* One picture as a still WebP file. NULL and an error as above. */
GBytes *mw_webp_write (const MwImage *image, GError **error);
