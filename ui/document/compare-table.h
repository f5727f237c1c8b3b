/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* A table of MwCompareRow with four columns; `was` and `is` are the titles of those of the two values, and `name` what a screen
 * reader calls it. Takes `selection`. Returns a GtkColumnView. */
GtkWidget *mw_compare_table_new (GtkSelectionModel *selection, const char *name, const char *was, const char *is);
/* The rows as text for the clipboard, one line each, with paths. Free with g_free(). */
char *mw_compare_table_text (GListModel *rows);
