/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/convert-run.h"
#include "core/base/last-words.h"
#include "ui/progress.h"

/* The whole run, which its workers share. */
typedef struct {
  GPtrArray *items; /* those that are run */
  MwConversionTerms terms;
  gint next;      /* the first that no worker has taken; atomic */
  gint n_done;    /* atomic */
  gint n_workers; /* that have not ended; atomic */
} Run;

static void
run_free (gpointer data)
{
  Run *run = data;
  g_ptr_array_unref (run->items);
  g_free (run);
}

static gboolean
show_running (gpointer data)
{
  mw_convert_item_set_state (data, MW_CONVERT_RUNNING);
  return G_SOURCE_REMOVE;
}

static gboolean
show_done (gpointer data)
{
  mw_convert_item_set_state (data, MW_CONVERT_DONE);
  return G_SOURCE_REMOVE;
}

/* Tells the main loop of a new state, in order. */
static void
tell (GTask *task, MwConvertItem *item, GSourceFunc show)
{
  g_autoptr (GSource) source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, show, g_object_ref (item), g_object_unref);
  g_source_attach (source, g_task_get_context (task));
}

static void
convert (Run *run, MwConvertItem *item, GCancellable *cancellable)
{
  MwConversion *conversion = mw_convert_item_take (item);
  MwConversionTerms terms = run->terms;
  terms.saving.flags |= MW_SAVE_BACKUP_ONCE; /* what is written is known as ours: the next run keeps no backup of it */
  if (mw_convert_item_exists (item))
    terms.saving.flags |= MW_SAVE_OVERWRITE;
  mw_conversion_run (conversion, NULL, &terms, cancellable);
}

/* Takes items until none is left. */
static void
work (GTask *worker, gpointer source, gpointer data, GCancellable *cancellable)
{
  GTask *whole = data;
  Run *run = g_task_get_task_data (whole);
  guint i;
  mw_last_words_in_thread ();
  while ((i = (guint) g_atomic_int_add (&run->next, 1)) < run->items->len) {
    MwConvertItem *item = run->items->pdata[i];
    tell (whole, item, show_running);
    convert (run, item, cancellable);
    tell (whole, item, show_done);
    mw_progress_set (cancellable, (double) (g_atomic_int_add (&run->n_done, 1) + 1) / run->items->len);
  }
  if (g_atomic_int_dec_and_test (&run->n_workers)) {
    g_autoptr (GPtrArray) conversions = g_ptr_array_new ();
    for (i = 0; i < run->items->len; i++)
      g_ptr_array_add (conversions, mw_convert_item_take (run->items->pdata[i]));
    mw_conversions_sync_folders (conversions);
    g_task_return_boolean (whole, TRUE);
  }
  g_task_return_boolean (worker, TRUE);
}

void
mw_convert_run_async (GPtrArray *items, const MwConversionTerms *terms, GCancellable *cancellable,
                      GAsyncReadyCallback callback, gpointer data)
{
  Run *run = g_new0 (Run, 1);
  g_autoptr (GTask) whole = g_task_new (NULL, cancellable, callback, data);
  g_task_set_source_tag (whole, mw_convert_run_async);
  g_task_set_check_cancellable (whole, FALSE); /* what was written before a cancel is a result */
  g_task_set_task_data (whole, run, run_free);
  run->items = g_ptr_array_new_with_free_func (g_object_unref);
  run->terms = *terms;
  run->terms.saving.flags |= MW_SAVE_NO_SYNC_FOLDER;
  for (guint i = 0; i < items->len; i++) {
    MwConvertItem *item = items->pdata[i];
    if (mw_convert_item_get_state (item) == MW_CONVERT_WAITING && !mw_convert_item_get (item)->error)
      g_ptr_array_add (run->items, g_object_ref (item));
  }
  run->n_workers = (gint) MIN (g_get_num_processors (), MAX (run->items->len, 1));
  for (gint i = 0, n = run->n_workers; i < n; i++) {
    g_autoptr (GTask) worker = g_task_new (NULL, cancellable, NULL, NULL);
    g_task_set_source_tag (worker, work);
    g_task_set_task_data (worker, g_object_ref (whole), g_object_unref);
    g_task_run_in_thread (worker, work);
  }
}
