/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/check.h"

/* Private to core/check: the rules by number, so that checks need no look-up. To add a rule: an entry in a file of rules/, and the check in
 * check.c (for any record) or in the file of a family. */
#define MW_RULE_ROW(name, ...) MW_RULE_##name,
typedef enum {
#include "core/check/list.h"
  MW_N_RULES
} MwRuleNumber;
#undef MW_RULE_ROW
