/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/cli.h"
#include "core/render/character-skin.h"
#include "core/vfs/lookup.h"

/* The models that a model's particles are, and that its events spawn, for `render`. */
typedef struct {
  GHashTable *files, *spawned; /* as mw_renderer_set_inner() wants them */
  GPtrArray *missing;          /* char *: files that are not found or cannot be read, and ids that no table has */
} MwRenderInner;

/* Reads those that the lookup finds; the others are said, and listed as missing. FALSE and an error: the table of what is spawned cannot be
 * read. */
gboolean mw_render_inner_read (MwCli *cli, const MwModel *model, const char *file, MwLookup *lookup,
                               MwRenderInner *inner, GError **error);
void mw_render_inner_clear (MwRenderInner *inner);
/* Says what of a model is not drawn inside another one, which calls it `name` (NULL: it is attached, or held); `shown` names it in the message. */
void mw_render_inner_say (MwCli *cli, const char *file, const MwModel *model, const char *name, const char *shown,
                          GHashTable *spawned, const MwInnerModel *inner);
/* Says what of `all` (MwCharacterHeld) is not drawn; the names of models that are missing or cannot be read are added to `missing`. */
void mw_render_held_say (MwCli *cli, const char *file, const MwModel *model, const GPtrArray *all, GPtrArray *missing);
