/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/timing.h"

#include <stdlib.h>
#include <time.h>

void
bench_die (const char *what, const GError *error)
{
  g_printerr ("%s: %s\n", what, error ? error->message : "failed");
  exit (1);
}

static double
seconds (clockid_t clock)
{
  struct timespec t;
  clock_gettime (clock, &t);
  return (double) t.tv_sec + (double) t.tv_nsec / 1e9;
}

double
bench_now (void)
{
  return seconds (CLOCK_MONOTONIC);
}

double
bench_cpu (void)
{
  return seconds (CLOCK_PROCESS_CPUTIME_ID);
}

double
bench_thread_cpu (void)
{
  return seconds (CLOCK_THREAD_CPUTIME_ID);
}

static int
by_value (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

double
bench_median (double *values, guint n)
{
  qsort (values, n, sizeof *values, by_value);
  return values[n / 2];
}
