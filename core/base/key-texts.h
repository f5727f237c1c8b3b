/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Texts in a key file that anybody may have written. GLib's own functions take no text with a wrong escape, and report a bug
 * of the program where a text has two. Here a backslash before a character that it does not escape, or at the end, stays. */

/* The text of a key, no longer escaped. NULL: there is no such key, or it is not UTF-8. Free with g_free(). */
char *mw_key_text (GKeyFile *keys, const char *group, const char *key);
/* The texts of a list, which semicolons separate; what follows the last one is a text if it is not empty. NULL as above. Free
 * with g_strfreev(). */
char **mw_key_texts (GKeyFile *keys, const char *group, const char *key);
