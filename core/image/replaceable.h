/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/image/image.h"

/* Images for texture slots that the game fills in at run time. All are generated, so no game file is needed. All are
 * square; free with mw_image_free(). */

#define MW_TEAM_COUNT 25 /* players 0 to 23, then neutral */

/* The team colour of a player; any number above 23 is neutral. */
void mw_image_team_rgb (guint player, uint8_t rgb[3]);

/* Replaceable id 1: one opaque colour, 8 x 8. */
MwImage *mw_image_team_colour (guint player);

/* Replaceable id 2: an opaque round glow in the team's colour on black, meant for additive blending. `size` is the
 * side in pixels, clamped to 1..1024. */
MwImage *mw_image_team_glow (guint player, guint size);

/* An image that the program draws itself, all bytes 0; the side is from 1 to 1024. Never NULL: it can only fail for lack of memory,
 * which ends GLib programs anyway. */
MwImage *mw_image_new_square (uint32_t side, const char *format_name);
