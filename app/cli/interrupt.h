/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gio/gio.h>

/* Ctrl+C and its like. Outside a save they end the program at once; during one they cancel it, so that what it has written
 * beside the target is removed, and end the program then. */

/* Call before any other thread is started. */
void mw_interrupt_init (void);
/* What to hand to the save. */
GCancellable *mw_interrupt_begin_save (void);
/* Does not return when a signal came in between. */
void mw_interrupt_end_save (void);
