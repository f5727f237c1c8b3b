/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* Removes all children of a box. */
void mw_box_clear (GtkWidget *box);
/* Removes page `n` (-1: the last) and its tab. gtk_notebook_remove_page() of GTK 4.8 would leak the label of the
 * tab. */
void mw_notebook_remove_page (GtkNotebook *notebook, int n);
/* The same for a tab that goes to another notebook, also while it is dragged. */
void mw_notebook_detach_tab (GtkNotebook *notebook, GtkWidget *child);
/* Removes all pages. Call it before a notebook is destroyed; otherwise the labels of its tabs leak too. */
void mw_notebook_clear (GtkWidget *notebook);
/* Runs `func` before the next frame is laid out and drawn, repeatedly until it returns FALSE; events are handled in
 * between. Returns the id of its source. Use it instead of an idle source for what the user waits for: while a model
 * plays on a machine without a graphics card, frame follows frame, and nothing below the priority of drawing ever
 * runs. */
guint mw_before_frame (GSourceFunc func, gpointer data);
/* Disconnects all handlers with this data; `instance` may be NULL. */
void mw_disconnect (gpointer instance, gpointer data);
/* The vertical scroll position of a scrolled window in pixels; and setting it once the content is large enough, which
 * takes some frames after the content was made. */
double mw_scroll_get (GtkWidget *scrolled);
void mw_scroll_later (GtkWidget *scrolled, double value);
/* For the focus() of `widget`, a box with `list` in it: whether Tab leaves the list here, so that nothing else is to be done. GTK 4.8
 * goes with Tab through all rows, which may be thousands; the arrow keys do that too. *moved: whether another child of the box has got
 * the focus. */
gboolean mw_leave_list (GtkWidget *widget, GtkWidget *list, GtkDirectionType direction, gboolean *moved);
/* Gives the close button of a GtkInfoBar an accessible name, which GTK 4.8 does not. */
void mw_name_close_button (GtkWidget *bar);
/* Gives the two buttons of a GtkSpinButton accessible names, which GTK 4.8 does not. */
void mw_name_spin_buttons (GtkWidget *spin);
/* Sets what a menu button shows, as wide as the button. gtk_menu_button_set_child() of GTK 4.8 centres it in a box. */
void mw_menu_button_set_content (GtkMenuButton *button, GtkWidget *content);
/* Sets the tooltip of a widget; NULL: none. When a visible widget gets a tooltip, GTK 4.8 asks the X server several
 * times where the pointer is, even if the widget is not mapped yet; for a form of forty rows that takes longer than
 * everything else. This avoids it for widgets that are not mapped and for a text that stays the same. */
void mw_widget_set_tooltip (GtkWidget *widget, const char *text);
/* Adds or removes a CSS class. */
void mw_widget_set_css_class (GtkWidget *widget, const char *css_class, gboolean on);
