/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/cli.h"
#include "core/schema/diff.h"

/* Prints differences between models, one line each. */
void mw_cli_print_diff (MwCli *cli, const GArray *entries, const MwModel *a, const MwModel *b, MwFormat format);
/* The same as an array under `key`. */
void mw_cli_json_diff (MwJson *json, const char *key, const GArray *entries, const MwModel *a, const MwModel *b);
