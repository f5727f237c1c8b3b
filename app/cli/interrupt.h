/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gio/gio.h>

/* Handles SIGINT (Ctrl+C), SIGTERM and SIGHUP. Outside a save they end the program at once. During a save they cancel it, so
 * that its temporary files are removed, and the program ends after that. */

/* Call before any other thread is started. The other functions may be called by several threads at once. */
void mw_interrupt_init (void);
/* Returns the cancellable to pass to the save. It belongs to this file. Does not return after a signal: the process ends as soon as
 * the saves of other threads have ended. */
GCancellable *mw_interrupt_begin_save (void);
/* Ends the process if a signal arrived since mw_interrupt_begin_save() and no other thread is saving. */
void mw_interrupt_end_save (void);
