/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/bone-sets.h"
#include "core/pose/family.h"
#include "core/pose/mesh-marks.h"

#include <stdlib.h>
#include <string.h>

static void
set_free (gpointer set)
{
  g_array_unref (((MwBoneSet *) set)->bones);
  g_free (set);
}

static MwBoneSet *
set_at (const MwBoneSets *sets, guint i)
{
  return sets->sets->pdata[i];
}

void
mw_bone_sets_append (MwBoneSets *sets, const MwId *bones, guint n)
{
  MwBoneSet *set = g_new0 (MwBoneSet, 1);
  set->bones = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint i = 0; i < n; i++)
    if (!mw_ids_have ((const MwId *) (gconstpointer) set->bones->data, set->bones->len, bones[i]))
      g_array_append_val (set->bones, bones[i]);
  g_ptr_array_add (sets->sets, set);
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  const MwId x = *(const MwId *) a, y = *(const MwId *) b;
  return x < y ? -1 : x > y;
}

/* The bones of a set in one text, whatever their order is. Free with g_free(). */
static char *
name_of (const GArray *bones)
{
  g_autoptr (GArray) sorted = g_array_copy ((GArray *) bones);
  GString *name = g_string_new (NULL);
  g_array_sort (sorted, compare_ids);
  for (guint i = 0; i < sorted->len; i++)
    g_string_append_printf (name, "%u ", g_array_index (sorted, MwId, i));
  return g_string_free (name, FALSE);
}

void
mw_bone_sets_put (MwBoneSets *sets, guint32 vertex, const MwId *bones, guint n)
{
  const guint set = sets->sets->len;
  mw_bone_sets_append (sets, bones, n);
  char *name = name_of (set_at (sets, set)->bones);
  gpointer known;
  if (g_hash_table_lookup_extended (sets->by_name, name, NULL, &known)) {
    g_ptr_array_set_size (sets->sets, (gint) set);
    g_free (name);
  } else {
    known = GUINT_TO_POINTER (set);
    g_hash_table_insert (sets->by_name, name, known);
  }
  sets->of_vertex[vertex] = GPOINTER_TO_UINT (known);
}

typedef struct {
  MwBoneSet *set;
  guint before; /* its place before */
} Sorted;

static int
compare_sets (gconstpointer a, gconstpointer b)
{
  const Sorted *x = a, *y = b;
  return x->set->n_vertices != y->set->n_vertices ? (x->set->n_vertices < y->set->n_vertices ? 1 : -1)
                                                  : (x->before < y->before ? -1 : 1);
}

/* Those of most vertices first. */
static void
sort (MwBoneSets *sets)
{
  const guint n = sets->sets->len;
  g_autofree guint *to = g_new (guint, n + 1);
  g_autofree Sorted *sorted = g_new (Sorted, n + 1);
  for (guint i = 0; i < n; i++)
    sorted[i] = (Sorted) { set_at (sets, i), i };
  qsort (sorted, n, sizeof *sorted, compare_sets);
  for (guint i = 0; i < n; i++) {
    to[sorted[i].before] = i;
    sets->sets->pdata[i] = sorted[i].set;
  }
  for (guint32 i = 0; i < sets->n; i++)
    if (sets->of_vertex[i] < n)
      sets->of_vertex[i] = to[sets->of_vertex[i]];
}

MwBoneSets *
mw_bone_sets_new (const MwModel *model, const MwRecord *mesh)
{
  MwMeshAspect aspect = { 0 };
  if (!mw_aspects_of (model)->mesh (model, mesh, &aspect))
    return NULL;
  MwBoneSets *sets = g_new0 (MwBoneSets, 1);
  sets->sets = g_ptr_array_new_with_free_func (set_free);
  sets->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  sets->n = aspect.vertices->n;
  sets->of_vertex = g_new (guint32, (gsize) sets->n + 1);
  memset (sets->of_vertex, 0xFF, sizeof (guint32) * ((gsize) sets->n + 1));
  mw_pose_family (model)->bone_sets (model, mesh, sets);
  for (guint32 i = 0; i < sets->n; i++)
    if (sets->of_vertex[i] < sets->sets->len)
      set_at (sets, sets->of_vertex[i])->n_vertices++;
  if (!sets->stored)
    sort (sets);
  return sets;
}

void
mw_bone_sets_free (MwBoneSets *sets)
{
  if (!sets)
    return;
  g_ptr_array_unref (sets->sets);
  g_hash_table_unref (sets->by_name);
  g_free (sets->of_vertex);
  g_free (sets);
}

guint
mw_bone_sets_count_unused (const MwBoneSets *sets)
{
  guint n = 0;
  for (guint i = 0; i < sets->sets->len; i++)
    n += !set_at (sets, i)->n_vertices;
  return n;
}

char *
mw_bone_sets_vertices (const MwBoneSets *sets, guint set)
{
  g_autofree guint8 *flags = g_new0 (guint8, (gsize) sets->n + 1);
  GString *text = g_string_new (NULL);
  for (guint32 i = 0; i < sets->n; i++)
    flags[i] = sets->of_vertex[i] == set;
  mw_mesh_marks_append (text, flags, sets->n);
  return g_string_free (text, FALSE);
}
