/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Textures made in memory for the tests of core/image. The caller owns the returned bytes. */
#pragma once
#include "core/image/image.h"

void sample_put16 (GByteArray *bytes, guint at, guint32 value);
void sample_put32 (GByteArray *bytes, guint at, guint32 value);

/* A BLP1 header of 0x9C bytes without levels; the caller appends the rest. */
GByteArray *sample_blp1 (guint32 content, guint32 alpha_bits, guint32 width, guint32 height);
/* A BLP2 header and palette, 0x494 bytes, without levels. */
GByteArray *sample_blp2 (guint8 encoding, guint8 alpha_bits, guint8 preferred, guint32 width, guint32 height);
/* Appends 256 entries: entry i is blue i, green 255 - i, red 3 i (mod 256), and an unused byte. */
void sample_add_palette (GByteArray *blp);
/* Appends a level and enters it in the header of either version. */
void sample_add_level (GByteArray *blp, guint level, const void *data, guint size);

/* A JPEG at quality 100 whose components (1, 3 or 4) are stored as given. `adobe_transform` below 0: no Adobe
 * marker; otherwise a marker with this transform. */
GByteArray *sample_jpeg (guint width, guint height, int components, const guint8 *pixels, int adobe_transform);
/* A BLP1 with one JPEG, the first `shared` bytes of which are in the header. */
GByteArray *sample_blp1_jpeg (guint32 alpha_bits, guint32 width, guint32 height, const GByteArray *jpeg, guint shared);

/* A DDS header of 0x80 bytes with a four-letter code ("DXT1" ...). */
GByteArray *sample_dds (const char *letters, guint32 width, guint32 height, guint32 levels);
/* The same with masks. */
GByteArray *sample_dds_masks (guint32 flags, guint bits, guint32 r, guint32 g, guint32 b, guint32 a, guint32 width,
                              guint32 height);

/* A TGA header. */
GByteArray *sample_tga (guint8 type, guint16 width, guint16 height, guint8 bits, guint8 descriptor);

/* Decodes; asserts success. */
MwImage *sample_decode (const GByteArray *bytes, const char *format_name);
/* Decodes; asserts this error. */
void sample_refuse (const GByteArray *bytes, int code);
/* Asserts the colour 0xRRGGBBAA. */
void sample_assert_pixel (const MwImage *image, guint x, guint y, guint32 rgba);

#define sample_append(bytes, ...)                                                                                      \
  g_byte_array_append ((bytes), (const guint8[]) { __VA_ARGS__ }, sizeof ((const guint8[]) { __VA_ARGS__ }))
