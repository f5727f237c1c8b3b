/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/cli.h"
#include "core/schema/diff.h"

/* Prints the differences between models (MwDiffEntry, from mw_model_diff()), one line each. `format` decides which values of
 * an added or removed record -v prints. */
void mw_cli_print_diff (MwCli *cli, const GArray *entries, const MwModel *a, const MwModel *b, MwFormat format);
/* Writes the same as an array under `key`. */
void mw_cli_json_diff (MwJson *json, const char *key, const GArray *entries, const MwModel *a, const MwModel *b);
