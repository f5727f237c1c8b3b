/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gio/gio.h>

/* Handles SIGINT (Ctrl+C), SIGTERM and SIGHUP. Outside a save they end the program at once. During a save they cancel it, so
 * that its temporary files are removed, and the program ends after that. */

/* Call before any other thread is started. */
void mw_interrupt_init (void);
/* Returns the cancellable to pass to the save. It belongs to this file. */
GCancellable *mw_interrupt_begin_save (void);
/* Does not return if a signal arrived since mw_interrupt_begin_save(). */
void mw_interrupt_end_save (void);
