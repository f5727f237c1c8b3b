/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/plan.h"
#include "core/schema/wire.h"

/* Private to core/schema: the rows whose content stands elsewhere in the file (M2 reference, sections 2 and 4). */

/* What these rows remember while a file is read. */
typedef struct _MwWireShared MwWireShared;
typedef struct {
  const MwWireSequence *sequences;
  guint n_sequences;
  MwWireSeen seen;
  gpointer seen_data;
  MwWireShared *shared; /* what was read from where, for the arrays that share a place */
  uint32_t *slots;      /* a hash with open addresses over these */
  uint32_t n_slots, n_shared;
  uint64_t taken;   /* bytes of memory asked for so far */
  uint32_t surplus; /* ranges beyond the sequences that tracks of this file have */
  gboolean surplus_known;
  uint64_t more; /* bytes of the files of sequences, which count as input too */
} MwWireM2Reader;

/* And while one is written. */
typedef struct {
  const MwWireSequence *sequences;
  guint n_sequences;
  MwWireSink sink;
  gpointer sink_data;
  MwWireFill fill;
  uint32_t surplus;
  uint32_t piece;   /* that is being written; 0: the writer's buffer */
  uint32_t pieces;  /* the highest number that the sink gave */
  MwBuffer scratch; /* an array as it stands in the file */
} MwWireM2Writer;

MwWireM2Reader *mw_wire_reader_m2 (MwWireReader *reader);
MwWireM2Writer *mw_wire_writer_m2 (MwWireWriter *writer);
void mw_wire_m2_reader_clear (MwWireM2Reader *m2);
void mw_wire_m2_writer_clear (MwWireM2Writer *m2);

/* Bytes of a track in its record; `values`: it has any (an event's has not). */
size_t mw_wire_m2_track_size (MwFormat format, gboolean values);
/* Reads `n` records of `element` at `at` into a list of the owner; *stop gets where they end. And writes a list's records into another buffer. */
gboolean mw_wire_read_records_at (MwWireReader *reader, size_t at, MwRecord *owner, const MwField *list,
                                  const MwSchema *element, uint32_t n, size_t *stop, GError **error);
void mw_wire_write_records_to (MwWireWriter *writer, const MwList *list, MwBuffer *out);
MwByteMap *mw_wire_writer_map (MwWireWriter *writer);
gboolean mw_wire_m2_read (MwWireReader *reader, const MwOp *op, MwRecord *record, GError **error);
void mw_wire_m2_write (MwWireWriter *writer, const MwOp *op, const MwRecord *record);
