/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/tilesets.h"

#include <string.h>

static const MwTileset tilesets[] = {
  { 'A', "Ashenvale" },      { 'B', "Barrens" },          { 'K', "Black Citadel" },    { 'Y', "Cityscape" },
  { 'X', "Dalaran" },        { 'J', "Dalaran Ruins" },    { 'D', "Dungeon" },          { 'C', "Felwood" },
  { 'I', "Icecrown" },       { 'F', "Lordaeron Fall" },   { 'L', "Lordaeron Summer" }, { 'W', "Lordaeron Winter" },
  { 'N', "Northrend" },      { 'O', "Outland" },          { 'Z', "Sunken Ruins" },     { 'G', "Underground" },
  { 'V', "Village" },        { 'Q', "Village Fall" },
};

/* Only what differs from the file of the id (rendering.md 3.2). */
static const struct {
  uint32_t replaceable_id;
  const char *letters, *path;
} files[] = {
  { 31, "FQ", "ReplaceableTextures\\LordaeronTree\\LordaeronFallTree.blp" },
  { 31, "W", "ReplaceableTextures\\LordaeronTree\\LordaeronWinterTree.blp" },
  { 31, "J", "ReplaceableTextures\\DalaranRuinsTree\\DalaranRuinsTree.blp" },
  { 32, "C", "ReplaceableTextures\\AshenvaleTree\\FelwoodTree.blp" },
  { 32, "I", "ReplaceableTextures\\AshenvaleTree\\Ice_Tree.blp" },
  { 35, "G", "ReplaceableTextures\\UndergroundTree\\UnderMushroomTree.blp" },
};

const MwTileset *
mw_tilesets (guint *n)
{
  *n = G_N_ELEMENTS (tilesets);
  return tilesets;
}

const MwTileset *
mw_tileset_find (const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (tilesets); i++) {
    const char letter[] = { tilesets[i].letter, 0 };
    if (g_ascii_strcasecmp (letter, text) == 0 || g_ascii_strcasecmp (tilesets[i].name, text) == 0)
      return &tilesets[i];
  }
  return NULL;
}

gboolean
mw_tileset_changes (const MwTextureAspect *look)
{
  static const char *const folders[] = { "ReplaceableTextures\\Cliff\\", "ReplaceableTextures\\Water\\" };
  g_autofree char *path = g_strdelimit (g_strdup (look->path ? look->path : ""), "/", '\\');
  for (guint i = 0; i < G_N_ELEMENTS (files) && look->of_game; i++)
    if (files[i].replaceable_id == look->replaceable_id)
      return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    if (g_ascii_strncasecmp (path, folders[i], strlen (folders[i])) == 0)
      return TRUE;
  return FALSE;
}

const char *
mw_tileset_path (char letter, const MwTextureAspect *look)
{
  for (guint i = 0; i < G_N_ELEMENTS (files) && letter && look->of_game; i++)
    if (files[i].replaceable_id == look->replaceable_id && strchr (files[i].letters, letter))
      return files[i].path;
  return look->path;
}
