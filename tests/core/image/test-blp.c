/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/image/image.h"
#include "tests/core/image/samples.h"

#include <string.h>

/* The palette colour that sample_add_palette() makes for index `i`, with alpha. */
static guint32
colour (guint i, guint alpha)
{
  return (3 * i & 255) << 24 | (255 - i) << 16 | i << 8 | alpha;
}

/* 5 x 2 pixels, so that alpha of 1 and 4 bits ends inside a byte. */
static const guint8 indices[10] = { 0, 1, 2, 100, 255, 9, 8, 7, 6, 5 };
static const guint8 alpha1[2] = { 0xA6, 0x01 }; /* bits from the low end: 0 1 1 0 0 1 0 1, 1 0 */
static const guint8 alpha4[5] = { 0x10, 0x32, 0x54, 0xF6, 0x8E };
static const guint8 alpha8[10] = { 0, 1, 127, 128, 255, 254, 3, 4, 5, 6 };

static void
check_palette (guint version, guint alpha_bits, const guint8 *alpha, guint alpha_size, const guint8 expected[10])
{
  g_autoptr (GByteArray) blp = version == 1 ? sample_blp1 (1, alpha_bits, 5, 2)
                                            : sample_blp2 (1, (guint8) alpha_bits, 8, 5, 2);
  g_autoptr (GByteArray) level = g_byte_array_new ();
  g_byte_array_append (level, indices, sizeof indices);
  if (alpha_size)
    g_byte_array_append (level, alpha, alpha_size);
  if (version == 1)
    sample_add_palette (blp);
  sample_add_level (blp, 0, level->data, level->len);

  g_autoptr (MwImage) image = sample_decode (blp, version == 1 ? "BLP1 palette" : "BLP2 palette");
  g_assert_cmpuint (image->width, ==, 5);
  g_assert_cmpuint (image->height, ==, 2);
  gboolean see_through = FALSE;
  for (guint i = 0; i < 10; i++) {
    sample_assert_pixel (image, i % 5, i / 5, colour (indices[i], expected[i]));
    see_through |= expected[i] != 255;
  }
  g_assert_cmpint (image->has_alpha, ==, see_through);

  g_byte_array_set_size (blp, blp->len - 1);
  sample_refuse (blp, MW_ERROR_TRUNCATED);
}

static void
test_palette (gconstpointer data)
{
  guint version = GPOINTER_TO_UINT (data);
  static const guint8 full[10] = { 255, 255, 255, 255, 255, 255, 255, 255, 255, 255 };
  check_palette (version, 0, NULL, 0, full);
  check_palette (version, 1, alpha1, 2, (const guint8[]) { 0, 255, 255, 0, 0, 255, 0, 255, 255, 0 });
  check_palette (version, 4, alpha4, 5, (const guint8[]) { 0, 17, 34, 51, 68, 85, 102, 255, 238, 136 });
  check_palette (version, 8, alpha8, 10, alpha8);
  check_palette (version, 7, NULL, 0, full);
}

static void
test_short_palette (void)
{
  g_autoptr (GByteArray) blp = sample_blp1 (1, 0, 2, 1);
  sample_append (blp, 10, 20, 30, 0, 40, 50, 60, 0);
  sample_add_level (blp, 0, (const guint8[]) { 1, 0 }, 2);
  g_autoptr (MwImage) image = sample_decode (blp, "BLP1 palette");
  sample_assert_pixel (image, 0, 0, 0x3C3228FF);
  sample_assert_pixel (image, 1, 0, 0x1E140AFF);
  /* An index into the two pixel bytes after the palette, and beyond the file. */
  blp->data[blp->len - 1] = 200;
  g_autoptr (MwImage) beyond = sample_decode (blp, "BLP1 palette");
  sample_assert_pixel (beyond, 1, 0, 0x000000FF);
}

static void
test_levels (void)
{
  g_autoptr (GByteArray) blp = sample_blp1 (1, 0, 4, 2);
  sample_add_palette (blp);
  sample_add_level (blp, 0, (const guint8[]) { 1, 2, 3, 4, 5, 6, 7, 8 }, 8);
  sample_add_level (blp, 1, (const guint8[]) { 10, 11 }, 2);
  sample_add_level (blp, 2, (const guint8[]) { 77 }, 1);
  for (guint level = 0; level < 3; level++) {
    g_autoptr (MwImage) image = mw_image_decode_level (blp->data, blp->len, level, NULL);
    g_assert_nonnull (image);
    g_assert_cmpuint (image->width, ==, level == 0 ? 4 : level == 1 ? 2 : 1);
    g_assert_cmpuint (image->height, ==, level == 0 ? 2 : 1);
    sample_assert_pixel (image, 0, 0, colour (level == 0 ? 1 : level == 1 ? 10 : 77, 255));
  }
  for (guint level = 3; level < 40; level += 12) {
    g_autoptr (GError) error = NULL;
    g_assert_null (mw_image_decode_level (blp->data, blp->len, level, &error));
    g_assert_error (error, MW_ERROR, MW_ERROR_VALUE);
  }
}

/* A smooth gradient, far from grey, so that any colour transform or inversion shows. */
static void
fill_gradient (guint8 *pixels, guint width, guint height, guint components)
{
  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      for (guint c = 0; c < components; c++)
        pixels[(y * width + x) * components + c] = (guint8) (20 + 60 * c + 2 * x + y);
}

static void
assert_near (const MwImage *image, const guint8 *stored, guint components, gboolean opaque)
{
  for (guint i = 0; i < image->width * image->height; i++) {
    const guint8 *from = stored + i * components, *found = image->rgba + i * 4;
    guint8 expected[4] = { components == 1 ? from[0] : from[2], components == 1 ? from[0] : from[1], from[0],
                           components == 4 && !opaque ? from[3] : 255 };
    for (guint c = 0; c < 4; c++)
      g_assert_cmpint (ABS ((int) expected[c] - (int) found[c]), <=, c == 3 && (opaque || components < 4) ? 0 : 2);
  }
}

static void
check_jpeg (int components, guint32 alpha_bits, int adobe_transform, guint shared)
{
  guint8 pixels[16 * 8 * 4];
  fill_gradient (pixels, 16, 8, (guint) components);
  g_autoptr (GByteArray) jpeg = sample_jpeg (16, 8, components, pixels, adobe_transform);
  g_autoptr (GByteArray) blp = sample_blp1_jpeg (alpha_bits, 16, 8, jpeg, shared);
  g_autoptr (MwImage) image = sample_decode (blp, "BLP1 JPEG");
  g_assert_cmpuint (image->width, ==, 16);
  g_assert_cmpuint (image->height, ==, 8);
  gboolean opaque = components < 4 || alpha_bits == 0;
  assert_near (image, pixels, (guint) components, opaque);
  g_assert_cmpint (image->has_alpha, ==, !opaque);
}

static void
test_jpeg_components (void)
{
  check_jpeg (4, 8, -1, 100);
  check_jpeg (3, 8, -1, 2);
  check_jpeg (1, 8, -1, 0);
}

static void
test_jpeg_adobe (void)
{
  for (int transform = 0; transform <= 2; transform++) {
    check_jpeg (4, 8, transform, 2);
    check_jpeg (3, 8, transform, 2);
  }
}

static void
test_jpeg_alpha (void)
{
  check_jpeg (4, 0, -1, 2);
  check_jpeg (4, 5, -1, 2);
}

static void
test_jpeg_own_size (void)
{
  guint8 pixels[8 * 8 * 4];
  fill_gradient (pixels, 8, 8, 4);
  g_autoptr (GByteArray) jpeg = sample_jpeg (8, 8, 4, pixels, -1);
  g_autoptr (GByteArray) blp = sample_blp1_jpeg (8, 64, 64, jpeg, 2);
  sample_put32 (blp, 0x04, 7);                /* unknown content counts as JPEG */
  sample_put32 (blp, 0x5C, jpeg->len + 1000); /* a level size beyond the file */
  g_autoptr (MwImage) image = sample_decode (blp, "BLP1 JPEG");
  g_assert_cmpuint (image->width, ==, 8);
  assert_near (image, pixels, 4, FALSE);
}

/* Tables in a complete stream of their own, and a level that is a whole stream without tables: the abbreviated
 * formats of the JPEG standard (T.81, annex B). Segments are moved unchanged from one stream to the other. */
static void
test_jpeg_tables_apart (void)
{
  guint8 pixels[16 * 8 * 4];
  fill_gradient (pixels, 16, 8, 4);
  g_autoptr (GByteArray) jpeg = sample_jpeg (16, 8, 4, pixels, -1);
  g_autoptr (GByteArray) both = g_byte_array_new (), level = g_byte_array_new ();
  sample_append (both, 0xFF, 0xD8);
  sample_append (level, 0xFF, 0xD8);
  enum { TABLES_HUFFMAN = 0xC4, SCAN = 0xDA, TABLES_QUANTIZATION = 0xDB };
  guint at = 2;
  while (jpeg->data[at + 1] != SCAN) {
    guint8 marker = jpeg->data[at + 1];
    guint length = 2 + ((guint) jpeg->data[at + 2] << 8 | jpeg->data[at + 3]);
    gboolean tables = marker == TABLES_HUFFMAN || marker == TABLES_QUANTIZATION;
    g_byte_array_append (tables ? both : level, jpeg->data + at, length);
    at += length;
  }
  g_byte_array_append (level, jpeg->data + at, jpeg->len - at);
  sample_append (both, 0xFF, 0xD9);
  guint shared = both->len;
  g_byte_array_append (both, level->data, level->len);
  g_autoptr (GByteArray) blp = sample_blp1_jpeg (8, 16, 8, both, shared);
  g_autoptr (MwImage) image = sample_decode (blp, "BLP1 JPEG");
  assert_near (image, pixels, 4, FALSE);
  sample_put32 (blp, 0xA0 + shared, 0xD9FFD8FF); /* a second stream without a picture */
  sample_refuse (blp, MW_ERROR_CORRUPT);
}

static void
test_jpeg_cut (void)
{
  guint8 pixels[32 * 32 * 4];
  fill_gradient (pixels, 32, 32, 4);
  g_autoptr (GByteArray) jpeg = sample_jpeg (32, 32, 4, pixels, -1);
  g_autoptr (GByteArray) blp = sample_blp1_jpeg (8, 32, 32, jpeg, 2);
  g_byte_array_set_size (blp, blp->len - jpeg->len / 4);
  sample_refuse (blp, MW_ERROR_TRUNCATED);
  sample_put32 (blp, 0x9C, 0xFFFFFFF0); /* a shared header beyond the file */
  sample_refuse (blp, MW_ERROR_TRUNCATED);
  sample_put32 (blp, 0x9C, 0); /* no start-of-image marker */
  sample_refuse (blp, MW_ERROR_CORRUPT);
}

static void
test_blp2_dxt (void)
{
  /* First colour below the second: three colours and transparent black, in the formats that have it. */
  static const guint8 colours[8] = { 0x1F, 0x00, 0x00, 0xF8, 0xE4, 0xE4, 0xE4, 0xE4 };
  static const guint8 blocks[16] = { 0xFF, 0x00, 0x88, 0xC6, 0xFA, 0x88, 0xC6, 0xFA, /* alpha ramp of DXT5 */
                                     0x1F, 0x00, 0x00, 0xF8, 0xE4, 0xE4, 0xE4, 0xE4 };
  static const struct {
    guint8 alpha_bits, preferred;
    const char *name;
    guint32 third, fourth;
  } rows[] = {
    { 0, 0, "BLP2 DXT1", 0x7F007FFF, 0x000000FF }, { 1, 0, "BLP2 DXT1", 0x7F007FFF, 0x00000000 },
    { 8, 1, "BLP2 DXT3", 0x5500AA00, 0xAA005500 }, { 4, 0, "BLP2 DXT3", 0x5500AA00, 0xAA005500 },
    { 8, 7, "BLP2 DXT5", 0x5500AADA, 0xAA0055B6 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GByteArray) blp = sample_blp2 (2, rows[i].alpha_bits, rows[i].preferred, 4, 4);
    gboolean short_block = rows[i].alpha_bits <= 1;
    sample_add_level (blp, 0, short_block ? colours : blocks, short_block ? 8 : 16);
    g_autoptr (MwImage) image = sample_decode (blp, rows[i].name);
    sample_assert_pixel (image, 2, 0, rows[i].third);
    sample_assert_pixel (image, 3, 0, rows[i].fourth);
    /* DXT3 reads the bytes of the ramp as nibbles: F and F, 0 and 0, 8 and 8 ... */
    if (g_str_has_suffix (rows[i].name, "DXT3")) {
      sample_assert_pixel (image, 0, 0, 0x0000FFFF);
      sample_assert_pixel (image, 1, 1, 0xFF000088);
    }
    g_byte_array_set_size (blp, blp->len - 1);
    sample_refuse (blp, MW_ERROR_TRUNCATED);
  }
}

static void
test_blp2_bgra (void)
{
  static const guint8 pixels[8] = { 1, 2, 3, 4, 250, 251, 252, 253 };
  for (guint8 encoding = 3; encoding <= 4; encoding++) {
    g_autoptr (GByteArray) blp = sample_blp2 (encoding, 8, 2, 1, 2);
    sample_add_level (blp, 0, pixels, 8);
    g_autoptr (MwImage) image = sample_decode (blp, "BLP2 BGRA");
    sample_assert_pixel (image, 0, 0, 0x03020104);
    sample_assert_pixel (image, 0, 1, 0xFCFBFAFD);
    blp->data[0x09] = 0;
    g_autoptr (MwImage) opaque = sample_decode (blp, "BLP2 BGRA");
    sample_assert_pixel (opaque, 0, 0, 0x030201FF);
    g_assert_false (opaque->has_alpha);
  }
}

static void
test_refused (void)
{
  g_autoptr (GByteArray) blp = sample_blp2 (3, 8, 2, 1, 1);
  sample_add_level (blp, 0, "abcd", 4);
  blp->data[0x08] = 9;
  sample_refuse (blp, MW_ERROR_UNSUPPORTED);
  blp->data[0x08] = 3;
  sample_put32 (blp, 0x04, 0);
  sample_refuse (blp, MW_ERROR_UNSUPPORTED);
  sample_put32 (blp, 0x04, 1);
  sample_put32 (blp, 0x10, 20000);
  sample_refuse (blp, MW_ERROR_LIMIT);
  sample_put32 (blp, 0x0C, 16384);
  sample_put32 (blp, 0x10, 16384);
  sample_refuse (blp, MW_ERROR_LIMIT);
  sample_put32 (blp, 0x0C, 4096);
  sample_put32 (blp, 0x10, 4096);
  sample_refuse (blp, MW_ERROR_TRUNCATED);
  sample_put32 (blp, 0x14, 0xFFFFFFFF);
  sample_refuse (blp, MW_ERROR_TRUNCATED);
  sample_put32 (blp, 0x14, 0);
  sample_refuse (blp, MW_ERROR_CORRUPT);
  memcpy (blp->data, "BLP0", 4);
  sample_refuse (blp, MW_ERROR_UNSUPPORTED);
  memcpy (blp->data, "BLP3", 4);
  sample_refuse (blp, MW_ERROR_UNSUPPORTED);
  g_autoptr (GError) error = NULL;
  g_assert_null (mw_image_decode (blp->data, blp->len, &error));
  /* It names all formats; PNG is one of them. */
  g_assert_true (g_str_has_prefix (error->message, "neither BLP, "));
  g_assert_nonnull (strstr (error->message, "PNG"));
  g_assert_nonnull (strstr (error->message, ": the input starts with bytes 42 4c 50 33"));
  g_byte_array_set_size (blp, 3);
  sample_refuse (blp, MW_ERROR_TRUNCATED);
}

static void
test_error_place (void)
{
  g_autoptr (GByteArray) blp = sample_blp1 (1, 8, 4, 4);
  sample_add_palette (blp);
  sample_add_level (blp, 0, indices, 10);
  g_autoptr (GError) error = NULL;
  g_assert_null (mw_image_decode (blp->data, blp->len, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_TRUNCATED);
  g_assert_cmpint (mw_error_offset (error), ==, 0x49C);
  g_assert_cmpstr (mw_error_path (error), ==, "palette picture");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/image/blp1/reads palette pictures with alpha of 0, 1, 4 and 8 bits from the low end",
                        GUINT_TO_POINTER (1), test_palette);
  g_test_add_data_func ("/image/blp2/reads palette pictures with alpha of 0, 1, 4 and 8 bits from the low end",
                        GUINT_TO_POINTER (2), test_palette);
  g_test_add_func ("/image/blp1/accepts a palette cut short by the first level", test_short_palette);
  g_test_add_func ("/image/blp1/reads each level at its own size", test_levels);
  g_test_add_func ("/image/blp1/reads JPEG components as blue, green, red and alpha", test_jpeg_components);
  g_test_add_func ("/image/blp1/ignores what an Adobe marker claims", test_jpeg_adobe);
  g_test_add_func ("/image/blp1/drops JPEG alpha only if the header says 0 bits", test_jpeg_alpha);
  g_test_add_func ("/image/blp1/uses the size in the JPEG data", test_jpeg_own_size);
  g_test_add_func ("/image/blp1/accepts JPEG tables in a separate stream", test_jpeg_tables_apart);
  g_test_add_func ("/image/blp1/refuses a truncated JPEG", test_jpeg_cut);
  g_test_add_func ("/image/blp2/picks DXT1, 3 or 5 by alpha bits and preferred format", test_blp2_dxt);
  g_test_add_func ("/image/blp2/reads BGRA bytes", test_blp2_bgra);
  g_test_add_func ("/image/blp2/refuses what it does not know, huge sizes and levels outside the file", test_refused);
  g_test_add_func ("/image/errors name the place", test_error_place);
  return g_test_run ();
}
