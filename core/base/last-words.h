/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* What happens when memory runs out. GLib then aborts the program; where even its own message cannot be built, it does
 * so without one (g_vasprintf() recurses until the stack is full). Instead, the program prints one line on standard
 * error about the cause and the state of the files, and exits with code 3, or 4 during a save. Allocations whose size
 * depends on the input can fail with an error of that file; this handler covers all others.
 *
 * Crashes with another cause stay crashes. */

/* Call first in main(). `program` is the prefix of the line; it must stay valid. */
void mw_last_words_init (const char *program);
/* Call at the start of every function that runs in a thread of its own. Repeated calls cost nothing. */
void mw_last_words_in_thread (void);
/* Call these around a save. */
void mw_last_words_begin_save (void);
void mw_last_words_end_save (void);
