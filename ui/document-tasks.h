/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/recovery.h"
#include "core/edit/reload.h"
#include "core/save/save.h"

#include <gio/gio.h>

/* Loading and saving in worker threads. A load that is cancelled ends at once, and what its worker still does is dropped. A save
 * that has begun to replace files finishes, or leaves the old ones. The workers report to the progress that is attached to the
 * cancellable (ui/progress.h). */

/* What came of a load. Free with mw_loaded_free(). */
typedef struct {
  MwModel *model; /* taken by whoever makes the document of it */
  MwFormat format;
  MwFileSet *set;         /* as read; taken as well */
  MwReport *report;       /* of the reader: what is not kept of a text */
  GHashTable *findings;   /* what was wrong with the model when it was opened (mw_findings_known()) */
  GError *error;          /* on the way to mw_load_finish() */
  MwRecovered *recovered; /* of mw_recover_async(): has the document and its files, so there is no model and no set */
  MwReload *reload;   /* of mw_load_again_async(): the step that makes the document what was read; or NULL, and ... */
  char *no_step;      /* ... why there is none: a sentence without its full stop */
  guint64 generation; /* that of the document that the step is for */
} MwLoaded;
void mw_loaded_free (MwLoaded *loaded);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwLoaded, mw_loaded_free)

void mw_load_async (const char *path, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
/* With an error *report gets what else the reader found wrong (NULL where it found nothing); free with mw_report_free(). */
MwLoaded *mw_load_finish (GAsyncResult *result, MwReport **report, GError **error);

/* Reads the file of a document again: `reload` is what to do to the document, where that can be (core/edit/reload.h), and `findings`
 * then names its elements. */
void mw_load_again_async (MwDocument *document, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);

/* The same for a journal (core/edit/recovery.h). It ends with mw_load_finish(), too. */
void mw_recover_async (const char *journal, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);

/* The first half of a save (core/save/save.h): a snapshot of the document is written, proved, checked and given its places, the
 * model at `path`. `known` is what the user knows the files to be that would be replaced (NULL: nobody asks). */
void mw_write_async (MwDocument *document, const MwSaveOptions *options, const char *path, const MwFileSet *known,
                     GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
/* Free with mw_save_free(). */
MwSave *mw_write_finish (GAsyncResult *result, GError **error);

/* What a save did. Free with mw_saved_free(). */
typedef struct {
  MwSave *save;
  MwFileSet *known; /* the saved files, and those of another model beside them that the user was told of */
  guint64 changed;  /* bytes that differ from those before */
  guint64 size;     /* of all files together */
} MwSaved;
void mw_saved_free (MwSaved *saved);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwSaved, mw_saved_free)

/* The second half: replaces the files. With `backup` each replaced file that the document did not write itself is kept as
 * NAME.bak, once. Files that are not as `known` are not replaced (MW_ERROR_CHANGED; NULL: nobody asks). Takes `save` over. */
void mw_commit_async (MwSave *save, const MwFileSet *known, gboolean backup, GCancellable *cancellable,
                      GAsyncReadyCallback callback, gpointer data);
MwSaved *mw_commit_finish (GAsyncResult *result, GError **error);
