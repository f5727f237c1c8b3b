/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/vfs/name-search.h"

#include <string.h>

/* More words than anybody types. */
#define MOST_WORDS 8

enum { IN_FOLDERS, INSIDE, AT_WORD, AT_BEGINNING, WHOLE, N_SCORES = WHOLE * MOST_WORDS + 1 };

/* A name in lower case, with backslashes. */
typedef struct {
  const char *text, *base, *end; /* `base`: after the last backslash; `end`: of the name without extension */
} Name;

struct _MwNameSearch {
  GPtrArray *names;
  GStringChunk *texts;
  GArray *folded; /* Name, for each of `names` */
  GArray *found;  /* guint: indices, the best first */
};

/* Letters of other alphabets are in the names of maps' imports. */
static char *
fold (const char *name)
{
  gboolean other = !g_str_is_ascii (name) && g_utf8_validate (name, -1, NULL);
  char *lower = other ? g_utf8_strdown (name, -1) : g_ascii_strdown (name, -1);
  return g_strdelimit (lower, "/", '\\');
}

MwNameSearch *
mw_name_search_new (GPtrArray *names)
{
  MwNameSearch *search = g_new0 (MwNameSearch, 1);
  search->names = g_ptr_array_ref (names);
  search->texts = g_string_chunk_new (1 << 16);
  search->folded = g_array_sized_new (FALSE, FALSE, sizeof (Name), names->len);
  search->found = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < names->len; i++) {
    g_autofree char *text = fold (names->pdata[i]);
    Name name = { .text = g_string_chunk_insert (search->texts, text) };
    const char *slash = strrchr (name.text, '\\');
    name.base = slash ? slash + 1 : name.text;
    const char *dot = strrchr (name.base, '.');
    name.end = dot ? dot : name.base + strlen (name.base);
    g_array_append_val (search->folded, name);
  }
  return search;
}

void
mw_name_search_free (MwNameSearch *search)
{
  g_ptr_array_unref (search->names);
  g_string_chunk_free (search->texts);
  g_array_unref (search->folded);
  g_array_unref (search->found);
  g_free (search);
}

static gboolean
has_suffix (const Name *name, const char *const *suffixes)
{
  for (guint i = 0; suffixes && suffixes[i]; i++)
    if (strcmp (name->end, suffixes[i]) == 0)
      return TRUE;
  return !suffixes;
}

guint
mw_name_search_count (const MwNameSearch *search, const char *const *suffixes)
{
  guint n = 0;
  for (guint i = 0; i < search->folded->len; i++)
    n += has_suffix (&g_array_index (search->folded, Name, i), suffixes);
  return n;
}

/* After a separator, or a number after letters, or letters after a number. */
static gboolean
begins_word (const char *at)
{
  gboolean digit = g_ascii_isdigit (*at), after_digit = g_ascii_isdigit (at[-1]);
  return digit != after_digit || !(after_digit || g_ascii_isalpha (at[-1]) || (guchar) at[-1] >= 0x80);
}

/* -1: the name does not have the word. */
static int
score_word (const Name *name, const char *word, gsize length)
{
  int best = -1;
  for (const char *at = strstr (name->text, word); at && best < AT_BEGINNING; at = strstr (at + 1, word)) {
    gboolean inside = at >= name->base && at + length <= name->end;
    int here = !inside                                        ? IN_FOLDERS
               : at == name->base && at + length == name->end ? WHOLE
               : at == name->base                             ? AT_BEGINNING
               : begins_word (at)                             ? AT_WORD
                                                              : INSIDE;
    best = MAX (best, here);
  }
  return best;
}

/* -1: the name does not have all words. */
static int
score (const Name *name, char **words, const gsize *lengths, guint n)
{
  int sum = 0;
  for (guint i = 0; i < n; i++) {
    int one = score_word (name, words[i], lengths[i]);
    if (one < 0)
      return -1;
    sum += one;
  }
  return sum;
}

/* The words that were typed, without empty ones. */
static guint
take_words (char **words, gsize *lengths)
{
  guint n = 0;
  for (guint i = 0; words[i] && n < MOST_WORDS; i++)
    if (*words[i]) {
      char *word = words[i];
      words[i] = words[n];
      words[n] = word;
      lengths[n++] = strlen (word);
    }
  return n;
}

guint
mw_name_search_run (MwNameSearch *search, const char *const *suffixes, const char *typed)
{
  g_autofree char *text = fold (typed);
  g_auto (GStrv) words = g_strsplit_set (text, " \t", -1);
  gsize lengths[MOST_WORDS];
  guint n = take_words (words, lengths), total = search->folded->len, starts[N_SCORES + 1] = { 0 };
  g_autofree gint8 *scores = g_new (gint8, MAX (total, 1));
  for (guint i = 0; i < total; i++) {
    const Name *name = &g_array_index (search->folded, Name, i);
    scores[i] = (gint8) (has_suffix (name, suffixes) ? score (name, words, lengths, n) : -1);
    /* Counted for the rank after it: the best has rank 0. */
    if (scores[i] >= 0)
      starts[N_SCORES - scores[i]]++;
  }
  for (guint i = 1; i <= N_SCORES; i++)
    starts[i] += starts[i - 1];
  g_array_set_size (search->found, starts[N_SCORES]);
  for (guint i = 0; i < total; i++)
    if (scores[i] >= 0)
      g_array_index (search->found, guint, starts[N_SCORES - 1 - scores[i]]++) = i;
  return search->found->len;
}

const char *
mw_name_search_get (const MwNameSearch *search, guint index)
{
  return search->names->pdata[g_array_index (search->found, guint, index)];
}
