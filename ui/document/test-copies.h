/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/document.h"
#include "core/save/save.h"

/* Copies of a model to try in a game. Each is written, read back and compared as in any save, but the document keeps its name,
 * its files, its history and its unsaved changes. */
typedef struct {
  char *path;
  MwSaveOptions options;
  /* Results. */
  MwSave *save;  /* NULL: it was not begun */
  GError *error; /* why it was not saved, or NULL */
} MwTestCopy;
MwTestCopy *mw_test_copy_new (const char *path, const MwSaveOptions *options);
void mw_test_copy_free (MwTestCopy *copy);

/* Saves the copies (MwTestCopy) of the document as it is now, in a worker. They never replace a file of the document, nor `broken`,
 * the file that it was salvaged from (may be NULL). `backup`: a file of another program that is replaced is kept once as NAME.bak.
 * After a cancel, those that are not begun have the error. The callback gets no source. */
void mw_test_copies_save_async (MwDocument *document, GPtrArray *copies, const char *broken, gboolean backup,
                                GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
/* The same array, which belongs to the task. */
GPtrArray *mw_test_copies_save_finish (GAsyncResult *result);

/* How many were saved. */
guint mw_test_copies_n_saved (const GPtrArray *copies);
/* Whether there is something to read about them: an error, or what was lost. */
gboolean mw_test_copies_have_news (const GPtrArray *copies);
/* A paragraph about each: what was saved, what was lost, or the error. Free with g_free(). */
char *mw_test_copies_text (const GPtrArray *copies);
