/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The slow proof of number <-> text, in slices that a caller can stop and resume:
 *
 *   float print SLICE SLICES         of all 2^31 magnitudes, the SLICE-th part (from 0); 24 slices take about 25 s each
 *   float parse SLICE SLICES SEED    of 10^8 random decimals; 4 slices take about 7 s each
 *
 * print: each float's text reads back as its bits, by mw_float_from_text and by strtof; neither decimal around it with
 * one digit less reads back; for every 16th float and all near powers of two, the digits are those of printf's
 * correctly rounded text of that length. Signs are part of neither algorithm; one in 1,024 is tried negative.
 * parse: mw_float_from_text gives the bits that strtof gives, on decimals of 1 to 20 digits and, one in eight, on
 * decimals near the middle between two floats.
 *
 * One line of summary; exit 1 at the first mismatch, 2 for wrong arguments. The locale stays "C": no setlocale here. */
#include "core/base/number.h"
#include "tests/core/base/bits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAGNITUDES 0x80000000u
#define DECIMALS 100000000u
#define INFINITE 0x7f800000u

static gboolean
reads_as (const char *text, size_t length, uint32_t bits)
{
  size_t used;
  float value;
  return mw_float_from_text (text, length, &used, &value) && used == length && bits_of (value) == bits;
}

/* A finite number's significant digits without zeros at either end, and the exponent of the last. */
static void
take_apart (const char *text, uint32_t *digits, int *exponent)
{
  gboolean fraction = FALSE;
  int places = 0;
  uint64_t n = 0;
  for (; *text && *text != 'e'; text++) {
    if (*text == '.')
      fraction = TRUE;
    if (*text < '0' || *text > '9')
      continue;
    n = n * 10 + (uint64_t) (*text - '0');
    places += fraction;
  }
  *exponent = (*text ? (int) strtol (text + 1, NULL, 10) : 0) - places;
  for (; n != 0 && n % 10 == 0; n /= 10)
    ++*exponent;
  *digits = (uint32_t) n;
}

static gboolean
shorter_reads_back (uint32_t digits, int exponent, uint32_t bits)
{
  for (uint32_t shorter = digits / 10; shorter <= digits / 10 + 1; shorter++) {
    char text[64];
    size_t length = mw_uint_to_text (shorter, text);
    text[length++] = 'e';
    length += mw_int_to_text (exponent + 1, text + length);
    if (reads_as (text, length, bits))
      return TRUE;
  }
  return FALSE;
}

/* printf rounds the exact value to `count` digits. Only where the rounding interval is not symmetric, at powers of two,
 * may that text fail to read back. */
static gboolean
closest_as_printf (uint32_t digits, uint32_t bits)
{
  char text[64], count[MW_INT_TEXT_MAX];
  uint32_t other;
  int exponent;
  snprintf (text, sizeof text, "%.*e", (int) mw_uint_to_text (digits, count) - 1, (double) float_of (bits));
  take_apart (text, &other, &exponent);
  return other == digits || ((bits & 0x7fffff) == 0 && bits_of (strtof (text, NULL)) != bits);
}

static const char *
check_print (uint32_t magnitude, char *text)
{
  uint32_t bits = magnitude | ((magnitude & 1023) == 511 ? 0x80000000u : 0);
  size_t length = mw_float_to_text (float_of (bits), text);

  if (!reads_as (text, length, bits))
    return "does not read back";
  if (magnitude == 0 || magnitude >= INFINITE)
    return NULL;
  if (bits_of (strtof (text, NULL)) != bits)
    return "is another float to strtof";

  uint32_t digits;
  int exponent;
  take_apart (text, &digits, &exponent);
  if (shorter_reads_back (digits, exponent, magnitude))
    return "is not the shortest";
  if (((magnitude & 15) == 0 || ((magnitude + 8) & 0x7fffff) < 16) && !closest_as_printf (digits, magnitude))
    return "is not the closest";
  return NULL;
}

static int
print_slice (uint64_t slice, uint64_t slices)
{
  uint32_t from = (uint32_t) (MAGNITUDES * slice / slices), to = (uint32_t) (MAGNITUDES * (slice + 1) / slices);
  for (uint32_t magnitude = from; magnitude < to; magnitude++) {
    char text[MW_FLOAT_TEXT_MAX];
    const char *fault = check_print (magnitude, text);
    if (fault) {
      printf ("print %u of %u: 0x%08x: '%s' %s\n", (unsigned) slice, (unsigned) slices, magnitude, text, fault);
      return 1;
    }
  }
  printf ("print %u of %u: 0x%08x..0x%08x, %u floats, no mismatch\n", (unsigned) slice, (unsigned) slices, from, to - 1,
          to - from);
  return 0;
}

static uint64_t random_state;

static uint64_t
next_random (void) /* splitmix64 */
{
  uint64_t z = random_state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static size_t
random_decimal (char *text, size_t size)
{
  uint64_t choice = next_random ();

  if (choice % 8 == 0) {
    uint32_t bits = (uint32_t) (choice >> 32) % (INFINITE - 1);
    double halfway = ((double) float_of (bits) + (double) float_of (bits + 1)) / 2;
    return (size_t) snprintf (text, size, "%.*e", 6 + (int) (choice / 8 % 14), halfway);
  }

  unsigned count = 1 + (unsigned) (choice / 8 % 20), point = (unsigned) (choice / 256 % (count + 2));
  char *p = text;
  uint64_t source = next_random ();
  if (choice >> 63)
    *p++ = '-';
  for (unsigned i = 0; i < count; i++) {
    if (i == point)
      *p++ = '.';
    if (i == 10)
      source = next_random ();
    *p++ = (char) ('0' + source % 10);
    source /= 10;
  }
  if (choice >> 61 & 3) {
    *p++ = 'e';
    p += mw_int_to_text ((int) (choice >> 40 & 0xffff) % 120 - 70, p);
  }
  *p = 0;
  return (size_t) (p - text);
}

static int
parse_slice (uint64_t slice, uint64_t slices, uint64_t seed)
{
  uint32_t count = (uint32_t) (DECIMALS * (slice + 1) / slices - DECIMALS * slice / slices);
  random_state = seed * 0x100000001b3u + slice * 0xd1342543de82ef95u;
  for (uint32_t i = 0; i < count; i++) {
    char text[64];
    size_t length = random_decimal (text, sizeof text);
    uint32_t expected = bits_of (strtof (text, NULL));
    if (!reads_as (text, length, expected)) {
      printf ("parse %u of %u: '%s' is not 0x%08x\n", (unsigned) slice, (unsigned) slices, text, expected);
      return 1;
    }
  }
  printf ("parse %u of %u, seed %" G_GUINT64_FORMAT ": %u decimals, no mismatch\n", (unsigned) slice, (unsigned) slices,
          (guint64) seed, count);
  return 0;
}

int
main (int argc, char **argv)
{
  int64_t number[3] = { 0 };
  gboolean print = argc == 4 && strcmp (argv[1], "print") == 0, parse = argc == 5 && strcmp (argv[1], "parse") == 0;
  gboolean valid = print || parse;
  for (int i = 2; valid && i < argc; i++) {
    size_t used, length = strlen (argv[i]);
    int64_t max = i == 2 ? 65535 : i == 3 ? 65536 : INT64_MAX;
    valid = mw_int_from_text (argv[i], length, &used, i == 3, max, &number[i - 2]) && used == length;
  }
  if (!valid || number[0] >= number[1]) {
    fprintf (stderr, "usage: float print SLICE SLICES | float parse SLICE SLICES SEED\n");
    return 2;
  }
  return print ? print_slice ((uint64_t) number[0], (uint64_t) number[1])
               : parse_slice ((uint64_t) number[0], (uint64_t) number[1], (uint64_t) number[2]);
}
