/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

#include <gtk/gtk.h>

/* A button over the drawing that says how many of the model's textures could not be shown, and lists them with the reason. Not
 * in view when all are there. Signal: "look-again". */
#define MW_TYPE_MISSING_TEXTURES (mw_missing_textures_get_type ())
G_DECLARE_FINAL_TYPE (MwMissingTextures, mw_missing_textures, MW, MISSING_TEXTURES, GtkBox)

GtkWidget *mw_missing_textures_new (void);
/* Notes how loading a file went; NULL: well. */
void mw_missing_textures_note (MwMissingTextures *self, const char *file, const GError *error);
/* Forgets all that was noted. */
void mw_missing_textures_clear (MwMissingTextures *self);
/* Shows what is missing of what the model names now. `folder` is where it was looked for. */
void mw_missing_textures_show (MwMissingTextures *self, const MwModel *model, const char *folder);
/* What the button says, or NULL when it is not in view; and the list behind it, one texture a line. */
const char *mw_missing_textures_get_text (MwMissingTextures *self);
const char *mw_missing_textures_get_list (MwMissingTextures *self);
