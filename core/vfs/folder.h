/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Finds the files that a model names, in the model's folder and those above it. Models name files as in the game's
 * archives: "Textures\Sub\Name.blp", relative to the root of the map or archive that contains the model, in any
 * letter case, and often with another extension than the file on disk. */
typedef struct _MwFolder MwFolder;

/* `path` is a folder, copied. It is listed when a file is first looked for. Free with mw_folder_free(). */
MwFolder *mw_folder_new (const char *path);
/* The same for the folder that contains `file`. */
MwFolder *mw_folder_new_for_file (const char *file);
void mw_folder_free (MwFolder *folder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwFolder, mw_folder_free)

/* Folders shared by many models, each listed only once. For one thread, and only while no files are expected to
 * appear in the folders. */
typedef struct _MwFolders MwFolders;
MwFolders *mw_folders_new (void);
/* Frees all its folders. */
void mw_folders_free (MwFolders *folders);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwFolders, mw_folders_free)
/* The folder that contains `file`. It belongs to `folders`; call only mw_folder_find(), mw_folder_places(), mw_folder_images()
 * and mw_folder_read() on it. */
MwFolder *mw_folders_get_for_file (MwFolders *folders, const char *file);

/* The path on disk of the file that a model calls `name`, or NULL; free with g_free(). Searched in this order: the
 * whole name, the name without its folders, then the whole name in up to eight parent folders, nearest first. Unless
 * the model itself is there, it is never searched for in the root, in the folder for temporary files, nor in the user's
 * home folder or above it. In each place: the exact name, then other letter case, then the other extensions of images
 * (mw_image_extensions()). A name that leaves the folder ("..", an absolute path) is reduced to its last part and only looked
 * for in the model's folder. */
char *mw_folder_find (MwFolder *folder, const char *name);

/* The folders where mw_folder_find() looks for a name, as paths on disk: this one and those above it. Free with
 * g_ptr_array_unref(). */
GPtrArray *mw_folder_places (MwFolder *folder);

/* Whether this folder, or one above it where mw_folder_find() looks, has a file or folder of this name, in any letter case. */
gboolean mw_folder_has_above (MwFolder *folder, const char *name);

/* The names of the images in the folder itself (of mw_image_extensions()), sorted. Free with g_ptr_array_unref(). */
GPtrArray *mw_folder_images (MwFolder *folder);

/* The file or folder at a path below the folder itself, in any letter case; NULL: there is none. Nothing else is tried. The path as it is
 * on disk, below the folder; free with g_free(). */
char *mw_folder_entry (MwFolder *folder, const char *relative);

/* The names of all files and folders in the folder at `relative` ("": in the folder itself), sorted. Free with
 * g_ptr_array_unref(). */
GPtrArray *mw_folder_names (MwFolder *folder, const char *relative);

/* Reads the file that mw_folder_find() finds. MW_ERROR_IO when it is not found, MW_ERROR_LIMIT when it has more than
 * `limit` bytes. */
GBytes *mw_folder_read (MwFolder *folder, const char *name, gsize limit, GError **error);
