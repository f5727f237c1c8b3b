/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/check.h"

/* Asserts that mw_check_record() finds the same as mw_check() in single fields, except for findings that need
 * arrays, keys, lists or the whole model. */
void assert_by_record (const MwModel *model, MwFormat format);
