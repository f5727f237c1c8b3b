/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/help/markdown.h"

#include <gtk/gtk.h>

/* A table of a page as a grid of labels. Columns with little text do not wrap; the others share the rest. `make_label` makes the label
 * of a cell. */
GtkWidget *mw_help_table_new (cmark_node *table, GtkWidget *(*make_label) (cmark_node *cell, gpointer data),
                              gpointer data);
