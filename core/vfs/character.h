/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/vfs/lookup.h"

/* How a character of World of Warcraft looks, from the tables of its client in DBFilesClient: which images are laid over each other to
 * its skin, which images its other textures show, and which variants of its meshes. characters.md has the tables and the rules.
 * core/render/character-skin.h makes the pictures. */

typedef enum {
  MW_CHARACTER_SKIN_COLOUR,
  MW_CHARACTER_FACE,
  MW_CHARACTER_FACIAL_HAIR,
  MW_CHARACTER_HAIR_STYLE,
  MW_CHARACTER_HAIR_COLOUR, /* of facial hair too */
  MW_CHARACTER_UNDERWEAR,   /* 0 or 1 */
  /* What is worn, by its id in ItemDisplayInfo; 0: nothing. */
  MW_CHARACTER_SHIRT,
  MW_CHARACTER_CHEST,
  MW_CHARACTER_BELT,
  MW_CHARACTER_LEGS,
  MW_CHARACTER_BOOTS,
  MW_CHARACTER_WRISTS,
  MW_CHARACTER_GLOVES,
  MW_CHARACTER_TABARD,
  MW_CHARACTER_CLOAK,
  /* These are models of their own, which hang on attachments of the body. */
  MW_CHARACTER_HELM,
  MW_CHARACTER_SHOULDERS,
  MW_CHARACTER_MAIN_HAND,
  MW_CHARACTER_OFF_HAND, /* a weapon in the left hand */
  MW_CHARACTER_SHIELD,
  MW_CHARACTER_PARTS
} MwCharacterPart;
#define MW_CHARACTER_FIRST_WORN MW_CHARACTER_SHIRT
#define MW_CHARACTER_FIRST_MODEL MW_CHARACTER_HELM

/* The word of a part, as `mwright render --skin` and the settings of a view have it. */
const char *mw_character_part_word (MwCharacterPart part);
/* Its name for people, marked for translation. */
const char *mw_character_part_label (MwCharacterPart part);
/* The part with this word; MW_CHARACTER_PARTS: there is none. */
MwCharacterPart mw_character_part_find (const char *word);

/* The tables, as far as they are about one model. They are only read, so that any thread may use it. */
typedef struct _MwCharacter MwCharacter;

/* `model` is the path of the model, or its game path, or "ARCHIVE:NAME". It is a character of the tables if its folder is that of a skin in
 * CharSections (Character\Human\Male), or its file name is made of the last two names of that folder (HumanMale). The tables are
 * found by `lookup`. NULL without an error: there is no CharSections, or it does not have the model. NULL and an error: a table is
 * damaged. Free with mw_character_free(). */
MwCharacter *mw_character_read (MwLookup *lookup, const char *model, GError **error);
void mw_character_free (MwCharacter *character);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwCharacter, mw_character_free)

/* What is shown of each part (guint32[MW_CHARACTER_PARTS]): that of `chosen` (part -> number, by GUINT_TO_POINTER(); may be NULL), else the lowest
 * that there is, with underwear and nothing worn. */
void mw_character_fill (const MwCharacter *character, GHashTable *chosen, guint32 *parts);

/* The numbers that there are for a part with these other parts (guint32), sorted, each once; faces depend on the skin colour. Those of what is worn
 * are all displays of items that show something there, after 0. Free with g_array_unref(). */
GArray *mw_character_choices (const MwCharacter *character, MwCharacterPart part, const guint32 *parts);
/* A name for a number: of hair and facial hair that of the barber's table (3.0 and later), of skin colours that of the file, of what is
 * worn that of an image, or of its model. NULL: the tables have none. Free with g_free(). */
char *mw_character_choice_name (const MwCharacter *character, MwCharacterPart part, guint32 number);

/* A picture that is laid over the skin. */
typedef struct {
  char *paths[2]; /* game paths; the first that is there is taken; the second may be NULL */
  float x, y;     /* where, and how large: in parts of the whole picture */
  float width, height;
} MwCharacterLayer;

/* A model that is worn or held. */
typedef struct {
  const char *point; /* the attachment that it hangs on, by its name in data/catalogues/attachments.xml; static */
  char *paths[2];    /* game paths; the first that is there is taken */
  char *image;       /* the game path of its texture type 2; NULL: none */
} MwCharacterModel;

typedef struct {
  GPtrArray *models;    /* MwCharacterModel */
  GPtrArray *layers;    /* MwCharacterLayer, the lowest first: it is the whole skin */
  GHashTable *images;   /* texture type (names.md 4) -> char *: the game path of its image */
  GHashTable *sections; /* group -> variant, as for mw_sections_hide() (core/pose/sections.h): where the look decides */
} MwCharacterLook;

/* What is shown with these parts (guint32[MW_CHARACTER_PARTS]); parts that the tables do not have show nothing. Free with
 * mw_character_look_free(). */
MwCharacterLook *mw_character_look (const MwCharacter *character, const guint32 *parts);
void mw_character_look_free (MwCharacterLook *look);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwCharacterLook, mw_character_look_free)
