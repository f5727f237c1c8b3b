/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/test-copies.h"
#include "core/base/error.h"
#include "core/base/last-words.h"
#include "core/save/copy.h"
#include "ui/document/report-text.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/progress.h"

MwTestCopy *
mw_test_copy_new (const char *path, const MwSaveOptions *options)
{
  MwTestCopy *copy = g_new0 (MwTestCopy, 1);
  copy->path = g_strdup (path);
  copy->options = *options;
  return copy;
}

void
mw_test_copy_free (MwTestCopy *copy)
{
  g_free (copy->path);
  mw_save_free (copy->save);
  g_clear_error (&copy->error);
  g_free (copy);
}

/* --- Saving ----------------------------------------------------------------------------------------------------------- */

typedef struct {
  GPtrArray *copies;
  MwFileSet *spared;
  gboolean backup;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;
  g_ptr_array_unref (work->copies);
  mw_file_set_free (work->spared);
  g_free (work);
}

static void
save_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  mw_last_words_in_thread ();
  const Work *work = data;
  const MwSaveTerms terms = { .flags = MW_SAVE_OVERWRITE | MW_SAVE_BACKUP_ONCE,
                              .backup = work->backup ? ".bak" : NULL };
  for (guint i = 0; i < work->copies->len; i++) {
    MwTestCopy *copy = work->copies->pdata[i];
    mw_save_copy (copy->save, &copy->options, copy->path, work->spared, &terms, cancellable, &copy->error);
    mw_progress_set (cancellable, (double) (i + 1) / work->copies->len);
  }
  g_task_return_boolean (task, TRUE);
}

void
mw_test_copies_save_async (MwDocument *document, GPtrArray *copies, const char *broken, gboolean backup,
                           GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  const MwFileSet *files = mw_document_get_files (document);
  Work *work = g_new0 (Work, 1);
  work->copies = g_ptr_array_ref (copies);
  work->spared = files ? mw_file_set_share (files) : mw_file_set_new ();
  work->backup = backup;
  if (broken) {
    g_autoptr (GBytes) none = g_bytes_new (NULL, 0);
    mw_file_set_add_companion (work->spared, "broken", broken, NULL, none);
  }
  for (guint i = 0; i < copies->len; i++) {
    MwTestCopy *copy = copies->pdata[i];
    mw_save_free (copy->save);
    copy->save = mw_save_of_document (document);
  }
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  g_task_set_source_tag (task, mw_test_copies_save_async);
  g_task_set_check_cancellable (task, FALSE); /* what was saved before the cancel is a result */
  g_task_set_task_data (task, work, work_free);
  g_task_run_in_thread (task, save_thread);
}

GPtrArray *
mw_test_copies_save_finish (GAsyncResult *result)
{
  return ((Work *) g_task_get_task_data (G_TASK (result)))->copies;
}

/* --- What came of it -------------------------------------------------------------------------------------------------- */

guint
mw_test_copies_n_saved (const GPtrArray *copies)
{
  guint n = 0;
  for (guint i = 0; i < copies->len; i++)
    n += !((const MwTestCopy *) copies->pdata[i])->error;
  return n;
}

/* A file beside the copy that has the name of a companion, and that the copy does not replace. */
static gboolean
is_left (const MwSave *save, const char *name)
{
  for (guint i = 0; i < save->files->parts->len; i++) {
    g_autofree char *own = g_path_get_basename (((const MwFilePart *) save->files->parts->pdata[i])->path);
    if (g_str_equal (own, name))
      return FALSE;
  }
  return TRUE;
}

/* Lines about what was lost, and about what is beside the copy. Free with g_free(). */
static char *
lines_of (const MwSave *save)
{
  GString *lines = g_string_new (NULL);
  mw_report_add_losses (lines, save);
  for (guint i = 0; i < save->taken->len; i++)
    if (is_left (save, save->taken->pdata[i])) {
      g_autofree char *name = mw_ui_text (save->taken->pdata[i]);
      g_string_append_printf (lines, _ ("%s is in the same folder, and is read as a part of this model\n"), name);
    }
  return g_string_free (lines, FALSE);
}

gboolean
mw_test_copies_have_news (const GPtrArray *copies)
{
  for (guint i = 0; i < copies->len; i++) {
    const MwTestCopy *copy = copies->pdata[i];
    g_autofree char *lines = copy->error ? NULL : lines_of (copy->save);
    if (copy->error || *lines)
      return TRUE;
  }
  return FALSE;
}

static void
add_saved (GString *text, const MwTestCopy *copy)
{
  g_autofree char *name = g_path_get_basename (copy->path), *shown = mw_ui_text (name);
  guint64 changed, bytes;
  mw_save_count_changes (copy->save, &changed, &bytes);
  g_autofree char *size = mw_ui_count (bytes);
  g_string_append_printf (text, _ ("Saved and verified as %s, %s bytes"), shown, size);
  g_string_append_c (text, '\n');
  g_autofree char *lines = lines_of (copy->save);
  g_string_append (text, lines);
}

char *
mw_test_copies_text (const GPtrArray *copies)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < copies->len; i++) {
    const MwTestCopy *copy = copies->pdata[i];
    if (text->len)
      g_string_append_c (text, '\n');
    if (copy->error) {
      g_autofree char *plain = mw_error_describe (copy->error, copy->path), *why = mw_ui_text (plain);
      g_string_append_printf (text, _ ("Not saved: %s"), why);
      g_string_append_c (text, '\n');
    } else
      add_saved (text, copy);
  }
  return g_string_free (text, FALSE);
}
