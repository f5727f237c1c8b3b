/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"

#include <gio/gio.h>

/* Loading and saving in worker threads. A cancelled task ends at once; what the worker still does is dropped, and a save that
 * has begun to write finishes or leaves the old file. */

/* What came out of a load. Free with mw_loaded_free(). */
typedef struct {
  char *path;
  MwModel *model; /* taken by whoever makes the document of it */
  MwFormat format;
  GBytes *bytes; /* as read */
} MwLoaded;
void mw_loaded_free (MwLoaded *loaded);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwLoaded, mw_loaded_free)

void mw_load_async (const char *path, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
MwLoaded *mw_load_finish (GAsyncResult *result, GError **error);

/* What a save did. Free with mw_saved_free(). */
typedef struct {
  char *path;
  GBytes *bytes;      /* as written */
  guint64 generation; /* of the document when the snapshot was taken */
  guint64 changed;    /* bytes that differ from those before */
} MwSaved;
void mw_saved_free (MwSaved *saved);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwSaved, mw_saved_free)

/* Writes a snapshot of the document to `path`: encoded, read back and compared, then put in place of the file as one.
 * `before` are the bytes to count changes against (NULL: all count). `backup`: keep the old file as NAME.bak. */
void mw_save_async (MwDocument *document, const char *path, GBytes *before, gboolean backup, GCancellable *cancellable,
                    GAsyncReadyCallback callback, gpointer data);
MwSaved *mw_save_finish (GAsyncResult *result, GError **error);

/* How many bytes differ: place by place for equal sizes, else the stretch between the common beginning and end. */
guint64 mw_count_changed_bytes (GBytes *before, GBytes *after);
