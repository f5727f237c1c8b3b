/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the writers in this folder. To add a kind: define its MwImageKind in the file of its format, NAME-write.c, and
 * name it in kinds.h. */
#pragma once
#include "core/image/image-private.h"
#include "core/image/write.h"

#define MW_IMAGE_MAX_LEVELS 16 /* of BLP; the largest picture has 15 */

typedef struct {
  const MwImage *levels[MW_IMAGE_MAX_LEVELS]; /* each half as large as the one before */
  guint n_levels;
  guint alpha_bits;
  guint quality;
} MwImageJob;

struct _MwImageKind {
  const char *name, *extension, *summary;
  const char *reads_as;       /* the format_name that the file has when it is read */
  guint8 alphas[4], n_alphas; /* the numbers of alpha bits that it can keep, the fewest first */
  gboolean has_levels;        /* keeps mip levels */
  gboolean of_games;          /* its games take only sides that are powers of two */
  /* Appends the file to `to`. FALSE with an error only if memory runs out. */
  gboolean (*encode) (const MwImageJob *job, GByteArray *to, GError **error);
};

#define MW_IMAGE_KIND(name) extern const MwImageKind mw_image_kind_##name;
#include "core/image/kinds.h"
#undef MW_IMAGE_KIND

/* Appends `n` bytes of 0 and returns where they begin. */
guint mw_image_grow (GByteArray *to, guint n);
void mw_image_put16 (GByteArray *to, guint at, uint32_t value);
void mw_image_put32 (GByteArray *to, guint at, uint32_t value);

/* Appends the tables of a baseline JPEG of four components, as a stream without its end mark: it begins all levels of a BLP1
 * file. Then each level without its begin mark, whose components are B, G, R and A (255 if `opaque`). */
gboolean mw_image_encode_jpeg_tables (guint quality, GByteArray *to, GError **error);
gboolean mw_image_encode_raw_jpeg (const MwImage *image, guint quality, gboolean opaque, GByteArray *to,
                                   GError **error);

/* A palette for the colours of all levels, without alpha. */
typedef struct {
  uint8_t rgb[256][3];
  guint n;
  uint8_t *indices[MW_IMAGE_MAX_LEVELS]; /* a byte for each pixel of each level; owned */
} MwImagePalette;

/* Chooses up to 256 colours. They are exact if the levels have no more; else they are chosen by libimagequant, and the pixels
 * dithered. FALSE and MW_ERROR_LIMIT if memory runs out. Free with mw_image_palette_clear(). */
gboolean mw_image_quantize (const MwImageJob *job, MwImagePalette *palette, GError **error);
void mw_image_palette_clear (MwImagePalette *palette);

/* Appends the indices of a level, then its alpha of 0, 1, 4 or 8 bits per pixel: what mw_image_decode_palette() reads. */
void mw_image_encode_palette_level (const MwImageJob *job, const MwImagePalette *palette, guint level, GByteArray *to);
/* Writes the palette's 256 entries of B, G, R and 0 at `at`. */
void mw_image_put_palette (const MwImagePalette *palette, GByteArray *to, guint at);

/* Appends a level as blocks: BC1, BC2, BC3 or BC5. BC1 has transparent pixels, where alpha is below 128, unless `opaque`. */
void mw_image_encode_blocks (const MwImage *image, MwBlockFormat format, gboolean opaque, GByteArray *to);
