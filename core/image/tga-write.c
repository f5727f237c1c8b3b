/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes TGA (see tga.c) of true colour, 24 or 32 bits, the lowest row first: the one order that every reader takes. */
#include "core/image/write-private.h"

#include <string.h>

enum { HEADER = 18, MOST_SIDE = 65535, LONGEST_RUN = 128 };

G_STATIC_ASSERT (MW_IMAGE_MAX_SIDE <= MOST_SIDE);

static void
put_header (const MwImageJob *job, guint8 type, GByteArray *to)
{
  mw_image_grow (to, HEADER);
  to->data[2] = type;
  mw_image_put16 (to, 12, job->levels[0]->width);
  mw_image_put16 (to, 14, job->levels[0]->height);
  to->data[16] = job->alpha_bits ? 32 : 24;
  to->data[17] = (guint8) job->alpha_bits;
}

/* The pixels of a row as they are in the file, B, G, R and, with alpha bits, A. */
static void
take_row (const MwImageJob *job, uint32_t row, uint8_t *to)
{
  const MwImage *image = job->levels[0];
  const uint8_t *rgba = image->rgba + (size_t) row * image->width * 4;
  for (uint32_t x = 0; x < image->width; x++, rgba += 4) {
    *to++ = rgba[2];
    *to++ = rgba[1];
    *to++ = rgba[0];
    if (job->alpha_bits)
      *to++ = rgba[3];
  }
}

/* Appends a row as packets: a run of equal pixels, or pixels before the next run (tga.c, read_runs()). */
static void
put_runs (const uint8_t *row, guint width, guint bytes, GByteArray *to)
{
  for (guint x = 0; x < width;) {
    guint run = 1, most = MIN (width - x, LONGEST_RUN);
    const uint8_t *from = row + x * bytes;
    while (run < most && memcmp (from, from + run * bytes, bytes) == 0)
      run++;
    gboolean equal = run > 1;
    while (!equal && run < most
           && (run + 1 == most || memcmp (from + run * bytes, from + (run + 1) * bytes, bytes) != 0))
      run++;
    guint8 head = (guint8) ((run - 1) | (equal ? 128 : 0));
    g_byte_array_append (to, &head, 1);
    g_byte_array_append (to, from, (equal ? 1 : run) * bytes);
    x += run;
  }
}

static gboolean
encode_any (const MwImageJob *job, gboolean runs, GByteArray *to)
{
  const MwImage *image = job->levels[0];
  guint bytes = job->alpha_bits ? 4 : 3;
  g_autofree uint8_t *row = g_malloc ((size_t) image->width * bytes);
  put_header (job, runs ? 10 : 2, to);
  for (uint32_t y = image->height; y-- > 0;) {
    take_row (job, y, row);
    if (runs)
      put_runs (row, image->width, bytes, to);
    else
      g_byte_array_append (to, row, image->width * bytes);
  }
  return TRUE;
}

static gboolean
encode_plain (const MwImageJob *job, GByteArray *to, GError **error)
{
  return encode_any (job, FALSE, to);
}

static gboolean
encode_runs (const MwImageJob *job, GByteArray *to, GError **error)
{
  return encode_any (job, TRUE, to);
}

const MwImageKind mw_image_kind_tga = {
  .name = "tga",
  .extension = ".tga",
  .summary = "TGA without compression",
  .reads_as = "TGA",
  .alphas = { 0, 8 },
  .n_alphas = 2,
  .encode = encode_plain,
};

const MwImageKind mw_image_kind_tga_rle = {
  .name = "tga-rle",
  .extension = ".tga",
  .summary = "TGA with run-length encoding",
  .reads_as = "TGA RLE",
  .alphas = { 0, 8 },
  .n_alphas = 2,
  .encode = encode_runs,
};
