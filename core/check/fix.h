/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/check.h"

/* How a finding is repaired: a line of a script that runs an operation or sets a value on the model that was checked, such as
 * "keys-sort bones[3].rotation.track" (core/edit/operations/script.h). NULL: only the user can decide what is right. The line names
 * the place by its path, so it is valid only until the next edit. Free with g_free(). */
char *mw_finding_fix (const MwFinding *finding);
/* Whether findings of a rule may have a fix. */
gboolean mw_rule_has_fix (const MwRule *rule);
