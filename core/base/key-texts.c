/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/key-texts.h"

#include <string.h>

/* Appends the character that a backslash and *at stand for, and returns what follows them. */
static const char *
take_escaped (const char *at, GString *to)
{
  static const char letters[] = "sntr\\;", meant[] = " \n\t\r\\;";
  const char *found = *at ? strchr (letters, *at) : NULL;
  g_string_append_c (to, found ? meant[found - letters] : '\\');
  return found ? at + 1 : at;
}

/* Takes a text up to its end, or to `mark` if that is not 0. Returns what follows, without the mark. */
static const char *
take (const char *at, char mark, GString *to)
{
  g_string_truncate (to, 0);
  while (*at && (!mark || *at != mark)) {
    if (*at == '\\')
      at = take_escaped (at + 1, to);
    else
      g_string_append_c (to, *at++);
  }
  return *at ? at + 1 : at;
}

static char *
value_of (GKeyFile *keys, const char *group, const char *key)
{
  g_autofree char *value = g_key_file_get_value (keys, group, key, NULL);
  return value && g_utf8_validate (value, -1, NULL) ? g_steal_pointer (&value) : NULL;
}

char *
mw_key_text (GKeyFile *keys, const char *group, const char *key)
{
  g_autofree char *value = value_of (keys, group, key);
  if (!value)
    return NULL;
  GString *text = g_string_new (NULL);
  take (value, 0, text);
  return g_string_free (text, FALSE);
}

char **
mw_key_texts (GKeyFile *keys, const char *group, const char *key)
{
  g_autofree char *value = value_of (keys, group, key);
  if (!value)
    return NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  GPtrArray *texts = g_ptr_array_new ();
  for (const char *at = value; *at;) {
    at = take (at, ';', text);
    g_ptr_array_add (texts, g_strdup (text->str));
  }
  g_ptr_array_add (texts, NULL);
  return (char **) g_ptr_array_free (texts, FALSE);
}
