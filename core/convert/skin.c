/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/convert/convert-private.h"

#include <math.h>
#include <string.h>

/* A vertex is assigned to nodes in two ways: four weights of its own (SKIN, and every vertex of WoW 1500), or a
 * matrix group whose members all count equally (GNDX, MTGC, MATS). Weights become the group of bones whose equal
 * shares are nearest to them. */

enum { BONES = 4, MOST_GROUPS = 255, ALL = 255 };
/* The largest error that rounding equal shares to 255ths can cause. */
#define ROUNDING (1.5 / ALL)

void
mw_convert_groups_clear (MwConvertGroups *groups)
{
  mw_array_clear (&groups->vertex_groups);
  mw_array_clear (&groups->group_sizes);
  mw_array_clear (&groups->group_members);
}

void
mw_convert_skin_clear (MwConvertSkin *skin)
{
  mw_array_clear (&skin->bones);
  mw_array_clear (&skin->weights);
}

/* --- From weights to groups -------------------------------------------------------------------------------------------- */

/* The bones of one vertex, each once, with weights that sum to 1, in the order of the file. */
typedef struct {
  MwRef bones[BONES];
  double weights[BONES];
  guint n;
} Influence;

typedef struct {
  MwRef members[BONES];
  guint n;
  uint32_t uses;
} Group;

static gboolean
is_same (MwRef a, MwRef b)
{
  return a.id == b.id && a.raw == b.raw;
}

static Influence
influence_of (const MwArray *all_bones, const MwArray *all_weights, uint32_t vertex)
{
  Influence in = { .n = 0 };
  double sum = 0;
  if (vertex >= all_bones->n || vertex >= all_weights->n)
    return in;
  const MwRef *bones = (const MwRef *) all_bones->data + (size_t) BONES * vertex;
  const uint16_t *weights = (const uint16_t *) all_weights->data + (size_t) BONES * vertex;
  for (guint i = 0; i < BONES; i++) {
    guint k = 0;
    if (!weights[i])
      continue;
    while (k < in.n && !is_same (in.bones[k], bones[i]))
      k++;
    if (k == in.n) {
      in.bones[in.n] = bones[i];
      in.weights[in.n++] = 0;
    }
    in.weights[k] += weights[i];
    sum += weights[i];
  }
  for (guint i = 0; i < in.n; i++)
    in.weights[i] /= sum;
  return in;
}

static double
share_in (const Group *group, MwRef bone)
{
  for (guint i = 0; i < group->n; i++)
    if (is_same (group->members[i], bone))
      return 1.0 / group->n;
  return 0;
}

/* The largest error of a weight when the group moves the vertex. */
static double
distance (const Influence *in, const Group *group)
{
  double worst = 0;
  guint found = 0;
  for (guint i = 0; i < in->n; i++) {
    double share = share_in (group, in->bones[i]);
    found += share > 0;
    worst = MAX (worst, fabs (share - in->weights[i]));
  }
  return found < group->n ? MAX (worst, 1.0 / group->n) : worst;
}

/* The group of the k heaviest bones, in the order of the file. */
static Group
heaviest (const Influence *in, guint k)
{
  Group group = { .n = 0 };
  for (guint i = 0; i < in->n; i++) {
    guint heavier = 0;
    for (guint j = 0; j < in->n; j++)
      heavier += in->weights[j] > in->weights[i] || (in->weights[j] == in->weights[i] && j < i);
    if (heavier < k)
      group.members[group.n++] = in->bones[i];
  }
  return group;
}

static Group
nearest_group (const Influence *in)
{
  Group best = heaviest (in, 1);
  for (guint k = 2; k <= in->n; k++) {
    Group group = heaviest (in, k);
    if (distance (in, &group) < distance (in, &best))
      best = group;
  }
  return best;
}

static guint
hash_group (gconstpointer data)
{
  const Group *group = data;
  guint hash = group->n;
  for (guint i = 0; i < group->n; i++)
    hash += (group->members[i].id * 2654435761u) ^ group->members[i].raw;
  return hash;
}

static gboolean
equal_groups (gconstpointer a, gconstpointer b)
{
  const Group *x = a, *y = b;
  for (guint i = 0; i < x->n; i++)
    if (share_in (y, x->members[i]) == 0)
      return FALSE;
  return x->n == y->n;
}

static gint
by_uses (gconstpointer a, gconstpointer b, gpointer data)
{
  const GPtrArray *groups = data;
  guint i = *(const guint *) a, k = *(const guint *) b;
  uint32_t x = ((const Group *) groups->pdata[i])->uses, y = ((const Group *) groups->pdata[k])->uses;
  return x != y ? (x > y ? -1 : 1) : (i < k ? -1 : i > k);
}

/* With more than MOST_GROUPS groups the least used are dropped, and their vertices use the nearest of the others.
 * kept[i] is the new number of group i, or -1. */
static void
keep_most_used (GPtrArray *groups, gint *kept)
{
  g_autofree guint *order = g_new (guint, groups->len + 1);
  for (guint i = 0; i < groups->len; i++) {
    order[i] = i;
    kept[i] = -1;
  }
  g_qsort_with_data (order, (gint) groups->len, sizeof *order, by_uses, groups);
  for (guint i = 0; i < MIN (groups->len, MOST_GROUPS); i++)
    kept[order[i]] = 0;
  gint number = 0;
  for (guint i = 0; i < groups->len; i++)
    if (kept[i] == 0)
      kept[i] = number++;
}

/* The indices of the groups that are kept, at most MOST_GROUPS, however many the vertices name. */
static GArray *
places_kept (const GPtrArray *groups, const gint *kept)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < groups->len; i++)
    if (kept[i] >= 0)
      g_array_append_val (places, i);
  return places;
}

static guint
nearest_kept (const Influence *in, const GPtrArray *groups, const GArray *places)
{
  guint best = 0;
  double least = 3;
  for (guint i = 0; i < places->len; i++) {
    guint place = g_array_index (places, guint, i);
    double away = distance (in, groups->pdata[place]);
    if (away < least) {
      least = away;
      best = place;
    }
  }
  return best;
}

static void
store_groups (const GPtrArray *groups, const gint *kept, MwConvertGroups *result)
{
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, 4), members = g_array_new (FALSE, FALSE, sizeof (MwRef));
  for (guint i = 0; i < groups->len; i++) {
    const Group *group = groups->pdata[i];
    uint32_t n = group->n;
    if (kept[i] < 0)
      continue;
    g_array_append_val (sizes, n);
    g_array_append_vals (members, group->members, n);
  }
  result->group_sizes = mw_array_copy (sizes->data, sizes->len, 4);
  result->group_members = mw_array_copy (members->data, members->len, sizeof (MwRef));
}

MwConvertGroups
mw_convert_groups_of_skin (const MwArray *bones, const MwArray *weights, uint32_t n, double *off, uint32_t *n_off)
{
  MwConvertGroups result = { .vertex_groups = { 0 } };
  g_autoptr (GPtrArray) groups = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) places = g_hash_table_new (hash_group, equal_groups); /* Group -> index + 1 */
  g_autofree guint *of_vertex = g_new (guint, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    Influence in = influence_of (bones, weights, i);
    Group group = nearest_group (&in);
    guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, &group));
    if (!place) {
      Group *stored = g_memdup2 (&group, sizeof group);
      g_ptr_array_add (groups, stored);
      place = groups->len;
      g_hash_table_insert (places, stored, GUINT_TO_POINTER (place));
    }
    of_vertex[i] = place - 1;
    ((Group *) groups->pdata[place - 1])->uses++;
  }
  g_autofree gint *kept = g_new (gint, groups->len + 1);
  keep_most_used (groups, kept);
  g_autoptr (GArray) places_left = places_kept (groups, kept);
  result.vertex_groups = mw_array_new (n, 1);
  *off = 0;
  *n_off = 0;
  for (uint32_t i = 0; i < n; i++) {
    Influence in = influence_of (bones, weights, i);
    guint place = kept[of_vertex[i]] < 0 ? nearest_kept (&in, groups, places_left) : of_vertex[i];
    double away = distance (&in, groups->pdata[place]);
    ((uint8_t *) result.vertex_groups.data)[i] = (uint8_t) kept[place];
    *off = MAX (*off, away);
    *n_off += away > ROUNDING;
  }
  store_groups (groups, kept, &result);
  return result;
}

/* --- From groups to weights -------------------------------------------------------------------------------------------- */

MwConvertSkin
mw_convert_skin_of_groups (const MwConvertGroups *groups, uint32_t n_vertices, MwRef nobody, double *off,
                           uint32_t *n_off)
{
  const uint32_t n_groups = groups->group_sizes.n;
  g_autofree uint32_t *first = g_new (uint32_t, n_groups + 1);
  MwConvertSkin skin = { mw_array_new (n_vertices, BONES * sizeof (MwRef)), mw_array_new (n_vertices, BONES * 2) };
  uint32_t at = 0;
  for (uint32_t i = 0; i < n_groups; i++) {
    uint32_t size = ((const uint32_t *) groups->group_sizes.data)[i];
    first[i] = at;
    at += MIN (size, groups->group_members.n - at);
  }
  first[n_groups] = at;
  *off = 0;
  *n_off = 0;
  for (uint32_t i = 0; i < n_vertices; i++) {
    MwRef *bones = (MwRef *) skin.bones.data + (size_t) BONES * i;
    uint16_t *weights = (uint16_t *) skin.weights.data + (size_t) BONES * i;
    uint32_t group = i < groups->vertex_groups.n ? ((const uint8_t *) groups->vertex_groups.data)[i] : n_groups;
    uint32_t size = group < n_groups ? first[group + 1] - first[group] : 0, n = MIN (size, BONES);
    for (uint32_t k = 0; k < BONES; k++) {
      bones[k] = k < n ? ((const MwRef *) groups->group_members.data)[first[group] + k] : n ? bones[0] : nobody;
      weights[k] = k < n ? (uint16_t) (ALL / n + (k < ALL % n)) : 0;
    }
    if (size > BONES) {
      *off = MAX (*off, 1.0 / BONES - 1.0 / size);
      ++*n_off;
    }
  }
  return skin;
}
