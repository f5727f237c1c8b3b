/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/number.h"
#include "core/schema/mdl-read-private.h"
#include "core/schema/path.h"
#include "core/schema/wire.h"

#include <math.h>
#include <string.h>

/* --- Tokens --------------------------------------------------------------------------------------------------------- */

static void
add_error (MwMdlReader *r, MwErrorCode code, const char *at, const char *message)
{
  guint line, column;
  mw_mdl_lexer_place (&r->lexer, at, &line, &column);
  if (r->salvage) {
    g_autoptr (GError) why = NULL;
    mw_set_error_at_line (&why, code, line, column, "%s", message);
    mw_salvage_add (r->salvage, MW_SALVAGE_DROPPED, why, "%s",
                    at == r->lexer.end || at == r->lexer.unclosed ? "what follows" : "the rest of the statement");
  }
  if (!r->first)
    mw_set_error_at_line (&r->first, code, line, column, "%s", message);
  mw_report_remark (r->lexer.report, MW_REMARK_ERROR, line, column, "%s", message);
  r->n_errors++;
}

gboolean
mw_mdl_all_ends (MwMdlReader *r)
{
  MwMdlLexer *lexer = &r->lexer;
  if (!lexer->unclosed)
    return TRUE;
  if (r->reported_unclosed)
    return FALSE;
  r->reported_unclosed = TRUE;
  if (*lexer->unclosed != '"') {
    add_error (r, MW_ERROR_CORRUPT, lexer->unclosed, "found a comment without an end, expected */");
    return FALSE;
  }
  GString *message = g_string_new ("found a text without a closing quote");
  guint line, column;
  if (lexer->across) {
    mw_mdl_lexer_place (lexer, lexer->across, &line, &column);
    g_string_append_printf (message, "; the text in line %u continues on the next line", line);
  }
  add_error (r, MW_ERROR_CORRUPT, lexer->unclosed, message->str);
  g_string_free (message, TRUE);
  return FALSE;
}

G_GNUC_PRINTF (3, 0)
static void
report_error (MwMdlReader *r, const char *at, const char *format, va_list args)
{
  /* What is missing behind a comment or text without end is missing because of it. */
  if (r->lexer.unclosed && at >= r->lexer.unclosed) {
    mw_mdl_all_ends (r);
    return;
  }
  g_autofree char *message = g_strdup_vprintf (format, args);
  add_error (r, r->limit ? MW_ERROR_LIMIT : at == r->lexer.end ? MW_ERROR_TRUNCATED : MW_ERROR_CORRUPT, at, message);
}

gboolean
mw_mdl_fail (MwMdlReader *r, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  report_error (r, r->lexer.at, format, args);
  va_end (args);
  return FALSE;
}

gboolean
mw_mdl_expected (MwMdlReader *r, const char *what)
{
  mw_mdl_blanks (&r->lexer);
  g_autofree char *found = mw_mdl_lexer_found (&r->lexer);
  return mw_mdl_fail (r, "found %s, expected %s", found, what);
}

void
mw_mdl_warn (MwMdlReader *r, const char *format, ...)
{
  MwReport *report = r->lexer.report;
  guint line, column;
  if (!report)
    return;
  if (report->n[MW_REMARK_WARNING] >= MW_REPORT_KEPT) {
    report->n[MW_REMARK_WARNING]++;
    return;
  }
  va_list args;
  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  mw_mdl_lexer_place (&r->lexer, r->statement ? r->statement : r->lexer.at, &line, &column);
  mw_report_remark (report, MW_REMARK_WARNING, line, column, "%s", message);
}

void
mw_mdl_count_differs (MwMdlReader *r, const char *what, int64_t stated, uint64_t found)
{
  if (stated >= 0 && (uint64_t) stated != found)
    mw_mdl_warn (r, "the text states %" G_GINT64_FORMAT " %s, there are %" G_GUINT64_FORMAT, stated, what, found);
}

gboolean
mw_mdl_opens (MwMdlReader *r)
{
  if (!mw_mdl_blanks (&r->lexer) || *r->lexer.at != '{')
    return FALSE;
  r->lexer.at++;
  r->lexer.depth++;
  return TRUE;
}

gboolean
mw_mdl_closes (MwMdlReader *r)
{
  if (!mw_mdl_blanks (&r->lexer) || *r->lexer.at != '}')
    return FALSE;
  r->lexer.at++;
  r->lexer.depth -= r->lexer.depth > 0;
  return TRUE;
}

gboolean
mw_mdl_open (MwMdlReader *r)
{
  return mw_mdl_opens (r) || mw_mdl_expected (r, "{");
}

gboolean
mw_mdl_is_number (MwMdlReader *r)
{
  return mw_mdl_blanks (&r->lexer) && (mw_mdl_class (*r->lexer.at) & (MW_MDL_DIGIT | MW_MDL_SIGN));
}

/* Whether what follows a number may follow one. */
static inline gboolean
ends_number (const MwMdlLexer *lexer)
{
  return lexer->at == lexer->end || mw_mdl_class (*lexer->at) <= MW_MDL_BLANK;
}

static gboolean
read_float (MwMdlReader *r, float *value)
{
  MwMdlLexer *lexer = &r->lexer;
  size_t used;
  const char *start;
  mw_mdl_blanks (lexer);
  start = lexer->at;
  if (mw_float_from_text (start, (size_t) (lexer->end - start), &used, value)) {
    lexer->at += used;
    if (G_LIKELY (ends_number (lexer))) {
      if (G_UNLIKELY (isinf (*value)) && mw_float_overflowed (start, used, *value))
        mw_mdl_warn (r, "%.*s is too large for a number of 32 bits: read as %s", (int) MIN (used, 40), start,
                     *value < 0 ? "-inf" : "inf");
      return TRUE;
    }
  }
  lexer->at = start;
  return mw_mdl_expected (r, "a number");
}

gboolean
mw_mdl_number (MwMdlReader *r, int64_t min, int64_t max, int64_t *value)
{
  MwMdlLexer *lexer = &r->lexer;
  mw_mdl_blanks (lexer);
  const char *start = lexer->at, *p = start;
  /* Nearly all are a few digits: without the general case's questions. */
  uint32_t n = 0;
  while (p < lexer->end && p - start < 9 && mw_mdl_class (*p) == MW_MDL_DIGIT)
    n = n * 10 + (uint32_t) (*p++ - '0');
  if (p > start && (p == lexer->end || mw_mdl_class (*p) <= MW_MDL_BLANK) && n >= min && n <= max) {
    lexer->at = p;
    *value = n;
    return TRUE;
  }
  size_t used;
  gboolean ok = mw_int_from_text (start, (size_t) (lexer->end - start), &used, min, max, value);
  if (used == 0)
    return mw_mdl_expected (r, "a whole number");
  lexer->at = start + used;
  if (ok && ends_number (lexer))
    return TRUE;
  gboolean ends = ends_number (lexer);
  lexer->at = start;
  g_autofree char *found = mw_mdl_lexer_found (lexer);
  if (!ends)
    return mw_mdl_fail (r, "found %s, expected a whole number", found);
  return mw_mdl_fail (r, "found %s, expected a whole number of %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, found, min,
                      max);
}

gboolean
mw_mdl_word (MwMdlReader *r, const char **word, size_t *length)
{
  MwMdlLexer *lexer = &r->lexer;
  if (!mw_mdl_blanks (lexer) || mw_mdl_class (*lexer->at) != MW_MDL_LETTER)
    return mw_mdl_expected (r, "a word");
  *word = lexer->at;
  while (lexer->at < lexer->end && (mw_mdl_class (*lexer->at) & (MW_MDL_LETTER | MW_MDL_DIGIT)))
    lexer->at++;
  *length = (size_t) (lexer->at - *word);
  return TRUE;
}

gboolean
mw_mdl_word_is (const char *word, size_t length, const char *expected)
{
  return mw_mdl_word_equal (word, length, expected, strlen (expected));
}

gboolean
mw_mdl_floats (MwMdlReader *r, guint n, float *values)
{
  gboolean braced = mw_mdl_opens (r);
  for (guint i = 0; i < n; i++)
    if (!read_float (r, &values[i]))
      return FALSE;
  return !braced || mw_mdl_closes (r) || mw_mdl_expected (r, "}");
}

gboolean
mw_mdl_is_string (MwMdlReader *r)
{
  return mw_mdl_blanks (&r->lexer) && *r->lexer.at == '"';
}

/* A longer name can only mean that its closing quote is missing. */
#define LONGEST_NAME 1024

/* Reports that only the first `kept` bytes of a text are kept. */
static void
report_cut (MwMdlReader *r, const MwRecord *record, const MwField *field, const char *start, size_t kept, size_t length)
{
  MwReport *report = r->lexer.report;
  if (!report || report->n[MW_REMARK_UNKNOWN] >= MW_REPORT_KEPT) {
    mw_report_remark (report, MW_REMARK_UNKNOWN, 0, 0, "%s", field->name);
    return;
  }
  /* A name may be read into a temporary record. The path is then that of the record being read. */
  gboolean stands = record->owner || record == &r->model->record;
  g_autofree char *path = mw_field_path (stands ? record : r->record, field);
  guint line, column;
  mw_mdl_lexer_place (&r->lexer, start - 1, &line, &column);
  mw_report_remark (report, MW_REMARK_UNKNOWN, line, column, "%s: the last %zu of %zu bytes are not kept%s", path,
                    length - kept, length, start[kept] == 0 ? ": a name ends at a NUL byte" : "");
}

/* The length to keep of a text that is too long for the buffer in a binary file: room for a NUL remains, and no
 * UTF-8 character is cut. */
static size_t
cut_text (const MwField *field, const char *start)
{
  size_t kept = field->count - 1;
  for (guint i = 0; i < 3 && ((uint8_t) start[kept] & 0xC0) == 0x80; i++)
    kept--;
  return kept;
}

gboolean
mw_mdl_string (MwMdlReader *r, MwRecord *record, const MwField *field)
{
  MwMdlLexer *lexer = &r->lexer;
  if (!mw_mdl_is_string (r))
    return mw_mdl_expected (r, "a text in quotes");
  const char *start = lexer->at + 1, *stop = mw_mdl_lexer_text (lexer);
  if (!stop)
    return mw_mdl_all_ends (r);
  lexer->at = start - 1;
  size_t length = (size_t) (stop - start), kept = length;
  /* Some programs write the whole buffer of a binary file, including the bytes after the NUL that ends the name. */
  const char *nul = memchr (start, 0, length);
  if (nul)
    kept = (size_t) (nul - start);
  if (kept > LONGEST_NAME || (kept > field->count && memchr (start, '\n', kept)))
    return mw_mdl_fail (r, "found a %s of %zu bytes, expected at most %u", field->name, length, field->count);
  if (kept > field->count)
    kept = cut_text (field, start);
  if (kept < length)
    report_cut (r, record, field, start, kept, length);
  mw_text_set (mw_field_at (record, field), start, kept);
  lexer->at = stop + 1;
  return TRUE;
}

/* --- Values --------------------------------------------------------------------------------------------------------- */

gboolean
mw_mdl_reference (MwMdlReader *r, MwRef *ref)
{
  int64_t number;
  *ref = MW_REF_NONE;
  if (mw_mdl_is_number (r)) {
    if (!mw_mdl_number (r, G_MININT32, G_MAXUINT32, &number))
      return FALSE;
    ref->raw = (uint32_t) number;
    return TRUE;
  }
  const char *word;
  size_t length;
  const char *start = r->lexer.at;
  if (mw_mdl_blanks (&r->lexer) && mw_mdl_class (*r->lexer.at) == MW_MDL_LETTER && mw_mdl_word (r, &word, &length)) {
    if (mw_mdl_word_is (word, length, "none") || mw_mdl_word_is (word, length, "multiple"))
      return TRUE;
    r->lexer.at = start;
  }
  return mw_mdl_expected (r, "a number, None or Multiple");
}

gboolean
mw_mdl_component (MwMdlReader *r, MwType type, void *to)
{
  static const struct {
    int64_t min, max;
  } ranges[] = {
    [MW_TYPE_U8] = { 0, G_MAXUINT8 },
    [MW_TYPE_I8] = { G_MININT8, G_MAXINT8 },
    [MW_TYPE_U16] = { 0, G_MAXUINT16 },
    [MW_TYPE_I16] = { G_MININT16, G_MAXINT16 },
    /* Tools write the same 32 bits with or without a sign. */
    [MW_TYPE_U32] = { G_MININT32, G_MAXUINT32 },
    [MW_TYPE_I32] = { G_MININT32, G_MAXUINT32 },
  };
  if (type == MW_TYPE_F32)
    return read_float (r, to);
  if (type == MW_TYPE_REF)
    return mw_mdl_reference (r, to);
  int64_t number;
  if (!mw_mdl_number (r, ranges[type].min, ranges[type].max, &number))
    return FALSE;
  memcpy (to, &number, mw_type_size (type)); /* the host is little-endian */
  return TRUE;
}

static inline void
swap_ends (float *colour)
{
  float blue = colour[0];
  colour[0] = colour[2];
  colour[2] = blue;
}

/* Reads a value of `count` components, with or without braces. */
gboolean
mw_mdl_value (MwMdlReader *r, MwType type, guint count, gboolean bgr, void *to)
{
  size_t size = mw_type_size (type);
  gboolean braced = mw_mdl_opens (r);
  for (guint i = 0; i < count; i++)
    if (!mw_mdl_component (r, type, (char *) to + i * size))
      return FALSE;
  if (bgr)
    swap_ends (to);
  return !braced || mw_mdl_closes (r) || mw_mdl_expected (r, "}");
}

MwArray
mw_mdl_take (MwMdlReader *r, const void *elements, uint32_t n, size_t size)
{
  MwArray array = mw_arena_take (&r->arena, n, size);
  if (n)
    memcpy (array.data, elements, (size_t) n * size);
  return array;
}

/* Reads elements up to the closing brace, each with or without braces. */
gboolean
mw_mdl_elements (MwMdlReader *r, const MwField *field, MwArray *array)
{
  MwBuffer *scratch = &r->scratch[0];
  size_t size = mw_field_element_size (field);
  gboolean floats = field->element == MW_TYPE_F32;
  guint count = field->count;
  uint32_t n = 0;
  scratch->size = 0;
  while (!mw_mdl_closes (r)) {
    uint8_t *to = mw_buffer_add (scratch, size);
    if (floats) {
      if (!mw_mdl_floats (r, count, (float *) (gpointer) to))
        return FALSE;
    } else if (!mw_mdl_value (r, field->element, count, FALSE, to)) {
      return FALSE;
    }
    if (++n == G_MAXUINT32)
      return mw_mdl_fail (r, "found more elements than an array can have");
  }
  mw_array_clear (array);
  *array = mw_mdl_take (r, scratch->bytes, n, size);
  return TRUE;
}

/* --- Tracks --------------------------------------------------------------------------------------------------------- */

static gboolean
read_clock (MwMdlReader *r, MwRecord *track)
{
  return mw_mdl_reference (r, mw_field_at (track, mw_schema_part (track->schema, MW_PART_CLOCK)));
}

static gboolean
read_time (MwMdlReader *r, int32_t *time)
{
  int64_t number;
  if (!mw_mdl_number (r, G_MININT32, G_MAXUINT32, &number))
    return FALSE;
  *time = (int32_t) (uint32_t) number;
  if (mw_mdl_blanks (&r->lexer) && *r->lexer.at == ':')
    r->lexer.at++;
  return TRUE;
}

/* Reads the words of a track before and between its keys: interpolation and global sequence. */
static gboolean
read_track_words (MwMdlReader *r, MwRecord *track, const MwField *interpolation)
{
  const char *word;
  size_t length;
  while (mw_mdl_blanks (&r->lexer) && mw_mdl_class (*r->lexer.at) == MW_MDL_LETTER) {
    const char *start = r->lexer.at;
    if (!mw_mdl_word (r, &word, &length))
      return FALSE;
    const MwName *name = interpolation ? mw_names_find (interpolation->names, word, length) : NULL;
    if (name) {
      memcpy (mw_field_at (track, interpolation), &name->value, 4);
    } else if (mw_mdl_word_is (word, length, "GlobalSeqId")) {
      if (!read_clock (r, track))
        return FALSE;
    } else {
      r->lexer.at = start;
      return mw_mdl_expected (r, interpolation ? "an interpolation, GlobalSeqId or a key" : "GlobalSeqId or a time");
    }
  }
  return TRUE;
}

static gboolean
read_tangent (MwMdlReader *r, const char *which, const MwField *values, gboolean bgr, MwBuffer *to)
{
  const char *word;
  size_t length;
  const char *start = r->lexer.at;
  if (!mw_mdl_blanks (&r->lexer) || mw_mdl_class (*r->lexer.at) != MW_MDL_LETTER || !mw_mdl_word (r, &word, &length)
      || !mw_mdl_word_is (word, length, which)) {
    r->lexer.at = start;
    return mw_mdl_expected (r, which);
  }
  return mw_mdl_value (r, values->element, values->count, bgr, mw_buffer_add (to, mw_field_element_size (values)));
}

/* Between the braces of an animated value. */
gboolean
mw_mdl_keys (MwMdlReader *r, MwRecord *track, gboolean bgr, uint32_t *n)
{
  const MwSchema *schema = track->schema;
  const MwField *interpolation = mw_schema_part (schema, MW_PART_INTERPOLATION),
                *values = mw_schema_part (schema, MW_PART_VALUES);
  size_t size = mw_field_element_size (values);
  MwBuffer *times = &r->scratch[0], *rest = &r->scratch[1];
  for (guint i = 0; i < G_N_ELEMENTS (r->scratch); i++)
    r->scratch[i].size = 0;
  if (!read_track_words (r, track, interpolation))
    return FALSE;
  gboolean tangents = *(uint32_t *) mw_field_at (track, interpolation) >= 2;
  *n = 0;
  while (!mw_mdl_closes (r)) {
    if (!read_time (r, (int32_t *) (gpointer) mw_buffer_add (times, 4))
        || !mw_mdl_value (r, values->element, values->count, bgr, mw_buffer_add (&rest[0], size)))
      return FALSE;
    if (tangents
        && (!read_tangent (r, "InTan", values, bgr, &rest[1]) || !read_tangent (r, "OutTan", values, bgr, &rest[2])))
      return FALSE;
    ++*n;
  }
  static const MwPart parts[] = { MW_PART_VALUES, MW_PART_IN_TANS, MW_PART_OUT_TANS };
  *(MwArray *) mw_field_at (track, mw_schema_part (schema, MW_PART_TIMES)) = mw_mdl_take (r, times->bytes, *n, 4);
  for (guint i = 0; i < (tangents ? 3 : 1); i++)
    *(MwArray *) mw_field_at (track, mw_schema_part (schema, parts[i])) = mw_mdl_take (r, rest[i].bytes, *n, size);
  return TRUE;
}

gboolean
mw_mdl_times (MwMdlReader *r, MwRecord *track, uint32_t *n)
{
  MwBuffer *times = &r->scratch[0];
  times->size = 0;
  *n = 0;
  if (!read_track_words (r, track, NULL))
    return FALSE;
  while (!mw_mdl_closes (r)) {
    if (!read_time (r, (int32_t *) (gpointer) mw_buffer_add (times, 4)))
      return FALSE;
    ++*n;
  }
  *(MwArray *) mw_field_at (track, mw_schema_part (track->schema, MW_PART_TIMES)) = mw_mdl_take (r, times->bytes, *n,
                                                                                                 4);
  return TRUE;
}
