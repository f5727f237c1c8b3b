/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* What can be done to the selected sequences: the menu of the outline, at a place of another widget in the same document page. */

/* Adds the action of the menu's items to a class; call it in its class_init. */
void mw_sequences_menu_install (GtkWidgetClass *klass);
/* Opens the menu at a place of a widget of that class. The returned popover is its child: unparent it when it is no longer needed. */
GtkWidget *mw_sequences_menu_open (GtkWidget *self, double x, double y);
/* Does an operation (its id) to the selection, or asks for its parameters at a place of the widget. */
void mw_sequences_menu_run (GtkWidget *self, const char *operation, double x, double y);
/* Says in the window why something was refused. */
void mw_sequences_menu_refuse (GtkWidget *self, const char *why);
