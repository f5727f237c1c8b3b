/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"

/* A small copy of an image, at most `side` pixels wide and high, with the proportions of the image; a smaller image keeps its size. NULL and
 * MW_ERROR_LIMIT if memory runs out. Free with mw_image_free(). */
MwImage *mw_image_smaller (const MwImage *image, uint32_t side, GError **error);
/* The same, but what is not opaque shows grey checkers, so the copy is opaque. */
MwImage *mw_image_thumbnail (const MwImage *image, uint32_t side, GError **error);
