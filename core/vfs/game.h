/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/vfs/archive.h"
#include "core/vfs/clients.h"

/* An installed game whose files models may use, or a folder with files that were taken out of one (CASC data must be extracted
 * first). */
typedef struct {
  char *name;             /* how people call it: unique among the games of a user */
  const MwClient *client; /* NULL: a plain folder with extracted files */
  char *folder;           /* absolute path */
  char *locale;           /* the language folder ("enUS") that the archives are of; NULL: the game has none */
  char **order; /* what is searched, the first first: paths below the folder, where "." is the folder; ends in NULL */
} MwGame;

/* Looks at an install folder, or its Data folder. With `client` it is taken for this release, whatever it holds; NULL: it is
 * recognised. `name` may be NULL: then it is the client's id, or the name of the folder. MW_ERROR_UNSUPPORTED when the folder has CASC
 * data, MW_ERROR_IO when there is no such folder, MW_ERROR_VALUE when it has nothing that is known. Free with mw_game_free(). */
MwGame *mw_game_new (const char *folder, const char *name, const MwClient *client, GError **error);
/* The same for a folder with extracted files. */
MwGame *mw_game_new_extracted (const char *folder, const char *name, GError **error);
MwGame *mw_game_copy (const MwGame *game);
/* Sets `order` to what the folder has now, in the usual order. FALSE and an error when the folder is not there. */
gboolean mw_game_find_order (MwGame *game, GError **error);
void mw_game_free (MwGame *game);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwGame, mw_game_free)

/* Opens one place of a game's order with its patches. NULL and an error when it cannot be opened. */
MwArchive *mw_game_open_archive (const MwGame *game, const char *place, GError **error);

/* A text that is another one when archives of the game were added, removed or changed, or their order was: what was made with the files of the
 * game may then be made again. Archives that the game does not use count, too. Free with g_free(). */
char *mw_game_state (const MwGame *game);

/* --- The games of a user (games.ini) --------------------------------------------------------------------------------- */

/* The file that the window and the command line share: modelwright/games.ini in the user's configuration folder. Free with g_free(). */
char *mw_games_path (void);
/* MwGame *, in the order of the file; empty when there is no file. An entry that cannot be understood is an error that names it.
 * Free with g_ptr_array_unref(). */
GPtrArray *mw_games_read (const char *path, GError **error);
GPtrArray *mw_games_copy (const GPtrArray *games);
gboolean mw_games_write (const char *path, const GPtrArray *games, GError **error);
/* By name in any case; NULL: there is none. */
MwGame *mw_games_find (const GPtrArray *games, const char *name);
/* The game whose models have this format's version, or else the nearest one; among equals, and among plain folders if there is no such
 * game, the first. NULL: neither. */
MwGame *mw_games_for (const GPtrArray *games, MwFormat format);
