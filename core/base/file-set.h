/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/error.h"

#include <gio/gio.h>

/* What of a file changes when another takes its place, or it is written to. */
typedef struct {
  guint64 device, inode;
  gint64 size, seconds, nanoseconds;
} MwFileStamp;

/* Files on disk: the only place of the core that touches it (design: floors).
 *
 * A set is one model as files: the main file and, for families that have them, companions by role. Readers get a set that
 * was loaded, writers return one that a caller saves as one unit. Roles of M2 (m2.md 1): "skin0" to "skin3",
 * "anim4-1" (animation id and variation, decimal without zeros before), "lod1", "bone2", "phys". */
typedef struct {
  char *role;        /* "model", or what the family calls it; no two parts of a set have the same */
  char *path;        /* where it stands or will stand; NULL: nowhere (standard input or output) */
  char *suffix;      /* companions: what stands behind the stem in their name, as it was found ("00.SKIN"); else NULL */
  GBytes *bytes;     /* NULL in a look at the disk (file-changes.h): there is no such file */
  MwFileStamp stamp; /* of the file that was read; all 0: of none that can be read again */
  gboolean ours;     /* the file at path is of our own writing: a save keeps no backup of it */
} MwFilePart;

typedef struct {
  GPtrArray *parts;    /* MwFilePart; the main file is the first */
  GHashTable *by_role; /* the same by role; they are added by the functions below only */
  /* Role -> name of the companions beside the model at `path`, for a family that finds them by name; NULL: the parts are all
   * that there can be. By it a look at the disk sees those that appeared. */
  GHashTable *(*find_companions) (const char *path, GError **error);
} MwFileSet;

MwFileSet *mw_file_set_new (void);
/* A set of one main file, at no path, with these bytes (shared). Free with mw_file_set_free(). */
MwFileSet *mw_file_set_of_bytes (GBytes *bytes);
void mw_file_set_free (MwFileSet *set);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwFileSet, mw_file_set_free)
/* A set of the same parts, which shares their bytes. NULL for NULL. Free with mw_file_set_free(). */
MwFileSet *mw_file_set_share (const MwFileSet *set);
/* Adds a part; takes a reference on bytes. */
void mw_file_set_add (MwFileSet *set, const char *role, const char *path, GBytes *bytes);
/* The same for a companion; `path` and `suffix` may be NULL and are copied. */
void mw_file_set_add_companion (MwFileSet *set, const char *role, const char *path, const char *suffix, GBytes *bytes);
const MwFilePart *mw_file_set_main (const MwFileSet *set);
/* The part of a role, or NULL. Takes the same time in a set of two and of a thousand parts. */
MwFilePart *mw_file_set_find (const MwFileSet *set, const char *role);

/* Takes a part out of its set; NULL: there is no such part, and the main file stays. Free with mw_file_part_free(). */
MwFilePart *mw_file_set_steal (MwFileSet *set, const char *role);
void mw_file_part_free (MwFilePart *part);

/* The name of a file without its folder and without its last extension. Free with g_free(). */
char *mw_file_stem (const char *path);
/* The path of `name` in the folder of `path`; without a folder where `path` has none. Free with g_free(). */
char *mw_file_beside (const char *path, const char *name);
/* The names in the folder that `path` stands in, in no order; NULL and MW_ERROR_IO when it cannot be listed. Free with
 * g_ptr_array_unref(). */
GPtrArray *mw_file_neighbours (const char *path, GError **error);

/* A whole file as bytes. Errors are MW_ERROR_IO and say what could not be done. A device or a socket is refused, also where a
 * link leads to one; a pipe is read until its writers have closed it, which can be cancelled at any moment; a file of more
 * than 4 GiB, or than there is memory for, is refused (MW_ERROR_LIMIT) before it is read. */
GBytes *mw_file_read (const char *path, GCancellable *cancellable, GError **error);
/* The same, with the stamp that it had when it was opened; all 0 of what is no regular file. */
GBytes *mw_file_read_stamped (const char *path, MwFileStamp *stamp, GCancellable *cancellable, GError **error);
/* Has every reading that can be cancelled by this tell after each block how much of the file is there, in the thread that reads;
 * files without a size tell nothing. For those who show a progress. */
typedef void (*MwFileTold) (GCancellable *cancellable, gsize done, gsize size);
void mw_file_tell_reads (GCancellable *cancellable, MwFileTold told);

/* All of standard input, whatever that is: a file, a pipe, a terminal. */
GBytes *mw_file_read_standard_input (GError **error);
/* How many bytes are read of what has no size of its own: pipes, standard input, and files that hold more than the system says
 * they do. What has more is refused (MW_ERROR_ENDLESS) after that many. One for the whole program, at most 4 GiB; to be set
 * before threads read. */
#define MW_FILE_STREAM_LIMIT ((guint64) 256 << 20)
void mw_file_set_stream_limit (guint64 bytes);
/* FALSE and an MW_ERROR_IO where `path` leads to a device, a socket or a pipe: for those who found the name in a folder. TRUE
 * also where nothing is there. */
gboolean mw_file_is_plain (const char *path, GError **error);

typedef enum {
  MW_SAVE_OVERWRITE = 1 << 0,   /* an existing target is replaced; without it one refuses the whole (MW_ERROR_EXISTS) */
  MW_SAVE_TRY = 1 << 1,         /* only looks whether it would be allowed, and changes nothing */
  MW_SAVE_BACKUP_ONCE = 1 << 2, /* a backup that is there already stays */
  MW_SAVE_NO_SYNC_FOLDER = 1 << 3 /* one of many: who saves calls mw_file_sync_folder() when all are done */
} MwSaveFlags;

/* Saves all parts as one: each is written beside its target, flushed to the disk, then renamed over it, the main file
 * last; an error removes what was written and gives back what was already renamed. Of several files, a kill at any moment
 * leaves the old ones, the new ones, or a hidden log beside the model by which mw_file_set_recover(), the next load or the
 * next save finishes the new ones; each file is whole at any moment. (Parts that links lead to are in the log, parts in
 * another folder than the main file or without its stem are not.) The target of a symbolic link is replaced, not the link;
 * permissions (and where possible the owner) of a replaced file stay. With `backup_suffix` each replaced file is first kept
 * as NAME + suffix (an older backup of that name is replaced), as a part of the same save; a part that does not change is
 * kept only where an older backup would else stand beside those of today. A companion that holds its bytes already is left
 * alone, so that a change of the main file alone is one rename. */
gboolean mw_file_set_save (const MwFileSet *set, MwSaveFlags flags, const char *backup_suffix,
                           GCancellable *cancellable, GError **error);

/* The same for a model that was read or written before: `seen` is what its files held then (NULL: mw_file_set_save()). When one
 * of them holds something else, is gone, or another has appeared that belongs to it, nothing is written, and the error is
 * MW_ERROR_CHANGED. That is looked at while the save has its lock, last just before the first rename, so that of two who read
 * the same and save, the second is refused. Files of `seen` may be replaced without MW_SAVE_OVERWRITE. */
gboolean mw_file_set_update (const MwFileSet *set, const MwFileSet *seen, MwSaveFlags flags, const char *backup_suffix,
                             GCancellable *cancellable, GError **error);

/* The same, and once all of that has happened, files of the set that nothing needs any more are removed: `left`, MwFilePart of
 * `seen` or of the set that was read. With `backup_suffix` they are renamed to NAME + suffix. One that does not hold the bytes of
 * its part any more, or cannot be removed, stays, and its error is added to `kept` (an array of GError *); the save is done all the
 * same. A kill leaves some or all of them, never a model without a file that it needs. */
gboolean mw_file_set_update_and_remove (const MwFileSet *set, const MwFileSet *seen, const GPtrArray *left,
                                        GPtrArray *kept, MwSaveFlags flags, const char *backup_suffix,
                                        GCancellable *cancellable, GError **error);

/* Makes sure that the names in a folder are on the disk: that after a loss of power, too, files are there under the names that
 * they were given. (What is in a file is there before it gets its name.) */
void mw_file_sync_folder (const char *folder);

/* Finishes, or undoes, a save of the model at `path` that was killed, so that its files are of one save again; waits for one
 * that is going on. TRUE also when there is nothing to do. A file that was changed since is not replaced. */
gboolean mw_file_set_recover (const char *path, GCancellable *cancellable, GError **error);

/* Whether all parts of a set that were read from files are still these files, and no save of the model is going on or left: then
 * they are of one save. */
gboolean mw_file_set_is_settled (const MwFileSet *set);

/* Gives the files that a set's parts stand in other names: paths[i] is that of part i. All or nothing: every new name
 * is made beside the old one, the main file's last, before an old one goes, the main file's first; so a kill at any
 * moment leaves a complete set under the old names or under the new ones (and perhaps some of its files under both).
 * Contents, permissions and times stay; a symbolic link is renamed, not what it leads to. A name that is taken
 * refuses the whole without MW_SAVE_OVERWRITE.
 *
 * Saves of the model under either name wait until it is done. `seen` is what the files held when they were read: when one of them
 * holds something else, is gone, or another has appeared that belongs to the model, nothing is renamed, and the error is
 * MW_ERROR_CHANGED. NULL: the bytes are not looked at. A file that a program writes without that lock, between its new name and the
 * end of the old one, keeps the old one too, and the error is the same. */
gboolean mw_file_set_rename (const MwFileSet *set, const MwFileSet *seen, const char *const *paths, MwSaveFlags flags,
                             GError **error);

/* The files of `names` (and of folders among them, with everything below, in name order) that look like models by suffix.
 * Names that are no folder are kept whatever their suffix. A folder that cannot be read, and a pipe, device or socket in a
 * folder, is left out and its error added to `unread` (an array of GError *; NULL: nobody asks). Free with g_ptr_array_unref(). */
GPtrArray *mw_files_expand (const char *const *names, GPtrArray *unread);
