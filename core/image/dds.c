/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads DDS (dds.h). Only the first face of a cube map, picture of an array, or slice of a volume is read. */
#include "core/image/dds.h"
#include "core/image/half.h"

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
  MwImage *image = mw_image_new_for_input (width, height, size, format->name, error);
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
decode_half_floats (const uint8_t *data, size_t size, const DdsFormat *format, uint64_t offset, uint32_t width,
                    uint32_t height, GError **error)
{
  size_t pixels = (size_t) width * height;
  if (!mw_image_need (size, offset, (uint64_t) pixels * 8, "DDS picture", error))
    return NULL;
  MwImage *image = mw_image_new_for_input (width, height, size, format->name, error);
  for (size_t i = 0; image && i < pixels; i++) {
    const uint8_t *from = data + offset + i * 8;
    uint32_t light = 0;
    for (size_t c = 0; c < 3; c++) {
      const uint32_t half = mw_image_le16 (from + 2 * c);
      image->rgba[i * 4 + c] = mw_image_half_to_srgb (half);
      light = half <= 0x7C00 ? MAX (light, half) : light; /* neither below 0 nor no number */
    }
    mw_image_note_light (image, light);
    image->rgba[i * 4 + 3] = mw_image_half_to_byte (mw_image_le16 (from + 6));
  }
  if (image)
    mw_image_update_has_alpha (image);
  return image;
}

static uint64_t
level_size (const DdsFormat *format, uint32_t width, uint32_t height)
{
  return format->storage == DDS_BLOCKS ? mw_image_blocks_size (format->block_format, width, height)
                                       : (uint64_t) width * height * (format->bits / 8);
}

static MwImage *
decode_picture (const uint8_t *data, size_t size, const DdsFormat *format, uint64_t offset, uint32_t width,
                uint32_t height, GError **error)
{
  switch (format->storage) {
  case DDS_BLOCKS:
    return mw_image_decode_blocks (data, size, offset, format->block_format, width, height, FALSE, format->name, error);
  case DDS_HALF_FLOATS:
    return decode_half_floats (data, size, format, offset, width, height, error);
  default:
    return decode_masked (data, size, format, offset, width, height, error);
  }
}

MwImage *
mw_dds_decode_picture (const uint8_t *data, size_t size, guint picture, guint level, GError **error)
{
  if (!mw_image_need (size, 0, DDS_HEADER, "DDS header", error))
    return NULL;
  uint32_t header_size = mw_image_le32 (data + 4);
  if (header_size != 124) {
    mw_set_error (error, MW_ERROR_CORRUPT, 4, "DDS header", "the header's size is %u, expected 124", header_size);
    return NULL;
  }
  DdsFormat format;
  if (!mw_dds_read_format (data, size, &format, error))
    return NULL;
  uint32_t height = mw_image_le32 (data + DDS_HEIGHT), width = mw_image_le32 (data + DDS_WIDTH);
  uint32_t levels = mw_image_le32 (data + DDS_FLAGS) & DDS_HAS_LEVELS ? mw_image_le32 (data + DDS_LEVELS) : 1;
  if (level >= 32 || level >= MAX (levels, 1))
    return mw_image_no_level (level, error);
  if (!mw_image_check_size (width, height, size, error))
    return NULL;
  uint64_t offset = format.start, whole = 0;
  for (guint i = 0; picture > 0 && i < MIN (MAX (levels, 1), 32); i++)
    whole += level_size (&format, mw_image_level_side (width, i), mw_image_level_side (height, i));
  offset += picture * whole;
  for (guint i = 0; i < level; i++)
    offset += level_size (&format, mw_image_level_side (width, i), mw_image_level_side (height, i));
  MwImage *image = decode_picture (data, size, &format, offset, mw_image_level_side (width, level),
                                   mw_image_level_side (height, level), error);
  if (image) {
    image->alpha_bits = format.alpha_bits;
    image->part = format.part;
  }
  return image;
}

static MwImage *
decode (const uint8_t *data, size_t size, guint level, GError **error)
{
  return mw_dds_decode_picture (data, size, 0, level, error);
}

const MwImageFormat mw_image_format_dds = {
  .name = "DDS",
  .extension = ".dds",
  .magic = "DDS ",
  .decode = decode,
};
