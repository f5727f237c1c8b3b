/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/image/samples.h"

#include "core/base/error.h"

#include <stdio.h>

#include <jpeglib.h>
#include <string.h>

static const guint8 zeros[0x500];

void
sample_put16 (GByteArray *bytes, guint at, guint32 value)
{
  bytes->data[at] = (guint8) value;
  bytes->data[at + 1] = (guint8) (value >> 8);
}

void
sample_put32 (GByteArray *bytes, guint at, guint32 value)
{
  sample_put16 (bytes, at, value);
  sample_put16 (bytes, at + 2, value >> 16);
}

static GByteArray *
new_header (const char *magic, guint size)
{
  GByteArray *bytes = g_byte_array_new ();
  g_byte_array_append (bytes, zeros, size);
  memcpy (bytes->data, magic, strlen (magic));
  return bytes;
}

GByteArray *
sample_blp1 (guint32 content, guint32 alpha_bits, guint32 width, guint32 height)
{
  GByteArray *blp = new_header ("BLP1", 0x9C);
  sample_put32 (blp, 0x04, content);
  sample_put32 (blp, 0x08, alpha_bits);
  sample_put32 (blp, 0x0C, width);
  sample_put32 (blp, 0x10, height);
  sample_put32 (blp, 0x14, 5);
  sample_put32 (blp, 0x18, 1);
  return blp;
}

static void
write_palette (guint8 *to)
{
  for (guint i = 0; i < 256; i++) {
    to[i * 4] = (guint8) i;
    to[i * 4 + 1] = (guint8) (255 - i);
    to[i * 4 + 2] = (guint8) (3 * i);
    to[i * 4 + 3] = 0x5A;
  }
}

GByteArray *
sample_blp2 (guint8 encoding, guint8 alpha_bits, guint8 preferred, guint32 width, guint32 height)
{
  GByteArray *blp = new_header ("BLP2", 0x494);
  sample_put32 (blp, 0x04, 1);
  blp->data[0x08] = encoding;
  blp->data[0x09] = alpha_bits;
  blp->data[0x0A] = preferred;
  blp->data[0x0B] = 1;
  sample_put32 (blp, 0x0C, width);
  sample_put32 (blp, 0x10, height);
  write_palette (blp->data + 0x94);
  return blp;
}

void
sample_add_palette (GByteArray *blp)
{
  guint at = blp->len;
  g_byte_array_append (blp, zeros, 1024);
  write_palette (blp->data + at);
}

void
sample_add_level (GByteArray *blp, guint level, const void *data, guint size)
{
  guint offsets = blp->data[3] == '1' ? 0x1C : 0x14;
  sample_put32 (blp, offsets + level * 4, blp->len);
  sample_put32 (blp, offsets + 64 + level * 4, size);
  g_byte_array_append (blp, data, size);
}

GByteArray *
sample_jpeg (guint width, guint height, int components, const guint8 *pixels, int adobe_transform)
{
  struct jpeg_compress_struct codec = { 0 };
  struct jpeg_error_mgr errors;
  unsigned char *made = NULL;
  unsigned long size = 0;
  J_COLOR_SPACE space = components == 4 ? JCS_CMYK : components == 3 ? JCS_RGB : JCS_GRAYSCALE;
  codec.err = jpeg_std_error (&errors);
  jpeg_create_compress (&codec);
  jpeg_mem_dest (&codec, &made, &size);
  codec.image_width = width;
  codec.image_height = height;
  codec.input_components = components;
  codec.in_color_space = space;
  jpeg_set_defaults (&codec);
  jpeg_set_colorspace (&codec, space);
  jpeg_set_quality (&codec, 100, TRUE);
  codec.write_JFIF_header = FALSE;
  codec.write_Adobe_marker = adobe_transform >= 0;
  jpeg_start_compress (&codec, TRUE);
  for (guint y = 0; y < height; y++) {
    JSAMPROW row = (JSAMPROW) pixels + (size_t) y * width * (guint) components;
    jpeg_write_scanlines (&codec, &row, 1);
  }
  jpeg_finish_compress (&codec);
  jpeg_destroy_compress (&codec);
  GByteArray *jpeg = g_byte_array_new ();
  g_byte_array_append (jpeg, made, (guint) size);
  free (made);
  if (adobe_transform >= 0) {
    guint at = 0;
    while (at + 12 < jpeg->len && memcmp (jpeg->data + at, "Adobe", 5) != 0)
      at++;
    g_assert_cmpuint (at + 12, <, jpeg->len);
    jpeg->data[at + 11] = (guint8) adobe_transform;
  }
  return jpeg;
}

GByteArray *
sample_blp1_jpeg (guint32 alpha_bits, guint32 width, guint32 height, const GByteArray *jpeg, guint shared)
{
  GByteArray *blp = sample_blp1 (0, alpha_bits, width, height);
  g_byte_array_append (blp, zeros, 4);
  sample_put32 (blp, 0x9C, shared);
  g_byte_array_append (blp, jpeg->data, shared);
  sample_add_level (blp, 0, jpeg->data + shared, jpeg->len - shared);
  return blp;
}

GByteArray *
sample_dds (const char *letters, guint32 width, guint32 height, guint32 levels)
{
  GByteArray *dds = new_header ("DDS ", 0x80);
  sample_put32 (dds, 0x04, 124);
  sample_put32 (dds, 0x08, 0x1007 | (levels > 1 ? 0x20000 : 0));
  sample_put32 (dds, 0x0C, height);
  sample_put32 (dds, 0x10, width);
  sample_put32 (dds, 0x1C, levels > 1 ? levels : 0);
  sample_put32 (dds, 0x4C, 32);
  sample_put32 (dds, 0x50, 0x4);
  memcpy (dds->data + 0x54, letters, 4);
  return dds;
}

GByteArray *
sample_dds_masks (guint32 flags, guint bits, guint32 r, guint32 g, guint32 b, guint32 a, guint32 width, guint32 height)
{
  GByteArray *dds = sample_dds ("\0\0\0\0", width, height, 1);
  sample_put32 (dds, 0x50, flags);
  sample_put32 (dds, 0x58, bits);
  sample_put32 (dds, 0x5C, r);
  sample_put32 (dds, 0x60, g);
  sample_put32 (dds, 0x64, b);
  sample_put32 (dds, 0x68, a);
  return dds;
}

GByteArray *
sample_tga (guint8 type, guint16 width, guint16 height, guint8 bits, guint8 descriptor)
{
  GByteArray *tga = new_header ("", 18);
  tga->data[2] = type;
  sample_put16 (tga, 12, width);
  sample_put16 (tga, 14, height);
  tga->data[16] = bits;
  tga->data[17] = descriptor;
  return tga;
}

MwImage *
sample_decode (const GByteArray *bytes, const char *format_name)
{
  GError *error = NULL;
  MwImage *image = mw_image_decode (bytes->data, bytes->len, &error);
  g_assert_no_error (error);
  g_assert_nonnull (image);
  g_assert_cmpstr (image->format_name, ==, format_name);
  return image;
}

void
sample_refuse (const GByteArray *bytes, int code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwImage) image = mw_image_decode (bytes->data, bytes->len, &error);
  g_assert_null (image);
  g_assert_error (error, MW_ERROR, code);
}

void
sample_assert_pixel (const MwImage *image, guint x, guint y, guint32 rgba)
{
  g_assert_cmpuint (x, <, image->width);
  g_assert_cmpuint (y, <, image->height);
  const uint8_t *pixel = image->rgba + ((size_t) y * image->width + x) * 4;
  guint32 found = (guint32) pixel[0] << 24 | (guint32) pixel[1] << 16 | (guint32) pixel[2] << 8 | pixel[3];
  g_assert_cmphex (found, ==, rgba);
}
