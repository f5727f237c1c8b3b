/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/render/sheet.h"
#include "core/image/png-write.h"

#include <glib/gstdio.h>
#include <string.h>

enum { COLUMNS = 8, STRONG = 24, STRONG_SHARE = 100, SHOWN = 8 };
static const double mean_limit = 0.4;

void
sheet_init (Sheet *sheet, guint n, guint side)
{
  g_autoptr (GError) error = NULL;
  *sheet = (Sheet) { .side = side, .columns = MIN (n, COLUMNS), .room = n };
  sheet->image = mw_image_new (sheet->columns * side, (n + COLUMNS - 1) / COLUMNS * side, "sheet", &error);
  g_assert_no_error (error);
  for (size_t i = 0; i < (size_t) sheet->image->width * sheet->image->height; i++)
    sheet->image->rgba[i * 4 + 3] = 255;
}

/* The first byte of a row of tile `n`. */
static uint8_t *
tile_row (const Sheet *sheet, const MwImage *image, guint n, guint row)
{
  guint x = n % sheet->columns * sheet->side, y = n / sheet->columns * sheet->side + row;
  return image->rgba + ((size_t) y * image->width + x) * 4;
}

void
sheet_add (Sheet *sheet, MwImage *tile)
{
  g_assert_cmpuint (sheet->n, <, sheet->room);
  g_assert_cmpuint (tile->width, ==, sheet->side);
  for (guint y = 0; y < sheet->side; y++)
    memcpy (tile_row (sheet, sheet->image, sheet->n, y), tile->rgba + (size_t) y * sheet->side * 4, sheet->side * 4);
  sheet->n++;
  mw_image_free (tile);
}

static void
write_png (const MwImage *image, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) png = mw_png_write (image, NULL, 0, &error);
  g_assert_no_error (error);
  g_file_set_contents (path, g_bytes_get_data (png, NULL), (gssize) g_bytes_get_size (png), &error);
  g_assert_no_error (error);
}

/* Whether tile `n` is that of the stored picture. */
static gboolean
accepts (const Sheet *sheet, const MwImage *stored, guint n, const char *name)
{
  guint strong = 0;
  guint64 sum = 0;
  for (guint y = 0; y < sheet->side; y++) {
    const uint8_t *a = tile_row (sheet, sheet->image, n, y), *b = tile_row (sheet, stored, n, y);
    for (guint x = 0; x < sheet->side; x++, a += 4, b += 4) {
      int largest = 0;
      for (int c = 0; c < 3; c++) {
        largest = MAX (largest, ABS (a[c] - b[c]));
        sum += (guint) ABS (a[c] - b[c]);
      }
      strong += largest > STRONG;
    }
  }
  const double mean = (double) sum / (sheet->side * sheet->side * 3);
  const gboolean good = strong * STRONG_SHARE <= sheet->side * sheet->side && mean <= mean_limit;
  if (!good)
    g_test_message ("%s: tile %u: %u pixels differ by more than %d, the mean difference is %.2f", name, n, strong,
                    STRONG, mean);
  return good;
}

guint
sheet_n_other (const Sheet *sheet, const MwImage *stored, const char *name)
{
  guint n = 0;
  for (guint i = 0; i < sheet->n; i++)
    n += !accepts (sheet, stored, i, name);
  return n;
}

static void
keep_failure (const Sheet *sheet, const MwImage *stored, const char *name)
{
  const char *build = g_getenv ("MODELWRIGHT_BUILD_ROOT");
  g_autofree char *folder = g_build_filename (build ? build : "build", "pictures", NULL);
  g_autofree char *actual = g_strdup_printf ("%s/%s-actual.png", folder, name);
  g_autofree char *difference = g_strdup_printf ("%s/%s-difference.png", folder, name);
  g_mkdir_with_parents (folder, 0777);
  write_png (sheet->image, actual);
  for (size_t i = 0; i < (size_t) stored->width * stored->height * 4; i++)
    stored->rgba[i] = i % 4 == 3 ? 255 : (uint8_t) MIN (255, SHOWN * ABS (stored->rgba[i] - sheet->image->rgba[i]));
  write_png (stored, difference);
  g_test_message ("see %s and %s", actual, difference);
}

void
sheet_finish (Sheet *sheet, const char *name)
{
  g_autoptr (GError) error = NULL;
  const char *root = g_getenv ("MODELWRIGHT_SOURCE_ROOT");
  g_autofree char *file = g_strconcat (name, ".png", NULL), *bytes = NULL,
                  *path = g_build_filename (root ? root : ".", "tests/core/render/golden", file, NULL);
  gsize size;
  g_assert_cmpuint (sheet->n, ==, sheet->room);
  if (g_getenv ("UPDATE_GOLDEN"))
    write_png (sheet->image, path);
  g_file_get_contents (path, &bytes, &size, &error);
  g_assert_no_error (error);
  g_autoptr (MwImage) stored = mw_image_decode ((const uint8_t *) bytes, size, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (stored->width, ==, sheet->image->width);
  g_assert_cmpuint (stored->height, ==, sheet->image->height);
  const guint n_bad = sheet_n_other (sheet, stored, name);
  if (n_bad)
    keep_failure (sheet, stored, name);
  g_assert_cmpuint (n_bad, ==, 0);
  g_clear_pointer (&sheet->image, mw_image_free);
}
