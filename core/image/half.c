/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/half.h"

#include <math.h>

static double
half_value (uint32_t half)
{
  int exponent = (int) (half >> 10 & 31), mantissa = (int) (half & 0x3FF);
  if (half & 0x8000 || (exponent == 31 && mantissa))
    return 0;
  return exponent ? ldexp (1024 + mantissa, exponent - 25) : ldexp (mantissa, -24);
}

uint8_t
mw_image_half_to_byte (uint32_t half)
{
  return (uint8_t) (MIN (half_value (half), 1.0) * 255 + 0.5);
}

/* All values up to 1.0, which is 0x3C00. */
enum { ONE = 0x3C00 };

uint8_t
mw_image_half_to_srgb (uint32_t half)
{
  static uint8_t table[ONE + 1];
  static gsize made;
  if (g_once_init_enter (&made)) {
    for (uint32_t i = 0; i <= ONE; i++) {
      double linear = half_value (i);
      double srgb = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow (linear, 1 / 2.4) - 0.055;
      table[i] = (uint8_t) (srgb * 255 + 0.5);
    }
    g_once_init_leave (&made, 1);
  }
  if (half & 0x8000 || half > 0x7C00)
    return 0;
  return table[MIN (half, (uint32_t) ONE)];
}

void
mw_image_note_light (MwImage *image, uint32_t half)
{
  if (half <= ONE || half > 0x7C00)
    return;
  image->n_cut++;
  image->brightest = MAX (image->brightest, (float) half_value (half));
}
