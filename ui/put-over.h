/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* Banners and toasts lie over what they tell about: their coming and going must not move what the user points at. */

/* The widget over which something is put, below the row of tools at its top; NULL: over the content of the overlay, at its edge. */
typedef GtkWidget *(*MwOverArea) (gpointer data);
/* Puts a widget, which may be an overlay child already, over the content of an overlay: with GTK_ALIGN_START at the top of the area, as wide as that; with GTK_ALIGN_END at its
 * bottom, as wide as it wants. It takes no part in the size of the overlay. `area` may be NULL; it is asked at each layout. */
void mw_put_over (GtkOverlay *overlay, GtkWidget *widget, MwOverArea area, gpointer data);
