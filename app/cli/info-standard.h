/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/cli.h"

/* Prints which of the sequences that the game expects of a model it has: `info --standard`. */
void mw_cli_standard (MwCli *cli, const char *file, const MwModel *model, MwFormat format);
