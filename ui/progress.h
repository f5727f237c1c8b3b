/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gio/gio.h>

/* How far a job is: written by its worker, read by the window. It belongs to what cancels the job, so that whoever may ask
 * whether to go on may tell how far it came. Any thread may call these; a job without a progress, or NULL, is passed over. */
void mw_progress_attach (GCancellable *job);
/* From 0 to 1. It never goes back. */
void mw_progress_tell (GCancellable *job, double fraction);
/* Negative as long as nothing was told. */
double mw_progress_get (GCancellable *job);
