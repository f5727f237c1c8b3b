/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* The widths of the side panels and the height of the lower one. They are the user's: one set for each window, which all its tabs
 * follow, and the last one that the user chose for windows to come. Only a handle that is moved changes them; what is shown in a
 * panel, a tab that is opened, read again or closed, and another size of the window do not. */
typedef enum { MW_PANEL_LEFT, MW_PANEL_RIGHT, MW_PANEL_BOTTOM, MW_N_PANELS } MwPanel;

/* Pixels: how small a panel can be made. */
int mw_panel_least (MwPanel panel);
/* Gives a panel, which is one of the children of `paned`, its size whenever it is mapped, and remembers what the user makes of it.
 * To be called when both children are in place, before the first map. */
void mw_panel_keep_size (GtkPaned *paned, MwPanel panel);
/* The size (pixels) that the user chose in the window of a widget. */
int mw_panel_size (GtkWidget *widget, MwPanel panel);
