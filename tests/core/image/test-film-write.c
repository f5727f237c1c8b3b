/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What animations look like is in test-webp.py. */
#include "core/base/error.h"
#include "core/image/film-write.h"
#include "core/image/webp-write.h"

#include <string.h>

enum { W = 3, H = 2 };

/* A picture of one colour, which can be told from the others. */
static MwImage *
new_picture (guint i)
{
  MwImage *image = mw_image_new (W, H, "drawn", NULL);
  for (guint k = 0; k < W * H; k++)
    memcpy (image->rgba + 4 * k, (uint8_t[]) { (uint8_t) (10 * i), 100, (uint8_t) (200 - i), 255 }, 4);
  return image;
}

static gboolean
add (MwFilmWriter *writer, guint i, GError **error)
{
  g_autoptr (MwImage) image = new_picture (i);
  return mw_film_writer_add (writer, image, error);
}

/* A writer that has taken n pictures. */
static MwFilmWriter *
write_film (MwFilmForm form, const char *target, guint n, double ms)
{
  GError *error = NULL;
  MwFilmWriter *writer = mw_film_writer_new (form, target, n, W, H, ms, &error);
  for (guint i = 0; !error && i < n; i++)
    add (writer, i, &error);
  if (!error)
    mw_film_writer_end (writer, &error);
  g_assert_no_error (error);
  return writer;
}

static MwImage *
decode (MwFilmWriter *writer, guint i)
{
  gsize size;
  GError *error = NULL;
  const uint8_t *data = g_bytes_get_data (mw_film_writer_bytes (writer, i), &size);
  MwImage *image = mw_image_decode (data, size, &error);
  g_assert_no_error (error);
  return image;
}

static void
numbers_have_as_many_digits_as_the_last (void)
{
  static const struct {
    const char *target, *first, *last;
    guint n;
  } cases[] = {
    { "a.png", "a.png", "a.png", 1 },
    { "a.png", "a-1.png", "a-9.png", 9 },
    { "x.y/a.b.png", "x.y/a.b-01.png", "x.y/a.b-10.png", 10 },
    { "x.y/a", "x.y/a-001", "x.y/a-100", 100 },
    { "a.png", "a-0001.png", "a-1000.png", 1000 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (MwFilmWriter) writer = mw_film_writer_new (MW_FILM_NUMBERED, cases[i].target, cases[i].n, W, H, 1, NULL);
    g_assert_cmpuint (mw_film_writer_n_files (writer), ==, cases[i].n);
    g_assert_cmpstr (mw_film_writer_name (writer, 0), ==, cases[i].first);
    g_assert_cmpstr (mw_film_writer_name (writer, cases[i].n - 1), ==, cases[i].last);
  }
}

static void
numbered_files_have_a_picture_each (void)
{
  g_autoptr (MwFilmWriter) writer = write_film (MW_FILM_NUMBERED, "a.png", 3, 1);
  for (guint i = 0; i < 3; i++) {
    g_autoptr (MwImage) is = decode (writer, i), wanted = new_picture (i);
    g_assert_cmpmem (is->rgba, W * H * 4, wanted->rgba, W * H * 4);
  }
}

static void
a_sheet_has_them_row_by_row (void)
{
  g_autoptr (MwFilmWriter) writer = write_film (MW_FILM_SHEET, "a.png", 5, 1);
  g_assert_cmpuint (mw_film_writer_n_files (writer), ==, 1);
  g_assert_cmpstr (mw_film_writer_name (writer, 0), ==, "a.png");
  g_autoptr (MwImage) sheet = decode (writer, 0);
  g_assert_cmpuint (sheet->width, ==, 3 * W);
  g_assert_cmpuint (sheet->height, ==, 2 * H);
  for (guint y = 0; y < 2 * H; y++)
    for (guint x = 0; x < 3 * W; x++) {
      const guint i = y / H * 3 + x / W;
      const uint8_t *at = sheet->rgba + 4 * (y * 3 * W + x);
      g_assert_cmpuint (at[3], ==, i < 5 ? 255 : 0);
      g_assert_cmpuint (at[0], ==, i < 5 ? 10 * i : 0);
    }
}

/* The times in ms of the pictures in a WebP file: its chunks ANMF (https://developers.google.com/speed/webp/docs/riff_container). */
static guint
read_times (MwFilmWriter *writer, guint times[4])
{
  enum { HEADER = 12, CHUNK = 8, DURATION = 12 };
  gsize size;
  const uint8_t *data = g_bytes_get_data (mw_film_writer_bytes (writer, 0), &size);
  guint n = 0;
  for (gsize at = HEADER; at + CHUNK <= size;) {
    const uint8_t *chunk = data + at, *time = chunk + CHUNK + DURATION;
    if (memcmp (chunk, "ANMF", 4) == 0 && n < 4)
      times[n++] = time[0] | (guint) time[1] << 8 | (guint) time[2] << 16;
    const gsize length = chunk[4] | (gsize) chunk[5] << 8 | (gsize) chunk[6] << 16 | (gsize) chunk[7] << 24;
    at += CHUNK + length + length % 2;
  }
  return n;
}

static void
an_animation_shows_each_for_its_time (void)
{
  /* Rounded from the beginning of all, so that errors do not add up; and never no time at all. */
  static const struct {
    double ms;
    guint times[4];
  } cases[] = { { 33.4, { 33, 34, 33, 34 } }, { 0.1, { 1, 1, 1, 1 } } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (MwFilmWriter) writer = write_film (MW_FILM_ANIMATED, "a.png", 4, cases[i].ms);
    guint times[4];
    g_assert_cmpuint (mw_film_writer_n_files (writer), ==, 1);
    g_assert_cmpuint (read_times (writer, times), ==, 4);
    g_assert_cmpmem (times, sizeof times, cases[i].times, sizeof times);
  }
}

/* The first bytes of file i. */
static gboolean
is_webp (const MwFilmWriter *writer, guint i)
{
  gsize size;
  const char *data = g_bytes_get_data (mw_film_writer_bytes (writer, i), &size);
  return size > 12 && memcmp (data + 8, "WEBP", 4) == 0;
}

static void
stills_are_webp_if_they_are_called_so (void)
{
  static const struct {
    MwFilmForm form;
    const char *target;
    guint n;
    gboolean webp;
  } cases[] = {
    { MW_FILM_NUMBERED, "a.WebP", 1, TRUE }, { MW_FILM_NUMBERED, "a.png", 1, FALSE },
    { MW_FILM_NUMBERED, "a", 1, FALSE },     { MW_FILM_SHEET, "a.webp", 2, TRUE },
    { MW_FILM_SHEET, "a.png", 2, FALSE },    { MW_FILM_NUMBERED, "a.webp", 2, FALSE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (MwFilmWriter) writer = write_film (cases[i].form, cases[i].target, cases[i].n, 1);
    g_assert_cmpint (is_webp (writer, 0), ==, cases[i].webp);
  }
}

static void
what_was_not_announced_is_refused (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwFilmWriter) writer = mw_film_writer_new (MW_FILM_NUMBERED, "a.png", 2, W, H, 1, NULL);
  g_autoptr (MwImage) wide = mw_image_new (W + 1, H, "drawn", NULL), high = mw_image_new (W, H + 1, "drawn", NULL);
  MwImage *const others[] = { wide, high };
  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    g_assert_false (mw_film_writer_add (writer, others[i], &error));
    g_assert_error (error, MW_ERROR, MW_ERROR_VALUE);
    g_clear_error (&error);
  }
  g_assert_true (add (writer, 0, NULL));
  g_assert_false (mw_film_writer_end (writer, &error));
  g_assert_cmpstr (error->message, ==, "1 of 2 pictures are missing");
  g_clear_error (&error);
  g_assert_true (add (writer, 1, NULL));
  g_assert_false (add (writer, 2, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_VALUE);
}

static void
what_is_too_large_is_refused_before_it_is_drawn (void)
{
  static const struct {
    MwFilmForm form;
    guint n;
    uint32_t width, height;
    gboolean ok;
  } cases[] = {
    { MW_FILM_NUMBERED, 64, 4096, 4096, TRUE },           { MW_FILM_NUMBERED, 65, 4096, 4096, FALSE },
    { MW_FILM_SHEET, 2, MW_IMAGE_MAX_SIDE / 2, 1, TRUE }, { MW_FILM_SHEET, 2, MW_IMAGE_MAX_SIDE / 2 + 1, 1, FALSE },
    { MW_FILM_ANIMATED, 2, 1, MW_WEBP_MAX_SIDE, TRUE },   { MW_FILM_ANIMATED, 2, 1, MW_WEBP_MAX_SIDE + 1, FALSE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (MwFilmWriter)
      writer = mw_film_writer_new (cases[i].form, "a.png", cases[i].n, cases[i].width, cases[i].height, 1, &error);
    g_assert_cmpint (writer != NULL, ==, cases[i].ok);
    if (!cases[i].ok)
      g_assert_error (error, MW_ERROR, MW_ERROR_LIMIT);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/image/film-write/numbers have as many digits as the last",
                   numbers_have_as_many_digits_as_the_last);
  g_test_add_func ("/image/film-write/numbered files have a picture each", numbered_files_have_a_picture_each);
  g_test_add_func ("/image/film-write/a sheet has them row by row", a_sheet_has_them_row_by_row);
  g_test_add_func ("/image/film-write/an animation shows each for its time", an_animation_shows_each_for_its_time);
  g_test_add_func ("/image/film-write/stills are WebP if they are called so", stills_are_webp_if_they_are_called_so);
  g_test_add_func ("/image/film-write/what was not announced is refused", what_was_not_announced_is_refused);
  g_test_add_func ("/image/film-write/what is too large is refused before it is drawn",
                   what_is_too_large_is_refused_before_it_is_drawn);
  return g_test_run ();
}
