/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* What the window shows when no model is open: an Open button, the recent files and the sample models. They activate
 * "win.open" and "win.open-path". */
#define MW_TYPE_START_PAGE (mw_start_page_get_type ())
G_DECLARE_FINAL_TYPE (MwStartPage, mw_start_page, MW, START_PAGE, GtkBox)

GtkWidget *mw_start_page_new (void);
/* Updates the list of recent files. */
void mw_start_page_refresh (MwStartPage *self);
