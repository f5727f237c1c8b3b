/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "ui/problems/problem.h"

#include <gio/gio.h>

/* The rows of the page Problems: problems in groups that fold. A group has a row of its own above those of its problems. */

typedef enum { MW_PROBLEMS_BY_SEVERITY, MW_PROBLEMS_BY_ELEMENT, MW_PROBLEMS_BY_RULE } MwProblemGrouping;

/* A group; it stays the same object as long as its rows are shown. Signal "changed": its problems, or whether it is folded. */
#define MW_TYPE_PROBLEM_GROUP (mw_problem_group_get_type ())
G_DECLARE_FINAL_TYPE (MwProblemGroup, mw_problem_group, MW, PROBLEM_GROUP, GObject)

/* Its problems (MwProblem), the most severe first: never none. */
const GPtrArray *mw_problem_group_get_problems (MwProblemGroup *self);
gboolean mw_problem_group_is_folded (MwProblemGroup *self);
/* A name by which other models have this group too ("rule texture-missing"); NULL: it is of an element. */
const char *mw_problem_group_get_name (MwProblemGroup *self);

typedef struct _MwProblemRows MwProblemRows;

/* No rows yet, grouped by severity. Free with mw_problem_rows_free(). */
MwProblemRows *mw_problem_rows_new (void);
void mw_problem_rows_free (MwProblemRows *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwProblemRows, mw_problem_rows_free)

/* The rows: MwProblemGroup and MwProblem. */
GListModel *mw_problem_rows_get_model (MwProblemRows *self);
/* The same rows in an array that belongs to `self`: a model of many thousand rows is slow to walk through. */
const GPtrArray *mw_problem_rows_get_shown (MwProblemRows *self);
/* From now on `replacing` is called before `removed` rows from `first` on are replaced, of which some may come again. */
void mw_problem_rows_set_replacing (MwProblemRows *self, void (*replacing) (guint first, guint removed, gpointer data),
                                    gpointer data);
/* Shows these problems (MwProblem, the most severe first), which do not change from now on. Rows that are as before stay; the groups with
 * the worst problems come first. */
void mw_problem_rows_set (MwProblemRows *self, GPtrArray *problems);
void mw_problem_rows_set_grouping (MwProblemRows *self, MwProblemGrouping grouping);
MwProblemGrouping mw_problem_rows_get_grouping (const MwProblemRows *self);
/* Folds or unfolds a group. That is remembered while it has no problems, and while the rows are grouped in another way. */
void mw_problem_rows_fold (MwProblemRows *self, MwProblemGroup *group, gboolean folded);
/* The groups with these names, which ends in NULL, are folded when they first have problems. */
void mw_problem_rows_set_folded (MwProblemRows *self, const char *const *names);
/* Whether two rows show the same, and the hash for that. */
gboolean mw_problem_row_is_same (gconstpointer a, gconstpointer b);
guint mw_problem_row_hash (gconstpointer row);
/* The row of the group that a row belongs to, or `at` itself if a group is there. */
guint mw_problem_rows_group_of (MwProblemRows *self, guint at);
