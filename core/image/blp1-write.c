/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes BLP1 (see blp1.c), as the files of Warcraft III are: 0x14 is 4 with alpha and 5 without, 0x18 is 1 with mip levels. */
#include "core/image/write-private.h"

#include <string.h>

enum {
  ALPHA_BITS = 0x08,
  WIDTH = 0x0C,
  HEIGHT = 0x10,
  KIND = 0x14,
  HAS_LEVELS = 0x18,
  OFFSETS = 0x1C,
  SIZES = 0x5C,
  REST = 0x9C
};

static void
put_header (const MwImageJob *job, uint32_t content, GByteArray *to)
{
  mw_image_grow (to, REST);
  memcpy (to->data, "BLP1", 4);
  mw_image_put32 (to, 4, content);
  mw_image_put32 (to, ALPHA_BITS, job->alpha_bits);
  mw_image_put32 (to, WIDTH, job->levels[0]->width);
  mw_image_put32 (to, HEIGHT, job->levels[0]->height);
  mw_image_put32 (to, KIND, job->alpha_bits ? 4 : 5);
  mw_image_put32 (to, HAS_LEVELS, job->n_levels > 1);
}

static void
put_level (GByteArray *to, guint level, guint start)
{
  mw_image_put32 (to, OFFSETS + 4 * level, start);
  mw_image_put32 (to, SIZES + 4 * level, to->len - start);
}

static gboolean
encode_jpeg (const MwImageJob *job, GByteArray *to, GError **error)
{
  put_header (job, 0, to);
  guint size = mw_image_grow (to, 4);
  if (!mw_image_encode_jpeg_tables (job->quality, to, error))
    return FALSE;
  mw_image_put32 (to, size, to->len - size - 4);
  for (guint i = 0; i < job->n_levels; i++) {
    guint start = to->len;
    if (!mw_image_encode_raw_jpeg (job->levels[i], job->quality, job->alpha_bits == 0, to, error))
      return FALSE;
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
  put_header (job, 1, to);
  mw_image_put_palette (&palette, to, mw_image_grow (to, 1024));
  for (guint i = 0; i < job->n_levels; i++) {
    guint start = to->len;
    mw_image_encode_palette_level (job, &palette, i, to);
    put_level (to, i, start);
  }
  mw_image_palette_clear (&palette);
  return TRUE;
}

const MwImageKind mw_image_kind_blp1_jpeg = {
  .name = "blp1-jpeg",
  .extension = ".blp",
  .summary = "BLP1 with JPEG, for Warcraft III",
  .reads_as = "BLP1 JPEG",
  .alphas = { 0, 8 },
  .n_alphas = 2,
  .has_levels = TRUE,
  .of_games = TRUE,
  .encode = encode_jpeg,
};

const MwImageKind mw_image_kind_blp1_palette = {
  .name = "blp1-palette",
  .extension = ".blp",
  .summary = "BLP1 with 256 colours, for Warcraft III",
  .reads_as = "BLP1 palette",
  .alphas = { 0, 1, 4, 8 },
  .n_alphas = 4,
  .has_levels = TRUE,
  .of_games = TRUE,
  .encode = encode_palette,
};
