/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"

/* Pictures for texture slots that the game fills at run time, and for textures that cannot be found. All are made here, no
 * game file is needed; all are square, and the caller owns them. */

#define MW_TEAM_COUNT 25 /* players 0 to 23, then neutral */

/* The colour of a player's team; any number above 23 is neutral. */
void mw_image_team_rgb (guint player, uint8_t rgb[3]);

/* Replaceable id 1: one opaque colour, 8 x 8. */
MwImage *mw_image_team_colour (guint player);

/* Replaceable id 2: an opaque round glow in the team's colour on black, to be drawn additively. `size` is the side in
 * pixels, taken into 1 to 1024. */
MwImage *mw_image_team_glow (guint player, guint size);

/* Stands in for a missing texture: a magenta and dark checker that says so, 64 x 64, opaque. */
MwImage *mw_image_checker (void);
/* The same for an M2 texture that the game chooses by its type: says which, up to 9,999. */
MwImage *mw_image_checker_of_type (uint32_t type);
