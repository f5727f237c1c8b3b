/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/heirs.h"
#include "core/edit/document-private.h"

#include <math.h>
#include <string.h>

/* --- The nearest by pivot ------------------------------------------------------------------------------------------- */

/* A node of a k-d tree over points, stored in an array: the middle element of a span divides the others along one
 * axis, and each half continues with the next axis. */
typedef struct {
  float at[3];
  MwId id;
  uint32_t place; /* in the list */
} Point;

typedef struct {
  Point *points;
  guint n;
} Tree;

static gboolean
point_of (const MwRecord *record, Point *point)
{
  const MwField *pivot = mw_schema_part (record->schema, MW_PART_PIVOT);
  if (!pivot)
    return FALSE;
  memcpy (point->at, mw_field_at (record, pivot), sizeof point->at);
  for (guint i = 0; i < 3; i++)
    point->at[i] += 0.f; /* Turns -0 into 0. */
  point->id = record->id;
  return isfinite (point->at[0]) && isfinite (point->at[1]) && isfinite (point->at[2]);
}

static int
compare_points (gconstpointer a, gconstpointer b, gpointer data)
{
  const Point *x = a, *y = b;
  guint axis = GPOINTER_TO_UINT (data);
  if (x->at[axis] != y->at[axis])
    return x->at[axis] < y->at[axis] ? -1 : 1;
  return x->place < y->place ? -1 : x->place > y->place;
}

static void
grow (Point *points, guint n, guint axis)
{
  if (n < 2)
    return;
  g_qsort_with_data (points, (int) n, sizeof *points, compare_points, GUINT_TO_POINTER (axis));
  grow (points, n / 2, (axis + 1) % 3);
  grow (points + n / 2 + 1, n - n / 2 - 1, (axis + 1) % 3);
}

typedef struct {
  const Point *best;
  double distance; /* its square */
} Found;

static void
look (const Point *points, guint n, guint axis, const Point *from, Found *found)
{
  if (n == 0)
    return;
  const Point *middle = points + n / 2;
  double x = (double) middle->at[0] - (double) from->at[0], y = (double) middle->at[1] - (double) from->at[1],
         z = (double) middle->at[2] - (double) from->at[2], distance = x * x + y * y + z * z;
  if (!found->best || distance < found->distance
      || (distance <= found->distance && middle->place < found->best->place)) {
    found->best = middle;
    found->distance = distance;
  }
  double side = (double) from->at[axis] - (double) middle->at[axis];
  gboolean low = side < 0;
  guint half = n / 2, rest = n - half - 1;
  look (low ? points : middle + 1, low ? half : rest, (axis + 1) % 3, from, found);
  if (side * side <= found->distance)
    look (low ? middle + 1 : points, low ? rest : half, (axis + 1) % 3, from, found);
}

static guint
hash_place (gconstpointer data)
{
  guint32 bits[3];
  memcpy (bits, ((const Point *) data)->at, sizeof bits);
  return (bits[0] * 31 + bits[1]) * 31 + bits[2];
}

static gboolean
same_place (gconstpointer a, gconstpointer b)
{
  return memcmp (((const Point *) a)->at, ((const Point *) b)->at, sizeof ((const Point *) a)->at) == 0;
}

/* A tree of the pivots of the remaining records of a kind (NULL: any). If several records are at one place, only the
 * first is kept, because there may be many. */
static Tree
tree_of (const MwList *list, const MwSchema *kind, const guint8 *doomed)
{
  Tree tree = { g_new (Point, list->n + 1), 0 };
  g_autoptr (GHashTable) seen = g_hash_table_new (hash_place, same_place);
  for (uint32_t i = 0; i < list->n; i++) {
    Point *point = &tree.points[tree.n];
    if (doomed[list->items[i]->id] || (kind && list->items[i]->schema != kind) || !point_of (list->items[i], point))
      continue;
    point->place = i;
    /* g_hash_table_add() would replace an equal point by this one, whose slot the next point overwrites. */
    tree.n += !g_hash_table_contains (seen, point) && g_hash_table_add (seen, point);
  }
  grow (tree.points, tree.n, 0);
  return tree;
}

GHashTable *
mw_nearest_heirs (const MwList *list, const MwSchema *const *kinds, const guint8 *doomed)
{
  GHashTable *heirs = g_hash_table_new (NULL, NULL);
  Tree tree = tree_of (list, kinds ? kinds[0] : NULL, doomed);
  for (guint k = 1; kinds && kinds[k] && !tree.n; k++) {
    g_free (tree.points);
    tree = tree_of (list, kinds[k], doomed);
  }
  for (uint32_t i = 0; i < list->n && tree.n; i++) {
    Point from = { 0 };
    Found found = { 0 };
    if (!doomed[list->items[i]->id])
      continue;
    if (!point_of (list->items[i], &from))
      memset (from.at, 0, sizeof from.at);
    look (tree.points, tree.n, 0, &from, &found);
    g_hash_table_insert (heirs, GUINT_TO_POINTER (list->items[i]->id), GUINT_TO_POINTER (found.best->id));
  }
  g_free (tree.points);
  return heirs;
}

/* --- Ancestors ------------------------------------------------------------------------------------------------------ */

static MwId
parent_of (const MwModel *model, const MwRecord *record)
{
  const MwField *field = mw_schema_field_of_role (record->schema, MW_ROLE_PARENT, MW_TYPE_REF);
  const MwRecord *parent = field ? mw_model_resolve (model, *(const MwRef *) mw_field_at (record, field)) : NULL;
  return parent ? parent->id : 0;
}

MwId *
mw_surviving_ancestors (const MwModel *model, const MwList *list, const guint8 *doomed)
{
  MwId *heirs = g_new0 (MwId, model->n_ids + 1);
  g_autofree guint8 *known = g_new0 (guint8, model->n_ids + 1);
  for (uint32_t i = 0; i < list->n; i++) {
    MwId from = list->items[i]->id, at = from;
    while (at && doomed[at] && !known[at]) {
      known[at] = 1;
      at = parent_of (model, mw_model_find (model, at));
    }
    /* In a circle of parents the walk returns to a record that it marked itself, which has no heir yet. */
    MwId heir = at && doomed[at] ? heirs[at] : at;
    for (at = from; heir && at && doomed[at] && !heirs[at]; at = parent_of (model, mw_model_find (model, at)))
      heirs[at] = heir;
  }
  return heirs;
}

/* --- Heirs by either rule ------------------------------------------------------------------------------------------- */

MwNameMap *
mw_heirs_new (MwDocument *self, const MwField *list, const guint8 *doomed)
{
  const MwList *records = mw_record_list (&self->model->record, list);
  gboolean nearest = self->weights == MW_WEIGHTS_NEAREST;
  g_autofree MwId *ancestors = nearest ? NULL : mw_surviving_ancestors (self->model, records, doomed);
  MwNameMap *map = mw_name_map_new (self->model->n_ids);
  map->n_after = 0;
  for (uint32_t i = 0; i < records->n; i++) {
    MwId id = records->items[i]->id;
    MwId heir = nearest ? mw_nearest_heir (self->nearest, id).id : ancestors[id];
    if (doomed[id])
      map->to[id] = heir ? heir : MW_NAME_GONE;
    else
      map->n_after = map->n_before;
  }
  for (guint k = 0; k < mw_schema_n_kinds (list->schema) && !map->first; k++)
    for (uint32_t i = 0; i < records->n && !map->first; i++)
      if (records->items[i]->schema == mw_schema_kind_at (list->schema, k) && !doomed[records->items[i]->id])
        map->first = records->items[i]->id;
  return map;
}
