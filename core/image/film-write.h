/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"

/* Writes pictures that follow each other (core/render/film.h) as files. */

typedef enum {
  MW_FILM_NUMBERED, /* a PNG file for each picture */
  MW_FILM_SHEET,    /* all pictures in one, row by row, in about as many columns as rows */
  MW_FILM_ANIMATED, /* one WebP file that repeats for ever */
} MwFilmForm;

/* The pixels of all pictures together: more would not fit into the memory of many machines. */
#define MW_FILM_MAX_PIXELS (G_GUINT64_CONSTANT (1) << 30)

/* Whether a file of that name is a WebP file, by its suffix; else it is a PNG file. */
gboolean mw_film_is_webp (const char *name);

typedef struct _MwFilmWriter MwFilmWriter;

/* For n pictures (at least 1) of that size into the file `target`, each of which is shown for `ms` if they are animated. A sheet, and a single
 * picture, is written as WebP if `target` is called so. NULL and an error: they are too large, or there is no memory. Free with
 * mw_film_writer_free(). */
MwFilmWriter *mw_film_writer_new (MwFilmForm form, const char *target, guint n, uint32_t width, uint32_t height,
                                  double ms, GError **error);
/* Takes the next picture, which may be freed then. FALSE and MW_ERROR_VALUE if it has another size or is one too many, MW_ERROR_LIMIT if there is
 * no memory; then the writer is only good to be freed. A writer may be used by one thread after the other. */
gboolean mw_film_writer_add (MwFilmWriter *writer, const MwImage *image, GError **error);
/* All pictures are taken: the bytes of file i are ready, until mw_film_writer_free(). FALSE and an error if pictures are missing, or there is no
 * memory. */
gboolean mw_film_writer_end (MwFilmWriter *writer, GError **error);
void mw_film_writer_free (MwFilmWriter *writer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwFilmWriter, mw_film_writer_free)

guint mw_film_writer_n_files (const MwFilmWriter *writer);
/* The name of file i: `target`, or with a number before its suffix if there are several: OUT-07.png. Known from the beginning. */
const char *mw_film_writer_name (const MwFilmWriter *writer, guint i);
/* Its bytes. */
GBytes *mw_film_writer_bytes (const MwFilmWriter *writer, guint i);
