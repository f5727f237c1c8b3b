/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* The help: its contents at the left, a search over all pages, and a page, with a way back and forward. */
#define MW_TYPE_HELP_WINDOW (mw_help_window_get_type ())
G_DECLARE_FINAL_TYPE (MwHelpWindow, mw_help_window, MW, HELP_WINDOW, GtkWindow)

/* Shows a page, with "#" and the anchor of a heading if wanted ("curves#keys"), in the help that is open, or in a new one. It is
 * closed together with the window `parent`. */
void mw_help_window_show (GtkWindow *parent, const char *topic);
/* Makes F1 in windows of a class show the page about what has the focus in them, as it does in the main window. */
void mw_help_window_add_key (GtkWidgetClass *klass);
/* The page on show, and the heading that was asked for, or NULL. They belong to the window. */
const char *mw_help_window_get_page (MwHelpWindow *self);
const char *mw_help_window_get_anchor (MwHelpWindow *self);
