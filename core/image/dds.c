/* SPDX-License-Identifier: GPL-3.0-or-later */
/* DDS. Little endian:
 *   0x00 "DDS "    0x04 header size 124    0x08 flags (0x20000: level count is set)    0x0C height    0x10 width
 *   0x1C level count    0x50 pixel format flags    0x54 four-letter code    0x58 bits per pixel    0x5C masks of R, G, B, A
 *   0x80 the levels; with the code "DX10", a DXGI format number and four more words come first
 * Only the first face of a cube map and the first slice of a volume are read. */
#include "core/image/image-private.h"

enum { HEADER = 0x80, DX10_HEADER = 0x94, HAS_LEVELS = 0x20000 };
enum { PIXEL_ALPHA = 0x1, PIXEL_LETTERS = 0x4, PIXEL_RGB = 0x40, PIXEL_LUMINANCE = 0x20000 };

#define LETTERS(a, b, c, d) ((uint32_t) (a) | (uint32_t) (b) << 8 | (uint32_t) (c) << 16 | (uint32_t) (d) << 24)

typedef struct {
  uint32_t code; /* four-letter code or DXGI number */
  MwBlockFormat block_format;
  const char *name;
} BlockKind;

/* clang-format off */
static const BlockKind by_letters[] = {
  { LETTERS ('D', 'X', 'T', '1'), MW_BLOCKS_BC1, "DDS DXT1" },
  { LETTERS ('D', 'X', 'T', '2'), MW_BLOCKS_BC2, "DDS DXT2" },
  { LETTERS ('D', 'X', 'T', '3'), MW_BLOCKS_BC2, "DDS DXT3" },
  { LETTERS ('D', 'X', 'T', '4'), MW_BLOCKS_BC3, "DDS DXT4" },
  { LETTERS ('D', 'X', 'T', '5'), MW_BLOCKS_BC3, "DDS DXT5" },
  { LETTERS ('A', 'T', 'I', '1'), MW_BLOCKS_BC4, "DDS ATI1" },
  { LETTERS ('B', 'C', '4', 'U'), MW_BLOCKS_BC4, "DDS BC4" },
  { LETTERS ('A', 'T', 'I', '2'), MW_BLOCKS_BC5, "DDS ATI2" },
  { LETTERS ('B', 'C', '5', 'U'), MW_BLOCKS_BC5, "DDS BC5" },
};

static const BlockKind by_dxgi[] = {
  { 71, MW_BLOCKS_BC1, "DDS BC1" }, { 72, MW_BLOCKS_BC1, "DDS BC1" },
  { 74, MW_BLOCKS_BC2, "DDS BC2" }, { 75, MW_BLOCKS_BC2, "DDS BC2" },
  { 77, MW_BLOCKS_BC3, "DDS BC3" }, { 78, MW_BLOCKS_BC3, "DDS BC3" },
  { 80, MW_BLOCKS_BC4, "DDS BC4" }, { 83, MW_BLOCKS_BC5, "DDS BC5" },
};
/* clang-format on */

typedef struct {
  const BlockKind *blocks; /* NULL: uncompressed pixels */
  guint bits;
  uint32_t masks[4]; /* R, G, B, A; an alpha mask of 0 means opaque */
  uint64_t start;    /* of level 0 */
} DdsFormat;

static const BlockKind *
find_kind (const BlockKind *kinds, size_t count, uint32_t code)
{
  for (size_t i = 0; i < count; i++)
    if (kinds[i].code == code)
      return &kinds[i];
  return NULL;
}

static gboolean
read_dx10 (const uint8_t *data, size_t size, DdsFormat *format, GError **error)
{
  if (!mw_image_need (size, HEADER, DX10_HEADER - HEADER, "DX10 header", error))
    return FALSE;
  uint32_t dxgi = mw_image_le32 (data + HEADER);
  format->start = DX10_HEADER;
  format->blocks = find_kind (by_dxgi, G_N_ELEMENTS (by_dxgi), dxgi);
  if (format->blocks)
    return TRUE;
  format->bits = 32;
  switch (dxgi) {
  case 28:
  case 29: /* R8G8B8A8 */
    format->masks[0] = 0x000000FF, format->masks[1] = 0x0000FF00, format->masks[2] = 0x00FF0000;
    format->masks[3] = 0xFF000000;
    return TRUE;
  case 87:
  case 91: /* B8G8R8A8 */
  case 88:
  case 93: /* B8G8R8X8 */
    format->masks[0] = 0x00FF0000, format->masks[1] = 0x0000FF00, format->masks[2] = 0x000000FF;
    format->masks[3] = dxgi == 87 || dxgi == 91 ? 0xFF000000 : 0;
    return TRUE;
  default:
    mw_set_error (error, MW_ERROR_UNSUPPORTED, HEADER, "DX10 header", "DXGI format %u is not read", dxgi);
    return FALSE;
  }
}

static gboolean
read_format (const uint8_t *data, size_t size, DdsFormat *format, GError **error)
{
  uint32_t flags = mw_image_le32 (data + 0x50), letters = mw_image_le32 (data + 0x54);
  format->start = HEADER;
  if (flags & PIXEL_LETTERS) {
    if (letters == LETTERS ('D', 'X', '1', '0'))
      return read_dx10 (data, size, format, error);
    format->blocks = find_kind (by_letters, G_N_ELEMENTS (by_letters), letters);
    if (!format->blocks)
      mw_set_error (error, MW_ERROR_UNSUPPORTED, 0x54, "DDS header", "pixel format 0x%08x is not read", letters);
    return format->blocks != NULL;
  }
  format->bits = mw_image_le32 (data + 0x58);
  for (int c = 0; c < 4; c++)
    format->masks[c] = mw_image_le32 (data + 0x5C + 4 * c);
  if (!(flags & PIXEL_ALPHA))
    format->masks[3] = 0;
  if (flags & PIXEL_LUMINANCE)
    format->masks[1] = format->masks[2] = format->masks[0];
  gboolean known = flags & (PIXEL_RGB | PIXEL_LUMINANCE)
                   && (format->bits == 8 || format->bits == 16 || format->bits == 24 || format->bits == 32);
  if (!known)
    mw_set_error (error, MW_ERROR_UNSUPPORTED, 0x50, "DDS header", "pixels with flags 0x%x and %u bits are not read",
                  flags, format->bits);
  return known;
}

static uint8_t
masked (uint32_t pixel, uint32_t mask)
{
  if (mask == 0)
    return 0;
  while (!(mask & 1)) {
    mask >>= 1;
    pixel >>= 1;
  }
  return (uint8_t) (((uint64_t) (pixel & mask) * 255 + mask / 2) / mask);
}

static MwImage *
decode_masked (const uint8_t *data, size_t size, const DdsFormat *format, uint64_t offset, uint32_t width,
               uint32_t height, GError **error)
{
  size_t bytes = format->bits / 8, pixels = (size_t) width * height;
  if (!mw_image_need (size, offset, (uint64_t) pixels * bytes, "DDS picture", error))
    return NULL;
  const char *name = format->bits == 32 ? "DDS 32 bit" : "DDS 8 to 24 bit";
  MwImage *image = mw_image_new_for_input (width, height, size, name, error);
  if (!image)
    return NULL;
  const uint8_t *from = data + offset;
  for (size_t i = 0; i < pixels; i++, from += bytes) {
    uint32_t pixel = 0;
    for (size_t b = 0; b < bytes; b++)
      pixel |= (uint32_t) from[b] << (8 * b);
    for (int c = 0; c < 3; c++)
      image->rgba[i * 4 + (size_t) c] = masked (pixel, format->masks[c]);
    image->rgba[i * 4 + 3] = format->masks[3] ? masked (pixel, format->masks[3]) : 255;
  }
  mw_image_update_has_alpha (image);
  return image;
}

static MwImage *
decode (const uint8_t *data, size_t size, guint level, GError **error)
{
  if (!mw_image_need (size, 0, HEADER, "DDS header", error))
    return NULL;
  uint32_t header_size = mw_image_le32 (data + 4);
  if (header_size != 124) {
    mw_set_error (error, MW_ERROR_CORRUPT, 4, "DDS header", "the header's size is %u, expected 124", header_size);
    return NULL;
  }
  DdsFormat format = { 0 };
  if (!read_format (data, size, &format, error))
    return NULL;
  uint32_t height = mw_image_le32 (data + 0x0C), width = mw_image_le32 (data + 0x10);
  uint32_t levels = mw_image_le32 (data + 0x08) & HAS_LEVELS ? mw_image_le32 (data + 0x1C) : 1;
  if (level >= 32 || level >= MAX (levels, 1))
    return mw_image_no_level (level, error);
  if (!mw_image_check_size (width, height, size, error))
    return NULL;
  uint64_t offset = format.start;
  for (guint i = 0; i < level; i++) {
    uint32_t w = mw_image_level_side (width, i), h = mw_image_level_side (height, i);
    if (format.blocks)
      offset += mw_image_blocks_size (format.blocks->block_format, w, h);
    else
      offset += (uint64_t) w * h * (format.bits / 8);
  }
  width = mw_image_level_side (width, level);
  height = mw_image_level_side (height, level);
  if (format.blocks)
    return mw_image_decode_blocks (data, size, offset, format.blocks->block_format, width, height, FALSE,
                                   format.blocks->name, error);
  return decode_masked (data, size, &format, offset, width, height, error);
}

const MwImageFormat mw_image_format_dds = {
  .name = "DDS",
  .extension = ".dds",
  .magic = "DDS ",
  .decode = decode,
};
