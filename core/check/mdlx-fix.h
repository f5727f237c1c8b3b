/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/check.h"

/* Private to core/check: the repairs of models of Warcraft III, for the table in fix.c. A repair returns a line of a script, or NULL if only
 * the user can decide; free with g_free(). */

char *mw_fix_delete_unreached_keys (const MwFinding *finding);
char *mw_fix_delete_redundant_keys (const MwFinding *finding);
char *mw_fix_recompute_bounds (const MwFinding *finding);
char *mw_fix_remove_degenerate (const MwFinding *finding);
char *mw_fix_make_bone (const MwFinding *finding);
char *mw_fix_near_at_zero (const MwFinding *finding);
char *mw_fix_add_origin (const MwFinding *finding);
char *mw_fix_renumber (const MwFinding *finding);
char *mw_fix_complete_nodes (const MwFinding *finding);
char *mw_fix_step (const MwFinding *finding);
