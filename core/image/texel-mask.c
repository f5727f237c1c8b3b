/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/texel-mask.h"

#include <math.h>

/* The width and height that a mask has at most. */
enum { MOST_SIDE = 512 };

MwTexelMask *
mw_texel_mask_new (const MwImage *image)
{
  if (!image->has_alpha)
    return NULL;
  const uint32_t width = MIN (image->width, MOST_SIDE), height = MIN (image->height, MOST_SIDE);
  MwTexelMask *mask = g_malloc (sizeof *mask + (gsize) width * height);
  mask->width = width;
  mask->height = height;
  for (uint32_t y = 0; y < height; y++)
    for (uint32_t x = 0; x < width; x++) {
      const gsize from_x = (gsize) x * image->width / width, from_y = (gsize) y * image->height / height;
      mask->alpha[(gsize) y * width + x] = image->rgba[4 * (from_y * image->width + from_x) + 3];
    }
  return mask;
}

static uint32_t
place_of (float at, uint32_t n, gboolean repeats)
{
  const float part = repeats ? at - floorf (at) : CLAMP (at, 0, 1);
  return MIN ((uint32_t) (part * (float) n), n - 1);
}

float
mw_texel_mask_at (const MwTexelMask *mask, const float uv[2], uint32_t wrap)
{
  if (!isfinite (uv[0]) || !isfinite (uv[1]))
    return 1;
  const gsize row = place_of (uv[1], mask->height, (wrap & 2) != 0);
  return mask->alpha[row * mask->width + place_of (uv[0], mask->width, (wrap & 1) != 0)] / 255.0f;
}
