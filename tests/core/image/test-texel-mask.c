/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/texel-mask.h"

#include <math.h>

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
  return (int) lroundf (255 * mw_texel_mask_at (mask, (const float[]) { u, v }, wrap));
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
an_opaque_image_needs_none (void)
{
  g_autoptr (MwImage) image = make (4, 2);
  image->has_alpha = FALSE;
  g_assert_null (mw_texel_mask_new (image));
}

static void
a_large_image_is_kept_smaller (void)
{
  g_autoptr (MwImage) image = make (2048, 16);
  g_autofree MwTexelMask *mask = mw_texel_mask_new (image);
  g_assert_cmpuint (mask->width, <, 1024);
  g_assert_cmpuint (mask->height, ==, 16);
  g_assert_cmpint (abs (alpha_at (mask, 0.5f, 0.1f, 0) - 128), <=, 1);
  g_assert_cmpint (abs (alpha_at (mask, 0.9f, 0.9f, 0) - 230), <=, 1);
  g_assert_cmpint (alpha_at (mask, 0.5f, 0.99f, 0), ==, 255);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/image/texel mask/a texel is found by its coordinates", a_texel_is_found_by_its_coordinates);
  g_test_add_func ("/image/texel mask/an opaque image needs none", an_opaque_image_needs_none);
  g_test_add_func ("/image/texel mask/a large image is kept smaller", a_large_image_is_kept_smaller);
  return g_test_run ();
}
