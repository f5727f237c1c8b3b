/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All rules of the checker, a file for each kind of model. A rule is
 *   MW_RULE (NAME, ID, SEVERITY, TEXT, EFFECT, SOURCE)
 * or, if it is about some versions of the format only,
 *   MW_RULE_IN (NAME, ID, SEVERITY, TEXT, EFFECT, SOURCE, FIRST, LAST)
 * It defines the number MW_RULE_NAME (rules.h) and a row of the table that mw_rules() returns (check.h says what the columns are). Each
 * file says with MW_RULE_FAMILIES whose models its rules are about. This file is included several times, each time with a different
 * definition of MW_RULE_ROW, which gets all columns. */
#define MW_RULE(name, id, severity, text, effect, source)                                                              \
  MW_RULE_ROW (name, id, severity, text, effect, source, MW_RULE_FAMILIES, 0, G_MAXUINT)
#define MW_RULE_IN(name, id, severity, text, effect, source, first, last)                                              \
  MW_RULE_ROW (name, id, severity, text, effect, source, MW_RULE_FAMILIES, first, last)
#include "core/check/rules/any.h"
#include "core/check/rules/files.h"
#include "core/check/rules/mdlx.h"
#include "core/check/rules/mdlx-wc3.h"
#include "core/check/rules/mdlx-files.h"
#include "core/check/rules/mdlx-wow.h"
#include "core/check/rules/wow-effects.h"
#include "core/check/rules/m2.h"
#include "core/check/rules/m2-content.h"
#undef MW_RULE
#undef MW_RULE_IN
#undef MW_RULE_FAMILIES
