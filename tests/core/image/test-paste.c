/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/paste.h"
#include "tests/core/image/samples.h"

#include <string.h>

/* All pixels have the colour 0xRRGGBBAA. */
static MwImage *
plain (uint32_t width, uint32_t height, uint32_t rgba)
{
  MwImage *image = mw_image_new (width, height, "test", NULL);
  for (size_t i = 0; i < (size_t) width * height; i++)
    for (guint c = 0; c < 4; c++)
      image->rgba[4 * i + c] = (uint8_t) (rgba >> (24 - 8 * c));
  return image;
}

static void
only_the_part_changes (void)
{
  g_autoptr (MwImage) to = plain (5, 4, 0x102030FF), from = plain (2, 3, 0xFF0000FF);
  g_assert_true (mw_image_paste (to, from, 1, 1, 2, 3, NULL));
  for (guint y = 0; y < 4; y++)
    for (guint x = 0; x < 5; x++)
      sample_assert_pixel (to, x, y, x >= 1 && x < 3 && y >= 1 ? 0xFF0000FF : 0x102030FF);
}

static void
every_pixel_of_an_image_of_the_same_size_is_kept (void)
{
  g_autoptr (MwImage) to = plain (3, 3, 0xFF), from = plain (3, 3, 0xFF);
  for (guint i = 0; i < 9; i++)
    from->rgba[4 * i] = (uint8_t) (28 * i);
  g_assert_true (mw_image_paste (to, from, 0, 0, 3, 3, NULL));
  g_assert_cmpint (memcmp (to->rgba, from->rgba, 36), ==, 0);
}

static void
alpha_says_how_much_is_seen (void)
{
  g_autoptr (MwImage) to = plain (2, 1, 0x64646464), from = plain (2, 1, 0xC8000080);
  from->rgba[7] = 0;
  g_assert_true (mw_image_paste (to, from, 0, 0, 2, 1, NULL));
  /* (200 * 128 + 100 * 127) / 255 = 150.2, 100 * 127 / 255 = 49.8; alpha 128 + 100 * 127 / 255. */
  sample_assert_pixel (to, 0, 0, 0x963232B2);
  sample_assert_pixel (to, 1, 0, 0x64646464);
  g_assert_true (to->has_alpha);
}

static void
an_image_of_another_size_is_scaled (void)
{
  g_autoptr (MwImage) wide = plain (4, 1, 0xFF), small = plain (2, 1, 0x000000FF), large = plain (8, 8, 0xFF),
                      one = plain (1, 1, 0);
  small->rgba[4] = 200;
  g_assert_true (mw_image_paste (wide, small, 0, 0, 4, 1, NULL));
  static const guint8 between[] = { 0, 50, 150, 200 };
  for (guint x = 0; x < 4; x++)
    g_assert_cmpuint (wide->rgba[4 * x], ==, between[x]);
  /* All pixels of a larger one count. */
  for (guint i = 0; i < 64; i++)
    large->rgba[4 * i] = i % 8 == 7 ? 160 : 0;
  g_assert_true (mw_image_paste (one, large, 0, 0, 1, 1, NULL));
  sample_assert_pixel (one, 0, 0, 0x140000FF);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name, function) g_test_add_func ("/image/paste/" name, function)
  TEST ("only the part changes", only_the_part_changes);
  TEST ("every pixel of an image of the same size is kept", every_pixel_of_an_image_of_the_same_size_is_kept);
  TEST ("alpha says how much is seen", alpha_says_how_much_is_seen);
  TEST ("an image of another size is scaled", an_image_of_another_size_is_scaled);
  return g_test_run ();
}
