/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/render-wish.h"
#include "core/render/character-skin.h"
#include "core/render/shown.h"
#include "core/vfs/named-skins.h"

/* What `render` shows for textures that the game fills in, with the tables of the game. */

typedef struct {
  GPtrArray *skins;        /* MwNamedSkin; NULL: not asked for */
  const MwNamedSkin *skin; /* of them */
  MwCharacterSkin *body;   /* of a character of the game's tables; or NULL */
} MwRenderLooks;

/* Finds what the tables of the game have for the model. FALSE: with *error, --skin cannot be shown; with *damaged, the tables cannot be
 * read, and nothing was asked of them. Clear `looks`, which must be 0, with mw_render_looks_clear(). */
gboolean mw_render_looks_find (MwRenderLooks *looks, const MwRenderWish *wish, const MwShown *shown,
                               const MwModel *model, MwLookup *lookup, const char *file, GError **damaged,
                               GError **error);
/* Sets what is shown for these textures: as --texture says, else --skin, else what the window remembers for the file (`shown`), else the
 * tables of the game, else a guess by file names. */
void mw_render_looks_show (const MwRenderLooks *looks, MwRenderer *renderer, const MwRenderWish *wish,
                           const MwModel *model, MwLookup *lookup, const char *file, const MwShown *shown);
/* Appends the meshes of a character that are not shown (MwId). */
void mw_render_looks_hide (const MwRenderLooks *looks, const MwRenderWish *wish, const MwModel *model,
                           const MwShown *shown, GArray *hidden);
void mw_render_looks_clear (MwRenderLooks *looks);
