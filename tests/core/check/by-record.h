/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/validate.h"

/* Asserts that mw_validate_record() finds at each record what mw_validate() finds at its single fields, but for what takes a
 * look at lists, arrays and keys. */
void assert_by_record (const MwModel *model, MwFormat format);
