/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

#include <gtk/gtk.h>

/* A button over the drawing that says how many of the model's textures could not be loaded, and lists them with the
 * reason. Hidden if none is missing. Signal: "look-again": the user wants them to be looked for again. */
#define MW_TYPE_MISSING_TEXTURES (mw_missing_textures_get_type ())
G_DECLARE_FINAL_TYPE (MwMissingTextures, mw_missing_textures, MW, MISSING_TEXTURES, GtkBox)

GtkWidget *mw_missing_textures_new (void);
/* Notes the result of loading a file; `error` NULL: it was loaded. */
void mw_missing_textures_note (MwMissingTextures *self, const char *file, const GError *error);
/* Forgets all that was noted. */
void mw_missing_textures_clear (MwMissingTextures *self);
/* Shows which textures in the model are currently missing. `folder` is where they were looked for. */
void mw_missing_textures_show (MwMissingTextures *self, const MwModel *model, const char *folder);
