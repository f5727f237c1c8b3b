/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"

/* MDX files of any version and of both families, for the tests that read and write them. */

/* The model in a file, which must be readable. */
MwMdlx *read_mdx (const void *bytes, gsize size);
MwMdlx *read_array (const GByteArray *file);
/* The model in a seed of the fuzz targets (see seed_path() in tests/core/corpus.h). */
MwMdlx *read_seed (const char *name);
/* What is written of the model in its own version, which must go well. */
GBytes *write_mdx (const MwMdlx *model);
/* What is written of the model is the file, byte for byte; and nothing of the model as read is needed for that: a copy is
 * written when the first is destroyed. `what`: for the message. */
void assert_written_as_it_was (const uint8_t *bytes, gsize size, const char *what);
void assert_survives (const GByteArray *file);
