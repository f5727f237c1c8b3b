/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/image/image.h"
#include "tests/core/image/samples.h"
#include "core/image/png-write.h"

#include <png.h>
#include <string.h>

static void
append (png_structp codec, png_bytep from, size_t length)
{
  g_byte_array_append (png_get_io_ptr (codec), from, (guint) length);
}

/* A PNG of `height` equal rows; `row` is one as stored. PNG_COLOR_TYPE_PALETTE gets a palette of three colours, two
 * of them transparent. Every PNG gets a gamma that would darken it if it were applied. */
static GByteArray *
new_png (guint width, guint height, int depth, int colour_type, int interlace, const guint8 *row)
{
  static const png_color palette[3] = { { 255, 0, 0 }, { 0, 255, 0 }, { 0, 0, 255 } };
  static const png_byte see_through[2] = { 0, 128 };
  GByteArray *bytes = g_byte_array_new ();
  png_structp codec = png_create_write_struct (PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct (codec);
  png_set_write_fn (codec, bytes, append, NULL);
  png_set_IHDR (codec, info, width, height, depth, colour_type, interlace, PNG_COMPRESSION_TYPE_DEFAULT,
                PNG_FILTER_TYPE_DEFAULT);
  png_set_gAMA (codec, info, 1.0);
  if (colour_type == PNG_COLOR_TYPE_PALETTE) {
    png_set_PLTE (codec, info, palette, 3);
    png_set_tRNS (codec, info, see_through, 2, NULL);
  }
  png_write_info (codec, info);
  for (int pass = png_set_interlace_handling (codec); pass > 0; pass--)
    for (guint y = 0; y < height; y++)
      png_write_row (codec, row);
  png_write_end (codec, NULL);
  png_destroy_write_struct (&codec, &info);
  return bytes;
}

static void
check_kind (int depth, int colour_type, const guint8 *row, const guint32 expected[3])
{
  for (int interlace = PNG_INTERLACE_NONE; interlace <= PNG_INTERLACE_ADAM7; interlace++) {
    g_autoptr (GByteArray) png = new_png (3, 5, depth, colour_type, interlace, row);
    g_autoptr (MwImage) image = sample_decode (png, "PNG");
    g_assert_cmpuint (image->width, ==, 3);
    g_assert_cmpuint (image->height, ==, 5);
    gboolean see_through = FALSE;
    for (guint x = 0; x < 3; x++) {
      see_through |= (expected[x] & 255) != 255;
      for (guint y = 0; y < 5; y++)
        sample_assert_pixel (image, x, y, expected[x]);
    }
    g_assert_cmpint (image->has_alpha, ==, see_through);
  }
}

static void
test_kinds (void)
{
  static const guint8 rgb[9] = { 1, 2, 3, 100, 101, 102, 253, 254, 255 };
  static const guint32 rgb_pixels[3] = { 0x010203FF, 0x646566FF, 0xFDFEFFFF };
  check_kind (8, PNG_COLOR_TYPE_RGB, rgb, rgb_pixels);
  static const guint8 rgba[12] = { 1, 2, 3, 0, 100, 101, 102, 103, 253, 254, 255, 255 };
  static const guint32 rgba_pixels[3] = { 0x01020300, 0x64656667, 0xFDFEFFFF };
  check_kind (8, PNG_COLOR_TYPE_RGBA, rgba, rgba_pixels);
  static const guint8 grey[3] = { 0, 7, 255 };
  static const guint32 grey_pixels[3] = { 0x000000FF, 0x070707FF, 0xFFFFFFFF };
  check_kind (8, PNG_COLOR_TYPE_GRAY, grey, grey_pixels);
  static const guint8 bits[1] = { 0xA0 };
  static const guint32 bit_pixels[3] = { 0xFFFFFFFF, 0x000000FF, 0xFFFFFFFF };
  check_kind (1, PNG_COLOR_TYPE_GRAY, bits, bit_pixels);
  static const guint8 wide[12] = { 0x80, 0x80, 0, 0, 0xFF, 0xFF, 0x12, 0x12, 0x00, 0xFF, 0x7F, 0x7F };
  static const guint32 wide_pixels[3] = { 0x80808000, 0xFFFFFF12, 0x0101017F }; /* 0x00FF is nearer to 1 than to 0 */
  check_kind (16, PNG_COLOR_TYPE_GRAY_ALPHA, wide, wide_pixels);
  static const guint8 codes[1] = { 0x18 }; /* 0, 1, 2 of two bits each */
  static const guint32 palette_pixels[3] = { 0xFF000000, 0x00FF0080, 0x0000FFFF };
  check_kind (2, PNG_COLOR_TYPE_PALETTE, codes, palette_pixels);
}

static void
test_round_trip (void)
{
  GError *error = NULL;
  g_autoptr (MwImage) image = mw_image_new (37, 21, "drawn", &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 37 * 21 * 4; i++)
    image->rgba[i] = (guint8) (i * 7919 >> 3);
  g_autoptr (GByteArray) png = g_bytes_unref_to_array (mw_png_write (image, NULL, 0, NULL));
  g_autoptr (MwImage) back = sample_decode (png, "PNG");
  g_assert_cmpuint (back->width, ==, 37);
  g_assert_cmpuint (back->height, ==, 21);
  g_assert_cmpmem (back->rgba, 37 * 21 * 4, image->rgba, 37 * 21 * 4);
}

static guint32
crc32_of (const guint8 *bytes, guint length)
{
  guint32 crc = 0xFFFFFFFF;
  for (guint i = 0; i < length; i++) {
    crc ^= bytes[i];
    for (guint bit = 0; bit < 8; bit++)
      crc = crc & 1 ? crc >> 1 ^ 0xEDB88320 : crc >> 1;
  }
  return ~crc;
}

static void
put_big_endian (guint8 *to, guint32 value)
{
  for (guint i = 0; i < 4; i++)
    to[i] = (guint8) (value >> (24 - 8 * i));
}

/* Writes a size into the header chunk, with the right checksum. */
static void
set_size (GByteArray *png, guint32 width, guint32 height)
{
  put_big_endian (png->data + 16, width);
  put_big_endian (png->data + 20, height);
  put_big_endian (png->data + 29, crc32_of (png->data + 12, 17));
}

static void
test_refused (void)
{
  static const guint8 row[3] = { 1, 2, 3 };
  g_autoptr (GByteArray) png = new_png (3, 5, 8, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, row);
  set_size (png, 3, 5);
  g_autoptr (MwImage) unchanged = sample_decode (png, "PNG");
  g_assert_cmpuint (unchanged->height, ==, 5);
  set_size (png, 3, 6); /* more rows than there is data for */
  sample_refuse (png, MW_ERROR_CORRUPT);
  set_size (png, 20000, 5);
  sample_refuse (png, MW_ERROR_CORRUPT);
  set_size (png, 16384, 16384);
  sample_refuse (png, MW_ERROR_TRUNCATED);
  set_size (png, 3, 5);
  png->data[40] ^= 1; /* a wrong checksum or wrong data */
  sample_refuse (png, MW_ERROR_CORRUPT);
  png->data[40] ^= 1;
  png->data[5] ^= 1; /* the signature after its first four bytes */
  sample_refuse (png, MW_ERROR_CORRUPT);
  png->data[5] ^= 1;
  g_byte_array_set_size (png, 45);
  sample_refuse (png, MW_ERROR_TRUNCATED);
}

static void
test_new (void)
{
  static const guint32 sizes[][2] = { { 0, 1 }, { 1, 0 }, { 16385, 1 }, { 16384, 16384 } };
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autoptr (GError) error = NULL;
    g_assert_null (mw_image_new (sizes[i][0], sizes[i][1], "none", &error));
    g_assert_error (error, MW_ERROR, MW_ERROR_LIMIT);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/image/png/reads every kind, straight or interlaced, without applying gamma", test_kinds);
  g_test_add_func ("/image/png/reads back what it writes, byte for byte and always the same", test_round_trip);
  g_test_add_func ("/image/png/refuses wrong checksums, cut files and sizes that its data cannot fill", test_refused);
  g_test_add_func ("/image/a new image has a size within the limits", test_new);
  return g_test_run ();
}
