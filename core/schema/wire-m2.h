/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/m2-versions.h"
#include "core/schema/plan.h"
#include "core/schema/wire.h"

/* Private to core/schema: the rows whose content is elsewhere in the file (m2.md 2 and 4). The record has counts and
 * offsets. The reader (wire-m2-read.c) follows the offsets. The writer (wire-m2-write.c) writes zero for them and
 * passes each array to the sink, which fills them in. */

/* One more than the largest number of entries that a sequence index can address. */
#define MW_WIRE_MOST_ENTRIES 0x10000u
/* References in arrays are u16 numbers, until they are resolved. */
#define MW_WIRE_REF_SIZE 2

/* Whether the formats hold the keys of tracks in different fields: in the track, or in its lanes. */
static inline gboolean
mw_formats_differ_in_keys (MwFormat a, MwFormat b)
{
  return a.family == MW_FAMILY_M2 && (a.version < MW_M2_LANES_SINCE) != (b.version < MW_M2_LANES_SINCE);
}

/* A file that arrays are read from, and a copy of it in memory that is filled page by page on demand. Arrays that
 * are stored as in memory are slices of this copy, so arrays that share bytes in the file share them in memory. */
typedef struct {
  const uint8_t *bytes;
  size_t size;
  MwArena block; /* the copy; as long as the file */
  uint8_t *here; /* by page: whether it has been copied; NULL: none has */
} MwWireImage;

/* State of the reader for these rows. */
typedef struct {
  const MwWireSequence *sequences;
  guint n_sequences;
  MwWireImage image;  /* the file being read */
  MwWireImage *files; /* the separate files of sequences */
  guint n_files;
  guint *file_of; /* by sequence: 1 + index in `files`; 0: it has no separate file */
  MwWireSeen seen;
  gpointer seen_data;
  uint32_t *entries; /* scratch: the entries of a track that are lanes */
  uint64_t taken;    /* bytes of memory allocated so far */
  uint64_t input;    /* total size of all those files, in bytes */
  uint32_t surplus;  /* number of ranges that tracks of this file have in excess of the sequences */
  gboolean surplus_known;
} MwWireM2Reader;

/* State of the writer for these rows. */
typedef struct {
  const MwWireSequence *sequences;
  guint n_sequences;
  MwWireSink sink;
  gpointer sink_data;
  MwWireFill fill;
  uint32_t surplus;
  uint32_t piece;   /* the piece being written; 0: the writer's buffer */
  uint32_t pieces;  /* the highest number that the sink has returned */
  MwBuffer scratch; /* scratch: an array as stored in the file */
} MwWireM2Writer;

MwWireM2Reader *mw_wire_reader_m2 (MwWireReader *reader);
MwWireM2Writer *mw_wire_writer_m2 (MwWireWriter *writer);
void mw_wire_m2_reader_init (MwWireM2Reader *m2, const uint8_t *bytes, size_t size);
void mw_wire_m2_reader_clear (MwWireM2Reader *m2);
void mw_wire_m2_writer_clear (MwWireM2Writer *m2);

/* Size of a track in its record, in bytes. `values`: whether it has values (an event's track has none). */
size_t mw_wire_m2_track_size (MwFormat format, gboolean values);
/* The bytes stored for a track that does not exist: no interpolation, no global sequence, all else zero. */
extern const uint8_t mw_wire_no_track[28];
/* Reads `n` records of `element` at offset `at` into a list of the owner; sets *stop to the offset after the last.
 * The other function writes the records of a list into another buffer, or, with a tag, what that chunk stores of each. */
gboolean mw_wire_read_records_at (MwWireReader *reader, size_t at, MwRecord *owner, const MwField *list,
                                  const MwSchema *element, uint32_t n, size_t *stop, GError **error);
void mw_wire_write_records_to (MwWireWriter *writer, const char *tag, const MwList *list, MwBuffer *out);
MwByteMap *mw_wire_writer_map (MwWireWriter *writer);
gboolean mw_wire_m2_read (MwWireReader *reader, const MwOp *op, MwRecord *record, GError **error);
void mw_wire_m2_write (MwWireWriter *writer, const MwOp *op, const MwRecord *record);

/* --- Notes about tracks --------------------------------------------------------------------------------------------- */

/* The note MW_NOTE_LAYOUT of a track, about its lanes: how many entries its times and values have, where the spread
 * does not determine it (else MW_WIRE_AS_SPREAD), then the entries that are stored but not read as lanes. */
#define MW_WIRE_AS_SPREAD 0xFFFFFFFFu
typedef struct {
  uint32_t n_times, n_values;
} MwWireEntriesHead;
typedef struct {
  MwRef sequence; /* or raw: index of an entry after those of the sequences; none: the entry for all sequences */
  uint32_t times_count, times_offset, values_count, values_offset;
} MwWireStoredEntry;

/* Ranges of a track on one time line (wire-m2-ranges.c): adds a note if the stored ranges differ from those that the
 * keys and sequences determine. */
void mw_wire_m2_note_ranges (MwWireM2Reader *m2, MwRecord *track, const MwTrackFields *f, const uint8_t *bytes,
                             uint32_t count);
/* The ranges to write: those that the keys and sequences determine, or those of the note. *n pairs of first and last
 * key. Free with g_free(). */
uint32_t *mw_wire_m2_ranges (const MwWireM2Writer *m2, const MwRecord *track, const MwTrackFields *f, uint32_t *n);
