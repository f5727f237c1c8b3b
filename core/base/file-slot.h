/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-set.h"

#include <sys/stat.h>

/* Internals of saving, shared by file-save.c and save-log.c: the files that are replaced together. */
typedef struct {
  char *path;      /* as the caller spells it */
  char *target;    /* the file to replace, with links resolved */
  GBytes *bytes;   /* the new contents; not owned */
  char *from;      /* or an existing file that gets this name; NULL: use `bytes` */
  char *beside;    /* the temporary file, until it is renamed */
  char *old;       /* a second name of the replaced file while other renames may still fail; must be unused */
  gboolean follow; /* a link at `path` is followed, not replaced */
  gboolean is_new; /* there was nothing to replace */
  gboolean renamed;
  struct stat info; /* of the file to replace */
} MwSlot;

void mw_slot_free (MwSlot *slot);
/* A slot for a file. `follow`: resolve a link at `path`. */
MwSlot *mw_slot_new (const char *path, gboolean follow);
/* stat() of what the slot will replace; of the link itself where that is replaced. */
int mw_slot_stat (const MwSlot *slot, struct stat *info);
/* Chooses the names of the slot's two temporary files: hidden, in the target's folder, unique to this save
 * (`token`), and the same on every call. */
void mw_slot_name (MwSlot *slot, guint64 token, guint index);

/* Removes the slots' temporary files that are not needed after the renames. */
void mw_slots_tidy (const GPtrArray *slots);
/* Flushes the folders of the slots' targets. */
void mw_slots_sync_folders (const GPtrArray *slots);

/* A shortened name, short enough to add a prefix and a suffix, and different for different names. Free with
 * g_free(). */
char *mw_file_short_name (const char *name);

/* All 0 for anything but a regular file. */
MwFileStamp mw_file_stamp (const struct stat *info);

/* Sets MW_ERROR_IO for `path`: what failed, and the reason from errno. Returns FALSE. */
gboolean mw_file_fail (GError **error, const char *path, const char *what);
/* Whether the operation was cancelled; if so sets MW_ERROR_CANCELLED. */
gboolean mw_file_cancelled (GCancellable *cancellable, GError **error);

/* --- The log of a save (save-log.c) ---
 *
 * The log is a hidden file beside the model that exists, locked, while the model's files are replaced. If the
 * program is killed before all temporary files are written, the old files are intact and the temporary files are
 * deleted later; if it is killed after that, mw_file_set_recover() does the remaining renames. The log lists only
 * files in the model's folder whose names begin with the model's stem, as companions' names do. */
typedef struct {
  char *path;
  int fd;
} MwSaveLog;

/* Claims the log of a model before its save examines the disk. An abandoned log is recovered first; another save in
 * progress is waited for. A kill before mw_save_log_list() changes nothing. NULL and an error when the log cannot be
 * claimed. */
MwSaveLog *mw_save_log_claim (const char *model, GCancellable *cancellable, GError **error);
/* Names the temporary files of the slots and writes them into the log. FALSE and an error when that fails. */
gboolean mw_save_log_list (MwSaveLog *log, const char *model, guint64 token, const GPtrArray *slots, GError **error);
/* After this, the save is completed by whoever finds the log, not reverted. All temporary files must be flushed to
 * the disk. */
gboolean mw_save_log_commit (MwSaveLog *log, GError **error);
/* Removes the log and frees it; NULL is allowed. */
void mw_save_log_end (MwSaveLog *log);
