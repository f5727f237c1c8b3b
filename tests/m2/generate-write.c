/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/m2/generate-private.h"

#include <math.h>
#include <string.h>

/* Writes bytes, records by their tables, and the list of values. Tracks: generate-track.c. */

/* --- Bytes -------------------------------------------------------------------------------------------------------- */

static void
put (GByteArray *out, guint at, const void *bytes, guint size)
{
  g_assert_cmpuint (at + size, <=, out->len);
  memcpy (out->data + at, bytes, size);
}

void
m2_put8 (GByteArray *out, guint at, guint value)
{
  guint8 byte = (guint8) value;
  put (out, at, &byte, 1);
}

void
m2_put16 (GByteArray *out, guint at, guint value)
{
  guint16 word = GUINT16_TO_LE ((guint16) value);
  put (out, at, &word, 2);
}

void
m2_put32 (GByteArray *out, guint at, guint32 value)
{
  value = GUINT32_TO_LE (value);
  put (out, at, &value, 4);
}

void
m2_put_float (GByteArray *out, guint at, float value)
{
  guint32 bits;
  memcpy (&bits, &value, 4);
  m2_put32 (out, at, bits);
}

guint
m2_place (GByteArray *out, guint size)
{
  guint at = (out->len + 15) & ~15u;
  guint old = out->len;
  g_byte_array_set_size (out, at + size);
  memset (out->data + old, 0, out->len - old);
  return at;
}

guint
m2_place_array (GByteArray *out, guint at, guint count, guint size)
{
  if (count == 0)
    return 0;
  guint offset = m2_place (out, count * size);
  m2_put32 (out, at, count);
  m2_put32 (out, at + 4, offset);
  return offset;
}

void
m2_place_u16s (GByteArray *out, guint at, const guint16 *values, guint n)
{
  guint offset = m2_place_array (out, at, n, 2);
  for (guint i = 0; i < n; i++)
    m2_put16 (out, offset + 2 * i, values[i]);
}

void
m2_add_file (M2Maker *m, char *name, GByteArray *bytes)
{
  M2File *file = g_new (M2File, 1);
  *file = (M2File) { name, g_byte_array_free_to_bytes (bytes) };
  g_ptr_array_add (m->files, file);
}

/* --- Free values -------------------------------------------------------------------------------------------------- */

guint
m2_next (M2Maker *m)
{
  return m->counter++;
}

/* Sixteenths, so that they never meet the fixed floats, which are odd multiples of 1/128 and 1/256. */
float
m2_next_float (M2Maker *m)
{
  return (float) m2_next (m) / 16;
}

/* --- The value list ----------------------------------------------------------------------------------------------- */

static void G_GNUC_PRINTF (3, 0) say (M2Maker *m, char *value, const char *format, va_list args)
{
  M2Value *entry = g_new (M2Value, 1);
  *entry = (M2Value) { g_strdup_vprintf (format, args), value };
  g_ptr_array_add (m->values, entry);
}

void
m2_say (M2Maker *m, const char *value, const char *path, ...)
{
  va_list args;
  va_start (args, path);
  say (m, g_strdup (value), path, args);
  va_end (args);
}

void
m2_say_uint (M2Maker *m, guint value, const char *path, ...)
{
  va_list args;
  va_start (args, path);
  say (m, g_strdup_printf ("%u", value), path, args);
  va_end (args);
}

/* The fewest digits that read back to the same float, in the program's form: the point is moved up to five places to the left
 * and nine to the right; beyond that there is one digit before it and an exponent. */
void
m2_append_float (GString *text, float value)
{
  char form[8], number[G_ASCII_DTOSTR_BUF_SIZE];
  for (int digits = 0; digits < 9; digits++) {
    g_snprintf (form, sizeof form, "%%.%de", digits);
    g_ascii_formatd (number, sizeof number, form, (double) value);
    if ((float) g_ascii_strtod (number, NULL) == value)
      break;
  }
  if (value == 0) {
    g_string_append (text, signbit (value) ? "-0" : "0");
    return;
  }
  char *e = strchr (number, 'e');
  int exponent = (int) g_ascii_strtoll (e + 1, NULL, 10);
  g_autoptr (GString) digits = g_string_new (NULL);
  for (const char *at = number; at < e; at++)
    if (g_ascii_isdigit (*at))
      g_string_append_c (digits, *at);
  while (digits->len > 1 && digits->str[digits->len - 1] == '0')
    g_string_truncate (digits, digits->len - 1);
  if (value < 0)
    g_string_append_c (text, '-');
  if (exponent < -5 || exponent > 9) {
    g_string_append_c (text, digits->str[0]);
    if (digits->len > 1)
      g_string_append_printf (text, ".%s", digits->str + 1);
    g_string_append_printf (text, "e%d", exponent);
    return;
  }
  int places = (int) digits->len;
  for (int power = MAX (exponent, 0); power >= MIN (0, exponent - places + 1); power--) {
    int i = exponent - power;
    if (power == -1)
      g_string_append_c (text, '.');
    g_string_append_c (text, i >= 0 && i < places ? digits->str[i] : '0');
  }
}

void
m2_say_floats (M2Maker *m, const float *values, guint n, const char *path, ...)
{
  GString *text = g_string_new (n > 1 ? "{" : "");
  for (guint i = 0; i < n; i++) {
    g_string_append (text, i ? ", " : "");
    m2_append_float (text, values[i]);
  }
  g_string_append (text, n > 1 ? "}" : "");
  va_list args;
  va_start (args, path);
  say (m, g_string_free (text, FALSE), path, args);
  va_end (args);
}

/* --- Fixed fields ------------------------------------------------------------------------------------------------- */

static M2Set *
add_set (M2Sets *sets, const char *key)
{
  g_assert_cmpuint (sets->n, <, G_N_ELEMENTS (sets->sets));
  M2Set *set = &sets->sets[sets->n++];
  *set = (M2Set) { .key = key };
  return set;
}

void
m2_set (M2Sets *sets, const char *key, double value)
{
  add_set (sets, key)->v[0] = value;
}

void
m2_set_vec (M2Sets *sets, const char *key, guint n, const double *values)
{
  M2Set *set = add_set (sets, key);
  set->n = n;
  memcpy (set->v, values, n * sizeof *values);
}

void
m2_set_text (M2Sets *sets, const char *key, const char *text)
{
  add_set (sets, key)->text = text;
}

static M2Set *
find_set (M2Sets *sets, const char *key)
{
  for (guint i = 0; sets && i < sets->n; i++)
    if (g_str_equal (sets->sets[i].key, key)) {
      sets->sets[i].used = TRUE;
      return &sets->sets[i];
    }
  return NULL;
}

/* --- Rows --------------------------------------------------------------------------------------------------------- */

static guint
size_of (M2Kind kind)
{
  switch (kind) {
  case M2_U8:
  case M2_I8:
  case M2_HEX8:
  case M2_FP25:
    return 1;
  case M2_U16:
  case M2_I16:
  case M2_HEX16:
  case M2_REF16:
  case M2_FP69:
  case M2_HALF:
    return 2;
  default:
    return 4;
  }
}

/* The default value of an integer or fixed-point field: unique, never 0 and never the largest. */
static guint
free_number (M2Maker *m, M2Kind kind)
{
  guint next = m2_next (m);
  switch (kind) {
  case M2_U8:
  case M2_HEX8:
  case M2_FP25:
    return 1 + next * 7 % 250;
  case M2_I8:
    return (guint) (-1 - (gint) (next * 7 % 120));
  case M2_U16:
  case M2_HEX16:
    return 300 + next % 60000;
  case M2_I16:
    return (guint) (-300 - (gint) (next % 30000));
  case M2_FP69:
    return (next & 1 ? 0x8000 : 0) | (257 + next % 30000);
  case M2_HALF: /* 2 to 4 */
    return 0x4000 | next % 1024;
  default:
    return 70000 + next;
  }
}

static void
append_number (GString *text, const M2Row *row, guint32 value)
{
  gint32 signed_value = row->kind == M2_I8 ? (gint8) value : row->kind == M2_I16 ? (gint16) value : (gint32) value;
  float f;
  switch (row->kind) {
  case M2_HEX8:
  case M2_HEX16:
  case M2_HEX32:
    g_string_append_printf (text, "0x%x", value);
    return;
  case M2_REF16:
  case M2_REF32:
    if (value == (row->kind == M2_REF16 ? 0xFFFFu : 0xFFFFFFFFu))
      g_string_append (text, "none");
    else
      g_string_append_printf (text, "%s[%u]", row->words[0], value);
    return;
  case M2_F32:
    memcpy (&f, &value, 4);
    m2_append_float (text, f);
    return;
  case M2_FP25:
    m2_append_float (text, (value & 0x80 ? -1.0f : 1.0f) * (float) (value & 0x7F) / 32);
    return;
  case M2_FP69:
    m2_append_float (text, (value & 0x8000 ? -1.0f : 1.0f) * (float) (value & 0x7FFF) / 512);
    return;
  case M2_HALF:
    m2_append_float (text, (float) (1024 + (value & 0x3FF)) / 512);
    return;
  default:
    break;
  }
  /* The camera type is the only field with a name for a negative value. */
  if (row->words && signed_value == -1)
    g_string_append (text, "Flyby");
  else if (row->words && value < g_strv_length ((char **) row->words))
    g_string_append (text, row->words[value]);
  else if (row->kind == M2_I8 || row->kind == M2_I16 || row->kind == M2_I32)
    g_string_append_printf (text, "%d", signed_value);
  else
    g_string_append_printf (text, "%u", value);
}

static char *
write_numbers (M2Maker *m, GByteArray *out, guint at, const M2Row *row, const M2Set *set)
{
  guint n = MAX (row->n, 1), size = size_of (row->kind);
  GString *text = g_string_new (n > 1 ? "{" : "");
  for (guint i = 0; i < n; i++) {
    guint32 value;
    if (row->kind == M2_F32) {
      float f = set ? (float) set->v[i] : m2_next_float (m);
      memcpy (&value, &f, 4);
    } else {
      value = set ? (guint32) (gint64) set->v[i] : free_number (m, row->kind);
    }
    if (size == 1)
      m2_put8 (out, at + i, value &= 0xFF);
    else if (size == 2)
      m2_put16 (out, at + 2 * i, value &= 0xFFFF);
    else
      m2_put32 (out, at + 4 * i, value);
    g_string_append (text, i ? ", " : "");
    append_number (text, row, value);
  }
  g_string_append (text, n > 1 ? "}" : "");
  return g_string_free (text, FALSE);
}

static char *
write_bgra (M2Maker *m, GByteArray *out, guint at)
{
  guint c[4];
  for (guint i = 0; i < 4; i++)
    m2_put8 (out, at + i, c[i] = free_number (m, M2_U8));
  return g_strdup_printf ("{%u, %u, %u, %u}", c[2], c[1], c[0], c[3]);
}

static char *
write_text (GByteArray *out, guint at, const char *text)
{
  guint size = (guint) strlen (text) + 1;
  put (out, m2_place_array (out, at, size, 1), text, size);
  return g_strdup_printf ("\"%s\"", text);
}

static char *
write_refs (GByteArray *out, guint at, const M2Row *row, const M2Set *set)
{
  guint offset = m2_place_array (out, at, set->n, 2);
  GString *text = g_string_new ("[");
  for (guint i = 0; i < set->n; i++) {
    m2_put16 (out, offset + 2 * i, (guint) set->v[i]);
    g_string_append_printf (text, "%s%s[%u]", i ? ", " : "", row->words[0], (guint) set->v[i]);
  }
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

static void
write_points (M2Maker *m, GByteArray *out, guint at, guint n, const char *path)
{
  guint offset = m2_place_array (out, at, n, 12);
  for (guint i = 0; i < n; i++) {
    float point[3];
    for (guint k = 0; k < 3; k++)
      m2_put_float (out, offset + 12 * i + 4 * k, point[k] = m2_next_float (m));
    m2_say_floats (m, point, 3, "%s[%u]", path, i);
  }
}

static void
write_row (M2Maker *m, GByteArray *out, guint at, const M2Row *row, const M2Set *set, const char *path)
{
  g_autofree char *value = NULL;
  switch (row->kind) {
  case M2_TRACK:
    m2_write_track (m, at, row->element, set ? (M2Pattern) set->v[0] : M2_ALL_SEQUENCES, path);
    return;
  case M2_CURVE:
    /* The curves of an emitter have different numbers of keys. */
    m2_write_curve (m, at, row->element, 2 + m2_next (m) % 4, path);
    return;
  case M2_POINTS:
    write_points (m, out, at, set ? (guint) set->v[0] : 0, path);
    return;
  case M2_BGRA:
    value = write_bgra (m, out, at);
    break;
  case M2_TEXT:
    value = write_text (out, at, set ? set->text : "");
    break;
  case M2_REFS:
    value = write_refs (out, at, row, set);
    break;
  case M2_ID4:
    put (out, at, set->text, 4);
    value = g_strdup_printf ("\"%s\"", set->text);
    break;
  default:
    value = write_numbers (m, out, at, row, set);
  }
  if (path)
    m2_say (m, value, "%s", path);
}

void
m2_write_record (M2Maker *m, GByteArray *out, guint at, const M2Record *record, guint layout, guint when,
                 const char *path, M2Sets *sets)
{
  for (guint i = 0; i < record->n_rows; i++) {
    const M2Row *row = &record->rows[i];
    if (row->at[layout] < 0 || (row->when && !(row->when & when)))
      continue;
    g_autofree char *full = row->path ? g_strconcat (path, *path ? "." : "", row->path, NULL) : NULL;
    write_row (m, out, at + (guint) row->at[layout], row, find_set (sets, row->key), full);
  }
  /* A field that is set may have no row in this version, but a key that no row has in any version is a mistake. */
  for (guint i = 0; sets && i < sets->n; i++) {
    gboolean known = sets->sets[i].used;
    for (guint k = 0; k < record->n_rows; k++)
      known = known || g_str_equal (record->rows[k].key, sets->sets[i].key);
    if (!known)
      g_error ("%s has no field \"%s\"", path, sets->sets[i].key);
  }
}
