/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/schema.h"

/* The files that were opened or saved last, in the desktop's list of recent files. File choosers add every chosen file
 * to that list, even if it could not be opened; only files noted here count. */

/* Notes that a file was read or written; it becomes the newest. */
void mw_recent_note (const char *path, MwFormat format);
/* The paths of at most `max` files that still exist, newest first. Free with g_strfreev(). */
char **mw_recent_list (unsigned max);
/* Takes all of them off the list; files that other programs noted stay. */
void mw_recent_clear (void);
