/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes BLP2 (see blp2.c), as the files of World of Warcraft are: 0x0A is 0 with DXT1, 1 with DXT3, 7 with DXT5 and 8 with a
 * palette, 2 with plain pixels; 0x0B is 1 with mip levels; the space of the palette is there also without one. */
#include "core/image/write-private.h"

#include <string.h>

enum {
  ENCODING = 0x08,
  ALPHA_BITS,
  PREFERRED,
  HAS_LEVELS,
  WIDTH,
  HEIGHT = 0x10,
  OFFSETS = 0x14,
  SIZES = 0x54,
  PALETTE = 0x94
};

static void
put_header (const MwImageJob *job, guint8 encoding, guint8 preferred, GByteArray *to)
{
  mw_image_grow (to, PALETTE + 1024);
  memcpy (to->data, "BLP2", 4);
  mw_image_put32 (to, 4, 1);
  to->data[ENCODING] = encoding;
  to->data[ALPHA_BITS] = (guint8) job->alpha_bits;
  to->data[PREFERRED] = preferred;
  to->data[HAS_LEVELS] = job->n_levels > 1;
  mw_image_put32 (to, WIDTH, job->levels[0]->width);
  mw_image_put32 (to, HEIGHT, job->levels[0]->height);
}

static void
put_level (GByteArray *to, guint level, guint start)
{
  mw_image_put32 (to, OFFSETS + 4 * level, start);
  mw_image_put32 (to, SIZES + 4 * level, to->len - start);
}

static gboolean
encode_blocks (const MwImageJob *job, MwBlockFormat format, guint8 preferred, GByteArray *to)
{
  put_header (job, 2, preferred, to);
  for (guint i = 0; i < job->n_levels; i++) {
    guint start = to->len;
    mw_image_encode_blocks (job->levels[i], format, job->alpha_bits == 0, to);
    put_level (to, i, start);
  }
  return TRUE;
}

static gboolean
encode_dxt1 (const MwImageJob *job, GByteArray *to, GError **error)
{
  return encode_blocks (job, MW_BLOCKS_BC1, 0, to);
}

static gboolean
encode_dxt3 (const MwImageJob *job, GByteArray *to, GError **error)
{
  return encode_blocks (job, MW_BLOCKS_BC2, 1, to);
}

static gboolean
encode_dxt5 (const MwImageJob *job, GByteArray *to, GError **error)
{
  return encode_blocks (job, MW_BLOCKS_BC3, 7, to);
}

static gboolean
encode_bgra (const MwImageJob *job, GByteArray *to, GError **error)
{
  put_header (job, 3, 2, to);
  for (guint i = 0; i < job->n_levels; i++) {
    const MwImage *level = job->levels[i];
    guint start = mw_image_grow (to, level->width * level->height * 4);
    for (guint k = 0; k < level->width * level->height; k++) {
      const uint8_t *rgba = level->rgba + (gsize) 4 * k;
      const uint8_t bgra[4] = { rgba[2], rgba[1], rgba[0], job->alpha_bits ? rgba[3] : 255 };
      memcpy (to->data + start + (gsize) 4 * k, bgra, 4);
    }
    put_level (to, i, start);
  }
  return TRUE;
}

static gboolean
encode_palette (const MwImageJob *job, GByteArray *to, GError **error)
{
  MwImagePalette palette;
  if (!mw_image_quantize (job, &palette, error))
    return FALSE;
  put_header (job, 1, 8, to);
  mw_image_put_palette (&palette, to, PALETTE);
  for (guint i = 0; i < job->n_levels; i++) {
    guint start = to->len;
    mw_image_encode_palette_level (job, &palette, i, to);
    put_level (to, i, start);
  }
  mw_image_palette_clear (&palette);
  return TRUE;
}

const MwImageKind mw_image_kind_blp2_dxt5 = {
  .name = "blp2-dxt5",
  .extension = ".blp",
  .summary = "BLP2 with DXT5 (smooth alpha), for World of Warcraft",
  .reads_as = "BLP2 DXT5",
  .alphas = { 8 },
  .n_alphas = 1,
  .has_levels = TRUE,
  .of_games = TRUE,
  .encode = encode_dxt5,
};

const MwImageKind mw_image_kind_blp2_dxt3 = {
  .name = "blp2-dxt3",
  .extension = ".blp",
  .summary = "BLP2 with DXT3 (alpha of 16 steps), for World of Warcraft",
  .reads_as = "BLP2 DXT3",
  .alphas = { 8 },
  .n_alphas = 1,
  .has_levels = TRUE,
  .of_games = TRUE,
  .encode = encode_dxt3,
};

const MwImageKind mw_image_kind_blp2_dxt1 = {
  .name = "blp2-dxt1",
  .extension = ".blp",
  .summary = "BLP2 with DXT1 (alpha on or off), for World of Warcraft",
  .reads_as = "BLP2 DXT1",
  .alphas = { 0, 1 },
  .n_alphas = 2,
  .has_levels = TRUE,
  .of_games = TRUE,
  .encode = encode_dxt1,
};

const MwImageKind mw_image_kind_blp2_palette = {
  .name = "blp2-palette",
  .extension = ".blp",
  .summary = "BLP2 with 256 colours, for World of Warcraft",
  .reads_as = "BLP2 palette",
  .alphas = { 0, 1, 4, 8 },
  .n_alphas = 4,
  .has_levels = TRUE,
  .of_games = TRUE,
  .encode = encode_palette,
};

const MwImageKind mw_image_kind_blp2_bgra = {
  .name = "blp2-bgra",
  .extension = ".blp",
  .summary = "BLP2 with plain pixels, for World of Warcraft",
  .reads_as = "BLP2 BGRA",
  .alphas = { 0, 8 },
  .n_alphas = 2,
  .has_levels = TRUE,
  .of_games = TRUE,
  .encode = encode_bgra,
};
