/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "app/cli/cli.h"

/* Prints the values that a row of CreatureModelData.dbc has for a model: `info --creature`. */
void mw_cli_creature (MwCli *cli, const char *file, const MwModel *model);
