/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/finding.h"
#include "core/model/mdlx/mdlx.h"

/* Checks for what Warcraft III draws wrong or does not use. The facts are those that mdx-m3-viewer's sanity test and
 * HiveWE's validator state. */

/* Checks one record; arrays only if the whole model is checked. */
void mw_wc3_check_record (MwChecking *c, const MwRecord *record);
/* Runs all of these checks on a model of Warcraft III. */
void mw_wc3_check_model (MwChecking *c, const MwMdlx *model);
