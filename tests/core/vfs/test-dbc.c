/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/vfs/dbc.h"
#include "tests/core/vfs/tables.h"

#include <string.h>

/* Made tables of World of Warcraft clients, whole and damaged. */

static const char *const records[] = { "i7 sOne i4294967295", "i8 sTwo i5", "i9 s i10", NULL };

static void
test_read (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = tables_make (3, records);
  g_autoptr (MwDbc) table = mw_dbc_read (bytes, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (mw_dbc_n_records (table), ==, 3);
  g_assert_cmpuint (mw_dbc_n_fields (table), ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (mw_dbc_number (table, i, 0), ==, 7 + i);
  g_assert_cmpuint (mw_dbc_number (table, 0, 2), ==, G_MAXUINT32);
  g_assert_cmpuint (mw_dbc_number (table, 2, 2), ==, 10);
  g_assert_cmpstr (mw_dbc_text (table, 0, 1), ==, "One");
  g_assert_cmpstr (mw_dbc_text (table, 1, 1), ==, "Two");
  g_assert_cmpstr (mw_dbc_text (table, 2, 1), ==, "");
  /* Numbers that are no places of texts: beyond the end, and in the middle of one. */
  g_assert_null (mw_dbc_text (table, 0, 2));
  g_assert_null (mw_dbc_text (table, 2, 2));
  g_assert_null (mw_dbc_text (table, 0, 0));
  g_assert_null (mw_dbc_text (table, 1, 0));
}

/* The bytes of the table, with a number of the header changed, and cut to a size; 0: whole. `offset` is that of the error. */
static void
refuses (guint at, guint32 number, gsize size, int code, gsize offset, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) whole = tables_make (3, records);
  g_autofree guint8 *bytes = g_memdup2 (g_bytes_get_data (whole, NULL), g_bytes_get_size (whole));
  number = GUINT32_TO_LE (number);
  if (at)
    memcpy (bytes + at, &number, 4);
  /* A buffer of exactly that size, so that a read past its end is noticed. */
  size = size ? size : g_bytes_get_size (whole);
  g_autoptr (GBytes) damaged = g_bytes_new (bytes, size);
  g_assert_null (mw_dbc_read (damaged, &error));
  g_assert_error (error, MW_ERROR, code);
  g_assert_cmpint (mw_error_offset (error), ==, (gint64) offset);
  if (!strstr (error->message, message))
    g_error ("\"%s\" does not say \"%s\"", error->message, message);
}

static void
test_damaged (void)
{
  g_autoptr (GBytes) whole = tables_make (3, records);
  const gsize size = g_bytes_get_size (whole);
  refuses (0, 0, 19, MW_ERROR_UNSUPPORTED, 0, "WDBC");
  refuses (0, 0, 3, MW_ERROR_UNSUPPORTED, 0, "WDBC");
  refuses (0, 0, size - 1, MW_ERROR_TRUNCATED, size - 1, "bytes, and has");
  refuses (4, 4, 0, MW_ERROR_TRUNCATED, size, "bytes, and has");
  refuses (4, G_MAXUINT32, 0, MW_ERROR_TRUNCATED, size, "bytes, and has");
  refuses (16, G_MAXUINT32, 0, MW_ERROR_TRUNCATED, size, "bytes, and has");
  refuses (8, 0, 0, MW_ERROR_UNSUPPORTED, 12, "12 bytes for 0 fields");
  refuses (8, 2, 0, MW_ERROR_UNSUPPORTED, 12, "12 bytes for 2 fields");
  refuses (8, 4, 0, MW_ERROR_UNSUPPORTED, 12, "12 bytes for 4 fields");
  refuses (12, 11, 0, MW_ERROR_UNSUPPORTED, 12, "11 bytes for 3 fields");
  /* No fields, in records of no bytes. */
  g_autofree guint8 *empty = g_memdup2 (g_bytes_get_data (whole, NULL), size);
  memset (empty + 8, 0, 8);
  g_autoptr (GBytes) without = g_bytes_new (empty, size);
  g_assert_null (mw_dbc_read (without, NULL));
  /* Another kind of table. */
  g_autofree guint8 *other = g_memdup2 (g_bytes_get_data (whole, NULL), size);
  other[3] = '2';
  g_autoptr (GBytes) later = g_bytes_new (other, size);
  g_assert_null (mw_dbc_read (later, NULL));
}

/* A text that no zero ends is none. */
static void
test_unended (void)
{
  g_autoptr (GBytes) whole = tables_make (3, records);
  const gsize size = g_bytes_get_size (whole);
  g_autofree guint8 *bytes = g_memdup2 (g_bytes_get_data (whole, NULL), size);
  bytes[size - 1] = 'x';
  g_autoptr (GBytes) unended = g_bytes_new (bytes, size);
  g_autoptr (MwDbc) table = mw_dbc_read (unended, NULL);
  g_assert_nonnull (table);
  g_assert_cmpstr (mw_dbc_text (table, 1, 1), ==, "Two");
  g_assert_null (mw_dbc_text (table, 2, 1));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vfs/dbc/records have numbers and texts", test_read);
  g_test_add_func ("/vfs/dbc/a damaged table is refused, and the message says why", test_damaged);
  g_test_add_func ("/vfs/dbc/a text that does not end is none", test_unended);
  return g_test_run ();
}
