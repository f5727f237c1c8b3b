/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <stdint.h>
#include <string.h>

/* The bits of a float, and the float of some bits. */
static inline uint32_t
bits_of (float value)
{
  uint32_t bits;
  memcpy (&bits, &value, sizeof bits);
  return bits;
}

static inline float
float_of (uint32_t bits)
{
  float value;
  memcpy (&value, &bits, sizeof value);
  return value;
}
