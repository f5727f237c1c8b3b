/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/schema/report.h"

#include <gio/gio.h>

/* Loading and saving in worker threads. A cancelled task ends at once; what the worker still does is dropped, and a save that
 * has begun to write finishes or leaves the old file. */

/* What came out of a load. Free with mw_loaded_free(). */
typedef struct {
  char *path;
  MwModel *model; /* taken by whoever makes the document of it */
  MwFormat format;
  GBytes *bytes;    /* as read */
  MwReport *report; /* of the reader: what is not kept of a text */
  GError *error;    /* on the way to mw_load_finish() */
} MwLoaded;
void mw_loaded_free (MwLoaded *loaded);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwLoaded, mw_loaded_free)

void mw_load_async (const char *path, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
/* With an error *report gets what else the reader found wrong (NULL where it found nothing); free with mw_report_free(). */
MwLoaded *mw_load_finish (GAsyncResult *result, MwReport **report, GError **error);

/* A document in the bytes of a format: the first half of a save. Free with mw_encoded_free(). */
typedef struct {
  MwFormat format;
  GBytes *bytes;      /* read back and compared */
  MwReport *report;   /* of the writer: what the format cannot state */
  guint notes;        /* on the bytes of a binary file, which a text drops */
  guint64 generation; /* of the document when the snapshot was taken */
} MwEncoded;
void mw_encoded_free (MwEncoded *encoded);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwEncoded, mw_encoded_free)

/* Writes a snapshot of the document in memory, reads it back and compares. */
void mw_encode_async (MwDocument *document, MwFormat format, GCancellable *cancellable, GAsyncReadyCallback callback,
                      gpointer data);
MwEncoded *mw_encode_finish (GAsyncResult *result, GError **error);

/* The format that a file name says it is; FALSE and *format untouched where it says nothing. The version stays. */
gboolean mw_format_of_name (const char *path, MwFormat *format);
/* The name without the suffix of a format, if it has one. Free with g_free(). */
char *mw_name_without_suffix (const char *path);
/* Where to save, and as what, when the user named a file and picked `picked` for a document of `now`. A format that was
 * picked anew decides, and the suffix of the other one gives way to its own; else the suffix does. A name without the suffix
 * of a format gets one. Free with g_free(). */
char *mw_save_target (const char *path, MwFormat now, MwFormat picked, MwFormat *format);

/* What a save did. Free with mw_saved_free(). */
typedef struct {
  char *path;
  MwEncoded *encoded; /* as written */
  guint64 changed;    /* bytes that differ from those before */
} MwSaved;
void mw_saved_free (MwSaved *saved);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwSaved, mw_saved_free)

/* The second half: puts the bytes in place of the file at `path` as one. `before` are the bytes to count changes against
 * (NULL: all count). `backup`: keep the old file as NAME.bak. Takes `encoded` over. */
void mw_save_async (MwEncoded *encoded, const char *path, GBytes *before, gboolean backup, GCancellable *cancellable,
                    GAsyncReadyCallback callback, gpointer data);
MwSaved *mw_save_finish (GAsyncResult *result, GError **error);

/* How many bytes differ: place by place for equal sizes, else the stretch between the common beginning and end. */
guint64 mw_count_changed_bytes (GBytes *before, GBytes *after);
