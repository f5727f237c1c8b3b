/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/finding.h"

/* Private to core/check: see MwCheckRules.image. */
void mw_check_mdlx_image (MwChecking *c, const MwRecord *record, const MwField *field, const char *name,
                          const MwImageFacts *facts);
