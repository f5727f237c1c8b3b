/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"
#include "core/schema/plan.h"

/* The list of chunks of an MDX file, as a chunk-order note holds it. It stands with the records because the order of chunks
 * decides the numbers of nodes, and so what a stored number means. */
typedef struct {
  uint32_t tag;
  uint32_t items; /* records in it when read; bytes for a chunk without a list */
} MwMdlxChunk;

/* The node kinds in the order of their object ids: that of their chunks in `chunks` (those without a chunk behind, in
 * default order), or the one that the family prescribes. `kinds` has room for 16. Returns how many. */
guint mw_mdlx_node_kinds (MwFormat format, const MwMdlxChunk *chunks, guint n, const MwSchema **kinds);

/* The chunks that a file of this model has, in order: those of the note, and new ones in their default place.
 * Free with g_array_unref(). */
GArray *mw_mdlx_chunk_order (const MwMdlx *model, MwFormat format);

/* The tags of the model's unknown chunks, as a set: those that stand there again, or the others. In a version that nobody knows
 * tags that the tables know can be among the latter: their chunks are then bytes, and no records are written under them. Free with
 * g_hash_table_unref(). */
GHashTable *mw_mdlx_unknown_tags (const MwMdlx *model, gboolean again);
/* Destroys the unknown chunks of a tag but those that stand there again. Returns whether there were any. For readers. */
gboolean mw_mdlx_drop_unknown (MwMdlx *model, const char tag[4]);
/* Whether the model holds something that only a chunk of this tag, which is one of the format's, says. */
gboolean mw_mdlx_needs_chunk (const MwMdlx *model, MwFormat format, uint32_t tag);
/* The tag of a chunk that the model would need for its records, but which is kept as bytes; NULL: none. */
const char *mw_mdlx_chunk_left_out (const MwMdlx *model, MwFormat format);
