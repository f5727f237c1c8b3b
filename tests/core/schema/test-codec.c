/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/codec.h"
#include "tests/core/corpus.h"

#include <math.h>
#include <string.h>

/* Every code of every codec survives decoding and encoding, and means what m2.md 3 says. */

static MwField
field_of (MwType element, guint count)
{
  return (MwField) { .name = "value", .type = MW_TYPE_ARRAY, .element = element, .count = (uint16_t) count };
}

/* Decodes and encodes all codes of `size` bytes. `meaning` returns the number that a code means. */
static void
all_codes (MwCodec codec, guint size, double (*meaning) (uint32_t code))
{
  MwField field = field_of (MW_TYPE_F32, 1);
  uint32_t n = size == 1 ? 256 : 65536;
  g_autofree float *values = g_new (float, n);
  g_autofree uint8_t *codes = g_malloc (n * size), *back = g_malloc (n * size);
  for (uint32_t code = 0; code < n; code++)
    memcpy (codes + code * size, &code, size);
  g_assert_cmpuint (mw_codec_size (codec, &field), ==, size);
  mw_codec_decode (codec, &field, codes, size, n, values);
  for (uint32_t code = 0; code < n; code++) {
    float wanted = (float) meaning (code);
    g_assert_cmpmem (&values[code], 4, &wanted, 4);
  }
  mw_codec_encode (codec, &field, values, n, back, size);
  g_assert_cmpmem (codes, n * size, back, n * size);
}

static double
quat16_means (uint32_t code)
{
  return (2.0 * code - 65535.0) / 65535.0;
}

static double
fixed16_means (uint32_t code)
{
  return (code < 32768 ? (double) code : (double) code - 65536) / 32767.0;
}

static double
fixed69_means (uint32_t code)
{
  return copysign ((code & 0x7FFF) / 512.0, code & 0x8000 ? -1 : 1);
}

static double
fixed25_means (uint32_t code)
{
  return copysign ((code & 0x7F) / 32.0, code & 0x80 ? -1 : 1);
}

/* The examples of mdlx.md 8. */
static const struct {
  float quat[4];
  uint64_t code;
  double sign; /* -1: w is negative, so the decoded quaternion has the opposite signs */
} quaternions[] = {
  { { 0, 0, 0, 1 }, 0x0000000000000000, 1 },
  { { 0, 0, 0.70710677f, 0.70710677f }, 0x00000000000B504F, 1 },
  { { 0, 0, -0.70710677f, 0.70710677f }, 0x000000000014AFB1, 1 },
  { { 0.70710677f, 0, 0, -0.70710677f }, 0xA57D880000000000, -1 },
  { { 0.5f, -0.5f, 0.25f, 0.6614378f }, 0x4000030000040000, 1 },
  { { 0.5f, 0.5f, 0.5f, 0.5f }, 0x4000010000080000, 1 },
  { { -0.5f, 0.5f, -0.5f, 0.5f }, 0xC000010000180000, 1 },
  { { 1, 0, 0, 0 }, 0x8000000000000000, -1 },
  { { -1, 0, 0, 0 }, 0x8000000000000000, 1 },
};

static void
test_packed_quaternions (void)
{
  MwField field = field_of (MW_TYPE_F32, 4);
  g_assert_cmpuint (mw_codec_size (MW_CODEC_QUAT64, &field), ==, 8);
  for (guint i = 0; i < G_N_ELEMENTS (quaternions); i++) {
    uint64_t code;
    float quat[4];
    mw_codec_encode (MW_CODEC_QUAT64, &field, quaternions[i].quat, 1, (uint8_t *) &code, 8);
    g_assert_cmphex (code, ==, quaternions[i].code);
    mw_codec_decode (MW_CODEC_QUAT64, &field, (const uint8_t *) &code, 8, 1, quat);
    for (guint k = 0; k < 4; k++)
      g_assert_cmpfloat_with_epsilon (quat[k], quaternions[i].sign * quaternions[i].quat[k], 2e-6);
  }
}

/* Every code survives, also those whose x, y and z are not part of a rotation, and also with a stride. */
static void
test_any_pattern (void)
{
  enum { N = 1000000, STRIDE = 12 };
  MwField field = field_of (MW_TYPE_F32, 4);
  g_autofree uint64_t *codes = g_new (uint64_t, N), *back = g_new (uint64_t, N);
  g_autofree float *quats = g_new (float, 4 * N);
  for (guint i = 0; i < N; i++)
    codes[i] = (uint64_t) work_random () << 32 | work_random ();
  codes[0] = 0;
  codes[1] = UINT64_MAX;
  codes[2] = 0x8000000000000000;
  codes[3] = 0x7FFFFFFFFFFFFFFF;
  codes[4] = 0x0000020000100000;
  mw_codec_decode (MW_CODEC_QUAT64, &field, (const uint8_t *) codes, 8, N, quats);
  for (guint i = 0; i < N; i++)
    g_assert_true (quats[4 * i + 3] >= 0);
  mw_codec_encode (MW_CODEC_QUAT64, &field, quats, N, (uint8_t *) back, 8);
  g_assert_cmpmem (codes, 8 * (gsize) N, back, 8 * (gsize) N);

  uint8_t apart[3 * STRIDE] = { 0 };
  float few[12];
  mw_codec_encode (MW_CODEC_QUAT64, &field, quats, 3, apart, STRIDE);
  mw_codec_decode (MW_CODEC_QUAT64, &field, apart, STRIDE, 3, few);
  g_assert_cmpmem (few, sizeof few, quats, sizeof few);
}

/* Components that no code means: beyond 1, infinite, NaN, -0. */
static void
test_odd_quaternions (void)
{
  static const float odd[][4] = { { 7, 0, 0, 0 },          { -7, 0, 0, 0 },       { NAN, NAN, NAN, NAN },
                                  { -0.f, -0.f, -0.f, 1 }, { INFINITY, 0, 0, 1 }, { 0, 0.3f, 0, -0.95f } };
  static const uint64_t codes[] = {
    0x8000000000000000, 0x8000000000000000, 0, 0, 0x8000000000000000, 0x0000036666800000
  };
  MwField field = field_of (MW_TYPE_F32, 4);
  for (guint i = 0; i < G_N_ELEMENTS (odd); i++) {
    uint64_t code;
    mw_codec_encode (MW_CODEC_QUAT64, &field, odd[i], 1, (uint8_t *) &code, 8);
    g_assert_cmphex (code, ==, codes[i]);
  }
}

/* IEEE 754 binary16, by its definition. */
static double
half_means (guint code)
{
  guint exponent = code >> 10 & 0x1F, fraction = code & 0x3FF;
  double sign = code & 0x8000 ? -1 : 1;
  if (exponent == 31)
    return fraction ? NAN : sign * INFINITY;
  return sign * (exponent ? ldexp (1024 + fraction, (int) exponent - 25) : ldexp (fraction, -24));
}

static void
test_half (void)
{
  MwField field = field_of (MW_TYPE_F32, 1);
  for (guint i = 0; i < 0x10000; i++) {
    uint16_t code = (uint16_t) i, back;
    float value;
    mw_codec_decode (MW_CODEC_HALF, &field, (const uint8_t *) &code, 2, 1, &value);
    double means = half_means (i);
    g_assert_true (isnan (means) ? isnan (value) : (double) value == means && !signbit (value) == !(i & 0x8000));
    mw_codec_encode (MW_CODEC_HALF, &field, &value, 1, (uint8_t *) &back, 2);
    g_assert_cmphex (back, ==, code);
  }
  /* Between two codes the nearest one, and the even one of two that are as near. */
  static const struct {
    float value;
    uint16_t code;
  } some[] = { { 2049, 0x6800 },      { 2051, 0x6802 },        { 2049.1f, 0x6801 },    { 65519, 0x7BFF },
               { 65520, 0x7C00 },     { -1e9f, 0xFC00 },       { 0x1.8p-24f, 0x0002 }, { 0x1p-25f, 0 },
               { -0x1p-30f, 0x8000 }, { 0x1.FFFp-15f, 0x0400 } };
  for (guint i = 0; i < G_N_ELEMENTS (some); i++) {
    uint16_t code;
    mw_codec_encode (MW_CODEC_HALF, &field, &some[i].value, 1, (uint8_t *) &code, 2);
    g_assert_cmphex (code, ==, some[i].code);
  }
}

static void
test_all_codes (void)
{
  all_codes (MW_CODEC_QUAT16, 2, quat16_means);
  all_codes (MW_CODEC_FIXED16, 2, fixed16_means);
  all_codes (MW_CODEC_FIXED69, 2, fixed69_means);
  all_codes (MW_CODEC_FIXED25, 1, fixed25_means);
}

static uint16_t
encode_one (MwCodec codec, float value)
{
  MwField field = field_of (MW_TYPE_F32, 1);
  uint16_t code = 0;
  mw_codec_encode (codec, &field, &value, 1, (uint8_t *) &code, 2);
  return code;
}

/* Files store the identity as 32767, 32767, 32767, 65535. */
static void
test_nearest (void)
{
  g_assert_cmpuint (encode_one (MW_CODEC_QUAT16, 0), ==, 32767);
  g_assert_cmpuint (encode_one (MW_CODEC_QUAT16, 1), ==, 65535);
  g_assert_cmpuint (encode_one (MW_CODEC_QUAT16, -1), ==, 0);
  g_assert_cmpuint (encode_one (MW_CODEC_QUAT16, 2), ==, 65535);
  g_assert_cmpuint (encode_one (MW_CODEC_QUAT16, -INFINITY), ==, 0);
  g_assert_cmpuint (encode_one (MW_CODEC_QUAT16, NAN), ==, 0);
  g_assert_cmpuint (encode_one (MW_CODEC_FIXED16, 1), ==, 0x7FFF);
  g_assert_cmpuint (encode_one (MW_CODEC_FIXED16, 7), ==, 0x7FFF);
  g_assert_cmpuint (encode_one (MW_CODEC_FIXED16, -7), ==, 0x8000);
  g_assert_cmpuint (encode_one (MW_CODEC_FIXED16, 0.5f), ==, 16384);
  g_assert_cmpuint (encode_one (MW_CODEC_FIXED69, -1.5f), ==, 0x8000 | 768);
  g_assert_cmpuint (encode_one (MW_CODEC_FIXED69, 1000), ==, 0x7FFF);
  g_assert_cmpuint (encode_one (MW_CODEC_FIXED25, 1.5f), ==, 48);
}

/* Values that are not adjacent, like those in keys. */
static void
test_strides (void)
{
  MwField quat = field_of (MW_TYPE_F32, 4), vec = field_of (MW_TYPE_F32, 3);
  static const uint8_t codes[20] = { 0xFF, 0x7F, 0xFF, 0x7F, 0xFF, 0x7F, 0xFF, 0xFF, 9, 9,
                                     0xFF, 0xFF, 0xFF, 0x7F, 0,    0,    0xFF, 0x7F, 9, 9 };
  float values[8],
    expected[8] = { -1 / 65535.0f, -1 / 65535.0f, -1 / 65535.0f, 1, 1, -1 / 65535.0f, -1, -1 / 65535.0f };
  g_assert_cmpuint (mw_codec_size (MW_CODEC_QUAT16, &quat), ==, 8);
  mw_codec_decode (MW_CODEC_QUAT16, &quat, codes, 10, 2, values);
  g_assert_cmpmem (values, sizeof values, expected, sizeof expected);
  uint8_t back[20];
  memset (back, 9, sizeof back);
  mw_codec_encode (MW_CODEC_QUAT16, &quat, values, 2, back, 10);
  g_assert_cmpmem (back, 20, codes, 20);

  float keys[9] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 }, middle[3], out[9] = { 0 };
  mw_codec_decode (MW_CODEC_NONE, &vec, (const uint8_t *) (keys + 3), 36, 1, middle);
  g_assert_cmpfloat (middle[2], ==, 6);
  mw_codec_encode (MW_CODEC_NONE, &vec, middle, 1, (uint8_t *) (out + 3), 36);
  g_assert_cmpfloat (out[3], ==, 4);
  g_assert_cmpfloat (out[6], ==, 0);
}

static void
test_parts (void)
{
  MwField rgba = { .name = "value", .type = MW_TYPE_U8, .count = 4 };
  static const uint8_t bgra[4] = { 1, 2, 3, 4 }, wanted[4] = { 3, 2, 1, 4 };
  uint8_t memory[4], back[4];
  mw_codec_decode (MW_CODEC_BGRA, &rgba, bgra, 4, 1, memory);
  g_assert_cmpmem (memory, 4, wanted, 4);
  mw_codec_encode (MW_CODEC_BGRA, &rgba, memory, 1, back, 4);
  g_assert_cmpmem (back, 4, bgra, 4);

  MwField gravity = field_of (MW_TYPE_I16, 3);
  static const uint8_t packed[8] = { 0x80, 0x7F, 0x34, 0xF2, 5, 0xFB, 0, 0x80 };
  static const int16_t parts[6] = { -128, 127, (int16_t) 0xF234, 5, -5, -32768 };
  int16_t read[6];
  uint8_t again[8];
  mw_codec_decode (MW_CODEC_GRAVITY, &gravity, packed, 4, 2, read);
  g_assert_cmpmem (read, 12, parts, 12);
  mw_codec_encode (MW_CODEC_GRAVITY, &gravity, read, 2, again, 4);
  g_assert_cmpmem (again, 8, packed, 8);

  MwField word = { .name = "value", .type = MW_TYPE_U16, .count = 1 },
          number = { .name = "value", .type = MW_TYPE_U32, .count = 1 };
  uint16_t narrow = 0;
  uint32_t wide = 0;
  uint8_t byte = 200, written = 0;
  mw_codec_decode (MW_CODEC_U8, &word, &byte, 1, 1, &narrow);
  mw_codec_decode (MW_CODEC_U8, &number, &byte, 1, 1, &wide);
  g_assert_cmpuint (narrow, ==, 200);
  g_assert_cmpuint (wide, ==, 200);
  mw_codec_encode (MW_CODEC_U8, &word, &narrow, 1, &written, 1);
  g_assert_cmpuint (written, ==, 200);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/codec/all codes of 16-bit floating point, and numbers between them", test_half);
  g_test_add_func ("/schema/codec/every code is restored", test_all_codes);
  g_test_add_func ("/schema/codec/a value without a code takes the nearest", test_nearest);
  g_test_add_func ("/schema/codec/values may be spaced apart", test_strides);
  g_test_add_func ("/schema/codec/parts are put in order", test_parts);
  g_test_add_func ("/schema/codec/packed quaternions equal the reference", test_packed_quaternions);
  g_test_add_func ("/schema/codec/any 64 bits of a packed quaternion are restored", test_any_pattern);
  g_test_add_func ("/schema/codec/quaternions longer than 1 are packed too", test_odd_quaternions);
  return g_test_run ();
}
