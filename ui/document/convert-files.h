/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gio/gio.h>

/* Which files a run of Convert Files is about. */

/* A model file that was found. */
typedef struct {
  char *path, *name; /* `name`: its path below the folder in which it was found, or its own name */
  GError *error;     /* it, or the folder with this path, cannot be read; else NULL */
} MwFoundFile;

/* Finds the models at `paths` (files, and folders with what is below them), in a worker. Files below `output` (a folder that may not
 * exist) are left out, if `output` is inside one of the folders: they are what an earlier run has written. The callback gets no source. */
void mw_convert_find_async (const char *const *paths, const char *output, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer data);
/* MwFoundFile, in order. NULL: it was cancelled. Free with g_ptr_array_unref(). */
GPtrArray *mw_convert_find_finish (GAsyncResult *result);
