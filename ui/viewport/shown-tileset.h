/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/render/shown.h"
#include "core/vfs/lookup.h"

#include <gtk/gtk.h>

/* A chooser for the tileset of the map that a model is shown on (core/model/tilesets.h). Hidden unless a texture of the model has
 * other files on some tilesets, a tileset is chosen, or the light is that of an hour.
 *
 * Signal "chosen": the user chose a tileset, and it is in MwShown.tileset now. */
#define MW_TYPE_SHOWN_TILESET (mw_shown_tileset_get_type ())
G_DECLARE_FINAL_TYPE (MwShownTileset, mw_shown_tileset, MW, SHOWN_TILESET, GtkBox)

GtkWidget *mw_shown_tileset_new (void);
/* Shows the chooser if the model needs it. `chosen` has what the user chose, and gets what he chooses; it must exist until another is
 * set. `lookup` (may be NULL) finds the files of the model. */
void mw_shown_tileset_set_model (MwShownTileset *self, const MwModel *model, const MwLookup *lookup, MwShown *chosen);
