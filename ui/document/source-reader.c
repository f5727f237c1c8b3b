/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/document/source-reader.h"
#include "core/base/last-words.h"
#include "core/edit/operations/transfer/transfer.h"
#include "ui/i18n.h"
#include "ui/operations/trial.h"

/* One reading. The worker and the reader share it; the lock guards what the worker sets. */
typedef struct {
  int references;
  char *path;
  GCancellable *cancellable;
  MwSourceReader *reader; /* NULL: nobody waits for it any more. Only the reader's thread uses it. */
  GMutex lock;
  GCond finished;
  gboolean done;
  MwTransferSource *source;
  GError *error;
} Reading;

struct _MwSourceReader {
  GObject parent_instance;
  MwDocument *document;
  char *path; /* NULL: none */
  MwTransferSource *source;
  char *error;
  Reading *reading; /* or NULL */
  guint serial;     /* of the last model that was read or dropped */
};

G_DEFINE_FINAL_TYPE (MwSourceReader, mw_source_reader, G_TYPE_OBJECT)

static guint read_signal;

/* --- Reading -------------------------------------------------------------------------------------------------------- */

static void
reading_unref (Reading *reading)
{
  if (!g_atomic_int_dec_and_test (&reading->references))
    return;
  g_clear_pointer (&reading->source, mw_transfer_source_unref);
  g_clear_error (&reading->error);
  g_clear_object (&reading->cancellable);
  g_mutex_clear (&reading->lock);
  g_cond_clear (&reading->finished);
  g_free (reading->path);
  g_free (reading);
}

/* Takes what the worker has read. */
static void
take (MwSourceReader *self)
{
  Reading *reading = g_steal_pointer (&self->reading);
  reading->reader = NULL;
  self->serial++;
  self->source = g_steal_pointer (&reading->source);
  const MwTransferSource *source = self->source;
  g_autoptr (GError) error = g_steal_pointer (&reading->error);
  if (source
      && !mw_transfer_suits (self->document, mw_transfer_source_model (source), mw_transfer_source_format (source),
                             mw_transfer_source_name (source), &error))
    g_clear_pointer (&self->source, mw_transfer_source_unref);
  self->error = error ? g_strdup (error->message) : NULL;
  reading_unref (reading);
}

static gboolean
finished (gpointer data)
{
  Reading *reading = data;
  MwSourceReader *self = reading->reader;
  if (self) {
    take (self);
    g_signal_emit (self, read_signal, 0);
  }
  return G_SOURCE_REMOVE;
}

static gpointer
work (gpointer data)
{
  Reading *reading = data;
  g_autoptr (GError) error = NULL;
  mw_last_words_in_thread ();
  MwTransferSource *source = mw_transfer_source_open (reading->path, reading->cancellable, &error);
  g_mutex_lock (&reading->lock);
  reading->source = source;
  reading->error = g_steal_pointer (&error);
  reading->done = TRUE;
  g_cond_signal (&reading->finished);
  g_mutex_unlock (&reading->lock);
  g_idle_add_full (G_PRIORITY_DEFAULT, finished, reading, (GDestroyNotify) reading_unref);
  return NULL;
}

/* Whether the worker is done within the time after which an operation moves to a worker, too. */
static gboolean
wait_a_little (Reading *reading)
{
  const gint64 until = g_get_monotonic_time () + mw_trial_patience;
  gboolean waiting = mw_trial_patience >= 0;
  g_mutex_lock (&reading->lock);
  while (!reading->done && waiting)
    waiting = g_cond_wait_until (&reading->finished, &reading->lock, until);
  const gboolean done = reading->done && mw_trial_patience >= 0;
  g_mutex_unlock (&reading->lock);
  return done;
}

static void
begin (MwSourceReader *self)
{
  Reading *reading = g_new0 (Reading, 1);
  reading->references = 2;
  reading->path = g_strdup (self->path);
  reading->cancellable = g_cancellable_new ();
  reading->reader = self;
  g_mutex_init (&reading->lock);
  g_cond_init (&reading->finished);
  self->reading = reading;
  g_thread_unref (g_thread_new ("other model", work, reading));
  if (wait_a_little (reading))
    take (self);
}

static void
drop (MwSourceReader *self)
{
  Reading *reading = g_steal_pointer (&self->reading);
  if (reading) {
    reading->reader = NULL;
    g_cancellable_cancel (reading->cancellable);
    reading_unref (reading);
  }
  self->serial++;
  g_clear_pointer (&self->source, mw_transfer_source_unref);
  g_clear_pointer (&self->error, g_free);
}

gboolean
mw_source_reader_set_path (MwSourceReader *self, const char *path)
{
  const gboolean same = g_strcmp0 (path, self->path) == 0;
  if (same && (!path || self->reading || (self->source && mw_transfer_source_is_current (self->source))))
    return FALSE;
  drop (self);
  if (!same) {
    g_free (self->path);
    self->path = g_strdup (path);
  }
  if (path)
    begin (self);
  return TRUE;
}

/* --- What it has ---------------------------------------------------------------------------------------------------- */

const MwTransferSource *
mw_source_reader_get (MwSourceReader *self)
{
  return self->source;
}

guint
mw_source_reader_get_serial (MwSourceReader *self)
{
  return self->serial;
}

gboolean
mw_source_reader_is_reading (MwSourceReader *self)
{
  return self->reading != NULL;
}

const char *
mw_source_reader_get_error (MwSourceReader *self)
{
  return self->error;
}

const char *
mw_source_reader_why (MwSourceReader *self)
{
  return self->reading ? _ ("The file is being read…") : self->error ? self->error : _ ("Choose a file first");
}

/* --- The object ----------------------------------------------------------------------------------------------------- */

static void
finalize (GObject *object)
{
  MwSourceReader *self = MW_SOURCE_READER (object);
  drop (self);
  g_free (self->path);
  g_object_unref (self->document);
  G_OBJECT_CLASS (mw_source_reader_parent_class)->finalize (object);
}

static void
mw_source_reader_class_init (MwSourceReaderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = finalize;
  read_signal = g_signal_new ("read", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                              0);
}

static void
mw_source_reader_init (MwSourceReader *self)
{}

MwSourceReader *
mw_source_reader_new (MwDocument *document)
{
  MwSourceReader *self = g_object_new (MW_TYPE_SOURCE_READER, NULL);
  self->document = g_object_ref (document);
  return self;
}
