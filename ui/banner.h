/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* What all banners have in common: a GtkInfoBar, hidden at first, whose first child is a message that wraps. The kinds of banners
 * (error-bar.h, document/changed-bar.h) add their buttons. */
GtkWidget *mw_banner_new (GtkWidget **message);
/* Shows a text, also to assistive technology. */
void mw_banner_show (GtkWidget *banner, GtkMessageType type, const char *text);
