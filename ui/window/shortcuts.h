/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* The keys of the program. One table gives the actions their keys, and the window shows it together with the keys of operations and
 * of commands of the view, which their own tables state. */

/* Gives the actions of the windows and of the application their keys. */
void mw_shortcuts_set_keys (GtkApplication *application);

/* A window with all keys in groups, and a search for what they do. */
#define MW_TYPE_SHORTCUTS_WINDOW (mw_shortcuts_window_get_type ())
G_DECLARE_FINAL_TYPE (MwShortcutsWindow, mw_shortcuts_window, MW, SHORTCUTS_WINDOW, GtkWindow)

/* Shows it above `parent`: the one that is open already, or a new one. */
void mw_shortcuts_window_show (GtkWindow *parent);
