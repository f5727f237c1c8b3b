/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* The files that were opened or saved last, in the desktop's list of recent files. File choosers add to that list what they are
 * asked for, also where nothing came of it: only what was noted here counts. */

/* Notes that a file was read or written; it becomes the newest. */
void mw_recent_note (const char *path, MwFormat format);
/* Paths of files that are still there, the newest first, at most `max`. Free with g_strfreev(). */
char **mw_recent_list (unsigned max);
