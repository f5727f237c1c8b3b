/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* The part of the status bar that says what the mouse buttons and keys do where the pointer is. Each panel says it of itself. */

/* Says it of a widget and of what is in it, unless a widget in it has a hint of its own; NULL: nothing. It may change at any time. */
void mw_hint_set (GtkWidget *widget, const char *text);
/* Appends "Click: Select" to a hint; parts are separated by spaces. */
void mw_hint_add (GString *hint, const char *input, const char *effect);

/* Shows the hint of what is under the pointer in its window. */
#define MW_TYPE_HINT_LINE (mw_hint_line_get_type ())
G_DECLARE_FINAL_TYPE (MwHintLine, mw_hint_line, MW, HINT_LINE, GtkWidget)

/* The pointer is over this widget (NULL: outside of the window). The line finds that out by itself; tests have no pointer. */
void mw_hint_line_point (MwHintLine *self, GtkWidget *over);
