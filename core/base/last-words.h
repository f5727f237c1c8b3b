/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* What is said when the memory runs out. GLib ends a program then, and when not even its own message can be put together, it
 * does so without one (g_vasprintf() calls itself until the stack is full). Instead: one line on the standard error that says so
 * and what became of the files, and exit code 3, or 4 while something is being saved. What an input decides the size of is asked
 * for in a way that can fail (an error of that file); this is for the rest.
 *
 * A crash that has another cause stays a crash. */

/* Call first of all; `program` is the name in front of the line and must live on. */
void mw_last_words_init (const char *program);
/* Call at the beginning of every function that is run in a thread of its own; costs nothing the second time. */
void mw_last_words_in_thread (void);
/* Around a save. */
void mw_last_words_begin_save (void);
void mw_last_words_end_save (void);
