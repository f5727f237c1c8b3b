/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-set.h"

#include <sys/stat.h>

/* The inside of a save, shared by file-save.c and save-log.c: the files that change places together. */
typedef struct {
  char *path;      /* as the caller spells it */
  char *target;    /* links followed: what is replaced */
  GBytes *bytes;   /* what goes there; not owned */
  char *from;      /* or a file that gets this name too; NULL: it is bytes */
  char *beside;    /* where the new file lies until it is renamed */
  char *old;       /* a second name of the replaced file while others may still fail; nothing may be there */
  gboolean follow; /* links of that name are followed, not replaced */
  gboolean is_new; /* there was nothing to replace */
  gboolean renamed;
  struct stat info; /* of the file that is replaced */
} MwSlot;

void mw_slot_free (MwSlot *slot);
/* The slot of a file; links are followed when `follow`. */
MwSlot *mw_slot_new (const char *path, gboolean follow);
/* stat() of what stands where the slot goes: of a link itself where it is what is replaced. */
int mw_slot_stat (const MwSlot *slot, struct stat *info);
/* Gives the new and the old file of a slot their names while the save goes on: hidden, in the target's folder, no other save's
 * (`token`), and the same whenever they are asked for. */
void mw_slot_name (MwSlot *slot, guint64 token, guint index);

/* The files that the slots need only until all are renamed are removed. */
void mw_slots_tidy (const GPtrArray *slots);
/* Flushes the folders that the slots' targets stand in. */
void mw_slots_sync_folders (const GPtrArray *slots);

/* A name that is short enough for something to stand before and behind it, and of no other name. Free with g_free(). */
char *mw_file_short_name (const char *name);

/* All 0 of what is no regular file. */
MwFileStamp mw_file_stamp (const struct stat *info);

/* Sets an MW_ERROR_IO of `path`: what failed, and why (errno). Returns FALSE. */
gboolean mw_file_fail (GError **error, const char *path, const char *what);
/* Whether somebody called it off; then an MW_ERROR_CANCELLED. */
gboolean mw_file_cancelled (GCancellable *cancellable, GError **error);

/* --- The log of a save (save-log.c) ---
 *
 * It stands beside the model while its files are replaced, and is locked by who replaces them. Killed before everything lies
 * beside, the old files are whole, and what lies beside goes; killed after that, the rest of it is renamed by
 * mw_file_set_recover(). Only files in the model's folder whose names begin with the model's stem are in it, as the names of
 * companions do. */
typedef struct {
  char *path;
  int fd;
} MwSaveLog;

/* Claims the log of a model, before its save looks at what is there: a log that was left is dealt with first, and another
 * save waited for. Killed before mw_save_log_list(), nothing has happened. NULL and an error when it cannot be had. */
MwSaveLog *mw_save_log_claim (const char *model, GCancellable *cancellable, GError **error);
/* Names the slots of the save of a model and writes them down. FALSE and an error when that cannot be written. */
gboolean mw_save_log_list (MwSaveLog *log, const char *model, guint64 token, const GPtrArray *slots, GError **error);
/* From here on the save is finished by whoever comes, not undone. The new files are on the disk, under their hidden names. */
gboolean mw_save_log_commit (MwSaveLog *log, GError **error);
/* Removes the log and frees it; NULL is none. */
void mw_save_log_end (MwSaveLog *log);
