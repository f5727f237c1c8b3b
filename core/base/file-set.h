/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/error.h"

#include <gio/gio.h>

/* The identity and state of a file. A stamp taken after the file was replaced or written to differs from an older
 * one. */
typedef struct {
  guint64 device, inode;
  gint64 size, seconds, nanoseconds;
} MwFileStamp;

/* Files on disk. Only this module of the core accesses the disk (architecture.md, idea 6).
 *
 * A set holds one model as files: the main file and, for families that have them, companions by role. Readers get a
 * loaded set; writers return one that the caller saves as a unit. Roles of M2 (m2.md 1): "skin0" to "skin3",
 * "anim4-1" (animation id and variation, decimal without leading zeros), "lod1", "bone2", "phys". */
typedef struct {
  char *role;        /* "model", or the family's name for it; unique in the set */
  char *path;        /* the current or future path; NULL: none (standard input or output) */
  char *suffix;      /* companions: the part of the name after the stem, as found ("00.SKIN"); else NULL */
  GBytes *bytes;     /* NULL only in a result of mw_file_set_look() (file-changes.h): the file does not exist */
  MwFileStamp stamp; /* of the file that was read; all 0 if it cannot be read again */
  gboolean ours;     /* we wrote the file at this path: saving over it keeps no backup */
} MwFilePart;

typedef struct {
  GPtrArray *parts;    /* MwFilePart; the main file is the first */
  GHashTable *by_role; /* the same by role; only the functions below may add to it */
  /* Finds the companions beside the model at `path` (role -> file name), for a family that finds them by name; NULL:
   * the family has none. mw_file_set_look() uses it to notice companions that appeared. */
  GHashTable *(*find_companions) (const char *path, GError **error);
} MwFileSet;

MwFileSet *mw_file_set_new (void);
/* A set of one main file without a path, with these bytes (shared). Free with mw_file_set_free(). */
MwFileSet *mw_file_set_of_bytes (GBytes *bytes);
void mw_file_set_free (MwFileSet *set);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwFileSet, mw_file_set_free)
/* A copy of the set that shares the parts' bytes. NULL for NULL. Free with mw_file_set_free(). */
MwFileSet *mw_file_set_share (const MwFileSet *set);
/* Adds a part; takes a reference on bytes. */
void mw_file_set_add (MwFileSet *set, const char *role, const char *path, GBytes *bytes);
/* Adds a companion; `path` and `suffix` may be NULL and are copied. */
void mw_file_set_add_companion (MwFileSet *set, const char *role, const char *path, const char *suffix, GBytes *bytes);
const MwFilePart *mw_file_set_main (const MwFileSet *set);
/* The part with this role, or NULL. Takes constant time. */
MwFilePart *mw_file_set_find (const MwFileSet *set, const char *role);

/* Removes a part from its set and returns it; NULL: there is no such part, or it is the main file. Free with
 * mw_file_part_free(). */
MwFilePart *mw_file_set_steal (MwFileSet *set, const char *role);
void mw_file_part_free (MwFilePart *part);

/* The name of a file without its folder and without its last extension. Free with g_free(). */
char *mw_file_stem (const char *path);
/* The path of the file `name` in the folder of `path`. Free with g_free(). */
char *mw_file_beside (const char *path, const char *name);
/* The file names in the folder of `path`, unordered; NULL and MW_ERROR_IO when it cannot be listed. Free with
 * g_ptr_array_unref(). */
GPtrArray *mw_file_neighbours (const char *path, GError **error);

/* Reads a whole file. Errors are MW_ERROR_IO. Devices and sockets are refused, also through a link. A pipe is read
 * until its writers close it; that can be cancelled at any moment. A file larger than 4 GiB, or too
 * large to allocate, is refused (MW_ERROR_LIMIT) before it is read. */
GBytes *mw_file_read (const char *path, GCancellable *cancellable, GError **error);
/* The same, with the file's stamp when it was opened; all 0 for anything but a regular file. */
GBytes *mw_file_read_stamped (const char *path, MwFileStamp *stamp, GCancellable *cancellable, GError **error);
/* Sets a progress callback for all reads that use this cancellable. It is called in the reading thread after each
 * block with the bytes read so far and the file's size. Input without a size is not reported. */
typedef void (*MwReadProgress) (GCancellable *cancellable, gsize done, gsize size);
void mw_file_watch_reads (GCancellable *cancellable, MwReadProgress progress);

/* All of standard input, whether a file, a pipe or a terminal. */
GBytes *mw_file_read_standard_input (GError **error);
/* The limit for input without a known size: pipes, standard input, and files that hold more than their stated size.
 * Longer input is refused (MW_ERROR_ENDLESS). It applies to the whole program, is at most 4 GiB, and must be set
 * before threads read. */
#define MW_FILE_STREAM_LIMIT ((guint64) 256 << 20)
void mw_file_set_stream_limit (guint64 bytes);
/* FALSE and MW_ERROR_IO where `path` leads to a device, a socket or a pipe; for names found by listing a folder.
 * TRUE for files and folders, and where nothing exists at `path`. */
gboolean mw_file_is_plain (const char *path, GError **error);
/* Whether both paths lead to the same file, also through links. FALSE if one of them leads to none. */
gboolean mw_file_is_same (const char *a, const char *b);

typedef enum {
  MW_SAVE_OVERWRITE =
    1 << 0, /* replace existing targets; without it any existing target fails the whole save (MW_ERROR_EXISTS) */
  MW_SAVE_TRY = 1 << 1,           /* only check whether the save would be allowed; change nothing */
  MW_SAVE_BACKUP_ONCE = 1 << 2,   /* keep a backup that exists already */
  MW_SAVE_NO_SYNC_FOLDER = 1 << 3 /* for many saves: the caller runs mw_file_sync_folder() when all are done */
} MwSaveFlags;

/* Saves all parts as a unit. Each is written to a temporary file beside its target, flushed to the disk, then renamed
 * over the target, the main file last. On an error the temporary files are removed and renames are reverted.
 *
 * If the program is killed during a save of several files, the disk holds the old files, the new files, or a hidden log
 * beside the model with which mw_file_set_recover(), the next load or the next save completes the new ones; each single
 * file is always complete. (Parts reached through links are in the log. Parts in another folder than the main file, or
 * without its stem, are not.)
 *
 * The target of a symbolic link is replaced, not the link. The permissions and, where possible, the owner of a
 * replaced file are kept. With `backup_suffix` each replaced file is first kept as NAME + suffix, replacing an older
 * backup of that name, as part of the same save. An unchanged part is backed up only if it has an older backup:
 * otherwise the backups of one model would be of different times. A companion whose file already has its bytes is not
 * written, so a change of the main file alone takes one rename. Parts that were written get `ours`. */
gboolean mw_file_set_save (const MwFileSet *set, MwSaveFlags flags, const char *backup_suffix,
                           GCancellable *cancellable, GError **error);

/* Makes the folders above `path` that are not there. MW_ERROR_IO when that fails. */
gboolean mw_file_make_folder_of (const char *path, GError **error);

/* Saves one file that is not a model in the same way. */
gboolean mw_file_save (const char *path, GBytes *bytes, MwSaveFlags flags, GError **error);

/* Saves a model that was read or written before. `seen` is what its files held then (NULL: the same as
 * mw_file_set_save()). If one of them has changed or is gone, or a new companion has appeared, nothing is written
 * and the error is MW_ERROR_CHANGED. The check runs while the save holds its lock, the last time just before the
 * first rename; so if two programs read the same files and save, the second save is refused. Files of `seen` may be
 * replaced without MW_SAVE_OVERWRITE. */
gboolean mw_file_set_update (const MwFileSet *set, const MwFileSet *seen, MwSaveFlags flags, const char *backup_suffix,
                             GCancellable *cancellable, GError **error);

/* The same; after a successful save it removes files of the model that are not needed any more: `left`, MwFilePart
 * of `seen` or of the set that was read. With `backup_suffix` they are renamed to NAME + suffix instead. A file that
 * no longer has the bytes of its part, or cannot be removed, stays, and an error is added to `kept` (an array of
 * GError *); the save still succeeds. If the program is killed, some of them may remain, but no file that the model
 * needs is missing. */
gboolean mw_file_set_update_and_remove (const MwFileSet *set, const MwFileSet *seen, const GPtrArray *left,
                                        GPtrArray *kept, MwSaveFlags flags, const char *backup_suffix,
                                        GCancellable *cancellable, GError **error);

/* Flushes a folder to the disk, so that its files have their names even after a loss of power. (The contents of a
 * file are flushed before it gets its name.) */
void mw_file_sync_folder (const char *folder);

/* Completes or reverts a save of the model at `path` that was killed, so that all its files are from one save again;
 * waits for a save in progress. TRUE also when there was nothing to do. A file that changed in the meantime is not
 * replaced. */
gboolean mw_file_set_recover (const char *path, GCancellable *cancellable, GError **error);

/* Whether all files of a set are still those that were read, and no save of the model has replaced some of its files but
 * not all. If so, they are from one save. */
gboolean mw_file_set_is_of_one_save (const MwFileSet *set);

/* Renames the files of a set: paths[i] is the new path of part i. All or nothing: every new name is first linked to its
 * file, the main file's last; then the old names are removed, the main file's first. So a kill at any moment leaves a
 * complete set under the old or the new names, and perhaps some of its files under both. Contents, permissions and
 * times are kept. A symbolic link is renamed, not its target. A name in use refuses the whole without
 * MW_SAVE_OVERWRITE.
 *
 * Saves of the model under either name wait until the rename is done. `seen` is what the files held when they were
 * read: if one of them has changed or is gone, or a new companion has appeared, nothing is renamed and the error is
 * MW_ERROR_CHANGED. NULL: the contents are not checked. If a program that does not use the lock writes a file
 * after its new name was made and before its old name is removed, both names are kept, and the error is the same. */
gboolean mw_file_set_rename (const MwFileSet *set, const MwFileSet *seen, const char *const *paths, MwSaveFlags flags,
                             GError **error);

/* Expands folders among `names` to all files below them, in name order, that look like models by suffix. Names that
 * are not folders are kept whatever their suffix. A folder that cannot be read, and a pipe, device or socket in a
 * folder, is left out, and an error is added to `unread` (an array of GError *; may be NULL). Free with
 * g_ptr_array_unref(). */
GPtrArray *mw_files_expand (const char *const *names, GPtrArray *unread);
