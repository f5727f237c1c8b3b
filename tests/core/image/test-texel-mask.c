/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/texel-mask.h"

#include <math.h>
#include <string.h>

/* An image whose alpha is 0 in column 0 and grows to 255 in the last, except in the lowest row, which is opaque. */
static MwImage *
make (uint32_t width, uint32_t height)
{
  MwImage *image = mw_image_new (width, height, "made", NULL);
  for (uint32_t y = 0; y < height; y++)
    for (uint32_t x = 0; x < width; x++)
      image->rgba[4 * (y * width + x) + 3] = y + 1 == height ? 255 : (uint8_t) (255 * x / (width - 1));
  mw_image_update_has_alpha (image);
  return image;
}

static int
alpha_at (const MwTexelMask *mask, float u, float v, uint32_t wrap)
{
  return (int) lroundf (255 * mw_texel_mask_at (mask, (const float[]) { u, v }, wrap).alpha);
}

static void
a_texel_is_found_by_its_coordinates (void)
{
  g_autoptr (MwImage) image = make (4, 2);
  g_autofree MwTexelMask *mask = mw_texel_mask_new (image);
  g_assert_cmpint (alpha_at (mask, 0.1f, 0.1f, 0), ==, 0);
  g_assert_cmpint (alpha_at (mask, 0.26f, 0.1f, 0), ==, 85);
  g_assert_cmpint (alpha_at (mask, 0.74f, 0.49f, 0), ==, 170);
  g_assert_cmpint (alpha_at (mask, 0.26f, 0.51f, 0), ==, 255);
  /* Beyond the edge. */
  g_assert_cmpint (alpha_at (mask, 1.3f, 0.1f, 0), ==, 255);
  g_assert_cmpint (alpha_at (mask, 1.3f, 0.1f, 2), ==, 255);
  g_assert_cmpint (alpha_at (mask, 1.3f, 0.1f, 1), ==, 85);
  g_assert_cmpint (alpha_at (mask, -0.7f, 0.1f, 1), ==, 85);
  g_assert_cmpint (alpha_at (mask, -0.7f, 0.1f, 0), ==, 0);
  g_assert_cmpint (alpha_at (mask, 0.3f, 5.1f, 0), ==, 255);
  g_assert_cmpint (alpha_at (mask, 0.3f, 5.1f, 2), ==, 85);
  g_assert_cmpint (alpha_at (mask, 1, 0.1f, 0), ==, 255);
  g_assert_cmpint (alpha_at (mask, NAN, 0.1f, 3), ==, 255);
  g_assert_cmpint (alpha_at (mask, 0.1f, INFINITY, 3), ==, 255);
  g_assert_cmpint (alpha_at (mask, -3e38f, 0.1f, 3), ==, 0);
}

static void
the_least_and_the_most_of_the_colours_are_known (void)
{
  static const uint8_t colours[][3] = { { 10, 20, 30 }, { 30, 10, 20 }, { 20, 30, 10 }, { 30, 20, 10 } };
  g_autoptr (MwImage) image = make (4, 2);
  for (guint i = 0; i < 4; i++)
    memcpy (image->rgba + 4 * (gsize) i, colours[i], 3);
  for (guint opaque = 0; opaque < 2; opaque++) {
    image->has_alpha = !opaque;
    g_autofree MwTexelMask *mask = mw_texel_mask_new (image);
    for (guint i = 0; i < 4; i++) {
      const MwTexel texel = mw_texel_mask_at (mask, (const float[]) { (float) i / 4 + 0.1f, 0.1f }, 0);
      g_assert_cmpfloat_with_epsilon (texel.least, 10 / 255.0, 1e-6);
      g_assert_cmpfloat_with_epsilon (texel.most, 30 / 255.0, 1e-6);
      g_assert_cmpfloat_with_epsilon (texel.alpha, opaque ? 1 : 85 * i / 255.0, 1e-6);
    }
    const MwTexel nowhere = mw_texel_mask_at (mask, (const float[]) { INFINITY, 0 }, 0);
    g_assert_true (nowhere.alpha == 1 && nowhere.least == 0 && nowhere.most == 1);
  }
}

static void
a_large_image_is_kept_smaller (void)
{
  g_autoptr (MwImage) image = make (2048, 16);
  g_autofree MwTexelMask *mask = mw_texel_mask_new (image);
  g_assert_cmpuint (mask->width, ==, 512);
  g_assert_cmpuint (mask->height, ==, 16);
  g_assert_cmpint (abs (alpha_at (mask, 0.5f, 0.1f, 0) - 128), <=, 1);
  g_assert_cmpint (abs (alpha_at (mask, 0.9f, 0.9f, 0) - 230), <=, 1);
  g_assert_cmpint (alpha_at (mask, 0.5f, 0.99f, 0), ==, 255);
  image->has_alpha = FALSE;
  g_autofree MwTexelMask *opaque = mw_texel_mask_new (image);
  g_assert_cmpuint (opaque->width, ==, 256);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/image/texel mask/a texel is found by its coordinates", a_texel_is_found_by_its_coordinates);
  g_test_add_func ("/image/texel mask/the least and the most of the colours are known",
                   the_least_and_the_most_of_the_colours_are_known);
  g_test_add_func ("/image/texel mask/a large image is kept smaller", a_large_image_is_kept_smaller);
  return g_test_run ();
}
