/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/plan.h"
#include "core/schema/wire.h"

/* Private to core/schema: MDX tracks, whose keys stand in the record (wire-track-read.c, wire-track-write.c). */

/* A group of `n` track rows: any subset in any order; what no row knows ends it. The order is noted when it is not the
 * rows', and when `behind` says that bytes which no row knows stood before them: those are a tag of 0. */
gboolean mw_wire_read_tracks (MwWireReader *reader, const MwOp *ops, guint n, MwRecord *record, gboolean behind,
                              GError **error);
/* How many bytes stand before the tracks of a group, if from some byte on there are nothing but such tracks up to the end of
 * what encloses them; else 0. */
uint32_t mw_wire_bytes_before_tracks (const MwWireReader *reader, const MwOp *ops, guint n);
/* They stand in the rows' order, unless a note remembers another: then in that, and a track that the note does not name
 * behind the last one that stands before it in the rows. */
void mw_wire_write_tracks (MwWireWriter *writer, const MwOp *ops, guint n, const MwRecord *record);
/* Whether the note remembers bytes before them. */
gboolean mw_wire_tracks_stand_behind (const MwOp *ops, const MwRecord *record);

/* What messages name as being read. */
void mw_wire_reader_name_op (MwWireReader *reader, const MwOp *op);
/* References as they stand in a file: u32 numbers, `stride` bytes apart. */
void mw_wire_refs_from_u32 (MwRef *refs, const uint8_t *bytes, uint32_t n, size_t stride);
/* Notes in the byte map, if there is one, what the next `size` bytes are. */
void mw_wire_mark (MwWireWriter *writer, size_t size, uint32_t count, MwBytesKind kind, const MwRecord *record,
                   const MwField *field, const char *tag);
/* The byte map, or NULL. */
MwByteMap *mw_wire_writer_map (MwWireWriter *writer);
