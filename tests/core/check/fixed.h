/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/check.h"

/* Runs the fixes of all findings of a rule on a document of a copy of the model. Asserts that no finding of the rule is left, that
 * no other rule is broken more often than before (except that something may have become useless), and that undo gives the model as it was. Returns whether there was a fix. */
gboolean assert_fixed (const MwModel *model, MwFormat format, const char *rule);
/* Asserts that a rule that has fixes is one of those whose fix was run (set of ids). */
void assert_fix_shown (const char *rule, GHashTable *fixed);
