/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TGA. Little endian, 18 bytes of header, then the id text, the colour map and the pixels:
 *   0 length of the id    1 colour map present    2 type: 1 mapped, 2 true colour, 3 grey; +8 run-length encoded
 *   3 first map index, 5 map length, 7 bits per map entry    12 width, 14 height    16 bits per pixel
 *   17 bits 0..3 alpha bits, bit 4 right to left, bit 5 top to bottom, bits 6..7 interleaving */
#include "core/image/image-private.h"

#include <string.h>

enum { HEADER = 18, MAPPED = 1, TRUE_COLOUR = 2, GREY = 3, RUNS = 8 };

typedef struct {
  guint kind; /* type without the RUNS bit */
  gboolean runs;
  uint32_t width, height;
  guint pixel_bytes;
  guint alpha_bits;
  gboolean from_right, from_top;
  guint map_first, map_length, map_entry_bytes;
  const uint8_t *map;
} Tga;

static gboolean
is_colour_depth (guint bits)
{
  return bits == 15 || bits == 16 || bits == 24 || bits == 32;
}

static gboolean
is_tga (const uint8_t *data, size_t size)
{
  if (size < HEADER || data[1] > 1 || (data[17] & 0xC0) || (data[17] & 15) > 8)
    return FALSE;
  if (mw_image_le16 (data + 12) == 0 || mw_image_le16 (data + 14) == 0)
    return FALSE;
  if (data[1] == 1 && !is_colour_depth (data[7]))
    return FALSE;
  switch (data[2]) {
  case MAPPED:
  case MAPPED + RUNS:
    return data[1] == 1 && (data[16] == 8 || data[16] == 16) && mw_image_le16 (data + 5) > 0;
  case TRUE_COLOUR:
  case TRUE_COLOUR + RUNS:
    return is_colour_depth (data[16]);
  case GREY:
  case GREY + RUNS:
    return data[16] == 8 || data[16] == 16;
  default:
    return FALSE;
  }
}

static void
put_colour (const uint8_t *from, guint bytes, guint alpha_bits, uint8_t *rgba)
{
  if (bytes == 2) {
    uint32_t packed = mw_image_le16 (from);
    for (int c = 0; c < 3; c++) {
      uint32_t five = packed >> (10 - 5 * c) & 31;
      rgba[c] = (uint8_t) (five << 3 | five >> 2);
    }
    rgba[3] = alpha_bits == 0 || packed & 0x8000 ? 255 : 0;
    return;
  }
  rgba[0] = from[2];
  rgba[1] = from[1];
  rgba[2] = from[0];
  rgba[3] = bytes == 4 ? from[3] : 255;
}

static void
put_pixel (const Tga *tga, const uint8_t *from, uint8_t *rgba)
{
  switch (tga->kind) {
  case MAPPED: {
    guint index = tga->pixel_bytes == 2 ? mw_image_le16 (from) : from[0];
    if (index >= tga->map_first && index - tga->map_first < tga->map_length)
      put_colour (tga->map + (index - tga->map_first) * tga->map_entry_bytes, tga->map_entry_bytes, tga->alpha_bits,
                  rgba);
    else
      rgba[3] = 255; /* black: the image starts as all zeros */
    break;
  }
  case GREY:
    rgba[0] = rgba[1] = rgba[2] = from[0];
    rgba[3] = tga->pixel_bytes == 2 ? from[1] : 255;
    break;
  default:
    put_colour (from, tga->pixel_bytes, tga->alpha_bits, rgba);
    break;
  }
}

/* The pixel in the image (top row first) that corresponds to pixel number `index` in the file. */
static uint8_t *
place_of (const Tga *tga, MwImage *image, size_t index)
{
  size_t x = index % tga->width, y = index / tga->width;
  if (tga->from_right)
    x = tga->width - 1 - x;
  if (!tga->from_top)
    y = tga->height - 1 - y;
  return image->rgba + (y * tga->width + x) * 4;
}

/* Run-length packets: the count minus one in 7 bits. With the high bit set, one pixel follows that is repeated;
 * otherwise `count` pixels follow. A packet may cross rows. */
static gboolean
read_runs (const Tga *tga, const uint8_t *data, size_t size, size_t at, MwImage *image, GError **error)
{
  size_t pixels = (size_t) tga->width * tga->height;
  for (size_t done = 0; done < pixels;) {
    if (!mw_image_need (size, at, 1, "TGA packet", error))
      return FALSE;
    size_t count = (data[at] & 127u) + 1;
    gboolean run = data[at] & 128;
    at++;
    if (!mw_image_need (size, at, (run ? 1 : count) * tga->pixel_bytes, "TGA packet", error))
      return FALSE;
    for (size_t i = 0; i < count && done < pixels; i++, done++)
      put_pixel (tga, data + at + (run ? 0 : i * tga->pixel_bytes), place_of (tga, image, done));
    at += (run ? 1 : count) * tga->pixel_bytes;
  }
  return TRUE;
}

/* Many writers state 0 alpha bits for 32-bit pixels. Then alpha is used unless it is 0 everywhere. */
static void
drop_empty_alpha (MwImage *image)
{
  size_t pixels = (size_t) image->width * image->height;
  for (size_t i = 0; i < pixels; i++)
    if (image->rgba[i * 4 + 3])
      return;
  for (size_t i = 0; i < pixels; i++)
    image->rgba[i * 4 + 3] = 255;
}

static MwImage *
decode (const uint8_t *data, size_t size, guint level, GError **error)
{
  if (level > 0)
    return mw_image_no_level (level, error);
  g_return_val_if_fail (is_tga (data, size), NULL);
  Tga tga = { 0 };
  tga.kind = data[2] & 7u;
  tga.runs = (data[2] & RUNS) != 0;
  tga.width = mw_image_le16 (data + 12);
  tga.height = mw_image_le16 (data + 14);
  tga.pixel_bytes = (data[16] + 7u) / 8;
  tga.alpha_bits = data[17] & 15u;
  tga.from_right = (data[17] & 0x10) != 0;
  tga.from_top = (data[17] & 0x20) != 0;
  size_t at = (size_t) HEADER + data[0];
  if (data[1] == 1) {
    tga.map_first = mw_image_le16 (data + 3);
    tga.map_length = mw_image_le16 (data + 5);
    tga.map_entry_bytes = (data[7] + 7u) / 8;
    size_t map_size = (size_t) tga.map_length * tga.map_entry_bytes;
    if (!mw_image_need (size, at, map_size, "TGA colour map", error))
      return NULL;
    tga.map = data + at;
    at += map_size;
  }
  if (!mw_image_check_size (tga.width, tga.height, size, error))
    return NULL;
  size_t pixels = (size_t) tga.width * tga.height;
  /* With run-length encoding the minimum is one packet for every 128 pixels. */
  uint64_t least = tga.runs ? (uint64_t) (pixels + 127) / 128 * (1 + tga.pixel_bytes)
                            : (uint64_t) pixels * tga.pixel_bytes;
  if (!mw_image_need (size, at, least, "TGA pixels", error))
    return NULL;
  g_autoptr (MwImage) image = mw_image_new_for_input (tga.width, tga.height, size, tga.runs ? "TGA RLE" : "TGA", error);
  if (!image)
    return NULL;
  if (tga.runs) {
    if (!read_runs (&tga, data, size, at, image, error))
      return NULL;
  } else {
    for (size_t i = 0; i < pixels; i++)
      put_pixel (&tga, data + at + i * tga.pixel_bytes, place_of (&tga, image, i));
  }
  guint bytes = tga.map ? tga.map_entry_bytes : tga.pixel_bytes;
  if (tga.kind == GREY)
    image->alpha_bits = bytes == 2 ? 8 : 0;
  else
    image->alpha_bits = bytes == 4 ? 8 : bytes == 2 && tga.alpha_bits ? 1 : 0;
  if (tga.alpha_bits == 0)
    drop_empty_alpha (image);
  mw_image_update_has_alpha (image);
  return g_steal_pointer (&image);
}

const MwImageFormat mw_image_format_tga = {
  .name = "TGA",
  .extension = ".tga",
  .matches = is_tga,
  .decode = decode,
};
