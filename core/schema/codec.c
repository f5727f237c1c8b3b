/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/codec.h"

#include <math.h>
#include <string.h>

size_t
mw_codec_size (MwCodec codec, const MwField *field)
{
  size_t components = MAX (field->count, 1);
  switch (codec) {
  case MW_CODEC_NONE:
    return mw_field_element_size (field);
  case MW_CODEC_U8:
  case MW_CODEC_FIXED25:
    return components;
  case MW_CODEC_QUAT16:
  case MW_CODEC_FIXED16:
  case MW_CODEC_FIXED69:
  case MW_CODEC_HALF:
    return 2 * components;
  case MW_CODEC_QUAT64:
    return 8;
  case MW_CODEC_BGRA:
  case MW_CODEC_GRAVITY:
    return 4;
  }
  g_assert_not_reached ();
}

/* --- One component -------------------------------------------------------------------------------------------------- */

static inline float
quat16_decode (uint16_t code)
{
  return (float) ((2.0 * code - 65535.0) / 65535.0);
}

/* Rounds to the nearest code, and ties down: then 0 becomes 32767, as in identity quaternions. NaN becomes code 0. */
static inline uint16_t
quat16_encode (float value)
{
  double exact = ((double) value + 1.0) * 32767.5 - 0.5;
  exact = exact > 0 ? exact : 0;
  exact = exact < 65535 ? exact : 65535;
  double whole = (int32_t) exact; /* ceil() is a call on most machines */
  return (uint16_t) (int32_t) (whole < exact ? whole + 1 : whole);
}

/* Adjacent numbers, as in most rotation keys. These loops can be vectorised. */
static void
quat16_decode_row (const uint8_t *restrict from, size_t n, float *restrict to)
{
  for (size_t i = 0; i < n; i++) {
    uint16_t code;
    memcpy (&code, from + 2 * i, 2);
    to[i] = quat16_decode (code);
  }
}

static void
quat16_encode_row (const float *restrict from, size_t n, uint8_t *restrict to)
{
  for (size_t i = 0; i < n; i++) {
    uint16_t code = quat16_encode (from[i]);
    memcpy (to + 2 * i, &code, 2);
  }
}

/* Smaller squares of w are taken as 0. */
#define LEAST_W2 0x1p-20

static void
quat64_decode (const uint8_t *from, float *to)
{
  uint64_t code;
  memcpy (&code, from, 8);
  double x = (double) ((int64_t) code >> 42) * 0x1p-21;
  double y = (double) ((int64_t) (code << 22) >> 43) * 0x1p-20;
  double z = (double) ((int64_t) (code << 43) >> 43) * 0x1p-20;
  double w2 = 1 - (x * x + y * y + z * z);
  to[0] = (float) x;
  to[1] = (float) y;
  to[2] = (float) z;
  to[3] = w2 >= LEAST_W2 ? (float) sqrt (w2) : 0;
}

/* Rounds towards zero. 1 is stored as -1, which is the same rotation if the other components are 0. NaN becomes 0. */
static inline uint64_t
quat64_part (double value, double scale)
{
  value = value > -1 ? value : value <= -1 ? -1 : 0;
  return (uint64_t) (int64_t) ((value < 1 ? value : 1) * scale);
}

/* The sign of w is not stored. If w is negative, the other components are negated, which gives the same rotation. */
static void
quat64_encode (const float *from, uint8_t *to)
{
  double sign = from[3] < 0 ? -1 : 1;
  uint64_t code = quat64_part (sign * from[0], 0x1p21) << 42 | (quat64_part (sign * from[1], 0x1p20) & 0x1FFFFF) << 21
                  | (quat64_part (sign * from[2], 0x1p20) & 0x1FFFFF);
  memcpy (to, &code, 8);
}

static inline float
fixed16_decode (uint16_t code)
{
  return (float) ((int16_t) code / 32767.0);
}

static inline uint16_t
fixed16_encode (float value)
{
  double code = floor ((double) value * 32767.0 + 0.5);
  return (uint16_t) (int16_t) (!(code > -32768) ? -32768 : code > 32767 ? 32767 : code);
}

/* Sign and magnitude, with `bits` fraction bits; the sign bit is the one above `mask`. */
static inline float
signed_decode (uint32_t code, uint32_t mask, int bits)
{
  float value = (float) (code & mask) / (float) (1 << bits);
  return code > mask ? -value : value;
}

static inline uint32_t
signed_encode (float value, uint32_t mask, int bits)
{
  double code = floor (fabs ((double) value) * (1 << bits) + 0.5);
  uint32_t magnitude = !(code > 0) ? 0 : code > mask ? mask : (uint32_t) code;
  return magnitude | (signbit (value) ? mask + 1 : 0);
}

/* IEEE 754 binary16. NaN keeps its upper ten bits, which is why no arithmetic is done on it. */
static float
half_decode (uint16_t code)
{
  uint32_t sign = (uint32_t) (code & 0x8000) << 16, exponent = code >> 10 & 0x1F, fraction = code & 0x3FF;
  float value;
  if (exponent == 0) {
    value = (float) fraction * 0x1p-24f;
    return sign ? -value : value;
  }
  uint32_t bits = sign | (exponent == 0x1F ? 0xFFu : exponent + 112) << 23 | fraction << 13;
  memcpy (&value, &bits, 4);
  return value;
}

/* Rounds to the nearest code, and ties to the even one; numbers beyond the largest become infinite. */
static uint16_t
half_encode (float value)
{
  uint32_t bits;
  memcpy (&bits, &value, 4);
  uint16_t sign = (uint16_t) (bits >> 16 & 0x8000);
  uint32_t magnitude = bits & 0x7FFFFFFF;
  if (magnitude > 0x7F800000) { /* NaN must not become infinite */
    uint16_t fraction = (uint16_t) (magnitude >> 13 & 0x3FF);
    return (uint16_t) (sign | 0x7C00 | (fraction ? fraction : 0x200));
  }
  if (magnitude < 0x38800000) /* below the least normal number */
    return (uint16_t) (sign | (uint16_t) nearbyint (fabs ((double) value) * 0x1p24));
  uint32_t rounded = magnitude + 0xFFF + (magnitude >> 13 & 1);
  return (uint16_t) (sign | (rounded >= 0x47800000 ? 0x7C00u : (rounded - 0x38000000) >> 13));
}

static inline uint16_t
u16_at (const uint8_t *bytes)
{
  uint16_t value;
  memcpy (&value, bytes, 2);
  return value;
}

static inline int16_t
to_i8 (int16_t value)
{
  return CLAMP (value, INT8_MIN, INT8_MAX);
}

/* --- Values --------------------------------------------------------------------------------------------------------- */

/* clang-format off */
/* A loop over values and components; `size` is the bytes of a component in the file. */
#define EACH(size, type, statement)                                                                                     \
  for (uint32_t i = 0; i < n; i++)                                                                                     \
    for (uint32_t c = 0; c < components; c++) {                                                                        \
      const uint8_t *in = from + i * stride + c * size;                                                                \
      type *out = (type *) to + (size_t) i * components + c;                                                           \
      statement;                                                                                                       \
    }
/* clang-format on */

void
mw_codec_decode (MwCodec codec, const MwField *field, const uint8_t *from, size_t stride, uint32_t n, void *to)
{
  uint32_t components = MAX (field->count, 1);
  switch (codec) {
  case MW_CODEC_NONE: {
    size_t size = mw_field_element_size (field);
    if (stride == size) {
      if (n)
        memcpy (to, from, n * size);
      return;
    }
    for (uint32_t i = 0; i < n; i++)
      memcpy ((uint8_t *) to + i * size, from + i * stride, size);
    return;
  }
  case MW_CODEC_U8:
    if (mw_field_element_size (field) == 2 * components)
      EACH (1, uint16_t, *out = *in)
    else
      EACH (1, uint32_t, *out = *in)
    return;
  case MW_CODEC_QUAT16:
    if (stride == 2 * components)
      quat16_decode_row (from, (size_t) n * components, to);
    else
      EACH (2, float, *out = quat16_decode (u16_at (in)))
    return;
  case MW_CODEC_QUAT64:
    for (uint32_t i = 0; i < n; i++)
      quat64_decode (from + i * stride, (float *) to + 4 * (size_t) i);
    return;
  case MW_CODEC_FIXED16:
    EACH (2, float, *out = fixed16_decode (u16_at (in)))
    return;
  case MW_CODEC_FIXED69:
    EACH (2, float, *out = signed_decode (u16_at (in), 0x7FFF, 9))
    return;
  case MW_CODEC_HALF:
    EACH (2, float, *out = half_decode (u16_at (in)))
    return;
  case MW_CODEC_FIXED25:
    EACH (1, float, *out = signed_decode (*in, 0x7F, 5))
    return;
  case MW_CODEC_BGRA:
    EACH (1, uint8_t, *out = c < 3 ? in[2 - 2 * (int) c] : *in)
    return;
  case MW_CODEC_GRAVITY:
    EACH (1, int16_t, *out = c < 2 ? (int8_t) *in : (int16_t) u16_at (in))
    return;
  }
  g_assert_not_reached ();
}

/* clang-format off */
#undef EACH
#define EACH(size, type, statement)                                                                                     \
  for (uint32_t i = 0; i < n; i++)                                                                                     \
    for (uint32_t c = 0; c < components; c++) {                                                                        \
      const type *in = (const type *) from + (size_t) i * components + c;                                              \
      uint8_t *out = to + i * stride + c * size;                                                                       \
      statement;                                                                                                       \
    }
/* clang-format on */

static inline void
put_u16 (uint8_t *to, uint16_t value)
{
  memcpy (to, &value, 2);
}

void
mw_codec_encode (MwCodec codec, const MwField *field, const void *from, uint32_t n, uint8_t *to, size_t stride)
{
  uint32_t components = MAX (field->count, 1);
  switch (codec) {
  case MW_CODEC_NONE: {
    size_t size = mw_field_element_size (field);
    for (uint32_t i = 0; i < n; i++)
      memcpy (to + i * stride, (const uint8_t *) from + i * size, size);
    return;
  }
  case MW_CODEC_U8:
    if (mw_field_element_size (field) == 2 * components)
      EACH (1, uint16_t, *out = (uint8_t) MIN (*in, 255))
    else
      EACH (1, uint32_t, *out = (uint8_t) MIN (*in, 255))
    return;
  case MW_CODEC_QUAT16:
    if (stride == 2 * components)
      quat16_encode_row (from, (size_t) n * components, to);
    else
      EACH (2, float, put_u16 (out, quat16_encode (*in)))
    return;
  case MW_CODEC_QUAT64:
    for (uint32_t i = 0; i < n; i++)
      quat64_encode ((const float *) from + 4 * (size_t) i, to + i * stride);
    return;
  case MW_CODEC_FIXED16:
    EACH (2, float, put_u16 (out, fixed16_encode (*in)))
    return;
  case MW_CODEC_FIXED69:
    EACH (2, float, put_u16 (out, (uint16_t) signed_encode (*in, 0x7FFF, 9)))
    return;
  case MW_CODEC_HALF:
    EACH (2, float, put_u16 (out, half_encode (*in)))
    return;
  case MW_CODEC_FIXED25:
    EACH (1, float, *out = (uint8_t) signed_encode (*in, 0x7F, 5))
    return;
  case MW_CODEC_BGRA:
    EACH (1, uint8_t, *out = c < 3 ? in[2 - 2 * (int) c] : *in)
    return;
  case MW_CODEC_GRAVITY:
    for (uint32_t i = 0; i < n; i++) {
      const int16_t *in = (const int16_t *) from + 3 * (size_t) i;
      to[i * stride] = (uint8_t) to_i8 (in[0]);
      to[i * stride + 1] = (uint8_t) to_i8 (in[1]);
      put_u16 (to + i * stride + 2, (uint16_t) in[2]);
    }
    return;
  }
  g_assert_not_reached ();
}

uint32_t
mw_codec_snap (MwCodec codec, const MwField *field, void *values, uint32_t n)
{
  size_t size = mw_codec_size (codec, field), wide = mw_field_element_size (field);
  uint32_t changed = 0;
  if (codec == MW_CODEC_NONE || !n)
    return 0;
  g_autofree uint8_t *codes = g_malloc (size * n);
  g_autofree uint8_t *snapped = g_malloc (wide * n);
  mw_codec_encode (codec, field, values, n, codes, size);
  mw_codec_decode (codec, field, codes, size, n, snapped);
  for (uint32_t i = 0; i < n; i++)
    changed += memcmp ((const uint8_t *) values + i * wide, snapped + i * wide, wide) != 0;
  if (changed)
    memcpy (values, snapped, wide * n);
  return changed;
}
