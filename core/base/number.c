/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Printing: R. Giulietti, "The Schubfach way to render doubles" (2020), for binary32.
 * Reading: D. Lemire, "Number parsing at a gigabyte per second" (2021): one 64 x 64 bit product with bounds, and a
 * comparison of big integers in the rare case in which the bounds do not decide. Both use the same table. */
#include "core/base/number.h"

#include <string.h>

__extension__ typedef unsigned __int128 U128;

/* A decimal that the product below can take apart is in 10^POW_MIN..10^POW_MAX. Reading: 19 digits times less than
 * 10^-64 are under half the smallest denormal, and 10^39 is over the largest float. Printing needs 10^-31..10^45. */
#define POW_MIN (-64)
#define POW_MAX 45
#define READ_POW_MAX 38

/* The first 64 bits of 10^q for q = POW_MIN..POW_MAX, cut off, not rounded:
 * 10^q = (entry + t) * 2^(log2_pow10 (q) - 63) with 0 <= t < 1, and t = 0 for POW_EXACT_MIN..POW_EXACT_MAX alone
 * (5^27 < 2^64). Made by this Python:
 *   for q in range (-64, 46):
 *     n, d = (10**q, 1) if q >= 0 else (1, 10**-q)
 *     e = n.bit_length () - d.bit_length () - 64
 *     shifted = lambda e: (n << -e) // d if e < 0 else n // (d << e)
 *     print ("0x%016x" % (shifted (e) if shifted (e) < 2**64 else shifted (e + 1))) */
#define POW_EXACT_MIN 0
#define POW_EXACT_MAX 27
static const uint64_t pow10_table[POW_MAX - POW_MIN + 1] = {
  0xa87fea27a539e9a5u, 0xd29fe4b18e88640eu, 0x83a3eeeef9153e89u, 0xa48ceaaab75a8e2bu, 0xcdb02555653131b6u,
  0x808e17555f3ebf11u, 0xa0b19d2ab70e6ed6u, 0xc8de047564d20a8bu, 0xfb158592be068d2eu, 0x9ced737bb6c4183du,
  0xc428d05aa4751e4cu, 0xf53304714d9265dfu, 0x993fe2c6d07b7fabu, 0xbf8fdb78849a5f96u, 0xef73d256a5c0f77cu,
  0x95a8637627989aadu, 0xbb127c53b17ec159u, 0xe9d71b689dde71afu, 0x9226712162ab070du, 0xb6b00d69bb55c8d1u,
  0xe45c10c42a2b3b05u, 0x8eb98a7a9a5b04e3u, 0xb267ed1940f1c61cu, 0xdf01e85f912e37a3u, 0x8b61313bbabce2c6u,
  0xae397d8aa96c1b77u, 0xd9c7dced53c72255u, 0x881cea14545c7575u, 0xaa242499697392d2u, 0xd4ad2dbfc3d07787u,
  0x84ec3c97da624ab4u, 0xa6274bbdd0fadd61u, 0xcfb11ead453994bau, 0x81ceb32c4b43fcf4u, 0xa2425ff75e14fc31u,
  0xcad2f7f5359a3b3eu, 0xfd87b5f28300ca0du, 0x9e74d1b791e07e48u, 0xc612062576589ddau, 0xf79687aed3eec551u,
  0x9abe14cd44753b52u, 0xc16d9a0095928a27u, 0xf1c90080baf72cb1u, 0x971da05074da7beeu, 0xbce5086492111aeau,
  0xec1e4a7db69561a5u, 0x9392ee8e921d5d07u, 0xb877aa3236a4b449u, 0xe69594bec44de15bu, 0x901d7cf73ab0acd9u,
  0xb424dc35095cd80fu, 0xe12e13424bb40e13u, 0x8cbccc096f5088cbu, 0xafebff0bcb24aafeu, 0xdbe6fecebdedd5beu,
  0x89705f4136b4a597u, 0xabcc77118461cefcu, 0xd6bf94d5e57a42bcu, 0x8637bd05af6c69b5u, 0xa7c5ac471b478423u,
  0xd1b71758e219652bu, 0x83126e978d4fdf3bu, 0xa3d70a3d70a3d70au, 0xccccccccccccccccu, 0x8000000000000000u,
  0xa000000000000000u, 0xc800000000000000u, 0xfa00000000000000u, 0x9c40000000000000u, 0xc350000000000000u,
  0xf424000000000000u, 0x9896800000000000u, 0xbebc200000000000u, 0xee6b280000000000u, 0x9502f90000000000u,
  0xba43b74000000000u, 0xe8d4a51000000000u, 0x9184e72a00000000u, 0xb5e620f480000000u, 0xe35fa931a0000000u,
  0x8e1bc9bf04000000u, 0xb1a2bc2ec5000000u, 0xde0b6b3a76400000u, 0x8ac7230489e80000u, 0xad78ebc5ac620000u,
  0xd8d726b7177a8000u, 0x878678326eac9000u, 0xa968163f0a57b400u, 0xd3c21bcecceda100u, 0x84595161401484a0u,
  0xa56fa5b99019a5c8u, 0xcecb8f27f4200f3au, 0x813f3978f8940984u, 0xa18f07d736b90be5u, 0xc9f2c9cd04674edeu,
  0xfc6f7c4045812296u, 0x9dc5ada82b70b59du, 0xc5371912364ce305u, 0xf684df56c3e01bc6u, 0x9a130b963a6c115cu,
  0xc097ce7bc90715b3u, 0xf0bdc21abb48db20u, 0x96769950b50d88f4u, 0xbc143fa4e250eb31u, 0xeb194f8e1ae525fdu,
  0x92efd1b8d0cf37beu, 0xb7abc627050305adu, 0xe596b7b0c643c719u, 0x8f7e32ce7bea5c6fu, 0xb35dbf821ae4f38bu,
};

/* floor (log2 (10^q)); the fraction is exact for |q| <= 1233. Right shifts of negative numbers are arithmetic in every
 * compiler that builds this. */
static inline int
log2_pow10 (int q)
{
  return (q * 1741647) >> 19;
}

static inline uint32_t
float_bits (float value)
{
  uint32_t bits;
  memcpy (&bits, &value, sizeof bits);
  return bits;
}

static inline float
bits_float (uint32_t bits)
{
  float value;
  memcpy (&value, &bits, sizeof value);
  return value;
}

/* ---- Printing ---- */

typedef struct {
  uint32_t digits; /* at most 9, may end in zeros */
  int exponent;    /* value = digits * 10^exponent */
} Decimal;

/* floor (g * c / 2^64) with its lowest bit set if anything but a rounding crumb of g was cut off. g is 10^-k rounded
 * up, so a remainder of at most one unit of 2^-32 counts as none; the paper proves that this suffices. */
static inline uint32_t
round_to_odd (uint64_t g, uint32_t c)
{
  U128 product = (U128) g * c;
  return (uint32_t) (product >> 64) | ((uint32_t) (product >> 32) > 1);
}

/* The shortest decimal in the rounding interval of a positive finite float, the closest of the shortest. */
static Decimal
shortest_decimal (uint32_t bits)
{
  uint32_t fraction = bits & 0x7fffff;
  int biased = (int) (bits >> 23);
  uint32_t c = biased ? fraction | 0x800000 : fraction;
  int q = (biased ? biased : 1) - 150;

  /* Small whole numbers are their own shortest decimals: neighbours are at most 1 away. */
  if (q <= 0 && q > -24 && (c & ((1u << -q) - 1)) == 0)
    return (Decimal) { c >> -q, 0 };

  /* Four times the value and the ends of its interval, in units of 2^q. Below a power of two the neighbour is at half
   * the distance. The ends belong to the interval when c is even, for halfway texts read as the even neighbour. */
  gboolean narrow = fraction == 0 && biased > 1;
  uint32_t odd = c & 1;
  int k = (q * 1262611 - (narrow ? 524031 : 0)) >> 22; /* floor (log10 (width of the interval)) */
  int h = q + log2_pow10 (-k) + 1;
  uint64_t g = pow10_table[-k - POW_MIN] + (-k < POW_EXACT_MIN || -k > POW_EXACT_MAX);
  uint32_t low = round_to_odd (g, (4 * c - 2 + (uint32_t) narrow) << h) + odd;
  uint32_t mid = round_to_odd (g, (4 * c) << h);
  uint32_t high = round_to_odd (g, (4 * c + 2) << h) - odd;

  /* One digit less if a multiple of ten lies in the interval (at most one does), else the one of two neighbours that
   * does, else the closer, half to even. Which it is looks random: written without branches. */
  uint32_t s = mid / 4, tens = s / 10;
  gboolean tens_down = low <= 40 * tens, tens_up = 40 * tens + 40 <= high;
  gboolean down = low <= 4 * s, up = 4 * s + 4 <= high;
  gboolean closer_up = (mid & 3) + (s & 1) > 2;
  gboolean short_one = tens_down != tens_up;
  uint32_t rounded = s + (uint32_t) (down != up ? up : closer_up);
  return (Decimal) { short_one ? tens + (uint32_t) tens_up : rounded, k + short_one };
}

/* The eight digits of n < 10^8 as bytes 0..9, the first digit in the lowest byte; splits lanes of 4, 2 and 1 digits. */
static inline uint64_t
eight_digits (uint32_t n)
{
  uint64_t lanes = n / 10000 | (uint64_t) (n % 10000) << 32;
  uint64_t high = (lanes * 10486 >> 20) & 0x0000007f0000007fu;
  lanes = high | (lanes - 100 * high) << 16;
  high = (lanes * 103 >> 10) & 0x000f000f000f000fu;
  return high | (lanes - 10 * high) << 8;
}

static size_t
special_to_text (uint32_t bits, char *out)
{
  static const char hex[] = "0123456789abcdef";
  char *p = out;

  if ((bits & 0x7fffffff) <= 0x7f800000) { /* zero or infinity */
    if (bits >> 31)
      *p++ = '-';
    if (bits << 1) {
      memcpy (p, "inf", 3);
      p += 3;
    } else {
      *p++ = '0';
    }
  } else {
    memcpy (p, "nan(0x", 6);
    if (bits == MW_FLOAT_NAN_BITS) {
      p += 3;
    } else {
      for (int i = 0; i < 8; i++)
        p[6 + i] = hex[bits >> (28 - 4 * i) & 15];
      p[14] = ')';
      p += 15;
    }
  }
  *p = 0;
  return (size_t) (p - out);
}

size_t
mw_float_to_text (float value, char *out)
{
  uint32_t bits = float_bits (value);
  uint32_t magnitude = bits & 0x7fffffff;
  if (magnitude == 0 || magnitude >= 0x7f800000)
    return special_to_text (bits, out);

  Decimal decimal = shortest_decimal (magnitude);

  /* Nine places with the digits in them and zeros after them, so that copies of fixed size can run past the digits. */
  char places[32];
  uint32_t first = decimal.digits / 100000000;
  uint64_t rest = eight_digits (decimal.digits % 100000000);
  uint64_t rest_text = GUINT64_TO_LE (rest | 0x3030303030303030u);
  places[0] = (char) ('0' + first);
  memcpy (places + 1, &rest_text, 8);
  memset (places + 9, '0', 16);
  int lead = first ? 0 : 1 + __builtin_ctzll (rest) / 8;
  int count = 9 - lead - (rest ? __builtin_clzll (rest) / 8 : 8);
  int x = decimal.exponent + 8 - lead;
  const char *digits = places + lead;

  char *p = out;
  *p = '-';
  p += bits >> 31;
  if (x < -5 || x > 9) {
    p[0] = digits[0];
    p[1] = '.';
    memcpy (p + 2, digits + 1, 8);
    p += count == 1 ? 1 : count + 1;
    *p++ = 'e';
    *p = '-';
    p += x < 0;
    unsigned power = (unsigned) (x < 0 ? -x : x);
    *p = (char) ('0' + power / 10);
    p += power >= 10;
    *p++ = (char) ('0' + power % 10);
  } else if (x < 0) {
    memcpy (p, "0.0000", 6);
    memcpy (p + 1 - x, digits, 9);
    p += 1 - x + count;
  } else if (x + 1 >= count) {
    memcpy (p, digits, 10);
    p += x + 1;
  } else {
    memcpy (p, digits, 8);
    p[x + 1] = '.';
    memcpy (p + x + 2, digits + x + 1, 8);
    p += count + 1;
  }
  *p = 0;
  return (size_t) (p - out);
}

/* ---- Reading ---- */

static inline unsigned
digit_of (char c)
{
  return (unsigned) (unsigned char) c - '0';
}

static int
hex_of (char c)
{
  if (digit_of (c) <= 9)
    return (int) digit_of (c);
  c |= 0x20;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Appends the digits at `p` to `w` (modulo 2^64) and returns where they end. Eight bytes at a time when as many are
 * there: whether a loop over single digits ends is what a processor guesses wrong most of all here. */
static inline const char *
read_digits (const char *p, const char *end, uint64_t *w)
{
  static const uint32_t pow10[9] = { 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000 };

  while (end - p >= 8) {
    uint64_t bytes;
    memcpy (&bytes, p, 8);
    bytes = GUINT64_FROM_LE (bytes) ^ 0x3030303030303030u;
    /* Bit 7 of each byte that is over 9; a carry can only spoil the bytes after the first of these. */
    uint64_t others = ((bytes + 0x7676767676767676u) | bytes) & 0x8080808080808080u;
    int count = others ? __builtin_ctzll (others) / 8 : 8;
    /* The digits at the end of eight places, zeros before them; then pairs, fours and all are summed up. */
    bytes = count ? bytes << (64 - 8 * count) : 0;
    bytes = (bytes * 10 + (bytes >> 8)) & 0x00ff00ff00ff00ffu;
    bytes = (bytes * 100 + (bytes >> 16)) & 0x0000ffff0000ffffu;
    *w = *w * pow10[count] + (uint32_t) (bytes * 10000 + (bytes >> 32));
    p += count;
    if (count < 8)
      return p;
  }
  unsigned digit;
  for (; p < end && (digit = digit_of (*p)) <= 9; p++)
    *w = *w * 10 + digit;
  return p;
}

/* Reads the exponent part at `p` if there is one, else returns `p`. */
static const char *
read_exponent (const char *p, const char *end, int64_t *exponent)
{
  const char *start = p;
  *exponent = 0;
  if (p == end || (*p | 0x20) != 'e')
    return start;
  p++;
  gboolean negative = FALSE;
  if (p < end && (*p == '+' || *p == '-'))
    negative = *p++ == '-';
  if (p == end || digit_of (*p) > 9)
    return start;
  int64_t n = 0;
  for (; p < end && digit_of (*p) <= 9; p++)
    if (n < INT64_MAX / 40) /* beyond any count of digits that could make up for it */
      n = n * 10 + digit_of (*p);
  *exponent = negative ? -n : n;
  return p;
}

/* Big integers for the exact comparison: at most 128 digits (426 bits), 5^174 * 2^25 (430 bits), or one of these
 * shifted to the size of the other. */
#define BIG_WORDS 32

typedef struct {
  int used;
  uint32_t word[BIG_WORDS];
} Big;

static void
big_mul_add (Big *big, uint32_t factor, uint32_t summand)
{
  uint64_t carry = summand;
  for (int i = 0; i < big->used; i++) {
    carry += (uint64_t) big->word[i] * factor;
    big->word[i] = (uint32_t) carry;
    carry >>= 32;
  }
  if (carry) {
    g_assert (big->used < BIG_WORDS);
    big->word[big->used++] = (uint32_t) carry;
  }
}

static void
big_mul_pow5 (Big *big, int n)
{
  for (; n >= 13; n -= 13)
    big_mul_add (big, 1220703125, 0);
  for (; n > 0; n--)
    big_mul_add (big, 5, 0);
}

static void
big_shift_left (Big *big, int n)
{
  int words = n / 32;
  big_mul_add (big, 1u << (n % 32), 0);
  g_assert (big->used + words <= BIG_WORDS);
  memmove (big->word + words, big->word, (size_t) big->used * sizeof *big->word);
  memset (big->word, 0, (size_t) words * sizeof *big->word);
  big->used += words;
}

static int
big_compare (const Big *a, const Big *b)
{
  if (a->used != b->used)
    return a->used < b->used ? -1 : 1;
  for (int i = a->used - 1; i >= 0; i--)
    if (a->word[i] != b->word[i])
      return a->word[i] < b->word[i] ? -1 : 1;
  return 0;
}

/* Enough to compare exactly: a point halfway between two floats has at most 113 significant digits, so a decimal cut
 * to 128 is on the same side of it as the whole, except when the cut one is equal to it. */
#define KEPT_DIGITS 128

/* Which of the neighbours `bits` and `bits + 1` is the decimal in `p`..`end` (digits and at most one point) rounded to?
 * `exponent` is that of the last digit. The decimal is known to lie between the two. */
static uint32_t
round_exactly (const char *p, const char *end, int64_t exponent, uint32_t bits)
{
  Big decimal = { 0 }, halfway = { 0 };
  int kept = 0;
  int64_t dropped = 0;
  gboolean more = FALSE;

  for (; p < end; p++) {
    unsigned digit = digit_of (*p);
    if (digit > 9 || (digit == 0 && kept == 0))
      continue;
    if (kept == KEPT_DIGITS) {
      dropped++;
      more |= digit != 0;
      continue;
    }
    big_mul_add (&decimal, 10, digit);
    kept++;
  }
  int power10 = (int) (exponent + dropped);

  uint32_t fraction = bits & 0x7fffff;
  int biased = (int) (bits >> 23);
  big_mul_add (&halfway, 0, 2 * (biased ? fraction | 0x800000 : fraction) + 1);
  int power2 = (biased ? biased : 1) - 151;

  if (power10 >= 0)
    big_mul_pow5 (&decimal, power10);
  else
    big_mul_pow5 (&halfway, -power10);
  if (power10 >= power2)
    big_shift_left (&decimal, power10 - power2);
  else
    big_shift_left (&halfway, power2 - power10);

  int order = big_compare (&decimal, &halfway);
  if (order == 0)
    order = more ? 1 : (bits & 1) ? 1 : -1;
  return bits + (order > 0);
}

/* The float bits of w * 10^exponent, w != 0. With `cut`, w is the first 19 digits of more, not all of them zeros: the
 * decimal is between w and w + 1. Returns FALSE when the bounds round to different floats: `bits` and `bits + 1`. */
static inline gboolean
round_product (uint64_t w, int64_t exponent, gboolean cut, uint32_t *bits)
{
  *bits = 0;
  if (exponent < POW_MIN)
    return TRUE;
  *bits = 0x7f800000;
  if (exponent > READ_POW_MAX)
    return TRUE;

  int q = (int) exponent;
  int lead = __builtin_clzll (w);
  U128 product = (U128) (w << lead) * pow10_table[q - POW_MIN];
  uint64_t high = (uint64_t) (product >> 64), low = (uint64_t) product;
  gboolean exact = !cut && q >= POW_EXACT_MIN && q <= POW_EXACT_MAX;

  /* 62 bits of the product, the first one set, and whether any were lost. If not exact, the decimal is above `n` and
   * less than 12 units away: the table entry is short by less than 1, which counts as w < 2^64; 19 digits fill at least
   * 60 bits, so a cut w is short by less than 2^4, which counts as 2^68 at most; together 18 units before the shift. */
  int spare = 1 + (int) (high >> 63);
  uint64_t n = high >> spare;
  gboolean lost = !exact || low != 0 || n << spare != high;
  const uint64_t slack = 12;

  int biased = log2_pow10 (q) - 63 - lead + 64 + spare + 61 + 127;
  int shift = 61 - 23;
  if (biased > 254)
    return TRUE;
  if (biased < 1) {
    shift += 1 - biased;
    biased = 1;
  }
  if (shift > 63) { /* n + slack is below a quarter of the smallest denormal */
    *bits = 0;
    return TRUE;
  }

  uint64_t mantissa = n >> shift, rest = n & (((uint64_t) 1 << shift) - 1), half = (uint64_t) 1 << (shift - 1);
  /* The mantissa's implicit bit adds one to the exponent field; a carry out of it rightly does so once more. */
  *bits = ((uint32_t) (biased - 1) << 23) + (uint32_t) mantissa;
  if (exact) {
    *bits += rest > half || (rest == half && (lost || (mantissa & 1)));
    return TRUE;
  }
  *bits += rest >= half;
  return half - 1 - rest >= slack - 1; /* as unsigned numbers: rest >= half || rest + slack <= half, in one branch */
}

/* Whether the text at `p` is `word` (given in lower case), ignoring case. */
static gboolean
word_at (const char *p, const char *end, const char *word)
{
  for (; *word; p++, word++)
    if (p == end || g_ascii_tolower (*p) != *word)
      return FALSE;
  return TRUE;
}

/* Reads `inf`, `nan` and their variants; returns the end, or NULL. */
static const char *
read_word (const char *p, const char *end, gboolean has_sign, uint32_t *bits)
{
  if (word_at (p, end, "inf")) {
    *bits = 0x7f800000;
    return p + (word_at (p, end, "infinity") ? 8 : 3);
  }
  if (!word_at (p, end, "nan"))
    return NULL;

  *bits = MW_FLOAT_NAN_BITS;
  p += 3;
  if (word_at (p, end, "(ind)"))
    return p + 5;
  if (word_at (p, end, "(snan)"))
    return p + 6;
  if (!has_sign && word_at (p, end, "(0x")) {
    const char *digit = p + 3;
    uint32_t pattern = 0;
    for (; digit < end && digit - p < 3 + 8 && hex_of (*digit) >= 0; digit++)
      pattern = pattern << 4 | (uint32_t) hex_of (*digit);
    if (digit < end && *digit == ')' && (pattern & 0x7fffffff) > 0x7f800000) {
      *bits = pattern;
      return digit + 1;
    }
  }
  return p;
}

/* Reads `#INF` and the like after `1.`; returns the end, or NULL. */
static const char *
read_hash_word (const char *p, const char *end, uint32_t *bits)
{
  static const struct {
    const char *word;
    int length;
    uint32_t bits;
  } words[] = {
    { "#inf", 4, 0x7f800000 },
    { "#ind", 4, MW_FLOAT_NAN_BITS },
    { "#qnan", 5, MW_FLOAT_NAN_BITS },
    { "#snan", 5, MW_FLOAT_NAN_BITS },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (words); i++) {
    if (!word_at (p, end, words[i].word))
      continue;
    int64_t ignored;
    *bits = words[i].bits;
    for (p += words[i].length; p < end && *p == '0'; p++)
      ;
    return read_exponent (p, end, &ignored);
  }
  return NULL;
}

/* The first 19 significant digits of `p`..`end` as *w; returns the number of digits after them and sets *cut
 * if any of those is not zero. */
static int64_t
first_digits (const char *p, const char *end, uint64_t *w, gboolean *cut)
{
  int kept = 0;
  int64_t dropped = 0;
  *w = 0;
  for (; p < end; p++) {
    unsigned digit = digit_of (*p);
    if (digit > 9)
      continue;
    if (kept == 19) {
      dropped++;
      *cut |= digit != 0;
    } else {
      *w = *w * 10 + digit;
      kept += *w != 0;
    }
  }
  return dropped;
}

gboolean
mw_float_from_text (const char *text, size_t length, size_t *used, float *value)
{
  *used = 0;
  if (length == 0) /* text may be NULL then */
    return FALSE;

  const char *p = text, *end = text + length;
  uint32_t sign = (uint32_t) (*p == '-') << 31, bits = 0;
  p += *p == '-' || *p == '+';

  /* w wraps when there are more than 19 digits; it is made again then. */
  const char *start = p;
  uint64_t w = 0;
  int64_t exponent = 0;
  p = read_digits (p, end, &w);
  ptrdiff_t count = p - start;
  if (p < end && *p == '.') {
    const char *fraction = ++p;
    p = read_digits (p, end, &w);
    exponent = fraction - p;
    count += p - fraction;
  }

  if (count == 0) {
    p = read_word (start, end, start != text, &bits);
    if (!p)
      return FALSE;
  } else if (p < end && *p == '#' && count == 1 && w == 1 && p[-1] == '.') {
    const char *after = read_hash_word (p, end, &bits);
    bits = after ? bits : 0x3f800000;
    p = after ? after : p;
  } else {
    const char *digits_end = p;
    if (p < end && (*p | 0x20) == 'e') {
      int64_t power;
      p = read_exponent (p, end, &power);
      exponent += power;
    }
    gboolean cut = FALSE;
    int64_t dropped = count > 19 ? first_digits (start, digits_end, &w, &cut) : 0;
    if (w != 0 && !round_product (w, exponent + dropped, cut, &bits))
      bits = round_exactly (start, digits_end, exponent, bits);
  }

  /* A NaN's sign is in its pattern. */
  if (bits <= 0x7f800000)
    bits |= sign;
  *used = (size_t) (p - text);
  *value = bits_float (bits);
  return TRUE;
}

gboolean
mw_float_overflowed (const char *text, size_t used, float value)
{
  const char *digit = text + (used && (*text == '-' || *text == '+'));
  uint32_t bits;
  memcpy (&bits, &value, sizeof bits);
  return (bits & 0x7fffffff) == 0x7f800000 && digit < text + used && (g_ascii_isdigit (*digit) || *digit == '.')
         && !memchr (text, '#', used);
}

/* ---- Integers ---- */

size_t
mw_uint_to_text (uint64_t value, char *out)
{
  char reversed[MW_INT_TEXT_MAX];
  size_t length = 0;
  do {
    reversed[length++] = (char) ('0' + value % 10);
    value /= 10;
  } while (value);
  for (size_t i = 0; i < length; i++)
    out[i] = reversed[length - 1 - i];
  out[length] = 0;
  return length;
}

size_t
mw_int_to_text (int64_t value, char *out)
{
  if (value >= 0)
    return mw_uint_to_text ((uint64_t) value, out);
  *out = '-';
  return 1 + mw_uint_to_text (-(uint64_t) value, out + 1);
}

gboolean
mw_int_from_text (const char *text, size_t length, size_t *used, int64_t min, int64_t max, int64_t *value)
{
  *used = 0;
  if (length == 0) /* text may be NULL then */
    return FALSE;

  const char *p = text, *end = text + length;
  gboolean negative = FALSE, whole = TRUE;
  uint64_t n = 0;
  if (p < end && (*p == '-' || *p == '+'))
    negative = *p++ == '-';

  if (end - p > 2 && p[0] == '0' && (p[1] | 0x20) == 'x' && hex_of (p[2]) >= 0) {
    for (p += 2; p < end && hex_of (*p) >= 0; p++) {
      whole &= n >> 60 == 0;
      n = n << 4 | (uint64_t) hex_of (*p);
    }
  } else {
    int64_t ignored;
    const char *start = p;
    for (; p < end && digit_of (*p) <= 9; p++)
      if (__builtin_mul_overflow (n, (uint64_t) 10, &n) || __builtin_add_overflow (n, (uint64_t) digit_of (*p), &n))
        whole = FALSE;
    if (p == start && (end - p < 2 || p[0] != '.' || digit_of (p[1]) > 9))
      return FALSE;
    whole &= p > start;
    if (p < end && *p == '.')
      for (p++; p < end && digit_of (*p) <= 9; p++)
        whole &= *p == '0';
    const char *after = read_exponent (p, end, &ignored);
    whole &= after == p;
    p = after;
  }
  *used = (size_t) (p - text);

  uint64_t limit = (uint64_t) INT64_MAX + (uint64_t) negative;
  if (!whole || n > limit)
    return FALSE;
  int64_t result = !negative ? (int64_t) n : n == limit ? INT64_MIN : -(int64_t) n;
  if (result < min || result > max)
    return FALSE;
  *value = result;
  return TRUE;
}
