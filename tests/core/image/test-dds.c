/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/image/image.h"
#include "tests/core/image/samples.h"

#include <string.h>

/* A colour block, first above second: red, blue and two colours between; each row has codes 0, 1, 2, 3. */
#define FOUR_COLOURS 0x00, 0xF8, 0x1F, 0x00, 0xE4, 0xE4, 0xE4, 0xE4
/* The same with the ends swapped. */
#define THREE_COLOURS 0x1F, 0x00, 0x00, 0xF8, 0xE4, 0xE4, 0xE4, 0xE4
/* Ramps whose pixels 0 to 7 and 8 to 15 have codes 0 to 7. */
#define RAMP_OF_SIX 0xFF, 0x00, 0x88, 0xC6, 0xFA, 0x88, 0xC6, 0xFA
#define RAMP_OF_FOUR 0x00, 0xFF, 0x88, 0xC6, 0xFA, 0x88, 0xC6, 0xFA

static const guint8 six[8] = { 255, 0, 218, 182, 145, 109, 72, 36 };
static const guint8 four[8] = { 0, 255, 51, 102, 153, 204, 0, 255 };
static const guint32 thirds[4] = { 0xFF0000, 0x0000FF, 0xAA0055, 0x5500AA };

static void
test_dxt1 (void)
{
  g_autoptr (GByteArray) dds = sample_dds ("DXT1", 8, 4, 1);
  sample_append (dds, FOUR_COLOURS, THREE_COLOURS);
  g_autoptr (MwImage) image = sample_decode (dds, "DDS DXT1");
  static const guint32 halves[4] = { 0x0000FFFF, 0xFF0000FF, 0x7F007FFF, 0x00000000 };
  for (guint y = 0; y < 4; y++) {
    for (guint x = 0; x < 4; x++) {
      sample_assert_pixel (image, x, y, thirds[x] << 8 | 255);
      sample_assert_pixel (image, x + 4, y, halves[x]);
    }
  }
  g_assert_true (image->has_alpha);
}

static void
test_widening (void)
{
  g_autoptr (GByteArray) dds = sample_dds ("DXT1", 1, 1, 1);
  sample_append (dds, 0x10, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00);
  g_autoptr (MwImage) image = sample_decode (dds, "DDS DXT1");
  sample_assert_pixel (image, 0, 0, 0x848284FF);
}

/* Equal ends count as first below second: code 3 of a colour block is transparent, codes 6 and 7 of a ramp are 0 and
 * 255. */
static void
test_equal_ends (void)
{
  g_autoptr (GByteArray) colours = sample_dds ("DXT1", 4, 1, 1);
  sample_append (colours, 0x1F, 0x00, 0x1F, 0x00, 0xE4, 0xE4, 0xE4, 0xE4);
  g_autoptr (MwImage) image = sample_decode (colours, "DDS DXT1");
  sample_assert_pixel (image, 2, 0, 0x0000FFFF);
  sample_assert_pixel (image, 3, 0, 0x00000000);
  g_autoptr (GByteArray) ramp = sample_dds ("BC4U", 4, 2, 1);
  sample_append (ramp, 99, 99, 0x88, 0xC6, 0xFA, 0x88, 0xC6, 0xFA);
  g_autoptr (MwImage) grey = sample_decode (ramp, "DDS BC4");
  sample_assert_pixel (grey, 1, 1, 0x636363FF);
  sample_assert_pixel (grey, 2, 1, 0x000000FF);
  sample_assert_pixel (grey, 3, 1, 0xFFFFFFFF);
}

static void
test_dxt3 (void)
{
  static const char *const letters[] = { "DXT2", "DXT3" };
  for (guint i = 0; i < 2; i++) {
    g_autoptr (GByteArray) dds = sample_dds (letters[i], 4, 4, 1);
    sample_append (dds, 0x10, 0x32, 0x54, 0x76, 0x98, 0xBA, 0xDC, 0xFE, THREE_COLOURS);
    g_autoptr (MwImage) image = sample_decode (dds, i ? "DDS DXT3" : "DDS DXT2");
    /* These formats have no transparent black: four colours whatever the order of the ends. */
    static const guint32 expected[4] = { 0x0000FF, 0xFF0000, 0x5500AA, 0xAA0055 };
    for (guint p = 0; p < 16; p++)
      sample_assert_pixel (image, p % 4, p / 4, expected[p % 4] << 8 | p * 17);
  }
}

static void
test_dxt5 (void)
{
  g_autoptr (GByteArray) dds = sample_dds ("DXT5", 4, 8, 1);
  sample_append (dds, RAMP_OF_SIX, FOUR_COLOURS);
  sample_append (dds, RAMP_OF_FOUR, FOUR_COLOURS);
  g_autoptr (MwImage) image = sample_decode (dds, "DDS DXT5");
  for (guint p = 0; p < 16; p++) {
    sample_assert_pixel (image, p % 4, p / 4, thirds[p % 4] << 8 | six[p % 8]);
    sample_assert_pixel (image, p % 4, 4 + p / 4, thirds[p % 4] << 8 | four[p % 8]);
  }
}

static void
test_channels (void)
{
  g_autoptr (GByteArray) one = sample_dds ("ATI1", 4, 4, 1);
  sample_append (one, RAMP_OF_SIX);
  g_autoptr (MwImage) grey = sample_decode (one, "DDS ATI1");
  for (guint p = 0; p < 16; p++)
    sample_assert_pixel (grey, p % 4, p / 4, six[p % 8] * 0x01010100u | 255);

  /* Red 255 and green 0 to 204: x is 1, so z is 0; then x and y in the middle, where z is nearly 1. */
  g_autoptr (GByteArray) two = sample_dds ("ATI2", 8, 4, 1);
  sample_append (two, 255, 255, 0, 0, 0, 0, 0, 0, RAMP_OF_FOUR);
  sample_append (two, 128, 128, 0, 0, 0, 0, 0, 0, 128, 128, 0, 0, 0, 0, 0, 0);
  g_autoptr (MwImage) normals = sample_decode (two, "DDS ATI2");
  sample_assert_pixel (normals, 2, 0, 0xFF3380FF);
  sample_assert_pixel (normals, 1, 1, 0xFFCC80FF);
  sample_assert_pixel (normals, 4, 0, 0x8080FFFF);
}

static void
test_edges (void)
{
  g_autoptr (GByteArray) dds = sample_dds ("DXT1", 5, 3, 1);
  sample_append (dds, FOUR_COLOURS, FOUR_COLOURS);
  g_autoptr (MwImage) image = sample_decode (dds, "DDS DXT1");
  g_assert_cmpuint (image->width, ==, 5);
  g_assert_cmpuint (image->height, ==, 3);
  for (guint y = 0; y < 3; y++)
    for (guint x = 0; x < 5; x++)
      sample_assert_pixel (image, x, y, thirds[x % 4] << 8 | 255);
  g_byte_array_set_size (dds, dds->len - 1);
  sample_refuse (dds, MW_ERROR_TRUNCATED);
}

static void
test_levels (void)
{
  g_autoptr (GByteArray) dds = sample_dds ("DXT1", 8, 4, 4);
  for (guint8 red = 1; red <= 5; red++) /* two blocks, then one per level */
    sample_append (dds, 0, (guint8) (red << 3), 0, 0, 0, 0, 0, 0);
  static const guint sides[4][2] = { { 8, 4 }, { 4, 2 }, { 2, 1 }, { 1, 1 } };
  for (guint level = 0; level < 4; level++) {
    g_autoptr (MwImage) image = mw_image_decode_level (dds->data, dds->len, level, NULL);
    g_assert_nonnull (image);
    g_assert_cmpuint (image->width, ==, sides[level][0]);
    g_assert_cmpuint (image->height, ==, sides[level][1]);
    guint red = level == 0 ? 1 : level + 2;
    sample_assert_pixel (image, 0, 0, (red << 3 | red >> 2) << 24 | 255);
  }
  g_autoptr (GError) error = NULL;
  g_assert_null (mw_image_decode_level (dds->data, dds->len, 4, &error));
  g_assert_error (error, MW_ERROR, MW_ERROR_VALUE);
}

static void
test_masks (void)
{
  g_autoptr (GByteArray) bgr = sample_dds_masks (0x40, 24, 0xFF0000, 0xFF00, 0xFF, 0, 2, 1);
  sample_append (bgr, 1, 2, 3, 4, 5, 6);
  g_autoptr (MwImage) image = sample_decode (bgr, "DDS 8 to 24 bit");
  sample_assert_pixel (image, 0, 0, 0x030201FF);
  sample_assert_pixel (image, 1, 0, 0x060504FF);

  g_autoptr (GByteArray) rgba = sample_dds_masks (0x41, 32, 0xFF, 0xFF00, 0xFF0000, 0xFF000000, 1, 1);
  sample_append (rgba, 1, 2, 3, 4);
  g_autoptr (MwImage) second = sample_decode (rgba, "DDS 32 bit");
  sample_assert_pixel (second, 0, 0, 0x01020304);
  sample_put32 (rgba, 0x50, 0x40); /* the alpha mask counts only with its flag */
  g_autoptr (MwImage) third = sample_decode (rgba, "DDS 32 bit");
  sample_assert_pixel (third, 0, 0, 0x010203FF);

  g_autoptr (GByteArray) packed = sample_dds_masks (0x40, 16, 0xF800, 0x07E0, 0x001F, 0, 1, 1);
  sample_append (packed, 0x10, 0x84);
  g_autoptr (MwImage) fourth = sample_decode (packed, "DDS 8 to 24 bit");
  sample_assert_pixel (fourth, 0, 0, 0x848284FF);

  g_autoptr (GByteArray) grey = sample_dds_masks (0x20000, 8, 0xFF, 0, 0, 0, 1, 1);
  sample_append (grey, 77);
  g_autoptr (MwImage) fifth = sample_decode (grey, "DDS 8 to 24 bit");
  sample_assert_pixel (fifth, 0, 0, 0x4D4D4DFF);
}

static GByteArray *
new_dx10 (guint32 dxgi)
{
  GByteArray *dds = sample_dds ("DX10", 4, 4, 1);
  g_byte_array_set_size (dds, 0x94);
  memset (dds->data + 0x80, 0, 0x14);
  sample_put32 (dds, 0x80, dxgi);
  return dds;
}

static void
test_dx10 (void)
{
  g_autoptr (GByteArray) bc1 = new_dx10 (0x47);
  sample_append (bc1, FOUR_COLOURS);
  g_autoptr (MwImage) image = sample_decode (bc1, "DDS BC1");
  sample_assert_pixel (image, 2, 3, 0xAA0055FF);
  g_autoptr (GByteArray) bc5 = new_dx10 (0x53);
  sample_append (bc5, RAMP_OF_SIX, RAMP_OF_SIX);
  g_autoptr (MwImage) second = sample_decode (bc5, "DDS BC5");
  sample_assert_pixel (second, 0, 0, 0xFFFF80FF);
  g_autoptr (GByteArray) bgra = new_dx10 (87);
  for (guint8 i = 0; i < 16; i++)
    sample_append (bgra, i, 100, 200, (guint8) (255 - i));
  g_autoptr (MwImage) third = sample_decode (bgra, "DDS 32 bit");
  sample_assert_pixel (third, 1, 1, 0xC86405FA);
  g_autoptr (GByteArray) uint = new_dx10 (30); /* R8G8B8A8_UINT */
  sample_append (uint, FOUR_COLOURS, FOUR_COLOURS);
  sample_refuse (uint, MW_ERROR_UNSUPPORTED);
  sample_put32 (uint, 0x80, 0);
  sample_refuse (uint, MW_ERROR_UNSUPPORTED);
  g_byte_array_set_size (uint, 0x90);
  sample_refuse (uint, MW_ERROR_TRUNCATED);
}

/* Each number of DXGI_FORMAT that is read, with its bits of alpha. Random blocks of all formats are compared with other decoders
 * (core/render/test-block-formats.c, test-decoders.py). */
static void
test_dxgi (void)
{
  static const struct {
    guint32 numbers[3];
    const char *name;
    guint alpha_bits;
  } kinds[] = {
    { { 70, 71, 72 }, "DDS BC1", 1 },         { { 73, 74, 75 }, "DDS BC2", 4 },
    { { 76, 77, 78 }, "DDS BC3", 8 },         { { 79, 80, 80 }, "DDS BC4", 0 },
    { { 81, 81, 81 }, "DDS BC4 signed", 0 },  { { 82, 83, 83 }, "DDS BC5", 0 },
    { { 84, 84, 84 }, "DDS BC5 signed", 0 },  { { 94, 95, 95 }, "DDS BC6H", 0 },
    { { 96, 96, 96 }, "DDS BC6H signed", 0 }, { { 97, 98, 99 }, "DDS BC7", 8 },
    { { 9, 10, 10 }, "DDS half floats", 16 }, { { 23, 24, 24 }, "DDS 32 bit", 2 },
    { { 27, 28, 29 }, "DDS 32 bit", 8 },      { { 90, 87, 91 }, "DDS 32 bit", 8 },
    { { 92, 88, 93 }, "DDS 32 bit", 0 },      { { 85, 85, 85 }, "DDS 8 to 24 bit", 0 },
    { { 86, 86, 86 }, "DDS 8 to 24 bit", 1 }, { { 115, 115, 115 }, "DDS 8 to 24 bit", 4 },
    { { 48, 49, 49 }, "DDS 8 to 24 bit", 0 }, { { 53, 56, 56 }, "DDS 8 to 24 bit", 0 },
    { { 60, 61, 61 }, "DDS 8 to 24 bit", 0 }, { { 65, 65, 65 }, "DDS 8 to 24 bit", 8 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    for (guint k = 0; k < 3; k++) {
      g_autoptr (GByteArray) dds = new_dx10 (kinds[i].numbers[k]);
      for (guint8 b = 0; b < 128; b++)
        sample_append (dds, b);
      g_autoptr (MwImage) image = sample_decode (dds, kinds[i].name);
      g_assert_cmpuint (image->alpha_bits, ==, kinds[i].alpha_bits);
      g_assert_null (image->part);
    }
}

/* The first pixel of what is stored without blocks. */
static void
test_dxgi_pixels (void)
{
  static const struct {
    guint32 number;
    guint8 bytes[8];
    guint32 rgba;
  } kinds[] = {
    { 24, { 0xFF, 0x03, 0x00, 0xC0 }, 0xFF0000FF },
    { 24, { 0x00, 0xFC, 0xFF, 0x7F }, 0x00FFFF55 },
    { 28, { 1, 2, 3, 4 }, 0x01020304 },
    { 88, { 1, 2, 3, 4 }, 0x030201FF },
    { 85, { 0x1F, 0xF8 }, 0xFF00FFFF },
    { 86, { 0xE0, 0x03 }, 0x00FF0000 },
    { 115, { 0x48, 0xC2 }, 0x224488CC },
    { 49, { 9, 8 }, 0x090800FF },
    { 56, { 0x00, 0x80 }, 0x808080FF },
    { 61, { 7 }, 0x070707FF },
    { 65, { 7 }, 0x00000007 },
    /* 1.0, 0.5, above 1 and 0.25 of linear light; alpha is not converted. */
    { 10, { 0x00, 0x3C, 0x00, 0x38, 0x00, 0x44, 0x00, 0x34 }, 0xFFBCFF40 },
    /* -1, no number, infinity; alpha below 0. */
    { 10, { 0x00, 0xBC, 0x01, 0x7C, 0x00, 0x7C, 0x00, 0xBC }, 0x0000FF00 },
    /* 1/4096, the smallest of all and 1/512: a straight line near 0. */
    { 10, { 0x00, 0x0C, 0x01, 0x00, 0x00, 0x18, 0x00, 0x3C }, 0x010006FF },
  };
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    g_autoptr (GByteArray) dds = new_dx10 (kinds[i].number);
    g_byte_array_append (dds, kinds[i].bytes, 8);
    for (guint n = 0; n < 15; n++)
      sample_append (dds, 0, 0, 0, 0, 0, 0, 0, 0);
    g_autoptr (MwImage) image = mw_image_decode (dds->data, dds->len, NULL);
    g_assert_nonnull (image);
    sample_assert_pixel (image, 0, 0, kinds[i].rgba);
  }
}

/* A block of BC6H with one colour: mode 3 has two ends of 10 bits for each component, which are the same here. */
static void
append_light (GByteArray *dds, guint r, guint g, guint b)
{
  const guint ends[6] = { r, g, b, r, g, b };
  guint8 block[16] = { 3 };
  for (guint bit = 0; bit < 60; bit++)
    if (ends[bit / 10] >> (bit % 10) & 1)
      block[(5 + bit) / 8] |= (guint8) (1 << (5 + bit) % 8);
  g_byte_array_append (dds, block, sizeof block);
}

/* Light above 1 is cut, and the image says in how many of its pixels; what a block has beyond the edge does not count. */
static void
test_cut_light (void)
{
  g_autoptr (GByteArray) dds = new_dx10 (95);
  sample_put32 (dds, 0x0C, 3);
  sample_put32 (dds, 0x10, 7);
  append_light (dds, 400, 300, 0);
  append_light (dds, 600, 0, 400);
  g_autoptr (MwImage) image = sample_decode (dds, "DDS BC6H");
  g_assert_cmpuint (image->n_cut, ==, 3 * 3);
  /* (600 * 65536 + 32768) / 1024 * 31 / 64 = 0x48B7 */
  g_assert_cmpfloat_with_epsilon (image->brightest, (1 + 0xB7 / 1024.0) * 8, 1e-6);
  g_assert_cmpuint (image->rgba[4 * 4], ==, 255);
  g_assert_cmpuint (image->rgba[2], ==, 0);
}

/* Ends of -128 count as -127; the two rules for codes 6 and 7 follow the signed values. */
static void
test_signed (void)
{
  g_autoptr (GByteArray) dds = sample_dds ("BC4S", 8, 4, 1);
  sample_append (dds, 0x7F, 0x80, 0x88, 0xC6, 0xFA, 0x88, 0xC6, 0xFA);
  sample_append (dds, 0x80, 0x7F, 0x88, 0xC6, 0xFA, 0x88, 0xC6, 0xFA);
  g_autoptr (MwImage) image = sample_decode (dds, "DDS BC4 signed");
  static const guint8 down[8] = { 255, 0, 219, 182, 146, 109, 73, 36 }, up[8] = { 0, 255, 51, 102, 153, 204, 0, 255 };
  for (guint p = 0; p < 16; p++) {
    sample_assert_pixel (image, p % 4, p / 4, down[p % 8] * 0x01010100u | 255);
    sample_assert_pixel (image, 4 + p % 4, p / 4, up[p % 8] * 0x01010100u | 255);
  }
}

/* Only the first picture is read, and the image says so. */
static void
test_parts (void)
{
  g_autoptr (GByteArray) dds = sample_dds ("DXT1", 4, 4, 1);
  sample_append (dds, FOUR_COLOURS, THREE_COLOURS);
  sample_put32 (dds, 0x70, 0x200);
  g_autoptr (MwImage) face = sample_decode (dds, "DDS DXT1");
  g_assert_cmpstr (face->part, ==, "the first face of a cube map");
  sample_assert_pixel (face, 0, 0, 0xFF0000FF);
  sample_put32 (dds, 0x70, 0x200000);
  g_autoptr (MwImage) slice = sample_decode (dds, "DDS DXT1");
  g_assert_cmpstr (slice->part, ==, "the first slice of a volume");
  g_autoptr (GByteArray) dx10 = new_dx10 (71);
  sample_append (dx10, FOUR_COLOURS);
  sample_put32 (dx10, 0x8C, 2);
  g_autoptr (MwImage) first = sample_decode (dx10, "DDS BC1");
  g_assert_cmpstr (first->part, ==, "the first picture of an array");
  sample_put32 (dx10, 0x88, 4);
  g_autoptr (MwImage) cube = sample_decode (dx10, "DDS BC1");
  g_assert_cmpstr (cube->part, ==, "the first face of a cube map");
  sample_put32 (dx10, 0x84, 4);
  g_autoptr (MwImage) volume = sample_decode (dx10, "DDS BC1");
  g_assert_cmpstr (volume->part, ==, "the first slice of a volume");
}

static void
test_refused (void)
{
  g_autoptr (GByteArray) dds = sample_dds ("DXT9", 4, 4, 1);
  sample_append (dds, FOUR_COLOURS);
  sample_refuse (dds, MW_ERROR_UNSUPPORTED);
  memcpy (dds->data + 0x54, "DXT1", 4);
  sample_put32 (dds, 0x04, 100);
  sample_refuse (dds, MW_ERROR_CORRUPT);
  sample_put32 (dds, 0x04, 124);
  sample_put32 (dds, 0x0C, 0);
  sample_refuse (dds, MW_ERROR_CORRUPT);
  sample_put32 (dds, 0x0C, 0xFFFFFFFF);
  sample_refuse (dds, MW_ERROR_LIMIT);
  sample_put32 (dds, 0x0C, 8);
  sample_refuse (dds, MW_ERROR_TRUNCATED);
  g_autoptr (GByteArray) odd = sample_dds_masks (0x40, 12, 0xF00, 0xF0, 0xF, 0, 1, 1);
  sample_refuse (odd, MW_ERROR_UNSUPPORTED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/image/dds/light above 1 is cut, and counted", test_cut_light);
  g_test_add_func ("/image/dds/reads DXT1 with thirds, or with a half and see-through black", test_dxt1);
  g_test_add_func ("/image/dds/widens 5 and 6 bits by repeating their top bits", test_widening);
  g_test_add_func ("/image/dds/treats equal end colours like a second one below the first", test_equal_ends);
  g_test_add_func ("/image/dds/reads DXT2 and DXT3 with 4 bits of alpha", test_dxt3);
  g_test_add_func ("/image/dds/reads DXT5 with both alpha ramps", test_dxt5);
  g_test_add_func ("/image/dds/reads one channel as grey and two as a unit normal", test_channels);
  g_test_add_func ("/image/dds/cuts blocks at the right and lower edge", test_edges);
  g_test_add_func ("/image/dds/finds each level", test_levels);
  g_test_add_func ("/image/dds/reads whole pixels by their masks", test_masks);
  g_test_add_func ("/image/dds/reads the DX10 header", test_dx10);
  g_test_add_func ("/image/dds/reads the formats of DXGI with their variants", test_dxgi);
  g_test_add_func ("/image/dds/reads pixels of DXGI formats", test_dxgi_pixels);
  g_test_add_func ("/image/dds/reads signed ramps", test_signed);
  g_test_add_func ("/image/dds/names what is read of a cube map, an array or a volume", test_parts);
  g_test_add_func ("/image/dds/refuses unknown formats, wrong headers and huge sizes", test_refused);
  return g_test_run ();
}
