/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the view of bytes is made of: rows, colours, and words for numbers, without a window. */
#include "ui/bytes/bytes-rows.h"
#include "ui/bytes/colours.h"
#include "ui/bytes/decoded.h"
#include "ui/bytes/needle.h"

#include <string.h>

static MwBytesRows *
rows_of (const char *bytes, gsize size, gboolean text)
{
  g_autoptr (GBytes) data = g_bytes_new (bytes, size);
  return mw_bytes_rows_new (data, text);
}

static void
rows_have_equally_many_bytes (void)
{
  char bytes[100] = "";
  g_autoptr (MwBytesRows) rows = rows_of (bytes, 100, FALSE), none = rows_of (bytes, 0, FALSE);
  g_assert_cmpuint (mw_bytes_rows_n (rows), ==, 7);
  g_assert_cmpuint (mw_bytes_rows_start (rows, 6), ==, 96);
  g_assert_cmpuint (mw_bytes_rows_end (rows, 6), ==, 100);
  g_assert_cmpuint (mw_bytes_rows_at (rows, 15), ==, 0);
  g_assert_cmpuint (mw_bytes_rows_at (rows, 16), ==, 1);
  g_assert_cmpuint (mw_bytes_rows_offset (rows, 6, 10), ==, 99);
  mw_bytes_rows_set_per_row (rows, 32);
  g_assert_cmpuint (mw_bytes_rows_n (rows), ==, 4);
  g_assert_cmpuint (mw_bytes_rows_n (none), ==, 1);
  g_assert_cmpuint (mw_bytes_rows_end (none, 0), ==, 0);
}

static void
a_text_has_its_lines (void)
{
  const char *text = "ab\r\n\ncd";
  g_autoptr (MwBytesRows) rows = rows_of (text, strlen (text), TRUE), none = rows_of ("", 0, TRUE);
  g_assert_cmpuint (mw_bytes_rows_n (rows), ==, 3);
  g_assert_cmpuint (mw_bytes_rows_end (rows, 0), ==, 2);
  g_assert_cmpuint (mw_bytes_rows_start (rows, 1), ==, 4);
  g_assert_cmpuint (mw_bytes_rows_end (rows, 1), ==, 4);
  g_assert_cmpuint (mw_bytes_rows_at (rows, 3), ==, 0);
  g_assert_cmpuint (mw_bytes_rows_at (rows, 4), ==, 1);
  g_assert_cmpuint (mw_bytes_rows_at (rows, 6), ==, 2);
  g_assert_cmpuint (mw_bytes_rows_line (rows, 2), ==, 3);
  g_assert_cmpuint (mw_bytes_rows_n (none), ==, 1);
}

static void
a_long_line_takes_several_rows (void)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < 2 * MW_BYTES_TEXT_ROW; i++)
    g_string_append_c (text, 'x');
  g_string_append (text, "\ny");
  g_autoptr (MwBytesRows) rows = rows_of (text->str, text->len, TRUE);
  g_assert_cmpuint (mw_bytes_rows_n (rows), ==, 3);
  g_assert_cmpuint (mw_bytes_rows_line (rows, 0), ==, 1);
  g_assert_cmpuint (mw_bytes_rows_line (rows, 1), ==, 0);
  g_assert_cmpuint (mw_bytes_rows_line (rows, 2), ==, 2);
  g_assert_cmpuint (mw_bytes_rows_end (rows, 1) - mw_bytes_rows_start (rows, 1), ==, MW_BYTES_TEXT_ROW);
  g_string_free (text, TRUE);
}

static void
bytes_are_decoded (void)
{
  static const guint8 one[] = { 0, 0, 0x80, 0x3f }, minus[] = { 0xff, 0xff, 'A' };
  g_autofree char *a = mw_bytes_decode (one, 4), *b = mw_bytes_decode (minus, 3), *c = mw_bytes_decode (one + 2, 1);
  g_assert_cmpstr (a, ==, "u8 0 · i8 0 · u16 0 · i16 0 · u32 1065353216 · i32 1065353216 · f32 1");
  g_assert_cmpstr (b, ==, "u8 255 · i8 -1 · u16 65535 · i16 -1 · “ÿÿA”");
  g_assert_cmpstr (c, ==, "u8 128 · i8 -128");
  g_autofree char *hex = mw_bytes_as_hex (minus, 3), *empty = mw_bytes_as_hex (minus, 0);
  g_autofree char *text = mw_bytes_as_text ((const guint8 *) "a\0b\nc", 5);
  g_assert_cmpstr (hex, ==, "FF FF 41");
  g_assert_cmpstr (empty, ==, "");
  g_assert_cmpstr (text, ==, "a.b\nc");
}

static void
check_needle (const char *text, const char *expected, gsize size, gboolean expected_hex)
{
  gboolean hex;
  g_autoptr (GBytes) needle = mw_needle_new (text, &hex);
  gsize length;
  const void *bytes = needle ? g_bytes_get_data (needle, &length) : NULL;
  g_assert_true ((needle != NULL) == (expected != NULL));
  g_assert_cmpint (hex, ==, expected_hex);
  if (needle)
    g_assert_cmpmem (bytes, length, expected, size);
}

static void
what_is_typed_is_bytes_or_text (void)
{
  check_needle ("4D 44 4c", "MDL", 3, TRUE);
  check_needle ("0x4d44", "MD", 2, TRUE);
  check_needle ("00", "\0", 1, TRUE);
  check_needle ("Stand", "Stand", 5, FALSE);
  check_needle ("\"4D\"", "4D", 2, FALSE);
  check_needle ("4D4", "4D4", 3, FALSE);
  check_needle ("", NULL, 0, FALSE);
}

static gsize
found (const char *needle, gboolean letters, gsize from, gboolean backwards)
{
  static const guint8 data[] = "abc ABC abc";
  g_autoptr (GBytes) bytes = g_bytes_new (needle, strlen (needle));
  return mw_needle_find (bytes, letters, data, sizeof data - 1, from, backwards);
}

static void
bytes_are_found_both_ways (void)
{
  g_assert_cmpuint (found ("abc", FALSE, 0, FALSE), ==, 0);
  g_assert_cmpuint (found ("abc", FALSE, 1, FALSE), ==, 8);
  g_assert_cmpuint (found ("abc", TRUE, 1, FALSE), ==, 4);
  g_assert_cmpuint (found ("abc", FALSE, 9, FALSE), ==, 0);
  g_assert_cmpuint (found ("abc", FALSE, 8, TRUE), ==, 0);
  g_assert_cmpuint (found ("abc", FALSE, 0, TRUE), ==, 8);
  g_assert_cmpuint (found ("abd", TRUE, 0, FALSE), ==, G_MAXSIZE);
  g_assert_cmpuint (found ("abc ABC abc ", TRUE, 0, FALSE), ==, G_MAXSIZE);
}

static void
check_offset (const char *text, gssize expected)
{
  gsize offset;
  const gboolean ok = mw_offset_from_text (text, 100, 1000, &offset);
  g_assert_cmpint (ok ? (gssize) offset : -1, ==, expected);
}

static void
offsets_are_read (void)
{
  check_offset ("420", 420);
  check_offset (" 0x1A4 ", 0x1a4);
  check_offset ("1a4", 0x1a4);
  check_offset ("+16", 116);
  check_offset ("-0x10", 84);
  check_offset ("-101", -1);
  check_offset ("999", 999);
  check_offset ("1000", -1);
  check_offset ("", -1);
  check_offset ("x", -1);
}

/* Text is read on every colour, and lines are seen, in the light, the dark and a high-contrast theme. */
static void
colours_have_contrast (void)
{
  static const struct {
    GdkRGBA text, base;
  } themes[] = { { { 0.18f, 0.2f, 0.21f, 1 }, { 1, 1, 1, 1 } },
                 { { 0.93f, 0.93f, 0.93f, 1 }, { 0.18f, 0.18f, 0.18f, 1 } },
                 { { 0, 0, 0, 1 }, { 1, 1, 1, 1 } },
                 { { 1, 1, 1, 1 }, { 0, 0, 0, 1 } } };
  const GdkRGBA blue = { 0.21f, 0.52f, 0.89f, 1 }, white = { 1, 1, 1, 1 }, black = { 0, 0, 0, 1 };
  g_assert_cmpfloat_with_epsilon (mw_contrast (&white, &black), 21, 0.01);
  g_assert_cmpfloat_with_epsilon (mw_contrast (&blue, &blue), 1, 0.01);
  for (guint i = 0; i < G_N_ELEMENTS (themes); i++) {
    MwBytesPalette palette;
    mw_bytes_palette_set (&palette, &themes[i].text, &themes[i].base, &blue, &white);
    for (guint k = 0; k < MW_BYTES_COLOURS; k++) {
      g_assert_cmpfloat (mw_contrast (&palette.text, &palette.fields[k]), >=, 7);
      g_assert_false (gdk_rgba_equal (&palette.fields[k], &palette.base));
    }
    g_assert_cmpfloat (mw_contrast (&palette.text, &palette.note), >=, 7);
    g_assert_cmpfloat (mw_contrast (&palette.faint, &palette.base), >=, 4.5);
    g_assert_cmpfloat (mw_contrast (&palette.changed, &palette.base), >=, 3);
  }
}

static void
neighbouring_fields_have_two_colours (void)
{
  static const MwField a = { .name = "alpha" }, b = { .name = "alpha" }, c = { .name = "beta" };
  g_autoptr (MwByteMap) map = mw_byte_map_new ();
  mw_byte_map_add (map, 0, 4, 1, 0, MW_BYTES_VALUE, NULL, &a, NULL);
  mw_byte_map_add (map, 4, 4, 1, 0, MW_BYTES_VALUE, NULL, &b, NULL);
  mw_byte_map_add (map, 8, 4, 1, 0, MW_BYTES_FIXED, NULL, NULL, "size");
  mw_byte_map_add (map, 12, 4, 1, 0, MW_BYTES_VALUE, NULL, &c, NULL);
  mw_byte_map_add (map, 16, 4, 1, 0, MW_BYTES_VALUE, NULL, &a, NULL);
  g_autofree guint8 *colours = mw_bytes_colours_of (map);
  g_assert_cmpuint (colours[0], !=, colours[1]);
  g_assert_cmpuint (colours[2], ==, MW_BYTES_PLAIN);
  g_assert_cmpuint (colours[0], ==, colours[4]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bytes/rows-have-equally-many-bytes", rows_have_equally_many_bytes);
  g_test_add_func ("/bytes/a-text-has-its-lines", a_text_has_its_lines);
  g_test_add_func ("/bytes/a-long-line-takes-several-rows", a_long_line_takes_several_rows);
  g_test_add_func ("/bytes/bytes-are-decoded", bytes_are_decoded);
  g_test_add_func ("/bytes/what-is-typed-is-bytes-or-text", what_is_typed_is_bytes_or_text);
  g_test_add_func ("/bytes/bytes-are-found-both-ways", bytes_are_found_both_ways);
  g_test_add_func ("/bytes/offsets-are-read", offsets_are_read);
  g_test_add_func ("/bytes/colours-have-contrast", colours_have_contrast);
  g_test_add_func ("/bytes/neighbouring-fields-have-two-colours", neighbouring_fields_have_two_colours);
  return g_test_run ();
}
