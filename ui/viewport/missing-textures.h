/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/render/renderer.h"
#include "core/vfs/lookup.h"

#include <gtk/gtk.h>

/* A button over the drawing that says how many of the model's textures are missing. Its popover lists them with their users, and the
 * places where they were looked for. Hidden if none is missing.
 *
 * Signals: "look-again": the user wants them to be looked for again. "locate" (const char *path, guint type): the user wants to
 * choose a file for a texture, by its path in the model, or, if that is NULL, by its type. */
#define MW_TYPE_MISSING_TEXTURES (mw_missing_textures_get_type ())
G_DECLARE_FINAL_TYPE (MwMissingTextures, mw_missing_textures, MW, MISSING_TEXTURES, GtkBox)

GtkWidget *mw_missing_textures_new (void);
/* Opens the list, if a texture is missing. */
void mw_missing_textures_open (MwMissingTextures *self);
/* Notes the result of loading a file; `error` NULL: it was loaded. */
void mw_missing_textures_note (MwMissingTextures *self, const char *file, const GError *error);
/* Forgets all that was noted. */
void mw_missing_textures_clear (MwMissingTextures *self);
/* Where textures are looked for. It must exist until another is set, or NULL. `has_file`: whether the model has a file, and so a folder. */
void mw_missing_textures_set_lookup (MwMissingTextures *self, MwLookup *lookup, gboolean has_file);
/* Shows which textures of the document the renderer misses now. Those that only hidden meshes show do not count; `hidden`: as for
 * MwFrame.hidden. */
void mw_missing_textures_show (MwMissingTextures *self, MwDocument *document, const MwRenderer *renderer,
                               const GArray *hidden);
