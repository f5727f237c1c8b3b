/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* The word of a NULL-terminated list that the user most likely meant by `word`: the one with the smallest edit
 * distance, ignoring case, of at most a third of the word's length (or 1 for words of two or three letters). NULL:
 * none is that close. The result is an element of `words`. */
const char *mw_nearest (const char *word, const char *const *words);

/* The same as the end of a message: "; did you mean WORD?", or "". Free with g_free(). */
char *mw_did_you_mean (const char *word, const char *const *words);
