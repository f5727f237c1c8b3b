/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* The widths of the side panels and the height of the lower panel. Each window has one set of sizes for all its tabs; a
 * new window starts with those that the user chose last. Only moving a handle changes them, not the content of a panel,
 * opening, reloading or closing a tab, or the size of the window. With larger text, the side panels are wider. */
typedef enum { MW_PANEL_LEFT, MW_PANEL_RIGHT, MW_PANEL_BOTTOM, MW_N_PANELS } MwPanel;

/* The smallest size of a panel in pixels, for the text as it is now. */
int mw_panel_least (MwPanel panel);
/* Gives a panel, one of the children of `paned`, its size whenever it is mapped, and remembers the size that the user
 * drags it to. Call it after both children have been added and before the first map. */
void mw_panel_keep_size (GtkPaned *paned, MwPanel panel);
