/* SPDX-License-Identifier: GPL-3.0-or-later */
/* BC6H (see bptc.h). Each of 14 modes stores the bits of the ends in an order of its own. The ends of the first subset are
 * w and x, those of the second y and z. In most modes x, y and z are differences from w. */
#include "core/image/bptc.h"
#include "core/image/half.h"

typedef struct {
  uint8_t number;   /* the first 2 bits if they are 0 or 1, else 5 bits */
  uint8_t subsets;  /* 1 or 2 */
  gboolean deltas;  /* x, y, z are differences */
  uint8_t width;    /* bits of w, and of all ends of a mode without differences */
  uint8_t parts[3]; /* bits of x, y and z of red, green, blue */
  /* What follows the number: channel, end, highest and lowest bit; the lowest comes first. If the second number is the
   * larger one, the order is reversed. */
  const char *order;
} Mode;

/* clang-format off */
static const Mode modes[14] = {
  { 0x00, 2, TRUE, 10, { 5, 5, 5 },
    "gy4 by4 bz4 rw9:0 gw9:0 bw9:0 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3" },
  { 0x01, 2, TRUE, 7, { 6, 6, 6 },
    "gy5 gz4 gz5 rw6:0 bz0 bz1 by4 gw6:0 by5 bz2 gy4 bw6:0 bz3 bz5 bz4 rx5:0 gy3:0 gx5:0 gz3:0 bx5:0 by3:0 ry5:0 rz5:0" },
  { 0x02, 2, TRUE, 11, { 5, 4, 4 },
    "rw9:0 gw9:0 bw9:0 rx4:0 rw10 gy3:0 gx3:0 gw10 bz0 gz3:0 bx3:0 bw10 bz1 by3:0 ry4:0 bz2 rz4:0 bz3" },
  { 0x06, 2, TRUE, 11, { 4, 5, 4 },
    "rw9:0 gw9:0 bw9:0 rx3:0 rw10 gz4 gy3:0 gx4:0 gw10 gz3:0 bx3:0 bw10 bz1 by3:0 ry3:0 bz0 bz2 rz3:0 gy4 bz3" },
  { 0x0A, 2, TRUE, 11, { 4, 4, 5 },
    "rw9:0 gw9:0 bw9:0 rx3:0 rw10 by4 gy3:0 gx3:0 gw10 bz0 gz3:0 bx4:0 bw10 by3:0 ry3:0 bz1 bz2 rz3:0 bz4 bz3" },
  { 0x0E, 2, TRUE, 9, { 5, 5, 5 },
    "rw8:0 by4 gw8:0 gy4 bw8:0 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3" },
  { 0x12, 2, TRUE, 8, { 6, 5, 5 },
    "rw7:0 gz4 by4 gw7:0 bz2 gy4 bw7:0 bz3 bz4 rx5:0 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry5:0 rz5:0" },
  { 0x16, 2, TRUE, 8, { 5, 6, 5 },
    "rw7:0 bz0 by4 gw7:0 gy5 gy4 bw7:0 gz5 bz4 rx4:0 gz4 gy3:0 gx5:0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3" },
  { 0x1A, 2, TRUE, 8, { 5, 5, 6 },
    "rw7:0 bz1 by4 gw7:0 by5 gy4 bw7:0 bz5 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx5:0 by3:0 ry4:0 bz2 rz4:0 bz3" },
  { 0x1E, 2, FALSE, 6, { 6, 6, 6 },
    "rw5:0 gz4 bz0 bz1 by4 gw5:0 gy5 by5 bz2 gy4 bw5:0 gz5 bz3 bz5 bz4 rx5:0 gy3:0 gx5:0 gz3:0 bx5:0 by3:0 ry5:0 rz5:0" },
  { 0x03, 1, FALSE, 10, { 10, 10, 10 }, "rw9:0 gw9:0 bw9:0 rx9:0 gx9:0 bx9:0" },
  { 0x07, 1, TRUE, 11, { 9, 9, 9 }, "rw9:0 gw9:0 bw9:0 rx8:0 rw10 gx8:0 gw10 bx8:0 bw10" },
  { 0x0B, 1, TRUE, 12, { 8, 8, 8 }, "rw9:0 gw9:0 bw9:0 rx7:0 rw10:11 gx7:0 gw10:11 bx7:0 bw10:11" },
  { 0x0F, 1, TRUE, 16, { 4, 4, 4 }, "rw9:0 gw9:0 bw9:0 rx3:0 rw10:15 gx3:0 gw10:15 bx3:0 bw10:15" },
};
/* clang-format on */

static const Mode *
find_mode (guint number)
{
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    if (modes[i].number == number)
      return &modes[i];
  return NULL;
}

static guint
read_decimal (const char **text)
{
  guint value = 0;
  for (; g_ascii_isdigit (**text); ++*text)
    value = value * 10 + (guint) (**text - '0');
  return value;
}

/* The raw bits of ends w, x, y, z of red, green and blue. */
static void
read_ends (MwBptcBits *bits, const Mode *mode, int ends[4][3])
{
  for (const char *at = mode->order; *at;) {
    int channel = *at == 'r' ? 0 : *at == 'g' ? 1 : 2, end = at[1] == 'w' ? 0 : at[1] - 'x' + 1;
    at += 2;
    guint high = read_decimal (&at), low = high;
    if (*at == ':') {
      at++;
      low = read_decimal (&at);
    }
    if (low <= high)
      ends[end][channel] |= (int) (mw_bptc_bits (bits, high - low + 1) << low);
    else
      for (guint bit = low + 1; bit-- > high;)
        ends[end][channel] |= (int) (mw_bptc_bits (bits, 1) << bit);
    at += *at == ' ';
  }
}

static int
extend_sign (int value, guint width)
{
  int sign = 1 << (width - 1);
  return (value & sign) ? value - 2 * sign : value;
}

/* A stored end as a number of 16 bits (17 with the sign). */
static int
widen (int value, guint width, gboolean is_signed)
{
  if (!is_signed) {
    if (width >= 15 || value == 0)
      return value;
    return value == (1 << width) - 1 ? 0xFFFF : ((value << 16) + 0x8000) >> width;
  }
  if (width >= 16 || value == 0)
    return value;
  int size = ABS (value);
  size = size >= (1 << (width - 1)) - 1 ? 0x7FFF : ((size << 15) + 0x4000) >> (width - 1);
  return value < 0 ? -size : size;
}

static void
finish_ends (const Mode *mode, gboolean is_signed, int ends[4][3])
{
  for (guint e = 0; e < 2u * mode->subsets; e++)
    for (guint c = 0; c < 3; c++) {
      if (e > 0 && mode->deltas)
        ends[e][c] = (ends[0][c] + extend_sign (ends[e][c], mode->parts[c])) & ((1 << mode->width) - 1);
    }
  for (guint e = 0; e < 2u * mode->subsets; e++)
    for (guint c = 0; c < 3; c++)
      ends[e][c] = widen (is_signed ? extend_sign (ends[e][c], mode->width) : ends[e][c], mode->width, is_signed);
}

void
mw_image_decode_bc6h_block (const uint8_t block[16], gboolean is_signed, uint8_t pixels[16][4], uint32_t light[16])
{
  MwBptcBits bits = { block, 0 };
  guint number = mw_bptc_bits (&bits, 2);
  if (number > 1)
    number |= mw_bptc_bits (&bits, 3) << 2;
  const Mode *mode = find_mode (number);
  int ends[4][3] = { { 0 } };
  guint partition = 0;
  uint8_t indices[16] = { 0 };
  if (mode) {
    read_ends (&bits, mode, ends);
    finish_ends (mode, is_signed, ends);
    if (mode->subsets == 2)
      partition = mw_bptc_bits (&bits, 5);
    mw_bptc_indices (&bits, mode->subsets, partition, mode->subsets == 2 ? 3 : 4, indices);
  }
  for (guint i = 0; i < 16; i++) {
    light[i] = 0;
    int (*end)[3] = &ends[mode ? 2 * mw_bptc_subset (mode->subsets, partition, i) : 0];
    for (guint c = 0; c < 3; c++) {
      int value = mw_bptc_between (end[0][c], end[1][c], mode && mode->subsets == 1 ? 4 : 3, indices[i]);
      /* The result is the bit pattern of a half float, whose largest finite value is 0x7BFF. */
      uint32_t half = value < 0 ? 0 : (uint32_t) (is_signed ? value * 31 >> 5 : value * 31 >> 6);
      pixels[i][c] = mw_image_half_to_srgb (half);
      light[i] = MAX (light[i], half);
    }
    pixels[i][3] = 255;
  }
}
