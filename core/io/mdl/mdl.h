/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/io/registry.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/byte-map.h"
#include "core/schema/report.h"

/* MDL text of Warcraft III, versions 800 to 1800 (MDL reference, section 10), and our extension of it for World of Warcraft,
 * 1300 to 1500. The walker for its rows is core/schema/mdl.h. */



/* Whether the bytes look like MDL text, and of which version (800 where none is stated). */
gboolean mw_mdl_probe (const uint8_t *bytes, size_t size, MwFormat *format);
/* Whether text of this family and version is read and written. */
gboolean mw_mdl_supports (MwFormat format);

/* Reads a whole text in memory. The error names line and column of the first thing that is wrong; `report` (may be NULL)
 * has the others, and what is not kept. Free with mw_model_free(). */
MwMdlx *mw_mdl_read_text (const uint8_t *bytes, size_t size, MwReport *report, GError **error);

/* Appends the text to `out`. With a map every value's bytes are noted there. `report` (may be NULL) names what the text
 * cannot state. */
gboolean mw_mdl_write_text (const MwMdlx *model, MwBuffer *out, MwByteMap *map, MwReport *report, GError **error);
/* The same, as `options` (may be NULL) say. */
gboolean mw_mdl_write_text_with (const MwMdlx *model, const MwWriteOptions *options, MwBuffer *out, MwByteMap *map,
                                 MwReport *report, GError **error);
