/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/image/dds.h"
#include "core/image/write-private.h"

#include <string.h>

enum { CAPS = 0x1, HEIGHT = 0x2, WIDTH = 0x4, PITCH = 0x8, PIXELS = 0x1000, LINEAR_SIZE = 0x80000 };
enum { CAPS_COMPLEX = 0x8, CAPS_TEXTURE = 0x1000, CAPS_LEVELS = 0x400000 };

/* `letters` NULL: 32 bits with the masks of B, G, R, A. */
static void
put_header (const MwImageJob *job, const char *letters, uint32_t pitch, GByteArray *to)
{
  gboolean levels = job->n_levels > 1;
  mw_image_grow (to, DDS_HEADER);
  memcpy (to->data, "DDS ", 4);
  mw_image_put32 (to, 4, 124);
  mw_image_put32 (to, DDS_FLAGS,
                  CAPS | HEIGHT | WIDTH | PIXELS | (letters ? LINEAR_SIZE : PITCH) | (levels ? DDS_HAS_LEVELS : 0));
  mw_image_put32 (to, DDS_HEIGHT, job->levels[0]->height);
  mw_image_put32 (to, DDS_WIDTH, job->levels[0]->width);
  mw_image_put32 (to, DDS_PITCH, pitch);
  mw_image_put32 (to, DDS_LEVELS, levels ? job->n_levels : 0);
  mw_image_put32 (to, DDS_PIXEL_SIZE, 32);
  mw_image_put32 (to, DDS_CAPS, CAPS_TEXTURE | (levels ? CAPS_COMPLEX | CAPS_LEVELS : 0));
  if (letters) {
    mw_image_put32 (to, DDS_PIXEL_FLAGS, DDS_PIXEL_LETTERS);
    memcpy (to->data + DDS_LETTERS, letters, 4);
    return;
  }
  static const uint32_t masks[4] = { 0xFF0000, 0xFF00, 0xFF, 0xFF000000 };
  mw_image_put32 (to, DDS_PIXEL_FLAGS, DDS_PIXEL_RGB | DDS_PIXEL_ALPHA);
  mw_image_put32 (to, DDS_BITS, 32);
  for (guint c = 0; c < 4; c++)
    mw_image_put32 (to, DDS_MASKS + 4 * c, masks[c]);
}

static gboolean
encode_blocks (const MwImageJob *job, MwBlockFormat format, const char *letters, GByteArray *to)
{
  uint64_t size = mw_image_blocks_size (format, job->levels[0]->width, job->levels[0]->height);
  put_header (job, letters, (uint32_t) size, to);
  for (guint i = 0; i < job->n_levels; i++)
    mw_image_encode_blocks (job->levels[i], format, job->alpha_bits == 0, to);
  return TRUE;
}

static gboolean
encode_dxt1 (const MwImageJob *job, GByteArray *to, GError **error)
{
  return encode_blocks (job, MW_BLOCKS_BC1, "DXT1", to);
}

static gboolean
encode_dxt3 (const MwImageJob *job, GByteArray *to, GError **error)
{
  return encode_blocks (job, MW_BLOCKS_BC2, "DXT3", to);
}

static gboolean
encode_dxt5 (const MwImageJob *job, GByteArray *to, GError **error)
{
  return encode_blocks (job, MW_BLOCKS_BC3, "DXT5", to);
}

static gboolean
encode_bc5 (const MwImageJob *job, GByteArray *to, GError **error)
{
  return encode_blocks (job, MW_BLOCKS_BC5, "ATI2", to);
}

static gboolean
encode_rgba (const MwImageJob *job, GByteArray *to, GError **error)
{
  put_header (job, NULL, job->levels[0]->width * 4, to);
  for (guint i = 0; i < job->n_levels; i++) {
    const MwImage *level = job->levels[i];
    guint pixels = level->width * level->height, at = mw_image_grow (to, pixels * 4);
    for (guint p = 0; p < pixels; p++, at += 4) {
      const uint8_t *rgba = level->rgba + (size_t) p * 4;
      to->data[at] = rgba[2];
      to->data[at + 1] = rgba[1];
      to->data[at + 2] = rgba[0];
      to->data[at + 3] = rgba[3];
    }
  }
  return TRUE;
}

const MwImageKind mw_image_kind_dds_dxt5 = {
  .name = "dds-dxt5",
  .extension = ".dds",
  .summary = "DDS with DXT5 (smooth alpha), for Reforged",
  .reads_as = "DDS DXT5",
  .alphas = { 8 },
  .n_alphas = 1,
  .has_levels = TRUE,
  .of_games = TRUE,
  .encode = encode_dxt5,
};

const MwImageKind mw_image_kind_dds_dxt3 = {
  .name = "dds-dxt3",
  .extension = ".dds",
  .summary = "DDS with DXT3 (alpha of 16 steps)",
  .reads_as = "DDS DXT3",
  .alphas = { 4 },
  .n_alphas = 1,
  .has_levels = TRUE,
  .of_games = TRUE,
  .encode = encode_dxt3,
};

const MwImageKind mw_image_kind_dds_dxt1 = {
  .name = "dds-dxt1",
  .extension = ".dds",
  .summary = "DDS with DXT1 (alpha on or off), for Reforged",
  .reads_as = "DDS DXT1",
  .alphas = { 0, 1 },
  .n_alphas = 2,
  .has_levels = TRUE,
  .of_games = TRUE,
  .encode = encode_dxt1,
};

const MwImageKind mw_image_kind_dds_bc5 = {
  .name = "dds-bc5",
  .extension = ".dds",
  .summary = "DDS with BC5 (red and green only), for normal maps of Reforged",
  .reads_as = "DDS ATI2",
  .alphas = { 0 },
  .n_alphas = 1,
  .has_levels = TRUE,
  .of_games = TRUE,
  .encode = encode_bc5,
};

const MwImageKind mw_image_kind_dds_rgba = {
  .name = "dds-rgba",
  .extension = ".dds",
  .summary = "DDS without compression",
  .reads_as = "DDS 32 bit",
  .alphas = { 8 },
  .n_alphas = 1,
  .has_levels = TRUE,
  .encode = encode_rgba,
};
