/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/bytes/needle.h"

#include <string.h>

static GByteArray *
bytes_of_hex (const char *text)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  if (g_str_has_prefix (text, "0x") || g_str_has_prefix (text, "0X"))
    text += 2;
  while (*text) {
    if (*text == ' ') {
      text++;
      continue;
    }
    const int high = g_ascii_xdigit_value (text[0]), low = high < 0 ? -1 : g_ascii_xdigit_value (text[1]);
    if (low < 0)
      return NULL;
    const guint8 byte = (guint8) (high << 4 | low);
    g_byte_array_append (bytes, &byte, 1);
    text += 2;
  }
  return bytes->len ? g_steal_pointer (&bytes) : NULL;
}

GBytes *
mw_needle_new (const char *text, gboolean *hex)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  const gsize length = strlen (stripped);
  GByteArray *digits = bytes_of_hex (stripped);
  *hex = digits != NULL;
  if (digits)
    return g_byte_array_free_to_bytes (digits);
  if (length > 2 && *stripped == '"' && stripped[length - 1] == '"')
    return g_bytes_new (stripped + 1, length - 2);
  return *text ? g_bytes_new (text, strlen (text)) : NULL;
}

static gboolean
is_at (const guint8 *needle, gsize length, gboolean letters, const guint8 *data)
{
  return letters ? g_ascii_strncasecmp ((const char *) needle, (const char *) data, length) == 0
                 : memcmp (needle, data, length) == 0;
}

/* The first place in [from, to), or backwards the last; G_MAXSIZE: none. */
static gsize
find_within (const guint8 *needle, gsize length, gboolean letters, const guint8 *data, gsize from, gsize to,
             gboolean backwards)
{
  for (gsize i = 0; from + i < to; i++) {
    const gsize at = backwards ? to - 1 - i : from + i;
    if (is_at (needle, length, letters, data + at))
      return at;
  }
  return G_MAXSIZE;
}

gsize
mw_needle_find (GBytes *bytes, gboolean letters, const guint8 *data, gsize size, gsize from, gboolean backwards)
{
  gsize length;
  const guint8 *needle = g_bytes_get_data (bytes, &length);
  if (length > size || !length)
    return G_MAXSIZE;
  const gsize places = size - length + 1;
  from = MIN (from, places);
  const gsize found = backwards ? find_within (needle, length, letters, data, 0, from, TRUE)
                                : find_within (needle, length, letters, data, from, places, FALSE);
  if (found != G_MAXSIZE)
    return found;
  return backwards ? find_within (needle, length, letters, data, from, places, TRUE)
                   : find_within (needle, length, letters, data, 0, from, FALSE);
}

gboolean
mw_offset_from_text (const char *text, gsize now, gsize size, gsize *offset)
{
  g_autofree char *number = g_strstrip (g_strdup (text));
  const char *digits = number;
  const char sign = *digits == '+' || *digits == '-' ? *digits++ : '\0';
  const gboolean marked = g_str_has_prefix (digits, "0x") || g_str_has_prefix (digits, "0X");
  const gboolean hex = marked || strpbrk (digits, "abcdefABCDEF");
  guint64 value;
  if (!g_ascii_string_to_unsigned (marked ? digits + 2 : digits, hex ? 16 : 10, 0, G_MAXSIZE, &value, NULL))
    return FALSE;
  if (sign == '-' ? value > now : sign == '+' && value > G_MAXSIZE - now)
    return FALSE;
  *offset = sign == '-' ? now - (gsize) value : sign == '+' ? now + (gsize) value : (gsize) value;
  return *offset < size;
}
