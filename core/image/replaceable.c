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

/* The side is far below the limits, so this can only fail for lack of memory, which ends GLib programs anyway. */
static MwImage *
new_square (guint side, const char *name)
{
  GError *error = NULL;
  MwImage *image = mw_image_new (side, side, name, &error);
  if (!image)
    g_error ("%s", error->message);
  return image;
}

MwImage *
mw_image_team_colour (guint player)
{
  MwImage *image = new_square (8, "team colour");
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
  MwImage *image = new_square (side, "team glow");
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

/* 5 x 7 letters, one byte per row, the leftmost pixel in bit 4. */
enum { LETTER_WIDTH = 5, LETTER_HEIGHT = 7, LETTER_STEP = 6 };

typedef struct {
  char letter;
  uint8_t rows[LETTER_HEIGHT];
} Letter;

static const Letter letters[] = {
  { '0', { 0x0E, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0E } }, { '1', { 0x04, 0x0C, 0x04, 0x04, 0x04, 0x04, 0x0E } },
  { '2', { 0x0E, 0x11, 0x01, 0x02, 0x04, 0x08, 0x1F } }, { '3', { 0x1F, 0x02, 0x04, 0x02, 0x01, 0x11, 0x0E } },
  { '4', { 0x02, 0x06, 0x0A, 0x12, 0x1F, 0x02, 0x02 } }, { '5', { 0x1F, 0x10, 0x1E, 0x01, 0x01, 0x11, 0x0E } },
  { '6', { 0x06, 0x08, 0x10, 0x1E, 0x11, 0x11, 0x0E } }, { '7', { 0x1F, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08 } },
  { '8', { 0x0E, 0x11, 0x11, 0x0E, 0x11, 0x11, 0x0E } }, { '9', { 0x0E, 0x11, 0x11, 0x0F, 0x01, 0x02, 0x0C } },
  { 'E', { 0x1F, 0x10, 0x10, 0x1E, 0x10, 0x10, 0x1F } }, { 'P', { 0x1E, 0x11, 0x11, 0x1E, 0x10, 0x10, 0x10 } },
  { 'T', { 0x1F, 0x04, 0x04, 0x04, 0x04, 0x04, 0x04 } }, { 'Y', { 0x11, 0x11, 0x11, 0x0A, 0x04, 0x04, 0x04 } },
  { 'G', { 0x0E, 0x11, 0x10, 0x17, 0x11, 0x11, 0x0E } }, { 'I', { 0x0E, 0x04, 0x04, 0x04, 0x04, 0x04, 0x0E } },
  { 'M', { 0x11, 0x1B, 0x15, 0x15, 0x11, 0x11, 0x11 } }, { 'N', { 0x11, 0x19, 0x15, 0x13, 0x11, 0x11, 0x11 } },
  { 'S', { 0x0F, 0x10, 0x10, 0x0E, 0x01, 0x01, 0x1E } }, { '?', { 0x0E, 0x11, 0x01, 0x02, 0x04, 0x00, 0x04 } },
};

static void
fill (MwImage *image, guint left, guint top, guint width, guint height, uint32_t rgb)
{
  for (guint y = top; y < top + height; y++) {
    for (guint x = left; x < left + width; x++) {
      uint8_t *pixel = image->rgba + ((size_t) y * image->width + x) * 4;
      pixel[0] = (uint8_t) (rgb >> 16);
      pixel[1] = (uint8_t) (rgb >> 8);
      pixel[2] = (uint8_t) rgb;
      pixel[3] = 255;
    }
  }
}

static void
draw_letter (MwImage *image, char letter, guint left, guint top, uint32_t rgb)
{
  for (size_t i = 0; i < G_N_ELEMENTS (letters); i++) {
    if (letters[i].letter != letter)
      continue;
    for (guint y = 0; y < LETTER_HEIGHT; y++)
      for (guint x = 0; x < LETTER_WIDTH; x++)
        if (letters[i].rows[y] >> (LETTER_WIDTH - 1 - x) & 1)
          fill (image, left + x, top + y, 1, 1, rgb);
  }
}

static MwImage *
labelled_checker (const char *label)
{
  enum { SIDE = 64, SQUARE = 16, BAND = 11 };
  MwImage *image = new_square (SIDE, "checker");
  for (guint y = 0; y < SIDE; y += SQUARE)
    for (guint x = 0; x < SIDE; x += SQUARE)
      fill (image, x, y, SQUARE, SQUARE, (x + y) / SQUARE % 2 ? 0x28202a : 0xff00dc);
  /* A dark band keeps the text readable on both colours of squares. */
  guint top = (SIDE - BAND) / 2, width = (guint) strlen (label) * LETTER_STEP - 1;
  fill (image, 0, top, SIDE, BAND, 0x28202a);
  for (guint i = 0; label[i]; i++)
    draw_letter (image, label[i], (SIDE - width) / 2 + i * LETTER_STEP, top + (BAND - LETTER_HEIGHT) / 2, 0xffffff);
  return image;
}

MwImage *
mw_image_checker (void)
{
  return labelled_checker ("MISSING?");
}

MwImage *
mw_image_checker_of_type (uint32_t type)
{
  g_autofree char *label = g_strdup_printf ("TYPE %u?", MIN (type, 9999));
  return labelled_checker (label);
}
