/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* Takes all children out of a box. */
void mw_box_clear (GtkWidget *box);
/* Removes the page `n` (-1: the last) and its tab. gtk_notebook_remove_page() of GTK 4.8 leaks the label of the tab. */
void mw_notebook_remove_page (GtkNotebook *notebook, int n);
/* Removes all pages. A notebook that is not cleared before it goes leaks the labels of its tabs likewise. */
void mw_notebook_clear (GtkWidget *notebook);
/* Runs `func` until it returns FALSE, before the next frame is laid out and drawn, events in between; the id of
 * its source. What a user waits for is done so and not when the program is idle: while something plays on a machine without a
 * graphics card, each frame is late, the next one begins at once, and nothing below the priority of drawing ever runs. */
guint mw_before_frame (GSourceFunc func, gpointer data);
/* Disconnects all handlers with this data; `instance` may be NULL. */
void mw_disconnect (gpointer instance, gpointer data);
/* How far a scrolled window is scrolled down, in pixels; and to there, once its content is large enough, which needs some frames
 * where it was made just now. */
double mw_scroll_get (GtkWidget *scrolled);
void mw_scroll_later (GtkWidget *scrolled, double value);
/* Names the close button of a GtkInfoBar, which is GTK's own: GTK 4.8 gives it a picture only. */
void mw_name_close_button (GtkWidget *bar);
/* The tooltip of a widget; NULL: none. GTK 4.8 looks where the pointer is each time that a visible widget gets one, also where
 * it is not on the screen yet, and asks the X server for that several times; for a form of forty rows that takes longer than
 * all else. Here nothing is asked for a widget that is not on the screen, nor where the text stays as it is. */
void mw_widget_set_tooltip (GtkWidget *widget, const char *text);
/* A class that comes and goes. */
void mw_widget_set_css_class (GtkWidget *widget, const char *css_class, gboolean on);
