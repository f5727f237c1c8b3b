/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/nearest.h"

#include <string.h>

/* Edit distance, ignoring case. */
static guint
distance (const char *a, const char *b)
{
  size_t n = strlen (b);
  g_autofree guint *row = g_new (guint, n + 1);
  for (size_t j = 0; j <= n; j++)
    row[j] = (guint) j;
  for (size_t i = 1; a[i - 1]; i++) {
    guint diagonal = row[0];
    row[0] = (guint) i;
    for (size_t j = 1; j <= n; j++) {
      guint above = row[j];
      row[j] = MIN (MIN (row[j], row[j - 1]) + 1,
                    diagonal + (g_ascii_tolower (a[i - 1]) != g_ascii_tolower (b[j - 1])));
      diagonal = above;
    }
  }
  return row[n];
}

const char *
mw_nearest (const char *word, const char *const *words)
{
  const char *best = NULL;
  /* The cost grows with the length, and no word of ours is that long. */
  g_autofree char *start = g_strndup (word, 40);
  size_t length = strlen (start);
  guint least = length < 2 ? 0 : (guint) MAX (length / 3, 1) + 1;
  for (guint i = 0; words[i]; i++) {
    guint d = distance (start, words[i]);
    if (d < least) {
      best = words[i];
      least = d;
    }
  }
  return best;
}

char *
mw_did_you_mean (const char *word, const char *const *words)
{
  const char *nearest = mw_nearest (word, words);
  return nearest ? g_strdup_printf ("; did you mean %s?", nearest) : g_strdup ("");
}
