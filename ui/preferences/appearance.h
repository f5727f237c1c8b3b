/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gtk/gtk.h>

/* The look of the whole program: its theme, and the size of its text and controls. */

/* From now on the look follows the settings "theme" and "interface-size". Call it once there is a display. */
void mw_appearance_follow (void);
/* The theme "system" is then dark, light or of high contrast as the settings portal of the desktop says, and "high-contrast" dark or
 * light. `bus` is the bus of the session. Call it once. */
void mw_appearance_ask_desktop (GDBusConnection *bus);
/* The theme: "system", "light", "dark" or "high-contrast". Remembered, if there are settings. */
const char *mw_appearance_get_theme (void);
void mw_appearance_set_theme (const char *theme);
/* The size in percent of what the desktop sets. A size beyond the limits is the nearest of them. */
enum { MW_SIZE_LEAST = 80, MW_SIZE_MOST = 150, MW_SIZE_STEP = 10, MW_SIZE_USUAL = 100 };
int mw_appearance_get_size (void);
void mw_appearance_set_size (int percent);
