/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/rows-geosets.h"

#include <stdio.h>
#include <string.h>

/* Rows about chosen faces of geosets and submeshes. */

enum { FIRST = 1, LAST = 2 }; /* the faces that are chosen */

/* A triangle as a number that does not depend on which corner comes first. */
static guint64
key_of (const guint16 *c)
{
  guint64 lowest = G_MAXUINT64;
  for (guint i = 0; i < 3; i++)
    lowest = MIN (lowest, (guint64) c[i] << 32 | (guint64) c[(i + 1) % 3] << 16 | c[(i + 2) % 3]);
  return lowest;
}

/* Whether triangle t of a mesh is one of the chosen ones of `named`, which may be another mesh with the same vertices. */
static gboolean
is_chosen (const Mesh *named, const Mesh *mesh, guint t)
{
  if (mesh->holder != named->holder)
    return FALSE;
  for (guint i = FIRST; i <= LAST; i++)
    if (mesh->record == named->record && mesh->record == mesh->holder
          ? t == i
          : key_of (mesh->triangles + 3 * (gsize) t) == key_of (named->triangles + 3 * (gsize) i))
      return TRUE;
  return FALSE;
}

static guint
count_chosen (const Mesh *named, const Mesh *mesh)
{
  guint n = 0;
  for (guint t = 0; t < mesh->n_triangles; t++)
    n += is_chosen (named, mesh, t);
  return n;
}

/* The path of a mesh with more faces than the chosen ones, in each profile that shows them; NULL: none. Free with g_free(). */
static char *
some_mesh (const MwModel *model)
{
  enum { MOST = 3000 };
  g_autoptr (GPtrArray) all = rows_meshes_of (model);
  for (guint i = 0; i < all->len; i++) {
    const Mesh named = rows_mesh_of (model, all->pdata[i]);
    gboolean fits = named.n_triangles > LAST + 1 && named.n_triangles <= MOST;
    for (guint k = 0; fits && k < all->len; k++) {
      const Mesh mesh = rows_mesh_of (model, all->pdata[k]);
      const guint n = count_chosen (&named, &mesh);
      fits = !n || n < mesh.n_triangles;
    }
    if (fits)
      return mw_record_path (named.record);
  }
  return NULL;
}

/* Whether the triangles of `old` that are chosen, or that are not, are those of `new` in their order, with the same vertices. */
static char *
judge_piece (const TableCase *at, const Mesh *named, const Mesh *old, gboolean chosen, const Mesh *new)
{
  guint n = 0;
  for (guint t = 0; t < old->n_triangles; t++) {
    if (is_chosen (named, old, t) != chosen)
      continue;
    for (guint k = 0; k < 3; k++)
      if (n >= new->n_triangles || !rows_same_corner (at, old, 3 * t + k, new, 3 * n + k))
        return g_strdup_printf ("triangle %u does not have the vertices of triangle %u before", n, t);
    n++;
  }
  if (n != new->n_triangles)
    return g_strdup_printf ("there are %u triangles instead of %u", new->n_triangles, n);
  return new->record != new->holder || rows_sizes_add_up (new->record)
           ? NULL
           : g_strdup ("the primitive groups do not agree with the faces");
}

/* How many vertices the holder of the named mesh has, without those that only chosen faces used. */
static guint
count_vertices (const GPtrArray *meshes, const MwModel *model, const Mesh *named)
{
  g_autofree guint8 *before = g_new0 (guint8, named->n + 1), *after = g_new0 (guint8, named->n + 1);
  guint n = 0;
  for (guint i = 0; i < meshes->len; i++) {
    const Mesh mesh = rows_mesh_of (model, meshes->pdata[i]);
    for (guint c = 0; mesh.holder == named->holder && c < 3 * mesh.n_triangles; c++) {
      before[mesh.triangles[c]] = 1;
      after[mesh.triangles[c]] |= !is_chosen (named, &mesh, c / 3);
    }
  }
  for (guint i = 0; i < named->n; i++)
    n += after[i] || !before[i];
  return n;
}

char *
rows_delete_faces_step (const MwModel *model, MwFormat format)
{
  g_autofree char *path = some_mesh (model);
  return path ? g_strdup_printf ("geoset-delete-faces %s faces=%u-%u", path, FIRST, LAST) : NULL;
}

char *
rows_delete_faces_judge (const TableCase *at)
{
  const Mesh named = rows_mesh_in (at->before, at->step);
  g_autoptr (GPtrArray) before = rows_meshes_of (at->before), after = rows_meshes_of (at->after);
  for (guint i = 0; i < before->len && before->len == after->len; i++) {
    const Mesh old = rows_mesh_of (at->before, before->pdata[i]), new = rows_mesh_of (at->after, after->pdata[i]);
    char *wrong = judge_piece (at, &named, &old, FALSE, &new);
    const guint n = old.record == named.record ? count_vertices (before, at->before, &named) : new.n;
    if (wrong)
      return wrong;
    if (new.n != n)
      return g_strdup_printf ("there are %u vertices instead of %u", new.n, n);
    if (new.record != new.holder && count_chosen (&named, &old) && !rows_has_mean (&new))
      return g_strdup_printf ("submesh %u has another centre than its vertices", i);
  }
  return before->len != after->len
           ? g_strdup ("there are other meshes")
           : rows_other_changes (
             at, "vertices normals tangents vertex_groups skin.bones skin.weights bone_indices bone_weights uvs faces "
                 "primitive_sizes primitive_types vertices.position vertices.weights vertices.bones vertices.normal "
                 "vertices.uv vertices.uv2 triangles influences center sort_center sort_radius");
}

char *
rows_detach_faces_step (const MwModel *model, MwFormat format)
{
  g_autofree char *path = some_mesh (model);
  return path ? g_strdup_printf ("geoset-detach-faces %s faces=\"%u;%u\"", path, FIRST, LAST) : NULL;
}

char *
rows_detach_faces_judge (const TableCase *at)
{
  const Mesh named = rows_mesh_in (at->before, at->step);
  g_autoptr (GPtrArray) before = rows_meshes_of (at->before), after = rows_meshes_of (at->after);
  guint next = 0, divided = 0;
  for (guint i = 0; i < before->len; i++) {
    const Mesh old = rows_mesh_of (at->before, before->pdata[i]);
    const guint n = count_chosen (&named, &old);
    for (guint k = 0; k < (n && n < old.n_triangles ? 2u : 1u); k++, next++) {
      const Mesh new = next < after->len ? rows_mesh_of (at->after, after->pdata[next]) : (Mesh) { 0 };
      char *wrong = new.record ? judge_piece (at, &named, &old, n && (k || n == old.n_triangles), &new)
                               : g_strdup ("there are too few meshes");
      if (wrong)
        return wrong;
      divided += k;
    }
  }
  return next == after->len && divided ? NULL : g_strdup_printf ("there are %u meshes instead of %u", after->len, next);
}
