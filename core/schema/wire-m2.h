/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/m2-versions.h"
#include "core/schema/plan.h"
#include "core/schema/wire.h"

/* Private to core/schema: the rows whose content stands elsewhere in the file (m2.md 2 and 4). The record
 * holds counts and offsets. The reader (wire-m2-read.c) follows the offsets; the writer (wire-m2-write.c) leaves them open and
 * hands each array to the sink. */

/* More entries than a sequence index can name. */
#define MW_WIRE_MOST_ENTRIES 0x10000u
/* References stand as u16 in arrays; they are numbers until they are resolved. */
#define MW_WIRE_REF_SIZE 2

/* A file that arrays stand in, and a block with those of its pages that were asked for. Arrays that are spelled as in memory
 * are slices of it: they share what they share in the file. */
typedef struct {
  const uint8_t *bytes;
  size_t size;
  MwArena block; /* as long as the file */
  uint8_t *here; /* by page: whether the block has it; NULL: it has none yet */
} MwWireImage;

/* What these rows remember while a file is read. */
typedef struct {
  const MwWireSequence *sequences;
  guint n_sequences;
  MwWireImage image;  /* of the file being read */
  MwWireImage *files; /* and of those that sequences have of their own */
  guint n_files;
  guint *file_of; /* by sequence: from 1 on, which of those; 0: none */
  MwWireSeen seen;
  gpointer seen_data;
  uint32_t *entries; /* of a track: which are lanes */
  uint64_t taken;    /* bytes of memory asked for so far */
  uint64_t input;    /* bytes of all those files */
  uint32_t surplus;  /* ranges beyond the sequences that tracks of this file have */
  gboolean surplus_known;
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
void mw_wire_m2_reader_init (MwWireM2Reader *m2, const uint8_t *bytes, size_t size);
void mw_wire_m2_reader_clear (MwWireM2Reader *m2);
void mw_wire_m2_writer_clear (MwWireM2Writer *m2);

/* Bytes of a track in its record; `values`: it has any (an event's has not). */
size_t mw_wire_m2_track_size (MwFormat format, gboolean values);
/* The bytes of a track that is not there: no interpolation, no global sequence, nothing else. */
extern const uint8_t mw_wire_no_track[28];
/* Reads `n` records of `element` at `at` into a list of the owner; *stop gets where they end. And writes a list's records into
 * another buffer. */
gboolean mw_wire_read_records_at (MwWireReader *reader, size_t at, MwRecord *owner, const MwField *list,
                                  const MwSchema *element, uint32_t n, size_t *stop, GError **error);
void mw_wire_write_records_to (MwWireWriter *writer, const MwList *list, MwBuffer *out);
MwByteMap *mw_wire_writer_map (MwWireWriter *writer);
gboolean mw_wire_m2_read (MwWireReader *reader, const MwOp *op, MwRecord *record, GError **error);
void mw_wire_m2_write (MwWireWriter *writer, const MwOp *op, const MwRecord *record);

/* --- Notes about tracks --------------------------------------------------------------------------------------------- */

/* MW_NOTE_LAYOUT on a track, about its lanes: how many times and values entries it has where that is not what the spread
 * says (else AS_SPREAD), then the entries that are stored but not read as lanes. */
#define MW_WIRE_AS_SPREAD 0xFFFFFFFFu
typedef struct {
  uint32_t n_times, n_values;
} MwWireEntriesHead;
typedef struct {
  MwRef sequence; /* raw: an entry beyond the sequences; both 0xFFFFFFFF and no id: the entry for all */
  uint32_t times_count, times_offset, values_count, values_offset;
} MwWireStoredEntry;

/* Ranges of a track on one time line (wire-m2-ranges.c): notes those that are stored otherwise than they follow. */
void mw_wire_m2_note_ranges (MwWireM2Reader *m2, MwRecord *track, const MwTrackFields *f, const uint8_t *bytes,
                             uint32_t count);
/* The ranges as they are written: those that follow, or those of the note. Pairs of first and last key; *n of them. Free with
 * g_free(). */
uint32_t *mw_wire_m2_ranges (const MwWireM2Writer *m2, const MwRecord *track, const MwTrackFields *f, uint32_t *n);
