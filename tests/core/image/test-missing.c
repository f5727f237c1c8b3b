/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/missing.h"
#include "tests/core/image/samples.h"

#include <string.h>

static void
test_clay (void)
{
  static const guint32 of[MW_CLAY_COUNT][3] = {
    [MW_CLAY_PLAIN] = { 0xBAB4ACFF, 0xACA69EFF, 0x948E87FF },
    [MW_CLAY_SKIN] = { 0xCEB29EFF, 0xC1A591FF, 0xA88D7AFF },
    [MW_CLAY_HAIR] = { 0x887563FF, 0x7D6B5AFF, 0x69594AFF },
  };
  for (guint clay = 0; clay < MW_CLAY_COUNT; clay++) {
    const guint32 *colours = of[clay];
    g_autoptr (MwImage) image = mw_image_clay ((MwClay) clay);
    g_assert_cmpuint (image->width, ==, 128);
    /* The light square at the top left, its dark neighbours, and the next of its diagonal. */
    sample_assert_pixel (image, 1, 1, colours[0]);
    sample_assert_pixel (image, 7, 7, colours[0]);
    sample_assert_pixel (image, 8, 7, colours[1]);
    sample_assert_pixel (image, 7, 8, colours[1]);
    sample_assert_pixel (image, 8, 8, colours[0]);
    /* A line every four squares, none between. */
    sample_assert_pixel (image, 0, 5, colours[2]);
    sample_assert_pixel (image, 5, 0, colours[2]);
    sample_assert_pixel (image, 31, 5, colours[1]);
    sample_assert_pixel (image, 32, 5, colours[2]);
    sample_assert_pixel (image, 5, 96, colours[2]);
    sample_assert_pixel (image, 16, 5, colours[0]);
    g_assert_false (image->has_alpha);
  }
}

static void
test_types (void)
{
  static const MwClay clays[26] = {
    [1] = MW_CLAY_SKIN,  [6] = MW_CLAY_HAIR,  [7] = MW_CLAY_HAIR,  [8] = MW_CLAY_SKIN,  [10] = MW_CLAY_HAIR,
    [11] = MW_CLAY_SKIN, [12] = MW_CLAY_SKIN, [13] = MW_CLAY_SKIN, [21] = MW_CLAY_SKIN, [22] = MW_CLAY_HAIR
  };
  for (guint type = 0; type < G_N_ELEMENTS (clays); type++)
    g_assert_cmpint (mw_clay_of_type (type), ==, clays[type]);
}

static void
test_spot (void)
{
  for (guint whole = 0; whole < 2; whole++) {
    g_autoptr (MwImage) image = mw_image_spot (whole != 0);
    guint last = 256;
    g_assert_cmpuint (image->width, ==, 64);
    g_assert_true (image->has_alpha);
    for (guint x = 32; x < 64; x++) {
      const uint8_t *pixel = image->rgba + (32 * 64 + x) * 4;
      g_assert_cmpuint (pixel[3], <, last);
      g_assert_cmpuint (pixel[0], ==, whole ? pixel[3] : 255);
      g_assert_cmpuint (pixel[1], ==, pixel[0]);
      last = pixel[3] + (pixel[3] < 3); /* it ends flat */
    }
    g_assert_cmpuint (image->rgba[(32 * 64 + 32) * 4 + 3], >, 250);
    /* At a quarter of the side, half of the alpha: t = 1/2. The nearest pixel is half a pixel off. */
    g_assert_cmpuint (image->rgba[(32 * 64 + 48) * 4 + 3], >=, 118);
    g_assert_cmpuint (image->rgba[(32 * 64 + 48) * 4 + 3], <=, 128);
    /* Nothing at the edges and in the corners. */
    for (guint i = 0; i < 64; i++) {
      g_assert_cmpuint (image->rgba[i * 4 + 3], <=, 1);
      g_assert_cmpuint (image->rgba[i * 64 * 4 + 3], <=, 1);
    }
    g_assert_cmpuint (image->rgba[3], ==, 0);
    for (guint i = 0; i < 64; i++)
      g_assert_cmpuint (image->rgba[(32 * 64 + i) * 4 + 3], ==, image->rgba[(i * 64 + 32) * 4 + 3]);
  }
}

static void
test_checker (void)
{
  g_autoptr (MwImage) image = mw_image_checker ();
  sample_assert_pixel (image, 0, 0, 0xFF00DCFF);
  sample_assert_pixel (image, 16, 0, 0x28202AFF);
  sample_assert_pixel (image, 16, 16, 0xFF00DCFF);
  /* The word is as wide as its eight letters, and M is symmetric: checks its rows in the middle band. */
  guint lit = 0, left = 64, right = 0;
  for (guint y = 0; y < 64; y++) {
    for (guint x = 0; x < 64; x++) {
      const uint8_t *pixel = image->rgba + (y * 64 + x) * 4;
      g_assert_cmpuint (pixel[3], ==, 255);
      if (pixel[1] != 255)
        continue;
      lit++;
      left = MIN (left, x);
      right = MAX (right, x);
      g_assert_cmpuint (y, >=, 28);
      g_assert_cmpuint (y, <, 35);
    }
  }
  g_assert_cmpuint (left, ==, 8);
  g_assert_cmpuint (right, ==, 8 + 7 * 6 + 4);
  g_assert_cmpuint (lit, >, 80);
  static const char m[7][6] = { "#...#", "##.##", "#.#.#", "#.#.#", "#...#", "#...#", "#...#" };
  for (guint y = 0; y < 7; y++)
    for (guint x = 0; x < 5; x++)
      g_assert_cmpint (image->rgba[((28 + y) * 64 + 8 + x) * 4 + 1] == 255, ==, m[y][x] == '#');
}

static gboolean
differ (uint32_t type, uint32_t other)
{
  g_autoptr (MwImage) a = mw_image_checker_of_type (type), b = mw_image_checker_of_type (other);
  return memcmp (a->rgba, b->rgba, 64 * 64 * 4) != 0;
}

static void
test_numbers (void)
{
  g_assert_true (differ (1, 2));
  g_assert_true (differ (9998, 9999));
  g_assert_false (differ (9999, 10000));
  g_assert_false (differ (9999, G_MAXUINT32));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/image/missing/clay has a soft pattern of squares and lines", test_clay);
  g_test_add_func ("/image/missing/skin and hair have clay of their own", test_types);
  g_test_add_func ("/image/missing/a spot fades to nothing at its edges", test_spot);
  g_test_add_func ("/image/missing/the checker pattern marks a missing texture", test_checker);
  g_test_add_func ("/image/missing/the checker of a type has its number", test_numbers);
  return g_test_run ();
}
