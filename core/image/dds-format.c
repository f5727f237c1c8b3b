/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/dds.h"

#define LETTERS(a, b, c, d) ((uint32_t) (a) | (uint32_t) (b) << 8 | (uint32_t) (c) << 16 | (uint32_t) (d) << 24)

typedef struct {
  uint32_t code; /* four-letter code */
  MwBlockFormat format;
  guint alpha_bits;
  const char *name;
} Letters;

/* A number of DXGI_FORMAT and the variants of it that have the same bits: without a type, sRGB. */
typedef struct {
  uint32_t codes[3]; /* 0: none */
  DdsStorage storage;
  MwBlockFormat format;
  guint bits;
  uint32_t masks[4];
  guint alpha_bits;
  const char *name;
} Dxgi;

/* clang-format off */
static const Letters by_letters[] = {
  { LETTERS ('D', 'X', 'T', '1'), MW_BLOCKS_BC1, 1, "DDS DXT1" },
  { LETTERS ('D', 'X', 'T', '2'), MW_BLOCKS_BC2, 4, "DDS DXT2" },
  { LETTERS ('D', 'X', 'T', '3'), MW_BLOCKS_BC2, 4, "DDS DXT3" },
  { LETTERS ('D', 'X', 'T', '4'), MW_BLOCKS_BC3, 8, "DDS DXT4" },
  { LETTERS ('D', 'X', 'T', '5'), MW_BLOCKS_BC3, 8, "DDS DXT5" },
  { LETTERS ('A', 'T', 'I', '1'), MW_BLOCKS_BC4, 0, "DDS ATI1" },
  { LETTERS ('B', 'C', '4', 'U'), MW_BLOCKS_BC4, 0, "DDS BC4" },
  { LETTERS ('B', 'C', '4', 'S'), MW_BLOCKS_BC4_SIGNED, 0, "DDS BC4 signed" },
  { LETTERS ('A', 'T', 'I', '2'), MW_BLOCKS_BC5, 0, "DDS ATI2" },
  { LETTERS ('B', 'C', '5', 'U'), MW_BLOCKS_BC5, 0, "DDS BC5" },
  { LETTERS ('B', 'C', '5', 'S'), MW_BLOCKS_BC5_SIGNED, 0, "DDS BC5 signed" },
};

static const Dxgi by_dxgi[] = {
  { { 70, 71, 72 }, DDS_BLOCKS, MW_BLOCKS_BC1, 0, { 0 }, 1, "DDS BC1" },
  { { 73, 74, 75 }, DDS_BLOCKS, MW_BLOCKS_BC2, 0, { 0 }, 4, "DDS BC2" },
  { { 76, 77, 78 }, DDS_BLOCKS, MW_BLOCKS_BC3, 0, { 0 }, 8, "DDS BC3" },
  { { 79, 80 }, DDS_BLOCKS, MW_BLOCKS_BC4, 0, { 0 }, 0, "DDS BC4" },
  { { 81 }, DDS_BLOCKS, MW_BLOCKS_BC4_SIGNED, 0, { 0 }, 0, "DDS BC4 signed" },
  { { 82, 83 }, DDS_BLOCKS, MW_BLOCKS_BC5, 0, { 0 }, 0, "DDS BC5" },
  { { 84 }, DDS_BLOCKS, MW_BLOCKS_BC5_SIGNED, 0, { 0 }, 0, "DDS BC5 signed" },
  { { 94, 95 }, DDS_BLOCKS, MW_BLOCKS_BC6H, 0, { 0 }, 0, "DDS BC6H" },
  { { 96 }, DDS_BLOCKS, MW_BLOCKS_BC6H_SIGNED, 0, { 0 }, 0, "DDS BC6H signed" },
  { { 97, 98, 99 }, DDS_BLOCKS, MW_BLOCKS_BC7, 0, { 0 }, 8, "DDS BC7" },
  { { 9, 10 }, DDS_HALF_FLOATS, 0, 64, { 0 }, 16, "DDS half floats" },
  { { 23, 24 }, DDS_MASKED, 0, 32, { 0x3FF, 0xFFC00, 0x3FF00000, 0xC0000000 }, 2, "DDS 32 bit" },
  { { 27, 28, 29 }, DDS_MASKED, 0, 32, { 0xFF, 0xFF00, 0xFF0000, 0xFF000000 }, 8, "DDS 32 bit" },
  { { 90, 87, 91 }, DDS_MASKED, 0, 32, { 0xFF0000, 0xFF00, 0xFF, 0xFF000000 }, 8, "DDS 32 bit" },
  { { 92, 88, 93 }, DDS_MASKED, 0, 32, { 0xFF0000, 0xFF00, 0xFF, 0 }, 0, "DDS 32 bit" },
  { { 85 }, DDS_MASKED, 0, 16, { 0xF800, 0x7E0, 0x1F, 0 }, 0, "DDS 8 to 24 bit" },
  { { 86 }, DDS_MASKED, 0, 16, { 0x7C00, 0x3E0, 0x1F, 0x8000 }, 1, "DDS 8 to 24 bit" },
  { { 115 }, DDS_MASKED, 0, 16, { 0xF00, 0xF0, 0xF, 0xF000 }, 4, "DDS 8 to 24 bit" },
  { { 48, 49 }, DDS_MASKED, 0, 16, { 0xFF, 0xFF00, 0, 0 }, 0, "DDS 8 to 24 bit" },
  { { 53, 56 }, DDS_MASKED, 0, 16, { 0xFFFF, 0xFFFF, 0xFFFF, 0 }, 0, "DDS 8 to 24 bit" },
  { { 60, 61 }, DDS_MASKED, 0, 8, { 0xFF, 0xFF, 0xFF, 0 }, 0, "DDS 8 to 24 bit" },
  { { 65 }, DDS_MASKED, 0, 8, { 0, 0, 0, 0xFF }, 8, "DDS 8 to 24 bit" },
};
/* clang-format on */

static const char *
part_of (gboolean volume, gboolean cube, gboolean array)
{
  return volume  ? "the first slice of a volume"
         : cube  ? "the first face of a cube map"
         : array ? "the first picture of an array"
                 : NULL;
}

static gboolean
read_dx10 (const uint8_t *data, size_t size, DdsFormat *format, GError **error)
{
  if (!mw_image_need (size, DDS_HEADER, DDS_DX10_HEADER - DDS_HEADER, "DX10 header", error))
    return FALSE;
  uint32_t code = mw_image_le32 (data + DDS_HEADER);
  format->start = DDS_DX10_HEADER;
  format->part = part_of (mw_image_le32 (data + DDS_HEADER + 4) == 4, mw_image_le32 (data + DDS_HEADER + 8) & 4,
                          mw_image_le32 (data + DDS_HEADER + 12) > 1);
  const uint32_t pictures = mw_image_le32 (data + DDS_HEADER + 12);
  format->cubes = mw_image_le32 (data + DDS_HEADER + 8) & 4 ? MAX (pictures, 1) : 0;
  format->srgb = code == 29 || code == 72 || code == 75 || code == 78 || code == 91 || code == 93 || code == 99;
  for (guint i = 0; code && i < G_N_ELEMENTS (by_dxgi); i++) {
    const Dxgi *one = &by_dxgi[i];
    if (code != one->codes[0] && code != one->codes[1] && code != one->codes[2])
      continue;
    format->storage = one->storage;
    format->block_format = one->format;
    format->bits = one->bits;
    format->alpha_bits = one->alpha_bits;
    format->name = one->name;
    for (int c = 0; c < 4; c++)
      format->masks[c] = one->masks[c];
    return TRUE;
  }
  mw_set_error (error, MW_ERROR_UNSUPPORTED, DDS_HEADER, "DX10 header", "DXGI format %u is not read", code);
  return FALSE;
}

static gboolean
read_letters (uint32_t letters, DdsFormat *format, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (by_letters); i++)
    if (by_letters[i].code == letters) {
      format->storage = DDS_BLOCKS;
      format->block_format = by_letters[i].format;
      format->alpha_bits = by_letters[i].alpha_bits;
      format->name = by_letters[i].name;
      return TRUE;
    }
  if (letters == 113) { /* D3DFMT_A16B16G16R16F: older files have a number in place of letters */
    format->storage = DDS_HALF_FLOATS;
    format->bits = 64;
    format->alpha_bits = 16;
    format->name = "DDS half floats";
    return TRUE;
  }
  mw_set_error (error, MW_ERROR_UNSUPPORTED, DDS_LETTERS, "DDS header", "pixel format 0x%08x is not read", letters);
  return FALSE;
}

static guint
count_bits (uint32_t mask)
{
  guint count = 0;
  for (; mask; mask &= mask - 1)
    count++;
  return count;
}

gboolean
mw_dds_read_format (const uint8_t *data, size_t size, DdsFormat *format, GError **error)
{
  uint32_t flags = mw_image_le32 (data + DDS_PIXEL_FLAGS), letters = mw_image_le32 (data + DDS_LETTERS);
  uint32_t caps = mw_image_le32 (data + DDS_CAPS_2);
  *format = (DdsFormat) { .start = DDS_HEADER, .part = part_of (caps & DDS_VOLUME, caps & DDS_CUBE, FALSE) };
  format->cubes = caps & DDS_CUBE ? 1 : 0;
  if (flags & DDS_PIXEL_LETTERS)
    return letters == LETTERS ('D', 'X', '1', '0') ? read_dx10 (data, size, format, error)
                                                   : read_letters (letters, format, error);
  format->storage = DDS_MASKED;
  format->bits = mw_image_le32 (data + DDS_BITS);
  format->name = format->bits == 32 ? "DDS 32 bit" : "DDS 8 to 24 bit";
  for (int c = 0; c < 4; c++)
    format->masks[c] = mw_image_le32 (data + DDS_MASKS + 4 * c);
  if (!(flags & (DDS_PIXEL_ALPHA | DDS_PIXEL_ONLY_ALPHA)))
    format->masks[3] = 0;
  if (flags & DDS_PIXEL_GREY)
    format->masks[1] = format->masks[2] = format->masks[0];
  format->alpha_bits = count_bits (format->masks[3]);
  gboolean known = flags & (DDS_PIXEL_RGB | DDS_PIXEL_GREY | DDS_PIXEL_ONLY_ALPHA)
                   && (format->bits == 8 || format->bits == 16 || format->bits == 24 || format->bits == 32);
  if (!known)
    mw_set_error (error, MW_ERROR_UNSUPPORTED, DDS_PIXEL_FLAGS, "DDS header",
                  "pixels with flags 0x%x and %u bits are not read", flags, format->bits);
  return known;
}
