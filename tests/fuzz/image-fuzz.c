/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang -g -O1 -fsanitize=fuzzer,address,undefined -I. $(pkg-config --cflags glib-2.0 libjpeg libpng) \
 *   tests/fuzz/image-fuzz.c core/image/[a-z]*.c core/base/error.c $(pkg-config --libs glib-2.0 libjpeg libpng) -lm
 * Run with G_SLICE=always-malloc, or leaks inside GLib's slices stay hidden. */
#include "core/base/error.h"
#include "core/image/image.h"
#include "core/image/png-write.h"

#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  for (guint level = 0; level < 3; level++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (MwImage) image = mw_image_decode_level (data, size, level, &error);
    g_assert ((image != NULL) == (error == NULL));
    if (error)
      g_assert (error->domain == MW_ERROR);
    if (!image || (uint64_t) image->width * image->height > 4096)
      continue;
    /* The image must survive a round trip through PNG. */
    g_autoptr (GByteArray) png = g_bytes_unref_to_array (mw_png_write (image, NULL, 0, NULL));
    g_autoptr (MwImage) back = mw_image_decode (png->data, png->len, NULL);
    g_assert (back && back->width == image->width && back->height == image->height);
    g_assert (memcmp (back->rgba, image->rgba, (size_t) image->width * image->height * 4) == 0);
  }
  return 0;
}
