/* SPDX-License-Identifier: GPL-3.0-or-later */
/* BC7 (see bptc.h). The number of zero bits before the first one is the mode. The fields follow in this order: pattern,
 * rotation, index selection, the ends' red, green, blue and alpha, lowest bits of the ends, indices of one or two sets. */
#include "core/image/bptc.h"

typedef struct {
  uint8_t subsets, partition_bits, rotation_bits, selection_bits;
  uint8_t colour_bits, alpha_bits; /* of each end; 0 alpha bits: opaque */
  uint8_t own_low, shared_low;     /* each end, or each subset, has one more low bit for all its channels */
  uint8_t index_bits, second_bits; /* second_bits 0: one set of indices for colour and alpha */
} Mode;

static const Mode modes[8] = {
  { 3, 4, 0, 0, 4, 0, 1, 0, 3, 0 }, { 2, 6, 0, 0, 6, 0, 0, 1, 3, 0 }, { 3, 6, 0, 0, 5, 0, 0, 0, 2, 0 },
  { 2, 6, 0, 0, 7, 0, 1, 0, 2, 0 }, { 1, 0, 2, 1, 5, 6, 0, 0, 2, 3 }, { 1, 0, 2, 0, 7, 8, 0, 0, 2, 2 },
  { 1, 0, 0, 0, 7, 7, 1, 0, 4, 0 }, { 2, 6, 0, 0, 5, 5, 1, 0, 2, 0 },
};

/* Widens a value of `bits` bits to 8 by repeating its top bits. */
static int
widen (guint value, guint bits)
{
  value <<= 8 - bits;
  return (int) (value | value >> bits);
}

static void
read_ends (MwBptcBits *bits, const Mode *mode, int ends[6][4])
{
  guint count = 2u * mode->subsets, raw[6][4] = { { 0 } };
  for (guint c = 0; c < 4; c++)
    for (guint e = 0; e < count; e++)
      raw[e][c] = mw_bptc_bits (bits, c < 3 ? mode->colour_bits : mode->alpha_bits);
  guint low[6] = { 0 };
  for (guint e = 0; e < count; e++)
    if (mode->own_low)
      low[e] = mw_bptc_bits (bits, 1);
    else if (mode->shared_low)
      low[e] = e % 2 == 0 ? mw_bptc_bits (bits, 1) : low[e - 1];
  gboolean has_low = mode->own_low || mode->shared_low;
  for (guint e = 0; e < count; e++)
    for (guint c = 0; c < 4; c++) {
      guint width = c < 3 ? mode->colour_bits : mode->alpha_bits;
      if (width == 0)
        ends[e][c] = 255;
      else if (has_low)
        ends[e][c] = widen (raw[e][c] << 1 | low[e], width + 1);
      else
        ends[e][c] = widen (raw[e][c], width);
    }
}

void
mw_image_decode_bc7_block (const uint8_t block[16], uint8_t pixels[16][4])
{
  guint number = 0;
  while (number < 8 && !(block[0] >> number & 1))
    number++;
  if (number == 8) {
    for (guint i = 0; i < 16; i++)
      pixels[i][0] = pixels[i][1] = pixels[i][2] = pixels[i][3] = 0;
    return;
  }
  const Mode *mode = &modes[number];
  MwBptcBits bits = { block, number + 1 };
  guint partition = mw_bptc_bits (&bits, mode->partition_bits);
  guint rotation = mw_bptc_bits (&bits, mode->rotation_bits);
  gboolean swapped = mw_bptc_bits (&bits, mode->selection_bits) != 0;
  int ends[6][4];
  read_ends (&bits, mode, ends);
  uint8_t first[16], second[16];
  mw_bptc_indices (&bits, mode->subsets, partition, mode->index_bits, first);
  if (mode->second_bits)
    mw_bptc_indices (&bits, 1, 0, mode->second_bits, second);
  for (guint i = 0; i < 16; i++) {
    int (*end)[4] = &ends[2 * mw_bptc_subset (mode->subsets, partition, i)];
    for (guint c = 0; c < 4; c++) {
      gboolean other = mode->second_bits && (c == 3) != swapped;
      pixels[i][c] = (uint8_t) mw_bptc_between (end[0][c], end[1][c], other ? mode->second_bits : mode->index_bits,
                                                other ? second[i] : first[i]);
    }
    if (rotation) { /* alpha is exchanged with red, green or blue */
      uint8_t alpha = pixels[i][3];
      pixels[i][3] = pixels[i][rotation - 1];
      pixels[i][rotation - 1] = alpha;
    }
  }
}
