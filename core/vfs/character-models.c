/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a character wears and holds that is a model of its own: characters.md 6. */
#include "core/vfs/character-private.h"

#include <string.h>

/* A model of an item: which of its two, where it hangs, and the folder of its files in Item\ObjectComponents. */
static const struct {
  MwCharacterPart part;
  guint model;
  const char *point, *folder;
} places[] = {
  { MW_CHARACTER_HELM, 0, "Helm", "Head" },
  { MW_CHARACTER_SHOULDERS, 0, "ShoulderLeft", "Shoulder" },
  { MW_CHARACTER_SHOULDERS, 1, "ShoulderRight", "Shoulder" },
  { MW_CHARACTER_MAIN_HAND, 0, "HandRight", "Weapon" },
  { MW_CHARACTER_OFF_HAND, 0, "HandLeft", "Weapon" },
  { MW_CHARACTER_SHIELD, 0, "Shield", "Shield" },
};

gboolean
mw_worn_has_model (const MwWornItem *item, MwCharacterPart part)
{
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (places[i].part == part && item->models[places[i].model])
      return TRUE;
  return FALSE;
}

/* The file has another extension than the table says: .m2, or .mdx in the oldest clients. */
static char *
path_of (const MwCharacter *character, guint place, const char *model, const char *extension)
{
  const char *dot = strrchr (model, '.');
  const gsize length = dot ? (gsize) (dot - model) : strlen (model);
  const gboolean helm = places[place].part == MW_CHARACTER_HELM;
  return g_strdup_printf ("Item\\ObjectComponents\\%s\\%.*s%s%s%s", places[place].folder, (int) length, model,
                          helm ? "_" : "", helm ? character->code : "", extension);
}

static void
add_model (const MwCharacter *character, guint place, const MwWornItem *item, MwCharacterLook *look)
{
  const char *model = item->models[places[place].model], *image = item->model_textures[places[place].model];
  if (!model)
    return;
  MwCharacterModel *one = g_new0 (MwCharacterModel, 1);
  one->point = places[place].point;
  one->paths[0] = path_of (character, place, model, ".m2");
  one->paths[1] = path_of (character, place, model, ".mdx");
  if (image)
    one->image = g_strdup_printf ("Item\\ObjectComponents\\%s\\%s.blp", places[place].folder, image);
  g_ptr_array_add (look->models, one);
}

/* Groups whose bit of the race is set show their variant 1, which is the bare one. */
static void
hide_below (const MwCharacter *character, guint32 id, MwCharacterLook *look)
{
  static const guint groups[] = { 0, 1, 2, 3, 7, 16, 17 };
  const MwDbc *table = character->helmets;
  const guint n = table ? MIN (mw_dbc_n_fields (table) - 1, G_N_ELEMENTS (groups)) : 0;
  for (guint i = 0; table && id && i < mw_dbc_n_records (table); i++) {
    if (mw_dbc_number (table, i, 0) != id)
      continue;
    for (guint k = 0; k < n && character->race < 32; k++)
      if (mw_dbc_number (table, i, 1 + k) & (guint32) 1 << character->race)
        g_hash_table_insert (look->sections, GUINT_TO_POINTER (groups[k]), GUINT_TO_POINTER (1));
    return;
  }
}

void
mw_worn_add_models (const MwCharacter *character, const guint32 *parts, MwCharacterLook *look)
{
  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    const MwWornItem item = mw_worn_item (character, parts[places[i].part]);
    add_model (character, i, &item, look);
  }
  const MwWornItem helm = mw_worn_item (character, parts[MW_CHARACTER_HELM]);
  hide_below (character, helm.helmets[character->sex == 1], look);
}
