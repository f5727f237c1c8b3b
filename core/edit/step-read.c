/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/number.h"
#include "core/edit/step-private.h"

#include <string.h>

/* Reads the text form of a step; step-text.c describes the grammar. The input is hostile: every number is checked
 * against what it counts, memory is proportional to the bytes that are present, and records cannot nest deeper than
 * schemas do. */

typedef struct {
  const char *at, *end;          /* of the current line */
  const char *line_start, *next; /* start of the next line */
  const char *text_end;
  guint line;
  GHashTable *schemas; /* name -> MwSchema */
  GError **error;
} Reader;

static gboolean fail (Reader *r, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
fail (Reader *r, const char *format, ...)
{
  if (r->error && *r->error)
    return FALSE;
  va_list args;
  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  mw_set_error_at_line (r->error, MW_ERROR_CORRUPT, r->line, (guint) (r->at - r->line_start) + 1, "%s", message);
  return FALSE;
}

static gboolean
next_line (Reader *r)
{
  if (r->next >= r->text_end)
    return fail (r, "the text ends before the step does");
  const char *newline = memchr (r->next, '\n', (gsize) (r->text_end - r->next));
  r->at = r->line_start = r->next;
  r->end = newline ? newline : r->text_end;
  r->next = newline ? newline + 1 : r->text_end;
  r->line++;
  return TRUE;
}

/* --- Words ---------------------------------------------------------------------------------------------------------- */

/* The bytes up to the next blank, which is consumed. Empty at the end of the line. */
static gsize
word (Reader *r, const char **start)
{
  *start = r->at;
  const char *blank = memchr (r->at, ' ', (gsize) (r->end - r->at));
  const char *stop = blank ? blank : r->end;
  r->at = blank ? blank + 1 : r->end;
  return (gsize) (stop - *start);
}

static gboolean
is_word (const char *start, gsize length, const char *text)
{
  return strlen (text) == length && memcmp (start, text, length) == 0;
}

static gboolean
expect_end (Reader *r)
{
  return r->at == r->end || fail (r, "found text after the end of the line's values");
}

static gboolean
parse_u32 (const char *start, gsize length, guint32 *value)
{
  guint64 sum = 0;
  if (length == 0 || length > 10)
    return FALSE;
  for (gsize i = 0; i < length; i++) {
    if (!g_ascii_isdigit (start[i]))
      return FALSE;
    sum = sum * 10 + (guint64) (start[i] - '0');
  }
  *value = (guint32) sum;
  return sum <= G_MAXUINT32;
}

static gboolean
read_u32 (Reader *r, guint32 *value)
{
  const char *start;
  gsize length = word (r, &start);
  return parse_u32 (start, length, value)
         || fail (r, "found \"%.*s\", expected a number", (int) MIN (length, 24), start);
}

static gboolean
read_id (Reader *r, MwId *id)
{
  return read_u32 (r, id) && (*id != 0 || fail (r, "found identity 0, which no record has"));
}

static gboolean
read_schema (Reader *r, const MwSchema **schema)
{
  const char *start;
  gsize length = word (r, &start);
  g_autofree char *name = g_strndup (start, length);
  *schema = g_hash_table_lookup (r->schemas, name);
  return *schema || fail (r, "found \"%.24s\", expected the name of a kind of record", name);
}

static gboolean
read_field (Reader *r, const MwSchema *schema, const MwField **field)
{
  const char *start;
  gsize length = word (r, &start);
  g_autofree char *name = g_strndup (start, length);
  *field = mw_schema_field (schema, name);
  return *field || fail (r, "found \"%.48s\", expected a field of %s", name, schema->name);
}

/* Reads a field, which must be of one of two types. */
static gboolean
read_field_of (Reader *r, const MwSchema *schema, MwType type, MwType or_type, const MwField **field)
{
  if (!read_field (r, schema, field))
    return FALSE;
  if ((*field)->type == type || (*field)->type == or_type)
    return TRUE;
  return fail (r, "%s is of type %s", (*field)->name, mw_type_name ((*field)->type));
}

/* --- Values --------------------------------------------------------------------------------------------------------- */

static int
hex_digit (Reader *r)
{
  return r->at < r->end ? g_ascii_xdigit_value (*r->at++) : -1;
}

/* Reads a quoted text and the blank after it. */
static gboolean
read_text (Reader *r, GByteArray *out)
{
  if (r->at == r->end || *r->at != '"')
    return fail (r, "expected a text in quotes");
  r->at++;
  while (r->at < r->end && *r->at != '"') {
    guint8 c = (guint8) *r->at++;
    if (c == '\\') {
      if (r->at == r->end)
        break;
      c = (guint8) *r->at++;
      if (c == 'x') {
        int high = hex_digit (r), low = hex_digit (r);
        if (high < 0 || low < 0)
          return fail (r, "expected two hex digits after \\x");
        c = (guint8) (high << 4 | low);
      } else if (c != '"' && c != '\\')
        return fail (r, "found \\%c, expected \\\\, \\\" or \\xHH", c);
    }
    if (c == 0)
      return fail (r, "a text cannot hold a NUL");
    g_byte_array_append (out, &c, 1);
  }
  if (r->at == r->end)
    return fail (r, "expected a quote at the end of the text");
  r->at++;
  if (r->at < r->end && *r->at++ != ' ')
    return fail (r, "expected a blank after the quote");
  return TRUE;
}

static gboolean
read_bytes (Reader *r, gsize size, guint8 **bytes)
{
  const char *start;
  gsize length = word (r, &start), got = 0;
  *bytes = NULL;
  if (is_word (start, length, "-"))
    return size == 0 || fail (r, "found no bytes, expected %" G_GSIZE_FORMAT, size);
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isalnum (start[i]) && start[i] != '+' && start[i] != '/' && !(start[i] == '=' && i + 2 >= length))
      return fail (r, "found a character that is not base64");
  g_autofree char *text = g_strndup (start, length);
  *bytes = length % 4 == 0 && length ? g_base64_decode (text, &got) : NULL;
  if (*bytes && got == size)
    return TRUE;
  g_clear_pointer (bytes, g_free);
  return fail (r, "found %" G_GSIZE_FORMAT " bytes, expected %" G_GSIZE_FORMAT, got, size);
}

static gboolean
read_ref (Reader *r, const char *start, gsize length, MwRef *ref)
{
  *ref = MW_REF_NONE;
  if (is_word (start, length, "none"))
    return TRUE;
  if (length && *start == '#') {
    ref->raw = 0;
    return (parse_u32 (start + 1, length - 1, &ref->id) && ref->id) || fail (r, "expected #ID, none or a number");
  }
  return parse_u32 (start, length, &ref->raw) || fail (r, "expected #ID, none or a number");
}

static gboolean
read_component (MwType type, const char *start, gsize length, guint8 *out)
{
  static const struct {
    gint64 min, max;
  } limits[] = { { 0, G_MAXUINT8 },          { G_MININT8, G_MAXINT8 }, { 0, G_MAXUINT16 },
                 { G_MININT16, G_MAXINT16 }, { 0, G_MAXUINT32 },       { G_MININT32, G_MAXINT32 } };
  size_t used;
  if (type == MW_TYPE_F32) {
    float number;
    if (!mw_float_from_text (start, length, &used, &number) || used != length
        || mw_float_overflowed (start, used, number))
      return FALSE;
    memcpy (out, &number, sizeof number);
    return TRUE;
  }
  gint64 number;
  if (!mw_int_from_text (start, length, &used, limits[type].min, limits[type].max, &number) || used != length)
    return FALSE;
  memcpy (out, &number, mw_type_size (type));
  return TRUE;
}

/* Reads the value of a number, reference or text field into the bytes that it has in memory. */
static gboolean
read_value (Reader *r, const MwField *field, GByteArray *out)
{
  if (field->type == MW_TYPE_TEXT)
    return read_text (r, out)
           && (out->len <= field->count || fail (r, "the text is longer than %u bytes", field->count));
  const char *start;
  gsize length = word (r, &start);
  if (field->type == MW_TYPE_REF) {
    MwRef ref;
    if (!read_ref (r, start, length, &ref))
      return FALSE;
    g_byte_array_append (out, (const guint8 *) &ref, sizeof ref);
    return TRUE;
  }
  if (!mw_field_is_number (field))
    return fail (r, "%s holds no single value", field->name);
  const char *stop = start + length;
  for (guint i = 0; i < field->count; i++) {
    const char *comma = memchr (start, ',', (gsize) (stop - start));
    const char *part_end = comma ? comma : stop;
    guint8 component[8];
    if ((i + 1 == field->count) != (comma == NULL)
        || !read_component (field->type, start, (gsize) (part_end - start), component))
      return fail (r, "expected %u numbers of type %s, separated by commas", field->count, mw_type_name (field->type));
    g_byte_array_append (out, component, (guint) mw_type_size (field->type));
    start = comma ? comma + 1 : stop;
  }
  return TRUE;
}

static gboolean
read_array (Reader *r, const MwField *field, MwArray *array)
{
  guint32 n;
  gsize each = mw_field_element_size (field);
  g_autofree guint8 *bytes = NULL;
  if (!read_u32 (r, &n))
    return FALSE;
  if ((gsize) n * each > (gsize) (r->end - r->at))
    return fail (r, "found fewer bytes than %u elements need", n);
  if (!read_bytes (r, n * each, &bytes))
    return FALSE;
  *array = mw_array_copy (bytes, n, each);
  return TRUE;
}

/* --- Records -------------------------------------------------------------------------------------------------------- */

static MwRecord *read_record (Reader *r, const MwField *field);

/* Reads the name of derived data that has notes but is not a field. If the next word is not such a name, returns
 * NULL and reads nothing. */
static const MwField *
derived_field (Reader *r, const MwSchema *schema)
{
  const char *start, *at = r->at;
  gsize length = word (r, &start);
  g_autofree char *name = g_strndup (start, length);
  const MwField *field = schema->note_field ? schema->note_field (name) : NULL;
  if (!field)
    r->at = at;
  return field;
}

static gboolean
read_note (Reader *r, MwRecord *record)
{
  const char *start;
  const MwField *field = NULL;
  gsize length = word (r, &start);
  guint kind = 0;
  guint32 offset, from_file;
  enum { MOST = 4096 }; /* because adding a note copies the list of existing ones */
  if (mw_notes_count (record) == MOST)
    return fail (r, "found more than %d notes on one record", MOST);
  while (kind < MW_N_NOTE_KINDS && !is_word (start, length, mw_note_kind_name (kind)))
    kind++;
  if (kind == MW_N_NOTE_KINDS)
    return fail (r, "found \"%.*s\", expected a kind of note", (int) MIN (length, 24), start);
  if (r->at + 1 < r->end && r->at[0] == '-' && r->at[1] == ' ')
    r->at += 2;
  else if (!(field = derived_field (r, record->schema)) && !read_field (r, record->schema, &field))
    return FALSE;
  if (!read_u32 (r, &offset) || !read_u32 (r, &from_file))
    return FALSE;
  /* The size is computed from the base64 text. */
  const char *text = r->at;
  gsize left = (gsize) (r->end - text), size = 0;
  if (!is_word (text, left, "-")) {
    size = left / 4 * 3;
    for (guint i = 1; i <= 2 && i <= left; i++)
      size -= text[left - i] == '=';
  }
  g_autofree guint8 *bytes = NULL;
  if (!read_bytes (r, size, &bytes))
    return FALSE;
  mw_notes_add (record, kind, field, offset, bytes, (uint32_t) size, from_file);
  return TRUE;
}

static gboolean
read_record_line (Reader *r, MwRecord *record, const char *start, gsize length)
{
  const MwField *field;
  if (is_word (start, length, "note"))
    return read_note (r, record) && expect_end (r);
  if (is_word (start, length, "value")) {
    g_autoptr (GByteArray) bytes = g_byte_array_new ();
    if (!read_field (r, record->schema, &field) || !read_value (r, field, bytes) || !expect_end (r))
      return FALSE;
    if (field->type == MW_TYPE_TEXT)
      mw_text_set (mw_field_at (record, field), (const char *) bytes->data, bytes->len);
    else
      memcpy (mw_field_at (record, field), bytes->data, bytes->len);
    return TRUE;
  }
  if (is_word (start, length, "array")) {
    MwArray array;
    if (!read_field_of (r, record->schema, MW_TYPE_ARRAY, MW_TYPE_ARRAY, &field) || !read_array (r, field, &array))
      return FALSE;
    mw_array_clear (mw_field_at (record, field));
    *(MwArray *) mw_field_at (record, field) = array;
    return expect_end (r);
  }
  gboolean list = is_word (start, length, "list");
  if (!list && !is_word (start, length, "child"))
    return fail (r, "found \"%.*s\", expected a line of a record", (int) MIN (length, 24), start);
  MwType type = list ? MW_TYPE_LIST : MW_TYPE_CHILD;
  if (!read_field_of (r, record->schema, type, type, &field) || !expect_end (r))
    return FALSE;
  if (!list && *(MwRecord **) mw_field_at (record, field))
    return fail (r, "%s is given twice", field->name);
  do {
    if (!next_line (r))
      return FALSE;
    if (list && is_word (r->at, (gsize) (r->end - r->at), "end"))
      return TRUE;
    g_autoptr (MwRecord) item = read_record (r, field);
    if (!item)
      return FALSE;
    if (list)
      mw_list_append (NULL, record, field, g_steal_pointer (&item));
    else
      mw_child_set (NULL, record, field, g_steal_pointer (&item));
  } while (list);
  return TRUE;
}

/* Reads a record whose first line is the current one, for the field `field`. The kind is checked before anything
 * below the record is read, so recursion is bounded by the nesting of the schema tables. */
static MwRecord *
read_record (Reader *r, const MwField *field)
{
  const char *start;
  gsize length = word (r, &start);
  const MwSchema *schema;
  MwId id;
  guint32 variant;
  if (!is_word (start, length, "record")) {
    fail (r, "found \"%.*s\", expected a record", (int) MIN (length, 24), start);
    return NULL;
  }
  if (!read_id (r, &id) || !read_schema (r, &schema) || !read_u32 (r, &variant) || !expect_end (r))
    return NULL;
  if (schema->kinds || variant > G_MAXUINT8) {
    fail (r, "no record is of kind %s and variant %u", schema->name, variant);
    return NULL;
  }
  if (!mw_schema_is_a (schema, field->schema)) {
    fail (r, "%s holds no records of kind %s", field->name, schema->name);
    return NULL;
  }
  g_autoptr (MwRecord) record = mw_record_new (schema);
  record->id = id;
  record->variant = (uint8_t) variant;
  for (;;) {
    if (!next_line (r))
      return NULL;
    length = word (r, &start);
    if (is_word (start, length, "end"))
      return expect_end (r) ? g_steal_pointer (&record) : NULL;
    if (!read_record_line (r, record, start, length))
      return NULL;
  }
}

/* --- Changes -------------------------------------------------------------------------------------------------------- */

static gboolean
read_set (Reader *r, MwStepChange *change)
{
  MwStepValue *values[] = { &change->value.before, &change->value.after };
  for (guint i = 0; i < G_N_ELEMENTS (values); i++) {
    g_autoptr (GByteArray) bytes = g_byte_array_new ();
    if (!read_value (r, change->field, bytes))
      return FALSE;
    mw_step_value_set (values[i], bytes->data, bytes->len);
  }
  return TRUE;
}

static gboolean
read_span (Reader *r, MwStepChange *change)
{
  if (change->field->type != MW_TYPE_ARRAY)
    return fail (r, "%s is no array", change->field->name);
  if (!read_u32 (r, &change->first) || !read_u32 (r, &change->n))
    return FALSE;
  gsize size = change->n * mw_field_element_size (change->field);
  if (size > (gsize) (r->end - r->at))
    return fail (r, "found fewer bytes than %u elements need", change->n);
  MwStepValue *values[] = { &change->value.before, &change->value.after };
  for (guint i = 0; i < G_N_ELEMENTS (values); i++) {
    g_autofree guint8 *bytes = NULL;
    if (!read_bytes (r, size, &bytes))
      return FALSE;
    mw_step_value_set (values[i], bytes, size);
  }
  return TRUE;
}

static gboolean
read_records (Reader *r, MwStepChange *change)
{
  if (!read_u32 (r, &change->first) || !expect_end (r))
    return FALSE;
  if (change->kind != MW_STEP_INSERT) {
    if (!next_line (r) || !(change->record.before = read_record (r, change->field)))
      return FALSE;
  }
  if (change->kind != MW_STEP_REMOVE) {
    if (!next_line (r) || !(change->record.after = read_record (r, change->field)))
      return FALSE;
  }
  const MwRecord *before = change->record.before, *after = change->record.after;
  if (before && after && before->id != after->id)
    return fail (r, "a record is replaced by one of another identity");
  change->id = (after ? after : before)->id;
  change->schema = (after ? after : before)->schema;
  return TRUE;
}

/* Reads notes up to "end". */
static gboolean
read_notes (Reader *r, MwRecord *image, gboolean one_kind)
{
  for (;;) {
    const char *start;
    if (!next_line (r))
      return FALSE;
    gsize length = word (r, &start);
    if (is_word (start, length, "end"))
      return expect_end (r);
    if (!is_word (start, length, "note"))
      return fail (r, "found \"%.*s\", expected a note", (int) MIN (length, 24), start);
    if (!read_note (r, image) || !expect_end (r))
      return FALSE;
    MwNoteKind kind = mw_notes_at (image, mw_notes_count (image) - 1)->kind;
    if (one_kind && mw_notes_at (image, 0)->kind != kind)
      return fail (r, "found notes of two kinds");
    if (!one_kind && kind == MW_NOTE_SIDE_CHANNEL)
      return fail (r, "a side channel cannot be part of a step");
  }
}

static gboolean
read_note_change (Reader *r, MwStepChange *change)
{
  if (!read_id (r, &change->id) || !read_schema (r, &change->schema) || !expect_end (r))
    return FALSE;
  if (change->schema->kinds)
    return fail (r, "no record is of kind %s", change->schema->name);
  MwRecord *image = change->record.before = mw_record_new (change->schema);
  if (change->kind == MW_STEP_FORGET)
    return read_notes (r, image, TRUE) && (mw_notes_count (image) || fail (r, "found no note"));
  change->record.after = mw_record_new (change->schema);
  return read_notes (r, image, FALSE) && read_notes (r, change->record.after, FALSE);
}

/* Reads the rest of a line after the verb. */
static gboolean
read_change (Reader *r, MwStepChange *change)
{
  if (change->kind >= MW_STEP_FORGET)
    return read_note_change (r, change);
  if (change->kind <= MW_STEP_SWAP || change->kind == MW_STEP_MOVE) {
    if (!read_id (r, &change->id) || !read_schema (r, &change->schema))
      return FALSE;
  }
  if (change->kind >= MW_STEP_INSERT) {
    if (!read_id (r, &change->owner) || !read_schema (r, &change->owner_schema)
        || !read_field_of (r, change->owner_schema, MW_TYPE_LIST, MW_TYPE_CHILD, &change->field))
      return FALSE;
  } else if (!read_field (r, change->schema, &change->field))
    return FALSE;
  switch (change->kind) {
  case MW_STEP_SET:
    return read_set (r, change) && expect_end (r);
  case MW_STEP_SPAN:
    return read_span (r, change) && expect_end (r);
  case MW_STEP_SWAP:
    if (change->field->type != MW_TYPE_ARRAY)
      return fail (r, "%s is no array", change->field->name);
    return read_array (r, change->field, &change->array.before) && read_array (r, change->field, &change->array.after)
           && expect_end (r);
  case MW_STEP_MOVE:
    return read_u32 (r, &change->first) && read_u32 (r, &change->n) && expect_end (r);
  default:
    return read_records (r, change);
  }
}

static gboolean
read_selection (Reader *r, GArray *ids)
{
  while (r->at < r->end) {
    MwId id;
    if (!read_id (r, &id))
      return FALSE;
    g_array_append_val (ids, id);
  }
  return TRUE;
}

static gboolean
read_head (Reader *r, MwStep *step)
{
  static const char *const words[] = { "label", "selection-before", "selection-after" };
  const char *start;
  gsize length;
  if (!next_line (r))
    return FALSE;
  length = word (r, &start);
  guint32 version;
  if (!is_word (start, length, "modelwright-step"))
    return fail (r, "found no step");
  if (!read_u32 (r, &version))
    return FALSE;
  if (version != 1)
    return fail (r, "found version %u of the text form, expected 1", version);
  if (!expect_end (r))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++) {
    if (!next_line (r))
      return FALSE;
    length = word (r, &start);
    if (!is_word (start, length, words[i]))
      return fail (r, "expected \"%s\"", words[i]);
    if (i > 0) {
      if (!read_selection (r, i == 1 ? step->selection_before : step->selection_after))
        return FALSE;
      continue;
    }
    g_autoptr (GByteArray) label = g_byte_array_new ();
    if (!read_text (r, label) || !expect_end (r))
      return FALSE;
    g_free (step->label);
    step->label = g_strndup ((const char *) label->data, label->len);
  }
  return TRUE;
}

/* The rest of a line "operation", and the line "subjects" after it. */
static gboolean
read_operation (Reader *r, MwStep *step)
{
  g_autoptr (GByteArray) id = g_byte_array_new (), params = g_byte_array_new ();
  const char *start;
  if (!read_text (r, id) || !read_text (r, params) || !expect_end (r) || !next_line (r))
    return FALSE;
  gsize length = word (r, &start);
  if (!is_word (start, length, "subjects"))
    return fail (r, "expected \"subjects\"");
  step->operation = g_strndup ((const char *) id->data, id->len);
  step->params = g_strndup ((const char *) params->data, params->len);
  return read_selection (r, step->subjects);
}

static gboolean
read_step (Reader *r, MwStep *step)
{
  if (!read_head (r, step))
    return FALSE;
  for (;;) {
    const char *start;
    if (!next_line (r))
      return FALSE;
    gsize length = word (r, &start);
    if (is_word (start, length, "end-step"))
      return expect_end (r) && (r->next == r->text_end || fail (r, "found text after the end of the step"));
    if (is_word (start, length, "operation") && !step->operation && step->changes->len == 0) {
      if (!read_operation (r, step))
        return FALSE;
      continue;
    }
    if (is_word (start, length, "verbatim") && !step->verbatim && step->changes->len == 0) {
      step->verbatim = TRUE;
      if (!expect_end (r))
        return FALSE;
      continue;
    }
    guint kind = 0;
    while (kind < MW_STEP_N_KINDS && !is_word (start, length, mw_step_verbs[kind]))
      kind++;
    if (kind == MW_STEP_N_KINDS)
      return fail (r, "found \"%.*s\", expected a change", (int) MIN (length, 24), start);
    g_array_set_size (step->changes, step->changes->len + 1);
    MwStepChange *change = mw_step_change_at (step, step->changes->len - 1);
    change->kind = kind;
    if (!read_change (r, change))
      return FALSE;
  }
}

MwStep *
mw_step_from_text (const MwSchema *root, const char *text, gsize length, GError **error)
{
  g_autoptr (GPtrArray) schemas = mw_schema_reachable (root);
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < schemas->len; i++) {
    const MwSchema *schema = g_ptr_array_index (schemas, i);
    g_hash_table_insert (by_name, (gpointer) schema->name, (gpointer) schema);
  }
  GError *failure = NULL;
  Reader r = { .at = text,
               .end = text,
               .line_start = text,
               .next = text,
               .text_end = text + length,
               .schemas = by_name,
               .error = &failure };
  MwStep *step = mw_step_new ("");
  if (!read_step (&r, step)) {
    mw_step_free (step);
    g_propagate_error (error, failure);
    return NULL;
  }
  mw_step_finish (step);
  return step;
}
