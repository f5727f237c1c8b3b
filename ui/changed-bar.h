/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* The banner that says that another program changed the file of a page, and asks what to do. Hidden until then.
 *
 * Signals: "reload", "keep", "compare": what the user chose; the banner stays until it is hidden or says something else. */
#define MW_TYPE_CHANGED_BAR (mw_changed_bar_get_type ())
G_DECLARE_FINAL_TYPE (MwChangedBar, mw_changed_bar, MW, CHANGED_BAR, GtkBox)

GtkWidget *mw_changed_bar_new (void);
/* `reload` and `compare`: whether there is something to read and to compare with. */
void mw_changed_bar_show (MwChangedBar *self, const char *text, gboolean reload, gboolean compare);
void mw_changed_bar_hide (MwChangedBar *self);
/* What it says, or NULL. */
const char *mw_changed_bar_get_text (MwChangedBar *self);
/* The buttons (for tests): "reload", "keep", "compare". */
GtkWidget *mw_changed_bar_get_button (MwChangedBar *self, const char *name);
