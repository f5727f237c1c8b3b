/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/check/image-facts.h"
#include "core/image/image.h"

#include <string.h>

/* BLP1: rendering.md 6.1. */
enum { CONTENT = 0x04, ALPHA_BITS = 0x08, JPEG_HEADER = 0x9C, LONGEST_JPEG_HEADER = 624 };

static guint32
le32 (const guint8 *bytes)
{
  return (guint32) bytes[0] | (guint32) bytes[1] << 8 | (guint32) bytes[2] << 16 | (guint32) bytes[3] << 24;
}

static MwImageIs
recognise (const guint8 *data, gsize size)
{
  static const struct {
    char magic[5];
    MwImageIs is;
  } known[] = { { "BLP1", MW_IMAGE_IS_BLP1 },
                { "BLP2", MW_IMAGE_IS_BLP2 },
                { "DDS ", MW_IMAGE_IS_DDS },
                { "II*\0", MW_IMAGE_IS_TIFF },
                { "MM\0*", MW_IMAGE_IS_TIFF } };
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (size >= 4 && memcmp (data, known[i].magic, 4) == 0)
      return known[i].is;
  return MW_IMAGE_IS_OTHER;
}

static char *
find_header_fault (const guint8 *data, gsize size)
{
  if (size < JPEG_HEADER + 4)
    return NULL;
  const guint32 content = le32 (data + CONTENT), bits = le32 (data + ALPHA_BITS), header = le32 (data + JPEG_HEADER);
  if (content > 1)
    return g_strdup_printf ("its content is %u, expected 0 (JPEG) or 1 (palette)", content);
  if (content == 1 && bits != 0 && bits != 1 && bits != 4 && bits != 8)
    return g_strdup_printf ("its palette has %u bits of alpha, expected 0, 1, 4 or 8", bits);
  if (content == 0 && header > LONGEST_JPEG_HEADER)
    return g_strdup_printf ("its JPEG header has %u bytes, expected at most %u", header, LONGEST_JPEG_HEADER);
  return NULL;
}

MwImageFacts *
mw_image_facts_new (GBytes *bytes)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  MwImageFacts *facts = g_new0 (MwImageFacts, 1);
  g_autoptr (GError) error = NULL;
  facts->is = recognise (data, size);
  if (facts->is == MW_IMAGE_IS_TIFF)
    return facts;
  g_autoptr (MwImage) image = mw_image_decode_with_levels (data, size, &error);
  if (!image) {
    facts->error = g_strdup (error->message);
    return facts;
  }
  /* TGA files have no magic number. */
  if (facts->is == MW_IMAGE_IS_OTHER && g_str_has_prefix (image->format_name, "TGA"))
    facts->is = MW_IMAGE_IS_TGA;
  facts->name = image->format_name;
  facts->width = image->width;
  facts->height = image->height;
  facts->n_levels = mw_image_n_levels (image);
  facts->levels_fault = g_strdup (image->levels_fault);
  facts->header_fault = facts->is == MW_IMAGE_IS_BLP1 ? find_header_fault (data, size) : NULL;
  return facts;
}

MwImageFacts *
mw_image_facts_new_unread (const GError *error)
{
  MwImageFacts *facts = g_new0 (MwImageFacts, 1);
  facts->is = MW_IMAGE_IS_OTHER;
  facts->error = g_strdup (error->message);
  return facts;
}

void
mw_image_facts_free (MwImageFacts *facts)
{
  g_free (facts->error);
  g_free (facts->levels_fault);
  g_free (facts->header_fault);
  g_free (facts);
}
