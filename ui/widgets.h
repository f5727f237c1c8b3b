/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* Takes all children out of a box. */
void mw_box_clear (GtkWidget *box);
/* Disconnects all handlers with this data; `instance` may be NULL. */
void mw_disconnect (gpointer instance, gpointer data);
/* A class that comes and goes. */
void mw_widget_set_css_class (GtkWidget *widget, const char *css_class, gboolean on);
