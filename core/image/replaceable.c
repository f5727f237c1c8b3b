/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/replaceable.h"

#include <math.h>
#include <string.h>

static const uint32_t team_colours[MW_TEAM_COUNT] = {
  0xff0402, 0x0042ff, 0x1be6ba, 0x540081, 0xfffc00, 0xff8a0d, 0x20c000, 0xe45bb0, 0x949697,
  0x7ebff1, 0x106247, 0x4f2a05, 0x9c0000, 0x0000c3, 0x00ebff, 0xbd00ff, 0xeccd86, 0xf7a48b,
  0xc0ff80, 0xdcb9ec, 0x4f4f55, 0xecf0ff, 0x00781e, 0xa46f33, 0x2e2d2e,
};

void
mw_image_team_rgb (guint player, uint8_t rgb[3])
{
  uint32_t colour = team_colours[MIN (player, MW_TEAM_COUNT - 1)];
  rgb[0] = (uint8_t) (colour >> 16);
  rgb[1] = (uint8_t) (colour >> 8);
  rgb[2] = (uint8_t) colour;
}

MwImage *
mw_image_new_square (uint32_t side, const char *format_name)
{
  g_autoptr (GError) error = NULL;
  MwImage *image = mw_image_new (side, side, format_name, &error);
  if (!image)
    g_error ("%s", error->message);
  return image;
}

MwImage *
mw_image_team_colour (guint player)
{
  MwImage *image = mw_image_new_square (8, "team colour");
  for (size_t i = 0; i < 8 * 8; i++) {
    mw_image_team_rgb (player, image->rgba + i * 4);
    image->rgba[i * 4 + 3] = 255;
  }
  return image;
}

MwImage *
mw_image_team_glow (guint player, guint size)
{
  guint side = CLAMP (size, 1, 1024);
  MwImage *image = mw_image_new_square (side, "team glow");
  uint8_t rgb[3];
  mw_image_team_rgb (player, rgb);
  for (guint y = 0; y < side; y++) {
    for (guint x = 0; x < side; x++) {
      uint8_t *pixel = image->rgba + ((size_t) y * side + x) * 4;
      double u = (x + 0.5) / side - 0.5, v = (y + 0.5) / side - 0.5;
      double glow = sin (CLAMP (1 - 2.8 * sqrt (u * u + v * v), 0, 1));
      for (int c = 0; c < 3; c++)
        pixel[c] = (uint8_t) (rgb[c] * glow + 0.5);
      pixel[3] = 255;
    }
  }
  return image;
}
