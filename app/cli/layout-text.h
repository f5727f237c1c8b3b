/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/byte-map.h"

/* What the entries of a byte map say, as text. */

/* Whether the entry has the byte at `offset`: elements that stand interleaved with others have only theirs. */
gboolean mw_bytes_has (const MwBytes *bytes, uint64_t offset);
/* The entry that owns the byte of a part (0: the main file), or NULL: of several the one that says most (a note inside a
 * text buffer before the buffer). */
const MwBytes *mw_byte_map_owner (const MwByteMap *map, guint part, uint64_t offset);

/* The address that the bytes belong to or follow from. Free with g_free(). */
char *mw_bytes_path (const MwBytes *bytes, const MwModel *model);
/* The address of the value, element or component that the byte at `offset` belongs to. Free with g_free(). */
char *mw_bytes_path_at (const MwBytes *bytes, const MwModel *model, uint64_t offset);
/* "value", "derived", "fixed", "note". */
const char *mw_bytes_kind_name (MwBytesKind kind);
