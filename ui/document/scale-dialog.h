/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

#include <gtk/gtk.h>

/* A modal dialog that asks for the scale of a conversion to the other game, with the default filled in. Its response is
 * GTK_RESPONSE_ACCEPT, only for a valid number, or something else if the user cancelled. */
GtkWidget *mw_scale_dialog_new (GtkWindow *parent, MwFormat to);
/* The number that was entered. */
double mw_scale_dialog_get_scale (GtkWidget *dialog);
