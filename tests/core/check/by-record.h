/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/validate.h"

/* Asserts that mw_validate_record() finds the same as mw_validate() in single fields, except for findings that need
 * arrays, keys, lists or the whole model. */
void assert_by_record (const MwModel *model, MwFormat format);
