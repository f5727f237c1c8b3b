/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/bytes/decoded.h"
#include "core/base/number.h"
#include "ui/labels.h"

#include <string.h>

enum { TEXT_MAX = 32 };

gboolean
mw_byte_is_plain (guint8 byte)
{
  return byte >= 0x20 && byte < 0x7f;
}

static void
append_integers (GString *text, guint bits, guint64 value)
{
  const gint64 with_sign = bits == 64 ? (gint64) value : (gint64) (value << (64 - bits)) >> (64 - bits);
  g_string_append_printf (text, "%su%u %" G_GUINT64_FORMAT " · i%u %" G_GINT64_FORMAT, text->len ? " · " : "", bits,
                          value, bits, with_sign);
}

char *
mw_bytes_decode (const guint8 *bytes, gsize size)
{
  GString *text = g_string_new (NULL);
  guint64 value = 0;
  for (guint i = 0; i < MIN (size, 4); i++) {
    value |= (guint64) bytes[i] << 8 * i;
    if (i != 2)
      append_integers (text, 8 * (i + 1), value);
  }
  if (size >= 4) {
    const guint32 word = (guint32) value;
    char number[MW_FLOAT_TEXT_MAX];
    float real;
    memcpy (&real, &word, sizeof real);
    mw_float_to_text (real, number);
    g_string_append_printf (text, " · f32 %s", number);
  }
  gsize length = 0;
  while (length < MIN (size, TEXT_MAX) && (mw_byte_is_plain (bytes[length]) || bytes[length] >= 0x80))
    length++;
  /* A single byte that is no ASCII is more likely a number. */
  if (length > 1 || (length && mw_byte_is_plain (*bytes))) {
    g_autofree char *part = g_strndup ((const char *) bytes, length), *shown = mw_ui_text (part);
    g_string_append_printf (text, " · “%s%s”", shown, length == TEXT_MAX ? "…" : "");
  }
  return g_string_free (text, FALSE);
}

char *
mw_bytes_as_hex (const guint8 *bytes, gsize size)
{
  static const char digits[] = "0123456789ABCDEF";
  char *text = g_malloc (3 * size + 1), *to = text;
  for (gsize i = 0; i < size; i++) {
    *to++ = digits[bytes[i] >> 4];
    *to++ = digits[bytes[i] & 15];
    *to++ = ' ';
  }
  if (to > text)
    to--;
  *to = '\0';
  return text;
}

char *
mw_bytes_as_text (const guint8 *bytes, gsize size)
{
  g_autofree char *copy = g_malloc (size + 1);
  for (gsize i = 0; i < size; i++)
    copy[i] = bytes[i] >= 0x20 || strchr ("\t\r\n", bytes[i] ? bytes[i] : 1) ? (char) bytes[i] : '.';
  copy[size] = '\0';
  return mw_ui_text (copy);
}
