/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/replaceable.h"
#include "tests/core/image/samples.h"

static void
test_team_colour (void)
{
  static const struct {
    guint player;
    guint32 rgba;
  } rows[] = {
    { 0, 0xFF0402FF }, { 1, 0x0042FFFF }, { 23, 0xA46F33FF }, { 24, 0x2E2D2EFF }, { G_MAXUINT, 0x2E2D2EFF }
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (MwImage) image = mw_image_team_colour (rows[i].player);
    for (guint y = 0; y < image->height; y++)
      for (guint x = 0; x < image->width; x++)
        sample_assert_pixel (image, x, y, rows[i].rgba);
    g_assert_false (image->has_alpha);
  }
}

static void
test_teams_differ (void)
{
  for (guint a = 0; a < MW_TEAM_COUNT; a++) {
    for (guint b = 0; b < a; b++) {
      uint8_t first[3], second[3];
      mw_image_team_rgb (a, first);
      mw_image_team_rgb (b, second);
      g_assert_false (first[0] == second[0] && first[1] == second[1] && first[2] == second[2]);
    }
  }
}

static void
test_glow (void)
{
  g_autoptr (MwImage) image = mw_image_team_glow (1, 33);
  g_assert_cmpuint (image->width, ==, 33);
  g_assert_cmpuint (image->height, ==, 33);
  /* sin (1) of 0x0042ff in the middle; nothing beyond 1 / 2.8 = 0.357 of the side. */
  sample_assert_pixel (image, 16, 16, 0x0038D7FF);
  sample_assert_pixel (image, 0, 16, 0x000000FF);
  sample_assert_pixel (image, 16 + 12, 16, 0x000000FF);
  /* 5 pixels from the middle: sin (1 - 2.8 * 5 / 33) = 0.5446. */
  sample_assert_pixel (image, 16 + 5, 16, 0x00248BFF);
  sample_assert_pixel (image, 16, 16 - 5, 0x00248BFF);
  for (guint size = 0; size <= 1; size++) {
    g_autoptr (MwImage) least = mw_image_team_glow (0, size);
    g_assert_cmpuint (least->width, ==, 1);
  }
  g_autoptr (MwImage) most = mw_image_team_glow (0, G_MAXUINT);
  g_assert_cmpuint (most->width, ==, 1024);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/image/replaceable/a team colour is one opaque colour, neutral beyond the players",
                   test_team_colour);
  g_test_add_func ("/image/replaceable/no two teams share a colour", test_teams_differ);
  g_test_add_func ("/image/replaceable/a team glow fades from the middle to black", test_glow);
  return g_test_run ();
}
