/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/vfs/character.h"
#include "core/vfs/dbc.h"

/* Inside core/vfs/character*.c. */

/* Places of the skin, by the numbers of CharComponentTextureSections (characters.md 3). 0 to 7 are those of the textures in
 * ItemDisplayInfo too. */
enum {
  MW_REGION_ARM_UPPER,
  MW_REGION_ARM_LOWER,
  MW_REGION_HAND,
  MW_REGION_TORSO_UPPER,
  MW_REGION_TORSO_LOWER,
  MW_REGION_LEG_UPPER,
  MW_REGION_LEG_LOWER,
  MW_REGION_FOOT,
  MW_REGION_ACCESSORY,
  MW_REGION_FACE_UPPER,
  MW_REGION_FACE_LOWER,
  MW_REGION_COUNT,
  MW_REGION_WORN = MW_REGION_ACCESSORY /* the number of those for what is worn */
};

/* Kinds of records in CharSections. */
enum { MW_SECTION_SKIN, MW_SECTION_FACE, MW_SECTION_FACIAL_HAIR, MW_SECTION_HAIR, MW_SECTION_UNDERWEAR };

typedef struct {
  guint textures, variation, colour, flags; /* fields of CharSections */
  guint rare;                               /* the flags of skins that the game does not offer to players */
} MwSectionFields;

struct _MwCharacter {
  guint race, sex;
  MwDbc *sections;
  const MwSectionFields *fields;                        /* of `sections` */
  MwDbc *hair, *facial_hair, *barber, *items, *helmets; /* or NULL */
  char code[4];                                         /* of race and sex in names of files: "HuM"; "": not known */
  float regions[MW_REGION_COUNT][4];                    /* x, y, width, height in parts of the whole */
};

/* A text of the record for this kind, variation and colour in CharSections; NULL: there is none, or it is empty. */
const char *mw_character_section (const MwCharacter *character, guint kind, guint variation, guint colour,
                                  guint texture);

/* Whether the table of facial hair begins with an id: from 4.0 on. */
gboolean mw_character_facial_hair_has_id (const MwCharacter *character);

/* How an item looks. The texts belong to the table; NULL: none. */
typedef struct {
  const char *textures[MW_REGION_WORN];
  guint32 groups[3];
  const char *models[2], *model_textures[2];
  guint32 helmets[2]; /* what a helmet hides: ids of HelmetGeosetVisData, for males and females */
} MwWornItem;

/* All is empty if the id is 0 or not in the table. */
MwWornItem mw_worn_item (const MwCharacter *character, guint32 id);
/* The displays that show something on this part. */
void mw_worn_list (const MwCharacter *character, MwCharacterPart part, GArray *ids);
/* Its name; NULL: none. */
char *mw_worn_name (const MwCharacter *character, MwCharacterPart part, guint32 id);
/* Adds the models that are worn and held, and hides what a helmet hides (character-models.c). */
void mw_worn_add_models (const MwCharacter *character, const guint32 *parts, MwCharacterLook *look);
/* Whether an item has a model for this part. */
gboolean mw_worn_has_model (const MwWornItem *item, MwCharacterPart part);
/* Adds to a look what is worn. `parts`: as for mw_character_look(). */
void mw_worn_add (const MwCharacter *character, const guint32 *parts, MwCharacterLook *look);

/* Adds a layer in a region (MW_REGION_COUNT: the whole). Takes the paths. */
void mw_look_add_layer (const MwCharacter *character, MwCharacterLook *look, guint region, char *path, char *other);
