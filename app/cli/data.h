/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/cli.h"
#include "core/vfs/places.h"

/* Where verbs look for the files that models name, besides the models' own folders. */

/* The options of such a verb. */
#define MW_CLI_DATA_OPTIONS                                                                                            \
  { 0, "game", "NAME", "look for files in this game (see mwright games); otherwise in the one that fits the model" },  \
    { 0, "data", "DIR", "look for files in this folder first; can be given several times" },                           \
  {                                                                                                                    \
    0, "no-game-data", NULL, "do not look for files in games"                                                          \
  }

typedef struct _MwCliData MwCliData;

/* Reads the options and the list of games. NULL: a game that is not in the list, a list that cannot be read, or options that contradict
 * each other, which is reported here. Free with mw_cli_data_free(). */
MwCliData *mw_cli_data_new (MwCli *cli);
void mw_cli_data_free (MwCliData *data);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwCliData, mw_cli_data_free)
/* The places for models of this format, shared by all of them. What cannot be opened is said once. They belong to `data`; NULL: none. */
MwPlaces *mw_cli_data_places (MwCliData *data, MwFormat format);

/* What a verb that works on all files of an archive or game was given: with --game the game and all arguments as patterns, else the archive
 * of the first argument, with "ARCHIVE:NAME" as one pattern. NULL: reported here. Free the places with mw_places_unref() and *patterns
 * (char *) with g_ptr_array_unref(). *title (free with g_free()) is how the source is called. */
MwPlaces *mw_cli_archive (MwCli *cli, GPtrArray **patterns, char **title);
/* The names in `places` that fit one of the patterns, sorted; all names, if there is no pattern. "*" is any text and "?" any character,
 * also a slash; letters in any case, either slash. A pattern without them is a name, and found even if the archive does not list it.
 * A pattern that nothing fits is reported here (exit code 2). *unnamed as of mw_places_names(). Free with g_ptr_array_unref(). */
GPtrArray *mw_cli_archive_names (MwCli *cli, MwPlaces *places, const GPtrArray *patterns, const char *title,
                                 guint *unnamed);
