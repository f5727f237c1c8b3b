/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* The one of these words (NULL-terminated) that somebody who wrote `word` most likely meant: the fewest letters to change, add
 * or leave out, capitals and small letters being the same, and no more than a third of the word, or one of a word of two or three.
 * NULL: none is that near. One of `words`. */
const char *mw_nearest (const char *word, const char *const *words);

/* The same as the end of a message: "; did you mean WORD?", or "". Free with g_free(). */
char *mw_did_you_mean (const char *word, const char *const *words);
