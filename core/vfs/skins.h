/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/vfs/lookup.h"

/* Guesses which image in a model's folder belongs to a texture that the game chooses by its type (names.md 4), in M2
 * and in World of Warcraft's alpha. The client looks it up in its tables, which are not available here, but artists'
 * file names say nearly as much.
 *
 * `model` is the model's file name, with or without folders and extension. Only the skin of an object (type 2) and
 * creature skins (11 to 13) can be guessed. Candidates are the images whose name begins with the model's. Those with
 * "skin" in it come first, and for types 12 and 13 those that end in 2 and 3; then the shortest, then the first by
 * name. A creature's first skin may also be the only image with "skin" in its name, or the only image at all. NULL:
 * no good guess. Free with g_free(). */
char *mw_skin_find (MwLookup *lookup, const char *model, guint type);
