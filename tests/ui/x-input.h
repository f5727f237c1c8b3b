/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* Input as the X server sends it, by the program xdotool. Asserts that it succeeds. */

/* Runs xdotool with these words, up to NULL; the program goes on meanwhile. */
void x_input (const char *first, ...) G_GNUC_NULL_TERMINATED;
/* The same, but nothing of the program runs meanwhile: what was sent waits in its queue. */
void x_input_unseen (const char *first, ...) G_GNUC_NULL_TERMINATED;
/* Gives a window the keys of the X server, and waits until it knows. */
void x_input_activate (GtkWindow *window);
/* The X server's number of a window. */
char *x_input_id (GtkWindow *window);
