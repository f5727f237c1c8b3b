/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/schema/value.h"
#include "core/base/number.h"
#include "core/base/nearest.h"
#include "core/schema/catalogue.h"
#include "core/schema/wire.h"

#include <string.h>

#define BASE64_START "base64("

/* --- Printing ------------------------------------------------------------------------------------------------------- */

void
mw_value_append_number (GString *text, MwType type, const void *component)
{
  char number[MW_FLOAT_TEXT_MAX];
  union {
    uint8_t u8;
    int8_t i8;
    uint16_t u16;
    int16_t i16;
    uint32_t u32;
    int32_t i32;
    float f32;
  } v;
  memcpy (&v, component, mw_type_size (type));
  switch (type) {
  case MW_TYPE_U8:
    mw_uint_to_text (v.u8, number);
    break;
  case MW_TYPE_I8:
    mw_int_to_text (v.i8, number);
    break;
  case MW_TYPE_U16:
    mw_uint_to_text (v.u16, number);
    break;
  case MW_TYPE_I16:
    mw_int_to_text (v.i16, number);
    break;
  case MW_TYPE_U32:
    mw_uint_to_text (v.u32, number);
    break;
  case MW_TYPE_I32:
    mw_int_to_text (v.i32, number);
    break;
  case MW_TYPE_F32:
    mw_float_to_text (v.f32, number);
    break;
  default:
    g_assert_not_reached ();
  }
  g_string_append (text, number);
}

/* A stored i16 number below 0 that refers to nothing. As an unsigned number it would be beyond the end of any list. */
#define IS_NEGATIVE(ref) ((ref).raw >= 0xFFFF8000u)

static void
append_ref (GString *text, const MwModel *model, MwRef ref)
{
  const MwRecord *target = mw_model_resolve (model, ref);
  if (target)
    mw_path_append_record (text, target);
  else if (ref.raw == 0xFFFFFFFFu)
    g_string_append (text, "none");
  else
    g_string_append_printf (text, IS_NEGATIVE (ref) ? "%d" : "%u", ref.raw);
}

/* Appends one value or element: a number, a vector in braces, or references. */
static void
append_element (GString *text, const MwModel *model, const MwField *field, MwType type, const uint8_t *at,
                int component)
{
  size_t size = mw_type_size (type);
  if (type == MW_TYPE_REF) {
    gboolean several = component < 0 && field->count > 1;
    for (guint i = (guint) MAX (component, 0); i < (several ? field->count : (guint) MAX (component, 0) + 1); i++) {
      MwRef ref;
      memcpy (&ref, at + size * i, sizeof ref);
      g_string_append (text, !several ? "" : i ? ", " : "{");
      append_ref (text, model, ref);
    }
    if (several)
      g_string_append_c (text, '}');
  } else if (component >= 0 || field->count == 1) {
    mw_value_append_number (text, type, at + size * (size_t) MAX (component, 0));
  } else {
    for (guint i = 0; i < field->count; i++) {
      g_string_append (text, i ? ", " : "{");
      mw_value_append_number (text, type, at + size * i);
    }
    g_string_append_c (text, '}');
  }
}

/* Output with one value a line must not contain a line feed or another control byte, so such a text is written in
 * base64. */
static void
append_text (GString *text, const char *value)
{
  const char *at = value;
  while ((guchar) *at >= 0x20 && *at != 0x7F)
    at++;
  if (*at) {
    g_autofree char *code = g_base64_encode ((const guchar *) value, strlen (value));
    g_string_append_printf (text, BASE64_START "%s)", code);
  } else {
    g_string_append_printf (text, "\"%s\"", value);
  }
}

/* The record by whose family values of the target have names. The parameters of an operation are in no model: their names are
 * those of the model that it is for. */
static const MwRecord *
named_in (const MwModel *model, const MwTarget *target)
{
  return mw_record_family (target->record) || !model ? target->record : &model->record;
}

static const MwNames *
names_of (const MwModel *model, const MwTarget *target)
{
  const MwRecord *in = named_in (model, target);
  return mw_schema_names_in (target->record->schema, target->field, mw_record_family (in), mw_record_version (in));
}

char *
mw_value_print (const MwModel *model, const MwTarget *target)
{
  GString *text = g_string_new (NULL);
  const MwField *field = target->field;
  if (!field) {
    g_string_append (text, target->record->schema->name);
    return g_string_free (text, FALSE);
  }
  const uint8_t *at = mw_field_at (target->record, field);
  switch (field->type) {
  case MW_TYPE_TEXT:
    append_text (text, mw_text (*(char **) at));
    break;
  case MW_TYPE_LIST: {
    const MwList *list = (const MwList *) at;
    uint32_t n = 0;
    for (uint32_t i = 0; i < list->n; i++)
      n += !target->kind || list->items[i]->schema == target->kind;
    g_string_append_printf (text, "%u", n);
    break;
  }
  case MW_TYPE_CHILD:
    g_string_append (text, *(MwRecord **) at ? "present" : "none");
    break;
  case MW_TYPE_ARRAY: {
    const MwArray *array = (const MwArray *) at;
    size_t size = mw_field_element_size (field);
    if (!target->one)
      g_string_append_c (text, '[');
    for (uint32_t i = 0; i < target->n; i++) {
      if (i)
        g_string_append (text, ", ");
      append_element (text, model, field, field->element, (const uint8_t *) array->data + (target->first + i) * size,
                      target->component);
    }
    if (!target->one)
      g_string_append_c (text, ']');
    break;
  }
  default: {
    const MwNames *names = names_of (model, target);
    uint32_t value = 0;
    if (field->type != MW_TYPE_REF)
      memcpy (&value, at, MIN (mw_type_size (field->type), 4));
    if (target->bit)
      g_string_append (text, (value & target->bit) == target->bit ? "1" : "0");
    else if (names && names->flags)
      g_string_append_printf (text, "0x%x", value);
    else if (names && mw_names_find_value (names, value))
      g_string_append (text, mw_names_find_value (names, value)->name);
    else
      append_element (text, model, field, field->type, at, target->component);
  }
  }
  return g_string_free (text, FALSE);
}

/* --- Parsing -------------------------------------------------------------------------------------------------------- */

typedef struct {
  const MwModel *model;
  const MwTarget *target;
  const char *start, *at, *end;
  GByteArray *out;
} Parsing;

static gboolean refuse (const Parsing *p, GError **error, const char *format, ...) G_GNUC_PRINTF (3, 4);

static gboolean
refuse (const Parsing *p, GError **error, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  g_autofree char *path = mw_target_path (p->target);
  mw_set_error (error, MW_ERROR_VALUE, -1, path, "%s", message);
  return FALSE;
}

static void
skip_blanks (Parsing *p)
{
  while (p->at < p->end && g_ascii_isspace (*p->at))
    p->at++;
}

static gboolean
take (Parsing *p, char c)
{
  skip_blanks (p);
  if (p->at == p->end || *p->at != c)
    return FALSE;
  p->at++;
  return TRUE;
}

/* The text at the position, for messages. */
static char *
found (const Parsing *p)
{
  if (p->at == p->end)
    return g_strdup ("the end");
  return g_strdup_printf ("\"%.*s\"", (int) MIN (p->end - p->at, 24), p->at);
}

static gboolean
parse_number (Parsing *p, const MwField *field, MwType type, GError **error)
{
  static const struct {
    gint64 min, max;
  } limits[] = { { 0, G_MAXUINT8 },          { G_MININT8, G_MAXINT8 }, { 0, G_MAXUINT16 },
                 { G_MININT16, G_MAXINT16 }, { 0, G_MAXUINT32 },       { G_MININT32, G_MAXINT32 } };
  size_t used;
  skip_blanks (p);
  if (type == MW_TYPE_F32) {
    float value;
    if (!mw_float_from_text (p->at, (size_t) (p->end - p->at), &used, &value)) {
      g_autofree char *what = found (p);
      return refuse (p, error, "found %s, expected a number", what);
    }
    if (mw_float_overflowed (p->at, used, value))
      return refuse (p, error, "found %.*s, too large for a 32-bit float; write %sinf", (int) MIN (used, 24), p->at,
                     value < 0 ? "-" : "");
    if (field->min < field->max && !(value >= (float) field->min && value <= (float) field->max)) {
      char min[MW_FLOAT_TEXT_MAX], max[MW_FLOAT_TEXT_MAX];
      mw_float_to_text ((float) field->min, min);
      mw_float_to_text ((float) field->max, max);
      return refuse (p, error, "found %.*s, expected %s to %s", (int) used, p->at, min, max);
    }
    p->at += used;
    g_byte_array_append (p->out, (const guint8 *) &value, 4);
    return TRUE;
  }
  int64_t value, min = limits[type].min, max = limits[type].max;
  if (field->min < field->max) {
    min = MAX (min, (gint64) field->min);
    max = MIN (max, (gint64) field->max);
  }
  if (!mw_int_from_text (p->at, (size_t) (p->end - p->at), &used, min, max, &value)) {
    g_autofree char *what = found (p);
    const MwNames *names = names_of (p->model, p->target);
    const MwName *bit = names && names->flags ? mw_names_find (names, p->at, (size_t) (p->end - p->at)) : NULL;
    if (bit)
      return refuse (p, error,
                     "found %s, which is one of its flags: set it by %s.%s=1 (or 0), or give the whole number", what,
                     field->name, bit->name);
    return refuse (p, error, "found %s, expected a whole number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, what,
                   min, max);
  }
  p->at += used;
  g_byte_array_append (p->out, (const guint8 *) &value, (guint) mw_type_size (type));
  return TRUE;
}

/* Parses a reference: a path, a name, a number or none. */
static gboolean
parse_ref_text (Parsing *p, const MwField *field, const char *text, size_t length, MwRef *ref, GError **error)
{
  const MwField *list;
  MwRecord *scope = mw_ref_scope (p->model, p->target->record, field, &list);
  const MwList *records = mw_record_list (scope, list);
  g_autofree char *word = g_strndup (text, length);
  size_t used;
  int64_t number;
  if (g_ascii_strcasecmp (word, "none") == 0) {
    *ref = MW_REF_NONE;
    return TRUE;
  }
  if (mw_int_from_text (text, length, &used, G_MININT16, G_MAXUINT32, &number) && used == length) {
    /* A number selects the element that a file means by it. A number without an element stays a stored number; -1 is
     * none. */
    *ref = (MwRef) { 0, (uint32_t) number };
    if (mw_ref_is_none (*ref))
      return TRUE;
    if (!list->schema->kinds && !p->model->record.schema->number) {
      if (number >= 0 && number < records->n)
        *ref = (MwRef) { records->items[number]->id, 0 };
      return TRUE;
    }
    g_autofree uint32_t *numbers = records->n ? mw_model_numbers (p->model) : NULL;
    for (uint32_t i = 0; i < records->n; i++)
      if (!ref->id && numbers[records->items[i]->id] == (uint32_t) number)
        *ref = (MwRef) { records->items[i]->id, 0 };
    return TRUE;
  }
  MwTarget target;
  g_autofree char *place = mw_record_path (scope);
  g_autofree char *by_name = g_strdup_printf ("%s%s%s[\"%s\"]", place, *place ? "." : "", list->name, word);
  g_autoptr (GError) as_path = NULL, as_name = NULL;
  if ((mw_path_resolve_one (p->model, word, &target, &as_path)
       || mw_path_resolve_one (p->model, by_name, &target, &as_name))
      && !target.field && mw_record_slot (target.record) == list && target.record->owner == scope) {
    *ref = (MwRef) { target.record->id, 0 };
    return TRUE;
  }
  return refuse (p, error, "found \"%s\", expected one of the %u %s, a number or none", word, records->n, list->name);
}

static gboolean
parse_ref (Parsing *p, const MwField *field, GError **error)
{
  MwRef ref;
  skip_blanks (p);
  const char *start = p->at;
  if (field->type == MW_TYPE_REF) {
    /* A name may contain any characters, so a single reference takes the whole text. */
    p->at = p->end;
    while (p->at > start && g_ascii_isspace (p->at[-1]))
      p->at--;
  } else {
    /* In an array, a reference ends at a comma or at the end of the array or element, unless that is inside its own
     * brackets. */
    guint open = 0;
    for (; p->at < p->end && (open || (*p->at != ',' && *p->at != ']' && *p->at != '}')); p->at++)
      open += *p->at == '[' ? 1u : *p->at == ']' ? -1u : 0u;
    while (p->at > start && g_ascii_isspace (p->at[-1]))
      p->at--;
  }
  if (!parse_ref_text (p, field, start, (size_t) (p->at - start), &ref, error))
    return FALSE;
  g_byte_array_append (p->out, (const guint8 *) &ref, sizeof ref);
  return TRUE;
}

static gboolean
parse_component (Parsing *p, const MwField *field, MwType type, GError **error)
{
  return type == MW_TYPE_REF ? parse_ref (p, field, error) : parse_number (p, field, type, error);
}

static gboolean
parse_element (Parsing *p, const MwField *field, MwType type, GError **error)
{
  if (field->type == MW_TYPE_REF || field->count == 1)
    return parse_component (p, field, type, error);
  if (!take (p, '{')) {
    g_autofree char *what = found (p);
    return refuse (p, error, "found %s, expected { and %u numbers", what, field->count);
  }
  for (guint i = 0; i < field->count; i++) {
    if (i && !take (p, ',')) {
      g_autofree char *what = found (p);
      return refuse (p, error, "found %s, expected a comma and %u more numbers", what, field->count - i);
    }
    if (!parse_component (p, field, type, error))
      return FALSE;
  }
  if (!take (p, '}')) {
    g_autofree char *what = found (p);
    return refuse (p, error, "found %s, expected }", what);
  }
  return TRUE;
}

/* The bytes of "base64(...)". NULL unless an encoder would write exactly this text. */
static guchar *
decode (const char *text, size_t length, gsize *size)
{
  size_t skip = strlen (BASE64_START);
  g_autofree char *code = g_strndup (text + skip, length - skip - 1);
  g_autofree guchar *bytes = g_base64_decode (code, size);
  g_autofree char *again = bytes ? g_base64_encode (bytes, *size) : NULL;
  return g_strcmp0 (code, again) == 0 && strlen (code) == length - skip - 1 ? g_steal_pointer (&bytes) : NULL;
}

static gboolean
parse_text (Parsing *p, GError **error)
{
  const MwField *field = p->target->field;
  const char *text = p->at;
  size_t length = (size_t) (p->end - p->at);
  g_autofree guchar *decoded = NULL;
  if (length > strlen (BASE64_START) && memcmp (text, BASE64_START, strlen (BASE64_START)) == 0
      && text[length - 1] == ')') {
    gsize size = 0;
    decoded = decode (text, length, &size);
    if (!decoded)
      return refuse (p, error, "found %.*s, expected base64 in the parentheses (in quotes it is taken literally)",
                     (int) MIN (length, 40), text);
    text = (const char *) decoded;
    length = size;
  } else if (length >= 2 && text[0] == '"' && text[length - 1] == '"') {
    text++;
    length -= 2;
  }
  const char *now = mw_text (*(char **) mw_field_at (p->target->record, field));
  gboolean same = strlen (now) == length && memcmp (now, text, length) == 0;
  if (memchr (text, '\0', length))
    return refuse (p, error, "text cannot hold a NUL byte");
  /* A file may have a full buffer without a NUL. A text that we set has to leave room for one. */
  if (!same && length > (size_t) field->count - 1)
    return refuse (p, error, "found %zu bytes, expected at most %u", length, field->count - 1);
  g_byte_array_append (p->out, (const guint8 *) text, (guint) length);
  p->at = p->end;
  return TRUE;
}

static gboolean
parse_array (Parsing *p, MwValue *value, GError **error)
{
  const MwTarget *target = p->target;
  const MwField *field = target->field;
  if (target->one) {
    value->n = 1;
    return parse_element (p, field, field->element, error);
  }
  if (!take (p, '[')) {
    g_autofree char *what = found (p);
    return refuse (p, error, "found %s, expected [ and elements", what);
  }
  if (!take (p, ']'))
    do {
      if (!parse_element (p, field, field->element, error))
        return FALSE;
      value->n++;
      if (take (p, ']'))
        break;
      if (!take (p, ',')) {
        g_autofree char *what = found (p);
        return refuse (p, error, "found %s, expected a comma or ]", what);
      }
    } while (TRUE);
  if (!target->whole && value->n != target->n)
    return refuse (p, error, "found %u elements, expected %u", value->n, target->n);
  return TRUE;
}

/* Parses one component or bit. The value is the whole field or element with that part changed. */
static gboolean
parse_part (Parsing *p, MwValue *value, GError **error)
{
  const MwTarget *target = p->target;
  const MwField *field = target->field;
  gboolean array = field->type == MW_TYPE_ARRAY;
  MwType type = array ? field->element : field->type;
  size_t size = mw_field_element_size (field), part = mw_type_size (type);
  const uint8_t *at = mw_field_at (target->record, field);
  value->n = array;
  if (array)
    at = (const uint8_t *) ((const MwArray *) (gconstpointer) at)->data + target->first * size;
  g_byte_array_append (p->out, at, (guint) size);
  if (target->component >= 0) {
    g_autoptr (GByteArray) number = g_byte_array_new ();
    GByteArray *whole = p->out;
    p->out = number;
    gboolean ok = parse_component (p, field, type, error);
    p->out = whole;
    if (ok)
      memcpy (whole->data + part * (size_t) target->component, number->data, part);
    return ok;
  }
  skip_blanks (p);
  uint32_t word = 0;
  memcpy (&word, at, part);
  if (p->at < p->end && (*p->at == '0' || *p->at == '1'))
    word = *p->at++ == '1' ? word | target->bit : word & ~target->bit;
  else
    return refuse (p, error, "expected 0 or 1");
  memcpy (p->out->data, &word, part);
  return TRUE;
}

/* The length of the word at the position, which may be a name. Names in catalogues may contain any characters
 * ("$HIT", "-Eye01"), so with a catalogue the word is the rest of the text. */
static size_t
word_length (const Parsing *p, gboolean of_catalogue)
{
  size_t length = of_catalogue ? (size_t) (p->end - p->at) : 0;
  while (length && g_ascii_isspace (p->at[length - 1]))
    length--;
  while (!of_catalogue && p->at + length < p->end && (g_ascii_isalnum (p->at[length]) || p->at[length] == '_'))
    length++;
  return length;
}

/* Parses a name in quotes for a field that holds the CRC of a bone's name. The name need not be in the catalogue. */
static gboolean
parse_name_crc (Parsing *p, size_t length)
{
  if (length < 2 || p->at[0] != '"' || p->at[length - 1] != '"' || memchr (p->at, '\0', length))
    return FALSE;
  g_autofree char *name = g_strndup (p->at + 1, length - 2);
  uint32_t crc = mw_bone_name_crc (name);
  g_byte_array_append (p->out, (const guint8 *) &crc, sizeof crc);
  p->at += length;
  return TRUE;
}

/* Returns "; did you mean NAME?" with the nearest of the names, or "". Free with g_free(). */
static char *
nearest_name (const MwNames *names, const char *at, size_t length)
{
  g_autofree char *word = g_strndup (at, length);
  g_autofree const char **words = g_new0 (const char *, names->n + 1);
  for (guint i = 0; i < names->n; i++)
    words[i] = names->names[i].name;
  return mw_did_you_mean (word, words);
}

static gboolean
parse_scalar (Parsing *p, GError **error)
{
  const MwField *field = p->target->field;
  const MwNames *names = names_of (p->model, p->target);
  gboolean of_catalogue = names && names->index;
  skip_blanks (p);
  size_t length = word_length (p, of_catalogue);
  const MwName *name = names && !names->flags ? mw_names_find (names, p->at, length) : NULL;
  if (name) {
    g_byte_array_append (p->out, (const guint8 *) &name->value, (guint) mw_type_size (field->type));
    p->at += length;
    return TRUE;
  }
  if (of_catalogue && field->catalogue == MW_CATALOGUE_BONE_NAME && field->type == MW_TYPE_U32
      && parse_name_crc (p, length))
    return TRUE;
  if (of_catalogue && p->at < p->end && !g_ascii_isdigit (*p->at) && !strchr ("+-.", *p->at)) {
    g_autofree char *hint = nearest_name (names, p->at, length);
    return refuse (p, error, "found \"%.*s\", expected a name of the catalogue %s%s, or a number%s",
                   (int) MIN (length, 40), p->at,
                   mw_catalogue_title (mw_field_catalogue (field, mw_record_family (named_in (p->model, p->target)))),
                   field->catalogue == MW_CATALOGUE_BONE_NAME ? ", any name in quotes" : "", hint);
  }
  if (names && !names->flags && p->at < p->end && g_ascii_isalpha (*p->at)) {
    GString *all = g_string_new (NULL);
    for (guint i = 0; i < names->n; i++)
      g_string_append_printf (all, "%s%s", i ? ", " : "", names->names[i].name);
    g_autofree char *words = g_string_free (all, FALSE), *hint = nearest_name (names, p->at, length);
    return refuse (p, error, "found \"%.*s\", expected one of %s, or a number%s", (int) length, p->at, words, hint);
  }
  return parse_element (p, field, field->type, error);
}

gboolean
mw_value_parse (const MwModel *model, const MwTarget *target, const char *text, size_t length, MwValue *value,
                GError **error)
{
  *value = (MwValue) { g_byte_array_new (), 0 };
  Parsing p = { model, target, text, text, text + length, value->bytes };
  const MwField *field = target->field;
  gboolean ok;
  if (!field || field->type == MW_TYPE_LIST || field->type == MW_TYPE_CHILD)
    ok = refuse (&p, error, "this is %s, not a value; give one of its fields",
                 field ? "a place for records" : "a record");
  else if (field->read_only)
    ok = refuse (&p, error, "%s follows from other values and cannot be set", field->name);
  else if (field->type == MW_TYPE_TEXT)
    ok = parse_text (&p, error);
  else if (target->component >= 0 || target->bit)
    ok = parse_part (&p, value, error);
  else if (field->type == MW_TYPE_ARRAY)
    ok = parse_array (&p, value, error);
  else
    ok = parse_scalar (&p, error);
  skip_blanks (&p);
  if (ok && p.at < p.end) {
    g_autofree char *what = found (&p);
    ok = refuse (&p, error, "found %s after the value", what);
  }
  if (!ok)
    mw_value_clear (value);
  return ok;
}

void
mw_value_clear (MwValue *value)
{
  g_clear_pointer (&value->bytes, g_byte_array_unref);
  value->n = 0;
}
