/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/cli.h"

/* What `mwright check` says about its rules. */

/* --rules: a line for each rule; with --json an object; with --markdown the page of help data/help/rules.md. */
void mw_cli_print_rules (MwCli *cli, gboolean markdown);
/* --explain: what the page says of a rule. An unknown id is reported (exit code 2). */
void mw_cli_explain_rule (MwCli *cli, const char *id);
/* The rule with this id, or NULL: there is none, which is reported as a fault of `option` (exit code 2). */
const MwRule *mw_cli_find_rule (MwCli *cli, const char *option, const char *id);
