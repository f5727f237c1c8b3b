/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"
#include "core/schema/plan.h"

/* Private to core/io/mdx: the list of chunks of a file, as a chunk-order note holds it. */
typedef struct {
  uint32_t tag;
  uint32_t items; /* records in it when read; bytes for a chunk without a list */
} MwMdxChunk;

/* The node kinds in the order of their chunks in `chunks` (those without a chunk behind, in default order). `kinds` has
 * room for 16. Returns how many. */
guint mw_mdx_node_kinds (MwFormat format, const MwMdxChunk *chunks, guint n, const MwSchema **kinds);

/* The chunks that a file of this model has, in order: those of the note, and new ones in their default place.
 * Free with g_array_unref(). */
GArray *mw_mdx_chunk_order (const MwMdlx *model, MwFormat format);
