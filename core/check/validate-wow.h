/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/finding.h"
#include "core/model/mdlx/mdlx.h"

/* What clients of World of Warcraft's alpha do not load, or leave out (mdlx.md 7). */

extern const MwRecordCheck mw_wow_checks[];
/* All of it, for a model of theirs. */
void mw_check_wow (MwChecking *c, const MwMdlx *model);
