/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"

/* What the texels of an image add to a picture, kept in memory after the image has gone to the card. Large images are kept at a lower
 * resolution. */

/* A texel; all from 0 to 1. */
typedef struct {
  float alpha, least, most; /* `least` and `most`: of red, green and blue, as they are stored */
} MwTexel;
/* What is taken for an image that is not known. */
#define MW_TEXEL_UNKNOWN ((MwTexel) { .alpha = 1, .least = 0, .most = 1 })

typedef struct {
  uint32_t width, height;
  uint8_t bytes[]; /* alpha, least and most of width * height texels, top row first */
} MwTexelMask;

/* Free with g_free(). */
MwTexelMask *mw_texel_mask_new (const MwImage *image);
/* The texel at texture coordinates; v points down. `wrap`: 1 repeats in u, 2 in v; else what is beyond the edge is as the edge.
 * MW_TEXEL_UNKNOWN for coordinates that are not finite. */
MwTexel mw_texel_mask_at (const MwTexelMask *mask, const float uv[2], uint32_t wrap);
