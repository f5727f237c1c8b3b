/* SPDX-License-Identifier: GPL-3.0-or-later */
/* BLP2, the texture format of World of Warcraft. Little endian:
 *   0x00 "BLP2"    0x04 u32 1    0x08 encoding: 1 palette, 2 DXT, 3 and 4 BGRA bytes    0x09 alpha bits 0, 1, 4, 8
 *   0x0A preferred format: distinguishes DXT5 (7) from DXT3    0x0B has levels    0x0C width    0x10 height
 *   0x14 16 level offsets    0x54 16 level sizes    0x94 palette of 256 entries of B, G, R, unused */
#include "core/image/image-private.h"

enum {
  TYPE = 0x04,
  ENCODING = 0x08,
  ALPHA_BITS = 0x09,
  PREFERRED = 0x0A,
  WIDTH = 0x0C,
  HEIGHT = 0x10,
  OFFSETS = 0x14,
  SIZES = 0x54,
  PALETTE = 0x94
};

static MwImage *
decode_bgra (const uint8_t *data, size_t size, uint32_t offset, uint32_t width, uint32_t height, gboolean opaque,
             GError **error)
{
  if (!mw_image_check_size (width, height, size, error)
      || !mw_image_need (size, offset, (uint64_t) width * height * 4, "BGRA picture", error))
    return NULL;
  MwImage *image = mw_image_new_for_input (width, height, size, "BLP2 BGRA", error);
  if (!image)
    return NULL;
  image->alpha_bits = opaque ? 0 : 8;
  size_t pixels = (size_t) width * height;
  for (size_t i = 0; i < pixels; i++) {
    const uint8_t *bgra = data + offset + i * 4;
    uint8_t *rgba = image->rgba + i * 4;
    rgba[0] = bgra[2];
    rgba[1] = bgra[1];
    rgba[2] = bgra[0];
    rgba[3] = opaque ? 255 : bgra[3];
  }
  mw_image_update_has_alpha (image);
  return image;
}

static MwImage *
decode (const uint8_t *data, size_t size, guint level, GError **error)
{
  if (!mw_image_need (size, 0, PALETTE, "BLP2 header", error))
    return NULL;
  uint32_t type = mw_image_le32 (data + TYPE);
  if (type != 1) {
    mw_set_error (error, MW_ERROR_UNSUPPORTED, TYPE, "BLP2 header", "content type %u is not read, only 1", type);
    return NULL;
  }
  if (level >= 16)
    return mw_image_no_level (level, error);
  uint32_t offset = mw_image_le32 (data + OFFSETS + level * 4);
  if (offset == 0 || mw_image_le32 (data + SIZES + level * 4) == 0)
    return mw_image_no_level (level, error);
  uint32_t width = mw_image_level_side (mw_image_le32 (data + WIDTH), level);
  uint32_t height = mw_image_level_side (mw_image_le32 (data + HEIGHT), level);
  guint alpha_bits = data[ALPHA_BITS];

  switch (data[ENCODING]) {
  case 1:
    return mw_image_decode_palette (data, size, offset, width, height, data + PALETTE,
                                    (guint) MIN (256, (size - PALETTE) / 4), alpha_bits, "BLP2 palette", error);
  case 2:
    if (alpha_bits <= 1)
      return mw_image_decode_blocks (data, size, offset, MW_BLOCKS_BC1, width, height, alpha_bits == 0, "BLP2 DXT1",
                                     error);
    if (data[PREFERRED] == 7)
      return mw_image_decode_blocks (data, size, offset, MW_BLOCKS_BC3, width, height, FALSE, "BLP2 DXT5", error);
    return mw_image_decode_blocks (data, size, offset, MW_BLOCKS_BC2, width, height, FALSE, "BLP2 DXT3", error);
  case 3:
  case 4:
    return decode_bgra (data, size, offset, width, height, alpha_bits == 0, error);
  default:
    mw_set_error (error, MW_ERROR_UNSUPPORTED, ENCODING, "BLP2 header",
                  "unknown encoding %u (1 palette, 2 DXT, 3 and 4 BGRA)", data[ENCODING]);
    return NULL;
  }
}

const MwImageFormat mw_image_format_blp2 = {
  .name = "BLP",
  .extension = ".blp",
  .magic = "BLP2",
  .decode = decode,
};
