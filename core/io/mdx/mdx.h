/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/byte-map.h"
#include "core/schema/report.h"
#include "core/schema/salvage.h"

/* MDX binary files: Warcraft III (mdlx.md 1 to 6) and World of Warcraft's alpha (mdlx.md 7). An unknown version is read
 * as the next lower known one; chunks whose sizes do not fit, and surplus bytes of records, are kept as bytes. A chunk
 * of independent items may occur several times. For any other chunk, only the first is parsed, and repeated ones are
 * kept as bytes. This applies to every version. */

/* The supported formats, for messages. */
#define MW_MDX_VERSIONS "MDX 800 and later of Warcraft III and MDX 1300 and later of World of Warcraft alpha"

/* Finds out the format of a file that begins with MDLX: family and version (mdlx.md 1.1). Returns FALSE for other
 * files. *format is filled in as far as possible (version 0: there is no VERS chunk). */
gboolean mw_mdx_probe (const uint8_t *bytes, size_t size, MwFormat *format);

/* Whether this format is read and written. */
gboolean mw_mdx_supports (MwFormat format);
/* Whether the layout of this version is known. */
gboolean mw_mdx_is_known (MwFormat format);
/* "Warcraft III, MDX 800". Free with g_free(). */
char *mw_mdx_title (MwFormat format);

/* Steps through the chunks; start with *at = 4 (after the magic). Returns the payload of the chunk at *at and moves
 * *at after it. Returns NULL at the end, where *at stays after the last whole chunk, or when a size exceeds the
 * file. */
const uint8_t *mw_mdx_next_chunk (const uint8_t *bytes, size_t size, size_t *at, uint32_t *tag, uint32_t *length);

/* Reads a whole file from memory. Errors give the byte offset and the chunk path. `report` (may be NULL) gets everything
 * that was read in doubt: an unknown version, and chunks and parts of records kept as bytes. Free with mw_model_free(). */
MwMdlx *mw_mdx_read (const uint8_t *bytes, size_t size, MwReport *report, GError **error);

/* Reads what can be read of a file that mw_mdx_read() refuses (core/schema/salvage.h). Fails for a file that is no MDX of a
 * supported version. */
MwMdlx *mw_mdx_salvage (const uint8_t *bytes, size_t size, MwReport *report, MwSalvage *salvage, GError **error);

/* Appends the file to `out`. `map` (may be NULL) gets every byte's owner. Fails only when the format cannot hold the
 * model: MW_ERROR_NOT_WRITABLE, with the element and the limit. */
gboolean mw_mdx_write (const MwMdlx *model, MwBuffer *out, MwByteMap *map, GError **error);
