/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* The one of these words (NULL-terminated) that somebody who wrote `word` most likely meant: the fewest letters to change, add
 * or leave out, and no more than a third of them. NULL: none is that near. One of `words`. */
const char *mw_nearest (const char *word, const char *const *words);
