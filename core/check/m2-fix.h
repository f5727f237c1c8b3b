/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/check.h"

/* Private to core/check: the repairs for M2, for the table in fix.c. Each returns a line of a script, to be freed with g_free(), or NULL if
 * the finding is one that the user must decide about. */

char *mw_fix_m2_interpolate_linearly (const MwFinding *finding);
char *mw_fix_m2_let_bone_move (const MwFinding *finding);
char *mw_fix_m2_remove_flat (const MwFinding *finding);
char *mw_fix_m2_recompute_bounds (const MwFinding *finding);
char *mw_fix_m2_measure_distance (const MwFinding *finding);
char *mw_fix_m2_name_key_bone (const MwFinding *finding);
char *mw_fix_m2_forget_key_bone (const MwFinding *finding);
char *mw_fix_m2_head_and_tail (const MwFinding *finding);
char *mw_fix_m2_lower_blend (const MwFinding *finding);
char *mw_fix_m2_one_cell (const MwFinding *finding);
char *mw_fix_m2_drop_path (const MwFinding *finding);
