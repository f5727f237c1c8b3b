/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/finding.h"
#include "core/model/mdlx/mdlx.h"

/* Checks for what the clients of World of Warcraft's alpha do not load, or leave out (mdlx.md 7). */

extern const MwRecordCheck mw_wow_checks[];
/* Runs all of these checks on a model of the alpha. */
void mw_check_wow (MwChecking *c, const MwMdlx *model);
