/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"

/* The cube maps of a DDS file, each of six square faces with the same mip levels. */
typedef struct {
  guint n;       /* cubes */
  guint levels;  /* of each face */
  uint32_t side; /* of the largest level, in pixels */
  gboolean srgb; /* the pixels are sRGB, else linear */
  GPtrArray *
    faces; /* MwImage, owned: level after level, face after face, cube after cube, as in the file; without `levels` of their own */
} MwCubes;

/* The most cubes that a file may have. */
#define MW_CUBES_MOST 8

/* Reads them. NULL and an error: as of mw_image_decode(), or MW_ERROR_UNSUPPORTED, it has none. Free with mw_cubes_free(). */
MwCubes *mw_cubes_decode (const uint8_t *data, size_t size, GError **error);
void mw_cubes_free (MwCubes *cubes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwCubes, mw_cubes_free)
const MwImage *mw_cubes_face (const MwCubes *cubes, guint cube, guint face, guint level);
