/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

#include <gtk/gtk.h>

/* Asks how large a model is to be in the other game, before it is converted: a modal dialog with one number, and the default
 * in it. Responds GTK_RESPONSE_ACCEPT, which it does for a valid number only, or anything else for no. */
GtkWidget *mw_scale_dialog_new (GtkWindow *parent, MwFormat to);
/* The number that was entered. */
double mw_scale_dialog_get_scale (GtkWidget *dialog);
/* The entry. */
GtkEntry *mw_scale_dialog_get_entry (GtkWidget *dialog);
