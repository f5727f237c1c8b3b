/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/character-skin.h"
#include "core/render/shown.h"

#include <gtk/gtk.h>

/* Choosers for the parts of a character of World of Warcraft (core/vfs/character.h): skin, face, hair, what it wears. A worker reads the tables
 * of the game and makes the skin. Hidden for all other models.
 *
 * Signal "skin": another skin is ready, or there is none any more. Signal "chosen": the user chose a part, and it is in
 * MwShown.parts now. */
#define MW_TYPE_SHOWN_CHARACTER (mw_shown_character_get_type ())
G_DECLARE_FINAL_TYPE (MwShownCharacter, mw_shown_character, MW, SHOWN_CHARACTER, GtkBox)

GtkWidget *mw_shown_character_new (void);
/* Shows the character in this file (as for mw_character_read()) with the parts in `chosen`, which must exist until another is set. `lookup`, which
 * it takes, finds the tables and images; NULL: the model is no character, or has no file. Emits "skin" if there was one. */
void mw_shown_character_set_model (MwShownCharacter *self, MwLookup *lookup, const char *file, MwShown *chosen);
/* The skin that is shown; NULL: none. It belongs to the widget. */
const MwCharacterSkin *mw_shown_character_get_skin (MwShownCharacter *self);
