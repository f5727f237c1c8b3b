/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/document/report-text.h"

#include <gtk/gtk.h>

/* A modal dialog for a question about a save, with a list that can be read and copied. The response is
 * GTK_RESPONSE_ACCEPT to save; any other response means no. */
GtkWidget *mw_loss_dialog_new (GtkWindow *parent, const MwLossQuestion *question);
/* The button that chooses whether the text gets a side channel; initially as in the question. NULL if that is not
 * asked. */
GtkCheckButton *mw_loss_dialog_get_side_channel (GtkWidget *dialog);
/* Disables saving until mw_loss_dialog_set_question() is called. */
void mw_loss_dialog_wait (GtkWidget *dialog);
/* Replaces the question, after the same save was written with another answer about the side channel. */
void mw_loss_dialog_set_question (GtkWidget *dialog, const MwLossQuestion *question);

/* A list of lines to read, select and copy, in a scrolled window; `label` is its accessible name. */
GtkWidget *mw_lines_view_new (const char *label);
void mw_lines_view_set_text (GtkWidget *view, const char *lines);
