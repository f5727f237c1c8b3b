/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/textures/image-files.h"
#include "core/base/error.h"
#include "core/base/file-set.h"
#include "core/image/write.h"
#include "core/vfs/places.h"

/* Larger files are not textures of a game. */
#define MOST_BYTES ((gsize) 256 * 1024 * 1024)

typedef struct {
  char *from, *to, *kind_of;
  const char *note;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;
  g_free (job->from);
  g_free (job->to);
  g_free (job->kind_of);
  g_free (job);
}

static MwImage *
read_image (const char *address, GError **error)
{
  g_autoptr (GBytes) bytes = mw_places_read_address (address, MOST_BYTES, error);
  gsize size = 0;
  const uint8_t *data = bytes ? g_bytes_get_data (bytes, &size) : NULL;
  return bytes ? mw_image_decode_with_levels (data, size, error) : NULL;
}

static const MwImageKind *
choose_kind (const Job *job)
{
  g_autoptr (MwImage) like = job->kind_of ? read_image (job->kind_of, NULL) : NULL;
  return like ? mw_image_kind_of (like, job->to) : mw_image_kind_for_file (job->to);
}

static gboolean
write_job (Job *job, GCancellable *cancellable, GError **error)
{
  g_autoptr (MwImage) image = read_image (job->from, error);
  MwImageWriting writing = { .kind = image ? choose_kind (job) : NULL, .alpha_bits = -1 };
  if (image && !writing.kind)
    mw_set_error (error, MW_ERROR_UNSUPPORTED, -1, NULL, "images can be written as .blp, .dds, .tga or .png");
  if (!writing.kind)
    return FALSE;
  job->note = mw_image_kind_summary (writing.kind);
  g_autoptr (GBytes) bytes = mw_image_write (image, &writing, error);
  if (bytes && g_cancellable_is_cancelled (cancellable)) {
    mw_set_error (error, MW_ERROR_CANCELLED, -1, NULL, "cancelled");
    return FALSE;
  }
  return bytes && mw_file_save (job->to, bytes, MW_SAVE_OVERWRITE, error);
}

static void
work (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  if (write_job (data, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
mw_image_file_write_async (const char *from, const char *to, const char *kind_of, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  Job *job = g_new0 (Job, 1);
  job->from = g_strdup (from);
  job->to = g_strdup (to);
  job->kind_of = g_strdup (kind_of);
  g_task_set_task_data (task, job, job_free);
  /* Once the file is written, it is too late to cancel. */
  g_task_set_check_cancellable (task, FALSE);
  g_task_run_in_thread (task, work);
}

gboolean
mw_image_file_write_finish (GAsyncResult *result, const char **note, GError **error)
{
  if (note)
    *note = ((const Job *) g_task_get_task_data (G_TASK (result)))->note;
  return g_task_propagate_boolean (G_TASK (result), error);
}
