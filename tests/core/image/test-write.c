/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What other programs read of our files is in test-decoders.py. */
#include "core/base/error.h"
#include "core/image/webp-write.h"
#include "core/image/write.h"
#include "tests/core/image/samples.h"

#include <string.h>
#include <webp/decode.h>

static MwImage *
new_image (guint width, guint height, guint colours)
{
  MwImage *image = mw_image_new (width, height, "drawn", NULL);
  g_assert_nonnull (image);
  for (guint i = 0; i < width * height; i++) {
    guint colour = i * 2654435761u % colours;
    image->rgba[i * 4] = (guint8) colour;
    image->rgba[i * 4 + 1] = (guint8) (colour / 256 * 40);
    image->rgba[i * 4 + 2] = (guint8) (255 - colour);
    image->rgba[i * 4 + 3] = 255;
  }
  return image;
}

static MwImageWriting
as (const char *kind)
{
  const MwImageKind *found = mw_image_kind_named (kind);
  g_assert_nonnull (found);
  return (MwImageWriting) { .kind = found, .alpha_bits = -1 };
}

static GByteArray *
write_as (const MwImage *image, const MwImageWriting *writing)
{
  g_autoptr (GError) error = NULL;
  GBytes *bytes = mw_image_write (image, writing, &error);
  g_assert_no_error (error);
  return g_bytes_unref_to_array (bytes);
}

static MwImage *
read_back (const MwImage *image, const MwImageWriting *writing)
{
  g_autoptr (GByteArray) bytes = write_as (image, writing);
  g_autoptr (GError) error = NULL;
  MwImage *back = mw_image_decode_with_levels (bytes->data, bytes->len, &error);
  g_assert_no_error (error);
  g_assert_null (back->levels_fault);
  g_assert_cmpuint (back->width, ==, image->width);
  g_assert_cmpuint (back->height, ==, image->height);
  return back;
}

static void
assert_same (const MwImage *a, const MwImage *b)
{
  g_assert_cmpuint (a->width, ==, b->width);
  g_assert_cmpuint (a->height, ==, b->height);
  g_assert_cmpmem (a->rgba, a->width * a->height * 4, b->rgba, b->width * b->height * 4);
}

/* Every kind writes what is read as that kind, with mip levels down to 1 x 1 if it has them. */
static void
test_kinds (void)
{
  guint n;
  const MwImageKind *const *kinds = mw_image_kinds (&n);
  g_autoptr (MwImage) image = new_image (16, 8, 30);
  g_assert_cmpuint (n, >, 10);
  for (guint i = 0; i < n; i++) {
    const char *name = mw_image_kind_name (kinds[i]);
    MwImageWriting writing = as (name);
    g_autoptr (MwImage) back = read_back (image, &writing);
    g_assert_true (mw_image_kind_of (back, "a.bmp") == kinds[i]);
    gboolean game = g_str_has_prefix (name, "blp") || g_str_has_prefix (name, "dds");
    g_assert_cmpuint (mw_image_n_levels (back), ==, game ? 5 : 1);
    g_assert_cmpuint (mw_image_level (back, game ? 4 : 0)->width, ==, game ? 1 : 16);
    g_assert_false (back->has_alpha);
    writing.no_levels = TRUE;
    g_autoptr (MwImage) alone = read_back (image, &writing);
    g_assert_cmpuint (mw_image_n_levels (alone), ==, 1);
  }
}

static void
test_names (void)
{
  g_autoptr (MwImage) drawn = new_image (2, 2, 2);
  g_assert_cmpstr (mw_image_kind_name (mw_image_kind_for_file ("a/b.c/Skin.BLP")), ==, "blp1-jpeg");
  g_assert_cmpstr (mw_image_kind_name (mw_image_kind_for_file ("x.tga")), ==, "tga");
  g_assert_cmpstr (mw_image_kind_name (mw_image_kind_of (drawn, "x.dds")), ==, "dds-dxt5");
  g_assert_cmpstr (mw_image_kind_extension (mw_image_kind_named ("PNG")), ==, ".png");
  g_assert_null (mw_image_kind_for_file ("blp"));
  g_assert_null (mw_image_kind_for_file ("a.jpg"));
  g_assert_null (mw_image_kind_of (drawn, "a.jpg"));
  g_assert_null (mw_image_kind_named ("blp"));
}

/* Up to 256 colours a palette is exact; 0, 1, 4 and 8 bits of alpha are rounded to the nearest step. */
static void
test_palette (void)
{
  static const char *const names[] = { "blp1-palette", "blp2-palette" };
  static const struct {
    int bits;
    guint8 given, kept;
  } alphas[] = { { 8, 77, 77 }, { 4, 77, 85 },   { 4, 76, 68 }, { 4, 255, 255 }, { 4, 8, 0 },
                 { 4, 9, 17 },  { 1, 128, 255 }, { 1, 127, 0 }, { 0, 3, 255 } };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint a = 0; a < G_N_ELEMENTS (alphas); a++) {
      g_autoptr (MwImage) image = new_image (16, 16, 256);
      image->rgba[4 * 37 + 3] = alphas[a].given;
      mw_image_update_has_alpha (image);
      MwImageWriting writing = as (names[i]);
      writing.no_levels = TRUE;
      writing.alpha_bits = alphas[a].bits;
      g_autoptr (MwImage) back = read_back (image, &writing);
      g_assert_cmpuint (back->alpha_bits, ==, alphas[a].bits);
      /* The colours are in the order of the pixels. */
      g_autoptr (GByteArray) bytes = write_as (image, &writing);
      guint palette = i == 0 ? 0x9C : 0x94;
      for (guint p = 0; p < 256; p++)
        g_assert_cmpuint (bytes->data[palette + 4 * p + 2], ==, image->rgba[4 * p]);
      image->rgba[4 * 37 + 3] = alphas[a].kept;
      assert_same (image, back);
    }
}

/* Plain pixels lose nothing; each is stored as B, G, R, A, from the place that the header names on. */
static void
test_bgra (void)
{
  g_autoptr (MwImage) image = new_image (16, 8, 128);
  image->rgba[4 * 5 + 3] = 77;
  mw_image_update_has_alpha (image);
  MwImageWriting writing = as ("blp2-bgra");
  g_autoptr (MwImage) back = read_back (image, &writing);
  assert_same (image, back);
  g_autoptr (GByteArray) bytes = write_as (image, &writing);
  g_assert_cmpmem (bytes->data + 8, 4, ((uint8_t[]) { 3, 8, 2, 1 }), 4);
  const uint8_t *stored = bytes->data + 0x494 + 4 * 5, *pixel = image->rgba + 4 * 5;
  g_assert_cmpmem (stored, 4, ((uint8_t[]) { pixel[2], pixel[1], pixel[0], 77 }), 4);
  writing.alpha_bits = 0;
  g_autoptr (MwImage) opaque = read_back (image, &writing);
  g_assert_false (opaque->has_alpha);
  g_assert_cmpuint (opaque->rgba[4 * 5], ==, pixel[0]);
}

static void
test_more_colours (void)
{
  g_autoptr (MwImage) image = new_image (32, 32, 1000);
  MwImageWriting writing = as ("blp1-palette");
  g_autoptr (GByteArray) once = write_as (image, &writing), again = write_as (image, &writing);
  g_assert_cmpmem (once->data, once->len, again->data, again->len);
  g_autoptr (MwImage) back = read_back (image, &writing);
  guint64 apart = 0;
  for (guint i = 0; i < 32 * 32 * 4; i++)
    apart += (guint) ABS (image->rgba[i] - back->rgba[i]);
  g_assert_cmpuint (apart / (32 * 32 * 4), <, 8);
}

/* Runs of 1, 2, 128 and 129 equal pixels, beside pixels that all differ; with and without alpha. */
static void
test_runs (void)
{
  for (guint alpha = 0; alpha < 2; alpha++) {
    g_autoptr (MwImage) image = new_image (600, 2, 65536);
    for (guint i = 0; i < 600; i++) {
      gboolean flat = (i >= 10 && i < 12) || (i >= 20 && i < 148) || (i >= 200 && i < 329) || i >= 598;
      if (flat)
        memset (image->rgba + i * 4, 9, 3);
      if (alpha)
        image->rgba[i * 4 + 3] = (guint8) (flat ? 7 : i);
    }
    mw_image_update_has_alpha (image);
    MwImageWriting runs = as ("tga-rle"), plain = as ("tga");
    g_autoptr (MwImage) back = read_back (image, &runs), whole = read_back (image, &plain);
    assert_same (image, back);
    assert_same (image, whole);
    g_autoptr (GByteArray) small = write_as (image, &runs);
    /* Five packets for the second row; ten for the first: 10, 8, 52 and 270 pixels that differ, and a run after each. */
    g_assert_cmpuint (small->len, ==, 18 + 15 + (600 + 10 + 8 + 52 + 270 + 4) * (alpha ? 4 : 3));
  }
}

static void
test_refused (void)
{
  g_autoptr (MwImage) odd = new_image (24, 16, 9);
  g_autoptr (GError) error = NULL;
  MwImageWriting writing = as ("blp1-jpeg");
  g_assert_null (mw_image_write (odd, &writing, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_VALUE);
  g_assert_nonnull (strstr (error->message, "24 x 16"));
  writing.any_size = TRUE;
  g_autoptr (MwImage) back = read_back (odd, &writing);
  g_assert_cmpuint (mw_image_n_levels (back), ==, 5);
  MwImageWriting png = as ("png");
  g_autoptr (MwImage) other = read_back (odd, &png);
  g_clear_error (&error);
  writing.alpha_bits = 4;
  g_assert_null (mw_image_write (odd, &writing, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_VALUE);
  g_assert_cmpstr (error->message, ==, "blp1-jpeg keeps 0 or 8 bits of alpha, not 4");
}

/* The levels that a picture came with are kept, and only those below them are made. */
static void
test_levels_kept (void)
{
  g_autoptr (MwImage) image = new_image (8, 8, 5);
  MwImage *level = new_image (4, 4, 1);
  memset (level->rgba, 200, 4 * 4 * 4);
  image->levels = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_image_free);
  g_ptr_array_add (image->levels, level);
  MwImageWriting writing = as ("dds-rgba");
  g_autoptr (MwImage) back = read_back (image, &writing);
  g_assert_cmpuint (mw_image_n_levels (back), ==, 4);
  assert_same (mw_image_level (back, 1), level);
  for (guint i = 2; i < 4; i++)
    sample_assert_pixel (mw_image_level (back, i), 0, 0, 0xC8C8C8C8);
  assert_same (back, image);
}

static guint
quality_size (const MwImage *image, guint quality)
{
  MwImageWriting writing = as ("blp1-jpeg");
  writing.quality = quality;
  g_autoptr (GByteArray) bytes = write_as (image, &writing);
  return bytes->len;
}

/* Alpha is the fourth component; without bits for it the file says that there is none, and the component is full. */
static void
test_jpeg (void)
{
  g_autoptr (MwImage) image = new_image (16, 16, 1);
  for (guint i = 0; i < 16 * 16; i++)
    image->rgba[i * 4 + 3] = 40;
  mw_image_update_has_alpha (image);
  MwImageWriting writing = as ("blp1-jpeg");
  g_autoptr (MwImage) back = read_back (image, &writing);
  g_assert_cmpuint (back->alpha_bits, ==, 8);
  g_assert_cmpuint (ABS (back->rgba[3] - 40), <=, 2);
  g_assert_cmpuint (ABS (back->rgba[2] - 255), <=, 2);
  g_assert_cmpuint (back->rgba[0], <=, 2);
  g_autoptr (GByteArray) clear = write_as (image, &writing);
  g_assert_cmpuint (clear->data[0x14], ==, 4); /* as in the files of the game */
  writing.alpha_bits = 0;
  g_autoptr (GByteArray) bytes = write_as (image, &writing);
  g_assert_cmpuint (bytes->data[8], ==, 0);
  g_assert_cmpuint (bytes->data[0x14], ==, 5);
  bytes->data[8] = 8; /* now the fourth component counts */
  g_autoptr (MwImage) full = sample_decode (bytes, "BLP1 JPEG");
  g_assert_false (full->has_alpha && full->rgba[3] < 254);
  g_autoptr (MwImage) noise = new_image (32, 32, 60000);
  g_assert_cmpuint (quality_size (noise, 20), <, quality_size (noise, 0));
  g_assert_cmpuint (quality_size (noise, 0), ==, quality_size (noise, MW_IMAGE_QUALITY));
  g_assert_cmpuint (quality_size (noise, 0), <, quality_size (noise, 100));
}

/* Animations are in test-film-write.c. */
static void
test_webp (void)
{
  g_autoptr (MwImage) image = new_image (5, 3, 60000), long_one = new_image (1, MW_WEBP_MAX_SIDE + 1, 2);
  image->rgba[3] = 0; /* the colour below stays */
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = mw_webp_write (image, &error);
  g_assert_no_error (error);
  gsize size;
  const uint8_t *data = g_bytes_get_data (bytes, &size);
  int width, height;
  uint8_t *rgba = WebPDecodeRGBA (data, size, &width, &height);
  g_assert_cmpmem (rgba, (gsize) width * (gsize) height * 4, image->rgba, 5 * 3 * 4);
  WebPFree (rgba);
  g_assert_null (mw_webp_write (long_one, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_LIMIT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/image/write/every kind is read as itself, with mip levels down to 1 x 1", test_kinds);
  g_test_add_func ("/image/write/a kind is found by name, extension and picture", test_names);
  g_test_add_func ("/image/write/256 colours are exact, and alpha is rounded", test_palette);
  g_test_add_func ("/image/write/plain pixels of BLP2 lose nothing", test_bgra);
  g_test_add_func ("/image/write/more colours are chosen, each time the same", test_more_colours);
  g_test_add_func ("/image/write/runs of TGA are as short as can be", test_runs);
  g_test_add_func ("/image/write/sizes and alpha that a kind does not take are refused", test_refused);
  g_test_add_func ("/image/write/the mip levels of a picture are kept", test_levels_kept);
  g_test_add_func ("/image/write/JPEG has alpha as its fourth component, and its quality is that asked for", test_jpeg);
  g_test_add_func ("/image/write/WebP keeps every pixel, and is refused for long sides", test_webp);
  return g_test_run ();
}
