/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* A small menu of commands at a widget. Add its items, then open it. It is removed when it is closed. */

/* `at` is the place in `parent` that it points to; NULL: all of it. */
GtkWidget *mw_item_menu_new (GtkWidget *parent, const GdkRectangle *at);
/* Calls `chosen` with `data` as its first argument. */
void mw_item_menu_add (GtkWidget *menu, const char *label, gboolean sensitive, GCallback chosen, gpointer data);
/* A line that is only read. */
void mw_item_menu_add_text (GtkWidget *menu, const char *text);
