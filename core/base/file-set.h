/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/error.h"

#include <gio/gio.h>

/* Files on disk: the only place of the core that touches it (design: floors).
 *
 * A set is one model as files: the main file and, for families that have them, companions by role. Readers get a set that
 * was loaded, writers return one that a caller saves as one unit. */
typedef struct {
  char *role; /* "model", or what the family calls it */
  char *path; /* where it stands or will stand; NULL: nowhere (standard input or output) */
  GBytes *bytes;
} MwFilePart;

typedef struct {
  GPtrArray *parts; /* MwFilePart; the main file is the first */
} MwFileSet;

MwFileSet *mw_file_set_new (void);
void mw_file_set_free (MwFileSet *set);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwFileSet, mw_file_set_free)
/* Adds a part; takes a reference on bytes. */
void mw_file_set_add (MwFileSet *set, const char *role, const char *path, GBytes *bytes);
const MwFilePart *mw_file_set_main (const MwFileSet *set);

/* A whole file as bytes. Errors are MW_ERROR_IO and say what could not be done. */
GBytes *mw_file_read (const char *path, GCancellable *cancellable, GError **error);

typedef enum {
  MW_SAVE_OVERWRITE = 1 << 0 /* an existing target is replaced; without it one refuses the whole */
} MwSaveFlags;

/* Saves all parts as one: each is written beside its target, flushed to the disk, then renamed over it, the main file
 * last; an error removes what was written and gives back what was already renamed. A kill at any moment leaves each file
 * whole, the old one or the new one. The target of a symbolic link is replaced, not the link; permissions (and where
 * possible the owner) of a replaced file stay. With `backup_suffix` each replaced file is first kept as NAME + suffix
 * (an older backup of that name is replaced). */
gboolean mw_file_set_save (const MwFileSet *set, MwSaveFlags flags, const char *backup_suffix, GCancellable *cancellable,
                           GError **error);

/* The files of `names` (and of folders among them, with everything below, in name order) that look like models by suffix.
 * Names that are no folder are kept whatever their suffix. A folder that cannot be read is left out and its error added to
 * `unread` (an array of GError *; NULL: nobody asks). Free with g_ptr_array_unref(). */
GPtrArray *mw_files_expand (const char *const *names, GPtrArray *unread);
