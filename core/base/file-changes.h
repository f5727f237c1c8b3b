/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/base/file-set.h"

/* Whether the files of a model are still what somebody read, or last wrote: other programs write them too. Bytes decide, so
 * that a new time alone is no change, and a change that left size and time as they were is one. */

typedef enum {
  MW_FILE_CHANGED, /* it holds other bytes */
  MW_FILE_GONE,    /* deleted, renamed, or no regular file any more */
  MW_FILE_APPEARED /* it belongs to the model, and was not there */
} MwFileChangeKind;

typedef struct {
  MwFileChangeKind kind;
  char *role; /* of the part: "model", "skin0" */
  char *path; /* of the file, as it is called now, or was */
} MwFileChange;

/* The files of the model of `seen` as they are on the disk now: its parts by the same roles, in the same order, then those
 * that appeared. A part whose file is gone has no bytes (NULL); one that did not change shares the bytes of `seen`. Parts that
 * stand nowhere (standard input) are left out. NULL and an error (MW_ERROR_IO) when a file is there and cannot be read, or
 * MW_ERROR_CANCELLED. Free with mw_file_set_free(). */
MwFileSet *mw_file_set_look (const MwFileSet *seen, GCancellable *cancellable, GError **error);

/* What differs between two looks at the same model, the main file first: MwFileChange each. A companion with another name and
 * the same bytes is no change. Free with g_ptr_array_unref(). */
GPtrArray *mw_file_set_compare (const MwFileSet *before, const MwFileSet *now);

/* MW_ERROR_CHANGED, which names the first of these changes, and FALSE; TRUE when there are none. */
gboolean mw_file_changes_none (const GPtrArray *changes, GError **error);
