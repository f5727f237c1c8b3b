/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/paste.h"

/* The pixel of an image that is scaled to width by height, between four of its pixels by their distance. */
static void
sample (const MwImage *image, uint32_t x, uint32_t y, uint32_t width, uint32_t height, uint8_t out[4])
{
  const double u = CLAMP ((x + 0.5) * image->width / width - 0.5, 0, image->width - 1.0),
               v = CLAMP ((y + 0.5) * image->height / height - 0.5, 0, image->height - 1.0);
  const uint32_t left = (uint32_t) u, top = (uint32_t) v, right = MIN (left + 1, image->width - 1),
                 bottom = MIN (top + 1, image->height - 1);
  const double part_x = u - left, part_y = v - top;
  const uint8_t *corners[4] = { image->rgba + ((size_t) top * image->width + left) * 4,
                                image->rgba + ((size_t) top * image->width + right) * 4,
                                image->rgba + ((size_t) bottom * image->width + left) * 4,
                                image->rgba + ((size_t) bottom * image->width + right) * 4 };
  for (guint c = 0; c < 4; c++) {
    const double above = corners[0][c] * (1 - part_x) + corners[1][c] * part_x,
                 below = corners[2][c] * (1 - part_x) + corners[3][c] * part_x;
    out[c] = (uint8_t) (above * (1 - part_y) + below * part_y + 0.5);
  }
}

gboolean
mw_image_paste (MwImage *to, const MwImage *from, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
                GError **error)
{
  g_autoptr (MwImage) half = NULL;
  /* Of a much larger image all pixels count. */
  while (from->width >= 2 * (uint64_t) width || from->height >= 2 * (uint64_t) height) {
    MwImage *smaller = mw_image_half (from, error);
    if (!smaller)
      return FALSE;
    mw_image_free (half);
    from = half = smaller;
  }
  for (uint32_t row = 0; row < height; row++)
    for (uint32_t column = 0; column < width; column++) {
      uint8_t over[4], *under = to->rgba + ((size_t) (y + row) * to->width + x + column) * 4;
      sample (from, column, row, width, height, over);
      const guint alpha = over[3], rest = 255 - alpha;
      for (guint c = 0; c < 3; c++)
        under[c] = (uint8_t) ((over[c] * alpha + under[c] * rest + 127) / 255);
      under[3] = (uint8_t) (alpha + (under[3] * rest + 127) / 255);
    }
  mw_image_update_has_alpha (to);
  return TRUE;
}
