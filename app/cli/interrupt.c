/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/interrupt.h"
#include "core/base/pipes.h"
#include "core/base/last-words.h"

#include <pthread.h>
#include <signal.h>

static sigset_t watched;
static GMutex lock;  /* guards the variables below */
static guint saving; /* how many saves are under way */
static int received;
static GCond never; /* what waits for it waits for the end of the process */
static GCancellable *cancellable;

/* Ends the process by the signal's default action, so that the caller sees the usual status. */
static void
die_of (int number)
{
  sigset_t one;
  signal (number, SIG_DFL);
  sigemptyset (&one);
  sigaddset (&one, number);
  pthread_sigmask (SIG_UNBLOCK, &one, NULL);
  raise (number);
}

static gpointer
watch (gpointer data)
{
  mw_last_words_in_thread ();
  for (;;) {
    int number;
    if (sigwait (&watched, &number) != 0)
      continue;
    g_mutex_lock (&lock);
    received = number;
    if (saving)
      g_cancellable_cancel (cancellable);
    else
      die_of (number);
    g_mutex_unlock (&lock);
  }
  return NULL;
}

void
mw_interrupt_init (void)
{
  static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
  sigemptyset (&watched);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++) {
    struct sigaction now;
    /* A signal that the caller made us ignore (nohup) stays ignored. */
    if (sigaction (numbers[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
      sigaddset (&watched, numbers[i]);
  }
  /* A reader of standard output that goes away (head) fails the write only; it must not end the program before it saves. */
  mw_pipes_init ();
  pthread_sigmask (SIG_BLOCK, &watched, NULL);
  cancellable = g_cancellable_new ();
  g_thread_unref (g_thread_new ("signals", watch, NULL));
}

GCancellable *
mw_interrupt_begin_save (void)
{
  g_mutex_lock (&lock);
  while (received)
    g_cond_wait (&never, &lock);
  saving++;
  g_mutex_unlock (&lock);
  return cancellable;
}

void
mw_interrupt_end_save (void)
{
  g_mutex_lock (&lock);
  saving--;
  if (received && !saving)
    die_of (received);
  g_mutex_unlock (&lock);
}
