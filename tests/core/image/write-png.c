/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/image/write-png.h"

#include <png.h>

GByteArray *
write_png (const MwImage *image)
{
  png_image png = {
    .version = PNG_IMAGE_VERSION, .width = image->width, .height = image->height, .format = PNG_FORMAT_RGBA
  };
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX (png);
  GByteArray *bytes = g_byte_array_new ();
  g_byte_array_set_size (bytes, (guint) size);
  g_assert_true (png_image_write_to_memory (&png, bytes->data, &size, FALSE, image->rgba, 0, NULL));
  g_byte_array_set_size (bytes, (guint) size);
  return bytes;
}
