/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Writes a file that can be made again at any time: at once or not at all, readable for the user only (mode 0600, new folders 0700), and not
 * flushed to the disk. MW_ERROR_IO when that fails. */
gboolean mw_cache_file_write (const char *path, GBytes *bytes, GError **error);
/* The time of the last change of a file or folder in microseconds since 1970; -1: there is none. */
gint64 mw_cache_file_time (const char *path);
