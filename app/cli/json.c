/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/json.h"
#include "core/base/number.h"

#include <math.h>
#include <string.h>

struct _MwJson {
  GString *text;
  gboolean comma; /* the next value of this level needs one before it */
};

MwJson *
mw_json_new (void)
{
  MwJson *json = g_new0 (MwJson, 1);
  json->text = g_string_new (NULL);
  return json;
}

void
mw_json_free (MwJson *json)
{
  if (!json)
    return;
  g_string_free (json->text, TRUE);
  g_free (json);
}

const char *
mw_json_text (const MwJson *json)
{
  return json->text->str;
}

/* Appends one well-formed UTF-8 character of `length` bytes, escaped where JSON needs it. */
static void
append_character (GString *out, const char *at, gsize length)
{
  guchar c = (guchar) *at;
  if (length > 1)
    g_string_append_len (out, at, (gssize) length);
  else if (c == '"' || c == '\\')
    g_string_append_printf (out, "\\%c", c);
  else if (c == '\n')
    g_string_append (out, "\\n");
  else if (c == '\t')
    g_string_append (out, "\\t");
  else if (c < 0x20 || c == 0x7F)
    g_string_append_printf (out, "\\u%04x", c);
  else
    g_string_append_c (out, (char) c);
}

/* Appends the text in quotes. FALSE: some of it was not UTF-8. */
static gboolean
append_quoted (GString *out, const char *text)
{
  gboolean whole = TRUE;
  g_string_append_c (out, '"');
  for (const char *at = text; *at;) {
    gunichar c = g_utf8_get_char_validated (at, -1);
    if (c == (gunichar) -1 || c == (gunichar) -2) {
      g_string_append (out, "\xEF\xBF\xBD");
      whole = FALSE;
      at++;
      continue;
    }
    gsize length = (gsize) (g_utf8_next_char (at) - at);
    append_character (out, at, length);
    at += length;
  }
  g_string_append_c (out, '"');
  return whole;
}

static void
begin_value (MwJson *json, const char *key)
{
  if (json->comma)
    g_string_append (json->text, ", ");
  json->comma = TRUE;
  if (key) {
    append_quoted (json->text, key);
    g_string_append (json->text, ": ");
  }
}

static void
begin_level (MwJson *json, const char *key, char brace)
{
  begin_value (json, key);
  g_string_append_c (json->text, brace);
  json->comma = FALSE;
}

static void
end_level (MwJson *json, char brace)
{
  g_string_append_c (json->text, brace);
  json->comma = TRUE;
}

void
mw_json_begin_object (MwJson *json, const char *key)
{
  begin_level (json, key, '{');
}

void
mw_json_end_object (MwJson *json)
{
  end_level (json, '}');
}

void
mw_json_object (MwJson *json, const char *key, const MwJson *members)
{
  begin_level (json, key, '{');
  g_string_append_len (json->text, members->text->str, (gssize) members->text->len);
  end_level (json, '}');
}

void
mw_json_begin_array (MwJson *json, const char *key)
{
  begin_level (json, key, '[');
}

void
mw_json_end_array (MwJson *json)
{
  end_level (json, ']');
}

void
mw_json_string (MwJson *json, const char *key, const char *text)
{
  begin_value (json, key);
  if (!text) {
    g_string_append (json->text, "null");
    return;
  }
  if (append_quoted (json->text, text) || !key)
    return;
  g_autofree char *beside = g_strconcat (key, ".base64", NULL);
  g_autofree char *bytes = g_base64_encode ((const guchar *) text, strlen (text));
  begin_value (json, beside);
  append_quoted (json->text, bytes);
}

void
mw_json_bool (MwJson *json, const char *key, gboolean value)
{
  begin_value (json, key);
  g_string_append (json->text, value ? "true" : "false");
}

void
mw_json_int (MwJson *json, const char *key, gint64 value)
{
  char number[MW_INT_TEXT_MAX];
  begin_value (json, key);
  mw_int_to_text (value, number);
  g_string_append (json->text, number);
}

void
mw_json_uint (MwJson *json, const char *key, guint64 value)
{
  char number[MW_INT_TEXT_MAX];
  begin_value (json, key);
  mw_uint_to_text (value, number);
  g_string_append (json->text, number);
}

void
mw_json_float (MwJson *json, const char *key, float value)
{
  char number[MW_FLOAT_TEXT_MAX];
  mw_float_to_text (value, number);
  if (!isfinite (value)) {
    mw_json_string (json, key, number);
    return;
  }
  begin_value (json, key);
  g_string_append (json->text, number);
  /* Many readers parse -0 as an integer and lose its sign; -0.0 keeps it. */
  if (value == 0 && signbit (value))
    g_string_append (json->text, ".0");
}

void
mw_json_double (MwJson *json, const char *key, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  for (int digits = 1; digits <= 17; digits++) {
    g_autofree char *format = g_strdup_printf ("%%.%dg", digits);
    if (g_ascii_strtod (g_ascii_formatd (number, sizeof number, format, value), NULL) == value)
      break;
  }
  begin_value (json, key);
  g_string_append (json->text, number);
}
