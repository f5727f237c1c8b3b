/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Private to core/check: what the rules about textures ask of an image file. */

typedef enum {
  MW_IMAGE_IS_BLP1,
  MW_IMAGE_IS_BLP2,
  MW_IMAGE_IS_DDS,
  MW_IMAGE_IS_TGA,
  MW_IMAGE_IS_TIFF, /* not read, so nothing else is known */
  MW_IMAGE_IS_OTHER
} MwImageIs;

typedef struct {
  MwImageIs is;
  const char *name; /* of the kind, for messages: "BLP1 JPEG"; static; NULL: it cannot be read */
  guint width, height, n_levels;
  char *error;        /* why it cannot be read; NULL: it can, or it is TIFF */
  char *levels_fault; /* what is wrong with a level below the first; or NULL */
  char *header_fault; /* what is strange in the header of a BLP1 file; or NULL */
} MwImageFacts;

/* Reads an image file. Free with mw_image_facts_free(). */
MwImageFacts *mw_image_facts_new (GBytes *bytes);
/* Of a file that cannot be opened. */
MwImageFacts *mw_image_facts_new_unread (const GError *error);
void mw_image_facts_free (MwImageFacts *facts);
