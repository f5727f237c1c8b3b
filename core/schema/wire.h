/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/schema/byte-map.h"
#include "core/schema/record.h"
#include "core/schema/salvage.h"

/* The walker: reads and writes records by their wire rows. The rows are compiled once for each (schema, family,
 * version, variant) into a plan (plan.h) in which adjacent plain fields are one copy. The format folders (core/io)
 * read and write whole files with it; functions for irregular rows (MwHand) use the functions at the end of this
 * header. */

/* --- Reading -------------------------------------------------------------------------------------------------------- */

/* Creates a reader of `size` bytes, which must outlive it, that fills `model`. `user` is for the hand functions of
 * the format. */
MwWireReader *mw_wire_reader_new (MwModel *model, MwFormat format, const uint8_t *bytes, size_t size, gpointer user);
void mw_wire_reader_free (MwWireReader *reader);

/* The input begins at this offset of its file. Positions in errors count from the start of the file. */
void mw_wire_reader_set_origin (MwWireReader *reader, size_t origin);

/* For files of an unknown version, whose records may have more fields than the rows describe. The reader then looks
 * for the tracks of a record after such unknown bytes, too. It stores these bytes in the place of what otherwise
 * follows the tracks, and a writer with the same setting writes them before the tracks again. */
void mw_wire_reader_set_open (MwWireReader *reader);
void mw_wire_writer_set_open (MwWireWriter *writer);

/* Makes the reader tolerant. What cannot be read is dropped: up to the end of the innermost block with a size that can be
 * right, else up to the end of the chunk. A size that cannot be right is guessed from the fields. Arrays elsewhere in the file that are
 * not inside it become empty. All this is added to `salvage`, which must outlive the reader. Functions that can fail must
 * then be given an error. `dropped` (may be NULL) is called for each record that is read in part and not kept, before it is
 * freed. */
void mw_wire_reader_set_salvage (MwWireReader *reader, MwSalvage *salvage,
                                 void (*dropped) (MwRecord *record, gpointer user));
MwSalvage *mw_wire_reader_salvage (const MwWireReader *reader);

/* The position, and the end of the innermost scope, as offsets from the start of the input. */
size_t mw_wire_reader_at (const MwWireReader *reader);
size_t mw_wire_reader_end (const MwWireReader *reader);
/* Sets both; for formats whose data is not in sequence. */
void mw_wire_reader_seek (MwWireReader *reader, size_t at, size_t end);

/* Reads the chunk `tag` of the root schema, whose content is [at, end), into the model. If no row has that tag,
 * returns FALSE with *known = FALSE and no error. It is an error if bytes are left over. */
gboolean mw_wire_read_chunk (MwWireReader *reader, const char tag[4], size_t at, size_t end, gboolean *known,
                             GError **error);
/* Reads at the current position what the chunk `tag` stores of one record, which exists. A row of its schema must have that
 * tag. */
gboolean mw_wire_read_rows (MwWireReader *reader, const char tag[4], MwRecord *record, GError **error);
/* Reads one record at the current position into `record`, which must be new. */
gboolean mw_wire_read_record (MwWireReader *reader, MwRecord *record, GError **error);

/* Replaces the stored numbers in all references of the model by ids: number i of a field that refers to list L
 * becomes the id of the i-th element of L. For fields that refer to the root list named `except` (may be NULL),
 * `resolve` returns the id instead (nodes: by object id). A number that refers to nothing remains as `raw`. */
typedef MwId (*MwResolve) (uint32_t number, gpointer data);
void mw_wire_resolve (MwModel *model, const char *except, MwResolve resolve, gpointer data);

/* --- Writing -------------------------------------------------------------------------------------------------------- */

/* Creates a writer that appends to `out`. With a map it also records which field each byte came from (slower).
 * numbers[id] is the number by which references to a record are written; the writer keeps the pointer. `user` is for
 * the hand functions of the format. */
MwWireWriter *mw_wire_writer_new (const MwModel *model, MwFormat format, MwBuffer *out, MwByteMap *map,
                                  const uint32_t *numbers, gpointer user);
void mw_wire_writer_free (MwWireWriter *writer);
/* Call it after writing. FALSE with an error (MW_ERROR_NOT_WRITABLE) if something cannot be stored in the format. */
gboolean mw_wire_writer_check (const MwWireWriter *writer, GError **error);
/* Writes the content of chunk `tag`. If the chunk holds a list: at most `n` of its records, from `first` on. */
void mw_wire_write_chunk (MwWireWriter *writer, const char tag[4], uint32_t first, uint32_t n);
/* The list that a chunk holds (its ITEMS row) and the schema of the list's elements; FALSE if the chunk holds no
 * list. */
gboolean mw_wire_chunk_items (const MwSchema *root, MwFormat format, const char tag[4], const MwField **list,
                              const MwSchema **element);
/* Whether a chunk holds records and nothing else, so that a file may split them over several such chunks. */
gboolean mw_wire_chunk_divides (const MwSchema *root, MwFormat format, const char tag[4]);
/* The chunk tags of the root schema in row order; *n is set to their number. Free with g_free(). */
const char **mw_wire_chunk_tags (const MwSchema *root, MwFormat format, guint *n);
void mw_wire_write_record (MwWireWriter *writer, const MwRecord *record);
/* Writes what the chunk `tag` stores of one record. */
void mw_wire_write_rows (MwWireWriter *writer, const char tag[4], const MwRecord *record);

/* Returns an array, indexed by id, of each record's position in its list. In a list of mixed kinds all records of
 * the first kind are counted first, then all of the second, and so on. It has model->n_ids elements; free with
 * g_free(). */
uint32_t *mw_model_places (const MwModel *model);
/* Returns an array, indexed by id, of the number by which a file refers to each record, for mw_wire_writer_new():
 * its position or, for nodes, the object id. It has model->n_ids elements; free with g_free(). */
uint32_t *mw_model_numbers (const MwModel *model);

/* --- Arrays that are elsewhere in the file (M2) --------------------------------------------------------------------- */

/* How the keys of a sequence are stored: one entry for each sequence of the model, in order. The walker keeps the
 * pointers that it gets. */
typedef struct {
  MwId id;
  uint32_t target;      /* index of the sequence whose keys it plays: its own or, for an alias, that of another */
  gboolean away;        /* its keys are in a separate file that is missing: only their offsets are kept */
  const uint8_t *bytes; /* reading: the separate file that has its keys; NULL: they are in the file being read */
  size_t size;
  uint32_t start, end; /* before version 264: its interval on the time line, in ms */
} MwWireSequence;
void mw_wire_reader_set_sequences (MwWireReader *reader, const MwWireSequence *sequences, guint n);
void mw_wire_writer_set_sequences (MwWireWriter *writer, const MwWireSequence *sequences, guint n);

/* Called for every array while records are read: `count` elements of `size` bytes at `offset`. Empty arrays are
 * reported too, with the stored offset. For a list of records it is called before they are read, with size 0, and
 * again afterwards unless the list is empty. Owner and field identify an array uniquely: from version 264 on the
 * times and values of a track are its outer arrays, and those of its lanes the inner ones. */
typedef void (*MwWireSeen) (const MwRecord *owner, const MwField *field, uint32_t offset, uint32_t count, size_t size,
                            gpointer data);
void mw_wire_reader_set_seen (MwWireReader *reader, MwWireSeen seen, gpointer data);

/* The place at which the offset of an array has to be written: at `offset` in the piece with that number, which a
 * sink returned; piece 0 is the writer's buffer. The four bytes exist and are zero when the sink is called. */
typedef struct {
  uint32_t piece, offset;
} MwWirePlace;
/* Takes one array of a record that is being written: `count` elements in `size` bytes. The bytes are valid only
 * during the call, unless they are `lasting`: then they belong to the model and are valid until it changes. The sink
 * decides where in the file the array goes, now or later, and fills in the pointer. It returns a number other than 0
 * that identifies this piece in later pointers inside it. Owner and field are as for MwWireSeen; an array of a lane
 * that an alias also plays is passed once for each pointer. Formats that store arrays inside their records (MDX)
 * need no sink: the writer appends them. */
typedef uint32_t (*MwWireSink) (const MwRecord *owner, const MwField *field, const void *bytes, size_t size,
                                gboolean lasting, uint32_t count, MwWirePlace pointer, gpointer data);
void mw_wire_writer_set_sink (MwWireWriter *writer, MwWireSink sink, gpointer data);
/* The records of a list are passed to the sink before their bytes exist, so that arrays inside them can refer to the
 * piece: the sink gets no bytes then. This function gets the bytes when the last record is written. */
typedef void (*MwWireFill) (uint32_t piece, const void *bytes, size_t size, gpointer data);
void mw_wire_writer_set_fill (MwWireWriter *writer, MwWireFill fill);

/* Before version 264: the number of ranges that every track of a file has in excess of the sequences (sequences that
 * an exporter dropped, m2.md 4.1). The reader returns what it found in the first track that has ranges; the writer
 * writes that many. */
uint32_t mw_wire_reader_surplus_ranges (MwWireReader *reader);
void mw_wire_writer_set_surplus_ranges (MwWireWriter *writer, uint32_t n);

/* For hand functions of such formats: a pair `u32 count, u32 offset`, with elements of `size` bytes elsewhere. The
 * reader checks that they are inside the file and reports them to MwWireSeen; *bytes is NULL if there are none. The
 * writer passes them to the sink and returns the piece; the byte map says that the pair is derived from the field
 * `follows` or, if that is NULL, that it is part of the value of `field`, which the caller marks. */
gboolean mw_wire_m2_read_span (MwWireReader *reader, const MwRecord *owner, const MwField *field, size_t size,
                               const uint8_t **bytes, uint32_t *count, GError **error);
uint32_t mw_wire_m2_write_span (MwWireWriter *writer, const MwRecord *owner, const MwField *field, const void *bytes,
                                size_t size, uint32_t count, const MwField *follows);
/* A column: a pair, and elsewhere what the chunk `tag` stores of each record of a list, whose records exist. The reader fails
 * if the pair's count is not their number. */
gboolean mw_wire_m2_read_column (MwWireReader *reader, const char tag[4], const MwRecord *owner, const MwField *list,
                                 GError **error);
void mw_wire_m2_write_column (MwWireWriter *writer, const char tag[4], const MwRecord *owner, const MwField *list);
/* Names what is read next, for messages: "skins[1]". */
void mw_wire_reader_enter (MwWireReader *reader, const char *word, gint64 index);
/* For arrays of one record that are interleaved in a piece: adds to the byte map `count` values of the field,
 * `stride` bytes apart. */
void mw_wire_m2_mark (MwWireWriter *writer, uint32_t piece, const MwRecord *record, const MwField *field, size_t at,
                      size_t width, uint32_t count, size_t stride);

/* --- For hand functions --------------------------------------------------------------------------------------------- */

gpointer mw_wire_reader_user (const MwWireReader *reader);
MwModel *mw_wire_reader_model (const MwWireReader *reader);
MwFormat mw_wire_reader_format (const MwWireReader *reader);
/* The whole input. */
const uint8_t *mw_wire_reader_bytes (const MwWireReader *reader, size_t *size);
/* The next byte, and how many bytes are left in the scope. */
const uint8_t *mw_wire_peek (const MwWireReader *reader, size_t *left);
gboolean mw_wire_skip (MwWireReader *reader, size_t n, GError **error);
gboolean mw_wire_read_u32 (MwWireReader *reader, uint32_t *value, GError **error);
/* Reads a u32 count, then that many records of `element`, and appends them to the list. */
gboolean mw_wire_read_list (MwWireReader *reader, MwRecord *owner, const MwField *list, const MwSchema *element,
                            GError **error);
/* Returns an array of n elements, allocated in the reader's blocks and not initialised. */
MwArray mw_wire_take (MwWireReader *reader, uint32_t n, size_t size);
/* Sets the error, with the position (plus `relative`) and the path of what is being read. Returns FALSE. */
gboolean mw_wire_fail (const MwWireReader *reader, GError **error, MwErrorCode code, int relative, const char *format,
                       ...) G_GNUC_PRINTF (5, 6);

gpointer mw_wire_writer_user (const MwWireWriter *writer);
const MwModel *mw_wire_writer_model (const MwWireWriter *writer);
MwFormat mw_wire_writer_format (const MwWireWriter *writer);
MwBuffer *mw_wire_writer_buffer (const MwWireWriter *writer);
/* The number by which a reference is written. */
uint32_t mw_wire_writer_number (const MwWireWriter *writer, MwRef ref);
/* Writes a u32 count that is derived from the number of elements of `field`. */
void mw_wire_write_count (MwWireWriter *writer, const MwRecord *record, const MwField *field, uint32_t n);
/* Writes bytes that are derived from the field (a copy of it, or a number computed from it). */
void mw_wire_write_derived (MwWireWriter *writer, const MwRecord *record, const MwField *field, const void *bytes,
                            size_t size);
void mw_wire_write_u32_derived (MwWireWriter *writer, const MwRecord *record, const MwField *field, uint32_t value);
/* The same; `word` describes the bytes in the byte map. */
void mw_wire_write_u32_word (MwWireWriter *writer, const MwRecord *record, const MwField *field, uint32_t value,
                             const char *word);
/* Writes bytes that are the same in every file, or have no meaning. */
void mw_wire_write_fixed (MwWireWriter *writer, const MwRecord *record, const void *bytes, size_t size,
                          const char *word);
/* Writes n elements of an array of numbers, as in memory. */
void mw_wire_write_elements (MwWireWriter *writer, const MwRecord *record, const MwField *field, const void *elements,
                             uint32_t n);
/* Adds to the byte map, if there is one, n elements that the caller writes itself: from `at` on, `stride` bytes
 * apart, `width` bytes each. */
void mw_wire_mark_elements (MwWireWriter *writer, const MwRecord *record, const MwField *field, size_t at, size_t width,
                            uint32_t n, size_t stride);
/* Says that what is being written cannot be stored in this format. mw_wire_writer_check() returns the first such
 * reason. */
void mw_wire_writer_refuse (MwWireWriter *writer, const MwRecord *record, const MwField *field, const char *format, ...)
  G_GNUC_PRINTF (4, 5);
/* Writes bytes of a field's value that are not inside its record. */
void mw_wire_write_bytes (MwWireWriter *writer, const MwRecord *record, const MwField *field, const void *bytes,
                          size_t size);
/* Writes four literal characters. */
void mw_wire_write_tag (MwWireWriter *writer, const MwRecord *record, const char *tag);
