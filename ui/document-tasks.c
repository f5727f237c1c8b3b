/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document-tasks.h"
#include "core/base/file-set.h"
#include "core/io/registry.h"

#include <string.h>

void
mw_loaded_free (MwLoaded *loaded)
{
  if (!loaded)
    return;
  g_free (loaded->path);
  if (loaded->model)
    mw_model_free (loaded->model);
  g_clear_pointer (&loaded->bytes, g_bytes_unref);
  g_free (loaded);
}

void
mw_saved_free (MwSaved *saved)
{
  if (!saved)
    return;
  g_free (saved->path);
  g_clear_pointer (&saved->bytes, g_bytes_unref);
  g_free (saved);
}

/* --- Load ----------------------------------------------------------------------------------------------------------- */

static void
load_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  g_autoptr (MwLoaded) loaded = g_new0 (MwLoaded, 1);
  loaded->path = g_strdup (data);
  loaded->bytes = mw_file_read (loaded->path, cancellable, &error);
  if (loaded->bytes) {
    gsize size;
    const guint8 *bytes = g_bytes_get_data (loaded->bytes, &size);
    loaded->model = mw_io_read_bytes (bytes, size, &loaded->format, &error);
    /* The window does not show yet what is not kept of a text (comments, unknown statements), and a save would drop it
     * unseen; the command line names it. */
    if (loaded->model && loaded->format.text) {
      g_clear_pointer (&loaded->model, mw_model_free);
      mw_set_error (&error, MW_ERROR_UNSUPPORTED, -1, NULL, "this is MDL text, which the window does not open yet; "
                    "\"mwright convert\" makes an MDX file of it");
    }
  }
  if (loaded->model)
    g_task_return_pointer (task, g_steal_pointer (&loaded), (GDestroyNotify) mw_loaded_free);
  else
    g_task_return_error (task, error);
}

void
mw_load_async (const char *path, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  g_task_set_source_tag (task, mw_load_async);
  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, load_thread);
}

MwLoaded *
mw_load_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- Save ----------------------------------------------------------------------------------------------------------- */

typedef struct {
  MwModel *snapshot;
  MwFormat format;
  guint64 generation;
  char *path;
  GBytes *before;
  gboolean backup;
} Saving;

static void
saving_free (Saving *saving)
{
  mw_model_free (saving->snapshot);
  g_free (saving->path);
  g_clear_pointer (&saving->before, g_bytes_unref);
  g_free (saving);
}

guint64
mw_count_changed_bytes (GBytes *before, GBytes *after)
{
  gsize a_size = 0, b_size;
  const guint8 *a = before ? g_bytes_get_data (before, &a_size) : NULL, *b = g_bytes_get_data (after, &b_size);
  guint64 n = 0;
  if (a_size == b_size) {
    for (gsize i = 0; i < b_size; i++)
      n += a[i] != b[i];
    return n;
  }
  gsize shorter = MIN (a_size, b_size), start = 0, end = 0;
  while (start < shorter && a[start] == b[start])
    start++;
  while (end < shorter - start && a[a_size - 1 - end] == b[b_size - 1 - end])
    end++;
  return MAX (a_size, b_size) - start - end;
}

static gboolean
save (Saving *saving, MwSaved *saved, GCancellable *cancellable, GError **error)
{
  saved->bytes = mw_io_write (saving->snapshot, saving->format, NULL, error);
  if (!saved->bytes || g_cancellable_set_error_if_cancelled (cancellable, error)
      || !mw_io_prove (saving->snapshot, saving->format, saved->bytes, error)
      || g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  saved->changed = mw_count_changed_bytes (saving->before, saved->bytes);
  g_autoptr (MwFileSet) set = mw_file_set_new ();
  mw_file_set_add (set, "model", saving->path, saved->bytes);
  return mw_file_set_save (set, MW_SAVE_OVERWRITE, saving->backup ? ".bak" : NULL, cancellable, error);
}

static void
save_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Saving *saving = data;
  GError *error = NULL;
  g_autoptr (MwSaved) saved = g_new0 (MwSaved, 1);
  saved->path = g_strdup (saving->path);
  saved->generation = saving->generation;
  if (save (saving, saved, cancellable, &error))
    g_task_return_pointer (task, g_steal_pointer (&saved), (GDestroyNotify) mw_saved_free);
  else
    g_task_return_error (task, error);
}

void
mw_save_async (MwDocument *document, const char *path, GBytes *before, gboolean backup, GCancellable *cancellable,
               GAsyncReadyCallback callback, gpointer data)
{
  /* No return on cancel: whether the file was replaced is known only when the worker is done. */
  g_autoptr (GTask) task = g_task_new (document, cancellable, callback, data);
  Saving *saving = g_new0 (Saving, 1);
  saving->snapshot = mw_document_snapshot (document, &saving->generation);
  saving->format = mw_document_get_format (document);
  saving->path = g_strdup (path);
  saving->before = before ? g_bytes_ref (before) : NULL;
  saving->backup = backup;
  g_task_set_source_tag (task, mw_save_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, saving, (GDestroyNotify) saving_free);
  g_task_run_in_thread (task, save_thread);
}

MwSaved *
mw_save_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
