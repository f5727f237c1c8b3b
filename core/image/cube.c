/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/cube.h"
#include "core/image/dds.h"

#include <string.h>

enum { FACES = 6 };

void
mw_cubes_free (MwCubes *cubes)
{
  if (!cubes)
    return;
  g_ptr_array_unref (cubes->faces);
  g_free (cubes);
}

const MwImage *
mw_cubes_face (const MwCubes *cubes, guint cube, guint face, guint level)
{
  return cubes->faces->pdata[(cube * FACES + face) * cubes->levels + level];
}

/* What the header says of the cubes. FALSE and an error: there are none, or too many, or it cannot be read. */
static gboolean
read_header (const uint8_t *data, size_t size, MwCubes *cubes, GError **error)
{
  DdsFormat format;
  if (size < DDS_HEADER || memcmp (data, "DDS ", 4) != 0) {
    mw_set_error (error, MW_ERROR_UNSUPPORTED, 0, NULL, "it is no DDS file, which cube maps are");
    return FALSE;
  }
  if (!mw_dds_read_format (data, size, &format, error))
    return FALSE;
  const uint32_t width = mw_image_le32 (data + DDS_WIDTH), height = mw_image_le32 (data + DDS_HEIGHT);
  const gboolean has_levels = mw_image_le32 (data + DDS_FLAGS) & DDS_HAS_LEVELS;
  cubes->levels = has_levels ? MAX (mw_image_le32 (data + DDS_LEVELS), 1) : 1;
  cubes->side = width;
  cubes->n = format.cubes;
  cubes->srgb = format.srgb || format.storage == DDS_HALF_FLOATS || format.block_format == MW_BLOCKS_BC6H
                || format.block_format == MW_BLOCKS_BC6H_SIGNED;
  if (cubes->n > 0 && cubes->n <= MW_CUBES_MOST && width == height && width <= MW_IMAGE_MAX_SIDE && cubes->levels < 16)
    return TRUE;
  mw_set_error (error, MW_ERROR_UNSUPPORTED, DDS_WIDTH, "DDS header",
                "%u cube maps of %u x %u pixels with %u mip levels are not read", cubes->n, width, height,
                cubes->levels);
  return FALSE;
}

MwCubes *
mw_cubes_decode (const uint8_t *data, size_t size, GError **error)
{
  g_autoptr (MwCubes) cubes = g_new0 (MwCubes, 1);
  cubes->faces = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_image_free);
  if (!read_header (data, size, cubes, error))
    return NULL;
  for (guint picture = 0; picture < cubes->n * FACES; picture++)
    for (guint level = 0; level < cubes->levels; level++) {
      MwImage *face = mw_dds_decode_picture (data, size, picture, level, error);
      if (!face)
        return NULL;
      g_ptr_array_add (cubes->faces, face);
    }
  return g_steal_pointer (&cubes);
}
