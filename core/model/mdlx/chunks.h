/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"
#include "core/schema/plan.h"

/* The order of chunks in an MDX file, as stored in a chunk-order note. It is in this room because the order of
 * chunks decides the numbers of nodes, and so what a stored number refers to. */
typedef struct {
  uint32_t tag;
  uint32_t items; /* records in it when read; bytes for a chunk without a list */
} MwMdlxChunk;

/* The node kinds in the order of their object ids. That is the order of their chunks in `chunks`, then the kinds
 * without a chunk in default order; or the order that the family prescribes. `kinds` must have room for 16. Returns
 * their number. */
guint mw_mdlx_node_kinds (MwFormat format, const MwMdlxChunk *chunks, guint n, const MwSchema **kinds);

/* The chunks that a file of this model has, in order: those of the note, and new ones in their default place.
 * Elements are MwMdlxChunk. Free with g_array_unref(). */
GArray *mw_mdlx_chunk_order (const MwMdlx *model, MwFormat format);

/* The tags of the model's unknown chunks, as a set: of the repeated chunks if `again`, else of the others. In an
 * unknown version, the others may include tags that are in the tables: their chunks are kept as bytes, and no
 * records are written under these tags. Free with g_hash_table_unref(). */
GHashTable *mw_mdlx_unknown_tags (const MwMdlx *model, gboolean again);
/* For readers: removes the unknown chunks with this tag, except repeated ones. Returns whether there were any. */
gboolean mw_mdlx_drop_unknown (MwMdlx *model, const char tag[4]);
/* Whether the model has content that only the chunk with this tag can hold. The tag must be one of the format's. */
gboolean mw_mdlx_needs_chunk (const MwMdlx *model, MwFormat format, uint32_t tag);
/* The tag of a chunk that the model's records need but that is kept as bytes instead; NULL if there is none. */
const char *mw_mdlx_chunk_left_out (const MwMdlx *model, MwFormat format);
