/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/report-text.h"

#include <gtk/gtk.h>

/* A modal dialog with a list that can be read and copied. Responds GTK_RESPONSE_ACCEPT, or anything else for no. */
GtkWidget *mw_loss_dialog_new (GtkWindow *parent, const MwLossQuestion *question);
/* The button that says whether the text is to have a side channel, as the question has it until the user changes it; NULL:
 * that is not asked. */
GtkCheckButton *mw_loss_dialog_get_side_channel (GtkWidget *dialog);
/* No answer but no can be given until there is another question. */
void mw_loss_dialog_wait (GtkWidget *dialog);
/* The same save, otherwise: says that in the place of what it said. */
void mw_loss_dialog_set_question (GtkWidget *dialog, const MwLossQuestion *question);

/* The list itself: lines of text to read, select and copy, in a scrolled window; `label` is its accessible name. */
GtkWidget *mw_lines_view_new (const char *label);
void mw_lines_view_set_text (GtkWidget *view, const char *lines);
/* Free with g_free(). */
char *mw_lines_view_get_text (GtkWidget *view);
