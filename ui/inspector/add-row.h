/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* The row of something that is not there yet: what is missing, a button that adds it, and why that was refused. Its widgets belong to the box
 * that they are in. */
typedef struct {
  GtkWidget *row;   /* with `state` and the button */
  GtkWidget *state; /* a label: what is missing */
  GtkWidget *error; /* a label, hidden while nothing was refused */
} MwAddRow;

/* Makes the row and the line for errors and appends both to a box. `clicked` is a handler of "clicked" of the button. */
void mw_add_row_init (MwAddRow *self, GtkBox *box, const char *label, const char *tooltip, GCallback clicked,
                      gpointer data);
/* Shows why it was refused; NULL: nothing was. */
void mw_add_row_show_error (MwAddRow *self, const char *message);
