/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/vfs/places.h"

/* The files of the games that the user added (games.ini, see mwright games), for all views. For the main thread. */

/* The places to look for files of models of this format: those of the game that fits best. A worker begins to open its archives. NULL: there is
 * no game. Free with mw_places_unref(). */
MwPlaces *mw_game_files_for (MwFormat format);

/* Forgets what is known of the games, so that the list is read again and their archives are opened again. */
void mw_game_files_refresh (void);
