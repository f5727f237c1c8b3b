/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* Sizes that are given in pixels, such as those of panels and columns, are meant for text of the usual size. Where the desktop or the
 * preferences make text larger or smaller, they are scaled with it. */

/* How much larger text is than usual: 1.25 for 125 %. */
double mw_text_scale (void);
/* Calls `changed (object)` after the size of text has changed, until `object` is gone. */
void mw_text_scale_watch (gpointer object, void (*changed) (gpointer object));

/* Makes the fixed widths of the columns, which are meant for usual text, fit the text as it is now and later, and at least as wide as
 * their headings. Call it after the columns were added. */
void mw_columns_fit_text (GtkColumnView *view);
