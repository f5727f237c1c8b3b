/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "tests/core/image/samples.h"

#include <string.h>

static MwImage *
decode_with_levels (const GByteArray *bytes)
{
  g_autoptr (GError) error = NULL;
  MwImage *image = mw_image_decode_with_levels (bytes->data, bytes->len, &error);
  g_assert_no_error (error);
  return image;
}

/* A BLP2 of 8 x 4 pixels with levels of this many bytes of BGRA, all of the byte (level + 1) * 10. */
static GByteArray *
make_blp (const guint *sizes, guint n)
{
  GByteArray *blp = sample_blp2 (3, 8, 8, 8, 4);
  for (guint i = 0; i < n; i++) {
    g_autofree guint8 *pixels = g_malloc (sizes[i] + 1);
    memset (pixels, (int) (i + 1) * 10, sizes[i]);
    sample_add_level (blp, i, pixels, sizes[i]);
  }
  return blp;
}

static void
test_all (void)
{
  static const guint sizes[] = { 128, 32, 8, 4, 4, 4 }; /* real files have levels after 1 x 1 */
  g_autoptr (GByteArray) blp = make_blp (sizes, 6);
  g_autoptr (MwImage) image = decode_with_levels (blp);
  g_assert_cmpuint (mw_image_n_levels (image), ==, 4);
  g_assert_null (image->levels_fault);
  for (guint i = 0; i < 4; i++)
    sample_assert_pixel (mw_image_level (image, i), 0, 0, (i + 1) * 10 * 0x01010101u);
  g_assert_true (mw_image_level (image, 0) == image);
}

static void
test_faults (void)
{
  static const guint sizes[] = { 128, 32, 8 };
  g_autoptr (GByteArray) short_one = make_blp (sizes, 3);
  g_byte_array_set_size (short_one, short_one->len - 1);
  g_autoptr (MwImage) image = decode_with_levels (short_one);
  g_assert_cmpuint (mw_image_n_levels (image), ==, 2);
  g_assert_true (g_str_has_prefix (image->levels_fault, "mip level 2 cannot be read: "));

  g_autoptr (GByteArray) few = make_blp (sizes, 2);
  g_autoptr (MwImage) two = decode_with_levels (few);
  g_assert_cmpuint (mw_image_n_levels (two), ==, 2);
  g_assert_null (two->levels_fault);

  /* Some files have the whole picture as each level. */
  guint8 pixels[8 * 8 * 4] = { 0 };
  g_autoptr (GByteArray) jpeg = sample_jpeg (8, 8, 4, pixels, -1);
  g_autoptr (GByteArray) same = sample_blp1_jpeg (8, 8, 8, jpeg, 20);
  sample_put32 (same, 0x20, 0x9C + 4 + 20);
  sample_put32 (same, 0x60, jpeg->len - 20);
  g_autoptr (MwImage) whole = decode_with_levels (same);
  g_assert_cmpuint (mw_image_n_levels (whole), ==, 1);
  g_assert_cmpstr (whole->levels_fault, ==, "mip level 1 is 8 x 8 pixels, expected 4 x 4");

  /* And in some a level has another shape. */
  static const guint shapes[][2] = { { 8, 4 }, { 4, 8 } };
  for (guint i = 0; i < 2; i++) {
    g_autoptr (GByteArray) other = sample_jpeg (shapes[i][0], shapes[i][1], 4, pixels, -1),
                           blp = sample_blp1 (0, 8, 8, 8);
    sample_append (blp, 0, 0, 0, 0); /* nothing is shared */
    sample_add_level (blp, 0, jpeg->data, jpeg->len);
    sample_add_level (blp, 1, other->data, other->len);
    g_autoptr (MwImage) shaped = decode_with_levels (blp);
    g_assert_cmpuint (mw_image_n_levels (shaped), ==, 1);
    g_assert_nonnull (shaped->levels_fault);
  }

  g_autoptr (GError) error = NULL;
  g_assert_null (mw_image_decode_with_levels (pixels, sizeof pixels, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_UNSUPPORTED);
}

static void
test_half (void)
{
  g_autoptr (MwImage) image = mw_image_new (5, 1, "drawn", NULL);
  static const guint8 reds[5] = { 10, 21, 30, 40, 255 };
  for (guint i = 0; i < 5; i++)
    image->rgba[i * 4] = reds[i], image->rgba[i * 4 + 3] = 255;
  g_autoptr (MwImage) half = mw_image_half (image, NULL);
  g_assert_cmpuint (half->width, ==, 2);
  g_assert_cmpuint (half->height, ==, 1);
  sample_assert_pixel (half, 0, 0, 0x100000FF);
  sample_assert_pixel (half, 1, 0, 0x230000FF);
  g_assert_false (half->has_alpha);
  g_autoptr (MwImage) tall = mw_image_new (2, 2, "drawn", NULL);
  memcpy (tall->rgba, (const guint8[16]) { 0, 1, 0, 0, 1, 1, 0, 0, 2, 1, 0, 0, 8, 2, 0, 4 }, 16);
  g_autoptr (MwImage) one = mw_image_half (tall, NULL);
  sample_assert_pixel (one, 0, 0, 0x03010001);
  g_assert_true (one->has_alpha);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/image/levels/all levels down to 1 x 1 come with the image", test_all);
  g_test_add_func ("/image/levels/a level that cannot be used ends them and is named", test_faults);
  g_test_add_func ("/image/levels/half an image has the means of its pixels", test_half);
  return g_test_run ();
}
