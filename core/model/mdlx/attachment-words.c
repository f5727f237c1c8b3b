/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/mdlx/attachment-words.h"
#include "core/base/array.h"

#include <string.h>

static const char *const points[] = { "Hand",   "Foot",   "Chest",  "Origin", "Overhead", "Head",
                                      "Weapon", "Sprite", "Turret", NULL };
static const char *const qualifiers[] = { "Left",      "Right",  "Mount",  "Rear",  "First", "Second",
                                          "Third",     "Fourth", "Fifth",  "Sixth", "Small", "Medium",
                                          "Large",     "Smart",  "Gold",   "RallyPoint", "EatTree", "Alternate",
                                          NULL };

/* The words without "Ref" and numbers, as they are spelled. */
static GPtrArray *
split (const char *name)
{
  g_auto (GStrv) words = g_strsplit_set (name, " \t-_0123456789", -1);
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; words[i]; i++)
    if (*words[i] && g_ascii_strcasecmp (words[i], "Ref") != 0)
      g_ptr_array_add (found, g_strdup (words[i]));
  return found;
}

static char *
join (const GPtrArray *words, const char *end)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < words->len; i++)
    g_string_append_printf (text, "%s%s", i ? " " : "", (const char *) words->pdata[i]);
  g_string_append (text, end);
  return g_string_free (text, FALSE);
}

char *
mw_mdlx_attachment_words (const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);
  g_autoptr (GPtrArray) words = split (lower);
  g_ptr_array_sort (words, mw_compare_texts);
  return join (words, "");
}

static const char *
word_of (const char *const *list, const char *word)
{
  for (guint i = 0; list[i]; i++)
    if (g_ascii_strcasecmp (list[i], word) == 0)
      return list[i];
  return NULL;
}

char *
mw_mdlx_attachment_spelled (const char *text, char **unknown)
{
  g_autoptr (GPtrArray) words = split (text), spelled = g_ptr_array_new ();
  guint n_points = 0;
  *unknown = NULL;
  for (guint i = 0; i < words->len; i++) {
    const char *point = word_of (points, words->pdata[i]),
               *known = point ? point : word_of (qualifiers, words->pdata[i]);
    if (!known) {
      *unknown = g_strdup (words->pdata[i]);
      return NULL;
    }
    n_points += point != NULL;
    g_ptr_array_add (spelled, (gpointer) known);
  }
  return n_points == 1 ? join (spelled, " Ref") : NULL;
}
