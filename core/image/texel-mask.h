/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"

/* How opaque the texels of an image are, kept in memory after the image has gone to the card. Large images are kept at a lower resolution. */

typedef struct {
  uint32_t width, height;
  uint8_t alpha[]; /* width * height, top row first */
} MwTexelMask;

/* NULL: the image is opaque everywhere. Free with g_free(). */
MwTexelMask *mw_texel_mask_new (const MwImage *image);
/* The alpha, from 0 to 1, of the texel at texture coordinates; v points down. `wrap`: 1 repeats in u, 2 in v; else what is beyond the edge
 * is as the edge. 1 for coordinates that are not finite. */
float mw_texel_mask_at (const MwTexelMask *mask, const float uv[2], uint32_t wrap);
