/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Clocks and statistics of the benchmarks. */

/* Ends the program with exit code 1 and a message. `error` may be NULL. */
G_NORETURN void bench_die (const char *what, const GError *error);
/* Seconds of wall-clock time, and of processor time that this process has used. */
double bench_now (void);
double bench_cpu (void);
/* The same of this thread only. */
double bench_thread_cpu (void);
/* The median of n values, which are sorted. */
double bench_median (double *values, guint n);
