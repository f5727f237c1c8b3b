/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/cli.h"

/* Does numbered jobs in several threads, for verbs that work on many files. */

typedef void (*MwCliJobFunc) (guint job, gpointer data);
typedef struct _MwCliThreads MwCliThreads;

/* The option --jobs of a verb that uses threads. */
#define MW_CLI_JOBS                                                                                                    \
  {                                                                                                                    \
    'j', "jobs", "N", "work on N files at the same time (default: one per core)"                                       \
  }

/* Sets *n to the number of threads that --jobs asks for, or to one per core. FALSE: it is invalid, which is reported (exit code 2). */
gboolean mw_cli_count_jobs (MwCli *cli, guint *n);
/* Starts threads that call `func` once for each job from 0 to n_jobs - 1, in that order. If the system allows no thread, all jobs are
 * done before this returns. */
MwCliThreads *mw_cli_threads_start (guint n_jobs, guint n_threads, MwCliJobFunc func, gpointer data);
/* Waits until a job is done. */
void mw_cli_threads_wait (MwCliThreads *threads, guint job);
/* No further job is begun. Those that are not done never will be. */
void mw_cli_threads_stop (MwCliThreads *threads);
/* Waits until all threads have ended and frees them. */
void mw_cli_threads_join (MwCliThreads *threads);
