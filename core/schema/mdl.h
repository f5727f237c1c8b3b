/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/schema/byte-map.h"
#include "core/schema/report.h"

/* The walker for MDL text: reads and writes records by their MDL rows (mdlx.md 10). core/io/mdl frames files
 * around it; hand functions of irregular rows use the functions at the end. Text is bytes: no encoding, no locale. */

/* --- Reading -------------------------------------------------------------------------------------------------------- */

/* A reader over `size` bytes that fills `model`; `report` (may be NULL) gets what is not kept. */
MwMdlReader *mw_mdl_reader_new (MwModel *model, MwFormat format, const char *text, size_t size, MwReport *report,
                                gpointer user);
void mw_mdl_reader_free (MwMdlReader *reader);
/* Reads the whole text into the model by its rows, in any order; goes on behind errors and reports up to
 * MW_MDL_MOST_ERRORS of them. FALSE: *error is the first, and says how many more there are. References hold their numbers
 * afterwards (mw_wire_resolve()). */
#define MW_MDL_MOST_ERRORS 20
gboolean mw_mdl_read (MwMdlReader *reader, GError **error);
/* What Version says, found without reading the rest: the family (before the version; Warcraft III where none is named) and
 * the number behind FormatVersion, 0 when there is none, or none that makes sense. */
MwFormat mw_mdl_find_format (const char *text, size_t size);
/* How texts of our extension for World of Warcraft name the family. */
#define MW_MDL_WOW "WorldOfWarcraft"
/* The lines of the side channel that the text has (core/io/mdl/side-channel.h), behind their mark, in their order; in the
 * text's memory. */
#define MW_MDL_NOTE_MARK "//@mdlx"
typedef struct {
  const char *text;
  size_t length;
  guint line, column;
} MwMdlNote;
const MwMdlNote *mw_mdl_reader_notes (const MwMdlReader *reader, guint *n);

/* --- Writing -------------------------------------------------------------------------------------------------------- */

/* Where programs differ in how they spell the same thing (mdlx.md 10.5): all are read, one is written. */
typedef enum {
  MW_MDL_COMMUNITY, /* as tools of modders: NormalTextureID, ShaderTypeId */
  MW_MDL_ENGINE     /* as the game itself: TextureID 1 <= 1, Shader */
} MwMdlSpelling;

/* A writer that appends to `out`. `numbers` gives, by id, the number that references to a record are written as; the writer
 * keeps the pointer. `report` and `map` may be NULL. */
MwMdlWriter *mw_mdl_writer_new (const MwModel *model, MwFormat format, MwBuffer *out, MwByteMap *map, MwReport *report,
                                const uint32_t *numbers, gpointer user);
void mw_mdl_writer_free (MwMdlWriter *writer);
/* The other spelling than that of the community. */
void mw_mdl_writer_spell (MwMdlWriter *writer, MwMdlSpelling spelling);
/* Writes the whole model by its rows. */
void mw_mdl_write (MwMdlWriter *writer);
/* Appends the statements of one record for comparing them with others: without the records of its lists, and of its tracks
 * and arrays only `about` (NULL: none of them). The record has MDL rows. */
void mw_mdl_write_statements (MwMdlWriter *writer, const MwRecord *record, const MwField *about);

/* --- For hand functions: reading ------------------------------------------------------------------------------------ */

gpointer mw_mdl_reader_user (const MwMdlReader *reader);
MwModel *mw_mdl_reader_model (const MwMdlReader *reader);
MwFormat mw_mdl_reader_format (const MwMdlReader *reader);
/* The opening brace that must come next. */
gboolean mw_mdl_open (MwMdlReader *reader);
/* Whether the next token is the opening brace; it is taken then. */
gboolean mw_mdl_opens (MwMdlReader *reader);
/* Whether the next token is the closing brace; it is taken then. FALSE at the end of the text as well. */
gboolean mw_mdl_closes (MwMdlReader *reader);
/* Whether this sign (of characters that no word or number has) comes next; it is taken then. */
gboolean mw_mdl_takes (MwMdlReader *reader, const char *sign);
/* Whether `n {` comes next, as behind the word of an animated value; the number is taken then, else nothing (*stated is -1). */
gboolean mw_mdl_is_animated (MwMdlReader *reader, int64_t *stated);
/* A track from its brace on, for a child slot; with colours blue first if `bgr`. A second one is reported and skipped. */
gboolean mw_mdl_track (MwMdlReader *reader, MwRecord *record, const MwField *field, gboolean bgr, int64_t stated);
/* A new record, appended to the list of its owner. NULL: it is reported that there are too many. */
MwRecord *mw_mdl_new_record (MwMdlReader *reader, MwRecord *owner, const MwField *list, const MwSchema *schema);
/* Whether a number comes next. */
gboolean mw_mdl_is_number (MwMdlReader *reader);
gboolean mw_mdl_number (MwMdlReader *reader, int64_t min, int64_t max, int64_t *value);
/* A number, None or Multiple. */
gboolean mw_mdl_reference (MwMdlReader *reader, MwRef *ref);
/* A text in quotes for a field. */
gboolean mw_mdl_string (MwMdlReader *reader, MwRecord *record, const MwField *field);
/* `{ n floats }`, or the floats without braces. */
gboolean mw_mdl_floats (MwMdlReader *reader, guint n, float *values);
/* The word that must come next; it stays in the input's memory. */
gboolean mw_mdl_word (MwMdlReader *reader, const char **word, size_t *length);
gboolean mw_mdl_word_is (const char *word, size_t length, const char *expected);
/* `{ rows }` of a new record, appended to the list of its owner; the word has been read. */
MwRecord *mw_mdl_item (MwMdlReader *reader, MwRecord *owner, const MwField *list, const MwSchema *element);
/* n elements for an array: a copy in the reader's blocks. */
MwArray mw_mdl_take (MwMdlReader *reader, const void *elements, uint32_t n, size_t size);
/* Notes that a count that the text states is not what there is. */
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
/* Whose value comes next: for the byte map, and for what is found to be lost in it. */
void mw_mdl_at (MwMdlWriter *writer, const MwRecord *record, const MwField *field);
/* A new line with its indent, then the text. */
void mw_mdl_line (MwMdlWriter *writer, const char *text);
/* Just the text. */
void mw_mdl_put (MwMdlWriter *writer, const char *text);
void mw_mdl_put_int (MwMdlWriter *writer, int64_t value);
/* The number of a reference, none as -1. */
void mw_mdl_put_number (MwMdlWriter *writer, uint32_t number);
/* A field of a record that has one number: the number. */
void mw_mdl_put_value (MwMdlWriter *writer, const MwRecord *record, const MwField *field);
/* `word n {`, the keys, `}` */
void mw_mdl_put_track (MwMdlWriter *writer, const char *word, const MwRecord *track);
/* `{ a, b, c }` */
void mw_mdl_put_floats (MwMdlWriter *writer, const float *values, guint n);
void mw_mdl_indent (MwMdlWriter *writer, int more);
/* `word {`, the record's rows, `}`. */
void mw_mdl_put_record (MwMdlWriter *writer, const char *word, const MwRecord *record);
/* The text cannot state this field as it is (field NULL: the record). */
void mw_mdl_lose (MwMdlWriter *writer, const MwRecord *record, const MwField *field, const char *why);
