/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* What a panel shows in the place of a list that is empty: why it is empty, and a button for what to do about it. */

/* An invisible note. Its button calls `clicked (data)`; NULL: it never has one. */
GtkWidget *mw_empty_note_new (GCallback clicked, gpointer data);
/* Shows the note with this text, and a button with this label (NULL: without one); text NULL: hides the note. */
void mw_empty_note_set (GtkWidget *note, const char *text, const char *button);
