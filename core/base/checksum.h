/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A checksum for detecting changes: FNV-1a over 32-bit words. It is only kept in memory, so it may differ between
 * versions of the program. */
#define MW_CHECKSUM_START 2166136261u

static inline uint32_t
mw_checksum_word (uint32_t sum, uint32_t word)
{
  return (sum ^ word) * 16777619u;
}

/* The checksum of bytes, four at a time. */
static inline uint32_t
mw_checksum (const void *bytes, size_t size)
{
  uint32_t sum = MW_CHECKSUM_START, word = 0;
  size_t i = 0;
  for (; i + 4 <= size; i += 4) {
    memcpy (&word, (const uint8_t *) bytes + i, 4);
    sum = mw_checksum_word (sum, word);
  }
  word = 0;
  if (i < size)
    memcpy (&word, (const uint8_t *) bytes + i, size - i);
  return mw_checksum_word (mw_checksum_word (sum, word), (uint32_t) size);
}
