/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the block formats BC6H and BC7 share: a block of 16 bytes is read bit by bit; its 16 pixels are divided into one,
 * two or three subsets by one of 64 patterns; each subset has two end colours, and each pixel an index of 2, 3 or 4 bits
 * between them. The top index bit of one pixel of each subset, its anchor, is 0 and not stored.
 * Source: "BC6H Format" and "BC7 Format" of Microsoft's Direct3D 11 documentation, and the Khronos Data Format
 * Specification, chapter "BPTC Compressed Texture Image Formats". Its tables of partitions have printing errors; those in
 * bptc.c agree with what other decoders show (tests/oracle). */
#pragma once
#include "core/image/image-private.h"

typedef struct {
  const uint8_t *block; /* 16 bytes */
  guint at;             /* the next bit; bit 0 is the lowest of the first byte */
} MwBptcBits;

/* The next `count` bits (at most 32), the first of them lowest. */
guint mw_bptc_bits (MwBptcBits *bits, guint count);

/* The subset, from 0, of a pixel (0 to 15, row by row) in one of the patterns of `subsets` (1 to 3) subsets. */
guint mw_bptc_subset (guint subsets, guint partition, guint pixel);

/* Reads the indices of the 16 pixels, each `width` bits. */
void mw_bptc_indices (MwBptcBits *bits, guint subsets, guint partition, guint width, uint8_t indices[16]);

/* The value between two ends for an index of `width` bits (2 to 4). */
int mw_bptc_between (int first, int second, guint width, guint index);

/* Decodes a block of BC7 to R, G, B, A. A block of the reserved mode is transparent black, as the hardware shows it. */
void mw_image_decode_bc7_block (const uint8_t block[16], uint8_t pixels[16][4]);

/* Decodes a block of BC6H. Its values are linear light without an upper limit: they are cut to 0 to 1 and stored as sRGB,
 * like all pictures here. Alpha is 255. A block of a reserved mode is black. `light` gets the brightest component of each pixel, as a half
 * float. */
void mw_image_decode_bc6h_block (const uint8_t block[16], gboolean is_signed, uint8_t pixels[16][4],
                                 uint32_t light[16]);
