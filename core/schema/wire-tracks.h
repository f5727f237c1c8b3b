/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/plan.h"
#include "core/schema/wire.h"

/* Private to core/schema: MDX tracks, whose keys are stored inside the record (wire-track-read.c,
 * wire-track-write.c). */

/* Reads the tracks of a group of `n` track rows: any subset, in any order, up to a tag that no row has. Adds a note
 * of their order if it differs from that of the rows, or if `after_unknown` says that unknown bytes came before the
 * tracks; the note then begins with a tag of 0. */
gboolean mw_wire_read_tracks (MwWireReader *reader, const MwOp *ops, guint n, MwRecord *record, gboolean after_unknown,
                              GError **error);
/* The number of unknown bytes before the tracks of a group, if there is an offset from which only such tracks follow
 * up to the end of the scope; else 0. */
uint32_t mw_wire_bytes_before_tracks (const MwWireReader *reader, const MwOp *ops, guint n);
/* Writes the tracks of a group in the order of the rows, unless a note has another order. A track that is not in the
 * note then comes after the last of its predecessors in the rows. */
void mw_wire_write_tracks (MwWireWriter *writer, const MwOp *ops, guint n, const MwRecord *record);
/* Whether the note says that there are unknown bytes before the tracks. */
gboolean mw_wire_tracks_follow_unknown_bytes (const MwOp *ops, const MwRecord *record);

/* Names, for messages, what is being read. */
void mw_wire_reader_name_op (MwWireReader *reader, const MwOp *op);
/* Decodes references from a file: u32 numbers, `stride` bytes apart. */
void mw_wire_refs_from_u32 (MwRef *refs, const uint8_t *bytes, uint32_t n, size_t stride);
/* Adds to the byte map, if there is one, what the next `size` bytes are. */
void mw_wire_mark (MwWireWriter *writer, size_t size, uint32_t count, MwBytesKind kind, const MwRecord *record,
                   const MwField *field, const char *tag);
/* The byte map, or NULL. */
MwByteMap *mw_wire_writer_map (MwWireWriter *writer);
