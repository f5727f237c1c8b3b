/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Names of files as models and archives spell them: game paths such as "Textures\Sub\Name.blp". */

/* The spelling to try at attempt `n` for a wanted file: first as it is, then, if it is a texture, with each texture extension (.blp,
 * .dds, .tga, .png), which the games treat as equal. NULL after the last. Free with g_free(). */
char *mw_name_spelling (const char *wanted, guint n);

/* Whether it has the extension of an image (mw_image_extensions()), in any case. */
gboolean mw_name_is_image (const char *name);

/* Orders elements of a GPtrArray of names without regard to the case of ASCII letters, as the games compare them. */
int mw_name_compare (gconstpointer a, gconstpointer b);
