/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Finds the files that a model names, in the model's own folder and above. Models name them as inside the game's archives:
 * "Textures\Sub\Name.blp", from the top of a map or an archive that the model stands somewhere in, with any case, and often
 * with another extension than the file that is there. */
typedef struct _MwFolder MwFolder;

/* `path` is a folder; it is read when something is first looked for. Copied. */
MwFolder *mw_folder_new (const char *path);
/* The folder that `file` stands in. */
MwFolder *mw_folder_new_for_file (const char *file);
void mw_folder_free (MwFolder *folder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwFolder, mw_folder_free)

/* Folders that are looked into for many models: each is read once, however many models and folders have it above them. For one
 * thread, and for as long as nothing is expected to come to the folders. */
typedef struct _MwFolders MwFolders;
MwFolders *mw_folders_new (void);
/* Frees all its folders. */
void mw_folders_free (MwFolders *folders);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwFolders, mw_folders_free)
/* The folder that `file` stands in; it belongs to `folders`, and nothing but mw_folder_find(), mw_folder_images() and
 * mw_folder_read() may be called with it. */
MwFolder *mw_folders_get_for_file (MwFolders *folders, const char *file);

/* Where looking upwards ends: in this folder and above it nothing is looked for, but where the model itself stands there. The
 * person's home unless set. Copied. */
void mw_folder_set_end (MwFolder *folder, const char *path);

/* The path on disk of what a model calls `name`, or NULL; free with g_free(). Tried in this order: the whole name, the name
 * without its folders, and the whole name in up to eight folders above, the nearest first, never in the top of all; each first
 * as it is, then with other letter case, then with the other texture extensions (.blp, .dds, .tga, .png). What would leave the
 * folder (".." or an absolute path) is looked for by its last part only, and only in the model's folder. */
char *mw_folder_find (MwFolder *folder, const char *name);

/* The names of the images that stand in the folder itself (.blp, .dds, .tga, .png), in order. Free with g_ptr_array_unref(). */
GPtrArray *mw_folder_images (MwFolder *folder);

/* The bytes of what mw_folder_find() finds. Not found is MW_ERROR_IO; more than `limit` bytes is MW_ERROR_LIMIT. */
GBytes *mw_folder_read (MwFolder *folder, const char *name, gsize limit, GError **error);

/* Forgets what was seen in the folder and above, so that files that came since are found. */
void mw_folder_refresh (MwFolder *folder);
