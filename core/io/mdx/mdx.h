/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/byte-map.h"

/* MDX binary files of Warcraft III, version 800 (MDX reference, sections 1 to 5). */

/* The format of what begins like an MDX file: family and version (MDX reference 1.1). FALSE when it does not begin with
 * MDLX. *format is filled as far as it can be found out (version 0: there is no VERS chunk). */
gboolean mw_mdx_probe (const uint8_t *bytes, size_t size, MwFormat *format);

/* Reads a whole file in memory. Errors name the byte offset and the chunk path. Free with mw_model_free(). */
MwMdlx *mw_mdx_read (const uint8_t *bytes, size_t size, GError **error);

/* Appends the file to `out`. With a map (may be NULL) every byte's owner is noted. Fails only where the format cannot hold
 * the model (MW_ERROR_NOT_WRITABLE with element and limit). */
gboolean mw_mdx_write (const MwMdlx *model, MwBuffer *out, MwByteMap *map, GError **error);
