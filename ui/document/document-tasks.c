/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/document-tasks.h"
#include "core/base/last-words.h"
#include "core/check/new-findings.h"
#include "ui/document/findings.h"
#include "ui/progress.h"

void
mw_loaded_free (MwLoaded *loaded)
{
  if (!loaded)
    return;
  if (loaded->model)
    mw_model_free (loaded->model);
  g_clear_pointer (&loaded->set, mw_file_set_free);
  g_clear_pointer (&loaded->report, mw_report_free);
  g_clear_pointer (&loaded->findings, g_hash_table_unref);
  g_clear_pointer (&loaded->recovered, mw_recovered_free);
  g_clear_pointer (&loaded->origin, mw_origin_free);
  mw_reload_free (loaded->reload);
  mw_salvage_free (loaded->salvage);
  g_free (loaded->broken);
  g_free (loaded->no_step);
  g_clear_error (&loaded->error);
  g_free (loaded);
}

void
mw_saved_free (MwSaved *saved)
{
  if (!saved)
    return;
  g_clear_pointer (&saved->known, mw_file_set_free);
  mw_save_free (saved->save);
  g_free (saved);
}

/* --- Load ----------------------------------------------------------------------------------------------------------- */

/* Where the stages of a job end, as fractions of the whole. Their real durations vary. The two halves of a save
 * share one job. */
#define BYTES_READ 0.3
#define COMPANIONS_READ 0.4
#define MODEL_READ 0.9
#define FILES_PLACED 0.7
#define CHANGES_COUNTED 0.8

static void
bytes_read (GCancellable *cancellable, gsize done, gsize size)
{
  mw_progress_set (cancellable, BYTES_READ * (double) done / (double) size);
}

/* `origin` (may be NULL): the file is there; else it is at `path`. */
static MwLoaded *
load_file (const char *path, const MwOrigin *origin, GCancellable *cancellable)
{
  MwLoaded *loaded = g_new0 (MwLoaded, 1);
  loaded->report = mw_report_new ();
  if (cancellable)
    mw_file_watch_reads (cancellable, bytes_read);
  loaded->origin = origin ? mw_origin_copy (origin) : mw_origin_of_path (path);
  loaded->set = origin ? mw_io_load_from (origin->places, origin->name, cancellable, &loaded->error)
                       : mw_io_load (path, cancellable, &loaded->error);
  mw_progress_set (cancellable, COMPANIONS_READ);
  if (loaded->set)
    loaded->model = mw_io_read (loaded->set, &loaded->format, &(MwIoOptions) { .report = loaded->report },
                                &loaded->error);
  mw_progress_set (cancellable, MODEL_READ);
  return loaded;
}

/* Like load_file(), but what cannot be read is left out. */
static MwLoaded *
salvage_file (const char *path, GCancellable *cancellable)
{
  MwLoaded *loaded = g_new0 (MwLoaded, 1);
  loaded->report = mw_report_new ();
  loaded->salvage = mw_salvage_new ();
  loaded->broken = g_strdup (path);
  if (cancellable)
    mw_file_watch_reads (cancellable, bytes_read);
  g_autoptr (MwFileSet) broken = mw_io_load (path, cancellable, &loaded->error);
  mw_progress_set (cancellable, COMPANIONS_READ);
  if (broken)
    loaded->set = mw_io_salvage (broken, NULL, loaded->salvage, cancellable, &loaded->error);
  if (loaded->set)
    loaded->model = mw_io_read (loaded->set, &loaded->format, &(MwIoOptions) { .report = loaded->report },
                                &loaded->error);
  mw_progress_set (cancellable, MODEL_READ);
  return loaded;
}

/* The grave problems of a model, to be compared with those when it is saved. */
static GHashTable *
find_wrong (const MwModel *model, MwFormat format)
{
  g_autoptr (GPtrArray) findings = mw_check_grave (model, format);
  return mw_findings_known (findings);
}

/* What a worker loads. */
typedef struct {
  char *path; /* NULL: what `origin` says */
  MwOrigin *origin;
  gboolean salvages;
} Wanted;

static void
wanted_free (gpointer data)
{
  Wanted *wanted = data;
  g_free (wanted->path);
  mw_origin_free (wanted->origin);
  g_free (wanted);
}

static void
load_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  mw_last_words_in_thread ();
  const Wanted *wanted = data;
  g_autoptr (MwLoaded) loaded = wanted->salvages ? salvage_file (wanted->path, cancellable)
                                                 : load_file (wanted->path, wanted->origin, cancellable);
  if (loaded->model)
    loaded->findings = find_wrong (loaded->model, loaded->format);
  g_task_return_pointer (task, g_steal_pointer (&loaded), (GDestroyNotify) mw_loaded_free);
}

/* Takes both; one is NULL. */
static void
load (char *path, MwOrigin *origin, gboolean salvages, GCancellable *cancellable, GAsyncReadyCallback callback,
      gpointer data)
{
  Wanted *wanted = g_new0 (Wanted, 1);
  wanted->path = path;
  wanted->origin = origin;
  wanted->salvages = salvages;
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  g_task_set_source_tag (task, mw_load_async);
  g_task_set_task_data (task, wanted, wanted_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, load_thread);
}

void
mw_load_async (const char *path, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  load (g_strdup (path), NULL, FALSE, cancellable, callback, data);
}

void
mw_load_from_async (const MwOrigin *origin, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  load (NULL, mw_origin_copy (origin), FALSE, cancellable, callback, data);
}

void
mw_salvage_async (const char *path, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  load (g_strdup (path), NULL, TRUE, cancellable, callback, data);
}

/* The open document, for the worker. */
typedef struct {
  char *path;
  MwModel *open;
  MwFormat format;
  guint64 generation;
} Again;

static void
again_free (gpointer data)
{
  Again *again = data;
  g_free (again->path);
  mw_model_free (again->open);
  g_free (again);
}

static void
load_again_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  mw_last_words_in_thread ();
  Again *again = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (MwLoaded) loaded = load_file (again->path, NULL, cancellable);
  loaded->generation = again->generation;
  if (loaded->model)
    loaded->reload = mw_reload_plan (g_steal_pointer (&again->open), again->format,
                                     mw_model_copy (loaded->model, FALSE), loaded->format, cancellable, &error);
  if (error)
    loaded->no_step = mw_error_describe (error, NULL);
  if (loaded->model)
    loaded->findings = find_wrong (loaded->reload ? loaded->reload->model : loaded->model, loaded->format);
  g_task_return_pointer (task, g_steal_pointer (&loaded), (GDestroyNotify) mw_loaded_free);
}

void
mw_load_again_async (MwDocument *document, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  Again *again = g_new0 (Again, 1);
  again->path = g_strdup (mw_document_get_path (document));
  again->open = mw_document_snapshot (document, &again->generation);
  again->format = mw_document_get_format (document);
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  g_task_set_source_tag (task, mw_load_again_async);
  g_task_set_task_data (task, again, again_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, load_again_thread);
}

static void
recover_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autoptr (MwLoaded) loaded = g_new0 (MwLoaded, 1);
  loaded->recovered = mw_recovery_read (data, cancellable, &loaded->error);
  mw_progress_set (cancellable, MODEL_READ);
  if (loaded->recovered) {
    loaded->format = mw_document_get_format (loaded->recovered->document);
    loaded->report = g_steal_pointer (&loaded->recovered->report);
    /* Problems from before the first edit are not new when the model is saved. */
    loaded->findings = find_wrong (loaded->recovered->base, loaded->format);
  }
  if (!loaded->report)
    loaded->report = mw_report_new ();
  g_task_return_pointer (task, g_steal_pointer (&loaded), (GDestroyNotify) mw_loaded_free);
}

void
mw_recover_async (const char *journal, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  g_task_set_source_tag (task, mw_recover_async);
  g_task_set_task_data (task, g_strdup (journal), g_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, recover_thread);
}

MwLoaded *
mw_load_finish (GAsyncResult *result, MwReport **report, GError **error)
{
  g_autoptr (MwLoaded) loaded = g_task_propagate_pointer (G_TASK (result), error);
  *report = NULL;
  if (!loaded || loaded->model || loaded->recovered)
    return g_steal_pointer (&loaded);
  *report = g_steal_pointer (&loaded->report);
  g_propagate_error (error, g_steal_pointer (&loaded->error));
  return NULL;
}

/* --- Save ----------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwSave *save;
  MwSaveOptions options;
  char *path;
  MwFileSet *known;
  MwTargetClient client; /* that the document is checked for; without an id: none */
} Writing;

static void
writing_free (Writing *writing)
{
  mw_save_free (writing->save);
  g_free (writing->path);
  g_clear_pointer (&writing->known, mw_file_set_free);
  g_free (writing);
}

static void
write_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  mw_last_words_in_thread ();
  Writing *writing = data;
  MwSave *save = writing->save;
  GError *error = NULL;
  gboolean ok = mw_save_write (save, &writing->options, cancellable, &error);
  if (ok)
    mw_save_check (save, writing->client.id ? &writing->client : NULL);
  ok = ok && mw_save_place (save, writing->path, &error) && mw_save_find_taken (save, &error)
       && mw_save_look (save, writing->known, cancellable, &error);
  mw_progress_set (cancellable, FILES_PLACED);
  if (ok)
    g_task_return_pointer (task, g_steal_pointer (&writing->save), (GDestroyNotify) mw_save_free);
  else
    g_task_return_error (task, error);
}

void
mw_write_async (MwDocument *document, const MwSaveOptions *options, const char *path, const MwFileSet *known,
                GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (document, cancellable, callback, data);
  Writing *writing = g_new0 (Writing, 1);
  writing->save = mw_save_of_document (document);
  writing->options = *options;
  writing->options.progress = mw_progress_set;
  writing->path = g_strdup (path);
  writing->known = mw_file_set_share (known);
  const MwTargetClient *client = mw_findings_get_client (document);
  if (client)
    writing->client = *client;
  g_task_set_source_tag (task, mw_write_async);
  g_task_set_task_data (task, writing, (GDestroyNotify) writing_free);
  g_task_run_in_thread (task, write_thread);
}

MwSave *
mw_write_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

typedef struct {
  MwSaved *saved;
  MwFileSet *known;
  gboolean backup;
} Committing;

static void
committing_free (Committing *committing)
{
  mw_saved_free (committing->saved);
  g_clear_pointer (&committing->known, mw_file_set_free);
  g_free (committing);
}

static void
commit_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  mw_last_words_in_thread ();
  Committing *committing = data;
  MwSaved *saved = committing->saved;
  GError *error = NULL;
  const MwSaveTerms terms = { .flags = MW_SAVE_OVERWRITE | MW_SAVE_BACKUP_ONCE,
                              .seen = committing->known,
                              .backup = committing->backup ? ".bak" : NULL };
  mw_save_count_changes (saved->save, &saved->changed, &saved->size);
  mw_progress_set (cancellable, CHANGES_COUNTED);
  if (!mw_save_commit (saved->save, &terms, cancellable, &error)) {
    g_task_return_error (task, error);
    return;
  }
  saved->known = mw_save_known_files (saved->save);
  g_task_return_pointer (task, g_steal_pointer (&committing->saved), (GDestroyNotify) mw_saved_free);
}

void
mw_commit_async (MwSave *save, const MwFileSet *known, gboolean backup, GCancellable *cancellable,
                 GAsyncReadyCallback callback, gpointer data)
{
  /* No return on cancel: only when the worker is done is it known whether the files were replaced. */
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  Committing *committing = g_new0 (Committing, 1);
  committing->saved = g_new0 (MwSaved, 1);
  committing->saved->save = save;
  committing->known = mw_file_set_share (known);
  committing->backup = backup;
  g_task_set_source_tag (task, mw_commit_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, committing, (GDestroyNotify) committing_free);
  g_task_run_in_thread (task, commit_thread);
}

MwSaved *
mw_commit_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
