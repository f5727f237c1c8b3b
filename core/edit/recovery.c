/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/recovery.h"
#include "core/edit/document-private.h"
#include "core/edit/journal-private.h"
#include "core/io/place.h"

#include <string.h>

void
mw_left_journal_free (MwLeftJournal *left)
{
  if (!left)
    return;
  g_free (left->journal);
  g_free (left->path);
  g_free (left->damage);
  g_free (left);
}

void
mw_recovered_free (MwRecovered *recovered)
{
  if (!recovered)
    return;
  g_clear_object (&recovered->document);
  g_clear_pointer (&recovered->base, mw_model_free);
  g_clear_pointer (&recovered->report, mw_report_free);
  mw_record_log_close (recovered->log);
  g_free (recovered->damage);
  mw_journal_origin_free (recovered->origin);
  g_free (recovered);
}

/* --- Looking at a journal ------------------------------------------------------------------------------------------- */

/* Says from where on the journal cannot be read, and why. */
static char *
damage_text (const GError *error)
{
  return error ? mw_error_describe (error, NULL) : NULL;
}

/* Reads what a journal holds; NULL if it is in use or cannot be opened. */
static MwLeftJournal *
look_at (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MwRecordLog) log = mw_record_log_open (path, &error);
  if (!log && !g_error_matches (error, MW_ERROR, MW_ERROR_CORRUPT))
    return NULL;
  MwLeftJournal *left = g_new0 (MwLeftJournal, 1);
  g_auto (MwJournalEvents) events;
  mw_journal_events_init (&events);
  left->journal = g_strdup (path);
  left->recoverable = log && mw_journal_read_head (log, 0, &events.place, NULL, &error);
  events.time = events.place.time;
  gboolean more = left->recoverable;
  while (more) {
    guint64 before;
    g_auto (MwLogRecord) record = { 0 };
    more = mw_record_log_read (log, 0, &record, &error) && mw_journal_read_event (&events, &record, &before, &error);
  }
  left->damage = damage_text (error);
  left->cut_short = g_error_matches (error, MW_ERROR, MW_ERROR_TRUNCATED);
  left->path = g_steal_pointer (&events.place.path);
  left->format = events.place.format;
  left->time = log && events.time ? events.time : log ? mw_record_log_get_time (log) : 0;
  left->n_steps = mw_journal_states_depth (&events.states, events.state);
  left->n_unsaved = mw_journal_unsaved_steps (&events);
  left->saved = events.saved;
  left->clean = events.clean == events.state;
  left->size = log ? mw_record_log_get_size (log) : 0;
  return left;
}

static int
latest_first (gconstpointer a, gconstpointer b)
{
  const MwLeftJournal *x = *(MwLeftJournal *const *) a, *y = *(MwLeftJournal *const *) b;
  return x->time != y->time ? (x->time < y->time ? 1 : -1) : strcmp (x->journal, y->journal);
}

static GPtrArray *
look_at_all (const char *folder)
{
  g_autofree char *usual = folder ? NULL : mw_journal_folder ();
  g_autoptr (GPtrArray) paths = mw_record_log_find (folder ? folder : usual, MW_JOURNAL_NAME);
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) mw_left_journal_free);
  for (guint i = 0; i < paths->len; i++) {
    MwLeftJournal *left = look_at (paths->pdata[i]);
    if (left)
      g_ptr_array_add (all, left);
  }
  g_ptr_array_sort (all, latest_first);
  return all;
}

/* A damaged journal may have held more than what could be read, except if only the last record is cut short. */
static gboolean
has_nothing (const MwLeftJournal *left)
{
  return left->clean && (!left->damage || left->cut_short);
}

GPtrArray *
mw_recovery_list (const char *folder)
{
  GPtrArray *all = look_at_all (folder);
  for (guint i = all->len; i-- > 0;)
    if (has_nothing (all->pdata[i]))
      g_ptr_array_remove_index (all, i);
  return all;
}

/* --- Removing ------------------------------------------------------------------------------------------------------- */

gboolean
mw_recovery_discard (const char *journal, GError **error)
{
  g_autoptr (GError) why = NULL;
  g_autoptr (MwRecordLog) log = mw_record_log_open (journal, &why);
  if (!log && g_error_matches (why, G_IO_ERROR, G_IO_ERROR_BUSY)) {
    g_propagate_error (error, g_steal_pointer (&why));
    return FALSE;
  }
  return mw_record_log_delete (journal, error);
}

guint
mw_recovery_tidy (const char *folder)
{
  g_autoptr (GPtrArray) all = look_at_all (folder);
  gint64 oldest = g_get_real_time () / G_USEC_PER_SEC - MW_RECOVERY_DAYS * (gint64) (24 * 60 * 60);
  guint64 total = 0;
  guint n = 0, kept = 0;
  for (guint i = 0; i < all->len; i++) {
    const MwLeftJournal *left = all->pdata[i];
    gboolean goes = has_nothing (left) || left->time < oldest || (kept && total + left->size > MW_RECOVERY_MOST);
    if (goes) {
      n += mw_recovery_discard (left->journal, NULL);
    } else {
      total += left->size;
      kept++;
    }
  }
  return n;
}

/* --- Recovering ----------------------------------------------------------------------------------------------------- */

/* Goes to a state by undo and redo. Returns FALSE if the history does not have that state. */
static gboolean
go_to (MwDocument *document, guint64 state)
{
  if (mw_document_state (document) == state)
    return TRUE;
  if (document->base_state == state) {
    mw_document_go_to (document, 0);
    return TRUE;
  }
  guint n = mw_document_get_n_steps (document);
  for (guint i = n; i-- > 0;)
    if (mw_document_get_step (document, i)->serial == state) {
      mw_document_go_to (document, i + 1);
      return TRUE;
    }
  return FALSE;
}

/* Replays a step from the state that it was made in. */
static gboolean
make_step (MwDocument *document, const MwLogRecord *record, guint64 before, guint64 state, GError **error)
{
  gsize size;
  const char *text = g_bytes_get_data (record->body, &size);
  if (!go_to (document, before)) {
    mw_set_error (error, MW_ERROR_CORRUPT, (gint64) record->offset, NULL,
                  "a step starts from a state that no longer exists");
    return FALSE;
  }
  document->next_serial = state;
  if (!mw_document_replay_text (document, text, size, error)) {
    g_prefix_error (error, "step %" G_GUINT64_FORMAT " cannot be made again: ", state);
    return FALSE;
  }
  if (mw_document_state (document) == state)
    return TRUE;
  mw_set_error (error, MW_ERROR_CORRUPT, (gint64) record->offset, NULL, "a step changes nothing");
  return FALSE;
}

static gboolean
keeps_format (MwDocument *document, const MwJournalEvents *events, const MwLogRecord *record, GError **error)
{
  MwFormat now = mw_document_get_format (document);
  if ((record->type != MW_JOURNAL_SAVE && record->type != MW_JOURNAL_READ)
      || (events->place.format.family == now.family && events->place.format.version == now.version))
    return TRUE;
  mw_set_error (error, MW_ERROR_CORRUPT, (gint64) record->offset, NULL, "it was saved as another kind of model");
  return FALSE;
}

/* Replays all events up to the first that is damaged or does not fit. The log is then positioned before that one, so
 * that new records overwrite it. */
static void
replay (MwRecovered *recovered, MwJournalEvents *events, GCancellable *cancellable, GError **error)
{
  gboolean more = TRUE;
  while (more && !g_cancellable_set_error_if_cancelled (cancellable, error)) {
    guint64 before = 0, state = events->state, newest = events->states.newest;
    g_auto (MwLogRecord) record = { 0 };
    MwRecordLogPlace place = mw_record_log_get_place (recovered->log);
    more = mw_record_log_read (recovered->log, G_MAXSIZE, &record, error)
           && mw_journal_read_event (events, &record, &before, error)
           && keeps_format (recovered->document, events, &record, error);
    if (more && record.type == MW_JOURNAL_STEP
        && !make_step (recovered->document, &record, before, events->state, error)) {
      g_hash_table_remove (events->states.before, &events->state);
      events->states.newest = newest;
      events->state = state;
      more = FALSE;
    }
    if (!more)
      mw_record_log_seek (recovered->log, place);
  }
}

/* --- The files on the disk ------------------------------------------------------------------------------------------ */

/* Reads a regular file only, because the path comes from a journal. */
static GBytes *
read_file (const char *path, MwFileStamp *stamp, GCancellable *cancellable)
{
  return path && g_path_is_absolute (path) && g_file_test (path, G_FILE_TEST_IS_REGULAR)
           ? mw_file_read_stamped (path, stamp, cancellable, NULL)
           : NULL;
}

/* Whether a file has exactly these bytes; if so, *stamp gets its stamp. */
static gboolean
holds (const char *path, GBytes *bytes, MwFileStamp *stamp, GCancellable *cancellable)
{
  MwFileStamp now;
  g_autoptr (GBytes) there = read_file (path, &now, cancellable);
  if (!there || !g_bytes_equal (there, bytes))
    return FALSE;
  *stamp = now;
  return TRUE;
}

/* The files as the last save wrote them (`ours`) or as they were read again. A part comes from the disk if it is
 * unchanged there, otherwise from the files read first if these have its bytes. */
static MwFileSet *
saved_set (const MwFileSet *read, GVariant *parts, gboolean ours, gboolean *changed, GCancellable *cancellable)
{
  MwFileSet *set = mw_file_set_new ();
  for (gsize i = 0; i < g_variant_n_children (parts); i++) {
    const char *role, *path, *suffix, *sum;
    g_autoptr (GVariant) part = g_variant_get_child_value (parts, i);
    g_variant_get (part, "(^&ay^&ay^&ay&s)", &role, &path, &suffix, &sum);
    if (!*role || mw_file_set_find (set, role))
      continue;
    MwFileStamp stamp = { 0 };
    g_autoptr (GBytes) bytes = read_file (path, &stamp, cancellable);
    g_autofree char *now = bytes ? g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes) : NULL;
    if (g_strcmp0 (now, sum) != 0) {
      *changed = TRUE;
      g_clear_pointer (&bytes, g_bytes_unref);
      stamp = (MwFileStamp) { 0 };
      const MwFilePart *first = mw_file_set_find ((MwFileSet *) read, role);
      g_autofree char *was = first ? g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, first->bytes) : NULL;
      /* For the main file any bytes are acceptable: they only serve to count changes against. */
      if (first && (i == 0 || g_strcmp0 (was, sum) == 0))
        bytes = g_bytes_ref (first->bytes);
    }
    if (!bytes)
      continue;
    mw_file_set_add_companion (set, role, *path ? path : NULL, *suffix ? suffix : NULL, bytes);
    mw_file_set_find (set, role)->stamp = stamp;
    mw_file_set_find (set, role)->ours = ours;
  }
  if (set->parts->len)
    return set;
  mw_file_set_free (set);
  return NULL;
}

/* Whether the recovered model is saved on the disk already: the program was killed after the last rename of a save,
 * but before the save was written to the journal. If so, the document is marked clean. */
static gboolean
was_saved_last (MwRecovered *recovered, const char *path, GCancellable *cancellable)
{
  MwDocument *document = recovered->document;
  MwFormat format = mw_document_get_format (document);
  g_autoptr (MwFileSet) now = mw_io_write (mw_document_get_model (document), format, NULL, NULL);
  if (!now || !mw_io_place (now, mw_document_get_files (document), path, NULL))
    return FALSE;
  for (guint i = 0; i < now->parts->len; i++) {
    MwFilePart *part = now->parts->pdata[i];
    if (!holds (part->path, part->bytes, &part->stamp, cancellable))
      return FALSE;
    part->ours = TRUE;
  }
  mw_document_set_files (document, g_steal_pointer (&now));
  document->clean_state = mw_document_state (document);
  return TRUE;
}

static void
compare_with_disk (MwRecovered *recovered, const MwJournalEvents *events, GCancellable *cancellable)
{
  const char *path = events->place.path;
  MwDocument *document = recovered->document;
  if (!path || !g_path_is_absolute (path))
    return;
  mw_file_set_recover (path, cancellable, NULL);
  MwFileSet *files = mw_document_get_files (document);
  MwFileSet *saved = events->parts ? saved_set (files, events->parts, events->ours, &recovered->changed, cancellable)
                                   : NULL;
  if (saved) {
    mw_document_set_files (document, saved);
  } else {
    for (guint i = 0; i < files->parts->len; i++) {
      MwFilePart *part = files->parts->pdata[i];
      recovered->changed |= part->path && !holds (part->path, part->bytes, &part->stamp, cancellable);
    }
  }
  mw_io_set_finder (mw_document_get_files (document));
  recovered->missing = !g_file_test (path, G_FILE_TEST_EXISTS);
  if (recovered->changed && !recovered->missing && was_saved_last (recovered, path, cancellable))
    recovered->changed = FALSE;
}

/* --- Reading and resuming ------------------------------------------------------------------------------------------- */

static gboolean
read_base (MwRecovered *recovered, MwJournalPlace *place, GError **error)
{
  MwFormat format;
  g_autoptr (MwFileSet) files = mw_file_set_new ();
  recovered->report = mw_report_new ();
  MwModel *model = mw_journal_read_head (recovered->log, G_MAXSIZE, place, files, error)
                     ? mw_io_read (files, &format, &(MwIoOptions) { .report = recovered->report }, error)
                     : NULL;
  if (!model)
    return FALSE;
  recovered->base = mw_model_copy (model, FALSE);
  recovered->document = mw_document_new (model, format);
  mw_document_set_files (recovered->document, g_steal_pointer (&files));
  return TRUE;
}

MwRecovered *
mw_recovery_read (const char *journal, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) damage = NULL;
  g_autoptr (MwRecovered) recovered = g_new0 (MwRecovered, 1);
  g_auto (MwJournalEvents) events;
  mw_journal_events_init (&events);
  recovered->log = mw_record_log_open (journal, error);
  if (!recovered->log || !read_base (recovered, &events.place, error))
    return NULL;
  MwDocument *document = recovered->document;
  /* While replaying, the history must keep everything. The journal's own limit bounds it; the normal limit is
   * restored at the end. */
  mw_document_set_history_limit (document, G_MAXSIZE);
  replay (recovered, &events, cancellable, &damage);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (!go_to (document, events.state) && !damage)
    mw_set_error (&damage, MW_ERROR_CORRUPT, -1, NULL, "it ends with a state that no longer exists");
  document->clean_state = events.clean;
  if (events.parts) {
    MwFormat format = mw_document_get_format (document);
    format.text = events.place.format.text;
    mw_document_set_format (document, format);
    if (format.text)
      mw_document_set_side_channel (document, events.place.side_channel);
    if (events.saved)
      g_clear_pointer (&recovered->report, mw_report_free);
  }
  mw_document_set_history_limit (document, MW_HISTORY_LIMIT);
  recovered->damage = damage_text (damage);
  recovered->n_steps = mw_document_get_position (document);
  recovered->origin = g_steal_pointer (&events.place.origin);
  if (!recovered->origin)
    compare_with_disk (recovered, &events, cancellable);
  recovered->n_unsaved = mw_document_is_clean (document) ? 0 : mw_journal_unsaved_steps (&events);
  return g_steal_pointer (&recovered);
}

MwJournal *
mw_recovered_resume (MwRecovered *recovered)
{
  g_return_val_if_fail (recovered->log != NULL, NULL);
  return mw_journal_resume (recovered->document, g_steal_pointer (&recovered->log));
}
