/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/check/check.h"

#include <glib-object.h>

/* A finding of the checker as a row of a list. It keeps ids and texts, so it may outlive the model that was checked. It never changes,
 * so any thread may use it. */
#define MW_TYPE_PROBLEM (mw_problem_get_type ())
G_DECLARE_FINAL_TYPE (MwProblem, mw_problem, MW, PROBLEM, GObject)

MwProblem *mw_problem_new (const MwFinding *finding);
const MwRule *mw_problem_get_rule (MwProblem *self);
/* The element that the outline shows: for a track, what it animates. */
MwId mw_problem_get_element (MwProblem *self);
/* The record itself, the field (NULL: none) and the element of an array where the fault is. */
MwId mw_problem_get_record (MwProblem *self);
const MwField *mw_problem_get_field (MwProblem *self);
guint mw_problem_get_first (MwProblem *self);
/* The path of the place, and what was found there. */
const char *mw_problem_get_path (MwProblem *self);
const char *mw_problem_get_message (MwProblem *self);
/* The line of a script that repairs it (core/check/fix.h); NULL: there is none. Valid only while the document is as it was checked. */
const char *mw_problem_get_fix (MwProblem *self);
/* What the fix does, in a few words for the user; NULL: there is no fix. */
const char *mw_problem_get_fix_label (MwProblem *self);

/* Whether two say the same about the same place, and the hash for that. */
gboolean mw_problem_is_same (gconstpointer a, gconstpointer b);
guint mw_problem_hash (gconstpointer problem);

/* How many of these problems (MwProblem) are wrong: all but those of severity MW_SEVERITY_UNUSED. */
guint mw_problems_count (const GPtrArray *problems);
/* How many there are of each severity up to `last`: "Error: 1 · Severe: 2"; "" if there are none. Free with g_free(). */
char *mw_problems_summary (const GPtrArray *problems, MwSeverity last, const char *separator);

/* A severity for the user ("Error"), and what it means. Translated. */
const char *mw_severity_label (MwSeverity severity);
const char *mw_severity_meaning (MwSeverity severity);
