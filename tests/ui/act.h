/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* Does with a widget what a user does. */

/* Presses a button; asserts that there is one. */
void act_click (GtkWidget *button);
/* Presses the button below `root` that is called `name`; asserts that there is one. */
void act_press (gpointer root, const char *name);
/* Presses a key on a widget: its key controllers first, then its shortcuts. Returns whether one of them used the key. */
gboolean act_key (GtkWidget *widget, guint keyval, GdkModifierType state);
/* Replaces the text of an entry, and does not commit it. */
void act_type (GtkWidget *entry, const char *text);
/* Presses Enter in an entry. */
void act_enter (GtkWidget *entry);
/* Both. */
void act_type_and_enter (GtkWidget *entry, const char *text);
/* Chooses the row of a drop-down by its position. */
void act_choose (GtkWidget *drop_down, guint position);
/* The same by how its text begins; FALSE: there is no such row. */
gboolean act_choose_named (GtkWidget *drop_down, const char *beginning);
/* Clicks the row of a list (GtkListView) at this position. */
void act_pick (GtkWidget *list, guint position);
/* The same by its text; FALSE: there is no such row. */
gboolean act_pick_named (GtkWidget *list, const char *text);
