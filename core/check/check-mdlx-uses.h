/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/finding.h"
#include "core/model/mdlx/mdlx.h"

/* Finds what nothing in a model of Warcraft III needs: textures, materials, texture animations and global sequences to which nothing that
 * is needed refers, and bones and helpers that move nothing. */
void mw_wc3_check_uses (MwChecking *c, const MwMdlx *model);
