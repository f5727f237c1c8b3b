/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/problems/problem-rows.h"

#include <string.h>

#define ELEMENT "element " /* how the keys of elements begin */

/* --- A group -------------------------------------------------------------------------------------------------------- */

struct _MwProblemGroup {
  GObject parent_instance;
  char *key;
  GPtrArray *problems;   /* those of the rows */
  gboolean folded, used; /* used: it has a row */
};

G_DEFINE_FINAL_TYPE (MwProblemGroup, mw_problem_group, G_TYPE_OBJECT)

static guint changed_signal;

static void
finalize (GObject *object)
{
  g_free (MW_PROBLEM_GROUP (object)->key);
  g_ptr_array_unref (MW_PROBLEM_GROUP (object)->problems);
  G_OBJECT_CLASS (mw_problem_group_parent_class)->finalize (object);
}

static void
mw_problem_group_class_init (MwProblemGroupClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
mw_problem_group_init (MwProblemGroup *self)
{
  self->problems = g_ptr_array_new ();
}

const GPtrArray *
mw_problem_group_get_problems (MwProblemGroup *self)
{
  return self->problems;
}

gboolean
mw_problem_group_is_folded (MwProblemGroup *self)
{
  return self->folded;
}

const char *
mw_problem_group_get_name (MwProblemGroup *self)
{
  return g_str_has_prefix (self->key, ELEMENT) ? NULL : self->key;
}

/* --- The rows ------------------------------------------------------------------------------------------------------- */

struct _MwProblemRows {
  GListStore *rows;
  GPtrArray *shown; /* the same, which are faster to walk through */
  void (*replacing) (guint first, guint removed, gpointer data);
  gpointer data;
  /* By the grouping: what the problems of a group share -> MwProblemGroup, those without problems too. */
  GHashTable *groups[MW_PROBLEMS_BY_RULE + 1];
  GPtrArray *problems; /* MwProblem */
  GStrv folded;        /* names of groups that begin folded; or NULL */
  MwProblemGrouping grouping;
};

/* The key of the group of a problem. Free with g_free(). */
static char *
key_of (const MwProblemRows *self, MwProblem *problem)
{
  switch (self->grouping) {
  case MW_PROBLEMS_BY_ELEMENT:
    return g_strdup_printf (ELEMENT "%u", (guint) mw_problem_get_element (problem));
  case MW_PROBLEMS_BY_RULE:
    return g_strdup_printf ("rule %s", mw_problem_get_rule (problem)->id);
  default:
    return g_strdup_printf ("severity %s", mw_severity_name (mw_problem_get_rule (problem)->severity));
  }
}

/* What tells the group of a problem from others of the same grouping. There may be many thousand problems, so no text is made for each. */
static gconstpointer
shared_of (const MwProblemRows *self, MwProblem *problem)
{
  switch (self->grouping) {
  case MW_PROBLEMS_BY_ELEMENT:
    return GUINT_TO_POINTER (mw_problem_get_element (problem));
  case MW_PROBLEMS_BY_RULE:
    return mw_problem_get_rule (problem);
  default:
    return GUINT_TO_POINTER (mw_problem_get_rule (problem)->severity);
  }
}

static MwProblemGroup *
group_of (MwProblemRows *self, MwProblem *problem)
{
  MwProblemGroup *group = g_hash_table_lookup (self->groups[self->grouping], shared_of (self, problem));
  if (!group) {
    group = g_object_new (MW_TYPE_PROBLEM_GROUP, NULL);
    group->key = key_of (self, problem);
    group->folded = self->folded && g_strv_contains ((const char *const *) self->folded, group->key);
    g_hash_table_insert (self->groups[self->grouping], (gpointer) shared_of (self, problem), group);
  }
  return group;
}

/* The groups that have problems now, in the order of their first problem. Free with g_ptr_array_unref(). */
static GPtrArray *
sort_into_groups (MwProblemRows *self)
{
  GPtrArray *groups = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer group;
  for (guint i = 0; i < G_N_ELEMENTS (self->groups); i++) {
    g_hash_table_iter_init (&iter, self->groups[i]);
    while (g_hash_table_iter_next (&iter, NULL, &group)) {
      MW_PROBLEM_GROUP (group)->used = FALSE;
      g_ptr_array_set_size (MW_PROBLEM_GROUP (group)->problems, 0);
    }
  }
  for (guint i = 0; i < self->problems->len; i++) {
    MwProblemGroup *own = group_of (self, self->problems->pdata[i]);
    if (!own->used)
      g_ptr_array_add (groups, own);
    own->used = TRUE;
    g_ptr_array_add (own->problems, self->problems->pdata[i]);
  }
  return groups;
}

gboolean
mw_problem_row_is_same (gconstpointer a, gconstpointer b)
{
  if (a == b || MW_IS_PROBLEM_GROUP ((gpointer) a) || MW_IS_PROBLEM_GROUP ((gpointer) b))
    return a == b;
  return mw_problem_is_same (a, b);
}

guint
mw_problem_row_hash (gconstpointer row)
{
  return MW_IS_PROBLEM_GROUP ((gpointer) row) ? g_direct_hash (row) : mw_problem_hash (row);
}

/* Rows that are as before stay, with the selection and the scroll position. */
static void
rebuild (MwProblemRows *self)
{
  g_autoptr (GPtrArray) groups = sort_into_groups (self), rows = g_ptr_array_new ();
  for (guint i = 0; i < groups->len; i++) {
    const MwProblemGroup *group = groups->pdata[i];
    g_ptr_array_add (rows, groups->pdata[i]);
    for (guint k = 0; !group->folded && k < group->problems->len; k++)
      g_ptr_array_add (rows, group->problems->pdata[k]);
  }
  const GPtrArray *shown = self->shown;
  const guint n = shown->len, least = MIN (n, rows->len);
  guint first = 0, last = 0;
  while (first < least && mw_problem_row_is_same (shown->pdata[first], rows->pdata[first]))
    first++;
  while (last < least - first && mw_problem_row_is_same (shown->pdata[n - 1 - last], rows->pdata[rows->len - 1 - last]))
    last++;
  const guint removed = n - first - last, added = rows->len - first - last;
  if (removed || added) {
    if (self->replacing)
      self->replacing (first, removed, self->data);
    /* Before the store tells anyone. The rows that stay are the objects that the store has. */
    g_ptr_array_remove_range (self->shown, first, removed);
    for (guint i = 0; i < added; i++)
      g_ptr_array_add (self->shown, NULL);
    memmove (self->shown->pdata + first + added, self->shown->pdata + first, last * sizeof (gpointer));
    for (guint i = first; i < first + added; i++)
      self->shown->pdata[i] = rows->pdata[i];
    g_list_store_splice (self->rows, first, removed, rows->pdata + first, added);
  }
  for (guint i = 0; i < groups->len; i++)
    g_signal_emit (groups->pdata[i], changed_signal, 0);
}

void
mw_problem_rows_set_replacing (MwProblemRows *self, void (*replacing) (guint first, guint removed, gpointer data),
                               gpointer data)
{
  self->replacing = replacing;
  self->data = data;
}

GListModel *
mw_problem_rows_get_model (MwProblemRows *self)
{
  return G_LIST_MODEL (self->rows);
}

void
mw_problem_rows_set (MwProblemRows *self, GPtrArray *problems)
{
  g_autoptr (GPtrArray) was = self->problems; /* the groups have them until they are sorted again */
  self->problems = g_ptr_array_ref (problems);
  rebuild (self);
}

void
mw_problem_rows_set_grouping (MwProblemRows *self, MwProblemGrouping grouping)
{
  if (grouping == self->grouping)
    return;
  self->grouping = grouping;
  rebuild (self);
}

MwProblemGrouping
mw_problem_rows_get_grouping (const MwProblemRows *self)
{
  return self->grouping;
}

void
mw_problem_rows_set_folded (MwProblemRows *self, const char *const *names)
{
  g_strfreev (self->folded);
  self->folded = g_strdupv ((char **) names);
}

void
mw_problem_rows_fold (MwProblemRows *self, MwProblemGroup *group, gboolean folded)
{
  if (group->folded == folded)
    return;
  group->folded = folded;
  rebuild (self);
}

guint
mw_problem_rows_group_of (MwProblemRows *self, guint at)
{
  while (at > 0 && !MW_IS_PROBLEM_GROUP (self->shown->pdata[at]))
    at--;
  return at;
}

const GPtrArray *
mw_problem_rows_get_shown (MwProblemRows *self)
{
  return self->shown;
}

MwProblemRows *
mw_problem_rows_new (void)
{
  MwProblemRows *self = g_new0 (MwProblemRows, 1);
  self->rows = g_list_store_new (G_TYPE_OBJECT);
  self->shown = g_ptr_array_new ();
  for (guint i = 0; i < G_N_ELEMENTS (self->groups); i++)
    self->groups[i] = g_hash_table_new_full (NULL, NULL, NULL, g_object_unref);
  self->problems = g_ptr_array_new_with_free_func (g_object_unref);
  return self;
}

void
mw_problem_rows_free (MwProblemRows *self)
{
  if (!self)
    return;
  g_object_unref (self->rows);
  g_ptr_array_unref (self->shown);
  g_strfreev (self->folded);
  for (guint i = 0; i < G_N_ELEMENTS (self->groups); i++)
    g_hash_table_unref (self->groups[i]);
  g_ptr_array_unref (self->problems);
  g_free (self);
}
