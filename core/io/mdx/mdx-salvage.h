/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/salvage.h"

/* Finding the chunks of an MDX file whose sizes are wrong. */

typedef struct {
  uint32_t tag;
  size_t at, end; /* the content, as offsets in the file */
} MwMdxPlace;

/* NULL if the sizes lead from chunk to chunk up to the end of the file. Else an array of MwMdxPlace: a chunk with a known tag after
 * which no chunk begins ends where the next known tag with a possible size is, or at the end of the file. What lies between
 * chunks is dropped. Reads the file once. Free with g_array_unref(). */
GArray *mw_mdx_find_chunks (const uint8_t *bytes, size_t size, MwFormat format, MwSalvage *salvage);
/* The version that a file of the family is taken for when it states none. */
uint32_t mw_mdx_guess_version (MwFamily family);
