/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/plan.h"
#include "core/schema/wire.h"

/* Private to core/schema: the rows whose content stands elsewhere in the file (M2 reference, sections 2 and 4). */

/* What these rows remember while a file is read. */
typedef struct {
  const MwWireSequence *sequences;
  guint n_sequences;
  MwWireSeen seen;
  gpointer seen_data;
  GHashTable *shared; /* what was read from where, for the arrays that share a place */
  uint64_t taken;     /* bytes of memory asked for so far */
} MwWireM2Reader;

/* And while one is written. */
typedef struct {
  const MwWireSequence *sequences;
  guint n_sequences;
  MwWireSink sink;
  gpointer sink_data;
  MwBuffer scratch; /* an array as it stands in the file */
} MwWireM2Writer;

MwWireM2Reader *mw_wire_reader_m2 (MwWireReader *reader);
MwWireM2Writer *mw_wire_writer_m2 (MwWireWriter *writer);
void mw_wire_m2_reader_clear (MwWireM2Reader *m2);
void mw_wire_m2_writer_clear (MwWireM2Writer *m2);

/* Bytes of a track in its record. */
size_t mw_wire_m2_track_size (MwFormat format);
gboolean mw_wire_m2_read (MwWireReader *reader, const MwOp *op, MwRecord *record, GError **error);
void mw_wire_m2_write (MwWireWriter *writer, const MwOp *op, const MwRecord *record);
