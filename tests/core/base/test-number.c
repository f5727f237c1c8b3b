/* SPDX-License-Identifier: GPL-3.0-or-later */
/* for newlocale() and uselocale(), whatever -std says */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "core/base/number.h"
#include "tests/core/base/bits.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MIN_NORMAL 0x00800000u
#define INFINITE 0x7f800000u
#define NOT_READ 0x12345678u

static locale_t c_locale;

static uint64_t random_state;

static uint64_t
next_random (void) /* xorshift64* */
{
  random_state ^= random_state >> 12;
  random_state ^= random_state << 25;
  random_state ^= random_state >> 27;
  return random_state * 0x2545f4914f6cdd1du;
}

static unsigned
random_below (unsigned n)
{
  return (unsigned) ((next_random () >> 32) * n >> 32);
}

static void
seed_random (uint64_t seed)
{
  random_state = seed;
  g_test_message ("seed %" G_GUINT64_FORMAT, (guint64) seed);
}

/* Reads all of `text`, which must be a number to its end. */
static uint32_t
read_bits (const char *text)
{
  size_t used = 0;
  float value = float_of (NOT_READ);
  if (!mw_float_from_text (text, strlen (text), &used, &value) || used != strlen (text))
    g_error ("'%s': %zu bytes of %zu read", text, used, strlen (text));
  return bits_of (value);
}

static void
assert_reads (const char *text, uint32_t bits)
{
  uint32_t got = read_bits (text);
  if (got != bits)
    g_error ("'%.200s' reads as %08x, not %08x", text, got, bits);
}

static void
assert_reads_as_strtof (const char *text)
{
  assert_reads (text, bits_of (strtof (text, NULL)));
}

static void
assert_prints (uint32_t bits, const char *text)
{
  char out[MW_FLOAT_TEXT_MAX];
  size_t length = mw_float_to_text (float_of (bits), out);
  g_assert_cmpstr (out, ==, text);
  g_assert_cmpuint (length, ==, strlen (text));
  assert_reads (text, bits);
}

/* The significant digits of a finite number's text, without the zeros at either end. */
static size_t
significant (const char *text, char *digits)
{
  size_t count = 0, last = 0;
  for (; *text && *text != 'e'; text++) {
    if (!g_ascii_isdigit (*text) || (*text == '0' && count == 0))
      continue;
    digits[count++] = *text;
    if (*text != '0')
      last = count;
  }
  digits[last] = 0;
  return last;
}

/* ---- Printing ---- */

static void
test_words_printed (void)
{
  assert_prints (0, "0");
  assert_prints (0x80000000, "-0");
  assert_prints (INFINITE, "inf");
  assert_prints (0xff800000, "-inf");
  assert_prints (0x7fc00000, "nan");
  assert_prints (0xffc00000, "nan(0xffc00000)");
  assert_prints (0x7fc00001, "nan(0x7fc00001)");
  assert_prints (0x7f800001, "nan(0x7f800001)");
  assert_prints (0xff800001, "nan(0xff800001)");
  assert_prints (0x7fbfffff, "nan(0x7fbfffff)");
  assert_prints (0xffffffff, "nan(0xffffffff)");
}

static void
test_forms (void)
{
  static const struct {
    float value;
    const char *text;
  } cases[] = {
    { 12, "12" },
    { -3, "-3" },
    { 1, "1" },
    { 10, "10" },
    { 0.1f, "0.1" },
    { -0.5f, "-0.5" },
    { 12.25f, "12.25" },
    { 123456.79f, "123456.79" },
    { 1 / 3.0f, "0.33333334" },
    { 16777215, "16777215" },
    { 16777216, "16777216" },
    { 134217728, "134217730" },
    { 4294967296.0f, "4294967300" },
    { 1e9f, "1000000000" },
    { 9999999000.0f, "9999999000" },
    { 1e10f, "1e10" },
    { -1.5e20f, "-1.5e20" },
    { 1e-5f, "0.00001" },
    { -1.2345678e-5f, "-0.000012345678" },
    { 9.999999e-6f, "9.999999e-6" },
    { 1e-7f, "1e-7" },
    { 1.25e-10f, "1.25e-10" },
    { FLT_MAX, "3.4028235e38" },
    { -FLT_MAX, "-3.4028235e38" },
    { FLT_MIN, "1.1754944e-38" },
    { FLT_EPSILON, "1.1920929e-7" },
  };
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_prints (bits_of (cases[i].value), cases[i].text);
  assert_prints (1, "1e-45");
  assert_prints (2, "3e-45");
  assert_prints (3, "4e-45");
  assert_prints (MIN_NORMAL - 1, "1.1754942e-38");
  assert_prints (MIN_NORMAL + 1, "1.1754945e-38");
}

/* Prints and reads back; looks for a shorter text, and for a closer one of the same length, with printf. */
static void
assert_shortest (uint32_t bits)
{
  char text[MW_FLOAT_TEXT_MAX], digits[MW_FLOAT_TEXT_MAX], other[64], other_digits[64];
  float value = float_of (bits);

  memset (text, 'x', sizeof text);
  size_t length = mw_float_to_text (value, text);
  g_assert_cmpuint (length, <=, 16);
  g_assert_true (text[length] == 0 && strlen (text) == length);
  assert_reads (text, bits);
  if ((bits & 0x7fffffff) >= INFINITE || bits << 1 == 0)
    return;

  size_t count = significant (text, digits);
  for (int n = 1; n <= 9; n++) {
    snprintf (other, sizeof other, "%.*e", n - 1, (double) value);
    if (bits_of (strtof (other, NULL)) != bits)
      continue;
    size_t other_count = significant (other, other_digits);
    if (other_count < count || (other_count == count && strcmp (digits, other_digits) != 0))
      g_error ("%08x prints as '%s', but '%s' is as good", bits, text, other);
    /* printf rounds to the nearest and misses a shorter text only where the interval is not symmetric. */
    if (other_count > count && (bits & 0x7fffff) != 0)
      g_error ("%08x prints as '%s', printf finds no shorter than '%s'", bits, text, other);
    return;
  }
  g_error ("%08x: nine digits are not enough", bits);
}

static void
test_shortest_random (void)
{
  seed_random (20240611);
  for (int i = 0; i < 200000; i++)
    assert_shortest ((uint32_t) (next_random () >> 32));
}

static void
test_shortest_edges (void)
{
  static const uint32_t fractions[] = { 0, 1, 2, 0x3fffff, 0x400000, 0x7ffffe, 0x7fffff };
  for (uint32_t exponent = 0; exponent < 256; exponent++)
    for (size_t i = 0; i < G_N_ELEMENTS (fractions); i++) {
      assert_shortest (exponent << 23 | fractions[i]);
      assert_shortest (0x80000000u | exponent << 23 | fractions[i]);
    }
  for (uint32_t bits = 0; bits < 2000; bits++)
    assert_shortest (bits);
  for (int n = 0; n < 5000; n++) {
    assert_shortest (bits_of ((float) n / 100));
    assert_shortest (bits_of ((float) n * 1000));
  }
}

static void
test_powers_of_ten (void)
{
  for (int x = -45; x <= 38; x++) {
    char text[16], fixed[80], out[MW_FLOAT_TEXT_MAX];
    g_snprintf (text, sizeof text, "1e%d", x);
    uint32_t bits = read_bits (text);
    assert_reads_as_strtof (text);
    mw_float_to_text (float_of (bits), out);
    if (x < -5 || x > 9) {
      g_assert_cmpstr (out, ==, text);
    } else {
      snprintf (fixed, sizeof fixed, "%.*f", MAX (-x, 0), (double) float_of (bits));
      g_assert_cmpstr (out, ==, fixed);
    }
  }
}

/* ---- Reading ---- */

static void
test_words_read (void)
{
  static const struct {
    const char *text;
    uint32_t bits;
  } cases[] = {
    { "inf", INFINITE },
    { "+inf", INFINITE },
    { "-inf", 0xff800000 },
    { "INF", INFINITE },
    { "-Infinity", 0xff800000 },
    { "iNfInItY", INFINITE },
    { "1.#INF", INFINITE },
    { "-1.#INF", 0xff800000 },
    { "1.#INF00", INFINITE },
    { "-1.#inf00e+000", 0xff800000 },
    { "nan", 0x7fc00000 },
    { "NaN", 0x7fc00000 },
    { "+NAN", 0x7fc00000 },
    { "-nan", 0x7fc00000 },
    { "nan(ind)", 0x7fc00000 },
    { "-nan(ind)", 0x7fc00000 },
    { "-NAN(IND)", 0x7fc00000 },
    { "nan(snan)", 0x7fc00000 },
    { "1.#QNAN", 0x7fc00000 },
    { "-1.#QNAN", 0x7fc00000 },
    { "1.#QNAN0", 0x7fc00000 },
    { "1.#SNAN", 0x7fc00000 },
    { "-1.#IND", 0x7fc00000 },
    { "1.#ind", 0x7fc00000 },
    { "-1.#IND00", 0x7fc00000 },
    { "nan(0x7fc00000)", 0x7fc00000 },
    { "nan(0x7fc00001)", 0x7fc00001 },
    { "NAN(0XFFC00000)", 0xffc00000 },
    { "nan(0x7f800001)", 0x7f800001 },
    { "nan(0xFfFfFfFf)", 0xffffffff },
  };
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_reads (cases[i].text, cases[i].bits);
}

static void
test_longest_prefix (void)
{
  static const struct {
    const char *text;
    size_t used;
    float value;
  } cases[] = {
    { "5.", 2, 5 },
    { ".5", 2, 0.5f },
    { "-.5", 3, -0.5f },
    { "+7", 2, 7 },
    { "007.50", 6, 7.5f },
    { "1,5", 1, 1 },
    { "1.5.5", 3, 1.5f },
    { "5.e1", 4, 50 },
    { "2e", 1, 2 },
    { "2e+", 1, 2 },
    { "2e-x", 1, 2 },
    { "2E3x", 3, 2000 },
    { "2e+3e4", 4, 2000 },
    { "2e-1", 4, 0.2f },
    { "3 4", 1, 3 },
    { "3-4", 1, 3 },
    { "0x10", 1, 0 },
    { "12345678", 8, 12345678 },
    { "12345678,", 8, 12345678 },
    { "1.2345678}", 9, 1.2345678f },
    { "1.#", 2, 1 },
    { "1.#IN", 2, 1 },
    { "01.#INF", 3, 1 },
    { "2.#INF", 2, 2 },
    { ".1#INF", 2, 0.1f },
    { "infinit", 3, HUGE_VALF },
    { "inf00", 3, HUGE_VALF },
  };
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++) {
    size_t used = 0;
    float value = 0;
    g_test_message ("%s", cases[i].text);
    g_assert_true (mw_float_from_text (cases[i].text, strlen (cases[i].text), &used, &value));
    g_assert_cmpuint (used, ==, cases[i].used);
    g_assert_cmphex (bits_of (value), ==, bits_of (cases[i].value));
  }

  /* Not NaN patterns, truncated or too long ones, and patterns with a sign before them. */
  static const char *const bare[] = { "nan(0x7f800000)",  "nan(0x3f800000)", "nan(0x)", "nan(0x7fc00001",
                                      "nan(0x7fc000011)", "nan(7fc00001)",   "nan(in)", "nan()",
                                      "nan(foo)",         "nan (ind)" };
  for (size_t i = 0; i < G_N_ELEMENTS (bare) + 1; i++) {
    const char *text = i < G_N_ELEMENTS (bare) ? bare[i] : "-nan(0x7fc00001)";
    size_t used = 0;
    float value = 0;
    g_assert_true (mw_float_from_text (text, strlen (text), &used, &value));
    g_assert_cmpuint (used, ==, *text == '-' ? 4 : 3);
    g_assert_cmphex (bits_of (value), ==, MW_FLOAT_NAN_BITS);
  }
}

static void
test_no_number (void)
{
  static const char *const texts[] = { "",   "+",   "-",  ".",  "-.",  "+.e5", "e5", ".e5", "--1", "+-1",
                                       " 1", "\t1", "in", "na", "-na", "#INF", "x",  ",5",  "abc", "\xff" };
  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++) {
    size_t used = 99;
    float value = 42;
    g_assert_false (mw_float_from_text (texts[i], strlen (texts[i]), &used, &value));
    g_assert_cmpuint (used, ==, 0);
    g_assert_true (value == 42);
  }
  size_t used = 99;
  float value = 42;
  g_assert_false (mw_float_from_text (NULL, 0, &used, &value));
  g_assert_cmpuint (used, ==, 0);
}

static void
test_any_byte_ends (void)
{
  /* Digits are read eight at a time; the count must be right whatever byte ends them, at any position. */
  for (size_t digits = 1; digits <= 18; digits++)
    for (int byte = 0; byte < 256; byte++) {
      if (g_ascii_isdigit (byte) || byte == '.' || byte == 'e' || byte == 'E')
        continue;
      char text[40];
      size_t used;
      float value;
      double expected = 0;
      memset (text, '9', sizeof text);
      for (size_t i = 0; i < digits; i++) {
        text[i] = (char) ('1' + i % 9);
        expected = expected * 10 + (double) (1 + i % 9);
      }
      text[digits] = (char) byte;
      g_assert_true (mw_float_from_text (text, sizeof text, &used, &value));
      g_assert_cmpuint (used, ==, digits);
      g_assert_true (value == (float) expected);
    }
}

static void
test_boundaries (void)
{
  static const struct {
    const char *text;
    uint32_t bits;
  } cases[] = {
    { "0", 0 },
    { "-0", 0x80000000 },
    { "-0.000e99", 0x80000000 },
    { "0e999999999999999999999999", 0 },
    { "3.4028234663852885981170418348451692544e38", 0x7f7fffff },
    { "340282356779733661637539395458142568447.999", 0x7f7fffff }, /* just below halfway from FLT_MAX to 2^128 */
    { "340282356779733661637539395458142568448", INFINITE },       /* halfway: to even */
    { "-340282356779733661637539395458142568448", 0xff800000 },
    { "1e39", INFINITE },
    { "-1e39", 0xff800000 },
    { "1e99999999999999999999", INFINITE },
    { "-1e-99999999999999999999", 0x80000000 },
    { "1.17549435082228750796873653722224568e-38", MIN_NORMAL },
    { "1.1754942e-38", MIN_NORMAL - 1 },
    { "1e-45", 1 },
    /* 2^-150 with its digits truncated, and with the last one rounded up */
    { "7.0064923216240853546186479164495806564013097093825788587853e-46", 0 },
    { "7.0064923216240853546186479164495806564013097093825788587854e-46", 1 },
    { "1e-46", 0 },
    { "16777217", 0x4b800000 },
    { "16777219", 0x4b800002 },
    { "8388608.5", 0x4b000000 },
    { "8388609.5", 0x4b000002 },
    { "9223372036854775807", 0x5f000000 },
    { "18446744073709551615", 0x5f800000 },
    { "18446744073709551616", 0x5f800000 },
    { "99999999999999999999", 0x60ad78ec },
  };
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++) {
    assert_reads (cases[i].text, cases[i].bits);
    assert_reads_as_strtof (cases[i].text);
  }
}

/* 1 to 20 digits, with a point anywhere, with or without an exponent; every tenth is close to a midpoint of two
 * floats. */
static void
random_decimal (char *text, size_t size)
{
  if (random_below (10) == 0) {
    uint32_t bits = (uint32_t) next_random () % (INFINITE - 1);
    double halfway = ((double) float_of (bits) + (double) float_of (bits + 1)) / 2;
    snprintf (text, size, "%.*e", 6 + (int) random_below (14), halfway);
    return;
  }
  unsigned digits = 1 + random_below (20), point = random_below (digits + 2);
  char *p = text;
  if (random_below (2))
    *p++ = random_below (8) ? '-' : '+';
  for (unsigned i = 0; i < digits; i++) {
    if (i == point)
      *p++ = '.';
    *p++ = (char) ('0' + random_below (10));
  }
  *p = 0;
  if (random_below (4)) {
    int exponent = (int) random_below (120) - 70;
    g_snprintf (p, (gulong) (size - (size_t) (p - text)), exponent > 0 && random_below (2) ? "E+%d" : "e%d", exponent);
  }
}

static void
test_random_decimals (void)
{
  seed_random (7);
  for (int i = 0; i < 200000; i++) {
    char text[64];
    random_decimal (text, sizeof text);
    assert_reads_as_strtof (text);
  }
}

/* `text` is the exact decimal of the midpoint between `bits` and the next float. */
static void
assert_halfway (const char *text, uint32_t bits)
{
  size_t length = strlen (text);
  const char *e = strchr (text, 'e');
  int digits = (int) (e ? e - text : (ptrdiff_t) length);
  char *lower = g_strdup (text);
  g_autofree char *above = g_strdup_printf ("%.*s1%s", digits, text, e ? e : "");
  g_autofree char *far_above = g_strdup_printf ("%.*s%01000d1%s", digits, text, 0, e ? e : "");
  g_autofree char *below = NULL;

  assert_reads (text, bits + (bits & 1));
  assert_reads_as_strtof (text);
  assert_reads (above, bits + 1);
  assert_reads (far_above, bits + 1);

  /* Decrement the last non-zero digit and append a nine. */
  int last = digits - 1;
  while (lower[last] == '0' || lower[last] == '.')
    last--;
  lower[last]--;
  for (int i = last + 1; i < digits; i++)
    if (lower[i] == '0')
      lower[i] = '9';
  below = g_strdup_printf ("%.*s9%s", digits, lower, e ? e : "");
  assert_reads (below, bits);
  assert_reads_as_strtof (below);
  g_free (lower);
}

static void
test_halfway (void)
{
  static const uint32_t fractions[] = { 0, 1, 2, 0x3fffff, 0x400000, 0x555555, 0x7ffffe, 0x7fffff };
  seed_random (99);
  for (uint32_t exponent = 0; exponent < 255; exponent++)
    for (size_t i = 0; i < G_N_ELEMENTS (fractions) + 4; i++) {
      uint32_t fraction = i < G_N_ELEMENTS (fractions) ? fractions[i] : (uint32_t) next_random () & 0x7fffff;
      uint32_t bits = exponent << 23 | fraction;
      /* The midpoint has 25 bits, so a double can hold it. The float after FLT_MAX would be 2^128. */
      double next = bits + 1 < INFINITE ? (double) float_of (bits + 1) : 0x1p128;
      double halfway = ((double) float_of (bits) + next) / 2;
      char text[400];
      snprintf (text, sizeof text, "%.120e", halfway);
      assert_halfway (text, bits);
      snprintf (text, sizeof text, "%.151f", halfway);
      assert_halfway (text, bits);
    }
}

static void
test_long_digit_strings (void)
{
  GString *text = g_string_new (NULL);
  static const int counts[] = { 19, 20, 21, 100, 128, 129, 1000, 5000 };

  for (size_t i = 0; i < G_N_ELEMENTS (counts); i++) {
    int n = counts[i];
    /* 0.000...01e+n = 1e-1 */
    g_string_printf (text, "0.%0*d1e%d", n, 0, n);
    assert_reads (text->str, bits_of (0.1f));
    /* 1000...0e-n */
    g_string_printf (text, "1%0*de-%d", n, 0, n);
    assert_reads (text->str, bits_of (1));
    g_string_printf (text, "%0*d1.5", n, 0);
    assert_reads (text->str, bits_of (1.5f));
    /* 0.333...3; and 16777217 followed by zeros and a final one */
    g_string_assign (text, "0.");
    for (int j = 0; j < n; j++)
      g_string_append_c (text, '3');
    assert_reads (text->str, bits_of (1 / 3.0f));
    g_string_printf (text, "16777217.%0*d", n, 0);
    assert_reads (text->str, 0x4b800000);
    g_string_append_c (text, '1');
    assert_reads (text->str, 0x4b800001);
    /* 16777216.999...9 */
    g_string_assign (text, "16777216.");
    for (int j = 0; j < n; j++)
      g_string_append_c (text, '9');
    assert_reads (text->str, 0x4b800000);
    /* many random digits */
    seed_random (1000 + (uint64_t) n);
    for (int round = 0; round < 20; round++) {
      g_string_assign (text, "");
      for (int j = 0; j < n; j++) {
        g_string_append_c (text, (char) ('0' + random_below (10)));
        if (j == n / 2)
          g_string_append_c (text, '.');
      }
      g_string_append_printf (text, "e%d", (int) random_below (80) - 45 - n / 2);
      assert_reads_as_strtof (text->str);
    }
  }
  g_string_free (text, TRUE);
}

/* Every prefix reads the same in a buffer of exactly its size as with other bytes after it. */
static void
test_exact_buffers (void)
{
  static const char *const texts[] = { "-123456789.123456789e-12",
                                       "+infinity",
                                       "-nan(ind)",
                                       "nan(0x7fc00001)",
                                       "-1.#QNAN00e+000",
                                       "1.#INF00",
                                       "8388608.5000000000000000000000000001E+00001",
                                       "-.00000000000000000000012345",
                                       "0x7fffffffffffffff",
                                       "-80.000000",
                                       "340282356779733661637539395458142568448" };
  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    for (size_t n = 0; n <= strlen (texts[i]); n++) {
      char roomy[80];
      char *tight = g_malloc (MAX (n, 1));
      memset (roomy, ';', sizeof roomy);
      memcpy (roomy, texts[i], n);
      /* At the end of the block, so that reading one byte more is an error. */
      memcpy (tight + (n ? 0 : 1), texts[i], n);

      size_t used = 99, roomy_used = 99;
      float value = 42, roomy_value = 42;
      gboolean got = mw_float_from_text (tight + (n ? 0 : 1), n, &used, &value);
      g_assert_cmpint (got, ==, mw_float_from_text (roomy, sizeof roomy, &roomy_used, &roomy_value));
      g_assert_cmpuint (used, ==, roomy_used);
      g_assert_cmphex (bits_of (value), ==, bits_of (roomy_value));

      int64_t whole = 42, roomy_whole = 42;
      got = mw_int_from_text (tight + (n ? 0 : 1), n, &used, INT64_MIN, INT64_MAX, &whole);
      g_assert_cmpint (got, ==,
                       mw_int_from_text (roomy, sizeof roomy, &roomy_used, INT64_MIN, INT64_MAX, &roomy_whole));
      g_assert_cmpuint (used, ==, roomy_used);
      g_assert_cmpint (whole, ==, roomy_whole);
      g_free (tight);
    }
}

static void
test_locale (void)
{
  static const char *const names[] = { "de_DE.UTF-8", "ru_RU.UTF-8" };
  g_autofree char *before = g_strdup (setlocale (LC_ALL, NULL));
  for (size_t i = 0; i < G_N_ELEMENTS (names); i++) {
    if (!setlocale (LC_ALL, names[i])) {
      g_autofree char *why = g_strdup_printf ("the locale %s is not installed", names[i]);
      g_test_skip (why);
      continue;
    }
    uselocale (LC_GLOBAL_LOCALE);
    char comma[16];
    snprintf (comma, sizeof comma, "%.1f", 1.5);
    g_assert_cmpstr (comma, ==, "1,5");
    assert_prints (bits_of (1234.5f), "1234.5");
    assert_prints (bits_of (-1.5e-20f), "-1.5e-20");
    assert_reads ("1234.5", bits_of (1234.5f));
    size_t used;
    float value;
    int64_t whole;
    g_assert_true (mw_float_from_text ("1,5", 3, &used, &value));
    g_assert_cmpuint (used, ==, 1);
    g_assert_true (mw_int_from_text ("1.000", 5, &used, 0, 5000, &whole));
    g_assert_cmpint (whole, ==, 1);
    uselocale (c_locale);
  }
  setlocale (LC_ALL, before);
}

static void
test_overflow (void)
{
  static const struct {
    const char *text;
    gboolean overflows;
  } cases[] = { { "1e999", TRUE },      { "-1e39", TRUE },
                { "+.4e39", TRUE },     { "340282356779733661637539395458142568448", TRUE },
                { "3.4e38", FALSE },    { "inf", FALSE },
                { "-Infinity", FALSE }, { "1.#INF", FALSE },
                { "-1.#INF00", FALSE }, { "nan", FALSE },
                { "0", FALSE } };
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++) {
    size_t used;
    float value;
    g_assert_true (mw_float_from_text (cases[i].text, strlen (cases[i].text), &used, &value));
    g_assert_cmpint (mw_float_overflowed (cases[i].text, used, value), ==, cases[i].overflows);
  }
}

/* ---- Integers ---- */

static void
test_integers_printed (void)
{
  static const struct {
    int64_t value;
    const char *text;
  } cases[] = {
    { 0, "0" },
    { 7, "7" },
    { -1, "-1" },
    { 1000000, "1000000" },
    { INT32_MIN, "-2147483648" },
    { INT64_MAX, "9223372036854775807" },
    { INT64_MIN, "-9223372036854775808" },
  };
  char out[MW_INT_TEXT_MAX];
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_assert_cmpuint (mw_int_to_text (cases[i].value, out), ==, strlen (cases[i].text));
    g_assert_cmpstr (out, ==, cases[i].text);
  }
  g_assert_cmpuint (mw_uint_to_text (UINT64_MAX, out), ==, 20);
  g_assert_cmpstr (out, ==, "18446744073709551615");
  g_assert_cmpuint (mw_uint_to_text (0, out), ==, 1);
  g_assert_cmpstr (out, ==, "0");

  seed_random (5);
  for (int i = 0; i < 10000; i++) {
    int64_t value = (int64_t) next_random () >> random_below (64), back = 0;
    size_t used, length = mw_int_to_text (value, out);
    g_assert_true (mw_int_from_text (out, length, &used, INT64_MIN, INT64_MAX, &back));
    g_assert_cmpuint (used, ==, length);
    g_assert_cmpint (back, ==, value);
  }
}

static void
test_integers_read (void)
{
  static const struct {
    const char *text;
    int64_t min, max;
    gboolean ok;
    size_t used;
    int64_t value;
  } cases[] = {
    { "0", 0, 10, TRUE, 1, 0 },
    { "-0", 0, 10, TRUE, 2, 0 },
    { "+5", 0, 10, TRUE, 2, 5 },
    { "0000000000000000000000000000009", 0, 10, TRUE, 31, 9 },
    { "10,", 0, 10, TRUE, 2, 10 },
    { "11", 0, 10, FALSE, 2, 0 },
    { "-1", 0, 10, FALSE, 2, 0 },
    { "-1", -1, 10, TRUE, 2, -1 },
    { "80.000000", 0, 255, TRUE, 9, 80 },
    { "-80.", -255, 255, TRUE, 4, -80 },
    { "80.5", 0, 255, FALSE, 4, 0 },
    { "80.0001", 0, 255, FALSE, 7, 0 },
    { "80e1", 0, 2000, FALSE, 4, 0 },
    { "80.0E-1", 0, 2000, FALSE, 7, 0 },
    { "80e", 0, 2000, TRUE, 2, 80 },
    { ".0", 0, 10, FALSE, 2, 0 },
    { "0x1F", 0, 255, TRUE, 4, 31 },
    { "0Xff}", 0, 255, TRUE, 4, 255 },
    { "-0x10", -16, 255, TRUE, 5, -16 },
    { "0x", 0, 255, TRUE, 1, 0 },
    { "0xg", 0, 255, TRUE, 1, 0 },
    { "0x100", 0, 255, FALSE, 5, 0 },
    { "0xffffffff", 0, UINT32_MAX, TRUE, 10, UINT32_MAX },
    { "4294967295", 0, UINT32_MAX, TRUE, 10, UINT32_MAX },
    { "4294967296", 0, UINT32_MAX, FALSE, 10, 0 },
    { "9223372036854775807", INT64_MIN, INT64_MAX, TRUE, 19, INT64_MAX },
    { "9223372036854775808", INT64_MIN, INT64_MAX, FALSE, 19, 0 },
    { "-9223372036854775808", INT64_MIN, INT64_MAX, TRUE, 20, INT64_MIN },
    { "-9223372036854775809", INT64_MIN, INT64_MAX, FALSE, 20, 0 },
    { "18446744073709551617", INT64_MIN, INT64_MAX, FALSE, 20, 0 },
    { "99999999999999999999999999", INT64_MIN, INT64_MAX, FALSE, 26, 0 },
    { "-0x8000000000000000", INT64_MIN, INT64_MAX, TRUE, 19, INT64_MIN },
    { "0x8000000000000000", INT64_MIN, INT64_MAX, FALSE, 18, 0 },
    { "0x10000000000000001", INT64_MIN, INT64_MAX, FALSE, 19, 0 },
    { "", 0, 10, FALSE, 0, 0 },
    { "-", 0, 10, FALSE, 0, 0 },
    { ".", 0, 10, FALSE, 0, 0 },
    { "x1", 0, 10, FALSE, 0, 0 },
    { " 1", 0, 10, FALSE, 0, 0 },
    { "nan", 0, 10, FALSE, 0, 0 },
  };
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++) {
    size_t used = 99;
    int64_t value = 424242;
    g_test_message ("%s", cases[i].text);
    g_assert_cmpint (
      mw_int_from_text (cases[i].text, strlen (cases[i].text), &used, cases[i].min, cases[i].max, &value), ==,
      cases[i].ok);
    g_assert_cmpuint (used, ==, cases[i].used);
    g_assert_cmpint (value, ==, cases[i].ok ? cases[i].value : 424242);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  /* printf and strtof, with which results are compared, must not depend on the environment. */
  c_locale = newlocale (LC_ALL_MASK, "C", (locale_t) 0);
  uselocale (c_locale);

  g_test_add_func ("/base/number/prints words for zeros, infinities and NaN patterns", test_words_printed);
  g_test_add_func ("/base/number/prints usual magnitudes without an exponent", test_forms);
  g_test_add_func ("/base/number/prints the shortest text that reads back", test_shortest_random);
  g_test_add_func ("/base/number/prints the shortest text at the edges of binades", test_shortest_edges);
  g_test_add_func ("/base/number/prints powers of ten as one digit", test_powers_of_ten);
  g_test_add_func ("/base/number/reads words of every printf", test_words_read);
  g_test_add_func ("/base/number/reads the longest number at the start", test_longest_prefix);
  g_test_add_func ("/base/number/reports that there is no number", test_no_number);
  g_test_add_func ("/base/number/stops at any byte that is not a digit", test_any_byte_ends);
  g_test_add_func ("/base/number/rounds at the ends of the range", test_boundaries);
  g_test_add_func ("/base/number/reads random decimals like strtof", test_random_decimals);
  g_test_add_func ("/base/number/rounds halfway points to even and others to the nearer", test_halfway);
  g_test_add_func ("/base/number/counts every digit of long strings", test_long_digit_strings);
  g_test_add_func ("/base/number/never reads past the buffer", test_exact_buffers);
  g_test_add_func ("/base/number/ignores the locale", test_locale);
  g_test_add_func ("/base/number/float/a decimal that is too large is distinguished from infinity", test_overflow);
  g_test_add_func ("/base/number/prints integers", test_integers_printed);
  g_test_add_func ("/base/number/reads integers within a range", test_integers_read);
  int status = g_test_run ();
  uselocale (LC_GLOBAL_LOCALE);
  freelocale (c_locale);
  return status;
}
