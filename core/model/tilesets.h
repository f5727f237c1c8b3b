/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/aspects.h"

/* The tilesets of Warcraft III's maps, and what they change of a model.
 *
 * A tree names no file but a replaceable id, and the trees of several tilesets share a model and its id: in the game's table of
 * destructibles each tree has an id and the file for it. A model alone does not say which of these trees it is, so the user
 * chooses a tileset.
 *
 * Sources: letters and names: the description of war3map.w3e in the repository nielsAD/gowarcraft3 (file/w3m/w3m_format.md). Which
 * file a tree has: columns tilesets, texID and texFile of Units\DestructableData.slk, of which only an excerpt was at hand, with
 * the files of F, Q and C. The others are inferred: the first letter of a tree's code is its tileset (WTtw, JTtw, ITtw, GTsh),
 * and the comments of Bitmap.java of Retera's Model Studio list the files of each id.
 *
 * Cliffs (id 11) are different: each tileset has a file of the same name in its own archive, which mw_lookup_set_tileset()
 * (core/vfs/lookup.h) searches. */
typedef struct {
  char letter; /* as in a map */
  const char *name;
} MwTileset;

/* All tilesets, in alphabetical order. */
const MwTileset *mw_tilesets (guint *n);
/* The tileset with this letter, or with this name in any letter case; NULL: there is none. */
const MwTileset *mw_tileset_find (const char *text);
/* Whether tilesets are known to have other files for a texture: the trees above and cliffs, and files of its own that are in the archives
 * of tilesets, which have cliffs and water (description of war3map.w3e in the Hive Workshop's wiki). */
gboolean mw_tileset_changes (const MwTextureAspect *look);
/* The file of a texture on maps of a tileset (its letter): that of the tileset if the texture has none of its own and the tileset has
 * another one, else look->path. A letter of no tileset (0) changes nothing. */
const char *mw_tileset_path (char letter, const MwTextureAspect *look);
