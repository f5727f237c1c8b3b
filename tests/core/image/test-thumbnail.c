/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/thumbnail.h"
#include "tests/core/image/samples.h"

#include <string.h>

static MwImage *
new_image (guint width, guint height, guint32 rgba)
{
  MwImage *image = mw_image_new (width, height, "drawn", NULL);
  for (guint i = 0; i < width * height; i++)
    for (guint c = 0; c < 4; c++)
      image->rgba[i * 4 + c] = (guint8) (rgba >> (24 - 8 * c));
  return image;
}

static void
test_size (void)
{
  static const guint sizes[][4] = { { 256, 64, 64, 16 }, { 64, 256, 16, 64 }, { 100, 100, 64, 64 },
                                    { 8, 4, 8, 4 },      { 1000, 1, 64, 1 },  { 65, 64, 64, 63 } };
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autoptr (MwImage) image = new_image (sizes[i][0], sizes[i][1], 0x204060FF);
    g_autoptr (MwImage) small = mw_image_thumbnail (image, 64, NULL);
    g_assert_cmpuint (small->width, ==, sizes[i][2]);
    g_assert_cmpuint (small->height, ==, sizes[i][3]);
    sample_assert_pixel (small, small->width - 1, small->height - 1, 0x204060FF);
  }
}

/* Colours that are not seen do not count. */
static void
test_alpha (void)
{
  g_autoptr (MwImage) image = new_image (32, 32, 0xFFFFFF00);
  for (guint i = 0; i < 32 * 32; i++)
    if (i % 2)
      memcpy (image->rgba + i * 4, (const guint8[4]) { 10, 200, 0, 255 }, 4);
  g_autoptr (MwImage) small = mw_image_thumbnail (image, 16, NULL);
  /* Half of the colour over dark and over light checkers. */
  sample_assert_pixel (small, 0, 0, 0x389733FF);
  sample_assert_pixel (small, 8, 0, 0x52B14DFF);
  sample_assert_pixel (small, 8, 8, 0x389733FF);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/image/thumbnail/it fits, with the proportions of the image", test_size);
  g_test_add_func ("/image/thumbnail/what is not opaque shows checkers", test_alpha);
  return g_test_run ();
}
