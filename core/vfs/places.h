/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/vfs/game.h"

/* Where the files that models name are looked for besides the models' own folders: folders that the user gave, and the places of a
 * game. Many models share one; all functions may be called from any thread. The first search opens the archives. */
typedef struct _MwPlaces MwPlaces;

/* `folders` (may be NULL) are searched first, in their order, then the places of `game` (may be NULL) in its order. Both are copied. Free
 * with mw_places_unref(). */
MwPlaces *mw_places_new (const char *const *folders, const MwGame *game);
/* Only this archive, which gets a reference. */
MwPlaces *mw_places_new_archive (MwArchive *archive);
/* The game whose places they are; NULL: none. It belongs to `places`. */
const MwGame *mw_places_game (const MwPlaces *places);
MwPlaces *mw_places_ref (MwPlaces *places);
void mw_places_unref (MwPlaces *places);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwPlaces, mw_places_unref)

/* Where the file is that a model calls `name`: a path on disk, or "ARCHIVE:NAME" with slashes; NULL: nowhere. Letters in any case, either slash; a
 * texture may have another texture extension there (.blp, .dds, .tga, .png). A name that is no game path ("..", an absolute path)
 * is nowhere. Free with g_free(). */
char *mw_places_find (MwPlaces *places, const char *name);
/* The bytes of that file. MW_ERROR_PATH when it is nowhere, MW_ERROR_LIMIT when it has more than `limit` bytes. Free with g_bytes_unref(). */
GBytes *mw_places_read (MwPlaces *places, const char *name, gsize limit, GError **error);

/* The files that Warcraft III has only for maps of a tileset (its letter, core/model/tilesets.h): those of the archive L.mpq in one of the
 * places. NULL: there is none, or it cannot be opened. It belongs to `places`. */
MwPlaces *mw_places_of_tileset (MwPlaces *places, char letter);

/* Whether one of the folders, not an archive, has the file. It asks no archive, so it is quick. */
gboolean mw_places_has_on_disk (MwPlaces *places, const char *name);

/* The names of all files, as game paths with backslashes, sorted without regard to case; each once, spelled as in the place that wins.
 * *unnamed (may be NULL) gets the number of files that their archives do not list. They are listed once; nobody may change the array. Free with
 * g_ptr_array_unref(). */
GPtrArray *mw_places_names (MwPlaces *places, guint *unnamed);

/* The names, without folders, of the images in the folder with this game path ("": of those in no folder), sorted. Free with
 * g_ptr_array_unref(). */
GPtrArray *mw_places_images (MwPlaces *places, const char *folder);
/* The folders and archives that are searched, as paths on disk, the first first. Free with g_ptr_array_unref(). */
GPtrArray *mw_places_list (MwPlaces *places);

/* What could not be opened (GError *); the other places are searched nevertheless. It belongs to `places`. */
const GPtrArray *mw_places_errors (MwPlaces *places);

/* The bytes of the file at a path on disk, at most `limit`. Free with g_bytes_unref(). */
GBytes *mw_places_read_file (const char *path, gsize limit, GError **error);
/* The bytes of the file at a path on disk or at "ARCHIVE:NAME", at most `limit`. Free with g_bytes_unref(). */
GBytes *mw_places_read_address (const char *address, gsize limit, GError **error);
