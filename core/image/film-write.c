/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/film-write.h"
#include "core/base/error.h"
#include "core/image/png-write.h"
#include "core/image/webp-write.h"

#include <math.h>
#include <string.h>

struct _MwFilmWriter {
  gboolean webp;  /* the files are WebP, else PNG */
  guint n, taken; /* pictures */
  uint32_t width, height;
  double ms;
  MwImage *sheet;    /* NULL: another form */
  guint columns;     /* of it */
  MwWebp *animation; /* NULL: another form */
  int end;           /* when the last picture of it is over, in ms */
  GPtrArray *names;  /* char *: of the files */
  GPtrArray *files;  /* GBytes */
};

gboolean
mw_film_is_webp (const char *name)
{
  const char *dot = strrchr (name, '.');
  return dot && g_ascii_strcasecmp (dot, ".webp") == 0;
}

/* OUT.png as OUT-07.png: i of n, from 1. Free with g_free(). */
static char *
numbered (const char *target, guint i, guint n)
{
  const char *dot = strrchr (target, '.'), *slash = strrchr (target, G_DIR_SEPARATOR);
  if (!dot || (slash && dot < slash))
    dot = target + strlen (target);
  int digits = n < 10 ? 1 : n < 100 ? 2 : n < 1000 ? 3 : 4;
  return g_strdup_printf ("%.*s-%0*u%s", (int) (dot - target), target, digits, i, dot);
}

MwFilmWriter *
mw_film_writer_new (MwFilmForm form, const char *target, guint n, uint32_t width, uint32_t height, double ms,
                    GError **error)
{
  if ((guint64) width * height > MW_FILM_MAX_PIXELS / n) {
    mw_set_error (error, MW_ERROR_LIMIT, -1, NULL,
                  "%u pictures of %u x %u pixels need too much memory; take fewer or smaller ones", n, width, height);
    return NULL;
  }
  g_autoptr (MwFilmWriter) writer = g_new0 (MwFilmWriter, 1);
  writer->webp = form == MW_FILM_ANIMATED || (mw_film_is_webp (target) && (form == MW_FILM_SHEET || n == 1));
  writer->n = n;
  writer->width = width;
  writer->height = height;
  writer->ms = ms;
  writer->names = g_ptr_array_new_with_free_func (g_free);
  writer->files = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  const guint n_files = form == MW_FILM_NUMBERED ? n : 1;
  for (guint i = 0; i < n_files; i++)
    g_ptr_array_add (writer->names, n_files == 1 ? g_strdup (target) : numbered (target, i + 1, n_files));
  writer->columns = (guint) ceil (sqrt (n));
  if (form == MW_FILM_SHEET
      && !(writer->sheet = mw_image_new (width * writer->columns,
                                         height * ((n + writer->columns - 1) / writer->columns), "picture", error)))
    return NULL;
  if (form == MW_FILM_ANIMATED && !(writer->animation = mw_webp_new (width, height, error)))
    return NULL;
  return g_steal_pointer (&writer);
}

void
mw_film_writer_free (MwFilmWriter *writer)
{
  if (!writer)
    return;
  mw_image_free (writer->sheet);
  mw_webp_free (writer->animation);
  g_ptr_array_unref (writer->names);
  g_ptr_array_unref (writer->files);
  g_free (writer);
}

static gboolean
add_still (MwFilmWriter *writer, const MwImage *image, GError **error)
{
  GBytes *bytes = writer->webp ? mw_webp_write (image, error) : mw_png_write (image, NULL, 0, error);
  if (bytes)
    g_ptr_array_add (writer->files, bytes);
  return bytes != NULL;
}

static void
put_on_sheet (MwFilmWriter *writer, const MwImage *image)
{
  const gsize row = (gsize) image->width * 4, left = (gsize) (writer->taken % writer->columns) * row,
              top = (gsize) (writer->taken / writer->columns) * image->height;
  for (uint32_t y = 0; y < image->height; y++)
    memcpy (writer->sheet->rgba + (top + y) * row * writer->columns + left, image->rgba + y * row, row);
}

gboolean
mw_film_writer_add (MwFilmWriter *writer, const MwImage *image, GError **error)
{
  if (writer->taken == writer->n || image->width != writer->width || image->height != writer->height) {
    mw_set_error (error, MW_ERROR_VALUE, -1, NULL, "%u pictures of %u x %u pixels were announced", writer->n,
                  writer->width, writer->height);
    return FALSE;
  }
  if (writer->sheet) {
    put_on_sheet (writer, image);
  } else if (writer->animation) {
    const int start = writer->end;
    writer->end = MAX ((int) round ((writer->taken + 1) * writer->ms), start + 1);
    if (!mw_webp_add (writer->animation, image, start, error))
      return FALSE;
  } else if (!add_still (writer, image, error))
    return FALSE;
  writer->taken++;
  return TRUE;
}

gboolean
mw_film_writer_end (MwFilmWriter *writer, GError **error)
{
  if (writer->taken < writer->n) {
    mw_set_error (error, MW_ERROR_VALUE, -1, NULL, "%u of %u pictures are missing", writer->n - writer->taken,
                  writer->n);
    return FALSE;
  }
  if (writer->sheet)
    return add_still (writer, writer->sheet, error);
  if (!writer->animation)
    return TRUE;
  GBytes *bytes = mw_webp_end (writer->animation, writer->end, error);
  if (bytes)
    g_ptr_array_add (writer->files, bytes);
  return bytes != NULL;
}

guint
mw_film_writer_n_files (const MwFilmWriter *writer)
{
  return writer->names->len;
}

const char *
mw_film_writer_name (const MwFilmWriter *writer, guint i)
{
  return writer->names->pdata[i];
}

GBytes *
mw_film_writer_bytes (const MwFilmWriter *writer, guint i)
{
  return writer->files->pdata[i];
}
