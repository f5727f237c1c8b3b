/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/vfs/slk.h"

#include <string.h>

static MwSlk *
read_text (const char *text, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  return mw_slk_read (bytes, error);
}

static void
cells_are_found_by_row_and_heading (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwSlk) slk = read_text (
    "ID;PWXL;N;E\r\nB;X9;Y9;D0\r\nF;W1 1 9\r\nC;X1;Y1;K\"Name\"\r\nC;X2;K\"Scale\"\r\nC;X4;K\"file\"\r\n"
    "C;Y2;X1;K\"AB;1\"\r\nC;X2;K30\r\nF;X4;Y2\r\nC;K\"say \"\"so\"\"\"\r\nC;X2;Y4;K-0.5e1\nC;X4;K\"\"\nE\nC;X1;Y9;K1\n",
    &error);
  g_assert_no_error (error);
  g_assert_cmpuint (mw_slk_n_rows (slk), ==, 3);
  g_assert_cmpint (mw_slk_column (slk, "name"), ==, 0);
  g_assert_cmpint (mw_slk_column (slk, "File"), ==, 3);
  g_assert_cmpint (mw_slk_column (slk, "Other"), ==, -1);
  g_assert_cmpstr (mw_slk_text (slk, 0, 0), ==, "AB;1");
  g_assert_cmpstr (mw_slk_text (slk, 0, 3), ==, "say \"so\"");
  g_assert_cmpfloat (mw_slk_number (slk, 0, 1, 7), ==, 30);
  g_assert_cmpfloat (mw_slk_number (slk, 2, 1, 7), ==, -5);
  g_assert_cmpfloat (mw_slk_number (slk, 0, 0, 7), ==, 7);
  g_assert_cmpfloat (mw_slk_number (slk, 1, 1, 7), ==, 7);
  g_assert_null (mw_slk_text (slk, 2, 3)); /* empty */
  g_assert_null (mw_slk_text (slk, 1, 0));
  g_assert_null (mw_slk_text (slk, 3, 0));
  g_assert_null (mw_slk_text (slk, G_MAXUINT, 0));
  g_assert_null (mw_slk_text (slk, 0, -1));
  g_assert_null (mw_slk_text (slk, 0, 4));
}

static void
a_cell_that_comes_again_has_the_last_value (void)
{
  g_autoptr (MwSlk) slk = read_text ("ID\nC;X1;Y2;K1\nC;X1;Y2;K1e999\nC;X2;Y2;Knan\nC;X2\n", NULL);
  g_assert_cmpuint (mw_slk_n_rows (slk), ==, 1);
  g_assert_cmpstr (mw_slk_text (slk, 0, 0), ==, "1e999");
  /* Numbers are finite. */
  g_assert_cmpfloat (mw_slk_number (slk, 0, 0, 3), ==, 3);
  g_assert_cmpfloat (mw_slk_number (slk, 0, 1, 3), ==, 3);
}

static void
what_is_wrong_is_said_with_its_line (void)
{
  static const struct {
    const char *text;
    MwErrorCode code;
    guint line;
  } wrong[] = {
    { "", MW_ERROR_UNSUPPORTED, 0 },
    { "I", MW_ERROR_UNSUPPORTED, 0 },
    { "C;X1;Y1;K1", MW_ERROR_UNSUPPORTED, 0 },
    { "ID\nC;X0;K1", MW_ERROR_CORRUPT, 2 },
    { "ID\n\nC;Xa;K1", MW_ERROR_CORRUPT, 3 },
    { "ID\nC;Y-1;K1", MW_ERROR_CORRUPT, 2 },
    { "ID\nF;X1025", MW_ERROR_LIMIT, 2 },
    { "ID\nC;Y65537;K1", MW_ERROR_LIMIT, 2 },
    { "ID\nC;Y1;K\"open\nC;X2;K\"x\"\n", MW_ERROR_CORRUPT, 2 },
    { "ID\nC;K\"\"\"", MW_ERROR_CORRUPT, 2 },
    { "ID\nC;K\"", MW_ERROR_CORRUPT, 2 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autoptr (GError) error = NULL;
    g_assert_null (read_text (wrong[i].text, &error));
    g_assert_error (error, MW_ERROR, (int) wrong[i].code);
    g_assert_cmpuint (mw_error_line (error), ==, wrong[i].line);
  }
  /* A table of two bytes has no cells. A record of another kind sets none, and neither does one without a value. */
  g_autoptr (MwSlk) none = read_text ("ID", NULL);
  g_autoptr (MwSlk) few = read_text ("ID\nC;X1;Y2;K5\nF;X3;Y2;K6\nC;X2\nC;X4;K7", NULL);
  g_assert_cmpuint (mw_slk_n_rows (none), ==, 0);
  g_assert_cmpstr (mw_slk_text (few, 0, 0), ==, "5");
  g_assert_null (mw_slk_text (few, 0, 1));
  g_assert_null (mw_slk_text (few, 0, 2));
  g_assert_cmpstr (mw_slk_text (few, 0, 3), ==, "7");
  g_autoptr (MwSlk) wide = read_text ("ID\nC;X101;Y2;K1\nC;X1;Y3;K2\nC;X1023;Y3;K3\nC;X1;Y4;K4", NULL);
  g_assert_cmpstr (mw_slk_text (wide, 0, 100), ==, "1");
  g_assert_cmpstr (mw_slk_text (wide, 1, 0), ==, "2");
  g_assert_cmpstr (mw_slk_text (wide, 1, 1022), ==, "3");
  g_autoptr (MwSlk)
    most = read_text ("ID\nC;X1024;Y65536;K\"last\"\nC;X1;Y65536;K\"first\"\nC;X1024;Y65535;K\"before\"", NULL);
  g_assert_cmpstr (mw_slk_text (most, 65534, 1023), ==, "last");
  g_assert_cmpstr (mw_slk_text (most, 65534, 0), ==, "first");
  g_assert_cmpstr (mw_slk_text (most, 65533, 1023), ==, "before");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vfs/slk/cells are found by row and heading", cells_are_found_by_row_and_heading);
  g_test_add_func ("/vfs/slk/a cell that comes again has the last value", a_cell_that_comes_again_has_the_last_value);
  g_test_add_func ("/vfs/slk/what is wrong is said with its line", what_is_wrong_is_said_with_its_line);
  return g_test_run ();
}
