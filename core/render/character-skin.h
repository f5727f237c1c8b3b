/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"
#include "core/render/inner-model.h"
#include "core/render/renderer.h"
#include "core/vfs/character.h"

/* The skin of a character of World of Warcraft, laid together from the images of its parts (characters.md 3 and 4). */

/* A model that a character wears or holds. */
typedef struct {
  const char *point;   /* as in MwCharacterModel */
  char *name;          /* as the tables call its file */
  MwInnerModel *model; /* NULL: it is missing, or cannot be read */
  char *trouble;       /* why it cannot be read; or NULL */
} MwCharacterHeld;

typedef struct {
  GPtrArray *held;      /* MwCharacterHeld */
  MwImage *body;        /* texture type 1, whose levels lack what is laid over it; NULL: its image is missing */
  GHashTable *images;   /* texture type -> char *: what its other textures show, a path as for MwTextureLoad */
  GHashTable *sections; /* group -> variant, as for mw_sections_hide() (core/pose/sections.h) */
  GPtrArray *missing;   /* char *: images that are not there or cannot be read, as the tables name them */
} MwCharacterSkin;

/* Makes the skin for these parts (guint32[MW_CHARACTER_PARTS]). An image that is missing is left out. The size is that of the lowest image.
 * NULL and MW_ERROR_LIMIT: no memory. Free with mw_character_skin_free(). */
MwCharacterSkin *mw_character_skin_make (const MwCharacter *character, const guint32 *parts, MwLookup *lookup,
                                         GError **error);
void mw_character_skin_free (MwCharacterSkin *skin);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwCharacterSkin, mw_character_skin_free)

/* The texture types that a skin may show. */
#define MW_CHARACTER_SKIN_TYPES                                                                                        \
  {                                                                                                                    \
    1, 2, 6, 8                                                                                                         \
  }
/* Whether the skin has an image for a texture type. */
gboolean mw_character_skin_has (const MwCharacterSkin *skin, guint type);
/* Shows the skin's image of a texture type; nothing if it has none. */
void mw_character_skin_show (const MwCharacterSkin *skin, guint type, MwRenderer *renderer);
/* The attachment of the model that something hangs on; NULL: it has none. */
const MwRecord *mw_character_held_point (const MwCharacterHeld *held, const MwModel *model);
/* What is hidden by the skin and by what was chosen for groups (`chosen`, as for mw_sections_hide()), which goes before. `skin` may be
 * NULL. */
void mw_character_skin_hide (const MwCharacterSkin *skin, const MwModel *model, GHashTable *chosen, GArray *hidden);
