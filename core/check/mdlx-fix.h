/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/check.h"

/* Private to core/check: what fix.c and the repairs of models of Warcraft III share. A repair returns a line of a script, or NULL if only
 * the user can decide; free with g_free(). */

/* An operation on the record of the finding; a value for its field. */
char *mw_fix_run (const char *operation, const MwFinding *finding);
char *mw_fix_set (const char *value, const MwFinding *finding);

char *mw_fix_delete_unreached_keys (const MwFinding *finding);
char *mw_fix_delete_redundant_keys (const MwFinding *finding);
char *mw_fix_recompute_bounds (const MwFinding *finding);
char *mw_fix_remove_degenerate (const MwFinding *finding);
char *mw_fix_make_bone (const MwFinding *finding);
char *mw_fix_normalise_weights (const MwFinding *finding);
char *mw_fix_near_at_zero (const MwFinding *finding);
char *mw_fix_add_origin (const MwFinding *finding);
