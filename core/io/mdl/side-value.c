/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/io/mdl/side-value.h"
#include "core/base/number.h"

#include <string.h>

/* --- Reading -------------------------------------------------------------------------------------------------------- */

static void
skip_blanks (const char **at)
{
  while (**at == ' ' || **at == '\t')
    ++*at;
}

gboolean
mw_side_take (const char **at, char c)
{
  skip_blanks (at);
  if (**at != c)
    return FALSE;
  ++*at;
  return TRUE;
}

gboolean
mw_side_at_end (const char **at)
{
  skip_blanks (at);
  return **at == 0;
}

gboolean
mw_side_take_int (const char **at, int64_t min, int64_t max, int64_t *value)
{
  size_t used;
  skip_blanks (at);
  if (!mw_int_from_text (*at, strlen (*at), &used, min, max, value))
    return FALSE;
  *at += used;
  return TRUE;
}

gboolean
mw_side_take_float (const char **at, float *value)
{
  size_t used;
  skip_blanks (at);
  gboolean quoted = **at == '"';
  const char *start = *at + quoted;
  if (!mw_float_from_text (start, strlen (start), &used, value) || (quoted && start[used] != '"'))
    return FALSE;
  *at = start + used + quoted;
  return TRUE;
}

/* Reads a string after its opening quote. */
static gboolean
take_string (const char **at, GByteArray *bytes)
{
  static const char names[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
  for (const char *p = *at;; p++) {
    gsize plain = strcspn (p, "\"\\");
    g_byte_array_append (bytes, (const guint8 *) p, (guint) plain);
    p += plain;
    if (*p == '"') {
      *at = p + 1;
      return TRUE;
    }
    if (*p == 0 || *++p == 0)
      return FALSE;
    const char *name = strchr (names, *p);
    guint8 byte = name ? (guint8) meant[name - names] : 0;
    if (!name) {
      if (*p != 'u' || p[1] != '0' || p[2] != '0' || !g_ascii_isxdigit (p[3]) || !g_ascii_isxdigit (p[4]))
        return FALSE;
      byte = (guint8) (g_ascii_xdigit_value (p[3]) * 16 + g_ascii_xdigit_value (p[4]));
      p += 4;
    }
    g_byte_array_append (bytes, &byte, 1);
  }
}

/* Strict: other characters are not skipped. */
static gboolean
take_base64 (const char **at, GByteArray *bytes)
{
  const char *p = *at;
  while (g_ascii_isalnum (*p) || *p == '+' || *p == '/')
    p++;
  gsize letters = (gsize) (p - *at), padding = 0, size;
  for (; *p == '='; p++)
    padding++;
  if (padding > 2 || (letters + padding) % 4 || letters + padding == 0)
    return FALSE;
  g_autofree char *text = g_strndup (*at, letters + padding);
  g_autofree guchar *decoded = g_base64_decode (text, &size);
  g_byte_array_append (bytes, decoded, (guint) size);
  *at = p;
  return TRUE;
}

gboolean
mw_side_take_bytes (const char **at, GByteArray *bytes)
{
  const char *p = *at;
  gboolean ok = FALSE;
  if (mw_side_take (&p, '"')) {
    ok = take_string (&p, bytes);
  } else if (mw_side_take (&p, '{')) {
    skip_blanks (&p);
    if (strncmp (p, "\"base64\"", 8) != 0)
      return FALSE;
    p += 8;
    ok = mw_side_take (&p, ':') && mw_side_take (&p, '"') && (*p == '"' || take_base64 (&p, bytes)) && *p++ == '"'
         && mw_side_take (&p, '}');
  }
  if (ok)
    *at = p;
  return ok;
}

gboolean
mw_side_take_all_bytes (const char **at, GByteArray *bytes)
{
  skip_blanks (at);
  gboolean ok = **at == '"' || **at == '{' ? mw_side_take_bytes (at, bytes) : take_base64 (at, bytes);
  return ok && mw_side_at_end (at);
}

/* --- Writing -------------------------------------------------------------------------------------------------------- */

void
mw_side_put_float (GString *text, float value)
{
  uint32_t bits;
  char digits[MW_FLOAT_TEXT_MAX];
  memcpy (&bits, &value, 4);
  gboolean word = (bits & 0x7F800000) == 0x7F800000;
  mw_float_to_text (value, digits);
  /* The word nan alone would do for that pattern, but stated bits are always written. */
  if (word && (bits & 0x7FFFFF))
    g_string_append_printf (text, "\"nan(0x%08x)\"", bits);
  else
    g_string_append_printf (text, word ? "\"%s\"" : "%s", digits);
}

void
mw_side_put_string (GString *text, const void *bytes, gsize n)
{
  const guint8 *from = n ? bytes : (gconstpointer) ""; /* `bytes` may be NULL when n is 0 */
  gsize plain = 0;
  g_string_append_c (text, '"');
  for (gsize i = 0; i < n; i++) {
    gboolean marked = from[i] == '"' || from[i] == '\\';
    if (!marked && from[i] >= 0x20 && from[i] != 0x7F)
      continue;
    g_string_append_len (text, (const char *) from + plain, (gssize) (i - plain));
    if (from[i] == '\n' || from[i] == '\r')
      g_string_append (text, from[i] == '\n' ? "\\n" : "\\r");
    else
      g_string_append_printf (text, marked ? "\\%c" : "\\u%04x", from[i]);
    plain = i + 1;
  }
  g_string_append_len (text, (const char *) from + plain, (gssize) (n - plain));
  g_string_append_c (text, '"');
}

void
mw_side_put_bytes (GString *text, const void *bytes, gsize n, gboolean bare)
{
  const char *from = bytes;
  gboolean plain = TRUE;
  for (gsize i = 0; i < n && plain; i++)
    plain = g_ascii_isprint (from[i]) || from[i] == '\n' || from[i] == '\r';
  if (plain) {
    mw_side_put_string (text, bytes, n);
    return;
  }
  g_autofree char *base64 = g_base64_encode (bytes, n);
  g_string_append_printf (text, bare ? "%s" : "{\"base64\": \"%s\"}", base64);
}
