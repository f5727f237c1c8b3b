/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one file of C++: libsquish, which compresses blocks, has no interface for C. */
#include <glib.h> /* has templates, which may not be in extern "C" */

extern "C" {
#include "core/image/write-private.h"
}

#include <squish.h>

static int
flags_of (MwBlockFormat format)
{
  switch (format) {
  case MW_BLOCKS_BC1:
    return squish::kDxt1;
  case MW_BLOCKS_BC2:
    return squish::kDxt3;
  case MW_BLOCKS_BC5:
    return squish::kBc5;
  default:
    return squish::kDxt5;
  }
}

/* The pixels of a block, and in `mask` a bit for each that is in the picture. */
static int
take_block (const MwImage *image, uint32_t left, uint32_t top, gboolean opaque, uint8_t pixels[16][4])
{
  int mask = 0;
  for (uint32_t i = 0; i < 16; i++) {
    uint32_t x = left + i % 4, y = top + i / 4;
    if (x >= image->width || y >= image->height)
      continue;
    const uint8_t *rgba = image->rgba + ((size_t) y * image->width + x) * 4;
    for (int c = 0; c < 4; c++)
      pixels[i][c] = rgba[c];
    if (opaque)
      pixels[i][3] = 255;
    mask |= 1 << i;
  }
  return mask;
}

void
mw_image_encode_blocks (const MwImage *image, MwBlockFormat format, gboolean opaque, GByteArray *to)
{
  guint size = format == MW_BLOCKS_BC1 ? 8 : 16;
  guint at = mw_image_grow (to, (guint) mw_image_blocks_size (format, image->width, image->height));
  for (uint32_t top = 0; top < image->height; top += 4)
    for (uint32_t left = 0; left < image->width; left += 4, at += size) {
      uint8_t pixels[16][4] = {};
      int mask = take_block (image, left, top, opaque, pixels);
      squish::CompressMasked (pixels[0], mask, to->data + at, flags_of (format));
    }
}
