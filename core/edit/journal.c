/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/journal-private.h"
#include "core/edit/document-private.h"
#include "core/io/registry.h"

#include <string.h>

/* --- Events, from the owner's thread to the worker ------------------------------------------------------------------ */

typedef enum {
  EVENT_BEGIN,
  EVENT_STEP,
  EVENT_GO_TO,
  EVENT_CLEAN,
  EVENT_SAVE,
  EVENT_READ,
  EVENT_RESUMED, /* follows everything that is written again after a failure */
  EVENT_FLUSH,
  EVENT_END
} EventKind;

typedef struct {
  EventKind kind;
  guint64 before, state;
  gint64 time;
  MwStep *step;            /* EVENT_STEP */
  MwFileSet *set;          /* EVENT_BEGIN, EVENT_SAVE, EVENT_READ */
  MwModel *snapshot;       /* EVENT_BEGIN of a document that was not read from files */
  char *path;              /* of the same three; may be NULL */
  MwJournalOrigin *origin; /* EVENT_BEGIN; may be NULL */
  MwFormat format;         /* of the same three */
  gboolean side_channel;
  gsize cost; /* bytes that it keeps in memory */
} Event;

static void
event_free (Event *event)
{
  mw_step_free (event->step);
  g_clear_pointer (&event->set, mw_file_set_free);
  g_clear_pointer (&event->snapshot, mw_model_free);
  g_free (event->path);
  mw_journal_origin_free (event->origin);
  g_free (event);
}

MwJournalOrigin *
mw_journal_origin_new (const char *from, const char *name, gboolean archive)
{
  MwJournalOrigin *origin = g_new0 (MwJournalOrigin, 1);
  *origin = (MwJournalOrigin) { g_strdup (from), g_strdup (name), archive };
  return origin;
}

void
mw_journal_origin_free (MwJournalOrigin *origin)
{
  if (!origin)
    return;
  g_free (origin->from);
  g_free (origin->name);
  g_free (origin);
}

/* Shared by the journal and its thread. The last one to release it frees it. */
typedef struct {
  gint references;
  GAsyncQueue *queue; /* Event */
  char *folder;       /* where the journal's own folder is created */
  MwRecordLog *log;   /* owned by the thread, once it runs */
  GMainContext *context;
  GWeakRef journal;
  guint64 most; /* limit of the log, and of what waits to be written */
  gsize step_most;

  GMutex mutex; /* guards the members below */
  GCond done;
  gboolean closed;    /* nothing may be written any more */
  char *path;         /* of the log, while it exists */
  char *failure;      /* why the journal ended, or NULL */
  gboolean may_retry; /* the failure was a disk error */
  guint waiting;      /* events in the queue or being written */
  gsize waiting_bytes;
} Worker;

static void
worker_unref (Worker *worker)
{
  if (!g_atomic_int_dec_and_test (&worker->references))
    return;
  g_async_queue_unref (worker->queue);
  mw_record_log_close (worker->log);
  g_main_context_unref (worker->context);
  g_weak_ref_clear (&worker->journal);
  g_mutex_clear (&worker->mutex);
  g_cond_clear (&worker->done);
  g_free (worker->folder);
  g_free (worker->path);
  g_free (worker->failure);
  g_free (worker);
}

struct _MwJournal {
  GObject parent_instance;
  MwDocument *document;
  Worker *worker;
  Worker *failed;      /* the previous worker, whose log is kept until the present one has everything; or NULL */
  gboolean failed_ran; /* whether its thread was started */
  gboolean running;    /* whether the thread was started */
  gboolean begun;      /* the files as read are in the journal or queued */
  Event *begin;        /* to be written at the first edit; NULL once it was */
  Event *saved;        /* a save before the first edit */
  guint64 last_serial; /* of the newest step queued */
  guint64 state;       /* the last state queued */
  guint64 clean;       /* the last clean state queued */
  Event *first;        /* a copy of `begin`, to start another journal; NULL: there is none */
  Event *files;        /* the last save, or the last reading of the files; or NULL */
  guint retry_s;
  gint64 retry_at; /* when to retry after a failure; 0: not */
};

G_DEFINE_FINAL_TYPE (MwJournal, mw_journal, G_TYPE_OBJECT)

enum { FAILED, RESUMED, N_SIGNALS };
static guint signals[N_SIGNALS];

char *
mw_journal_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "modelwright", "journals", NULL);
}

/* --- The worker ----------------------------------------------------------------------------------------------------- */

static void give_up_again (MwJournal *self);
static void take_over (MwJournal *self);

static gboolean
report_failure (gpointer data)
{
  Worker *worker = data;
  g_autoptr (MwJournal) self = g_weak_ref_get (&worker->journal);
  if (!self || worker != self->worker)
    return G_SOURCE_REMOVE;
  self->retry_at = g_get_monotonic_time () + self->retry_s * G_TIME_SPAN_SECOND;
  /* It is already known that there is no journal. */
  if (self->failed)
    give_up_again (self);
  else
    g_signal_emit (self, signals[FAILED], 0, worker->failure);
  return G_SOURCE_REMOVE;
}

static gboolean
report_resumed (gpointer data)
{
  Worker *worker = data;
  g_autoptr (MwJournal) self = g_weak_ref_get (&worker->journal);
  if (self && worker == self->worker && self->failed)
    take_over (self);
  return G_SOURCE_REMOVE;
}

/* Runs `report` in the owner's thread. */
static void
call_in_owner (Worker *worker, GSourceFunc report)
{
  g_autoptr (GSource) source = g_idle_source_new ();
  g_atomic_int_inc (&worker->references);
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, report, worker, (GDestroyNotify) worker_unref);
  g_source_attach (source, worker->context);
}

static void
fail (Worker *worker, const GError *error)
{
  g_mutex_lock (&worker->mutex);
  gboolean first = !worker->failure && !worker->closed;
  if (!worker->failure) {
    worker->failure = g_strdup (error->message);
    worker->may_retry = !g_error_matches (error, MW_ERROR, MW_ERROR_LIMIT)
                        && !g_error_matches (error, MW_ERROR, MW_ERROR_UNSUPPORTED);
  }
  g_mutex_unlock (&worker->mutex);
  if (first)
    call_in_owner (worker, report_failure);
}

static GVariant *
bytestring (const char *text)
{
  return g_variant_new_bytestring (text ? text : "");
}

static gboolean
append (Worker *worker, guint32 type, GVariant *meta, GBytes *body, GError **error)
{
  g_autoptr (GVariant) owned = g_variant_ref_sink (meta);
  g_autoptr (GBytes) bytes = g_variant_get_data_as_bytes (owned);
  guint64 size = g_bytes_get_size (bytes) + (body ? g_bytes_get_size (body) : 0);
  if (mw_record_log_get_end (worker->log) + size > worker->most) {
    mw_set_error (error, MW_ERROR_LIMIT, -1, NULL, "it would be larger than %u MB", (guint) (worker->most >> 20));
    return FALSE;
  }
  return mw_record_log_append (worker->log, type, bytes, body, error);
}

static gboolean
collect_id (MwRecord *record, gpointer ids)
{
  g_array_append_val ((GArray *) ids, record->id);
  return TRUE;
}

/* Writes the files of a model that was not read from any. Steps refer to records by id, so reading these files must
 * give the same ids. */
static MwFileSet *
write_snapshot (const Event *event, GError **error)
{
  MwFormat format;
  g_autoptr (MwFileSet) set = mw_io_write (event->snapshot, event->format, NULL, error);
  MwModel *again = set ? mw_io_read (set, &format, NULL, error) : NULL;
  if (!again)
    return NULL;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId)),
                     others = g_array_new (FALSE, FALSE, sizeof (MwId));
  mw_record_foreach (&event->snapshot->record, collect_id, ids);
  mw_record_foreach (&again->record, collect_id, others);
  gboolean same = ids->len == others->len && memcmp (ids->data, others->data, ids->len * sizeof (MwId)) == 0
                  && mw_model_equal (event->snapshot, again, event->format, NULL);
  mw_model_free (again);
  if (!same) {
    mw_set_error (error, MW_ERROR_UNSUPPORTED, -1, NULL,
                  "a model that has not been saved yet cannot be kept in a journal");
    return NULL;
  }
  return g_steal_pointer (&set);
}

static gboolean
append_set (Worker *worker, const Event *event, const MwFileSet *set, GError **error)
{
  GVariant *meta = g_variant_new ("(ux@ayuubbu)", MW_JOURNAL_VERSION, event->time, bytestring (event->path),
                                  (guint32) event->format.family, (guint32) event->format.version,
                                  (gboolean) event->format.text, event->side_channel, set->parts->len);
  gboolean ok = append (worker, MW_JOURNAL_DOCUMENT, meta, NULL, error);
  for (guint i = 0; ok && i < set->parts->len; i++) {
    const MwFilePart *part = set->parts->pdata[i];
    meta = g_variant_new ("(@ay@ay@ay(ttxxx)b)", bytestring (part->role), bytestring (part->path),
                          bytestring (part->suffix), part->stamp.device, part->stamp.inode, part->stamp.size,
                          part->stamp.seconds, part->stamp.nanoseconds, part->ours);
    ok = append (worker, MW_JOURNAL_PART, meta, part->bytes, error);
  }
  const MwJournalOrigin *origin = event->origin;
  if (ok && origin)
    ok = append (worker, MW_JOURNAL_ORIGIN,
                 g_variant_new ("(@ay@ayb)", bytestring (origin->from), bytestring (origin->name), origin->archive),
                 NULL, error);
  return ok && mw_record_log_sync (worker->log, TRUE, error);
}

/* Creates a log in a new folder. Another program that looks for left journals may take the log for one before it is
 * locked, and remove it; therefore this is tried several times. */
static gboolean
make_log (Worker *worker, GError **error)
{
  enum { TRIES = 5 };
  for (guint i = 0; i < TRIES && !worker->log; i++) {
    g_clear_error (error);
    g_autofree char *folder = mw_record_log_make_folder (worker->folder, error);
    g_autofree char *path = folder ? g_build_filename (folder, MW_JOURNAL_NAME, NULL) : NULL;
    worker->log = path ? mw_record_log_create (path, error) : NULL;
    if (worker->log)
      worker->path = g_steal_pointer (&path);
  }
  return worker->log != NULL;
}

static gboolean
begin (Worker *worker, Event *event, GError **error)
{
  g_autoptr (MwFileSet) made = event->set ? NULL : write_snapshot (event, error);
  const MwFileSet *set = event->set ? event->set : made;
  if (!set)
    return FALSE;
  g_mutex_lock (&worker->mutex);
  gboolean closed = worker->closed, ok = !closed && make_log (worker, error);
  g_mutex_unlock (&worker->mutex);
  if (closed)
    mw_set_error (error, MW_ERROR_CANCELLED, -1, NULL, "closed");
  return ok && append_set (worker, event, set, error);
}

static gboolean
append_step (Worker *worker, Event *event, GError **error)
{
  if (mw_step_get_size (event->step) > worker->step_most) {
    mw_set_error (error, MW_ERROR_LIMIT, -1, NULL, "a step holds more than %u MB", (guint) (worker->step_most >> 20));
    return FALSE;
  }
  char *text = mw_step_to_text (event->step);
  g_autoptr (GBytes) body = g_bytes_new_take (text, strlen (text));
  GVariant *meta = g_variant_new (STEP_TYPE, event->before, event->state, event->time);
  return append (worker, MW_JOURNAL_STEP, meta, body, error);
}

static gboolean
append_save (Worker *worker, const Event *event, GError **error)
{
  g_auto (GVariantBuilder) parts = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a(ayayays)"));
  for (guint i = 0; i < event->set->parts->len; i++) {
    const MwFilePart *part = event->set->parts->pdata[i];
    g_autofree char *sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, part->bytes);
    g_variant_builder_add (&parts, "(@ay@ay@ays)", bytestring (part->role), bytestring (part->path),
                           bytestring (part->suffix), sum);
  }
  GVariant *meta = g_variant_new ("(tx@ayuubb@a(ayayays))", event->state, event->time, bytestring (event->path),
                                  (guint32) event->format.family, (guint32) event->format.version,
                                  (gboolean) event->format.text, event->side_channel, g_variant_builder_end (&parts));
  guint32 type = event->kind == EVENT_SAVE ? MW_JOURNAL_SAVE : MW_JOURNAL_READ;
  return append (worker, type, meta, NULL, error) && mw_record_log_sync (worker->log, FALSE, error);
}

static gboolean
write_event (Worker *worker, Event *event, GError **error)
{
  switch (event->kind) {
  case EVENT_BEGIN:
    return begin (worker, event, error);
  case EVENT_STEP:
    return append_step (worker, event, error);
  case EVENT_GO_TO:
    return append (worker, MW_JOURNAL_GO_TO, g_variant_new (GO_TO_TYPE, event->state, event->time), NULL, error);
  case EVENT_CLEAN:
    return append (worker, MW_JOURNAL_CLEAN, g_variant_new (GO_TO_TYPE, event->state, event->time), NULL, error);
  case EVENT_SAVE:
  case EVENT_READ:
    return append_save (worker, event, error);
  case EVENT_RESUMED:
    if (!mw_record_log_sync (worker->log, FALSE, error))
      return FALSE;
    call_in_owner (worker, report_resumed);
    return TRUE;
  default:
    return !worker->log || mw_record_log_sync (worker->log, FALSE, error);
  }
}

/* Whether events are still to be written. */
static gboolean
goes_on (Worker *worker)
{
  g_mutex_lock (&worker->mutex);
  gboolean on = !worker->closed && !worker->failure;
  g_mutex_unlock (&worker->mutex);
  return on;
}

/* Removes an incomplete journal: without all files as they were read nothing can be recovered. */
static void
drop_log (Worker *worker)
{
  g_mutex_lock (&worker->mutex);
  if (worker->path)
    mw_record_log_delete (worker->path, NULL);
  g_clear_pointer (&worker->path, g_free);
  g_mutex_unlock (&worker->mutex);
}

static void
event_done (Worker *worker, const Event *event)
{
  g_mutex_lock (&worker->mutex);
  worker->waiting--;
  worker->waiting_bytes -= event->cost;
  g_cond_broadcast (&worker->done);
  g_mutex_unlock (&worker->mutex);
}

static gpointer
work (gpointer data)
{
  Worker *worker = data;
  gint64 flush_at = 0; /* 0: everything is flushed */
  for (gboolean on = TRUE; on;) {
    gint64 left = flush_at ? MAX (flush_at - g_get_monotonic_time (), 0) : 0;
    Event *event = flush_at ? g_async_queue_timeout_pop (worker->queue, (guint64) left)
                            : g_async_queue_pop (worker->queue);
    g_autoptr (GError) error = NULL;
    if (event) {
      if (goes_on (worker) && !write_event (worker, event, &error)) {
        if (event->kind == EVENT_BEGIN)
          drop_log (worker);
        fail (worker, error);
      }
      on = event->kind != EVENT_END;
      if (event->kind == EVENT_FLUSH || event->kind == EVENT_SAVE || event->kind == EVENT_READ)
        flush_at = 0;
      else if (!flush_at)
        flush_at = g_get_monotonic_time () + MW_JOURNAL_FLUSH_MS * G_TIME_SPAN_MILLISECOND;
      event_done (worker, event);
      event_free (event);
    }
    if (flush_at && g_get_monotonic_time () >= flush_at) {
      flush_at = 0;
      g_clear_error (&error);
      if (worker->log && goes_on (worker) && !mw_record_log_sync (worker->log, FALSE, &error))
        fail (worker, error);
    }
  }
  /* The lock must be released before anyone may wait for the worker to end. */
  g_clear_pointer (&worker->log, mw_record_log_close);
  worker_unref (worker);
  return NULL;
}

/* --- The owner's side ----------------------------------------------------------------------------------------------- */

static gint64
now (void)
{
  return g_get_real_time () / G_USEC_PER_SEC;
}

/* Queues an event and takes ownership of it. If more would wait than the journal may hold, the disk is too slow, and
 * the journal fails. */
static void
push (MwJournal *self, Event *event)
{
  Worker *worker = self->worker;
  g_mutex_lock (&worker->mutex);
  gboolean full = worker->waiting_bytes + event->cost > worker->most;
  gboolean ends = event->kind >= EVENT_FLUSH, dropped = (worker->failure || full) && !ends;
  if (!dropped) {
    worker->waiting++;
    worker->waiting_bytes += event->cost;
  }
  g_mutex_unlock (&worker->mutex);
  if (dropped) {
    g_autoptr (GError) error = g_error_new (MW_ERROR, MW_ERROR_LIMIT, "the disk is too slow for these edits");
    if (full)
      fail (worker, error);
    event_free (event);
    return;
  }
  if (!self->running) {
    g_atomic_int_inc (&worker->references);
    g_thread_unref (g_thread_new ("journal", work, worker));
    self->running = TRUE;
  }
  g_async_queue_push (worker->queue, event);
}

static Event *
event_new (EventKind kind, guint64 state)
{
  Event *event = g_new0 (Event, 1);
  event->kind = kind;
  event->state = state;
  event->time = now ();
  return event;
}

/* A copy of an event with files. */
static Event *
event_again (const Event *event)
{
  Event *again = event_new (event->kind, event->state);
  again->set = mw_file_set_share (event->set);
  again->path = g_strdup (event->path);
  if (event->origin)
    again->origin = mw_journal_origin_new (event->origin->from, event->origin->name, event->origin->archive);
  again->format = event->format;
  again->side_channel = event->side_channel;
  return again;
}

static void
begin_to_write (MwJournal *self)
{
  self->begun = TRUE;
  if (self->begin) {
    self->begin->time = now ();
    push (self, g_steal_pointer (&self->begin));
  }
  if (self->saved)
    push (self, g_steal_pointer (&self->saved));
}

static void
push_step (MwJournal *self, const MwStep *step, guint64 before)
{
  begin_to_write (self);
  Event *event = event_new (EVENT_STEP, step->serial);
  event->before = before;
  event->step = mw_step_ref (step);
  event->cost = mw_step_get_size (step);
  self->last_serial = self->state = step->serial;
  push (self, event);
}

static gboolean begin_again (MwJournal *self);

/* Queues new steps, then the state that undo or redo has led to. */
static void
push_steps (MwJournal *self)
{
  MwDocument *document = self->document;
  guint n = document->steps->len, first = n;
  while (first > 0 && mw_document_get_step (document, first - 1)->serial > self->last_serial)
    first--;
  for (guint i = first; i < n; i++)
    push_step (self, mw_document_get_step (document, i),
               i ? mw_document_get_step (document, i - 1)->serial : document->base_state);
  guint64 state = mw_document_state (document);
  if (state != MW_STATE_BETWEEN && state != self->state) {
    self->state = state;
    push (self, event_new (EVENT_GO_TO, state));
  }
}

static void
history_changed (MwDocument *document, MwJournal *self)
{
  if (self->retry_at && g_get_monotonic_time () >= self->retry_at && begin_again (self))
    return;
  push_steps (self);
  /* The state as read can become unsaved without a step, when its file is deleted. */
  if (document->clean_state != self->clean) {
    begin_to_write (self);
    self->clean = document->clean_state;
    push (self, event_new (EVENT_CLEAN, self->clean));
  }
}

static Worker *
worker_new (MwJournal *self, const char *folder)
{
  Worker *worker = g_new0 (Worker, 1);
  worker->references = 1;
  worker->queue = g_async_queue_new_full ((GDestroyNotify) event_free);
  worker->folder = folder ? g_strdup (folder) : mw_journal_folder ();
  worker->context = g_main_context_ref_thread_default ();
  g_mutex_init (&worker->mutex);
  g_cond_init (&worker->done);
  g_weak_ref_init (&worker->journal, self);
  worker->most = MW_JOURNAL_MOST;
  worker->step_most = MW_JOURNAL_STEP_MOST;
  return worker;
}

static MwJournal *
journal_new (MwDocument *document, const char *folder)
{
  MwJournal *self = g_object_new (MW_TYPE_JOURNAL, NULL);
  self->worker = worker_new (self, folder);
  self->retry_s = MW_JOURNAL_RETRY_S;
  self->document = g_object_ref (document);
  self->last_serial = document->next_serial - 1;
  self->state = mw_document_state (document);
  self->clean = document->clean_state;
  g_signal_connect (document, "history-changed", G_CALLBACK (history_changed), self);
  return self;
}

MwJournal *
mw_journal_new (MwDocument *document, const char *folder)
{
  const MwFileSet *set = mw_document_get_files (document);
  g_return_val_if_fail (mw_document_get_n_steps (document) == 0 && document->next_serial == 1, NULL);
  MwJournal *self = journal_new (document, folder);
  self->begin = event_new (EVENT_BEGIN, 0);
  self->begin->set = mw_file_set_share (set);
  self->begin->snapshot = set ? NULL : mw_document_snapshot (document, NULL);
  self->begin->path = g_strdup (mw_document_get_path (document));
  self->begin->format = mw_document_get_format (document);
  self->begin->side_channel = mw_document_has_side_channel (document);
  self->first = set ? event_again (self->begin) : NULL;
  return self;
}

void
mw_journal_set_origin (MwJournal *self, const char *from, const char *name, gboolean archive)
{
  g_return_if_fail (self->begin && self->first && !self->first->origin);
  self->begin->origin = mw_journal_origin_new (from, name, archive);
  self->first->origin = mw_journal_origin_new (from, name, archive);
}

MwJournal *
mw_journal_resume (MwDocument *document, MwRecordLog *log)
{
  MwJournal *self = journal_new (document, NULL);
  self->begun = TRUE;
  self->worker->log = log;
  self->worker->path = g_strdup (mw_record_log_get_path (log));
  return self;
}

void
mw_journal_set_retry (MwJournal *self, guint seconds)
{
  self->retry_s = seconds;
}

void
mw_journal_set_limits (MwJournal *self, guint64 most, gsize step_most)
{
  self->worker->most = most;
  self->worker->step_most = step_most;
}

/* --- After a failure ------------------------------------------------------------------------------------------------ */

/* Releases a worker and removes its log. */
static void
drop_worker (Worker *worker, gboolean ran)
{
  g_mutex_lock (&worker->mutex);
  worker->closed = TRUE;
  if (worker->path)
    mw_record_log_delete (worker->path, NULL);
  g_clear_pointer (&worker->path, g_free);
  if (ran)
    worker->waiting++;
  g_mutex_unlock (&worker->mutex);
  if (ran)
    g_async_queue_push (worker->queue, event_new (EVENT_END, 0));
  worker_unref (worker);
}

/* The new journal is complete, so the old one is not needed any more. */
static void
take_over (MwJournal *self)
{
  drop_worker (g_steal_pointer (&self->failed), self->failed_ran);
  g_signal_emit (self, signals[RESUMED], 0);
}

/* The new journal failed too. The old one is kept, because it has more. */
static void
give_up_again (MwJournal *self)
{
  drop_worker (self->worker, self->running);
  self->worker = g_steal_pointer (&self->failed);
  self->running = self->failed_ran;
}

/* Starts a new journal and writes everything again. Returns FALSE if that is not possible. */
static gboolean
begin_again (MwJournal *self)
{
  MwDocument *document = self->document;
  Worker *old = self->worker;
  g_mutex_lock (&old->mutex);
  gboolean may = old->failure && old->may_retry;
  g_mutex_unlock (&old->mutex);
  self->retry_at = 0;
  if (!may || !self->first || self->failed || document->base_state != 0)
    return FALSE;
  self->worker = worker_new (self, old->folder);
  self->worker->most = old->most;
  self->worker->step_most = old->step_most;
  self->failed = old;
  self->failed_ran = self->running;
  self->running = FALSE;
  self->begin = event_again (self->first);
  self->last_serial = self->state = self->clean = 0;
  begin_to_write (self);
  push_steps (self);
  if (self->files) {
    self->clean = self->files->state;
    push (self, event_again (self->files));
  }
  if (document->clean_state != self->clean) {
    self->clean = document->clean_state;
    push (self, event_new (EVENT_CLEAN, self->clean));
  }
  push (self, event_new (EVENT_RESUMED, 0));
  return TRUE;
}

/* --- Saves ---------------------------------------------------------------------------------------------------------- */

static void
note_files (MwJournal *self, EventKind kind)
{
  if (!self->document)
    return;
  Worker *worker = self->worker;
  g_mutex_lock (&worker->mutex);
  /* What was written before the journal failed is now older than the saved file. */
  if (worker->failure && worker->path && mw_document_is_clean (self->document)) {
    mw_record_log_delete (worker->path, NULL);
    g_clear_pointer (&worker->path, g_free);
  }
  g_mutex_unlock (&worker->mutex);
  Event *event = event_new (kind, self->document->clean_state);
  event->set = mw_file_set_share (mw_document_get_files (self->document));
  event->path = g_strdup (mw_document_get_path (self->document));
  event->format = mw_document_get_format (self->document);
  event->side_channel = mw_document_has_side_channel (self->document);
  g_clear_pointer (&self->files, event_free);
  self->files = event_again (event);
  if (self->begun && begin_again (self)) {
    event_free (event);
    return;
  }
  if (self->begun) {
    push (self, event);
    return;
  }
  g_clear_pointer (&self->saved, event_free);
  self->saved = event;
}

void
mw_journal_saved (MwJournal *self)
{
  note_files (self, EVENT_SAVE);
}

void
mw_journal_read_again (MwJournal *self)
{
  note_files (self, EVENT_READ);
}

gboolean
mw_journal_flush (MwJournal *self, GError **error)
{
  Worker *worker = self->worker;
  if (self->running)
    push (self, event_new (EVENT_FLUSH, 0));
  g_mutex_lock (&worker->mutex);
  while (worker->waiting)
    g_cond_wait (&worker->done, &worker->mutex);
  gboolean ok = !worker->failure;
  if (!ok)
    mw_set_error (error, MW_ERROR_IO, -1, NULL, "%s", worker->failure);
  g_mutex_unlock (&worker->mutex);
  return ok;
}

void
mw_journal_close (MwJournal *self, gboolean keep)
{
  Worker *worker = self->worker;
  if (!self->document)
    return;
  g_signal_handlers_disconnect_by_data (self->document, self);
  g_clear_object (&self->document);
  g_clear_pointer (&self->begin, event_free);
  g_clear_pointer (&self->saved, event_free);
  g_clear_pointer (&self->first, event_free);
  g_clear_pointer (&self->files, event_free);
  if (self->failed)
    drop_worker (g_steal_pointer (&self->failed), self->failed_ran);
  g_mutex_lock (&worker->mutex);
  worker->closed = !keep;
  if (!keep && worker->path) {
    mw_record_log_delete (worker->path, NULL);
    g_clear_pointer (&worker->path, g_free);
  }
  g_mutex_unlock (&worker->mutex);
  if (self->running)
    push (self, event_new (EVENT_END, 0));
  else
    g_clear_pointer (&worker->log, mw_record_log_close);
}

static void
mw_journal_dispose (GObject *object)
{
  /* The caller did not close it; the user may still need its content. */
  mw_journal_close (MW_JOURNAL (object), TRUE);
  G_OBJECT_CLASS (mw_journal_parent_class)->dispose (object);
}

static void
mw_journal_finalize (GObject *object)
{
  worker_unref (MW_JOURNAL (object)->worker);
  G_OBJECT_CLASS (mw_journal_parent_class)->finalize (object);
}

static void
mw_journal_class_init (MwJournalClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = mw_journal_dispose;
  G_OBJECT_CLASS (klass)->finalize = mw_journal_finalize;
  signals[FAILED] = g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[RESUMED] = g_signal_new ("resumed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
}

static void
mw_journal_init (MwJournal *self)
{}
