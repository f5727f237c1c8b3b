/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Truncated and changed textures, each in a heap block of exactly its size, so that a sanitizer sees any read beyond
 * it. */
#include "core/base/error.h"
#include "core/image/image-private.h"
#include "core/image/image.h"
#include "tests/core/image/samples.h"
#include "core/image/png-write.h"

#include <string.h>

static GByteArray *
make_palette (guint version)
{
  GByteArray *blp = version == 1 ? sample_blp1 (1, 4, 3, 3) : sample_blp2 (1, 1, 8, 3, 3);
  static const guint8 level[14] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 0x21, 0x43, 0x65, 0x87, 0x09 };
  if (version == 1)
    sample_add_palette (blp);
  sample_add_level (blp, 0, level, version == 1 ? 14 : 11);
  return blp;
}

static GByteArray *
make_jpeg (void)
{
  guint8 pixels[20 * 12 * 4];
  for (guint i = 0; i < sizeof pixels; i++)
    pixels[i] = (guint8) (i * i >> 4);
  g_autoptr (GByteArray) jpeg = sample_jpeg (20, 12, 4, pixels, -1);
  return sample_blp1_jpeg (8, 20, 12, jpeg, 30);
}

static GByteArray *
make_dxt5 (void)
{
  GByteArray *blp = sample_blp2 (2, 8, 7, 6, 6);
  guint8 blocks[64];
  for (guint i = 0; i < sizeof blocks; i++)
    blocks[i] = (guint8) (i * 37);
  sample_add_level (blp, 0, blocks, sizeof blocks);
  return blp;
}

static GByteArray *
make_dds (void)
{
  GByteArray *dds = sample_dds ("DX10", 4, 4, 1);
  sample_append (dds, 74, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);
  sample_append (dds, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
  return dds;
}

static GByteArray *
make_masks (void)
{
  GByteArray *dds = sample_dds_masks (0x41, 16, 0xF00, 0xF0, 0xF, 0xF000, 3, 2);
  sample_append (dds, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
  return dds;
}

static GByteArray *
make_runs (void)
{
  GByteArray *tga = sample_tga (9, 5, 4, 8, 0);
  tga->data[1] = 1;
  sample_put16 (tga, 5, 3);
  tga->data[7] = 32;
  tga->data[0] = 2;
  sample_append (tga, 'i', 'd', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
  sample_append (tga, 0x86, 0, 4, 0, 1, 2, 3, 200, 0x87, 2);
  return tga;
}

static GByteArray *
make_png (void)
{
  g_autoptr (MwImage) image = mw_image_new (9, 7, "drawn", NULL);
  for (guint i = 0; i < 9 * 7 * 4; i++)
    image->rgba[i] = (guint8) (i * i);
  return g_bytes_unref_to_array (mw_png_write (image, NULL, 0, NULL));
}

static const guint sample_count = 8;

static GByteArray *
make_sample (guint number)
{
  switch (number) {
  case 0:
    return make_palette (1);
  case 1:
    return make_palette (2);
  case 2:
    return make_jpeg ();
  case 3:
    return make_dxt5 ();
  case 4:
    return make_dds ();
  case 5:
    return make_masks ();
  case 6:
    return make_runs ();
  default:
    return make_png ();
  }
}

/* Decodes an exact copy: gives an image or an error, never both or neither. */
static MwImage *
decode_exactly (const guint8 *data, gsize size)
{
  g_autofree guint8 *copy = g_malloc (size ? size : 1);
  memcpy (copy, data, size);
  GError *error = NULL;
  MwImage *image = mw_image_decode (copy, size, &error);
  g_assert_true ((image != NULL) == (error == NULL));
  if (error) {
    g_assert_true (error->domain == MW_ERROR);
    g_assert_cmpuint (strlen (error->message), >, 10);
    g_clear_error (&error);
  }
  return image;
}

static void
test_cut (void)
{
  for (guint number = 0; number < sample_count; number++) {
    g_autoptr (GByteArray) whole = make_sample (number);
    g_autoptr (MwImage) expected = decode_exactly (whole->data, whole->len);
    g_assert_nonnull (expected);
    guint refused = 0;
    for (guint size = 0; size < whole->len; size++) {
      g_autoptr (MwImage) image = decode_exactly (whole->data, size);
      if (image)
        /* JPEG and PNG end with markers that no pixel needs. */
        g_assert_cmpmem (image->rgba, image->width * image->height * 4, expected->rgba,
                         expected->width * expected->height * 4);
      else
        refused++;
    }
    guint marks = number == 2 ? 2 : number == 7 ? 20 : 0;
    g_test_message ("%s: %u of %u cuts refused", expected->format_name, refused, whole->len);
    g_assert_cmpuint (refused + marks, >=, whole->len);
  }
}

static void
test_changed (void)
{
  for (guint number = 0; number < sample_count; number++) {
    g_autoptr (GByteArray) bytes = make_sample (number);
    guint read = 0, refused = 0;
    for (guint at = 0; at < bytes->len; at++) {
      guint8 right = bytes->data[at];
      guint8 wrong[] = { 0, 1, 0x7F, 0x80, 0xFF, (guint8) (right + 1), (guint8) (right - 1), (guint8) ~right };
      for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
        bytes->data[at] = wrong[i];
        g_autoptr (MwImage) image = decode_exactly (bytes->data, bytes->len);
        if (image)
          read++;
        else
          refused++;
      }
      bytes->data[at] = right;
    }
    g_test_message ("sample %u: %u changed files read, %u refused", number, read, refused);
    g_assert_cmpuint (refused, >, 0);
  }
}

static void
test_small_bombs (void)
{
  /* Sizes within the limits but too large for the data must be refused before anything is allocated. */
  g_autoptr (GByteArray) jpeg = make_jpeg ();
  guint at = 0;
  while (at + 2 < jpeg->len && !(jpeg->data[at] == 0xFF && jpeg->data[at + 1] == 0xC0))
    at++;
  g_assert_cmpuint (at + 9, <, jpeg->len);
  jpeg->data[at + 5] = jpeg->data[at + 7] = 0x10; /* 4096 high and wide */
  sample_refuse (jpeg, MW_ERROR_TRUNCATED);
  g_autoptr (GByteArray) runs = sample_tga (10, 8192, 8192, 24, 0);
  sample_append (runs, 0xFF, 1, 2, 3);
  sample_refuse (runs, MW_ERROR_LIMIT);
  sample_put16 (runs, 12, 2048);
  sample_put16 (runs, 14, 2048);
  sample_refuse (runs, MW_ERROR_TRUNCATED);
}

/* 64 MB and 32 times the input: 4096 x 4096 pixels, and a row of 4096 for each 512 bytes. */
static void
test_budget (void)
{
  g_autoptr (GError) error = NULL;
  g_assert_true (mw_image_check_size (4096, 4096, 0, NULL));
  g_assert_false (mw_image_check_size (4096, 4097, 511, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_LIMIT);
  g_assert_true (mw_image_check_size (4096, 4097, 512, NULL));
  g_assert_true (mw_image_check_size (4096, 4096 + 100, 51200, NULL));
  g_assert_false (mw_image_check_size (4096, 4096 + 100, 51199, NULL));
}

/* The fuzz target, and the replay of its seeds in every test run, reach a decoder only through a file that it takes. */
static void
test_seeds (void)
{
  for (const char *const *extension = mw_image_extensions (); *extension; extension++) {
    g_autoptr (GDir) seeds = g_dir_open (g_test_get_filename (G_TEST_DIST, "fuzz", "seeds", "image", NULL), 0, NULL);
    g_assert_nonnull (seeds);
    const char *name = g_dir_read_name (seeds);
    while (name && !g_str_has_suffix (name, *extension))
      name = g_dir_read_name (seeds);
    if (!name)
      g_error ("no file with the suffix %s in tests/fuzz/seeds/image: add a small one that you made yourself",
               *extension);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/image/hostile/a texture cut at any byte is refused or complete", test_cut);
  g_test_add_func ("/image/hostile/a texture with any byte changed is read or refused", test_changed);
  g_test_add_func ("/image/hostile/a size that the data cannot fill is refused at once", test_small_bombs);
  g_test_add_func ("/image/hostile/every format has a seed for the fuzz target", test_seeds);
  g_test_add_func ("/image/hostile/a picture may take 64 MB and 32 times its file", test_budget);
  return g_test_run ();
}
