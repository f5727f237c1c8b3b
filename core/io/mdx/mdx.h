/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/byte-map.h"
#include "core/schema/report.h"

/* MDX binary files: Warcraft III (mdlx.md 1 to 6) and World of Warcraft's alpha (section 7). The gates of both are
 * thresholds: a version that is not among the known ones is read as the next lower one, a chunk whose sizes do not fit is kept as
 * bytes, and so is what a record has more. Of a chunk that only adds up to one with all others of its tag there may be many; of
 * any other the first is read, and further ones are kept as bytes, in every version. */

/* What mw_mdx_supports() says, for messages. */
#define MW_MDX_VERSIONS "MDX 800 and later of Warcraft III and MDX 1300 and later of World of Warcraft alpha"

/* The format of what begins like an MDX file: family and version (mdlx.md 1.1). FALSE when it does not begin with
 * MDLX. *format is filled as far as it can be found out (version 0: there is no VERS chunk). */
gboolean mw_mdx_probe (const uint8_t *bytes, size_t size, MwFormat *format);

/* Whether this format is read and written. */
gboolean mw_mdx_supports (MwFormat format);
/* Whether it is known what files of this version hold. */
gboolean mw_mdx_is_known (MwFormat format);
/* "Warcraft III, MDX 800". Free with g_free(). */
char *mw_mdx_title (MwFormat format);

/* Walks the chunk headers from *at on (4: behind the magic): the payload of the chunk there, *at behind it; NULL at the end
 * (*at is then where the last whole chunk ends) or when a size reaches beyond the file. */
const uint8_t *mw_mdx_next_chunk (const uint8_t *bytes, size_t size, size_t *at, uint32_t *tag, uint32_t *length);

/* Reads a whole file in memory. Errors name the byte offset and the chunk path. Free with mw_model_free(). */
MwMdlx *mw_mdx_read (const uint8_t *bytes, size_t size, GError **error);
/* The same; the report (may be NULL) names what was read in doubt: an unknown version, chunks and parts of records kept as
 * bytes. */
MwMdlx *mw_mdx_read_reporting (const uint8_t *bytes, size_t size, MwReport *report, GError **error);

/* Appends the file to `out`. With a map (may be NULL) every byte's owner is noted. Fails only where the format cannot hold
 * the model (MW_ERROR_NOT_WRITABLE with element and limit). */
gboolean mw_mdx_write (const MwMdlx *model, MwBuffer *out, MwByteMap *map, GError **error);
