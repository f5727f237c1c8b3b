/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* What is looked for in the bytes of a file. */

/* The bytes that a text stands for: pairs of hexadecimal digits with or without blanks ("4D 44 4C 58", "0x4D44"), or
 * text in quotes or without ("Stand"). A text of digits is read as digits if `hex` is set. NULL if it is empty. */
GBytes *mw_needle_new (const char *text, gboolean *hex);
/* The next place of a needle from `from` on, or, backwards, the last one that begins before it; continues at the other
 * end. G_MAXSIZE if there is none. Capital and small letters of ASCII are equal if `letters` is set. */
gsize mw_needle_find (GBytes *needle, gboolean letters, const guint8 *data, gsize size, gsize from, gboolean backwards);
/* An offset as it is typed, and as `mwright layout --at` takes it: "420", "0x1A4"; also "1A4", and "+16" and "-0x10", which count
 * from `now`. FALSE if it is none, or if it is not below `size`. */
gboolean mw_offset_from_text (const char *text, gsize now, gsize size, gsize *offset);
