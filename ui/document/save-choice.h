/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/save/save.h"

/* The choices of Save As besides the name: the game, and the kind of file. All combinations are possible. */

/* The rows of both choices, starting with the document's current one: ids, and titles (UTF-8, freed with the array).
 * Both arrays end with NULL. */
void mw_save_games (MwFormat now, GPtrArray *ids, GPtrArray *titles);
void mw_save_kinds (MwFormat now, gboolean side_channel, GPtrArray *ids, GPtrArray *titles);

/* The rows of all games whose models are written, after one for the version that each of many files has. */
void mw_save_all_games (GPtrArray *ids, GPtrArray *titles);

/* The save options for the two picked rows, given by id (NULL: as it is now). */
MwSaveOptions mw_save_choice (MwFormat now, gboolean side_channel, const char *game, const char *kind);

/* Sets *format to the format that a file name stands for, with the same family and version. FALSE, and *format
 * unchanged, if the name stands for none in which they can be written. */
gboolean mw_format_of_name (const char *path, MwFormat *format);
/* ".mdx"; "" for a format that cannot be written. */
const char *mw_format_suffix (MwFormat format);
/* The name without the suffix of a format, if it has one. Free with g_free(). */
char *mw_name_without_suffix (const char *path);
/* The path and format to save to, when the user entered `path` and picked `picked` for a document in format `now`.
 * If another kind of file was picked, it is used and replaces the suffix of the other kind; otherwise the suffix
 * decides. A name without the suffix of a format gets one. Free with g_free(). */
char *mw_save_target (const char *path, MwFormat now, MwFormat picked, MwFormat *format);
/* What the user may mean instead: if another kind of file was picked and the name has the suffix of the document's own kind, the name and
 * its format. NULL if name and choice agree. Free with g_free(). */
char *mw_save_target_by_name (const char *path, MwFormat now, MwFormat picked, MwFormat *format);
