/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"

/* MDX files of any version and family, for tests that read and write them. */

/* Reads a model; asserts success. */
MwMdlx *read_mdx (const void *bytes, gsize size);
MwMdlx *read_array (const GByteArray *file);
/* The model in a seed file of the fuzz targets (see seed_path() in tests/core/corpus.h). */
MwMdlx *read_seed (const char *name);
/* Writes the model in its own version; asserts success. */
GBytes *write_mdx (const MwMdlx *model);
/* Asserts that the model is written as the same bytes, and that this needs nothing of the model as read: a copy is
 * written after the original was destroyed. `what` is for the message. */
void assert_written_as_it_was (const uint8_t *bytes, gsize size, const char *what);
void assert_survives (const GByteArray *file);
