/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/check.h"

/* Private to core/check: the lines of a script that repairs of all families share. Each returns a line, to be freed with g_free(). */

/* An operation on the record of the finding. */
char *mw_fix_run (const char *operation, const MwFinding *finding);
/* A value for the place of the finding. */
char *mw_fix_set (const char *value, const MwFinding *finding);
/* For an array of four weights a vertex, of 8 or 16 bits each: they sum to 255, with the same ratios. Vertices without any weight are left
 * to the user; NULL if there are no others. */
char *mw_fix_normalise_weights (const MwFinding *finding);
/* The text that the check knows to be right, for the place of the finding. */
char *mw_fix_set_right (const MwFinding *finding);
/* Deletes the key of the finding, and all later keys of the track, that are as the one before them in time, value and tangents; NULL if the
 * key of the finding is not. */
char *mw_fix_delete_twin_keys (const MwFinding *finding);
