/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/last-words.h"
#include "ui/document/offsets-private.h"
#include "ui/widgets.h"

/* After the last of several edits there is a pause before the files are written again. */
enum { QUIET_MS = 300 };

struct _MwOffsetsWatch {
  gatomicrefcount references; /* one for each worker under way */
  MwDocument *document;       /* NULL: freed, but for a worker */
  gboolean compares, wanted;
  MwOffsetsFound found;
  gpointer data;
  MwOffsets *offsets; /* those found last; NULL: none yet, or the document cannot be written */
  guint64 generation; /* the document's, and ... */
  GBytes *on_disk;    /* ... the main file's bytes, when the worker began */
  GCancellable *finding;
  guint timeout;
};

static void
unref (MwOffsetsWatch *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_clear_pointer (&self->on_disk, g_bytes_unref);
  g_free (self);
}

/* --- The worker ----------------------------------------------------------------------------------------------------- */

typedef struct {
  MwModel *snapshot;
  MwFormat format;
  gboolean side_channel;
  MwFileSet *disk;
} Finding;

static void
finding_free (Finding *finding)
{
  mw_model_free (finding->snapshot);
  g_clear_pointer (&finding->disk, mw_file_set_free);
  g_free (finding);
}

static void
find_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  mw_last_words_in_thread ();
  const Finding *finding = data;
  GError *error = NULL;
  MwWritten *written = mw_written_new (finding->snapshot, finding->format, finding->side_channel, finding->disk,
                                       cancellable, &error);
  if (written)
    g_task_return_pointer (task, mw_offsets_new (written), (GDestroyNotify) mw_offsets_unref);
  else
    g_task_return_error (task, error);
}

static void
worker_done (GObject *source, GAsyncResult *result, gpointer data)
{
  MwOffsetsWatch *self = data;
  g_autoptr (GError) error = NULL;
  MwOffsets *offsets = g_task_propagate_pointer (G_TASK (result), &error);
  const gboolean current = self->document && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  if (current) {
    g_clear_object (&self->finding);
    g_clear_pointer (&self->offsets, mw_offsets_unref);
    self->offsets = g_steal_pointer (&offsets);
    self->found (self->offsets, error, self->data);
  }
  g_clear_pointer (&offsets, mw_offsets_unref);
  unref (self);
}

static void
stop (MwOffsetsWatch *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  if (self->finding)
    g_cancellable_cancel (self->finding);
  g_clear_object (&self->finding);
}

static GBytes *
main_bytes (MwDocument *document)
{
  const MwFileSet *files = mw_document_get_files (document);
  return files ? mw_file_set_main (files)->bytes : NULL;
}

static gboolean
find (gpointer data)
{
  MwOffsetsWatch *self = data;
  self->timeout = 0;
  stop (self);
  self->finding = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (NULL, self->finding, worker_done, self);
  Finding *finding = g_new0 (Finding, 1);
  const MwFileSet *files = mw_document_get_files (self->document);
  finding->snapshot = mw_document_snapshot (self->document, &self->generation);
  finding->format = mw_document_get_format (self->document);
  finding->side_channel = mw_document_has_side_channel (self->document);
  finding->disk = self->compares ? mw_file_set_share (files) : NULL;
  g_clear_pointer (&self->on_disk, g_bytes_unref);
  GBytes *bytes = main_bytes (self->document);
  self->on_disk = bytes ? g_bytes_ref (bytes) : NULL;
  g_atomic_ref_count_inc (&self->references);
  g_task_set_source_tag (task, find);
  g_task_set_task_data (task, finding, (GDestroyNotify) finding_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, find_thread);
  return G_SOURCE_REMOVE;
}

/* --- The watch ------------------------------------------------------------------------------------------------------ */

static void
find_later (MwOffsetsWatch *self)
{
  const gboolean old = self->generation != mw_document_get_generation (self->document)
                       || self->on_disk != main_bytes (self->document);
  if (!self->wanted || !old)
    return;
  stop (self);
  self->timeout = g_timeout_add (QUIET_MS, find, self);
}

static void
document_changed (MwDocument *document, MwChangeSet *set, MwOffsetsWatch *self)
{
  find_later (self);
}

void
mw_offsets_watch_set_wanted (MwOffsetsWatch *self, gboolean wanted)
{
  if (wanted == self->wanted)
    return;
  self->wanted = wanted;
  stop (self);
  if (wanted)
    find (self);
}

gboolean
mw_offsets_watch_is_busy (const MwOffsetsWatch *self)
{
  return self->finding || self->timeout;
}

MwOffsetsWatch *
mw_offsets_watch_new (MwDocument *document, gboolean compares, MwOffsetsFound found, gpointer data)
{
  MwOffsetsWatch *self = g_new0 (MwOffsetsWatch, 1);
  g_atomic_ref_count_init (&self->references);
  self->document = g_object_ref (document);
  self->compares = compares;
  self->found = found;
  self->data = data;
  g_signal_connect (document, "changed", G_CALLBACK (document_changed), self);
  /* A save changes the files, which is no edit. */
  g_signal_connect_swapped (document, "history-changed", G_CALLBACK (find_later), self);
  return self;
}

void
mw_offsets_watch_free (MwOffsetsWatch *self)
{
  stop (self);
  mw_disconnect (self->document, self);
  g_clear_object (&self->document);
  g_clear_pointer (&self->offsets, mw_offsets_unref);
  unref (self);
}
