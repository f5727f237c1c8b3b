/* SPDX-License-Identifier: GPL-3.0-or-later */
/* BLP1, the texture format of Warcraft III. Little endian:
 *   0x00 "BLP1"    0x04 content: 1 palette, anything else JPEG (as in the game)
 *   0x08 alpha bits    0x0C width, 0x10 height    0x14, 0x18 no effect on the picture
 *   0x1C 16 level offsets    0x5C 16 level sizes (0: no such level)
 *   0x9C JPEG: size of the header shared by all levels, 0xA0 its bytes; palette: 256 entries of B, G, R, unused */
#include "core/image/image-private.h"

#include <string.h>

enum { CONTENT = 0x04, ALPHA_BITS = 0x08, WIDTH = 0x0C, HEIGHT = 0x10, OFFSETS = 0x1C, SIZES = 0x5C, REST = 0x9C };

static MwImage *
decode_jpeg_level (const uint8_t *data, size_t size, uint32_t offset, uint32_t length, gboolean opaque, GError **error)
{
  if (!mw_image_need (size, REST, 4, "JPEG header size", error))
    return NULL;
  uint32_t shared = mw_image_le32 (data + REST);
  if (!mw_image_need (size, REST + 4, shared, "JPEG header", error)
      || !mw_image_need (size, offset, 1, "JPEG level", error))
    return NULL;
  /* A level's stored size may extend beyond the end of the file. The JPEG decoder finds out whether anything is
   * missing. */
  size_t own = MIN (length, size - offset);
  uint8_t *joined = g_try_malloc (shared + own);
  if (!joined) {
    mw_set_error (error, MW_ERROR_LIMIT, offset, "JPEG level", "no memory for %" G_GSIZE_FORMAT " bytes", shared + own);
    return NULL;
  }
  memcpy (joined, data + REST + 4, shared);
  memcpy (joined + shared, data + offset, own);
  MwImage *image = mw_image_decode_raw_jpeg (joined, shared + own, opaque, "BLP1 JPEG", offset, error);
  g_free (joined);
  return image;
}

static MwImage *
decode (const uint8_t *data, size_t size, guint level, GError **error)
{
  if (!mw_image_need (size, 0, REST, "BLP1 header", error))
    return NULL;
  uint32_t width = mw_image_le32 (data + WIDTH), height = mw_image_le32 (data + HEIGHT);
  uint32_t alpha_bits = mw_image_le32 (data + ALPHA_BITS);
  if (level >= 16)
    return mw_image_no_level (level, error);
  uint32_t offset = mw_image_le32 (data + OFFSETS + level * 4);
  uint32_t length = mw_image_le32 (data + SIZES + level * 4);
  if (offset == 0 || length == 0)
    return mw_image_no_level (level, error);

  /* JPEG levels always have an alpha component; 0 alpha bits in the header disable it. The documented values are 8
   * and 0, but an old tool writes 5 to 9, and its textures need their alpha. */
  if (mw_image_le32 (data + CONTENT) != 1)
    return decode_jpeg_level (data, size, offset, length, alpha_bits == 0, error);

  /* Some files cut the palette short and start the first level in its space; the colours that are missing are not
   * used. */
  guint colours = (guint) MIN (256, (size - REST) / 4);
  return mw_image_decode_palette (data, size, offset, mw_image_level_side (width, level),
                                  mw_image_level_side (height, level), data + REST, colours, alpha_bits, "BLP1 palette",
                                  error);
}

const MwImageFormat mw_image_format_blp1 = {
  .name = "BLP",
  .extension = ".blp",
  .magic = "BLP1",
  .decode = decode,
};
