/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/vfs/folder.h"
#include "core/vfs/places.h"

/* Finds the files that one model names: in its own folder and those above it (core/vfs/folder.h), or, for a model in an archive, in
 * that archive; then in the folders that were added for this model, each as if it were the model's; then in the user's folders and
 * the game (core/vfs/places.h). */
typedef struct _MwLookup MwLookup;

/* `model` is the model's path, or "ARCHIVE:NAME"; NULL: it has none, and only `places` are searched. `folders` (may be NULL) shares
 * listings with other models; it must outlive the lookup. `places` (may be NULL) gets a reference. Free with mw_lookup_free(). */
MwLookup *mw_lookup_new (const char *model, MwFolders *folders, MwPlaces *places);
/* For the model with this game path in a game, or an archive: its files are looked for in `own` alone, which gets a reference. */
MwLookup *mw_lookup_new_inside (MwPlaces *own, const char *name);
void mw_lookup_free (MwLookup *lookup);
/* A number that no other lookup of this process has, also after this one is freed. */
guint mw_lookup_serial (const MwLookup *lookup);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwLookup, mw_lookup_free)

/* Adds a folder to search for this model. */
void mw_lookup_add_folder (MwLookup *lookup, const char *path);
/* Takes this file, a path on disk, for what the model calls `name`, in any letter case and with either slash, before all searching. */
void mw_lookup_set_file (MwLookup *lookup, const char *name, const char *path);
/* Finds files as on maps of a tileset of Warcraft III (its letter; 0: none): each place is first searched for _tilesets/L.w3mod/NAME, as Reforged has
 * it, and for NAME in the archive L.mpq, as older versions have it in War3.mpq; then for NAME. Source: the order in the class
 * Hierarchy of github.com/stijnherfst/HiveWE. */
void mw_lookup_set_tileset (MwLookup *lookup, char letter);
char mw_lookup_tileset (const MwLookup *lookup);
/* Whether a folder that is searched has the file `name` for maps of any tileset, as Reforged has it. Archives are not asked. */
gboolean mw_lookup_has_tilesets (const MwLookup *lookup, const char *name);
/* The folders and archives that are searched, in this order, each once: paths on disk. Free with g_ptr_array_unref(). */
GPtrArray *mw_lookup_places (MwLookup *lookup);

/* The game or archive that has what the model's folder does not have; NULL: none. It belongs to the lookup. */
MwPlaces *mw_lookup_game (const MwLookup *lookup);

/* Where the file is that the model calls `name`: a path on disk, or "ARCHIVE:NAME" with slashes; NULL: not found. Free with g_free(). */
char *mw_lookup_find (MwLookup *lookup, const char *name);
/* The same for a file that may be a model: if it is not found and ends in .mdl, .mdx or .m2, another of these endings is taken. Models of World
 * of Warcraft call files .mdx that have been .m2 since its first release (m2.md 1). */
char *mw_lookup_find_model (MwLookup *lookup, const char *name);
/* The bytes of the file that mw_lookup_find() finds. MW_ERROR_IO when it is not found, MW_ERROR_LIMIT when it has more than `limit` bytes. Free with
 * g_bytes_unref(). */
GBytes *mw_lookup_read (MwLookup *lookup, const char *name, gsize limit, GError **error);
/* The names, without folders, of the images beside the model, sorted. Free with g_ptr_array_unref(). */
GPtrArray *mw_lookup_images (MwLookup *lookup);
