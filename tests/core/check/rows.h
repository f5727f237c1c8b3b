/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row for each fault that the tests of the rules put into a sound model:
 *   ROW (FUNCTION, RULE, ...)
 * FUNCTION puts the fault into the model, and RULE is the id of the rule that must find it. The rest is said in the file that includes
 * the rows. A rule without a row fails test-rules.c, and a row that is not found fails the test that has its function. */
#include "tests/core/check/rows/any.h"
#include "tests/core/check/rows/files.h"
#include "tests/core/check/rows/for.h"
#include "tests/core/check/rows/m2.h"
#include "tests/core/check/rows/m2-content.h"
#include "tests/core/check/rows/mdlx-wc3.h"
#include "tests/core/check/rows/wc3-content.h"
#include "tests/core/check/rows/wow.h"
#include "tests/core/check/rows/wow-1500.h"
