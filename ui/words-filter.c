/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/words-filter.h"

#include <string.h>

struct _MwWordsFilter {
  GtkFilter parent_instance;
  char **words; /* folded; may have empty ones, which everything has */
};

G_DEFINE_FINAL_TYPE (MwWordsFilter, mw_words_filter, GTK_TYPE_FILTER)

char *
mw_words_fold (const char *text)
{
  g_autofree char *normal = g_utf8_normalize (text, -1, G_NORMALIZE_ALL);
  return g_utf8_casefold (normal ? normal : "", -1);
}

static gboolean
match (GtkFilter *filter, gpointer item)
{
  const MwWordsFilter *self = MW_WORDS_FILTER (filter);
  g_autofree char *text = mw_words_fold (gtk_string_object_get_string (item));
  for (guint i = 0; self->words && self->words[i]; i++)
    if (!strstr (text, self->words[i]))
      return FALSE;
  return TRUE;
}

void
mw_words_filter_set_typed (MwWordsFilter *self, const char *typed)
{
  g_autofree char *text = mw_words_fold (typed ? typed : "");
  g_strfreev (self->words);
  self->words = g_strsplit_set (text, " \t", -1);
  gtk_filter_changed (GTK_FILTER (self), GTK_FILTER_CHANGE_DIFFERENT);
}

static void
finalize (GObject *object)
{
  g_strfreev (MW_WORDS_FILTER (object)->words);
  G_OBJECT_CLASS (mw_words_filter_parent_class)->finalize (object);
}

static void
mw_words_filter_class_init (MwWordsFilterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = finalize;
  GTK_FILTER_CLASS (klass)->match = match;
}

static void
mw_words_filter_init (MwWordsFilter *self)
{}

GtkFilter *
mw_words_filter_new (void)
{
  return g_object_new (MW_TYPE_WORDS_FILTER, NULL);
}
