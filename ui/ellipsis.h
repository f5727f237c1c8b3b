/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* Lets a label end in an ellipsis where it has not enough space. Then its tooltip begins with the whole text; its
 * own tooltip, or that of what it is in, follows. All labels that may be cut are made with this, so that each text can be read. */
void mw_label_ellipsize (GtkWidget *label, PangoEllipsizeMode mode);
