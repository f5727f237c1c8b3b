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
  g_clear_pointer (&loaded->report, mw_report_free);
  g_clear_error (&loaded->error);
  g_free (loaded);
}

void
mw_encoded_free (MwEncoded *encoded)
{
  if (!encoded)
    return;
  g_clear_pointer (&encoded->bytes, g_bytes_unref);
  g_clear_pointer (&encoded->report, mw_report_free);
  g_free (encoded);
}

void
mw_saved_free (MwSaved *saved)
{
  if (!saved)
    return;
  g_free (saved->path);
  mw_encoded_free (saved->encoded);
  g_free (saved);
}

/* --- Load ----------------------------------------------------------------------------------------------------------- */

static void
load_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autoptr (MwLoaded) loaded = g_new0 (MwLoaded, 1);
  loaded->path = g_strdup (data);
  loaded->report = mw_report_new ();
  loaded->bytes = mw_file_read (loaded->path, cancellable, &loaded->error);
  if (loaded->bytes) {
    gsize size;
    const guint8 *bytes = g_bytes_get_data (loaded->bytes, &size);
    const MwIoFormat *io = mw_io_probe (bytes, size, &loaded->format, &loaded->error);
    /* Its companions would be left behind. */
    if (io && io->read_set)
      mw_set_error (&loaded->error, MW_ERROR_UNSUPPORTED, 0, NULL, "the window does not open M2 models yet; mwright does");
    else if (io)
      loaded->model = mw_io_read_reported (bytes, size, &loaded->format, loaded->report, &loaded->error);
  }
  g_task_return_pointer (task, g_steal_pointer (&loaded), (GDestroyNotify) mw_loaded_free);
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
mw_load_finish (GAsyncResult *result, MwReport **report, GError **error)
{
  g_autoptr (MwLoaded) loaded = g_task_propagate_pointer (G_TASK (result), error);
  *report = NULL;
  if (!loaded || loaded->model)
    return g_steal_pointer (&loaded);
  *report = g_steal_pointer (&loaded->report);
  g_propagate_error (error, g_steal_pointer (&loaded->error));
  return NULL;
}

/* --- Save ----------------------------------------------------------------------------------------------------------- */

gboolean
mw_format_of_name (const char *path, MwFormat *format)
{
  guint n;
  const MwIoFormat *formats = mw_io_formats (&n);
  g_autofree char *lower = g_ascii_strdown (path, -1);
  for (guint i = 0; i < n; i++)
    if (g_str_has_suffix (lower, formats[i].suffix)) {
      format->text = formats[i].text;
      return TRUE;
    }
  return FALSE;
}

char *
mw_name_without_suffix (const char *path)
{
  MwFormat format;
  return g_strndup (path, mw_format_of_name (path, &format) ? (gsize) (strrchr (path, '.') - path) : strlen (path));
}

static const char *
suffix_of (MwFormat format)
{
  guint n;
  const MwIoFormat *formats = mw_io_formats (&n);
  for (guint i = 0; i < n; i++)
    if (formats[i].supports (format))
      return formats[i].suffix;
  return "";
}

char *
mw_save_target (const char *path, MwFormat now, MwFormat picked, MwFormat *format)
{
  *format = picked;
  if (!mw_format_of_name (path, format))
    return g_strconcat (path, suffix_of (picked), NULL);
  if (picked.text == now.text || format->text == picked.text)
    return g_strdup (path);
  g_autofree char *stem = mw_name_without_suffix (path);
  *format = picked;
  return g_strconcat (stem, suffix_of (picked), NULL);
}

typedef struct {
  MwModel *snapshot;
  MwFormat format;
  guint64 generation;
} Encoding;

static void
encoding_free (Encoding *encoding)
{
  mw_model_free (encoding->snapshot);
  g_free (encoding);
}

static gboolean
count_notes (MwRecord *record, gpointer n)
{
  *(guint *) n += mw_notes_count (record);
  return TRUE;
}

static gboolean
encode (Encoding *encoding, MwEncoded *encoded, GCancellable *cancellable, GError **error)
{
  encoded->format = encoding->format;
  encoded->generation = encoding->generation;
  encoded->report = mw_report_new ();
  if (encoding->format.text)
    mw_record_foreach (&encoding->snapshot->record, count_notes, &encoded->notes);
  encoded->bytes = mw_io_write_reported (encoding->snapshot, encoding->format, NULL, encoded->report, error);
  return encoded->bytes && !g_cancellable_set_error_if_cancelled (cancellable, error)
         && mw_io_prove_reported (encoding->snapshot, encoding->format, encoded->bytes, encoded->report, error)
         && !g_cancellable_set_error_if_cancelled (cancellable, error);
}

static void
encode_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  g_autoptr (MwEncoded) encoded = g_new0 (MwEncoded, 1);
  if (encode (data, encoded, cancellable, &error))
    g_task_return_pointer (task, g_steal_pointer (&encoded), (GDestroyNotify) mw_encoded_free);
  else
    g_task_return_error (task, error);
}

void
mw_encode_async (MwDocument *document, MwFormat format, GCancellable *cancellable, GAsyncReadyCallback callback,
                 gpointer data)
{
  g_autoptr (GTask) task = g_task_new (document, cancellable, callback, data);
  Encoding *encoding = g_new0 (Encoding, 1);
  encoding->snapshot = mw_document_snapshot (document, &encoding->generation);
  encoding->format = format;
  g_task_set_source_tag (task, mw_encode_async);
  g_task_set_task_data (task, encoding, (GDestroyNotify) encoding_free);
  g_task_run_in_thread (task, encode_thread);
}

MwEncoded *
mw_encode_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

typedef struct {
  MwEncoded *encoded;
  char *path;
  GBytes *before;
  gboolean backup;
} Saving;

static void
saving_free (Saving *saving)
{
  mw_encoded_free (saving->encoded);
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

static void
save_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Saving *saving = data;
  GError *error = NULL;
  g_autoptr (MwSaved) saved = g_new0 (MwSaved, 1);
  g_autoptr (MwFileSet) set = mw_file_set_new ();
  saved->path = g_strdup (saving->path);
  saved->encoded = g_steal_pointer (&saving->encoded);
  saved->changed = mw_count_changed_bytes (saving->before, saved->encoded->bytes);
  mw_file_set_add (set, "model", saving->path, saved->encoded->bytes);
  if (mw_file_set_save (set, MW_SAVE_OVERWRITE, saving->backup ? ".bak" : NULL, cancellable, &error))
    g_task_return_pointer (task, g_steal_pointer (&saved), (GDestroyNotify) mw_saved_free);
  else
    g_task_return_error (task, error);
}

void
mw_save_async (MwEncoded *encoded, const char *path, GBytes *before, gboolean backup, GCancellable *cancellable,
               GAsyncReadyCallback callback, gpointer data)
{
  /* No return on cancel: whether the file was replaced is known only when the worker is done. */
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  Saving *saving = g_new0 (Saving, 1);
  saving->encoded = encoded;
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
