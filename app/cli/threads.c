/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/threads.h"
#include "core/base/last-words.h"
#include "core/base/number.h"

#include <string.h>

struct _MwCliThreads {
  MwCliJobFunc func;
  gpointer data;
  guint n_jobs;
  gint next; /* the first job that no thread has taken; atomic */
  GPtrArray *threads;
  GMutex lock;
  GCond changed;
  gboolean *done; /* of each job; under the lock */
};

gboolean
mw_cli_count_jobs (MwCli *cli, guint *n)
{
  const char *text = mw_cli_option (cli, "jobs");
  int64_t number = g_get_num_processors ();
  gsize used;
  if (text && !(mw_int_from_text (text, strlen (text), &used, 1, 1024, &number) && used == strlen (text))) {
    mw_cli_usage (cli, "--jobs=%s: expected a number from 1 to 1024", text);
    return FALSE;
  }
  *n = (guint) number;
  return TRUE;
}

/* Does jobs until none is left. */
static gpointer
work (gpointer data)
{
  MwCliThreads *self = data;
  guint job;
  mw_last_words_in_thread ();
  while ((job = (guint) g_atomic_int_add (&self->next, 1)) < self->n_jobs) {
    self->func (job, self->data);
    g_mutex_lock (&self->lock);
    self->done[job] = TRUE;
    g_cond_broadcast (&self->changed);
    g_mutex_unlock (&self->lock);
  }
  return NULL;
}

/* Not the threads of a GThreadPool: they allocate memory before they call us, and where there is none they crash. */
MwCliThreads *
mw_cli_threads_start (guint n_jobs, guint n_threads, MwCliJobFunc func, gpointer data)
{
  MwCliThreads *self = g_new0 (MwCliThreads, 1);
  self->func = func;
  self->data = data;
  self->n_jobs = n_jobs;
  self->threads = g_ptr_array_new ();
  self->done = g_new0 (gboolean, MAX (n_jobs, 1));
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
  for (guint i = 0; i < MIN (n_threads, n_jobs); i++) {
    GThread *thread = g_thread_try_new ("files", work, self, NULL);
    if (thread)
      g_ptr_array_add (self->threads, thread);
  }
  if (!self->threads->len)
    work (self);
  return self;
}

void
mw_cli_threads_wait (MwCliThreads *self, guint job)
{
  g_mutex_lock (&self->lock);
  while (!self->done[job])
    g_cond_wait (&self->changed, &self->lock);
  g_mutex_unlock (&self->lock);
}

void
mw_cli_threads_stop (MwCliThreads *self)
{
  g_atomic_int_set (&self->next, (gint) self->n_jobs);
}

void
mw_cli_threads_join (MwCliThreads *self)
{
  for (guint i = 0; i < self->threads->len; i++)
    g_thread_join (self->threads->pdata[i]);
  g_ptr_array_unref (self->threads);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->changed);
  g_free (self->done);
  g_free (self);
}
