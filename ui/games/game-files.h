/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/vfs/places.h"

#include <glib-object.h>

/* The games that the user added (games.ini, see mwright games) and their files, for all views. For the main thread.
 *
 * Signals of the one object: "changed" when the list of games has another content, so that files may be found in other places;
 * "failed" (const char *, GError *, const char *): the list, or archives of a game, cannot be read: a sentence, the error, and lines with
 * more errors (may be NULL). */
#define MW_TYPE_GAME_FILES (mw_game_files_get_type ())
G_DECLARE_FINAL_TYPE (MwGameFiles, mw_game_files, MW, GAME_FILES, GObject)

MwGameFiles *mw_game_files_get (void);

/* The games (MwGame), in the order of the list. It belongs to this module, until the list changes. */
const GPtrArray *mw_game_files_list (void);
/* Writes the list and emits "changed"; takes `games`. FALSE: the file cannot be written, or, as it is now, not be read, and so is not
 * replaced. Then nothing has changed. */
gboolean mw_game_files_set_list (GPtrArray *games, GError **error);

/* The places to look for files of models of this format: those of the game that fits best. A worker begins to open its archives. NULL: there is
 * no game. Free with mw_places_unref(). */
MwPlaces *mw_game_files_for (MwFormat format);
/* The same of one game of the list. */
MwPlaces *mw_game_files_of (const MwGame *game);

/* The places of the same game as these, which may have been opened again since; the same places, if they are of no game, or of one that is no
 * longer in the list. Free with mw_places_unref(). */
MwPlaces *mw_game_files_again (MwPlaces *places);

/* Looks in a worker whether the list, or archives in the folders of the games, have changed since they were opened, by another program. If so, all is
 * read again, and "changed" is emitted. */
void mw_game_files_look_again (void);
/* Forgets what is known of the games, so that the list is read again and their archives are opened again. */
void mw_game_files_refresh (void);
