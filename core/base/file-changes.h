/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-set.h"

/* Detects whether other programs changed the files of a model since they were read or last written. The bytes
 * decide: a new modification time alone is no change, and new bytes of the same size and time are one. */

typedef enum {
  MW_FILE_CHANGED, /* the file has other bytes */
  MW_FILE_GONE,    /* deleted, renamed, or not a regular file any more */
  MW_FILE_APPEARED /* the file belongs to the model and did not exist before */
} MwFileChangeKind;

typedef struct {
  MwFileChangeKind kind;
  char *role; /* of the part: "model", "skin0" */
  char *path; /* the current path of the file, or the last one */
} MwFileChange;

/* Reads the files of the model of `seen` as they are on disk now: the same parts by role, in the same order, then
 * those that appeared. A part whose file is gone has NULL bytes; an unchanged one shares the bytes of `seen`. Parts
 * without a path (standard input) are left out. Returns NULL and an error when a file exists and cannot be read
 * (MW_ERROR_IO), or MW_ERROR_CANCELLED. Free with mw_file_set_free(). */
MwFileSet *mw_file_set_look (const MwFileSet *seen, GCancellable *cancellable, GError **error);

/* The differences between two results of mw_file_set_look() for one model, the main file first, as MwFileChange. A
 * companion with another name and the same bytes is not a difference. Free with g_ptr_array_unref(). */
GPtrArray *mw_file_set_compare (const MwFileSet *before, const MwFileSet *now);

/* FALSE and MW_ERROR_CHANGED naming the first of these changes; TRUE when there are none. */
gboolean mw_file_changes_none (const GPtrArray *changes, GError **error);
