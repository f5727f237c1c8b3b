/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the decoders in this folder. A decoder first checks with mw_image_need() that the bytes it will read
 * exist, then allocates with mw_image_new_for_input(), then fills in the pixels without further checks. */
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

/* TRUE if there are `length` bytes at `offset` in `size` bytes of input; else MW_ERROR_TRUNCATED saying that `what`
 * is missing. */
gboolean mw_image_need (size_t size, uint64_t offset, uint64_t length, const char *what, GError **error);

/* Whether an image of this size may be decoded from `input` bytes. FALSE with MW_ERROR_LIMIT, or MW_ERROR_CORRUPT if
 * a side is 0. */
gboolean mw_image_check_size (uint32_t width, uint32_t height, size_t input, GError **error);

/* How many bytes of memory decoding `input` bytes may use. */
uint64_t mw_image_budget (size_t input);

MwImage *mw_image_new_for_input (uint32_t width, uint32_t height, size_t input, const char *format_name,
                                 GError **error);

static inline uint32_t
mw_image_level_side (uint32_t side, guint level)
{
  return level < 32 && side >> level ? side >> level : 1;
}

/* Sets MW_ERROR_VALUE: the texture has no such level (for level 0 MW_ERROR_CORRUPT). Always returns NULL, for use in
 * a return statement. */
MwImage *mw_image_no_level (guint level, GError **error);

/* A format of images. To add one: write its MwImageFormat in a file of this folder, and name it in formats.h. */
typedef struct {
  const char *name;      /* "BLP", as messages call it */
  const char *extension; /* ".blp" */
  const char *magic;     /* how its files begin; NULL: in no fixed way, so `matches` is tried after all other formats */
  gboolean (*matches) (const uint8_t *data, size_t size); /* whether this can be a file of it */
  /* Decodes a mip level, 0 being the largest. NULL and an error: see mw_image_decode_level(). */
  MwImage *(*decode) (const uint8_t *data, size_t size, guint level, GError **error);
} MwImageFormat;

#define MW_IMAGE_FORMAT(name) extern const MwImageFormat mw_image_format_##name;
#include "core/image/formats.h"
#undef MW_IMAGE_FORMAT

/* Decodes a whole JPEG stream without colour conversion: 4 components are B, G, R, A; 3 are B, G, R; 1 is grey.
 * `offset` is the position of the level in the file, for errors. With `opaque` the fourth component is ignored. */
MwImage *mw_image_decode_raw_jpeg (const uint8_t *jpeg, size_t size, gboolean opaque, const char *format_name,
                                   gint64 offset, GError **error);

/* Decodes a palette image of BLP1 or BLP2: one index byte per pixel, then alpha of 0, 1, 4 or 8 bits per pixel. Any
 * other `alpha_bits` counts as 0, as in the game. `palette` holds `colours` entries of B, G, R and an unused byte;
 * an index beyond them is black. `offset` is where the level starts in the file. */
MwImage *mw_image_decode_palette (const uint8_t *data, size_t size, uint64_t offset, uint32_t width, uint32_t height,
                                  const uint8_t *palette, guint colours, guint alpha_bits, const char *format_name,
                                  GError **error);

typedef enum {
  MW_BLOCKS_BC1,        /* DXT1 with its transparent black */
  MW_BLOCKS_BC2,        /* DXT3 */
  MW_BLOCKS_BC3,        /* DXT5 */
  MW_BLOCKS_BC4,        /* one channel, shown as grey */
  MW_BLOCKS_BC4_SIGNED, /* -1 is 0, 1 is 255 */
  MW_BLOCKS_BC5,        /* two channels, red and green; blue is computed as the z of a unit normal */
  MW_BLOCKS_BC5_SIGNED,
  MW_BLOCKS_BC6H, /* bptc.h */
  MW_BLOCKS_BC6H_SIGNED,
  MW_BLOCKS_BC7
} MwBlockFormat;

/* Size in bytes of the 4 x 4 blocks of an image. */
uint64_t mw_image_blocks_size (MwBlockFormat format, uint32_t width, uint32_t height);

/* Decodes an image of blocks that starts at `offset`. Checks that the blocks are all there. */
MwImage *mw_image_decode_blocks (const uint8_t *data, size_t size, uint64_t offset, MwBlockFormat format,
                                 uint32_t width, uint32_t height, gboolean opaque, const char *format_name,
                                 GError **error);
