/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/save/save.h"
#include "core/base/array.h"
#include "core/base/bytes-diff.h"
#include "core/base/file-changes.h"
#include "core/check/new-findings.h"
#include "core/io/mdl/side-channel.h"
#include "core/io/place.h"
#include "core/save/own-files.h"
#include "core/schema/loss-lines.h"
#include "core/schema/notes.h"
#include "core/vfs/archive.h"

#include <string.h>

/* How much of a save is done after each step. */
#define WRITTEN 0.3
#define PROVED 0.6

/* --- The object ----------------------------------------------------------------------------------------------------- */

MwSave *
mw_save_new (MwModel *model, MwFormat format, const MwFileSet *was)
{
  MwSave *self = g_new0 (MwSave, 1);
  self->model = model;
  self->from = self->format = format;
  self->was = mw_file_set_share (was);
  self->conversion = mw_report_new ();
  self->writing = mw_report_new ();
  self->lost = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_loss_line_free);
  self->taken = g_ptr_array_new_with_free_func (g_free);
  self->left = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_file_part_free);
  self->kept = g_ptr_array_new_with_free_func ((GDestroyNotify) g_error_free);
  return self;
}

MwSave *
mw_save_of_document (MwDocument *document)
{
  guint64 generation;
  MwModel *snapshot = mw_document_snapshot (document, &generation);
  MwSave *self = mw_save_new (snapshot, mw_document_get_format (document), mw_document_get_files (document));
  self->generation = generation;
  return self;
}

void
mw_save_free (MwSave *self)
{
  if (!self)
    return;
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  mw_model_free (self->model);
  g_clear_pointer (&self->was, mw_file_set_free);
  g_clear_pointer (&self->conversion, mw_report_free);
  g_clear_pointer (&self->writing, mw_report_free);
  g_clear_pointer (&self->lost, g_ptr_array_unref);
  g_clear_pointer (&self->files, mw_file_set_free);
  g_clear_pointer (&self->now, mw_file_set_free);
  g_ptr_array_unref (self->taken);
  g_ptr_array_unref (self->left);
  g_ptr_array_unref (self->kept);
  g_free (self);
}

MwSaveOptions
mw_save_options (MwDocument *document)
{
  return (MwSaveOptions) { .format = mw_document_get_format (document),
                           .side_channel = mw_document_has_side_channel (document) };
}

/* --- Writing -------------------------------------------------------------------------------------------------------- */

static gboolean
drop_notes (MwRecord *record, gpointer n)
{
  *(guint *) n += mw_notes_count (record);
  mw_notes_drop (record);
  return TRUE;
}

static gboolean
count_notes (MwRecord *record, gpointer n)
{
  for (guint i = 0; i < mw_notes_count (record); i++)
    *(guint *) n += mw_notes_at (record, i)->kind != MW_NOTE_SIDE_CHANNEL;
  return TRUE;
}

static gboolean
convert (MwSave *self, const MwConvertOptions *options, GError **error)
{
  MwModel *converted = mw_convert (self->model, self->from, self->format, options, self->conversion, NULL, error);
  if (!converted)
    return FALSE;
  g_ptr_array_extend_and_steal (self->lost, mw_loss_lines (self->conversion, self->model));
  mw_model_free (self->model);
  self->model = converted;
  g_clear_pointer (&self->was, mw_file_set_free);
  return TRUE;
}

/* Sets how much of its origin the model keeps when it is written as text. */
static void
prepare_origin (MwSave *self, const MwSaveOptions *options)
{
  if (!self->format.text)
    return;
  self->side_channel = options->side_channel;
  mw_mdl_set_side_channel (self->model, self->side_channel);
  /* Without a side channel, text cannot hold the notes about bytes. */
  if (!self->side_channel)
    mw_record_foreach (&self->model->record, count_notes, &self->notes);
}

static void
report_progress (const MwSaveOptions *options, GCancellable *cancellable, double done)
{
  if (options->progress)
    options->progress (cancellable, done);
}

gboolean
mw_save_write (MwSave *self, const MwSaveOptions *options, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (!self->files, FALSE);
  const MwIoOptions io = { .report = self->writing, .spelling = options->spelling };
  double scale = options->converting.scale;
  self->format = options->format;
  self->scale = scale;
  self->converted = self->from.family != self->format.family || self->from.version != self->format.version
                    || (scale != 0 && scale != MW_CONVERT_SCALE_DEFAULT);
  if (options->drop_origin)
    mw_record_foreach (&self->model->record, drop_notes, &self->notes);
  if (self->converted && !convert (self, &options->converting, error))
    return FALSE;
  prepare_origin (self, options);
  g_autoptr (MwFileSet) written = mw_io_write (self->model, self->format, &io, error);
  report_progress (options, cancellable, WRITTEN);
  if (!written || g_cancellable_set_error_if_cancelled (cancellable, error)
      || !mw_io_prove (self->model, self->format, written, &io, error)
      || g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  report_progress (options, cancellable, PROVED);
  g_ptr_array_extend_and_steal (self->lost, mw_loss_lines (self->writing, self->model));
  mw_loss_lines_sort (self->lost);
  self->files = g_steal_pointer (&written);
  return TRUE;
}

void
mw_save_check (MwSave *self, const MwTargetClient *client)
{
  g_return_if_fail (self->files && !self->findings);
  const gboolean same = client && client->family == self->format.family;
  self->findings = mw_check_grave_for (self->model, self->format, same ? client : NULL);
}

/* --- Placing -------------------------------------------------------------------------------------------------------- */

gboolean
mw_save_allows (const char *target, GError **error)
{
  g_autofree char *archive = NULL, *name = NULL;
  if (!mw_archive_split (target, &archive, &name))
    return TRUE;
  mw_set_error (error, MW_ERROR_REFUSED, -1, target,
                "this file is in an archive, which is not written; save it in a folder");
  return FALSE;
}

gboolean
mw_save_place (MwSave *self, const char *target, GError **error)
{
  g_return_val_if_fail (self->files && !self->placed, FALSE);
  self->placed = mw_save_allows (target, error) && mw_io_place (self->files, self->was, target, error);
  return self->placed;
}

static gboolean
has_path (const MwFileSet *set, const char *path)
{
  for (guint i = 0; set && i < set->parts->len; i++)
    if (g_strcmp0 (((const MwFilePart *) set->parts->pdata[i])->path, path) == 0)
      return TRUE;
  return FALSE;
}

gboolean
mw_save_find_taken (MwSave *self, GError **error)
{
  g_return_val_if_fail (self->placed, FALSE);
  const char *target = mw_file_set_main (self->files)->path,
             *old = self->was ? mw_file_set_main (self->was)->path : NULL;
  gboolean elsewhere = g_strcmp0 (old, target) != 0;
  if (!self->files->find_companions)
    return TRUE;
  g_autoptr (GHashTable) there = self->files->find_companions (target, error);
  if (!there)
    return FALSE;
  GHashTableIter iter;
  gpointer role, name;
  g_hash_table_iter_init (&iter, there);
  while (g_hash_table_iter_next (&iter, &role, &name)) {
    g_autofree char *path = mw_file_beside (target, name);
    if (!has_path (self->was, path) && (elsewhere || mw_file_set_find (self->files, role)))
      g_ptr_array_add (self->taken, g_strdup (name));
  }
  g_ptr_array_sort (self->taken, mw_compare_texts);
  return TRUE;
}

gboolean
mw_save_look (MwSave *self, const MwFileSet *known, GCancellable *cancellable, GError **error)
{
  if (!known || self->converted)
    return TRUE;
  g_autoptr (MwFileSet) now = mw_file_set_look (known, cancellable, error);
  if (!now)
    return FALSE;
  g_autoptr (GPtrArray) changes = mw_file_set_compare (known, now);
  if (changes->len)
    self->now = g_steal_pointer (&now);
  return TRUE;
}

/* --- Saving --------------------------------------------------------------------------------------------------------- */

/* Marks the files that an earlier save of the document wrote, which need no backup. */
static void
mark_ours (MwSave *self)
{
  for (guint i = 0; i < self->files->parts->len; i++) {
    MwFilePart *part = self->files->parts->pdata[i];
    const MwFilePart *old = self->was ? mw_file_set_find (self->was, part->role) : NULL;
    part->ours = old && old->ours && g_strcmp0 (old->path, part->path) == 0;
  }
}

gboolean
mw_save_commit (MwSave *self, const MwSaveTerms *terms, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (self->placed && !self->done, FALSE);
  if (self->was && terms->left != MW_LEFT_CARRIED) {
    g_ptr_array_unref (self->left);
    self->left = mw_io_take_left (self->files, self->was);
  }
  mark_ours (self);
  if (terms->flags & MW_SAVE_BACKUP_ONCE)
    mw_own_files_mark (self->files);
  self->done = mw_file_set_update_and_remove (self->files, terms->seen,
                                              terms->left == MW_LEFT_REMOVED ? self->left : NULL, self->kept,
                                              terms->flags, terms->backup, cancellable, error);
  if (self->done && terms->flags & MW_SAVE_BACKUP_ONCE)
    mw_own_files_add (self->files, self->was);
  return self->done;
}

void
mw_save_apply (const MwSave *self, MwDocument *document)
{
  g_return_if_fail (self->done && !self->converted);
  mw_document_set_files (document, mw_file_set_share (self->files));
  mw_document_set_format (document, self->format);
  if (self->format.text)
    mw_document_set_side_channel (document, self->side_channel);
  mw_document_mark_clean (document, self->generation);
}

MwFileSet *
mw_save_known_files (const MwSave *self)
{
  g_return_val_if_fail (self->done, NULL);
  g_autoptr (MwFileSet) known = mw_file_set_share (self->files),
                        now = self->taken->len ? mw_file_set_look (self->files, NULL, NULL) : NULL;
  for (guint i = 0; now && i < now->parts->len; i++) {
    const MwFilePart *part = now->parts->pdata[i];
    g_autofree char *name = g_path_get_basename (part->path);
    if (part->bytes && !mw_file_set_find (known, part->role)
        && g_ptr_array_find_with_equal_func (self->taken, name, g_str_equal, NULL))
      mw_file_set_add_companion (known, part->role, part->path, part->suffix, part->bytes);
  }
  return g_steal_pointer (&known);
}

/* --- Counting ------------------------------------------------------------------------------------------------------- */

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
  if (!before)
    return b_size;
  g_autoptr (GArray) changes = mw_bytes_changes (before, after, NULL);
  for (guint i = 0; i < changes->len; i++) {
    const MwBytesChange *change = &g_array_index (changes, MwBytesChange, i);
    n += MAX (change->size, change->removed);
  }
  return n;
}

void
mw_save_count_changes (const MwSave *self, guint64 *changed, guint64 *size)
{
  g_return_if_fail (self->placed);
  *changed = *size = 0;
  for (guint i = 0; i < self->files->parts->len; i++) {
    const MwFilePart *part = self->files->parts->pdata[i];
    const MwFilePart *old = self->was ? mw_file_set_find (self->was, part->role) : NULL;
    guint64 of_part = g_bytes_get_size (part->bytes);
    /* If a part became shorter, the bytes that it had before may outnumber those that it has now. */
    *changed += MIN (mw_count_changed_bytes (old ? old->bytes : NULL, part->bytes), of_part);
    *size += of_part;
  }
}
