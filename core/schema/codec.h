/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* Values whose bytes in a file are not those in memory (m2.md 3 and the particle). `field` is a number field
 * or an array; one value is its `count` components. Decoding is exact and encoding gives every code back: memory holds what
 * the code stands for, not the code. Values that no code stands for (after an edit) take the nearest code. */

/* Bytes of one value in a file. */
size_t mw_codec_size (MwCodec codec, const MwField *field);
/* n values that stand `stride` bytes apart in a file into n neighbouring ones in memory. */
void mw_codec_decode (MwCodec codec, const MwField *field, const uint8_t *from, size_t stride, uint32_t n, void *to);
/* The other way. */
void mw_codec_encode (MwCodec codec, const MwField *field, const void *from, uint32_t n, uint8_t *to, size_t stride);
/* Gives n values in memory those of their nearest codes; returns how many of them are other bits now. */
uint32_t mw_codec_snap (MwCodec codec, const MwField *field, void *values, uint32_t n);
