/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/character-skin.h"
#include "core/render/shown.h"

#include <gtk/gtk.h>

/* A button whose popover has one chooser for each texture type that the game fills in (M2 and World of Warcraft's
 * alpha). It chooses an image of the model's folder to show instead. This is a setting of the view; the document does
 * not have it. For a character it chooses its parts too (ui/viewport/shown-sections.h), for a tree of
 * Warcraft III its tileset (ui/viewport/shown-tileset.h). Hidden if the model has none of these.
 *
 * Signal "show-texture" (guint type, const char *path): show this image, a name in the folder or an absolute path
 * (NULL: none, or that of the skin by the tables, if it has one). Signal "chosen": the user chose an image, a part or a tileset, and it is in
 * MwShown now. Signal "tables": he chose another folder with tables, which is there too. */
#define MW_TYPE_SHOWN_TEXTURES (mw_shown_textures_get_type ())
G_DECLARE_FINAL_TYPE (MwShownTextures, mw_shown_textures, MW, SHOWN_TEXTURES, GtkBox)

GtkWidget *mw_shown_textures_new (void);
/* Updates the choosers for the model; what was chosen for a type stays. `file` is the model's path (may be NULL). `chosen` has what the
 * user chose for types, and gets what he chooses; it must exist until another is set. Emits "show-texture" for types that have a
 * chosen or a likely image. */
void mw_shown_textures_set_model (MwShownTextures *self, const MwModel *model, MwLookup *lookup, const char *file,
                                  MwShown *chosen);
/* Sets how the tables of a game are found: `make` returns a new lookup (NULL: nowhere), which a worker gets. */
void mw_shown_textures_set_tables (MwShownTextures *self, MwLookup *(*make) (gpointer data), gpointer data);
/* Reads the tables again for the next model that is set. */
void mw_shown_textures_forget_tables (MwShownTextures *self);
/* The skin of a character by the tables; NULL: none. It belongs to the widget. */
const MwCharacterSkin *mw_shown_textures_get_skin (MwShownTextures *self);
/* Does what choosing a file for a type does. */
void mw_shown_textures_choose (MwShownTextures *self, guint type, const char *path);
/* The image that is shown for a type, as in "show-texture". NULL: none. It belongs to the widget. */
const char *mw_shown_textures_get (MwShownTextures *self, guint type);
/* Appends the images that are shown for types (char *, as in "show-texture"), those of a skin by the tables too. */
void mw_shown_textures_append_images (MwShownTextures *self, GPtrArray *names);
/* A modal dialog for the window of a widget that asks for an image file; the caller connects to "response", shows it and owns it. */
GtkFileChooserNative *mw_shown_textures_ask (GtkWidget *widget, const char *title);
/* The name of a type. Free with g_free(). */
char *mw_shown_textures_title (guint type);
/* Emits "show-texture" for every type again, for a new renderer. */
void mw_shown_textures_emit_all (MwShownTextures *self);
