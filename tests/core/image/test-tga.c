/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/image/image.h"
#include "tests/core/image/samples.h"

enum { FROM_RIGHT = 0x10, FROM_TOP = 0x20 };

/* Asserts the 2 x 2 image whose pixels in file order are 1, 2, 3, 4 in the red channel. */
static void
assert_order (const MwImage *image, guint8 descriptor)
{
  for (guint i = 0; i < 4; i++) {
    guint x = i % 2, y = i / 2;
    if (descriptor & FROM_RIGHT)
      x = 1 - x;
    if (!(descriptor & FROM_TOP))
      y = 1 - y;
    g_assert_cmpuint (image->rgba[(y * 2 + x) * 4], ==, i + 1);
  }
}

static void
test_origins (void)
{
  static const guint8 descriptors[4] = { 0, FROM_TOP, FROM_RIGHT, FROM_RIGHT | FROM_TOP };
  for (guint i = 0; i < 4; i++) {
    g_autoptr (GByteArray) plain = sample_tga (2, 2, 2, 24, descriptors[i]);
    sample_append (plain, 30, 20, 1, 31, 21, 2, 32, 22, 3, 33, 23, 4);
    g_autoptr (MwImage) image = sample_decode (plain, "TGA");
    assert_order (image, descriptors[i]);
    g_assert_false (image->has_alpha);

    /* One literal packet of three that crosses rows, then a run of one. */
    g_autoptr (GByteArray) runs = sample_tga (10, 2, 2, 24, descriptors[i]);
    sample_append (runs, 2, 30, 20, 1, 31, 21, 2, 32, 22, 3, 0x80, 33, 23, 4);
    g_autoptr (MwImage) same = sample_decode (runs, "TGA RLE");
    assert_order (same, descriptors[i]);
    g_assert_cmpmem (image->rgba, 16, same->rgba, 16);
  }
}

static void
test_runs (void)
{
  g_autoptr (GByteArray) tga = sample_tga (10, 100, 3, 32, FROM_TOP | 8);
  sample_append (tga, 0xFF, 1, 2, 3, 4);                           /* 128 pixels */
  sample_append (tga, 1, 5, 6, 7, 8, 9, 10, 11, 12);               /* 2 pixels */
  sample_append (tga, 0xFF, 13, 14, 15, 16, 0xFF, 17, 18, 19, 20); /* 256 pixels, of which 170 remain */
  g_autoptr (MwImage) image = sample_decode (tga, "TGA RLE");
  for (guint i = 0; i < 300; i++) {
    guint32 expected = i < 128   ? 0x03020104
                       : i < 129 ? 0x07060508
                       : i < 130 ? 0x0B0A090C
                       : i < 258 ? 0x0F0E0D10
                                 : 0x13121114;
    sample_assert_pixel (image, i % 100, i / 100, expected);
  }
  g_byte_array_set_size (tga, tga->len - 1);
  sample_refuse (tga, MW_ERROR_TRUNCATED);
}

static void
test_alpha (void)
{
  g_autoptr (GByteArray) tga = sample_tga (2, 2, 1, 32, FROM_TOP);
  sample_append (tga, 1, 2, 3, 0, 4, 5, 6, 0);
  g_autoptr (MwImage) empty = sample_decode (tga, "TGA");
  sample_assert_pixel (empty, 0, 0, 0x030201FF);
  tga->data[tga->len - 1] = 9;
  g_autoptr (MwImage) used = sample_decode (tga, "TGA");
  sample_assert_pixel (used, 0, 0, 0x03020100);
  sample_assert_pixel (used, 1, 0, 0x06050409);
  tga->data[tga->len - 1] = 0;
  tga->data[17] |= 8;
  g_autoptr (MwImage) declared = sample_decode (tga, "TGA");
  sample_assert_pixel (declared, 0, 0, 0x03020100);
}

static void
test_kinds (void)
{
  g_autoptr (GByteArray) grey = sample_tga (3, 2, 1, 8, FROM_TOP);
  grey->data[0] = 5; /* an id of five bytes */
  sample_append (grey, 'h', 'e', 'l', 'l', 'o', 10, 200);
  g_autoptr (MwImage) first = sample_decode (grey, "TGA");
  sample_assert_pixel (first, 0, 0, 0x0A0A0AFF);
  sample_assert_pixel (first, 1, 0, 0xC8C8C8FF);

  g_autoptr (GByteArray) with_alpha = sample_tga (11, 2, 1, 16, FROM_TOP | 8);
  sample_append (with_alpha, 0x81, 50, 60);
  g_autoptr (MwImage) second = sample_decode (with_alpha, "TGA RLE");
  sample_assert_pixel (second, 1, 0, 0x3232323C);

  g_autoptr (GByteArray) packed = sample_tga (2, 2, 1, 16, FROM_TOP | 1);
  sample_append (packed, 0x10, 0x7C, 0xE0, 0x83); /* red 31, blue 16; green 31 with the alpha bit */
  g_autoptr (MwImage) third = sample_decode (packed, "TGA");
  sample_assert_pixel (third, 0, 0, 0xFF008400);
  sample_assert_pixel (third, 1, 0, 0x00FF00FF);

  g_autoptr (GByteArray) mapped = sample_tga (1, 4, 1, 8, FROM_TOP);
  mapped->data[1] = 1;
  sample_put16 (mapped, 3, 10);
  sample_put16 (mapped, 5, 2);
  mapped->data[7] = 24;
  sample_append (mapped, 1, 2, 3, 4, 5, 6, 10, 11, 12, 9);
  g_autoptr (MwImage) fourth = sample_decode (mapped, "TGA");
  sample_assert_pixel (fourth, 0, 0, 0x030201FF);
  sample_assert_pixel (fourth, 1, 0, 0x060504FF);
  sample_assert_pixel (fourth, 2, 0, 0x000000FF);
  sample_assert_pixel (fourth, 3, 0, 0x000000FF);
  /* Indices of 16 bits, for maps of more than 256 colours. */
  g_autoptr (GByteArray) wide = sample_tga (1, 3, 1, 16, FROM_TOP | 8);
  wide->data[1] = 1;
  sample_put16 (wide, 3, 299);
  sample_put16 (wide, 5, 2);
  wide->data[7] = 32;
  sample_append (wide, 1, 2, 3, 4, 5, 6, 7, 8, 0x2C, 0x01, 0x2B, 0x01, 0x2A, 0x01);
  g_autoptr (MwImage) fifth = sample_decode (wide, "TGA");
  g_assert_cmpuint (fifth->alpha_bits, ==, 8);
  sample_assert_pixel (fifth, 0, 0, 0x07060508);
  sample_assert_pixel (fifth, 1, 0, 0x03020104);
  sample_assert_pixel (fifth, 2, 0, 0x000000FF);
}

static void
test_plausible (void)
{
  static const struct {
    guint at;
    guint8 value;
  } wrong[] = { { 1, 2 },  { 2, 0 },  { 2, 4 },   { 2, 33 },    { 12, 0 },
                { 14, 0 }, { 16, 8 }, { 16, 64 }, { 17, 0x40 }, { 17, 15 } };
  g_autoptr (GByteArray) tga = sample_tga (2, 1, 1, 24, 0);
  sample_append (tga, 1, 2, 3);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    guint8 right = tga->data[wrong[i].at];
    tga->data[wrong[i].at] = wrong[i].value;
    sample_refuse (tga, MW_ERROR_UNSUPPORTED);
    tga->data[wrong[i].at] = right;
  }
  g_autoptr (MwImage) image = sample_decode (tga, "TGA");
  sample_assert_pixel (image, 0, 0, 0x030201FF);
  sample_put16 (tga, 12, 0xFFFF);
  sample_refuse (tga, MW_ERROR_LIMIT);
  sample_put16 (tga, 12, 16384);
  sample_refuse (tga, MW_ERROR_TRUNCATED);
  g_autoptr (GError) error = NULL;
  g_assert_null (mw_image_decode_level (tga->data, tga->len, 1, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_VALUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/image/tga/supports all four origins, plain and run-length encoded", test_origins);
  g_test_add_func ("/image/tga/allows runs that cross rows or end beyond the picture", test_runs);
  g_test_add_func ("/image/tga/uses undeclared alpha unless it is 0 everywhere", test_alpha);
  g_test_add_func ("/image/tga/reads grey, 16-bit and mapped pixels", test_kinds);
  g_test_add_func ("/image/tga/is recognised only by a plausible header", test_plausible);
  return g_test_run ();
}
