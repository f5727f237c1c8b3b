/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gio/gio.h>

/* Finds the program's own files: below the prefix it is installed in or, when it runs from a build folder, in the
 * source tree. No path is compiled in. */

/* Registers the resources of the window and, once there is a display, its style and icons. May be called repeatedly. */
void mw_places_register_resources (void);
/* The folder of the sample models, or NULL. Free with g_free(). */
char *mw_places_samples (void);
/* The folder with the translations of messages, for bindtextdomain(). Free with g_free(). */
char *mw_places_translations (void);
/* The settings of the application. They belong to this file. NULL if no schema is found: then defaults apply and
 * nothing is remembered. */
GSettings *mw_places_settings (void);
