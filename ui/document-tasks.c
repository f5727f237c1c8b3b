/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document-tasks.h"
#include "core/base/file-changes.h"
#include "core/base/last-words.h"
#include "core/convert/convert.h"
#include "core/check/new-findings.h"
#include "core/io/m2/companions.h"
#include "core/io/mdl/side-channel.h"
#include "core/io/place.h"
#include "core/io/registry.h"
#include "core/schema/loss-lines.h"
#include "ui/i18n.h"
#include "ui/labels.h"
#include "ui/progress.h"

#include <string.h>

void
mw_loaded_free (MwLoaded *loaded)
{
  if (!loaded)
    return;
  g_free (loaded->path);
  if (loaded->model)
    mw_model_free (loaded->model);
  g_clear_pointer (&loaded->set, mw_file_set_free);
  g_clear_pointer (&loaded->report, mw_report_free);
  g_clear_pointer (&loaded->wrong, g_ptr_array_unref);
  g_clear_pointer (&loaded->recovered, mw_recovered_free);
  mw_reload_free (loaded->reload);
  g_free (loaded->no_step);
  g_clear_error (&loaded->error);
  g_free (loaded);
}

void
mw_encoded_free (MwEncoded *encoded)
{
  if (!encoded)
    return;
  g_clear_pointer (&encoded->set, mw_file_set_free);
  g_clear_pointer (&encoded->now, mw_file_set_free);
  g_clear_pointer (&encoded->taken, g_ptr_array_unref);
  g_clear_pointer (&encoded->report, mw_report_free);
  g_clear_pointer (&encoded->lost, g_ptr_array_unref);
  g_clear_pointer (&encoded->wrong, g_ptr_array_unref);
  g_free (encoded);
}

void
mw_saved_free (MwSaved *saved)
{
  if (!saved)
    return;
  g_free (saved->path);
  g_clear_pointer (&saved->known, mw_file_set_free);
  mw_encoded_free (saved->encoded);
  g_free (saved);
}

/* --- Check ---------------------------------------------------------------------------------------------------------- */

static void
wrong_free (gpointer data)
{
  MwWrong *wrong = data;
  g_free (wrong->key);
  g_free (wrong->line);
  g_free (wrong);
}

static GPtrArray *
find_wrong (const MwModel *model, MwFormat format)
{
  GPtrArray *all = g_ptr_array_new_with_free_func (wrong_free);
  g_autoptr (GPtrArray) findings = mw_validate_grave (model, format);
  for (guint i = 0; i < findings->len; i++) {
    const MwFinding *finding = findings->pdata[i];
    g_autofree char *path = mw_target_path (&finding->target), *shown = mw_ui_text (path),
                    *message = mw_ui_text (finding->message);
    MwWrong *wrong = g_new0 (MwWrong, 1);
    wrong->key = g_strdup_printf ("%s %u", finding->rule->id, finding->target.record->id);
    wrong->line = g_strdup_printf ("%s%s%s %s", shown, *shown ? ": " : "", gettext (finding->rule->text), message);
    g_ptr_array_add (all, wrong);
  }
  return all;
}

/* --- Load ----------------------------------------------------------------------------------------------------------- */

/* Where in a job its stages end; what they take differs, but none of them is nothing. The two halves of a save share one. */
#define BYTES_READ 0.3
#define COMPANIONS_READ 0.4
#define MODEL_READ 0.9
#define MODEL_WRITTEN 0.3
#define MODEL_PROVED 0.6
#define FILES_PLACED 0.7
#define CHANGES_COUNTED 0.8

static void
bytes_read (GCancellable *cancellable, gsize done, gsize size)
{
  mw_progress_tell (cancellable, BYTES_READ * (double) done / (double) size);
}

static MwLoaded *
load_file (const char *path, GCancellable *cancellable)
{
  MwLoaded *loaded = g_new0 (MwLoaded, 1);
  loaded->path = g_strdup (path);
  loaded->report = mw_report_new ();
  if (cancellable)
    mw_file_tell_reads (cancellable, bytes_read);
  loaded->set = mw_io_load (loaded->path, cancellable, &loaded->error);
  mw_progress_tell (cancellable, COMPANIONS_READ);
  if (loaded->set)
    loaded->model = mw_io_read (loaded->set, &loaded->format, &(MwIoOptions) { .report = loaded->report },
                                &loaded->error);
  mw_progress_tell (cancellable, MODEL_READ);
  return loaded;
}

static void
load_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  mw_last_words_in_thread ();
  g_autoptr (MwLoaded) loaded = load_file (data, cancellable);
  if (loaded->model)
    loaded->wrong = find_wrong (loaded->model, loaded->format);
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

/* What is open, for the worker. */
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
  g_autoptr (MwLoaded) loaded = load_file (again->path, cancellable);
  loaded->generation = again->generation;
  if (loaded->model)
    loaded->reload = mw_reload_plan (g_steal_pointer (&again->open), again->format,
                                     mw_model_copy (loaded->model, FALSE), loaded->format, cancellable, &error);
  if (error)
    loaded->no_step = mw_error_describe (error, NULL);
  if (loaded->model)
    loaded->wrong = find_wrong (loaded->reload ? loaded->reload->model : loaded->model, loaded->format);
  g_task_return_pointer (task, g_steal_pointer (&loaded), (GDestroyNotify) mw_loaded_free);
}

void
mw_load_again_async (MwDocument *document, const char *path, GCancellable *cancellable, GAsyncReadyCallback callback,
                     gpointer data)
{
  Again *again = g_new0 (Again, 1);
  again->path = g_strdup (path);
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
  mw_progress_tell (cancellable, MODEL_READ);
  if (loaded->recovered) {
    loaded->format = mw_document_get_format (loaded->recovered->document);
    loaded->path = g_strdup (loaded->recovered->path);
    loaded->set = g_steal_pointer (&loaded->recovered->set);
    loaded->report = g_steal_pointer (&loaded->recovered->report);
    /* What was wrong before anything was edited is no news when it is saved. */
    loaded->wrong = find_wrong (loaded->recovered->base, loaded->format);
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

static const MwIoFormat *
format_with_suffix_of (const char *path, const MwFormat *like)
{
  guint n;
  const MwIoFormat *formats = mw_io_formats (&n);
  g_autofree char *lower = g_ascii_strdown (path, -1);
  for (guint i = 0; i < n; i++) {
    MwFormat format = like ? (MwFormat) { like->family, like->version, formats[i].text } : (MwFormat) { 0 };
    if (g_str_has_suffix (lower, formats[i].suffix) && (!like || formats[i].supports (format)))
      return &formats[i];
  }
  return NULL;
}

gboolean
mw_format_of_name (const char *path, MwFormat *format)
{
  const MwIoFormat *io = format_with_suffix_of (path, format);
  if (io)
    format->text = io->text;
  return io != NULL;
}

char *
mw_name_without_suffix (const char *path)
{
  const MwIoFormat *io = format_with_suffix_of (path, NULL);
  return g_strndup (path, io ? strlen (path) - strlen (io->suffix) : strlen (path));
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
  MwFormat now; /* of the snapshot */
  MwFormat format;
  gboolean side_channel;
  MwConvertOptions options;
  guint64 generation;
  char *path;
  MwFileSet *was, *known;
} Encoding;

static void
encoding_free (Encoding *encoding)
{
  mw_model_free (encoding->snapshot);
  g_free (encoding->path);
  g_clear_pointer (&encoding->was, mw_file_set_free);
  g_clear_pointer (&encoding->known, mw_file_set_free);
  g_free (encoding);
}

static gboolean
count_notes (MwRecord *record, gpointer n)
{
  for (guint i = 0; i < mw_notes_count (record); i++)
    *(guint *) n += mw_notes_at (record, i)->kind != MW_NOTE_SIDE_CHANNEL;
  return TRUE;
}

static int
by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static gboolean
has_path (const MwFileSet *set, const char *path)
{
  for (guint i = 0; set && i < set->parts->len; i++)
    if (g_strcmp0 (((const MwFilePart *) set->parts->pdata[i])->path, path) == 0)
      return TRUE;
  return FALSE;
}

/* What stands beside the target by a companion's name and is none of ours. What the model does not know of would become a part
 * of it. */
static gboolean
find_taken (const Encoding *encoding, MwEncoded *encoded, GError **error)
{
  encoded->taken = g_ptr_array_new_with_free_func (g_free);
  const MwFilePart *old = encoding->was ? mw_file_set_main (encoding->was) : NULL;
  gboolean elsewhere = !old || g_strcmp0 (old->path, encoding->path) != 0;
  if (!mw_m2_has_companions (mw_file_set_main (encoded->set)->bytes))
    return TRUE;
  g_autoptr (GHashTable) there = mw_m2_companions_find (encoding->path, error);
  if (!there)
    return FALSE;
  GHashTableIter iter;
  gpointer role, name;
  g_hash_table_iter_init (&iter, there);
  while (g_hash_table_iter_next (&iter, &role, &name)) {
    g_autofree char *path = mw_file_beside (encoding->path, name);
    if (!has_path (encoding->was, path) && (elsewhere || mw_file_set_find (encoded->set, role)))
      g_ptr_array_add (encoded->taken, g_strdup (name));
  }
  g_ptr_array_sort (encoded->taken, by_name);
  return TRUE;
}

/* The snapshot becomes a model of the other version. */
static gboolean
convert (Encoding *encoding, MwReport *report, GPtrArray *lost, GError **error)
{
  MwModel *converted = mw_convert_with (encoding->snapshot, encoding->now, encoding->format, &encoding->options, report,
                                        NULL, error);
  if (!converted)
    return FALSE;
  g_ptr_array_extend_and_steal (lost, mw_loss_lines (report, encoding->snapshot));
  mw_model_free (encoding->snapshot);
  encoding->snapshot = converted;
  g_clear_pointer (&encoding->was, mw_file_set_free);
  return TRUE;
}

/* What the conversion lost stands before what the writer cannot state. */
static void
put_before (MwReport *report, const MwReport *first)
{
  for (guint i = 0; i < first->losses->len; i++) {
    MwLoss loss = g_array_index (first->losses, MwLoss, i);
    loss.path = g_strdup (loss.path);
    g_array_insert_val (report->losses, i, loss);
  }
  for (guint i = 0; i < first->remarks->len; i++) {
    const MwRemark *remark = &g_array_index (first->remarks, MwRemark, i);
    mw_report_remark (report, remark->kind, remark->line, remark->column, "%s", remark->text);
  }
}

/* Whether the files to be replaced are what the user knows. */
static gboolean
look (const Encoding *encoding, MwEncoded *encoded, GCancellable *cancellable, GError **error)
{
  if (!encoding->known || encoded->converted)
    return TRUE;
  g_autoptr (MwFileSet) now = mw_file_set_look (encoding->known, cancellable, error);
  if (!now)
    return FALSE;
  g_autoptr (GPtrArray) changes = mw_file_set_compare (encoding->known, now);
  if (changes->len)
    encoded->now = g_steal_pointer (&now);
  return TRUE;
}

static gboolean
encode (Encoding *encoding, MwEncoded *encoded, GCancellable *cancellable, GError **error)
{
  g_autoptr (MwReport) conversion = mw_report_new ();
  encoded->format = encoding->format;
  encoded->generation = encoding->generation;
  encoded->report = mw_report_new ();
  encoded->lost = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_loss_line_free);
  encoded->converted = encoding->now.family != encoding->format.family
                       || encoding->now.version != encoding->format.version;
  encoded->scale = encoding->options.scale;
  if (encoded->converted && !convert (encoding, conversion, encoded->lost, error))
    return FALSE;
  encoded->side_channel = encoding->format.text && encoding->side_channel;
  if (encoding->format.text)
    mw_mdl_set_side_channel (encoding->snapshot, encoded->side_channel);
  if (encoding->format.text && !encoded->side_channel)
    mw_record_foreach (&encoding->snapshot->record, count_notes, &encoded->notes);
  encoded->set = mw_io_write (encoding->snapshot, encoding->format, &(MwIoOptions) { .report = encoded->report },
                              error);
  mw_progress_tell (cancellable, MODEL_WRITTEN);
  if (!encoded->set || g_cancellable_set_error_if_cancelled (cancellable, error)
      || !mw_io_prove (encoding->snapshot, encoding->format, encoded->set, &(MwIoOptions) { .report = encoded->report },
                       error)
      || g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  mw_progress_tell (cancellable, MODEL_PROVED);
  encoded->unstated = encoded->format.text ? encoded->report->losses->len : 0;
  g_ptr_array_extend_and_steal (encoded->lost, mw_loss_lines (encoded->report, encoding->snapshot));
  mw_loss_lines_sort (encoded->lost);
  /* Only now: the proof leaves out what the report names, and the new model has to be proved whole. */
  put_before (encoded->report, conversion);
  encoded->wrong = find_wrong (encoding->snapshot, encoding->format);
  gboolean ok = mw_io_place (encoded->set, encoding->was, encoding->path, error)
                && find_taken (encoding, encoded, error) && look (encoding, encoded, cancellable, error);
  mw_progress_tell (cancellable, FILES_PLACED);
  return ok;
}

static void
encode_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  mw_last_words_in_thread ();
  GError *error = NULL;
  g_autoptr (MwEncoded) encoded = g_new0 (MwEncoded, 1);
  if (encode (data, encoded, cancellable, &error))
    g_task_return_pointer (task, g_steal_pointer (&encoded), (GDestroyNotify) mw_encoded_free);
  else
    g_task_return_error (task, error);
}

void
mw_encode_async (MwDocument *document, MwSaveChoice choice, const char *path, const MwFileSet *was,
                 const MwFileSet *known, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (document, cancellable, callback, data);
  Encoding *encoding = g_new0 (Encoding, 1);
  encoding->snapshot = mw_document_snapshot (document, &encoding->generation);
  encoding->now = mw_document_get_format (document);
  encoding->format = choice.format;
  encoding->side_channel = choice.side_channel;
  encoding->options.scale = choice.scale;
  encoding->path = g_strdup (path);
  encoding->was = mw_file_set_share (was);
  encoding->known = mw_file_set_share (known);
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
  MwFileSet *before, *known;
  gboolean backup;
} Saving;

static void
saving_free (Saving *saving)
{
  mw_encoded_free (saving->encoded);
  g_clear_pointer (&saving->before, mw_file_set_free);
  g_clear_pointer (&saving->known, mw_file_set_free);
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
count_changes (const MwFileSet *before, const MwFileSet *after, MwSaved *saved)
{
  for (guint i = 0; i < after->parts->len; i++) {
    const MwFilePart *part = after->parts->pdata[i], *old = before ? mw_file_set_find (before, part->role) : NULL;
    guint64 size = g_bytes_get_size (part->bytes);
    /* A stretch that became shorter was longer before. */
    saved->changed += MIN (mw_count_changed_bytes (old ? old->bytes : NULL, part->bytes), size);
    saved->size += size;
  }
}

static gboolean
is_there (const MwFilePart *part, GCancellable *cancellable)
{
  if (!g_file_test (part->path, G_FILE_TEST_IS_REGULAR))
    return FALSE;
  g_autoptr (GBytes) bytes = mw_file_read (part->path, cancellable, NULL);
  return bytes && g_bytes_equal (bytes, part->bytes);
}

/* What the user let stand beside the model (`taken`) is no news to him. */
static MwFileSet *
files_known (const MwEncoded *encoded)
{
  g_autoptr (MwFileSet) known = mw_file_set_share (encoded->set),
                        now = encoded->taken->len ? mw_file_set_look (encoded->set, NULL, NULL) : NULL;
  for (guint i = 0; now && i < now->parts->len; i++) {
    const MwFilePart *part = now->parts->pdata[i];
    g_autofree char *name = g_path_get_basename (part->path);
    if (part->bytes && !mw_file_set_find (known, part->role)
        && g_ptr_array_find_with_equal_func (encoded->taken, name, g_str_equal, NULL))
      mw_file_set_add_companion (known, part->role, part->path, part->suffix, part->bytes);
  }
  return g_steal_pointer (&known);
}

static void
save_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  mw_last_words_in_thread ();
  Saving *saving = data;
  GError *error = NULL;
  g_autoptr (MwSaved) saved = g_new0 (MwSaved, 1);
  g_autoptr (MwFileSet) set = mw_file_set_new ();
  saved->encoded = g_steal_pointer (&saving->encoded);
  const GPtrArray *parts = saved->encoded->set->parts;
  saved->path = g_strdup (mw_file_set_main (saved->encoded->set)->path);
  count_changes (saving->before, saved->encoded->set, saved);
  mw_progress_tell (cancellable, CHANGES_COUNTED);
  for (guint i = 0; i < parts->len; i++) {
    MwFilePart *part = parts->pdata[i];
    const MwFilePart *old = saving->before ? mw_file_set_find (saving->before, part->role) : NULL;
    part->ours = old && old->ours && g_strcmp0 (old->path, part->path) == 0;
    if (i > 0 && is_there (part, cancellable))
      continue;
    mw_file_set_add_companion (set, part->role, part->path, part->suffix, part->bytes);
    mw_file_set_find (set, part->role)->ours = part->ours;
    part->ours = TRUE;
  }
  if (mw_file_set_update (set, saving->known, MW_SAVE_OVERWRITE | MW_SAVE_BACKUP_ONCE, saving->backup ? ".bak" : NULL,
                          cancellable, &error)) {
    saved->known = files_known (saved->encoded);
    g_task_return_pointer (task, g_steal_pointer (&saved), (GDestroyNotify) mw_saved_free);
  } else {
    g_task_return_error (task, error);
  }
}

void
mw_save_async (MwEncoded *encoded, const MwFileSet *before, const MwFileSet *known, gboolean backup,
               GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  /* No return on cancel: whether the file was replaced is known only when the worker is done. */
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  Saving *saving = g_new0 (Saving, 1);
  saving->encoded = encoded;
  saving->before = mw_file_set_share (before);
  saving->known = mw_file_set_share (known);
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
