/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/recovery.h"
#include "core/edit/reload.h"
#include "core/save/save.h"
#include "ui/document/origin.h"

#include <gio/gio.h>

/* Loading and saving in worker threads. A load that is cancelled returns at once, and the result of its worker is
 * dropped. A save that has begun to replace files either completes or leaves the old ones. The workers report to
 * the progress that is attached to the cancellable (ui/progress.h). */

/* The result of a load. Free with mw_loaded_free(). */
typedef struct {
  MwModel *model; /* taken by the document that is created */
  MwFormat format;
  MwFileSet *set;         /* as read; taken, too */
  MwOrigin *origin;       /* where it is in a game or an archive, or NULL; taken, too */
  MwReport *report;       /* from the reader: what is not kept of a text */
  GHashTable *findings;   /* problems of the model when it was opened (mw_findings_known()) */
  GError *error;          /* until mw_load_finish() returns it */
  MwRecovered *recovered; /* by mw_recover_async(): has the document and its files, so there is no model and no set */
  /* By mw_load_again_async(): the step that turns the document into what was read; or NULL, and ... */
  MwReload *reload;
  /* By mw_salvage_async(): what was dropped or guessed, and the path of the broken file. Both are taken; `set` has what could be
   * read, without paths. */
  MwSalvage *salvage;
  char *broken;
  char *no_step;      /* ... why there is none: a sentence without its full stop */
  guint64 generation; /* the document's generation for which the step was made */
} MwLoaded;
void mw_loaded_free (MwLoaded *loaded);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwLoaded, mw_loaded_free)

void mw_load_async (const char *path, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
/* The same for a file of a game or an archive, which has `places`. */
void mw_load_from_async (const MwOrigin *origin, GCancellable *cancellable, GAsyncReadyCallback callback,
                         gpointer data);
/* Loads what can be read of a file (mw_io_salvage()). Finish with mw_load_finish(), too. */
void mw_salvage_async (const char *path, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
/* If there is an error, *report is set to what else the reader found wrong (NULL: nothing); free with
 * mw_report_free(). */
MwLoaded *mw_load_finish (GAsyncResult *result, MwReport **report, GError **error);

/* Reads the file of a document again. `reload` is then the step for the document, if there can be one
 * (core/edit/reload.h), and `findings` refers to the document's elements. */
void mw_load_again_async (MwDocument *document, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);

/* The same for a journal (core/edit/recovery.h). Finish with mw_load_finish(), too. */
void mw_recover_async (const char *journal, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);

/* The first half of a save (core/save/save.h): writes and verifies a snapshot of the document, checks it, and
 * assigns paths to its files, `path` to the model. `known` is what the user knows of the files that would be
 * replaced (NULL: do not check). */
void mw_write_async (MwDocument *document, const MwSaveOptions *options, const char *path, const MwFileSet *known,
                     GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
/* Free with mw_save_free(). */
MwSave *mw_write_finish (GAsyncResult *result, GError **error);

/* The result of a save. Free with mw_saved_free(). */
typedef struct {
  MwSave *save;
  MwFileSet *known; /* the saved files, and files of another model beside them that the user was told about */
  guint64 changed;  /* number of bytes that differ from the files before */
  guint64 size;     /* number of bytes of all files */
} MwSaved;
void mw_saved_free (MwSaved *saved);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwSaved, mw_saved_free)

/* The second half: replaces the files; takes `save`. If `backup`, each replaced file that the document did not write
 * itself is kept once as NAME.bak. If files differ from `known`, nothing is replaced (MW_ERROR_CHANGED; NULL: not
 * checked). */
void mw_commit_async (MwSave *save, const MwFileSet *known, gboolean backup, GCancellable *cancellable,
                      GAsyncReadyCallback callback, gpointer data);
MwSaved *mw_commit_finish (GAsyncResult *result, GError **error);
