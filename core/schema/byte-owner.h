/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/byte-map.h"
#include "core/schema/path.h"

/* Looks up bytes in a byte map and spells its entries as text. */

/* Whether the entry owns the byte at `offset`. Of interleaved elements (a stride) it owns only its own bytes. */
gboolean mw_bytes_has (const MwBytes *bytes, uint64_t offset);
/* The entry that owns the byte at `offset` of a part (0: the main file), or NULL. If there are several, the most
 * specific one: a note in a text buffer rather than the buffer. Belongs to the map. */
const MwBytes *mw_byte_map_owner (const MwByteMap *map, guint part, uint64_t offset);

/* The path of the record or field that the bytes belong to or are derived from. Free with g_free(). */
char *mw_bytes_path (const MwBytes *bytes, const MwModel *model);
/* The single value, element or component that the byte at `offset` belongs to. FALSE if it belongs to no value, to a
 * text as a whole, or to a record that the model does not have. */
gboolean mw_bytes_target_at (const MwBytes *bytes, const MwModel *model, uint64_t offset, MwTarget *target);
/* The path of the single value, element or component that the byte at `offset` belongs to. Free with g_free(). */
char *mw_bytes_path_at (const MwBytes *bytes, const MwModel *model, uint64_t offset);
/* "value", "derived", "fixed", "note". */
const char *mw_bytes_kind_name (MwBytesKind kind);
