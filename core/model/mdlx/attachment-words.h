/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Warcraft III finds an attachment point by the words in the name of its node (names.md 3.3). */

/* What the game compares: the words in small letters and in alphabetical order with a blank between two, without "Ref" and numbers.
 * Blanks, "-" and "_" separate words. "" if there are none. Free with g_free(). */
char *mw_mdlx_attachment_words (const char *name);
/* The name of the point with these words as the game's own models spell it, "Hand Left Ref", with the words in the given order. NULL
 * if a word means nothing to the game, which *unknown then gets (free it with g_free()), or, with *unknown NULL, if there is not
 * exactly one word for the point. Free with g_free(). */
char *mw_mdlx_attachment_spelled (const char *text, char **unknown);
