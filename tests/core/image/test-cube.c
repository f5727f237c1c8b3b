/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/image/cube.h"
#include "tests/core/image/cubes.h"

#include <string.h>

static void
numbered (guint cube, guint face, guint level, guint8 rgba[4])
{
  const guint8 numbers[] = { (guint8) (100 + cube), (guint8) (10 * face), (guint8) (20 * level), 255 };
  memcpy (rgba, numbers, sizeof numbers);
}

static MwCubes *
decode (GBytes *bytes, GError **error)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  return mw_cubes_decode (data, size, error);
}

static void
all_levels_of_all_faces_are_read (void)
{
  for (guint dxgi = 28; dxgi <= 29; dxgi++)
    for (guint n = 1; n <= 2; n++) {
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes = cubes_make (dxgi, n, 4, 3, numbered);
      g_autoptr (MwCubes) cubes = decode (bytes, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (cubes->n, ==, n);
      g_assert_cmpuint (cubes->levels, ==, 3);
      g_assert_cmpuint (cubes->side, ==, 4);
      g_assert_cmpint (cubes->srgb, ==, dxgi == 29);
      for (guint cube = 0; cube < n; cube++)
        for (guint face = 0; face < 6; face++)
          for (guint level = 0; level < 3; level++) {
            const MwImage *image = mw_cubes_face (cubes, cube, face, level);
            guint8 rgba[4];
            numbered (cube, face, level, rgba);
            g_assert_cmpuint (image->width, ==, 4u >> level);
            g_assert_cmpmem (image->rgba, 4, rgba, 4);
            g_assert_cmpmem (image->rgba + image->width * image->height * 4 - 4, 4, rgba, 4);
          }
      /* As an image the file is its first face. */
      gsize size;
      const guint8 *data = g_bytes_get_data (bytes, &size);
      g_autoptr (MwImage) first = mw_image_decode (data, size, &error);
      g_assert_cmpuint (first->rgba[1], ==, 0);
    }
}

/* A file that is not what it says, with one number changed. */
static void
what_is_no_cube_map_is_refused (void)
{
  static const struct {
    guint at, value;
    int code;
    const char *says;
  } cases[] = {
    { 0x88, 0, MW_ERROR_UNSUPPORTED, "0 cube maps" },
    { 0x8C, 9, MW_ERROR_UNSUPPORTED, "9 cube maps" },
    { 0x8C, 3, MW_ERROR_TRUNCATED, "DDS picture" },
    { 0x0C, 8, MW_ERROR_UNSUPPORTED, "4 x 8 pixels" },
    { 0x1C, 16, MW_ERROR_UNSUPPORTED, "16 mip levels" },
    { 0x80, 1, MW_ERROR_UNSUPPORTED, "DXGI format 1" },
    { 0x00, 0x31504C42, MW_ERROR_UNSUPPORTED, "no DDS file" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GBytes) whole = cubes_make (28, 2, 4, 3, numbered);
    g_autoptr (GByteArray) bytes = g_bytes_unref_to_array (g_steal_pointer (&whole));
    const guint32 value = GUINT32_TO_LE (cases[i].value);
    memcpy (bytes->data + cases[i].at, &value, sizeof value);
    g_assert_null (mw_cubes_decode (bytes->data, bytes->len, &error));
    g_assert_error (error, MW_ERROR, cases[i].code);
    g_autofree char *all = mw_error_describe (error, NULL);
    g_assert_nonnull (strstr (all, cases[i].says));
    g_autoptr (MwCubes) none = mw_cubes_decode (bytes->data, 0x20, NULL);
    g_assert_null (none);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/image/cube/all levels of all faces are read", all_levels_of_all_faces_are_read);
  g_test_add_func ("/image/cube/what is no cube map is refused", what_is_no_cube_map_is_refused);
  return g_test_run ();
}
