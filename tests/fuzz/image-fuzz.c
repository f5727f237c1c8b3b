/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every level of an image is decoded. A small image is written as every kind, and what was written is read again. */
#include "core/base/error.h"
#include "core/image/cube.h"
#include "core/image/image.h"
#include "core/image/webp-write.h"
#include "core/image/write.h"

#include <string.h>
#include <webp/decode.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* The kinds that keep every pixel. */
static gboolean
is_exact (const MwImageKind *kind)
{
  static const char *const exact[] = { "png", "tga", "tga-rle", "dds-rgba", NULL };
  return g_strv_contains (exact, mw_image_kind_name (kind));
}

/* TGA without any alpha is read as opaque, because many writers leave its alpha at 0. */
static gboolean
is_invisible (const MwImage *image)
{
  for (size_t i = 0; i < (size_t) image->width * image->height; i++)
    if (image->rgba[i * 4 + 3])
      return FALSE;
  return TRUE;
}

static void
write_as (const MwImage *image, const MwImageKind *kind, guint choice)
{
  static const int alphas[] = { -1, 0, 1, 4, 8 };
  MwImageWriting writing = {
    .kind = kind, .alpha_bits = alphas[choice % 5], .quality = choice % 101, .no_levels = choice & 64, .any_size = TRUE
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = mw_image_write (image, &writing, &error);
  g_assert ((bytes != NULL) == (error == NULL));
  if (!bytes) {
    g_assert_error (error, MW_ERROR, MW_ERROR_VALUE);
    return;
  }
  gsize size;
  const uint8_t *data = g_bytes_get_data (bytes, &size);
  g_autoptr (MwImage) back = mw_image_decode_with_levels (data, size, &error);
  g_assert_no_error (error);
  g_assert (!back->levels_fault && back->width == image->width && back->height == image->height);
  if (is_exact (kind) && writing.alpha_bits != 0 && !is_invisible (image))
    g_assert (memcmp (back->rgba, image->rgba, (size_t) image->width * image->height * 4) == 0);
}

/* libwebp reads it. */
static void
write_as_webp (MwImage *image)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = mw_webp_write (image, &error);
  g_assert_no_error (error);
  gsize size;
  const uint8_t *data = g_bytes_get_data (bytes, &size);
  int width, height;
  uint8_t *rgba = WebPDecodeRGBA (data, size, &width, &height);
  g_assert (rgba && width == (int) image->width && height == (int) image->height);
  g_assert (memcmp (rgba, image->rgba, (size_t) width * (size_t) height * 4) == 0);
  WebPFree (rgba);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) wrong = NULL;
  g_autoptr (MwCubes) cubes = mw_cubes_decode (data, size, &wrong);
  g_assert ((cubes != NULL) == (wrong == NULL));
  if (cubes)
    g_assert (cubes->faces->len == cubes->n * 6 * cubes->levels
              && mw_cubes_face (cubes, cubes->n - 1, 5, cubes->levels - 1)->width > 0);
  for (guint level = 0; level < 3; level++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (MwImage) image = mw_image_decode_level (data, size, level, &error);
    g_assert ((image != NULL) == (error == NULL));
    if (error)
      g_assert (error->domain == MW_ERROR);
    if (!image || (uint64_t) image->width * image->height > 4096)
      continue;
    guint n;
    const MwImageKind *const *kinds = mw_image_kinds (&n);
    gboolean small = image->width * image->height <= 256;
    if (small)
      write_as_webp (image);
    for (guint i = 0; i < n; i++)
      if (small || is_exact (kinds[i]))
        write_as (image, kinds[i], data[size - 1]);
  }
  return 0;
}
