/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gio/gio.h>

/* Work that a process of its own does, so that input on which it fails cannot harm this one. */

/* The program mwright: beside this program, or above it (the tests in a build folder), or where programs are installed. NULL: not found. Free
 * with g_free(). */
char *mw_child_program (void);

typedef struct {
  gsize limit;             /* the most bytes that it may write to standard output */
  guint ms;                /* the longest time that it may take */
  GCancellable *cancelled; /* may be NULL */
} MwChildLimits;

typedef struct {
  GBytes *out;   /* standard output */
  gboolean said; /* it wrote something to standard error */
  int code;      /* the exit code; -1: a signal ended it */
} MwChildEnd;

/* Runs a program with the lowest priority and waits for it; it is killed when it breaks a limit, and when this process ends. For any thread
 * but that of the window. `argv` ends in NULL, and its first is a path. FALSE: MW_ERROR_IO, it cannot be started; MW_ERROR_LIMIT, it took
 * too long or wrote too much; MW_ERROR_CANCELLED. Free `out` with g_bytes_unref(). */
gboolean mw_child_run (const char *const *argv, const MwChildLimits *limits, MwChildEnd *end, GError **error);
