/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/progress.h"

/* The progress is stored as an integer from 1 to STEPS + 1; 0 means that none was reported yet. */
enum { STEPS = 10000 };

static const char key[] = "mw-progress";

void
mw_progress_attach (GCancellable *job)
{
  g_object_set_data_full (G_OBJECT (job), key, g_new0 (int, 1), g_free);
}

void
mw_progress_set (GCancellable *job, double fraction)
{
  int *progress = job ? g_object_get_data (G_OBJECT (job), key) : NULL, now,
      next = (int) (CLAMP (fraction, 0, 1) * STEPS) + 1;
  if (!progress)
    return;
  do
    now = g_atomic_int_get (progress);
  while (now < next && !g_atomic_int_compare_and_exchange (progress, now, next));
}

double
mw_progress_get (GCancellable *job)
{
  int *progress = job ? g_object_get_data (G_OBJECT (job), key) : NULL;
  return progress ? (double) (g_atomic_int_get (progress) - 1) / STEPS : -1;
}
