/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/save/save.h"

/* What Save As asks besides a name: for which game, and as what kind of file. Any game goes with any kind. */

/* The rows of both questions, beginning with what the document is now: ids, and titles (UTF-8, freed with the array). A NULL ends
 * both. */
void mw_save_games (MwFormat now, GPtrArray *ids, GPtrArray *titles);
void mw_save_kinds (MwFormat now, gboolean side_channel, GPtrArray *ids, GPtrArray *titles);

/* What to save when these two rows were picked, by id (NULL: as it is now). */
MwSaveOptions mw_save_choice (MwFormat now, gboolean side_channel, const char *game, const char *kind);

/* The format that a file name states, of those in which *format's family and version can be written; FALSE and *format untouched
 * where the name states none. Family and version stay. */
gboolean mw_format_of_name (const char *path, MwFormat *format);
/* The name without the suffix of a format, if it has one. Free with g_free(). */
char *mw_name_without_suffix (const char *path);
/* Where to save, and as what, when the user named a file and picked `picked` for a document of `now`. If another kind of file
 * was picked, that decides, and replaces the suffix of the other kind; otherwise the suffix decides. A name without the suffix of a
 * format gets one. Free with g_free(). */
char *mw_save_target (const char *path, MwFormat now, MwFormat picked, MwFormat *format);
