/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* The banner that says that another program changed the file of a page and asks what to do. Hidden at first.
 *
 * Signals: "reload", "keep", "compare": the user's choice. The banner stays until mw_changed_bar_hide(). */
#define MW_TYPE_CHANGED_BAR (mw_changed_bar_get_type ())
G_DECLARE_FINAL_TYPE (MwChangedBar, mw_changed_bar, MW, CHANGED_BAR, GtkBox)

GtkWidget *mw_changed_bar_new (void);
/* Shows the banner; `reload` and `compare` say which buttons it offers. */
void mw_changed_bar_show (MwChangedBar *self, const char *text, gboolean reload, gboolean compare);
void mw_changed_bar_hide (MwChangedBar *self);
