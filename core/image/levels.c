/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mip levels: those of a file, and smaller ones made from a picture. */
#include "core/image/image-private.h"

guint
mw_image_n_levels (const MwImage *image)
{
  return image->levels ? image->levels->len + 1 : 1;
}

const MwImage *
mw_image_level (const MwImage *image, guint level)
{
  return level == 0 ? image : image->levels->pdata[level - 1];
}

MwImage *
mw_image_half (const MwImage *image, GError **error)
{
  uint32_t width = MAX (image->width / 2, 1), height = MAX (image->height / 2, 1);
  size_t step_x = image->width > 1, step_y = image->height > 1;
  MwImage *half = mw_image_new (width, height, image->format_name, error);
  if (!half)
    return NULL;
  uint8_t *to = half->rgba;
  for (size_t y = 0; y < height; y++)
    for (size_t x = 0; x < width; x++)
      for (size_t c = 0; c < 4; c++) {
        const uint8_t *a = image->rgba + ((y << step_y) * image->width + (x << step_x)) * 4 + c;
        const uint8_t *b = a + step_y * image->width * 4;
        *to++ = (uint8_t) ((a[0] + a[step_x * 4] + b[0] + b[step_x * 4] + 2) / 4);
      }
  half->alpha_bits = image->alpha_bits;
  mw_image_update_has_alpha (half);
  return half;
}

MwImage *
mw_image_decode_with_levels (const uint8_t *data, size_t size, GError **error)
{
  MwImage *image = mw_image_decode (data, size, error);
  if (!image)
    return NULL;
  g_autoptr (GPtrArray) levels = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_image_free);
  uint32_t width = image->width, height = image->height;
  for (guint number = 1; width > 1 || height > 1; number++) {
    g_autoptr (GError) why = NULL;
    g_autoptr (MwImage) level = mw_image_decode_level (data, size, number, &why);
    width = MAX (width / 2, 1);
    height = MAX (height / 2, 1);
    if (g_error_matches (why, MW_ERROR, MW_ERROR_VALUE)) /* the file has no more */
      break;
    if (!level) {
      image->levels_fault = g_strdup_printf ("mip level %u cannot be read: %s", number, why->message);
      break;
    }
    if (level->width != width || level->height != height) {
      image->levels_fault = g_strdup_printf ("mip level %u is %u x %u pixels, expected %u x %u", number, level->width,
                                             level->height, width, height);
      break;
    }
    g_ptr_array_add (levels, g_steal_pointer (&level));
  }
  if (levels->len > 0)
    image->levels = g_steal_pointer (&levels);
  return image;
}
