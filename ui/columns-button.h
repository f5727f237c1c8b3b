/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* A button with a list of the columns of a table, in which the user chooses those that are shown. The settings remember the others. */

/* Names a column for the settings; one without a name is always shown. */
void mw_column_set_name (GtkColumnViewColumn *column, const char *name);
/* `setting`: the key with the names (as) of the columns that are hidden. Hides them now. */
GtkWidget *mw_columns_button_new (GtkColumnView *view, const char *setting);
