/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/operations.h"

/* Steps as lines of text, as `mwright do -e` and scripts take them:
 *
 *   OPERATION [PATH[,PATH...]] [PARAMETER=VALUE ...]   no path: what is selected
 *   select PATH[,PATH...]
 *   set PATH=VALUE                                      every target that the path names
 *   add LIST [FIELD=VALUE ...]                          a new record in a list, or in an empty slot; it is selected
 *
 * Blanks part words; inside brackets, braces and quotes they do not. Empty lines and lines that begin with # do nothing.
 * Errors carry line and column (from 1). */

/* Runs one line (line 1 in errors); nothing has changed when it fails. */
gboolean mw_script_run_line (MwDocument *document, const char *line, GError **error);
/* Runs line after line, each its own transaction, up to the first that fails; *done (may be NULL) gets how many lines did
 * something. */
gboolean mw_script_run (MwDocument *document, const char *text, gsize length, guint *done, GError **error);
