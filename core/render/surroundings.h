/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/lighting.h"
#include "core/vfs/lookup.h"

/* What HD surfaces of Warcraft III: Reforged mirror: cube maps of the game (rendering.md 3.4). Without them the surroundings are neutral. */
typedef struct _MwSurroundings MwSurroundings;

/* Whether a surface of the model mirrors them. */
gboolean mw_surroundings_are_for (const MwModel *model);
/* Reads those of maps of a tileset (its letter; 0: none) where the lookup finds them, from any thread. NULL: the game is not there, or, with
 * *wrong (char *, free with g_free(); else NULL), one cannot be read, and why. Free with mw_surroundings_unref(). */
MwSurroundings *mw_surroundings_read (MwLookup *lookup, char tileset, char **wrong);
void mw_surroundings_unref (MwSurroundings *surroundings);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwSurroundings, mw_surroundings_unref)
