/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All rules of the checker, a file for each kind of model. A rule is
 *   MW_RULE (NAME, ID, SEVERITY, TEXT, EFFECT, SOURCE)
 * It defines the number MW_RULE_NAME (rules.h) and a row of the table that mw_rules() returns (check.h says what the columns are). This
 * file is included several times, each time with a different definition of MW_RULE. */
#include "core/check/rules/any.h"
#include "core/check/rules/mdlx.h"
#include "core/check/rules/mdlx-wc3.h"
#include "core/check/rules/mdlx-wow.h"
#include "core/check/rules/wow-effects.h"
#include "core/check/rules/m2.h"
