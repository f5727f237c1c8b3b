/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/edit/operations/operations.h"

/* Runs edits that are written as lines of text, for `mwright do -e` and scripts:
 *
 *   OPERATION [PATH[,PATH...]] [PARAMETER=VALUE ...]   without a path: the selection
 *   select PATH[,PATH...]                               "select none" selects nothing
 *   set PATH=VALUE                                      sets every target that the path names
 *   add LIST [FIELD=VALUE ...]                          adds a record to a list or an empty slot, and selects it
 *
 * After a path that ends at a value, =/REGEX/ leaves only the records whose value, as `get` prints it but without quotes, matches the pattern
 * (core/schema/pattern.h): select bones[*].name=/Hand/. A pattern with a blank or a comma is put in quotes: ="/Hand Left/".
 *
 * Blanks separate words, except inside brackets, braces and quotes. Empty lines and lines that begin with # are
 * ignored. Errors have line and column, counted from 1. */

/* A line that has nothing to do in this model (MW_ERROR_NOTHING) fails, unless `idle` is given: then its message (char *) is added
 * there, and the line counts as done. */

/* Runs one line, which is line 1 in errors. If it fails, nothing has changed. */
gboolean mw_script_run_line (MwDocument *document, const char *line, GPtrArray *idle, GError **error);
/* Runs all lines up to the first that fails, each as its own transaction. *done (may be NULL) gets the number of lines that did
 * something. */
gboolean mw_script_run (MwDocument *document, const char *text, gsize length, guint *done, GPtrArray *idle,
                        GError **error);
