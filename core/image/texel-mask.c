/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/texel-mask.h"

#include <math.h>

/* The width and height that a mask has at most. Edges of holes are sharper than what glows. */
enum { MOST_SIDE = 512, MOST_SIDE_OPAQUE = 256, BYTES = 3 };

MwTexelMask *
mw_texel_mask_new (const MwImage *image)
{
  const uint32_t most = image->has_alpha ? MOST_SIDE : MOST_SIDE_OPAQUE, width = MIN (image->width, most),
                 height = MIN (image->height, most);
  MwTexelMask *mask = g_malloc (sizeof *mask + BYTES * (gsize) width * height);
  uint8_t *bytes = mask->bytes;
  mask->width = width;
  mask->height = height;
  for (uint32_t y = 0; y < height; y++)
    for (uint32_t x = 0; x < width; x++, bytes += BYTES) {
      const gsize from_x = (gsize) x * image->width / width, from_y = (gsize) y * image->height / height;
      const uint8_t *rgba = image->rgba + 4 * (from_y * image->width + from_x);
      bytes[0] = image->has_alpha ? rgba[3] : 255;
      bytes[1] = MIN (rgba[0], MIN (rgba[1], rgba[2]));
      bytes[2] = MAX (rgba[0], MAX (rgba[1], rgba[2]));
    }
  return mask;
}

static uint32_t
place_of (float at, uint32_t n, gboolean repeats)
{
  const float part = repeats ? at - floorf (at) : CLAMP (at, 0, 1);
  return MIN ((uint32_t) (part * (float) n), n - 1);
}

MwTexel
mw_texel_mask_at (const MwTexelMask *mask, const float uv[2], uint32_t wrap)
{
  if (!isfinite (uv[0]) || !isfinite (uv[1]))
    return MW_TEXEL_UNKNOWN;
  const gsize row = place_of (uv[1], mask->height, (wrap & 2) != 0);
  const uint8_t *bytes = mask->bytes + BYTES * (row * mask->width + place_of (uv[0], mask->width, (wrap & 1) != 0));
  return (MwTexel) { bytes[0] / 255.0f, bytes[1] / 255.0f, bytes[2] / 255.0f };
}
