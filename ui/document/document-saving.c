/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/document-page-private.h"
#include "core/base/error.h"
#include "core/convert/targets.h"
#include "ui/error-bar.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/places.h"
#include "ui/widgets.h"

/* --- Save ----------------------------------------------------------------------------------------------------------- */

static void
set_saving (MwDocumentPage *self, gboolean saving)
{
  self->saving = saving;
  if (self->watch)
    mw_disk_watch_hold (self->watch, saving);
  g_signal_emit_by_name (self, "state-changed");
}

/* The files on disk are now those that were saved, and besides them the files that the user was told about and that
 * were not replaced. */
static void
watch_saved (MwDocumentPage *self, const MwFileSet *saved, gboolean same)
{
  g_autoptr (MwFileSet) known = mw_file_set_share (saved),
                        before = same ? mw_file_set_share (mw_disk_watch_known (self->watch)) : NULL;
  for (guint i = 0; before && i < before->parts->len; i++) {
    const MwFilePart *part = before->parts->pdata[i];
    if (part->bytes && !mw_file_set_find (known, part->role))
      mw_file_set_add_companion (known, part->role, part->path, part->suffix, part->bytes);
  }
  self->lost = FALSE;
  mw_disk_watch_set_files (self->watch, mw_document_get_files (self->document));
  mw_disk_watch_acknowledge (self->watch, known);
  mw_changed_bar_hide (MW_CHANGED_BAR (self->changed));
}

/* Shows why a save failed, unless the user cancelled it. */
static void
show_failure (MwDocumentPage *self, const char *path, const GError *error)
{
  g_autofree char *name = g_path_get_basename (path);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
      || g_error_matches (error, MW_ERROR, MW_ERROR_CANCELLED)) {
    mw_document_page_say (self, _ ("Saving was cancelled; the file is unchanged."));
    return;
  }
  g_autofree char *what = g_strdup_printf (
    _ ("%s could not be saved. The file on disk is unchanged, and your changes are still open here."), name);
  mw_error_bar_show_error (MW_ERROR_BAR (self->errors), what, error, path);
  mw_document_page_say (self, _ ("Not saved"));
}

static gboolean
is_own_path (MwDocumentPage *self, const char *path)
{
  return g_strcmp0 (path, mw_document_get_path (self->document)) == 0;
}

static void
written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  MwDocumentPage *self = g_task_get_source_object (task);
  GError *error = NULL;
  MwSave *save = mw_write_finish (result, &error);
  if (save) {
    g_task_return_pointer (task, save, (GDestroyNotify) mw_save_free);
    return;
  }
  set_saving (self, FALSE);
  if (self->document)
    show_failure (self, g_task_get_task_data (task), error);
  g_task_return_error (task, error);
}

void
mw_document_page_write_async (MwDocumentPage *self, const char *path, const MwSaveOptions *options,
                              GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  GTask *task = g_task_new (self, NULL, callback, data);
  g_task_set_source_tag (task, mw_document_page_write_async);
  g_task_set_task_data (task, g_strdup (path), g_free);
  set_saving (self, TRUE);
  mw_document_page_say (self, _ ("Saving…"));
  const MwFileSet *known = is_own_path (self, path) ? mw_disk_watch_known (self->watch) : NULL;
  mw_write_async (self->document, options, path, known, cancellable, written, task);
}

MwSave *
mw_document_page_write_finish (MwDocumentPage *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

MwLossQuestion *
mw_document_page_question (MwDocumentPage *self, const MwSave *save, gboolean replaces, gboolean again)
{
  g_autofree char *name = g_path_get_basename (mw_file_set_main (save->files)->path);
  return mw_loss_question (name, save, self->acknowledged, replaces, again);
}

void
mw_document_page_give_up_save (MwDocumentPage *self)
{
  set_saving (self, FALSE);
  if (self->document)
    mw_document_page_say (self, _ ("Not saved"));
}

/* The message about a save. `was` is the document's file before the save (NULL: none). In a file of the other kind
 * (text or binary) all bytes differ. */
static char *
saved_text (const MwSaved *done, const char *was)
{
  const char *path = mw_file_set_main (done->save->files)->path;
  gboolean other_kind = done->save->from.text != done->save->format.text;
  g_autofree char *changed = mw_ui_count (done->changed), *size = mw_ui_count (done->size);
  g_autofree char *name = g_path_get_basename (path), *old = was ? g_path_get_basename (was) : NULL;
  if (g_strcmp0 (was, path) == 0 && !other_kind)
    return g_strdup_printf (_ ("Saved and verified, %s of %s bytes changed"), changed, size);
  if (!old || other_kind)
    return g_strdup_printf (_ ("Saved and verified as %s, %s bytes"), name, size);
  if (done->changed == 0)
    return g_strdup_printf (_ ("Saved and verified as %s; its %s bytes are identical to %s"), name, size, old);
  return g_strdup_printf (_ ("Saved and verified as %s: %s of %s bytes differ from %s"), name, changed, size, old);
}

/* Makes the saved files the files of the document. */
static void
take_saved (MwDocumentPage *self, const MwSaved *done)
{
  const char *path = mw_file_set_main (done->save->files)->path;
  g_autofree char *was = g_strdup (mw_document_get_path (self->document));
  gboolean same = is_own_path (self, path);
  if (!same)
    mw_document_page_move_images (self, path);
  else
    mw_viewport_saved (MW_VIEWPORT (self->viewport));
  if (!same)
    g_clear_pointer (&self->origin, mw_origin_free);
  mw_save_apply (done->save, self->document);
  watch_saved (self, done->known, same);
  mw_document_page_show_companions (self);
  mw_acknowledged_update (self->acknowledged, done->save);
  /* The notice about what was not kept of a text no longer applies; missing companions are still missing. */
  if (!self->companions)
    mw_error_bar_hide (MW_ERROR_BAR (self->notices));
  mw_error_bar_hide (MW_ERROR_BAR (self->errors));
  if (self->journal)
    mw_journal_saved (self->journal);
  g_autofree char *text = saved_text (done, was);
  g_signal_emit_by_name (self, "state-changed");
  mw_document_page_say (self, text);
}

static void
committed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  MwDocumentPage *self = g_task_get_source_object (task);
  GError *error = NULL;
  g_autoptr (MwSaved) done = mw_commit_finish (result, &error);
  set_saving (self, FALSE);
  if (!done) {
    /* If files changed in the meantime, the window asks the user. */
    if (self->document && !g_error_matches (error, MW_ERROR, MW_ERROR_CHANGED))
      show_failure (self, g_task_get_task_data (task), error);
    g_task_return_error (task, error);
    return;
  }
  if (!self->document) {
    /* The tab was closed in the meantime. */
  } else if (done->save->converted) {
    /* Another version is another model: the open document stays unchanged, with its history. */
    g_autofree char *name = g_path_get_basename (mw_file_set_main (done->save->files)->path);
    g_autofree char *title = mw_target_title (done->save->format);
    g_autofree char *text = g_strdup_printf (_ ("Saved and verified as %s: %s"), name, title);
    mw_document_page_say (self, text);
  } else {
    take_saved (self, done);
  }
  g_task_return_boolean (task, TRUE);
}

void
mw_document_page_commit_async (MwDocumentPage *self, MwSave *save, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer data)
{
  GTask *task = g_task_new (self, NULL, callback, data);
  const char *path = mw_file_set_main (save->files)->path;
  g_task_set_source_tag (task, mw_document_page_commit_async);
  g_task_set_task_data (task, g_strdup (path), g_free);
  set_saving (self, TRUE);
  GSettings *settings = mw_places_settings ();
  gboolean backup = settings && g_settings_get_boolean (settings, "keep-backup");
  mw_commit_async (save, is_own_path (self, path) ? mw_disk_watch_known (self->watch) : NULL, backup, cancellable,
                   committed, task);
}

gboolean
mw_document_page_commit_finish (MwDocumentPage *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

gboolean
mw_document_page_is_saving (MwDocumentPage *self)
{
  return self->saving;
}

/* --- Journal -------------------------------------------------------------------------------------------------------- */

static void
journal_failed (MwJournal *journal, const char *why, MwDocumentPage *self)
{
  g_autoptr (GError) error = g_error_new_literal (MW_ERROR, MW_ERROR_IO, why);
  mw_error_bar_show_error (
    MW_ERROR_BAR (self->errors),
    _ ("The recovery journal cannot be written. You can keep editing, but until it can be written again a crash "
       "would lose your changes: save often."),
    error, NULL);
  self->journal_failed = TRUE;
}

static void
journal_resumed (MwJournal *journal, MwDocumentPage *self)
{
  if (self->journal_failed)
    mw_error_bar_hide (MW_ERROR_BAR (self->errors));
  self->journal_failed = FALSE;
  mw_document_page_say (self, _ ("The recovery journal can be written again and contains all your changes."));
}

/* Shows what was recovered after a crash, and what the user should know about it. */
static void
report_recovered (MwDocumentPage *self, const MwRecovered *recovered)
{
  g_autofree char *name = mw_document_page_get_name (self);
  g_autoptr (GString) text = g_string_new (NULL);
  if (recovered->n_unsaved)
    g_string_append_printf (text,
                            ngettext ("%s was recovered, with %u unsaved step.",
                                      "%s was recovered, with %u unsaved steps.", recovered->n_unsaved),
                            name, recovered->n_unsaved);
  else
    g_string_append_printf (text, _ ("%s was recovered."), name);
  if (recovered->missing)
    g_string_append_printf (text, " %s", _ ("Its file no longer exists; saving creates it again."));
  else if (recovered->changed)
    g_string_append_printf (text, " %s",
                            _ ("Its file has since been changed by another program: compare before you save over it."));
  if (recovered->damage)
    g_string_append_printf (text, " %s", _ ("The journal could not be read to its end; later changes are lost."));
  mw_error_bar_show_notice (MW_ERROR_BAR (self->notices), text->str, recovered->damage);
}

void
mw_document_page_begin_journal (MwDocumentPage *self, MwRecovered *recovered)
{
  self->journal = recovered ? mw_recovered_resume (recovered) : mw_journal_new (self->document, NULL);
  if (!recovered && self->origin)
    mw_journal_set_origin (self->journal, self->origin->from, self->origin->name, self->origin->archive);
  g_signal_connect (self->journal, "failed", G_CALLBACK (journal_failed), self);
  g_signal_connect (self->journal, "resumed", G_CALLBACK (journal_resumed), self);
  if (!recovered)
    return;
  guint n = mw_document_get_n_steps (self->document);
  self->newest_step = n ? mw_step_get_serial (mw_document_get_step (self->document, n - 1)) : 0;
  report_recovered (self, recovered);
}

void
mw_document_page_end_journal (MwDocumentPage *self)
{
  if (!self->journal)
    return;
  mw_disconnect (self->journal, self);
  mw_journal_close (self->journal, FALSE);
  g_clear_object (&self->journal);
}
