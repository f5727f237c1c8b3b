/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/check-terms.h"

/* Findings as SARIF 2.1.0 (OASIS), which code hosts and editors read. */

/* The results for one file, as JSON objects separated by commas; "" if there are none. `baseline`: whether each says if it is new. Free
 * with g_free(). */
char *mw_cli_sarif_results (const char *file, const GPtrArray *judged, gboolean baseline);
/* Prints the whole document. `results`: those of the files, in order (char *; NULL for one that could not be read). */
void mw_cli_print_sarif (MwCli *cli, const GPtrArray *files, const GPtrArray *results);
