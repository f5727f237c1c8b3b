/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/check-terms.h"

/* Repairs of `mwright check --fix`. */

/* Which rules --fix names; NULL: all. An unknown rule is reported (exit code 2), and *ok becomes FALSE. Free with g_hash_table_unref(). */
GHashTable *mw_cli_fix_rules (MwCli *cli, gboolean *ok);
/* Runs the fixes of the findings that count, of these rules, one after the other, until none is left that has not been tried. Returns what
 * was done, a line each: "RULE PATH: STEP" (char *). A fix that is refused is reported as a notice and left. Free with
 * g_ptr_array_unref(). */
GPtrArray *mw_cli_fix (MwCli *cli, MwCliTerms *terms, GHashTable *rules, const char *file, MwDocument *document);
