/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/vfs/folder.h"

/* Which image of a model's folder a texture of M2, or of World of Warcraft's alpha, that the game chooses by its type
 * (names.md 4) may be.
 * Clients take it from their tables, which are not at hand; what artists call their files says nearly as much.
 *
 * `model` is the model's file name, with or without folders and extension. Only for creature skins (types 11 to 13) and for the
 * skin of an object (2) there is an answer: of the images whose name begins with the model's, those with "skin" in it come
 * first, for types 12 and 13 those that end with 2 and 3; then the shortest, then the first by name. A creature's first skin
 * may also be the only image with "skin" in its name, or the only image at all. NULL: none is likely. Free with g_free(). */
char *mw_skin_find (MwFolder *folder, const char *model, guint type);
