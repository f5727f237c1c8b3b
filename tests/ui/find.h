/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* Finds widgets as a user or a screen reader does: by kind, name and visible text. Each function searches `root` and what is below
 * it, depth first, and returns NULL if there is none. */

GtkWidget *find_type (GtkWidget *root, GType type);
/* The n-th of a type, counted from 0. */
GtkWidget *find_nth (GtkWidget *root, GType type, guint n);
/* The first of a type that a screen reader calls `name`, or that has it as its label. */
GtkWidget *find_called (GtkWidget *root, GType type, const char *name);
/* The first of a type that is shown. */
GtkWidget *find_shown (GtkWidget *root, GType type);
/* The first that is shown and has this CSS class. */
GtkWidget *find_class (GtkWidget *root, const char *css_class);
/* The widget with this id in its .ui file. */
GtkWidget *find_id (GtkWidget *root, const char *id);
/* The text of the first label that is shown and contains `part`. It belongs to the label. */
const char *find_words (GtkWidget *root, const char *part);
/* The text of the first label that is shown and has this CSS class. It belongs to the label. */
const char *find_words_of_class (GtkWidget *root, const char *css_class);
/* The open window of a type. */
GtkWidget *find_window (GType type);
/* Whether `widget` and all between it and `root` are visible. */
gboolean is_shown (GtkWidget *widget, GtkWidget *root);
