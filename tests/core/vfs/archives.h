/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include <glib.h>

/* Made MPQ archives. */

/* Makes an archive at `path`, and the folders above it, with these files: names and texts in turn, NULL-terminated. */
void archives_make (const char *path, ...) G_GNUC_NULL_TERMINATED;
/* The same without the list of files that archives have. */
void archives_make_unlisted (const char *path, ...) G_GNUC_NULL_TERMINATED;
/* Adds a file to an archive. */
void archives_add (const char *path, const char *name, GBytes *bytes);
/* Puts the header of a map before an archive: 512 bytes that begin with "HM3W". */
void archives_make_map (const char *path);
