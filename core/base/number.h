/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as text, exact both ways.
 *
 * Model texts and paths print float32 values and read them again; nothing may change on the way, whatever the locale
 * of the process. Every function here works on bytes alone: '.' is the point, only ASCII digits count, no locale, errno
 * or rounding mode is looked at, nothing is allocated. All are thread-safe.
 *
 * Readers take a buffer with a length, never read past it and need no NUL. They skip no white space: the number starts
 * at the first byte or there is none. They take the longest number found there and report its bytes in `used`;
 * whether the byte that follows may follow a number is for the caller to decide. */
#pragma once

#include <glib.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that always suffice for mw_float_to_text, NUL included. The function may write to any of them. */
#define MW_FLOAT_TEXT_MAX 32

/* Bytes that always suffice for mw_int_to_text and mw_uint_to_text, NUL included. */
#define MW_INT_TEXT_MAX 24

/* The NaN that the bare word `nan` means, as a float32 bit pattern. */
#define MW_FLOAT_NAN_BITS 0x7fc00000u

/* Writes `value` to `out` (MW_FLOAT_TEXT_MAX bytes), NUL-terminated; returns the length without the NUL (at most 16).
 *
 * Finite values get the fewest significant digits (at most 9) that read back as the same float32 under round-half-even,
 * and of several such texts the closest to the exact value. Form, X being the decimal exponent of the first digit:
 *   -5 <= X <= 9     fixed: `12`, `-3`, `0.1`, `0.00001`, `1000000000`; no point when the digits end before it
 *   else             one digit before the point: `1e-7`, `1.5e20`, `-3.4028235e38`; no '+', no zero-padded exponent
 * Above 2^24 the zeros that fill the fixed form are places, not digits of the exact value: 2^32 is `4294967300`.
 * Zeros are `0` and `-0`, infinities `inf` and `-inf`. The NaN MW_FLOAT_NAN_BITS is `nan`; any other NaN is written
 * with its 32 bits, sign bit included: `nan(0x7fc00001)`, `nan(0xffc00000)`. Every text reads back to the same bits. */
size_t mw_float_to_text (float value, char *out);

/* Reads a float32 at the start of `text` (`length` bytes). TRUE: `value` is set and `used` is the bytes it took. FALSE,
 * when no number starts there: `used` is 0 and `value` untouched.
 *
 * Decimals: [+-]? digits [. digits] [(e|E) [+-]? digits], also `.5` and `5.`; an `e` without digits is not part of the
 * number. Any count of digits is rounded exactly once, half to even. Too large reads as infinity, too small as the
 * denormal or zero it rounds to, with its sign.
 * Words, in any case, each with an optional sign:
 *   inf infinity 1.#INF          infinity of that sign
 *   nan nan(ind) nan(snan) 1.#QNAN 1.#SNAN 1.#IND
 *                                MW_FLOAT_NAN_BITS whatever the sign says: of all words only the next states bits
 *   nan(0xHHHHHHHH)              1 to 8 hex digits that are a NaN's bits; takes no sign, for the bits have one
 * The forms with `#` are what older C runtimes printed; they padded them with zeros to the asked precision (`1.#INF00`,
 * `-1.#IND00e+000`), so zeros and an exponent after them belong to the word. A parenthesis that holds anything else is
 * left unread after `nan`. */
gboolean mw_float_from_text (const char *text, size_t length, size_t *used, float *value);
/* Whether what was read there as `value` is a decimal too large for a float, and not a word for infinity. */
gboolean mw_float_overflowed (const char *text, size_t used, float value);

/* Write `value` in decimal to `out` (MW_INT_TEXT_MAX bytes), NUL-terminated; return the length without the NUL. */
size_t mw_int_to_text (int64_t value, char *out);
size_t mw_uint_to_text (uint64_t value, char *out);

/* Reads a whole number of `min`..`max` at the start of `text` (`length` bytes): [+-]? digits [. zeros], as model texts
 * write integers with a fraction too (`80.000000`, `80.`), or [+-]? (0x|0X) hex digits.
 * FALSE leaves `value` untouched and distinguishes two cases: `used` 0, no number starts there; else `used` is the bytes
 * of a number that is none of these: out of range, a fraction other than zeros, an exponent. */
gboolean mw_int_from_text (const char *text, size_t length, size_t *used, int64_t min, int64_t max, int64_t *value);
