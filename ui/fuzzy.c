/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/fuzzy.h"

#include <string.h>

struct _MwFuzzy {
  char *text;  /* folded, without blanks at its ends */
  GStrv words; /* of the text */
};

enum {
  AT_BEGINNING = 100,
  AT_WORD = 80,
  INITIALS = 70,
  INSIDE = 60,
  OTHER_AT_WORD = 50,
  OTHER_INSIDE = 30,
  SCATTERED = 10,
  WHOLE_LABEL = 60, /* in addition: all that was typed is the label ... */
  PHRASE = 46       /* ... or several words of it, in their order */
};

char *
mw_fuzzy_fold (const char *text)
{
  return g_utf8_casefold (text, -1);
}

MwFuzzy *
mw_fuzzy_new (const char *typed)
{
  MwFuzzy *self = g_new0 (MwFuzzy, 1);
  self->text = g_strstrip (mw_fuzzy_fold (typed));
  self->words = g_strsplit_set (self->text, " \t", -1);
  return self;
}

void
mw_fuzzy_free (MwFuzzy *self)
{
  g_free (self->text);
  g_strfreev (self->words);
  g_free (self);
}

gboolean
mw_fuzzy_is_empty (const MwFuzzy *self)
{
  return !*self->text;
}

/* Typing on at the end only asks for more: a longer last word, or another word. */
gboolean
mw_fuzzy_narrows (const MwFuzzy *self, const MwFuzzy *earlier)
{
  return g_str_has_prefix (self->text, earlier->text);
}

static gboolean
is_start (const char *text, const char *at)
{
  return at == text || !(g_ascii_isalnum (at[-1]) || (guchar) at[-1] >= 0x80);
}

/* 2: at the beginning of a word; 1: inside one; 0: not at all. */
static guint
find (const char *text, const char *word, const char **where)
{
  guint found = 0;
  for (const char *at = strstr (text, word); at && found < 2; at = strstr (at + 1, word)) {
    guint here = is_start (text, at) ? 2 : 1;
    if (here > found)
      *where = at;
    found = MAX (found, here);
  }
  return found;
}

/* Whether each letter of `word` begins a word of the label, in this order. */
static gboolean
has_initials (const char *label, const char *word)
{
  for (const char *at = label; *at && *word; at++)
    if (*at == *word && is_start (label, at))
      word++;
  return !*word;
}

/* Whether the letters of `word` are in the label, in this order, the first of them begins a word, and there are not more others
 * between them. */
static gboolean
has_scattered (const char *label, const char *word)
{
  gsize length = strlen (word);
  for (const char *start = label; *start; start++) {
    if (*start != *word || !is_start (label, start))
      continue;
    const char *wanted = word;
    for (const char *at = start; *at && *wanted && (gsize) (at - start) < 2 * length; at++)
      wanted += *at == *wanted;
    if (!*wanted)
      return TRUE;
  }
  return FALSE;
}

static guint
score_word (const char *word, const char *label, const char *words)
{
  const char *where = NULL;
  guint in_label = find (label, word, &where);
  if (in_label == 2)
    return where == label ? AT_BEGINNING : AT_WORD;
  /* A letter of more than one byte has no meaning byte by byte. One letter alone would be found nearly everywhere. */
  gboolean by_letters = word[0] && word[1] && g_str_is_ascii (word);
  if (by_letters && has_initials (label, word))
    return INITIALS;
  if (in_label)
    return INSIDE;
  guint in_words = words ? find (words, word, &where) : 0;
  if (in_words)
    return in_words == 2 ? OTHER_AT_WORD : OTHER_INSIDE;
  return by_letters && has_scattered (label, word) ? SCATTERED : 0;
}

guint
mw_fuzzy_score (const MwFuzzy *self, const char *label, const char *words)
{
  const char *where;
  if (mw_fuzzy_is_empty (self))
    return 1;
  guint sum = 0, n = 0;
  for (guint i = 0; self->words[i]; i++) {
    if (!*self->words[i])
      continue;
    guint score = score_word (self->words[i], label, words);
    if (!score)
      return 0;
    sum += score;
    n++;
  }
  guint whole = strcmp (self->text, label) == 0 ? WHOLE_LABEL : n > 1 && find (label, self->text, &where) ? PHRASE : 0;
  return sum / n + whole;
}

gboolean
mw_fuzzy_is_in (const MwFuzzy *self, const char *label)
{
  const gsize length = strlen (self->text);
  for (const char *at = length ? strstr (label, self->text) : NULL; at; at = strstr (at + 1, self->text))
    if (is_start (label, at) && !g_unichar_isalnum (g_utf8_get_char (at + length)))
      return TRUE;
  return FALSE;
}
