/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/cli.h"

/* The findings that `mwright check --json` wrote on another day, which are no longer counted. */
typedef struct _MwCliBaseline MwCliBaseline;

/* Reads a baseline, one object in a line. NULL: it cannot be read, which is reported (exit code 3). */
MwCliBaseline *mw_cli_baseline_read (MwCli *cli, const char *path);
void mw_cli_baseline_free (MwCliBaseline *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwCliBaseline, mw_cli_baseline_free)

/* Whether it has a finding of this rule at this path of this file, whatever the numbers in its message are. The names of files count from
 * the current folder. */
gboolean mw_cli_baseline_has (const MwCliBaseline *self, const char *file, const MwFinding *finding);
