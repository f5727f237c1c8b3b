/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* What the user can choose for the whole program. Every choice is a setting and takes effect at once. */
#define MW_TYPE_PREFERENCES_WINDOW (mw_preferences_window_get_type ())
G_DECLARE_FINAL_TYPE (MwPreferencesWindow, mw_preferences_window, MW, PREFERENCES_WINDOW, GtkWindow)

/* Shows the preferences above `parent`: the window that is open already, or a new one. */
void mw_preferences_window_show (GtkWindow *parent);
