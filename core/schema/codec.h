/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* Codecs: conversion of values that a file stores in another form than memory (m2.md 3 and the particle emitters).
 * `field` is a number field or an array of numbers; one value is its `count` components.
 *
 * Memory holds the number that a code means, not the code. Decoding is exact, and encoding a decoded value gives the
 * same code. A value that has no code (after an edit) gets the nearest one. */

/* Size of one value in a file, in bytes. */
size_t mw_codec_size (MwCodec codec, const MwField *field);
/* Decodes n values that are `stride` bytes apart in a file into n adjacent values in memory. */
void mw_codec_decode (MwCodec codec, const MwField *field, const uint8_t *from, size_t stride, uint32_t n, void *to);
/* Encodes n adjacent values in memory into values that are `stride` bytes apart. */
void mw_codec_encode (MwCodec codec, const MwField *field, const void *from, uint32_t n, uint8_t *to, size_t stride);
/* Rounds n values in memory to the values of their nearest codes. Returns how many of them changed. */
uint32_t mw_codec_snap (MwCodec codec, const MwField *field, void *values, uint32_t n);
