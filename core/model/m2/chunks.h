/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/m2.h"
#include "core/schema/wire.h"

/* Chunked files (m2.md 12): a stream of `tag, u32 size, payload`. The payload of MD21 is what files without chunks consist of.
 *
 * What another chunk says of a record is a field of that record: the file id of a texture (TXID), what EXP2 says of an emitter.
 * The schemas have these fields under a CHUNK row, and so has the schema of the model for all else. So a list that changes
 * changes every chunk that is parallel to it. */

#define MW_M2_CHUNK_MODEL "MD21"

/* A chunk in the order of the file. */
typedef struct {
  uint32_t tag;
  MwId unknown; /* the MwM2UnknownChunk to write; 0: it is made from fields */
} MwM2Chunk;

/* Whether the model of this record is in a chunked file, or the record is in no model. Its fields of chunks are live then. */
gboolean mw_m2_in_chunks (const MwRecord *record);

/* Whether the payload of a chunk other than MD21 has arrays: pairs of count and offset, with offsets from the start of the payload. */
gboolean mw_m2_chunk_has_arrays (uint32_t tag);

/* Whether a payload can be read as the chunk `tag` of the model, whose MD21 has been read: its tag is known, and its size and
 * counts agree with the records that it is about. A chunk of which this is not true is kept as bytes. */
gboolean mw_m2_chunk_fits (const MwM2 *model, uint32_t tag, const uint8_t *bytes, size_t size);

/* Remembers the order of the chunks of a file, unless it is the one that a new file would have: `chunks` are MwM2Chunk, MD21
 * among them. */
void mw_m2_note_chunks (MwM2 *model, const GArray *chunks);

/* The chunks to write, MwM2Chunk: those of the file in its order; then those that the model needs by now. Free with
 * g_array_unref(). */
GArray *mw_m2_chunk_order (const MwM2 *model);

/* --- Hand rows: what a chunk says of each record of a list ------------------------------------------------------------- */

extern const MwHand mw_m2_column_sfid, mw_m2_column_txac, mw_m2_column_expt, mw_m2_column_exp2, mw_m2_column_txid,
  mw_m2_column_rpid, mw_m2_column_gpid, mw_m2_column_pgd1, mw_m2_column_detl;
