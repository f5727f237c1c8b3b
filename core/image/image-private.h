/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the decoders of this folder. A decoder checks with mw_image_need() that the bytes which it will read are there,
 * then allocates with mw_image_new_for_input(), then fills the pixels without further checks. */
#pragma once
#include "core/base/error.h"
#include "core/image/image.h"

static inline uint32_t
mw_image_le16 (const uint8_t *bytes)
{
  return (uint32_t) bytes[0] | (uint32_t) bytes[1] << 8;
}

static inline uint32_t
mw_image_le32 (const uint8_t *bytes)
{
  return mw_image_le16 (bytes) | mw_image_le16 (bytes + 2) << 16;
}

/* TRUE if `length` bytes stand at `offset`; else MW_ERROR_TRUNCATED that says `what` is missing. */
gboolean mw_image_need (size_t size, uint64_t offset, uint64_t length, const char *what, GError **error);

/* FALSE with MW_ERROR_LIMIT or _CORRUPT (a side is 0) for a size that this folder does not decode from `input` bytes. */
gboolean mw_image_check_size (uint32_t width, uint32_t height, size_t input, GError **error);

/* The bytes that decoding `input` bytes may take. */
uint64_t mw_image_budget (size_t input);

MwImage *mw_image_new_for_input (uint32_t width, uint32_t height, size_t input, const char *format_name,
                                 GError **error);

static inline uint32_t
mw_image_level_side (uint32_t side, guint level)
{
  return level < 32 && side >> level ? side >> level : 1;
}

/* MW_ERROR_VALUE: the texture has no such level (level 0: MW_ERROR_CORRUPT). Always NULL, for use in a return statement. */
MwImage *mw_image_no_level (guint level, GError **error);

MwImage *mw_image_decode_blp1 (const uint8_t *data, size_t size, guint level, GError **error);
MwImage *mw_image_decode_blp2 (const uint8_t *data, size_t size, guint level, GError **error);
MwImage *mw_image_decode_dds (const uint8_t *data, size_t size, guint level, GError **error);
MwImage *mw_image_decode_png (const uint8_t *data, size_t size, GError **error);
MwImage *mw_image_decode_tga (const uint8_t *data, size_t size, GError **error);

/* TRUE if the first bytes can be the header of a TGA that mw_image_decode_tga() knows. */
gboolean mw_image_is_tga (const uint8_t *data, size_t size);

/* Decodes a whole JPEG stream whose components are stored as they are: 4 are B, G, R, A; 3 are B, G, R; 1 is grey.
 * `offset` is where the stream's level stands in the file, for errors. `opaque` ignores the fourth component. */
MwImage *mw_image_decode_raw_jpeg (const uint8_t *jpeg, size_t size, gboolean opaque, const char *format_name,
                                   gint64 offset, GError **error);

/* Palette pictures of BLP1 and BLP2: one index byte a pixel, then alpha of 0, 1, 4 or 8 bits a pixel. `alpha_bits` of any
 * other value acts as 0, as in the game. `palette` holds `colours` entries of B, G, R and a byte without meaning; an index
 * beyond them is black. `offset` is where the level starts. */
MwImage *mw_image_decode_palette (const uint8_t *data, size_t size, uint64_t offset, uint32_t width, uint32_t height,
                                  const uint8_t *palette, guint colours, guint alpha_bits, const char *format_name,
                                  GError **error);

typedef enum {
  MW_BLOCKS_BC1, /* DXT1 with its see-through black */
  MW_BLOCKS_BC2, /* DXT3 */
  MW_BLOCKS_BC3, /* DXT5 */
  MW_BLOCKS_BC4, /* one channel, shown as grey */
  MW_BLOCKS_BC5  /* two channels in red and green, blue is the z of a unit normal */
} MwBlockFormat;

/* Bytes that the 4 x 4 blocks of a picture take. */
uint64_t mw_image_blocks_size (MwBlockFormat format, uint32_t width, uint32_t height);

/* Decodes a picture of blocks at `offset`, checking that they are there. */
MwImage *mw_image_decode_blocks (const uint8_t *data, size_t size, uint64_t offset, MwBlockFormat format,
                                 uint32_t width, uint32_t height, gboolean opaque, const char *format_name,
                                 GError **error);
