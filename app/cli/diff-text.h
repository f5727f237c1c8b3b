/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/cli.h"
#include "core/schema/diff.h"

/* Prints the differences between models (MwDiffEntry, from mw_model_diff()), one line each. Each model's format decides
 * which values of a record that only this model has -v prints. */
void mw_cli_print_diff (MwCli *cli, const GArray *entries, const MwModel *a, MwFormat format_a, const MwModel *b,
                        MwFormat format_b);
/* Writes the same as an array under `key`. */
void mw_cli_json_diff (MwJson *json, const char *key, const GArray *entries, const MwModel *a, const MwModel *b);
