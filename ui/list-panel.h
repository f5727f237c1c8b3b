/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* What panels with a list of findings or changes are made of: a bar with a heading and buttons, and below it a table of texts. */

/* A bar. `heading` gets its label, which is cut where there is too little space. */
GtkWidget *mw_list_bar_new (GtkWidget **heading);
/* Appends a button, which calls `clicked (data)`. */
GtkWidget *mw_list_bar_add (GtkWidget *bar, const char *label, const char *tooltip, GCallback clicked, gpointer data);

/* A table (GtkColumnView) without columns. Takes the selection model; `name` is for assistive technology. */
GtkWidget *mw_text_table_new (GtkSelectionModel *selection, const char *name);
/* Appends a column whose cells are labels. `bind (factory, item, data)` fills them. `width` in pixels. */
void mw_text_table_add (GtkWidget *table, const char *title, int width, gboolean expands, GCallback bind,
                        gpointer data);
/* The number of the column whose factory this is, counted from 0. */
guint mw_text_table_column (GtkSignalListItemFactory *factory);
