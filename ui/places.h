/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <gio/gio.h>

/* Where the program's own files lie: below the prefix that it was installed into, or, started from a build folder, in the
 * source tree. Nothing about the building machine is compiled in. */

/* Registers the resources of the window, its style and its icons; may be called again. Needs GTK to be initialised. */
void mw_places_register_resources (void);
/* The folder of the sample models, or NULL. Free with g_free(). */
char *mw_places_samples (void);
/* Settings of the application; NULL where no schema is found: then all is as by default and nothing is remembered. */
GSettings *mw_places_settings (void);
