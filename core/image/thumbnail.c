/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/thumbnail.h"

enum { CHECKER = 8, LIGHT = 0x9A, DARK = 0x66 };

/* The mean of the pixels of the image that a pixel of the copy covers; colours count by their alpha. */
static void
average (const MwImage *image, const uint32_t x[2], const uint32_t y[2], uint8_t *rgba)
{
  uint64_t sums[4] = { 0 }, n = 0;
  for (uint32_t row = y[0]; row < MAX (y[1], y[0] + 1); row++)
    for (uint32_t column = x[0]; column < MAX (x[1], x[0] + 1); column++, n++) {
      const uint8_t *pixel = image->rgba + ((size_t) row * image->width + column) * 4;
      for (int c = 0; c < 3; c++)
        sums[c] += (uint64_t) pixel[c] * pixel[3];
      sums[3] += pixel[3];
    }
  for (int c = 0; c < 3; c++)
    rgba[c] = (uint8_t) (sums[3] ? sums[c] / sums[3] : 0);
  rgba[3] = (uint8_t) (sums[3] / n);
}

static void
put_over_checkers (MwImage *image)
{
  for (uint32_t y = 0; y < image->height; y++)
    for (uint32_t x = 0; x < image->width; x++) {
      uint8_t *rgba = image->rgba + ((size_t) y * image->width + x) * 4;
      int under = (x / CHECKER + y / CHECKER) % 2 ? LIGHT : DARK;
      for (int c = 0; c < 3; c++)
        rgba[c] = (uint8_t) ((rgba[c] * rgba[3] + under * (255 - rgba[3]) + 127) / 255);
      rgba[3] = 255;
    }
}

MwImage *
mw_image_smaller (const MwImage *image, uint32_t side, GError **error)
{
  uint32_t longer = MAX (image->width, image->height), to = MIN (longer, MAX (side, 1));
  uint32_t width = MAX ((uint32_t) ((uint64_t) image->width * to / longer), 1);
  uint32_t height = MAX ((uint32_t) ((uint64_t) image->height * to / longer), 1);
  MwImage *small = mw_image_new (width, height, image->format_name, error);
  if (!small)
    return NULL;
  for (uint32_t y = 0; y < height; y++) {
    const uint32_t rows[2] = { (uint32_t) ((uint64_t) y * image->height / height),
                               (uint32_t) ((uint64_t) (y + 1) * image->height / height) };
    for (uint32_t x = 0; x < width; x++) {
      const uint32_t columns[2] = { (uint32_t) ((uint64_t) x * image->width / width),
                                    (uint32_t) ((uint64_t) (x + 1) * image->width / width) };
      average (image, columns, rows, small->rgba + ((size_t) y * width + x) * 4);
    }
  }
  return small;
}

MwImage *
mw_image_thumbnail (const MwImage *image, uint32_t side, GError **error)
{
  MwImage *small = mw_image_smaller (image, side, error);
  if (small)
    put_over_checkers (small);
  return small;
}
