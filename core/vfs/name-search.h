/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Searches the names of all files of an archive or a game while the user types.
 *
 * Each word that was typed must be in the name (a game path), in any order and any letter case; / and \ are the same. From the best match to
 * the worst, and of equal ones in the order of the names: the file name without its extension is the word, begins with it, has it at
 * the beginning of one of its words, has it inside; and last, it is only in the folders or the extension. Several words: by the sum. For one thread
 * at a time. */
typedef struct _MwNameSearch MwNameSearch;

/* `names` (const char *) are those of mw_places_names(); gets a reference, and nobody may change them. Free with mw_name_search_free(). */
MwNameSearch *mw_name_search_new (GPtrArray *names);
void mw_name_search_free (MwNameSearch *search);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwNameSearch, mw_name_search_free)

/* Searches among the names that end in one of `suffixes` (".mdx", in lower case; NULL: all). Nothing typed: all of them. Returns how many
 * there are. */
guint mw_name_search_run (MwNameSearch *search, const char *const *suffixes, const char *typed);
/* The number of files with these suffixes, whatever was typed. */
guint mw_name_search_count (const MwNameSearch *search, const char *const *suffixes);
/* The name number `index` of the last search, the best first; it is below what that returned. */
const char *mw_name_search_get (const MwNameSearch *search, guint index);
