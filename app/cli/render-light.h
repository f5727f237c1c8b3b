/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/render-wish.h"
#include "core/render/shown.h"

/* The light of a picture of `render`, and what belongs to it. */
typedef struct {
  MwLighting lighting;
  MwSun sun;
  MwFog fog;
  MwSurroundings
    *surroundings; /* of the game, for HD surfaces; NULL: neutral ones. Free with mw_surroundings_unref() */
} MwRenderLight;

/* Finds the light that is wished for, or that the window remembers, in the game if it is that of an hour. A game that is not there is said, and
 * the light is that of a day. FALSE and an error: the game of the model has no such light. */
gboolean mw_render_light_find (MwCli *cli, const MwRenderWish *wish, const MwShown *shown, const MwModel *model,
                               MwLookup *lookup, char tileset, const char *file, MwRenderLight *light, GError **error);
