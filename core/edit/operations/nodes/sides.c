/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/nodes/sides.h"

#include <glib.h>
#include <string.h>

/* The character before a place in a text; 0 at its start. */
static char
before (const char *text, const char *at)
{
  return at > text ? at[-1] : 0;
}

/* A word in small letters begins after anything but a letter, one with a capital also after a small letter. It ends before
 * anything but a small letter, one in capitals before anything but a letter. */
static gboolean
is_word (const char *text, const char *at, gsize length)
{
  char first = before (text, at), next = at[length];
  gboolean capital = g_ascii_isupper (at[0]), capitals = capital && g_ascii_isupper (at[1]);
  gboolean begins = capital && !capitals ? !g_ascii_isupper (first) : !g_ascii_isalpha (first);
  return begins && (capitals ? !g_ascii_isalpha (next) : !g_ascii_islower (next));
}

/* The word to put in the place of the one that is there; NULL if there is none. */
static const char *
other_word (const char *text, const char *at)
{
  static const char *const words[][2] = { { "Left", "Right" }, { "left", "right" }, { "LEFT", "RIGHT" } };
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    for (guint k = 0; k < 2; k++)
      if (g_str_has_prefix (at, words[i][k]) && is_word (text, at, strlen (words[i][k])))
        return words[i][1 - k];
  return NULL;
}

static const char *
other_letter (const char *text, const char *at)
{
  static const char letters[] = "LRlr";
  static const char *const others[] = { "R", "L", "r", "l" };
  const char *found = *at ? strchr (letters, *at) : NULL;
  char first = before (text, at);
  if (!found || g_ascii_isalpha (at[1]) || (g_ascii_isupper (*at) ? g_ascii_isupper (first) : g_ascii_isalnum (first)))
    return NULL;
  return others[found - letters];
}

static gsize
length_of_word (const char *other)
{
  return g_ascii_tolower (*other) == 'l' ? strlen ("right") : strlen ("left");
}

char *
mw_side_swapped (const char *name)
{
  for (guint letters = 0; letters < 2; letters++) {
    GString *swapped = g_string_new (NULL);
    gboolean any = FALSE;
    for (const char *at = name; *at;) {
      const char *other = letters ? other_letter (name, at) : other_word (name, at);
      any |= other != NULL;
      if (other)
        g_string_append (swapped, other);
      else
        g_string_append_c (swapped, *at);
      at += !other || letters ? 1 : length_of_word (other);
    }
    if (any)
      return g_string_free (swapped, FALSE);
    g_string_free (swapped, TRUE);
  }
  return NULL;
}
