/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Block-compressed images: 4 x 4 pixels per block, blocks row by row. Colours of 5 or 6 bits are widened by
 * repeating their top bits; interpolated values are truncated to integers. */
#include "core/image/bptc.h"
#include "core/image/half.h"

#include <math.h>

static size_t
block_bytes (MwBlockFormat format)
{
  return format == MW_BLOCKS_BC1 || format == MW_BLOCKS_BC4 || format == MW_BLOCKS_BC4_SIGNED ? 8 : 16;
}

uint64_t
mw_image_blocks_size (MwBlockFormat format, uint32_t width, uint32_t height)
{
  return ((uint64_t) width + 3) / 4 * (((uint64_t) height + 3) / 4) * block_bytes (format);
}

static void
widen_565 (uint32_t packed, uint8_t *rgb)
{
  uint32_t r = packed >> 11 & 31, g = packed >> 5 & 63, b = packed & 31;
  rgb[0] = (uint8_t) (r << 3 | r >> 2);
  rgb[1] = (uint8_t) (g << 2 | g >> 4);
  rgb[2] = (uint8_t) (b << 3 | b >> 2);
}

/* 8 bytes: two 565 colours, then 2 bits per pixel, lowest bits first. Codes 2 and 3 are the colours at one and two
 * thirds. But with `punch_through`, when the first colour is not greater than the second, code 2 is their mean and
 * code 3 is transparent black. All other alpha is set to 255. */
static void
decode_colours (const uint8_t *block, gboolean punch_through, uint8_t pixels[16][4])
{
  uint8_t table[4][4] = { { 0, 0, 0, 255 }, { 0, 0, 0, 255 }, { 0, 0, 0, 255 }, { 0, 0, 0, 255 } };
  uint32_t first = mw_image_le16 (block), second = mw_image_le16 (block + 2);
  widen_565 (first, table[0]);
  widen_565 (second, table[1]);
  if (punch_through && first <= second) {
    for (int c = 0; c < 3; c++)
      table[2][c] = (uint8_t) ((table[0][c] + table[1][c]) / 2);
    table[3][3] = 0;
  } else {
    for (int c = 0; c < 3; c++) {
      table[2][c] = (uint8_t) ((2 * table[0][c] + table[1][c]) / 3);
      table[3][c] = (uint8_t) ((table[0][c] + 2 * table[1][c]) / 3);
    }
  }
  uint32_t codes = mw_image_le32 (block + 4);
  for (int i = 0; i < 16; i++)
    for (int c = 0; c < 4; c++)
      pixels[i][c] = table[codes >> (2 * i) & 3][c];
}

/* Gives each pixel the value of its code in a block of a ramp. */
static void
put_ramp (const uint8_t *block, const uint8_t table[8], int channel, uint8_t pixels[16][4])
{
  uint64_t codes = mw_image_le16 (block + 2) | (uint64_t) mw_image_le32 (block + 4) << 16;
  for (int i = 0; i < 16; i++)
    pixels[i][channel] = table[codes >> (3 * i) & 7];
}

/* 8 bytes: two end values, then 3 bits per pixel, lowest bits first. If the first end is greater than the second,
 * there are six values between them, else four values between them, 0 and 255. Writes one channel of the 16 pixels. */
static void
decode_ramp (const uint8_t *block, int channel, uint8_t pixels[16][4])
{
  uint8_t table[8];
  int first = block[0], second = block[1];
  table[0] = block[0];
  table[1] = block[1];
  if (first > second) {
    for (int i = 1; i < 7; i++)
      table[i + 1] = (uint8_t) (((7 - i) * first + i * second) / 7);
  } else {
    for (int i = 1; i < 5; i++)
      table[i + 1] = (uint8_t) (((5 - i) * first + i * second) / 5);
    table[6] = 0;
    table[7] = 255;
  }
  put_ramp (block, table, channel, pixels);
}

/* The same with ends from -127 to 127 (-128 counts as -127), which mean -1 to 1; the pixels have 0 for -1 and 255 for 1. */
static void
decode_signed_ramp (const uint8_t *block, int channel, uint8_t pixels[16][4])
{
  uint8_t table[8];
  int first = MAX ((int8_t) block[0], -127), second = MAX ((int8_t) block[1], -127);
  int steps = first > second ? 7 : 5;
  for (int i = 0; i < 8; i++) {
    /* Codes 0 and 1 are the ends; 2 and above are between them. */
    int part = i == 0 ? 0 : i == 1 ? steps : i - 1;
    double value = part > steps ? 0 : ((steps - part) * first + part * second) / (double) steps;
    table[i] = (uint8_t) ((value / 127 + 1) * 127.5 + 0.5);
  }
  if (first <= second) {
    table[6] = 0;
    table[7] = 255;
  }
  put_ramp (block, table, channel, pixels);
}

static void
decode_normals (uint8_t pixels[16][4])
{
  for (int i = 0; i < 16; i++) {
    double x = pixels[i][0] / 127.5 - 1, y = pixels[i][1] / 127.5 - 1;
    double z = sqrt (MAX (0.0, 1 - x * x - y * y));
    pixels[i][2] = (uint8_t) ((z + 1) * 127.5 + 0.5);
  }
}

static void
decode_block (const uint8_t *block, MwBlockFormat format, uint8_t pixels[16][4], uint32_t light[16])
{
  switch (format) {
  case MW_BLOCKS_BC1:
    decode_colours (block, TRUE, pixels);
    break;
  case MW_BLOCKS_BC2:
    decode_colours (block + 8, FALSE, pixels);
    for (int i = 0; i < 16; i++)
      pixels[i][3] = (uint8_t) ((block[i / 2] >> (i % 2 * 4) & 15) * 17);
    break;
  case MW_BLOCKS_BC3:
    decode_colours (block + 8, FALSE, pixels);
    decode_ramp (block, 3, pixels);
    break;
  case MW_BLOCKS_BC4:
  case MW_BLOCKS_BC4_SIGNED:
    (format == MW_BLOCKS_BC4 ? decode_ramp : decode_signed_ramp) (block, 0, pixels);
    for (int i = 0; i < 16; i++) {
      pixels[i][1] = pixels[i][2] = pixels[i][0];
      pixels[i][3] = 255;
    }
    break;
  case MW_BLOCKS_BC5:
  case MW_BLOCKS_BC5_SIGNED:
    (format == MW_BLOCKS_BC5 ? decode_ramp : decode_signed_ramp) (block, 0, pixels);
    (format == MW_BLOCKS_BC5 ? decode_ramp : decode_signed_ramp) (block + 8, 1, pixels);
    for (int i = 0; i < 16; i++)
      pixels[i][3] = 255;
    decode_normals (pixels);
    break;
  case MW_BLOCKS_BC6H:
  case MW_BLOCKS_BC6H_SIGNED:
    mw_image_decode_bc6h_block (block, format == MW_BLOCKS_BC6H_SIGNED, pixels, light);
    break;
  case MW_BLOCKS_BC7:
    mw_image_decode_bc7_block (block, pixels);
    break;
  }
}

MwImage *
mw_image_decode_blocks (const uint8_t *data, size_t size, uint64_t offset, MwBlockFormat format, uint32_t width,
                        uint32_t height, gboolean opaque, const char *format_name, GError **error)
{
  if (!mw_image_check_size (width, height, size, error)
      || !mw_image_need (size, offset, mw_image_blocks_size (format, width, height), "block picture", error))
    return NULL;
  MwImage *image = mw_image_new_for_input (width, height, size, format_name, error);
  if (!image)
    return NULL;
  image->alpha_bits = opaque                    ? 0
                      : format == MW_BLOCKS_BC1 ? 1
                      : format == MW_BLOCKS_BC2 ? 4
                      : format == MW_BLOCKS_BC3 ? 8
                                                : 0;
  const uint8_t *block = data + offset;
  for (uint32_t top = 0; top < height; top += 4) {
    for (uint32_t left = 0; left < width; left += 4, block += block_bytes (format)) {
      uint8_t pixels[16][4];
      uint32_t light[16] = { 0 };
      decode_block (block, format, pixels, light);
      /* Blocks at the right and bottom edges have pixels outside the image. */
      uint32_t rows = MIN (4, height - top), columns = MIN (4, width - left);
      for (uint32_t y = 0; y < rows; y++) {
        uint8_t *rgba = image->rgba + ((size_t) (top + y) * width + left) * 4;
        for (uint32_t x = 0; x < columns; x++, rgba += 4) {
          for (int c = 0; c < 4; c++)
            rgba[c] = pixels[y * 4 + x][c];
          mw_image_note_light (image, light[y * 4 + x]);
          if (opaque)
            rgba[3] = 255;
        }
      }
    }
  }
  mw_image_update_has_alpha (image);
  return image;
}
