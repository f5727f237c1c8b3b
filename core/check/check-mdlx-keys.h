/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/finding.h"
#include "core/model/mdlx/mdlx.h"

/* Checks when the keys of a model of Warcraft III are reached, and which of them change nothing (rendering.md 1.4). */
void mw_wc3_check_keys (MwChecking *c, const MwMdlx *model);

/* The keys of a track or event track that no sequence reaches, and those of a track between two keys of the same value: their numbers,
 * increasing. Keys that are not in order of time are not judged. Free with g_array_unref(). */
GArray *mw_wc3_unreached_keys (const MwMdlx *model, const MwRecord *track);
GArray *mw_wc3_redundant_keys (const MwMdlx *model, const MwRecord *track);
