/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/missing.h"
#include "core/image/replaceable.h"

#include <math.h>
#include <string.h>

/* --- Clay and spots --------------------------------------------------------------------------------------------------- */

MwClay
mw_clay_of_type (uint32_t type)
{
  switch (type) {
  case 1:
  case 8:
  case 11:
  case 12:
  case 13:
  case 21:
    return MW_CLAY_SKIN;
  case 6:
  case 7:
  case 10:
  case 22:
    return MW_CLAY_HAIR;
  default:
    return MW_CLAY_PLAIN;
  }
}

MwImage *
mw_image_clay (MwClay clay)
{
  enum { SIDE = 128, SQUARE = 8, LINES = 32, LIGHT = 0, DARK, LINE };
  static const uint8_t colours[MW_CLAY_COUNT][3][3] = {
    [MW_CLAY_PLAIN] = { { 186, 180, 172 }, { 172, 166, 158 }, { 148, 142, 135 } },
    [MW_CLAY_SKIN] = { { 206, 178, 158 }, { 193, 165, 145 }, { 168, 141, 122 } },
    [MW_CLAY_HAIR] = { { 136, 117, 99 }, { 125, 107, 90 }, { 105, 89, 74 } },
  };
  MwImage *image = mw_image_new_square (SIDE, "clay");
  uint8_t *pixel = image->rgba;
  for (guint y = 0; y < SIDE; y++)
    for (guint x = 0; x < SIDE; x++, pixel += 4) {
      guint at = x % LINES == 0 || y % LINES == 0 ? LINE : (x / SQUARE + y / SQUARE) % 2 ? DARK : LIGHT;
      memcpy (pixel, colours[clay][at], 3);
      pixel[3] = 255;
    }
  return image;
}

MwImage *
mw_image_spot (gboolean whole)
{
  enum { SIDE = 64 };
  MwImage *image = mw_image_new_square (SIDE, "spot");
  uint8_t *pixel = image->rgba;
  for (guint y = 0; y < SIDE; y++)
    for (guint x = 0; x < SIDE; x++, pixel += 4) {
      double u = (x + 0.5) / SIDE - 0.5, v = (y + 0.5) / SIDE - 0.5;
      double t = MAX (1 - 2 * sqrt (u * u + v * v), 0);
      uint8_t alpha = (uint8_t) (255 * t * t * (3 - 2 * t) + 0.5);
      memset (pixel, whole ? alpha : 255, 3);
      pixel[3] = alpha;
    }
  mw_image_update_has_alpha (image);
  return image;
}

/* --- Checkers --------------------------------------------------------------------------------------------------------- */

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
  MwImage *image = mw_image_new_square (SIDE, "checker");
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
