/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/schema/byte-map.h"
#include "core/schema/report.h"
#include "core/schema/salvage.h"

/* The walker for MDL text: reads and writes records by their MDL rows (mdlx.md 10). core/io/mdl reads and writes
 * whole files with it. Functions for irregular rows (MwMdlHand) use the functions in the second half of this header.
 * Text is a sequence of bytes; no encoding or locale applies. */

/* --- Reading -------------------------------------------------------------------------------------------------------- */

/* Creates a reader of the `size` bytes at `text`, which must outlive it, that fills `model`. `report` (may be NULL)
 * gets what is not kept. `user` is for the hand functions of the format. */
MwMdlReader *mw_mdl_reader_new (MwModel *model, MwFormat format, const char *text, size_t size, MwReport *report,
                                gpointer user);
void mw_mdl_reader_free (MwMdlReader *reader);
/* Reads the whole text into the model; blocks may come in any order. The reader continues after errors and reports
 * up to MW_MDL_MOST_ERRORS of them. On FALSE *error is the first one and says how many more there are. References
 * then still hold numbers; mw_wire_resolve() turns them into ids. */
#define MW_MDL_MOST_ERRORS 20
gboolean mw_mdl_read (MwMdlReader *reader, GError **error);
/* Finds the format that the block Version states, without reading the rest: the family (stated before the version;
 * Warcraft III if none is) and the number after FormatVersion, or 0 if there is none or it makes no sense. `line`
 * and `column` receive the place of the last of the two that is there, or the start of the text. */
MwFormat mw_mdl_find_format (const char *text, size_t size, guint *line, guint *column);
/* The name of the family in our MDL extension for World of Warcraft. */
#define MW_MDL_WOW "WorldOfWarcraft"
/* The lines of the side channel in the text (core/io/mdl/side-channel.h), in file order, each without its mark. They
 * point into the text. */
#define MW_MDL_NOTE_MARK "//@mdlx"
typedef struct {
  const char *text;
  size_t length;
  guint line, column;
} MwMdlNote;
const MwMdlNote *mw_mdl_reader_notes (const MwMdlReader *reader, guint *n);

/* --- Writing -------------------------------------------------------------------------------------------------------- */

/* Programs spell some statements differently (mdlx.md 10.5). All spellings are read; this is the one to write. */
typedef enum {
  MW_MDL_COMMUNITY, /* as modding tools do: NormalTextureID, ShaderTypeId */
  MW_MDL_ENGINE     /* as the game does: TextureID 1 <= 1, Shader */
} MwMdlSpelling;

/* Makes the reader tolerant: a statement that cannot be read is skipped, with the block in braces that belongs to it, and added to
 * `salvage`, which must outlive the reader. Blocks that the end of the text leaves open end there. */
void mw_mdl_reader_set_salvage (MwMdlReader *reader, MwSalvage *salvage);

/* Creates a writer that appends to `out`. numbers[id] is the number by which references to a record are written; the
 * writer keeps the pointer. `report` and `map` may be NULL. */
MwMdlWriter *mw_mdl_writer_new (const MwModel *model, MwFormat format, MwBuffer *out, MwByteMap *map, MwReport *report,
                                const uint32_t *numbers, gpointer user);
void mw_mdl_writer_free (MwMdlWriter *writer);
/* Chooses the spelling; without this it is MW_MDL_COMMUNITY. */
void mw_mdl_writer_spell (MwMdlWriter *writer, MwMdlSpelling spelling);
/* Writes the whole model. */
void mw_mdl_write (MwMdlWriter *writer);
/* Appends the statements of one record, so that they can be compared with those of others. Leaves out the records of
 * its lists and all its tracks and arrays except `about` (may be NULL). The record's schema must have MDL rows. */
void mw_mdl_write_statements (MwMdlWriter *writer, const MwRecord *record, const MwField *about);

/* --- For hand functions: reading ------------------------------------------------------------------------------------ */

gpointer mw_mdl_reader_user (const MwMdlReader *reader);
MwModel *mw_mdl_reader_model (const MwMdlReader *reader);
MwFormat mw_mdl_reader_format (const MwMdlReader *reader);
/* Takes the opening brace that must come next; anything else is an error. */
gboolean mw_mdl_open (MwMdlReader *reader);
/* If the next token is an opening brace, takes it and returns TRUE. */
gboolean mw_mdl_opens (MwMdlReader *reader);
/* If the next token is a closing brace, takes it and returns TRUE. Returns FALSE at the end of the text, too. */
gboolean mw_mdl_closes (MwMdlReader *reader);
/* If `sign` (characters that are in no word or number) comes next, takes it and returns TRUE. */
gboolean mw_mdl_takes (MwMdlReader *reader, const char *sign);
/* Whether `n {` comes next, as after the word of an animated value. If so, the number is taken into *stated; else
 * nothing is taken and *stated is -1. */
gboolean mw_mdl_is_animated (MwMdlReader *reader, int64_t *stated);
/* Reads a track, from its brace on, into the child slot `field`. `bgr`: its values are colours, blue first. A second
 * track in the slot is reported and skipped. `stated` is the number of keys that the text states (-1: none). */
gboolean mw_mdl_track (MwMdlReader *reader, MwRecord *record, const MwField *field, gboolean bgr, int64_t stated);
/* Appends a new record to a list of its owner. Returns NULL if there are too many records, which is reported. */
MwRecord *mw_mdl_new_record (MwMdlReader *reader, MwRecord *owner, const MwField *list, const MwSchema *schema);
/* Whether a number comes next. */
gboolean mw_mdl_is_number (MwMdlReader *reader);
gboolean mw_mdl_number (MwMdlReader *reader, int64_t min, int64_t max, int64_t *value);
/* Reads a number, None or Multiple. */
gboolean mw_mdl_reference (MwMdlReader *reader, MwRef *ref);
/* Reads a quoted text into a field. */
gboolean mw_mdl_string (MwMdlReader *reader, MwRecord *record, const MwField *field);
/* Reads `{ n floats }`, or the floats without braces. */
gboolean mw_mdl_floats (MwMdlReader *reader, guint n, float *values);
/* Takes the word that must come next. It points into the text. */
gboolean mw_mdl_word (MwMdlReader *reader, const char **word, size_t *length);
gboolean mw_mdl_word_is (const char *word, size_t length, const char *expected);
/* Reads `{ rows }` into a new record, which is appended to the list of its owner. The word before the brace has been
 * taken. */
MwRecord *mw_mdl_item (MwMdlReader *reader, MwRecord *owner, const MwField *list, const MwSchema *element);
/* Returns an array with a copy of n elements, allocated in the reader's blocks. */
MwArray mw_mdl_take (MwMdlReader *reader, const void *elements, uint32_t n, size_t size);
/* Warns if the count that the text states (-1: it states none) is not the number found. */
void mw_mdl_count_differs (MwMdlReader *reader, const char *what, int64_t stated, uint64_t found);
void mw_mdl_warn (MwMdlReader *reader, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Reports an error at the next token. Returns FALSE. */
gboolean mw_mdl_fail (MwMdlReader *reader, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* --- For hand functions: writing ------------------------------------------------------------------------------------ */

gpointer mw_mdl_writer_user (const MwMdlWriter *writer);
const MwModel *mw_mdl_writer_model (const MwMdlWriter *writer);
MwFormat mw_mdl_writer_format (const MwMdlWriter *writer);
MwMdlSpelling mw_mdl_writer_spelling (const MwMdlWriter *writer);
uint32_t mw_mdl_writer_number (const MwMdlWriter *writer, MwRef ref);
/* Says which record and field the next value belongs to, for the byte map and for losses found in it. */
void mw_mdl_at (MwMdlWriter *writer, const MwRecord *record, const MwField *field);
/* Writes a new line with its indent, then the text. */
void mw_mdl_line (MwMdlWriter *writer, const char *text);
/* Writes the text only. */
void mw_mdl_put (MwMdlWriter *writer, const char *text);
void mw_mdl_put_int (MwMdlWriter *writer, int64_t value);
/* Writes the number of a reference; none is -1. */
void mw_mdl_put_number (MwMdlWriter *writer, uint32_t number);
/* Writes the value of a field that is a single number. */
void mw_mdl_put_value (MwMdlWriter *writer, const MwRecord *record, const MwField *field);
/* Writes `word n {`, the keys, `}`. */
void mw_mdl_put_track (MwMdlWriter *writer, const char *word, const MwRecord *track);
/* Writes `{ a, b, c }`. */
void mw_mdl_put_floats (MwMdlWriter *writer, const float *values, guint n);
void mw_mdl_indent (MwMdlWriter *writer, int more);
/* Writes `word {`, the statements of the record, `}`. */
void mw_mdl_put_record (MwMdlWriter *writer, const char *word, const MwRecord *record);
/* Adds a loss to the report: the text cannot express this field (NULL: the record) exactly. `why` is one clause, not
 * translated. */
void mw_mdl_lose (MwMdlWriter *writer, const MwRecord *record, const MwField *field, const char *why);
