/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* How well a typed text matches a label, for lists that are searched while the user types.
 *
 * Each word of the typed text must match. From the best match to the worst: at the beginning of the label, at the beginning of
 * another of its words, the first letters of its words ("lsf" for "Layer Set Filter"), inside a word, at the beginning of one of
 * the other words that the thing is known by, inside one of these, and letters of the label in this order with others between. */
typedef struct _MwFuzzy MwFuzzy;

/* Free with mw_fuzzy_free(). */
MwFuzzy *mw_fuzzy_new (const char *typed);
void mw_fuzzy_free (MwFuzzy *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwFuzzy, mw_fuzzy_free)

/* Whether nothing was typed, except blanks. */
gboolean mw_fuzzy_is_empty (const MwFuzzy *self);
/* Whether all that matches this matches `earlier` too, so that only those have to be looked at again. */
gboolean mw_fuzzy_narrows (const MwFuzzy *self, const MwFuzzy *earlier);

/* Whether all that was typed is a word of the label, or several in their order. FALSE if nothing was. */
gboolean mw_fuzzy_is_in (const MwFuzzy *self, const char *label);

/* Text as mw_fuzzy_score() takes it. Free with g_free(). */
char *mw_fuzzy_fold (const char *text);
/* 0: does not match; else the more, the better. Both texts are from mw_fuzzy_fold(); `words` (may be NULL) are the other words.
 * Without typed text the score is 1. */
guint mw_fuzzy_score (const MwFuzzy *self, const char *label, const char *words);
