/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/schema/byte-map.h"
#include "core/schema/record.h"

/* The walker: reads and writes records by their wire rows. It compiles (schema, family, version, variant) once into a plan
 * in which neighbouring plain fields are one copy. Format folders (core/io) frame files around it; hand functions of
 * irregular rows use the functions at the end. */

/* --- Reading -------------------------------------------------------------------------------------------------------- */

/* A reader over `size` bytes that fills `model`. `hint` bytes are set aside for arrays. `user` is what the format's hand
 * functions need. */
MwWireReader *mw_wire_reader_new (MwModel *model, MwFormat format, const uint8_t *bytes, size_t size, gpointer user);
void mw_wire_reader_free (MwWireReader *reader);

/* The version is not known: records may have more fields than the rows know, so where tracks are expected they are looked for
 * behind them, too. The bytes before are then those that else stand behind the tracks, and a writer that is told the same puts
 * them back there. */
void mw_wire_reader_set_open (MwWireReader *reader);
void mw_wire_writer_set_open (MwWireWriter *writer);

/* Position, and end of the innermost scope, as offsets from the start of the input. */
size_t mw_wire_reader_at (const MwWireReader *reader);
size_t mw_wire_reader_end (const MwWireReader *reader);
/* Sets both: used by formats that jump. */
void mw_wire_reader_seek (MwWireReader *reader, size_t at, size_t end);

/* Reads the rows of chunk `tag` of the root schema from [at, end) into the model. FALSE with *known = FALSE (and no error)
 * when no row has that tag. The scope must be consumed wholly. */
gboolean mw_wire_read_chunk (MwWireReader *reader, const char tag[4], size_t at, size_t end, gboolean *known,
                             GError **error);
/* Reads one record at the position into an existing, fresh one. */
gboolean mw_wire_read_record (MwWireReader *reader, MwRecord *record, GError **error);

/* Turns the stored numbers of every reference below the root into identities: number i of a field that refers to list L
 * becomes the i-th element of L. `numbered` (may be NULL) gives records of `except` (a root list's name) by number
 * instead: object ids. What points nowhere stays a raw number. */
typedef MwId (*MwResolve) (uint32_t number, gpointer data);
void mw_wire_resolve (MwModel *model, const char *except, MwResolve resolve, gpointer data);

/* --- Writing -------------------------------------------------------------------------------------------------------- */

/* A writer that appends to `out`. With a map every field's bytes are noted there (slower). `numbers` gives, by id, the
 * number that references to a record are written as; the writer keeps the pointer. */
MwWireWriter *mw_wire_writer_new (const MwModel *model, MwFormat format, MwBuffer *out, MwByteMap *map,
                                  const uint32_t *numbers, gpointer user);
void mw_wire_writer_free (MwWireWriter *writer);
/* FALSE, and why (MW_ERROR_NOT_WRITABLE), when something was written that the format cannot hold. */
gboolean mw_wire_writer_check (const MwWireWriter *writer, GError **error);
/* Writes the content of chunk `tag`; items from `first`, at most `n` of them where the chunk holds a list. */
void mw_wire_write_chunk (MwWireWriter *writer, const char tag[4], uint32_t first, uint32_t n);
/* The list behind a chunk's ITEMS row and the schema of its elements; FALSE when the chunk holds no list. */
gboolean mw_wire_chunk_items (const MwSchema *root, MwFormat format, const char tag[4], const MwField **list,
                              const MwSchema **element);
/* Whether a chunk holds records and nothing else, so that a file may have several of it. */
gboolean mw_wire_chunk_divides (const MwSchema *root, MwFormat format, const char tag[4]);
/* The tags of the root schema in row order; *n is their number. Free with g_free(). */
const char **mw_wire_chunk_tags (const MwSchema *root, MwFormat format, guint *n);
void mw_wire_write_record (MwWireWriter *writer, const MwRecord *record);

/* By id the place in the list (in a list of mixed kinds: all of the first kind, then all of the second, in the order of its
 * kinds). n_ids elements; free with g_free(). */
uint32_t *mw_model_places (const MwModel *model);
/* By id the number that a file stores for the record, for mw_wire_writer_new(): its place, for nodes the object id. n_ids
 * elements; free with g_free(). */
uint32_t *mw_model_numbers (const MwModel *model);

/* --- Arrays that stand elsewhere in the file (M2) ------------------------------------------------------------------- */

/* How the keys of a sequence are stored; one for each of the model's sequences, in their order. The walker keeps the
 * pointers that it is given. */
typedef struct {
  MwId id;
  uint32_t target; /* the sequence whose keys it plays: its own index, or for an alias another one's */
  gboolean away; /* its keys stand in a file of their own that is not at hand: their places are kept, not their keys */
  const uint8_t *bytes; /* reading: the file of its own that its keys stand in; NULL: they are in the one being read */
  size_t size;
  uint32_t start, end; /* before 264: where it stands on the time line */
} MwWireSequence;
void mw_wire_reader_set_sequences (MwWireReader *reader, const MwWireSequence *sequences, guint n);
void mw_wire_writer_set_sequences (MwWireWriter *writer, const MwWireSequence *sequences, guint n);

/* Told of every array while records are read: `count` elements of `size` bytes at `offset`; empty ones too, with the offset
 * that is stored for them. A list of records is told of before they are read, with size 0, and when it is not empty again
 * behind them. Owner and field name an array once: the track's own times and values are, from 264 on, the outer
 * arrays, and those of its lanes the inner ones. */
typedef void (*MwWireSeen) (const MwRecord *owner, const MwField *field, uint32_t offset, uint32_t count, size_t size,
                            gpointer data);
void mw_wire_reader_set_seen (MwWireReader *reader, MwWireSeen seen, gpointer data);

/* Where the offset of an array is to be written: at `offset` of the piece that the sink gave that number, or, for piece 0,
 * of the writer's buffer. The four bytes are there and zero when the sink is called. */
typedef struct {
  uint32_t piece, offset;
} MwWirePlace;
/* Takes one array of a record being written: `count` elements in `size` bytes, which are valid during the call only, or, when
 * they are `lasting`, the model's own, which stay as long as it does not change. It
 * decides where they go, now or later, and sees to the pointer. It returns a number other than 0 by which later pointers
 * that stand inside this array name it. Owner and field are those of MwWireSeen; the array of a lane that an alias plays
 * too is handed once for each pointer. Formats whose arrays stand inside their records (MDX) need no sink: there the writer
 * appends. */
typedef uint32_t (*MwWireSink) (const MwRecord *owner, const MwField *field, const void *bytes, size_t size,
                                gboolean lasting, uint32_t count, MwWirePlace pointer, gpointer data);
void mw_wire_writer_set_sink (MwWireWriter *writer, MwWireSink sink, gpointer data);
/* Records of a list are handed over before their bytes are there, so that arrays inside them can name the piece: the sink
 * gets no bytes, and this function gets them when the last record is written. */
typedef void (*MwWireFill) (uint32_t piece, const void *bytes, size_t size, gpointer data);
void mw_wire_writer_set_fill (MwWireWriter *writer, MwWireFill fill);

/* Before 264: how many ranges more than there are sequences every track of a file has (sequences that an exporter dropped,
 * m2.md 4.1): as found in the first track that has any, and as it is to be written. */
uint32_t mw_wire_reader_surplus_ranges (MwWireReader *reader);
void mw_wire_writer_set_surplus_ranges (MwWireWriter *writer, uint32_t n);

/* For hand functions of such formats: `u32 count, u32 offset` with elements of `size` bytes elsewhere. The reader checks that
 * they are there and tells of them; `*bytes` is NULL where there are none. The writer hands them over; what it writes follows
 * from the owner's field `follows`, or, without one, is the value of `field`, which the caller marks. */
gboolean mw_wire_m2_read_span (MwWireReader *reader, const MwRecord *owner, const MwField *field, size_t size,
                               const uint8_t **bytes, uint32_t *count, GError **error);
uint32_t mw_wire_m2_write_span (MwWireWriter *writer, const MwRecord *owner, const MwField *field, const void *bytes,
                                size_t size, uint32_t count, const MwField *follows);
/* Names what is read next in messages: "skins[1]". */
void mw_wire_reader_enter (MwWireReader *reader, const char *word, gint64 index);
/* Where arrays of one record are interleaved in a piece: notes `count` values of the field, `stride` bytes apart. */
void mw_wire_m2_mark (MwWireWriter *writer, uint32_t piece, const MwRecord *record, const MwField *field, size_t at,
                      size_t width, uint32_t count, size_t stride);

/* --- For hand functions --------------------------------------------------------------------------------------------- */

gpointer mw_wire_reader_user (const MwWireReader *reader);
MwModel *mw_wire_reader_model (const MwWireReader *reader);
MwFormat mw_wire_reader_format (const MwWireReader *reader);
/* All of the input. */
const uint8_t *mw_wire_reader_bytes (const MwWireReader *reader, size_t *size);
/* Where the next byte is, and how many are left in the scope. */
const uint8_t *mw_wire_peek (const MwWireReader *reader, size_t *left);
gboolean mw_wire_skip (MwWireReader *reader, size_t n, GError **error);
gboolean mw_wire_read_u32 (MwWireReader *reader, uint32_t *value, GError **error);
/* u32 count, then that many records of `element`, appended to the list. */
gboolean mw_wire_read_list (MwWireReader *reader, MwRecord *owner, const MwField *list, const MwSchema *element,
                            GError **error);
/* n elements for an array, from the reader's blocks, uninitialised. */
MwArray mw_wire_take (MwWireReader *reader, uint32_t n, size_t size);
/* Sets the error with the position (moved by `relative`) and the path of what is being read. Returns FALSE. */
gboolean mw_wire_fail (const MwWireReader *reader, GError **error, MwErrorCode code, int relative, const char *format,
                       ...) G_GNUC_PRINTF (5, 6);

gpointer mw_wire_writer_user (const MwWireWriter *writer);
const MwModel *mw_wire_writer_model (const MwWireWriter *writer);
MwFormat mw_wire_writer_format (const MwWireWriter *writer);
MwBuffer *mw_wire_writer_buffer (const MwWireWriter *writer);
/* The number that a reference is written as. */
uint32_t mw_wire_writer_number (const MwWireWriter *writer, MwRef ref);
/* The value of one field as its bytes in memory. */
void mw_wire_write_field (MwWireWriter *writer, const MwRecord *record, const MwField *field);
/* A count word that follows from how many elements `field` has. */
void mw_wire_write_count (MwWireWriter *writer, const MwRecord *record, const MwField *field, uint32_t n);
/* Bytes that follow from the field named (a copy of it, a number worked out from it). */
void mw_wire_write_derived (MwWireWriter *writer, const MwRecord *record, const MwField *field, const void *bytes,
                            size_t size);
void mw_wire_write_u32_derived (MwWireWriter *writer, const MwRecord *record, const MwField *field, uint32_t value);
/* The same, called by that word in the byte map. */
void mw_wire_write_u32_word (MwWireWriter *writer, const MwRecord *record, const MwField *field, uint32_t value,
                             const char *word);
/* Bytes that are the same in every file, or mean nothing. */
void mw_wire_write_fixed (MwWireWriter *writer, const MwRecord *record, const void *bytes, size_t size,
                          const char *word);
/* n elements of an array of numbers, as in memory. */
void mw_wire_write_elements (MwWireWriter *writer, const MwRecord *record, const MwField *field, const void *elements,
                             uint32_t n);
/* Notes in the byte map, if there is one, elements that the caller writes itself: `stride` bytes apart from `at` on. */
void mw_wire_mark_elements (MwWireWriter *writer, const MwRecord *record, const MwField *field, size_t at, size_t width,
                            uint32_t n, size_t stride);
/* What is being written cannot be said in this format: the first such reason is what mw_wire_writer_check() gives. */
void mw_wire_writer_refuse (MwWireWriter *writer, const MwRecord *record, const MwField *field, const char *format, ...)
  G_GNUC_PRINTF (4, 5);
/* Bytes of a field's value that stand at another place than its record. */
void mw_wire_write_bytes (MwWireWriter *writer, const MwRecord *record, const MwField *field, const void *bytes,
                          size_t size);
/* Four literal characters. */
void mw_wire_write_tag (MwWireWriter *writer, const MwRecord *record, const char *tag);
