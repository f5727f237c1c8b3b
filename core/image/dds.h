/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a DDS header says of the pixels. Source: "DDS_HEADER", "DDS_HEADER_DXT10" and "DXGI_FORMAT" of Microsoft's DirectX
 * documentation. Little endian:
 *   0x00 "DDS "    0x04 header size 124    0x08 flags (0x20000: level count is set)    0x0C height    0x10 width
 *   0x1C level count    0x50 pixel format flags    0x54 four-letter code    0x58 bits per pixel    0x5C masks of R, G, B, A
 *   0x6C caps    0x70 more caps (0x200 cube, 0x200000 volume)    0x80 the levels
 * With the code "DX10" the levels begin at 0x94, after a DXGI format number at 0x80, dimension (4: volume), flags (0x4:
 * cube) and number of pictures. The pictures of a cube or array follow each other, each with all its levels. */
#pragma once
#include "core/image/image-private.h"

enum {
  DDS_FLAGS = 0x08,
  DDS_HEIGHT = 0x0C,
  DDS_WIDTH = 0x10,
  DDS_PITCH = 0x14,
  DDS_LEVELS = 0x1C,
  DDS_PIXEL_SIZE = 0x4C,
  DDS_PIXEL_FLAGS = 0x50,
  DDS_LETTERS = 0x54,
  DDS_BITS = 0x58,
  DDS_MASKS = 0x5C,
  DDS_CAPS = 0x6C,
  DDS_CAPS_2 = 0x70,
  DDS_HEADER = 0x80,
  DDS_DX10_HEADER = 0x94
};
enum { DDS_HAS_LEVELS = 0x20000, DDS_CUBE = 0x200, DDS_VOLUME = 0x200000 };
enum {
  DDS_PIXEL_ALPHA = 0x1,
  DDS_PIXEL_ONLY_ALPHA = 0x2,
  DDS_PIXEL_LETTERS = 0x4,
  DDS_PIXEL_RGB = 0x40,
  DDS_PIXEL_GREY = 0x20000
};

typedef enum { DDS_BLOCKS, DDS_MASKED, DDS_HALF_FLOATS } DdsStorage;

typedef struct {
  DdsStorage storage;
  MwBlockFormat block_format; /* of DDS_BLOCKS */
  guint bits;                 /* of a pixel, of DDS_MASKED and DDS_HALF_FLOATS */
  uint32_t masks[4];          /* of DDS_MASKED: R, G, B, A; an alpha mask of 0 means opaque */
  guint alpha_bits;
  const char *name;
  uint64_t start;   /* of level 0 */
  const char *part; /* see MwImage */
  guint cubes;      /* cube maps; 0: it is none */
  gboolean srgb;    /* the DXGI format says so */
} DdsFormat;

/* Reads the header; all of it is in `data`. FALSE and MW_ERROR_UNSUPPORTED or MW_ERROR_TRUNCATED. */
gboolean mw_dds_read_format (const uint8_t *data, size_t size, DdsFormat *format, GError **error);
/* Decodes a level of one of its pictures: faces of cubes, pictures of an array. Errors as of mw_image_decode_level(). */
MwImage *mw_dds_decode_picture (const uint8_t *data, size_t size, guint picture, guint level, GError **error);
