/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"
#include "core/vfs/folder.h"

#include <gtk/gtk.h>

/* A button over one chooser per texture type, of M2 and of World of Warcraft's alpha, that the game fills in: which image of the model's folder stands in
 * for it. A setting of the view: nothing of it is in the document. Not in view when the model has no such type.
 *
 * Signal "show-texture" (guint type, const char *path): this image (NULL: none) is to be shown; a name of the folder, or an absolute
 * path. */
#define MW_TYPE_SHOWN_TEXTURES (mw_shown_textures_get_type ())
G_DECLARE_FINAL_TYPE (MwShownTextures, mw_shown_textures, MW, SHOWN_TEXTURES, GtkBox)

GtkWidget *mw_shown_textures_new (void);
/* Makes the choosers for what the model has now; what was chosen for a type stays. `file` is the model's (may be NULL). Tells
 * of the images that are likely. */
void mw_shown_textures_set_model (MwShownTextures *self, const MwModel *model, MwFolder *folder, const char *file);
/* What a type is called. Free with g_free(). */
char *mw_shown_textures_title (guint type);
/* The chooser of a type, or NULL. */
GtkDropDown *mw_shown_textures_get_chooser (MwShownTextures *self, guint type);
/* Tells of each image again: for a renderer that is new. */
void mw_shown_textures_tell (MwShownTextures *self);
