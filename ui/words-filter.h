/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* A filter of GtkStringObjects: keeps those that have each of the typed words anywhere in them, in any order and without regard to
 * case. */
#define MW_TYPE_WORDS_FILTER (mw_words_filter_get_type ())
G_DECLARE_FINAL_TYPE (MwWordsFilter, mw_words_filter, MW, WORDS_FILTER, GtkFilter)

GtkFilter *mw_words_filter_new (void);
/* Words between blanks; NULL or nothing but blanks: all strings are kept. */
void mw_words_filter_set_typed (MwWordsFilter *self, const char *typed);

/* Text in the form in which texts are compared. Free with g_free(). */
char *mw_words_fold (const char *text);
