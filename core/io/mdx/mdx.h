/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/byte-map.h"
#include "core/schema/report.h"

/* MDX binary files of Warcraft III, versions 800 to 1800 (MDX reference, sections 1 to 6). The gates of versions are
 * thresholds: a version that is not among the known ones is read by them, and a chunk that they do not fit is kept as bytes. */

/* The format of what begins like an MDX file: family and version (MDX reference 1.1). FALSE when it does not begin with
 * MDLX. *format is filled as far as it can be found out (version 0: there is no VERS chunk). */
gboolean mw_mdx_probe (const uint8_t *bytes, size_t size, MwFormat *format);

/* Whether files of that family and version are read and written. */
gboolean mw_mdx_supports (MwFormat format);

/* Reads a whole file in memory. Errors name the byte offset and the chunk path. Free with mw_model_free(). */
MwMdlx *mw_mdx_read (const uint8_t *bytes, size_t size, GError **error);
/* The same; the report (may be NULL) names what was read in doubt: an unknown version, chunks kept as bytes. */
MwMdlx *mw_mdx_read_reporting (const uint8_t *bytes, size_t size, MwReport *report, GError **error);

/* Appends the file to `out`. With a map (may be NULL) every byte's owner is noted. Fails only where the format cannot hold
 * the model (MW_ERROR_NOT_WRITABLE with element and limit). */
gboolean mw_mdx_write (const MwMdlx *model, MwBuffer *out, MwByteMap *map, GError **error);
