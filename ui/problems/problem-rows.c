/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/problems/problem-rows.h"

#define ELEMENT "element " /* how the keys of elements begin */

/* --- A group -------------------------------------------------------------------------------------------------------- */

struct _MwProblemGroup {
  GObject parent_instance;
  char *key;
  GPtrArray *problems;
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
  self->problems = g_ptr_array_new_with_free_func (g_object_unref);
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
  GHashTable *groups;  /* key -> MwProblemGroup, those without problems too */
  GPtrArray *problems; /* MwProblem */
  GStrv folded;        /* names of groups that begin folded; or NULL */
  MwProblemGrouping grouping;
};

/* Free with g_free(). */
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

static MwProblemGroup *
group_of (MwProblemRows *self, MwProblem *problem)
{
  g_autofree char *key = key_of (self, problem);
  MwProblemGroup *group = g_hash_table_lookup (self->groups, key);
  if (!group) {
    group = g_object_new (MW_TYPE_PROBLEM_GROUP, NULL);
    group->key = g_steal_pointer (&key);
    group->folded = self->folded && g_strv_contains ((const char *const *) self->folded, group->key);
    g_hash_table_insert (self->groups, group->key, group);
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
  g_hash_table_iter_init (&iter, self->groups);
  while (g_hash_table_iter_next (&iter, NULL, &group)) {
    MW_PROBLEM_GROUP (group)->used = FALSE;
    g_ptr_array_set_size (MW_PROBLEM_GROUP (group)->problems, 0);
  }
  for (guint i = 0; i < self->problems->len; i++) {
    MwProblemGroup *own = group_of (self, self->problems->pdata[i]);
    if (!own->used)
      g_ptr_array_add (groups, own);
    own->used = TRUE;
    g_ptr_array_add (own->problems, g_object_ref (self->problems->pdata[i]));
  }
  return groups;
}

gboolean
mw_problem_row_is_same (gpointer a, gpointer b)
{
  if (a == b || MW_IS_PROBLEM_GROUP (a) || MW_IS_PROBLEM_GROUP (b))
    return a == b;
  return mw_problem_get_rule (a) == mw_problem_get_rule (b) && mw_problem_get_record (a) == mw_problem_get_record (b)
         && g_str_equal (mw_problem_get_path (a), mw_problem_get_path (b))
         && g_str_equal (mw_problem_get_message (a), mw_problem_get_message (b))
         && g_strcmp0 (mw_problem_get_fix (a), mw_problem_get_fix (b)) == 0;
}

static gboolean
row_is_same (MwProblemRows *self, guint at, gpointer row)
{
  g_autoptr (GObject) was = g_list_model_get_item (G_LIST_MODEL (self->rows), at);
  return mw_problem_row_is_same (was, row);
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
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->rows)), least = MIN (n, rows->len);
  guint first = 0, last = 0;
  while (first < least && row_is_same (self, first, rows->pdata[first]))
    first++;
  while (last < least - first && row_is_same (self, n - 1 - last, rows->pdata[rows->len - 1 - last]))
    last++;
  if (first < n || first < rows->len)
    g_list_store_splice (self->rows, first, n - first - last, rows->pdata + first, rows->len - first - last);
  for (guint i = 0; i < groups->len; i++)
    g_signal_emit (groups->pdata[i], changed_signal, 0);
}

GListModel *
mw_problem_rows_get_model (MwProblemRows *self)
{
  return G_LIST_MODEL (self->rows);
}

void
mw_problem_rows_set (MwProblemRows *self, const GPtrArray *problems)
{
  g_ptr_array_unref (self->problems);
  self->problems = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < problems->len; i++)
    g_ptr_array_add (self->problems, g_object_ref (problems->pdata[i]));
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
  for (;; at--) {
    g_autoptr (GObject) row = g_list_model_get_item (G_LIST_MODEL (self->rows), at);
    if (at == 0 || MW_IS_PROBLEM_GROUP (row))
      return at;
  }
}

MwProblemRows *
mw_problem_rows_new (void)
{
  MwProblemRows *self = g_new0 (MwProblemRows, 1);
  self->rows = g_list_store_new (G_TYPE_OBJECT);
  self->groups = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_object_unref);
  self->problems = g_ptr_array_new_with_free_func (g_object_unref);
  return self;
}

void
mw_problem_rows_free (MwProblemRows *self)
{
  if (!self)
    return;
  g_object_unref (self->rows);
  g_strfreev (self->folded);
  g_hash_table_unref (self->groups);
  g_ptr_array_unref (self->problems);
  g_free (self);
}
