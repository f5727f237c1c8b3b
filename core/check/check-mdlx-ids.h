/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/finding.h"
#include "core/model/mdlx/mdlx.h"

/* Checks the numbers of the nodes and what belongs to them by number: the pivots of both games (mdlx.md 5.13), and in Warcraft III the
 * bind poses (mdlx.md 5.20) and the bones of vertices. */
void mw_check_pivots (MwChecking *c, const MwMdlx *model);
void mw_wc3_check_ids (MwChecking *c, const MwMdlx *model);
