/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a character shows with given parts: characters.md 4. */
#include "core/vfs/character-private.h"

enum { HAIR_RACE = 1, HAIR_SEX, HAIR_STYLE, HAIR_GEOSET };

static void
layer_free (gpointer data)
{
  MwCharacterLayer *layer = data;
  g_free (layer->paths[0]);
  g_free (layer->paths[1]);
  g_free (layer);
}

static void
model_free (gpointer data)
{
  MwCharacterModel *model = data;
  g_free (model->paths[0]);
  g_free (model->paths[1]);
  g_free (model->image);
  g_free (model);
}

void
mw_look_add_layer (const MwCharacter *character, MwCharacterLook *look, guint region, char *path, char *other)
{
  static const float whole[] = { 0, 0, 1, 1 };
  const float *at = region < MW_REGION_COUNT ? character->regions[region] : whole;
  MwCharacterLayer *layer = g_new0 (MwCharacterLayer, 1);
  *layer = (MwCharacterLayer) { { path, other }, at[0], at[1], at[2], at[3] };
  g_ptr_array_add (look->layers, layer);
}

/* Adds the image of a record of CharSections in a region. */
static void
add_section (const MwCharacter *character, MwCharacterLook *look, guint region, guint kind, guint variation,
             guint colour, guint texture)
{
  const char *path = mw_character_section (character, kind, variation, colour, texture);
  if (path)
    mw_look_add_layer (character, look, region, g_strdup (path), NULL);
}

static void
show_image (MwCharacterLook *look, guint type, const char *path)
{
  if (path)
    g_hash_table_insert (look->images, GUINT_TO_POINTER (type), g_strdup (path));
}

static void
show_variant (MwCharacterLook *look, guint group, guint variant)
{
  g_hash_table_insert (look->sections, GUINT_TO_POINTER (group), GUINT_TO_POINTER (variant));
}

static void
show_hair (const MwCharacter *character, const guint32 *parts, MwCharacterLook *look)
{
  const MwDbc *table = character->hair;
  /* 5.0 has another field before it. */
  const guint field = HAIR_GEOSET + (table && mw_dbc_n_fields (table) >= 9);
  for (guint i = 0; table && i < mw_dbc_n_records (table); i++)
    if (mw_dbc_number (table, i, HAIR_RACE) == character->race && mw_dbc_number (table, i, HAIR_SEX) == character->sex
        && mw_dbc_number (table, i, HAIR_STYLE) == parts[MW_CHARACTER_HAIR_STYLE]) {
      /* Without hair it is the bare head. */
      show_variant (look, 0, MAX (mw_dbc_number (table, i, field), 1));
      break;
    }
  const guint32 style = parts[MW_CHARACTER_HAIR_STYLE], colour = parts[MW_CHARACTER_HAIR_COLOUR];
  const char *path = mw_character_section (character, MW_SECTION_HAIR, style, colour, 0);
  /* The image of a bald head is that of style 1, for its beard. */
  show_image (look, 6, path ? path : mw_character_section (character, MW_SECTION_HAIR, 1, colour, 0));
}

static void
show_facial_hair (const MwCharacter *character, const guint32 *parts, MwCharacterLook *look)
{
  static const guint groups[] = { 1, 3, 2, 16, 17 }; /* the last two from 2.3 on */
  const MwDbc *table = character->facial_hair;
  if (!table)
    return;
  const guint n = mw_dbc_n_fields (table), id = mw_character_facial_hair_has_id (character);
  /* 0.6 to 3.0.1 have three fields before them that are not used. */
  const guint first = id ? 4 : n == 9 || n == 11 ? 6 : 3;
  for (guint i = 0; first + 3 <= n && i < mw_dbc_n_records (table); i++)
    if (mw_dbc_number (table, i, id) == character->race && mw_dbc_number (table, i, id + 1) == character->sex
        && mw_dbc_number (table, i, id + 2) == parts[MW_CHARACTER_FACIAL_HAIR]) {
      for (guint k = 0; k < G_N_ELEMENTS (groups) && first + k < n; k++)
        show_variant (look, groups[k], mw_dbc_number (table, i, first + k));
      return;
    }
}

MwCharacterLook *
mw_character_look (const MwCharacter *character, const guint32 *parts)
{
  MwCharacterLook *look = g_new0 (MwCharacterLook, 1);
  const guint32 skin = parts[MW_CHARACTER_SKIN_COLOUR], face = parts[MW_CHARACTER_FACE],
                beard = parts[MW_CHARACTER_FACIAL_HAIR], hair = parts[MW_CHARACTER_HAIR_STYLE],
                colour = parts[MW_CHARACTER_HAIR_COLOUR];
  look->models = g_ptr_array_new_with_free_func (model_free);
  look->layers = g_ptr_array_new_with_free_func (layer_free);
  look->images = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  look->sections = g_hash_table_new (NULL, NULL);
  add_section (character, look, MW_REGION_COUNT, MW_SECTION_SKIN, 0, skin, 0);
  add_section (character, look, MW_REGION_FACE_LOWER, MW_SECTION_FACE, face, skin, 0);
  add_section (character, look, MW_REGION_FACE_UPPER, MW_SECTION_FACE, face, skin, 1);
  add_section (character, look, MW_REGION_FACE_LOWER, MW_SECTION_FACIAL_HAIR, beard, colour, 0);
  add_section (character, look, MW_REGION_FACE_UPPER, MW_SECTION_FACIAL_HAIR, beard, colour, 1);
  add_section (character, look, MW_REGION_FACE_LOWER, MW_SECTION_HAIR, hair, colour, 1);
  add_section (character, look, MW_REGION_FACE_UPPER, MW_SECTION_HAIR, hair, colour, 2);
  show_image (look, 8, mw_character_section (character, MW_SECTION_SKIN, 0, skin, 1));
  show_hair (character, parts, look);
  show_facial_hair (character, parts, look);
  mw_worn_add (character, parts, look);
  mw_worn_add_models (character, parts, look);
  return look;
}

void
mw_character_look_free (MwCharacterLook *look)
{
  g_ptr_array_unref (look->models);
  g_ptr_array_unref (look->layers);
  g_hash_table_unref (look->images);
  g_hash_table_unref (look->sections);
  g_free (look);
}
