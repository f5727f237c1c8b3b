/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a character wears: characters.md 5. */
#include "core/vfs/character-private.h"

#include <string.h>

enum { SLOTS = MW_CHARACTER_CLOAK - MW_CHARACTER_FIRST_WORN, CELLS = 8 };
enum { SHIRT, CHEST, BELT, LEGS, BOOTS, WRISTS, GLOVES, TABARD, CLOAK };

/* Fields of ItemDisplayInfo, by the number of its fields. */
typedef struct {
  guint least, groups, textures;
} ItemFields;

static const ItemFields item_fields[] = {
  { 25, 7, 15 }, /* 2.4.2 to 5.4.8 */
  { 23, 6, 14 }, /* 0.9 to 2.4.1 */
  { 22, 6, 13 }, /* 0.6 to 0.8 */
};

enum { MODEL = 1, MODEL_TEXTURE = 3, HELMET = 6 /* after the first group */ };

static const char *const folders[MW_REGION_WORN] = { "ArmUpperTexture",   "ArmLowerTexture",   "HandTexture",
                                                     "TorsoUpperTexture", "TorsoLowerTexture", "LegUpperTexture",
                                                     "LegLowerTexture",   "FootTexture" };

/* The cell that a slot fills in a region; the cells are drawn in their order. -1: it shows nothing there. */
static const gint8 cells[SLOTS][MW_REGION_WORN] = {
  [SHIRT] = { 0, 0, -1, 0, 0, -1, -1, -1 },    [CHEST] = { 1, 1, -1, 1, 1, 1, 1, -1 },
  [BELT] = { -1, -1, -1, -1, -1, 2, -1, -1 },  [LEGS] = { -1, -1, -1, -1, -1, 0, 0, -1 },
  [BOOTS] = { -1, -1, -1, -1, -1, -1, 2, 0 },  [WRISTS] = { -1, 2, -1, -1, -1, -1, -1, -1 },
  [GLOVES] = { -1, 3, 0, -1, -1, -1, -1, -1 }, [TABARD] = { -1, -1, -1, 4, 4, -1, -1, -1 },
};

static const ItemFields *
fields_of (const MwDbc *table)
{
  guint i = 0;
  while (mw_dbc_n_fields (table) < item_fields[i].least)
    i++;
  return &item_fields[i];
}

static const char *
text_at (const MwDbc *table, guint record, guint field)
{
  const char *text = mw_dbc_text (table, record, field);
  return text && *text ? text : NULL;
}

static MwWornItem
item_at (const MwDbc *table, guint record)
{
  const ItemFields *fields = fields_of (table);
  MwWornItem item = { 0 };
  for (guint i = 0; i < MW_REGION_WORN; i++)
    item.textures[i] = text_at (table, record, fields->textures + i);
  for (guint i = 0; i < 3; i++)
    item.groups[i] = mw_dbc_number (table, record, fields->groups + i);
  for (guint i = 0; i < 2; i++) {
    item.models[i] = text_at (table, record, MODEL + i);
    item.model_textures[i] = text_at (table, record, MODEL_TEXTURE + i);
    /* Before 0.9 there is one for both sexes. */
    const guint helmet = fields->groups + HELMET + i;
    item.helmets[i] = mw_dbc_number (table, record, MIN (helmet, fields->textures - 1));
  }
  return item;
}

MwWornItem
mw_worn_item (const MwCharacter *character, guint32 id)
{
  const MwDbc *table = character->items;
  for (guint i = 0; table && id && i < mw_dbc_n_records (table); i++)
    if (mw_dbc_number (table, i, 0) == id)
      return item_at (table, i);
  return (MwWornItem) { 0 };
}

/* Whether an item shows anything in a slot. */
static gboolean
shows (const MwWornItem *item, guint slot)
{
  if (slot == CLOAK)
    return item->groups[0] && item->model_textures[0];
  for (guint i = 0; i < MW_REGION_WORN; i++)
    if (item->textures[i] && cells[slot][i] >= 0)
      return TRUE;
  return FALSE;
}

void
mw_worn_list (const MwCharacter *character, MwCharacterPart part, GArray *ids)
{
  for (guint i = 0; character->items && i < mw_dbc_n_records (character->items); i++) {
    const MwWornItem item = item_at (character->items, i);
    const guint32 id = mw_dbc_number (character->items, i, 0);
    if (part >= MW_CHARACTER_FIRST_MODEL ? mw_worn_has_model (&item, part)
                                         : shows (&item, part - MW_CHARACTER_FIRST_WORN))
      g_array_append_val (ids, id);
  }
}

char *
mw_worn_name (const MwCharacter *character, MwCharacterPart part, guint32 id)
{
  const MwWornItem item = mw_worn_item (character, id);
  /* The images of what has a model are those of the set that it belongs to. */
  if (part >= MW_CHARACTER_FIRST_MODEL) {
    const char *model = item.models[0] ? item.models[0] : item.models[1];
    return model ? g_utf8_make_valid (model, -1) : NULL;
  }
  for (guint i = 0; i < MW_REGION_WORN; i++)
    if (item.textures[i])
      return g_utf8_make_valid (item.textures[i], -1);
  return item.model_textures[0] ? g_utf8_make_valid (item.model_textures[0], -1) : NULL;
}

/* --- Images --------------------------------------------------------------------------------------------------------- */

/* Two regions look at what the item is: its meshes decide what is above what. */
static gint8
cell_of (const MwWornItem *items, guint slot, guint region)
{
  if (region == MW_REGION_ARM_LOWER && items[slot].groups[0] && (slot == GLOVES || slot == CHEST))
    return slot == GLOVES ? 6 : 5;
  if (region == MW_REGION_LEG_LOWER && slot == BOOTS && items[slot].groups[0])
    return 3;
  if (region == MW_REGION_LEG_LOWER && slot == CHEST && items[slot].groups[2])
    return 4;
  if (region == MW_REGION_LEG_LOWER && slot == LEGS && items[slot].groups[2])
    return items[CHEST].groups[2] ? 3 : 4;
  return cells[slot][region];
}

/* What the slots show in a region, by its cells. */
static void
fill_cells (const MwWornItem *items, guint region, const char *filled[CELLS])
{
  for (guint slot = 0; slot < SLOTS; slot++)
    if (items[slot].textures[region] && cells[slot][region] >= 0)
      filled[cell_of (items, slot, region)] = items[slot].textures[region];
}

static void
add_region (const MwCharacter *character, MwCharacterLook *look, guint region, const char *const *filled)
{
  for (guint i = 0; i < CELLS; i++) {
    if (!filled[i])
      continue;
    /* One image for both sexes goes before that of a sex. */
    char *both = g_strdup_printf ("Item\\TextureComponents\\%s\\%s_U.blp", folders[region], filled[i]),
         *own = g_strdup_printf ("Item\\TextureComponents\\%s\\%s_%c.blp", folders[region], filled[i],
                                 character->sex == 1 ? 'F' : 'M');
    mw_look_add_layer (character, look, region, both, own);
  }
}

/* Underwear is shown where none of the first two cells of its region is filled. */
static void
add_underwear (const MwCharacter *character, MwCharacterLook *look, guint region, guint32 skin,
               const char *const *filled)
{
  const gboolean legs = region == MW_REGION_LEG_UPPER;
  const char *path = mw_character_section (character, MW_SECTION_UNDERWEAR, 0, skin, legs ? 0 : 1);
  if (path && !filled[0] && !filled[1])
    mw_look_add_layer (character, look, region, g_strdup (path), NULL);
}

/* --- Meshes --------------------------------------------------------------------------------------------------------- */

static void
show (MwCharacterLook *look, guint group, guint variant)
{
  g_hash_table_insert (look->sections, GUINT_TO_POINTER (group), GUINT_TO_POINTER (variant));
}

/* Groups of names.md 5. */
enum {
  GROUP_GLOVES = 4,
  GROUP_BOOTS = 5,
  GROUP_SLEEVES = 8,
  GROUP_KNEES = 9,
  GROUP_CHEST = 10,
  GROUP_TROUSERS = 11,
  GROUP_TABARD = 12,
  GROUP_ROBE = 13,
  GROUP_CAPE = 15,
  GROUP_BELT = 18
};

static void
show_arms (const MwWornItem *items, MwCharacterLook *look)
{
  gboolean dressed = FALSE;
  for (guint slot = 0; slot < SLOTS; slot++)
    dressed |= slot != SHIRT && items[slot].textures[MW_REGION_ARM_LOWER] && cells[slot][MW_REGION_ARM_LOWER] >= 0;
  if (items[GLOVES].groups[0])
    show (look, GROUP_GLOVES, 1 + items[GLOVES].groups[0]);
  else if (items[CHEST].groups[0])
    show (look, GROUP_SLEEVES, 1 + items[CHEST].groups[0]);
  if (!dressed && items[SHIRT].groups[0])
    show (look, GROUP_SLEEVES, 1 + items[SHIRT].groups[0]);
}

static void
show_legs (const MwWornItem *items, guint robe, MwCharacterLook *look)
{
  if (robe) {
    show (look, GROUP_BOOTS, 0);
    show (look, GROUP_TROUSERS, 0);
    show (look, GROUP_ROBE, 1 + robe);
  } else if (items[BOOTS].groups[0])
    show (look, GROUP_BOOTS, 1 + items[BOOTS].groups[0]);
  else if (items[LEGS].groups[1])
    show (look, GROUP_KNEES, 1 + items[LEGS].groups[1]);
}

static void
show_meshes (const MwWornItem *items, MwCharacterLook *look)
{
  const guint robe = items[CHEST].groups[2] ? items[CHEST].groups[2] : items[LEGS].groups[2],
              tabard = items[TABARD].groups[0];
  show_arms (items, look);
  show_legs (items, robe, look);
  if (!robe && tabard)
    show (look, GROUP_TABARD, 1 + tabard);
  if (!items[CHEST].groups[2] && !tabard && items[SHIRT].groups[1])
    show (look, GROUP_CHEST, 1 + items[SHIRT].groups[1]);
  if (!robe && !tabard && items[LEGS].groups[0])
    show (look, GROUP_TROUSERS, 2 + items[LEGS].groups[0]);
  if (items[BELT].groups[0])
    show (look, GROUP_BELT, 1 + items[BELT].groups[0]);
}

void
mw_worn_add (const MwCharacter *character, const guint32 *parts, MwCharacterLook *look)
{
  MwWornItem items[SLOTS];
  const char *filled[MW_REGION_WORN][CELLS] = { { NULL } };
  for (guint slot = 0; slot < SLOTS; slot++)
    items[slot] = mw_worn_item (character, parts[MW_CHARACTER_FIRST_WORN + slot]);
  for (guint region = 0; region < MW_REGION_WORN; region++)
    fill_cells (items, region, filled[region]);
  if (parts[MW_CHARACTER_UNDERWEAR]) {
    add_underwear (character, look, MW_REGION_LEG_UPPER, parts[MW_CHARACTER_SKIN_COLOUR], filled[MW_REGION_LEG_UPPER]);
    add_underwear (character, look, MW_REGION_TORSO_UPPER, parts[MW_CHARACTER_SKIN_COLOUR],
                   filled[MW_REGION_TORSO_UPPER]);
  }
  for (guint region = 0; region < MW_REGION_WORN; region++)
    add_region (character, look, region, filled[region]);
  show_meshes (items, look);
  const MwWornItem cloak = mw_worn_item (character, parts[MW_CHARACTER_CLOAK]);
  if (cloak.groups[0])
    show (look, GROUP_CAPE, 1 + cloak.groups[0]);
  if (cloak.model_textures[0])
    g_hash_table_insert (look->images, GUINT_TO_POINTER (2),
                         g_strdup_printf ("Item\\ObjectComponents\\Cape\\%s.blp", cloak.model_textures[0]));
}
