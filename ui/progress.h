/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gio/gio.h>

/* The progress of a job, set by its worker and read by the window. It is attached to the job's GCancellable, so that
 * code which checks for cancellation can also report progress. All functions may be called from any thread and ignore a
 * job that is NULL or has no progress attached. */
void mw_progress_attach (GCancellable *job);
/* Reports a progress from 0 to 1. A lower value than before is ignored. */
void mw_progress_set (GCancellable *job, double fraction);
/* The progress; negative until some was reported. */
double mw_progress_get (GCancellable *job);
