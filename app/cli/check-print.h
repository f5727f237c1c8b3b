/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/check-terms.h"

/* How many findings there are, by what becomes of them. */
typedef struct {
  guint by_severity[MW_SEVERITY_UNUSED + 1]; /* those that count */
  guint switched_off, in_baseline;
} MwCliCounts;

MwCliCounts mw_cli_count_findings (const GPtrArray *judged);
void mw_cli_add_counts (MwCliCounts *sum, const MwCliCounts *counts);

/* Prints the findings that count, a line each; with -v also those that do not, with the reason. */
void mw_cli_print_findings (MwCli *cli, const char *file, const GPtrArray *judged);
/* Adds the members "findings", "switched_off" and "in_baseline". */
void mw_cli_json_findings (MwJson *json, const GPtrArray *judged);
/* Prints the last line about several files. */
void mw_cli_print_counts (MwCli *cli, guint n_files, const MwCliCounts *counts);
