/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/rows-geosets.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Rows about the vertices of geosets, and of M2 models, which all submeshes share. */

/* --- Vertices of geosets ---------------------------------------------------------------------------------------------- */

/* The element of an array that belongs to a vertex; NULL: the array is empty. */
static gconstpointer
element_of (const MwArray *array, gsize size, guint vertex)
{
  return array->n ? (const guint8 *) array->data + size * vertex : NULL;
}

/* The place of a vertex among the bone words, which are in the order of matrix groups. */
static guint
word_of (const MwMdlxGeoset *geoset, guint vertex)
{
  const guint8 *groups = geoset->vertex_groups.data;
  guint n = 0;
  for (guint i = 0; i < geoset->vertex_groups.n; i++)
    n += groups[i] < groups[vertex] || (groups[i] == groups[vertex] && i < vertex);
  return n;
}

static gboolean
same_element (const MwArray *a, guint i, const MwArray *b, guint k, gsize size)
{
  gconstpointer x = element_of (a, size, i), y = element_of (b, size, k);
  return !x == !y && (!x || memcmp (x, y, size) == 0);
}

static int
node_at (const TableCase *at, gboolean after, const MwRef *ref)
{
  const MwRecord *record = mw_model_resolve (after ? at->after : at->before, *ref);
  return record ? (int) mw_record_index (record) : -1;
}

static gboolean
same_skin (const TableCase *at, const MwMdlxGeoset *a, guint i, const MwMdlxGeoset *b, guint k)
{
  if (!same_element (&a->skin_weights, i, &b->skin_weights, k, 8) || !a->skin_bones.n != !b->skin_bones.n)
    return FALSE;
  for (guint w = 0; a->skin_bones.n && w < 4; w++)
    if (node_at (at, FALSE, (const MwRef *) a->skin_bones.data + 4 * i + w)
        != node_at (at, TRUE, (const MwRef *) b->skin_bones.data + 4 * k + w))
      return FALSE;
  return TRUE;
}

/* The members of a vertex' matrix group as text. Free with g_free(). */
static char *
group_text (const TableCase *at, gboolean after, const MwMdlxGeoset *geoset, guint vertex)
{
  GString *text = g_string_new (NULL);
  const guint32 *sizes = geoset->group_sizes.data;
  guint group = geoset->vertex_groups.n ? ((const guint8 *) geoset->vertex_groups.data)[vertex] : G_MAXUINT, first = 0;
  for (guint g = 0; g < geoset->group_sizes.n && g < group; g++)
    first += sizes[g];
  for (guint m = 0; group < geoset->group_sizes.n && m < sizes[group] && first + m < geoset->group_members.n; m++)
    g_string_append_printf (text, "%d ", node_at (at, after, (const MwRef *) geoset->group_members.data + first + m));
  return g_string_free (text, FALSE);
}

/* Whether vertex i of a geoset before and vertex k of one after have the same values in all arrays. The number of the matrix
 * group may differ if the members are the same. */
static gboolean
same_vertex (const TableCase *at, const MwMdlxGeoset *a, guint i, const MwMdlxGeoset *b, guint k)
{
  g_autofree char *group_before = group_text (at, FALSE, a, i), *group_after = group_text (at, TRUE, b, k);
  if (!a->skin_bones.n && strcmp (group_before, group_after) != 0)
    return FALSE;
  gboolean same = same_element (&a->vertices, i, &b->vertices, k, 12)
                  && same_element (&a->normals, i, &b->normals, k, 12)
                  && same_element (&a->tangents, i, &b->tangents, k, 16) && !a->vertex_groups.n == !b->vertex_groups.n
                  && same_skin (at, a, i, b, k) && a->uv_sets.n == b->uv_sets.n
                  && !a->bone_indices.n == !b->bone_indices.n;
  if (same && a->bone_indices.n)
    same = same_element (&a->bone_indices, word_of (a, i), &b->bone_indices, word_of (b, k), 4)
           && same_element (&a->bone_weights, word_of (a, i), &b->bone_weights, word_of (b, k), 4);
  for (guint u = 0; same && u < a->uv_sets.n; u++)
    same = same_element (&((const MwMdlxUvSet *) a->uv_sets.items[u])->uvs, i,
                         &((const MwMdlxUvSet *) b->uv_sets.items[u])->uvs, k, 8);
  return same;
}

/* Whether all arrays of a geoset have n elements, or none. */
static gboolean
all_have (const MwMdlxGeoset *geoset, guint n)
{
  const MwArray *const arrays[] = { &geoset->normals,     &geoset->tangents,     &geoset->vertex_groups,
                                    &geoset->skin_bones,  &geoset->skin_weights, &geoset->bone_indices,
                                    &geoset->bone_weights };
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    if (arrays[i]->n && arrays[i]->n != n)
      return FALSE;
  for (guint i = 0; i < geoset->uv_sets.n; i++)
    if (((const MwMdlxUvSet *) geoset->uv_sets.items[i])->uvs.n != n)
      return FALSE;
  return geoset->vertices.n == n;
}

/* The arrays of an M2 model that have an element for each vertex. */
static void
arrays_of (const MwModel *model, const MwArray *arrays[6])
{
  const MwM2 *m2 = (const MwM2 *) model;
  const MwArray *const all[] = {
    &m2->positions, &m2->normals, &m2->bone_weights, &m2->bone_indices, &m2->uvs, &m2->uvs2
  };
  memcpy (arrays, all, sizeof all);
}

static const gsize array_sizes[6] = { 12, 12, 4, 4, 8, 8 };

gboolean
rows_same_corner (const TableCase *at, const Mesh *a, guint i, const Mesh *b, guint k)
{
  const guint was = a->triangles[i], is = b->triangles[k];
  const MwArray *old[6], *new[6];
  if (a->record == a->holder)
    return same_vertex (at, (const MwMdlxGeoset *) a->record, was, (const MwMdlxGeoset *) b->record, is)
           && all_have ((const MwMdlxGeoset *) b->record, b->n);
  arrays_of (at->before, old);
  arrays_of (at->after, new);
  for (guint array = 0; array < 6; array++)
    if (!same_element (old[array], was, new[array], is, array_sizes[array]))
      return FALSE;
  return TRUE;
}

/* The same for an M2 model and the submeshes of all its profiles. */
static char *
judge_pool (const TableCase *at, const guint *becomes)
{
  g_autoptr (GPtrArray) before = rows_meshes_of (at->before), after = rows_meshes_of (at->after);
  const MwArray *old[6], *new[6];
  arrays_of (at->before, old);
  arrays_of (at->after, new);
  g_autofree guint *place = g_new0 (guint, old[0]->n + 1);
  guint n = 0;
  for (guint i = 0; i < old[0]->n; i++)
    if (becomes[i] == i) {
      place[i] = n++;
      for (guint k = 0; k < 6; k++)
        if (n > new[k]->n || !same_element (old[k], i, new[k], n - 1, array_sizes[k]))
          return g_strdup_printf ("vertex %u does not have the values of vertex %u before", n - 1, i);
    }
  if (n == old[0]->n || n != new[0]->n || before->len != after->len)
    return g_strdup_printf ("%u vertices are left instead of %u", new[0]->n, n);
  for (guint m = 0; m < before->len; m++) {
    const Mesh a = rows_mesh_of (at->before, before->pdata[m]), b = rows_mesh_of (at->after, after->pdata[m]);
    gboolean fewer = FALSE;
    for (guint i = 0; i < 3 * a.n_triangles; i++) {
      fewer |= becomes[a.triangles[i]] != a.triangles[i];
      if (a.n_triangles != b.n_triangles || b.triangles[i] != place[becomes[a.triangles[i]]])
        return g_strdup_printf ("corner %u of mesh %u is wrong", i, m);
    }
    const MwM2Submesh *was = (const MwM2Submesh *) a.record, *is = (const MwM2Submesh *) b.record;
    if (fewer ? !rows_has_mean (&b) : memcmp (was->center, is->center, sizeof was->center) != 0)
      return g_strdup_printf ("the centre of mesh %u is wrong", m);
  }
  return rows_other_changes (at, "vertices.position vertices.weights vertices.bones vertices.normal vertices.uv "
                                 "vertices.uv2 triangles center sort_center sort_radius");
}

/* Vertices of which becomes[i] is not i are gone; faces use becomes[i] in their place. */
static char *
judge_vertices (const TableCase *at, const guint *becomes)
{
  if (at->format.family == MW_FAMILY_M2)
    return judge_pool (at, becomes);
  const MwMdlxGeoset *old = (const MwMdlxGeoset *) rows_mesh_in (at->before, at->step).record,
                     *new = (const MwMdlxGeoset *) rows_mesh_in (at->after, at->step).record;
  g_autofree guint *place = g_new0 (guint, old->vertices.n + 1);
  guint n = 0;
  for (guint i = 0; i < old->vertices.n; i++)
    if (becomes[i] == i) {
      place[i] = n++;
      if (n > new->vertices.n || !same_vertex (at, old, i, new, n - 1))
        return g_strdup_printf ("vertex %u does not have the values of vertex %u before", n - 1, i);
    }
  if (n == old->vertices.n || !all_have (new, n))
    return g_strdup_printf ("%u vertices are left instead of %u", new->vertices.n, n);
  for (guint i = 0; i < old->faces.n; i++)
    if (new->faces.n != old->faces.n
        || ((const guint16 *) new->faces.data)[i] != place[becomes[((const guint16 *) old->faces.data)[i]]])
      return g_strdup_printf ("corner %u is wrong", i);
  return rows_other_changes (
    at, "vertices normals tangents vertex_groups skin.bones skin.weights bone_indices bone_weights uvs "
        "faces");
}

/* For each vertex itself, or n if no face uses it: of M2 a face of any submesh. Free with g_free(). */
static guint *
used_vertices (const MwModel *model, const Mesh *mesh, guint *n_unused)
{
  guint *becomes = g_new (guint, mesh->n + 1);
  g_autofree guint8 *used = rows_used_by (mesh);
  g_autoptr (GPtrArray) all = rows_meshes_of (model);
  for (guint i = 0; i < all->len && mesh->record != mesh->holder; i++) {
    const Mesh other = rows_mesh_of (model, all->pdata[i]);
    for (guint k = 0; k < 3 * other.n_triangles; k++)
      used[other.triangles[k]] = 1;
  }
  *n_unused = 0;
  for (guint i = 0; i < mesh->n; i++) {
    becomes[i] = used[i] ? i : mesh->n;
    *n_unused += !used[i];
  }
  return becomes;
}

/* No M2 model of the corpus has such vertices. They are made by deleting all submeshes that share vertices with the last one of
 * the first profile. */
static char *
deleting_step (const MwModel *model)
{
  const MwList *skins = table_list (model, "skins");
  const MwList *first = skins->n ? &((const MwM2Skin *) skins->items[0])->submeshes : NULL;
  if (!first || first->n < 2)
    return NULL;
  const Mesh gone = rows_mesh_of (model, first->items[first->n - 1]);
  g_autofree guint8 *used = rows_used_by (&gone);
  g_autoptr (GPtrArray) all = rows_meshes_of (model);
  g_autoptr (GString) paths = g_string_new (NULL);
  for (guint i = 0; i < all->len; i++) {
    const Mesh mesh = rows_mesh_of (model, all->pdata[i]);
    g_autofree char *path = mw_record_path (mesh.record);
    gboolean shares = FALSE;
    for (guint k = 0; k < 3 * mesh.n_triangles && !shares; k++)
      shares = used[mesh.triangles[k]];
    if (shares && mesh.record == first->items[0])
      return NULL;
    if (shares)
      g_string_append_printf (paths, "%s%s", paths->len ? "," : "", path);
  }
  return g_strdup_printf ("delete %s\ngeoset-remove-unused-vertices skins[0].submeshes[0]", paths->str);
}

char *
rows_unused_step (const MwModel *model, MwFormat format)
{
  g_autoptr (GPtrArray) all = rows_meshes_of (model);
  for (guint i = 0; i < all->len; i++) {
    Mesh mesh = rows_mesh_of (model, all->pdata[i]);
    guint n;
    G_GNUC_UNUSED g_autofree guint *becomes = used_vertices (model, &mesh, &n);
    g_autofree char *path = mw_record_path (mesh.record);
    if (n && mesh.n_triangles)
      return g_strdup_printf ("geoset-remove-unused-vertices %s", path);
  }
  return format.family == MW_FAMILY_M2 ? deleting_step (model) : NULL;
}

char *
rows_unused_judge (const TableCase *at)
{
  Mesh old = rows_mesh_in (at->before, at->step);
  guint n;
  g_autofree guint *becomes = used_vertices (at->before, &old, &n);
  return judge_vertices (at, becomes);
}

/* --- Weld --------------------------------------------------------------------------------------------------------------- */

static gboolean
are_near (const float *a, const float *b, guint n, double most)
{
  double there[3];
  for (guint i = 0; i < n; i++)
    there[i] = (double) b[i];
  return rows_distance (a, there, n) <= most;
}

static gboolean
point_alike (const float *a, const float *b)
{
  double x[3], y[3], dot = 0;
  for (guint i = 0; i < 3; i++) {
    x[i] = (double) a[i];
    y[i] = (double) b[i];
  }
  if (memcmp (a, b, 12) == 0)
    return TRUE;
  if (!(rows_normalise (x) > 0) || !(rows_normalise (y) > 0))
    return FALSE;
  for (guint i = 0; i < 3; i++)
    dot += x[i] * y[i];
  return dot >= cos (2 * G_PI / 180);
}

/* Whether two vertices become one, by the distances that the step states. */
static gboolean
are_one (const MwMdlxGeoset *geoset, guint a, guint b)
{
  const float *tangents = geoset->tangents.n ? geoset->tangents.data : NULL;
  if (!are_near (element_of (&geoset->vertices, 12, a), element_of (&geoset->vertices, 12, b), 3, 0.01)
      || !point_alike (element_of (&geoset->normals, 12, a), element_of (&geoset->normals, 12, b))
      || !same_element (&geoset->vertex_groups, a, &geoset->vertex_groups, b, 1)
      || !same_element (&geoset->skin_bones, a, &geoset->skin_bones, b, 4 * sizeof (MwRef))
      || !same_element (&geoset->skin_weights, a, &geoset->skin_weights, b, 8))
    return FALSE;
  if (tangents && (!point_alike (tangents + 4 * a, tangents + 4 * b) || tangents[4 * a + 3] != tangents[4 * b + 3]))
    return FALSE;
  if (geoset->bone_indices.n
      && (!same_element (&geoset->bone_indices, word_of (geoset, a), &geoset->bone_indices, word_of (geoset, b), 4)
          || !same_element (&geoset->bone_weights, word_of (geoset, a), &geoset->bone_weights, word_of (geoset, b), 4)))
    return FALSE;
  for (guint u = 0; u < geoset->uv_sets.n; u++) {
    const MwArray *uvs = &((const MwMdlxUvSet *) geoset->uv_sets.items[u])->uvs;
    if (uvs->n && !are_near (element_of (uvs, 8, a), element_of (uvs, 8, b), 2, 0.001))
      return FALSE;
  }
  return TRUE;
}

static gboolean
are_one_in_pool (const MwModel *model, guint a, guint b)
{
  const MwArray *arrays[6];
  arrays_of (model, arrays);
  return are_near (element_of (arrays[0], 12, a), element_of (arrays[0], 12, b), 3, 0.01)
         && point_alike (element_of (arrays[1], 12, a), element_of (arrays[1], 12, b))
         && same_element (arrays[2], a, arrays[2], b, 4) && same_element (arrays[3], a, arrays[3], b, 4)
         && are_near (element_of (arrays[4], 8, a), element_of (arrays[4], 8, b), 2, 0.001)
         && are_near (element_of (arrays[5], 8, a), element_of (arrays[5], 8, b), 2, 0.001);
}

static guint *
welded (const MwModel *model, const Mesh *mesh, guint *n_welded)
{
  const gboolean pool = mesh->record != mesh->holder;
  g_autofree guint8 *used = rows_used_by (mesh);
  guint *becomes = g_new (guint, mesh->n + 1);
  *n_welded = 0;
  for (guint i = 0; i < mesh->n; i++) {
    becomes[i] = i;
    for (guint k = 0; k < i && becomes[i] == i && (used[i] || !pool); k++)
      if (becomes[k] == k && (used[k] || !pool)
          && (pool ? are_one_in_pool (model, k, i) : are_one ((const MwMdlxGeoset *) mesh->record, k, i)))
        becomes[i] = k;
    *n_welded += becomes[i] != i;
  }
  return becomes;
}

static gboolean
may_weld (const Mesh *mesh)
{
  enum { MOST = 3000 };
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) mesh->record;
  if (mesh->record != mesh->holder)
    return mesh->n_triangles && mesh->n_triangles < MOST;
  return geoset->vertices.n <= MOST && geoset->faces.n && all_have (geoset, geoset->vertices.n) && geoset->normals.n;
}

char *
rows_weld_step (const MwModel *model, MwFormat format)
{
  g_autoptr (GPtrArray) all = rows_meshes_of (model);
  for (guint i = 0; i < all->len; i++) {
    const Mesh mesh = rows_mesh_of (model, all->pdata[i]);
    guint n = 0;
    if (!may_weld (&mesh))
      continue;
    G_GNUC_UNUSED g_autofree guint *becomes = welded (model, &mesh, &n);
    g_autofree char *path = mw_record_path (mesh.record);
    if (n)
      return g_strdup_printf ("geoset-weld %s distance=0.01 angle=2 uv_distance=0.001", path);
  }
  return NULL;
}

char *
rows_weld_judge (const TableCase *at)
{
  const Mesh mesh = rows_mesh_in (at->before, at->step);
  guint n;
  g_autofree guint *becomes = welded (at->before, &mesh, &n);
  return judge_vertices (at, becomes);
}

/* --- Split into parts --------------------------------------------------------------------------------------------------- */

/* The part of each triangle, in the order of the parts' first vertices; found by colouring until nothing changes. Free with
 * g_free(). */
static guint *
part_of_triangles (const Mesh *mesh, guint *n_parts)
{
  guint *part = g_new (guint, mesh->n_triangles + 1);
  g_autofree guint *colour = g_new (guint, mesh->n + 1);
  gboolean more = TRUE;
  for (guint i = 0; i < mesh->n; i++) {
    colour[i] = i;
    for (guint k = 0; k < i && colour[i] == i; k++)
      if (memcmp (mesh->positions + 3 * k, mesh->positions + 3 * i, 12) == 0)
        colour[i] = k;
  }
  g_autofree guint *same = g_memdup2 (colour, mesh->n * sizeof (guint));
  while (more) {
    more = FALSE;
    for (guint i = 0; i < 3 * mesh->n_triangles; i++) {
      guint a = same[mesh->triangles[i]], b = same[mesh->triangles[i - i % 3 + (i + 1) % 3]];
      guint least = MIN (colour[a], colour[b]);
      more |= colour[a] != least || colour[b] != least;
      colour[a] = colour[b] = least;
    }
  }
  g_autofree guint8 *used = rows_used_by (mesh);
  g_autofree guint *number = g_new0 (guint, mesh->n + 1);
  *n_parts = 0;
  for (guint i = 0; i < mesh->n; i++)
    if (used[i] && !number[colour[same[i]]])
      number[colour[same[i]]] = ++*n_parts;
  for (guint t = 0; t < mesh->n_triangles; t++)
    part[t] = number[colour[same[mesh->triangles[3 * t]]]] - 1;
  return part;
}

char *
rows_split_step (const MwModel *model, MwFormat format)
{
  enum { MOST = 1500, MOST_PARTS = 40 };
  g_autoptr (GPtrArray) all = rows_meshes_of (model);
  for (guint i = 0; i < all->len; i++) {
    Mesh mesh = rows_mesh_of (model, all->pdata[i]);
    guint n = 0;
    if (!mesh.n_triangles || mesh.n_triangles > MOST || !mesh.normals || mesh.n > 4000)
      continue;
    G_GNUC_UNUSED g_autofree guint *part = part_of_triangles (&mesh, &n);
    g_autofree char *path = mw_record_path (mesh.record);
    if (n > 1 && n < MOST_PARTS)
      return g_strdup_printf ("geoset-split-parts %s", path);
  }
  return NULL;
}

/* Whether the triangles of a new geoset are those of one part, in order, with the same values at each corner. */
static char *
judge_part (const TableCase *at, const Mesh *old, const guint *part, guint number, const MwMdlxGeoset *new)
{
  const MwMdlxGeoset *whole = (const MwMdlxGeoset *) old->record;
  guint corner = 0;
  for (guint i = 0; i < 3 * old->n_triangles; i++) {
    if (part[i / 3] != number)
      continue;
    if (corner >= new->faces.n
        || !same_vertex (at, whole, old->triangles[i], new, ((const guint16 *) new->faces.data)[corner++]))
      return g_strdup_printf ("part %u has another vertex at corner %u", number, corner - 1);
  }
  if (corner != new->faces.n || !rows_sizes_add_up (&new->record) || !all_have (new, new->vertices.n))
    return g_strdup_printf ("part %u has arrays of the wrong length", number);
  gboolean same = mw_record_index (mw_model_resolve (at->before, whole->material))
                    == mw_record_index (mw_model_resolve (at->after, new->material))
                  && whole->selection_group == new->selection_group
                  && whole->extents.n == new->extents.n &&memcmp (&whole->bounds, &new->bounds, sizeof (MwBounds)) == 0
                  && whole->level_of_detail == new->level_of_detail;
  return same ? NULL : g_strdup_printf ("part %u has lost values of its geoset", number);
}

/* How many geoset animations a geoset has, and the sum of what they hold. */
static char *
animations_of (const MwModel *model, const MwRecord *geoset)
{
  const MwList *list = table_list (model, "geoset_animations");
  GString *text = g_string_new (NULL);
  for (uint32_t i = 0; i < list->n; i++) {
    const MwMdlxGeosetAnimation *animation = (const MwMdlxGeosetAnimation *) list->items[i];
    if (animation->geoset.id == geoset->id)
      g_string_append_printf (text, "alpha %g, %u keys, flags %u, colour %g %g %g, %u keys; ",
                              (double) animation->alpha, animation->alpha_track ? animation->alpha_track->times.n : 0,
                              animation->flags, (double) animation->color[0], (double) animation->color[1],
                              (double) animation->color[2],
                              animation->color_track ? animation->color_track->times.n : 0);
  }
  return g_string_free (text, FALSE);
}

/* Bones that refer to a geoset refer to the same one, to one of the parts that they move, or to none. */
static char *
judge_bones (const TableCase *at, guint first, guint n_parts)
{
  const MwList *before = table_list (at->before, "nodes"), *after = table_list (at->after, "nodes");
  for (uint32_t i = 0; i < before->n; i++) {
    if (before->items[i]->schema != &mw_mdlx_bone_schema)
      continue;
    const MwRecord *was = mw_model_resolve (at->before, ((const MwMdlxBone *) before->items[i])->geoset),
                   *is = mw_model_resolve (at->after, ((const MwMdlxBone *) after->items[i])->geoset);
    guint old = was ? mw_record_index (was) : 0, new = is ? mw_record_index (is) : 0;
    gboolean split = was && old == first;
    if (split ? is && (new < first || new >= first + n_parts)
              : !was != !is || (was && new != (old > first ? old + n_parts - 1 : old)))
      return g_strdup_printf ("node %u refers to the wrong geoset", i);
  }
  return NULL;
}

char *
rows_split_judge (const TableCase *at)
{
  if (at->format.family == MW_FAMILY_M2)
    return rows_submesh_split_judge (at);
  const MwList *before = table_list (at->before, "geosets"), *after = table_list (at->after, "geosets");
  Mesh old = rows_mesh_in (at->before, at->step);
  const guint first = mw_record_index (old.record);
  guint n_parts;
  g_autofree guint *part = part_of_triangles (&old, &n_parts);
  if (after->n != before->n + n_parts - 1)
    return g_strdup_printf ("there are %u geosets instead of %u", after->n, before->n + n_parts - 1);
  for (guint i = 0; i < after->n; i++) {
    guint was = i < first ? i : i < first + n_parts ? first : i - n_parts + 1;
    g_autofree char *animations = animations_of (at->before, before->items[was]),
                    *now = animations_of (at->after, after->items[i]);
    if (strcmp (animations, now) != 0)
      return g_strdup_printf ("geoset %u has the animations %s instead of %s", i, now, animations);
    char *wrong = was == first ? judge_part (at, &old, part, i - first, (const MwMdlxGeoset *) after->items[i]) : NULL;
    if (wrong)
      return wrong;
    if (was != first && !mw_record_equal (at->before, before->items[was], at->after, after->items[i], at->format, NULL)
        && at->format.version < 1500)
      return g_strdup_printf ("geoset %u should not have changed", i);
  }
  return judge_bones (at, first, n_parts);
}

/* --- Merge -------------------------------------------------------------------------------------------------------------- */

static gboolean
may_merge (const MwModel *model, const MwMdlxGeoset *a, const MwMdlxGeoset *b)
{
  g_autofree char *of_a = animations_of (model, &a->record), *of_b = animations_of (model, &b->record);
  return a->material.id == b->material.id && a->selection_group == b->selection_group && a->faces.n && b->faces.n
         && a->level_of_detail == b->level_of_detail && a->uv_sets.n == b->uv_sets.n && strcmp (of_a, of_b) == 0
         && a->vertices.n + b->vertices.n < 4000;
}

char *
rows_merge_step (const MwModel *model, MwFormat format)
{
  const MwList *geosets = table_list (model, "geosets");
  if (!geosets)
    return rows_submesh_merge_step (model, format);
  for (guint i = 0; i < geosets->n; i++)
    for (guint k = geosets->n - 1; k > i; k--)
      if (may_merge (model, (const MwMdlxGeoset *) geosets->items[i], (const MwMdlxGeoset *) geosets->items[k]))
        return g_strdup_printf ("geoset-merge geosets[%u],geosets[%u]", k, i);
  return NULL;
}

/* The two geosets that the step names, in the order of the list. */
static void
merged_pair (const char *step, guint *first, guint *second)
{
  g_assert_cmpint (sscanf (step, "geoset-merge geosets[%u],geosets[%u]", second, first), ==, 2);
}

static gboolean
is_around (const MwBounds *outer, const MwBounds *inner)
{
  for (guint k = 0; k < 3; k++)
    if (outer->min[k] > inner->min[k] || outer->max[k] < inner->max[k])
      return FALSE;
  return outer->radius >= inner->radius;
}

/* The bounds that a file states for sequence i: those of the geoset where it has none for it. */
static const MwBounds *
bounds_at (const MwModel *model, const MwMdlxGeoset *geoset, guint i)
{
  const MwList *sequences = table_list (model, "sequences");
  for (guint k = 0; k < geoset->extents.n; k++) {
    const MwMdlxGeosetExtent *extent = (const MwMdlxGeosetExtent *) geoset->extents.items[k];
    if (extent->sequence.id && extent->sequence.id == sequences->items[i]->id)
      return &extent->bounds;
  }
  return &geoset->bounds;
}

static char *
judge_merged_bounds (const TableCase *at, const MwMdlxGeoset *part, const MwMdlxGeoset *whole)
{
  if (!is_around (&whole->bounds, &part->bounds))
    return g_strdup ("the bounds do not cover a part");
  for (guint i = 0; i < table_list (at->before, "sequences")->n; i++)
    if (!is_around (bounds_at (at->after, whole, i), bounds_at (at->before, part, i)))
      return g_strdup_printf ("the bounds in sequence %u do not cover a part", i);
  return NULL;
}

/* The part's vertices and corners are in the whole, from these places on. */
static char *
judge_merged (const TableCase *at, const MwMdlxGeoset *part, const MwMdlxGeoset *whole, guint vertex, guint corner)
{
  for (guint i = 0; i < part->vertices.n; i++)
    if (!same_vertex (at, part, i, whole, vertex + i))
      return g_strdup_printf ("vertex %u has other values", vertex + i);
  for (guint i = 0; i < part->faces.n; i++)
    if (((const guint16 *) whole->faces.data)[corner + i] != ((const guint16 *) part->faces.data)[i] + vertex)
      return g_strdup_printf ("corner %u is wrong", corner + i);
  return judge_merged_bounds (at, part, whole);
}

static guint
merged_place (guint index, guint first, guint second)
{
  return index == second ? first : index > second ? index - 1 : index;
}

/* Bones refer to the geosets that they referred to, except that the first replaces the second; every geoset has its
 * animations. */
static char *
judge_merged_references (const TableCase *at, guint first, guint second)
{
  const MwList *before = table_list (at->before, "nodes"), *after = table_list (at->after, "nodes"),
               *geosets = table_list (at->before, "geosets"), *now = table_list (at->after, "geosets");
  for (uint32_t i = 0; i < before->n; i++) {
    if (before->items[i]->schema != &mw_mdlx_bone_schema)
      continue;
    const MwMdlxBone *a = (const MwMdlxBone *) before->items[i], *b = (const MwMdlxBone *) after->items[i];
    const MwRecord *was = mw_model_resolve (at->before, a->geoset), *is = mw_model_resolve (at->after, b->geoset);
    if (!was != !is || (was && mw_record_index (is) != merged_place (mw_record_index (was), first, second)))
      return g_strdup_printf ("node %u refers to the wrong geoset", i);
    if (!mw_model_resolve (at->before, a->geoset_animation) != !mw_model_resolve (at->after, b->geoset_animation))
      return g_strdup_printf ("node %u has lost its geoset animation", i);
  }
  for (uint32_t i = 0; i < geosets->n; i++) {
    g_autofree char *old = animations_of (at->before, geosets->items[i]),
                    *new = animations_of (at->after, now->items[merged_place (i, first, second)]);
    if (strcmp (old, new) != 0)
      return g_strdup_printf ("geoset %u has other animations", i);
    if (i != first && i != second
        && !mw_record_equal (at->before, geosets->items[i], at->after, now->items[merged_place (i, first, second)],
                             at->format, NULL))
      return g_strdup_printf ("geoset %u should not have changed", i);
  }
  return NULL;
}

char *
rows_merge_judge (const TableCase *at)
{
  if (!table_list (at->before, "geosets"))
    return rows_submesh_merge_judge (at);
  const MwList *before = table_list (at->before, "geosets"), *after = table_list (at->after, "geosets");
  guint first, second;
  merged_pair (at->step, &first, &second);
  const MwMdlxGeoset *a = (const MwMdlxGeoset *) before->items[first],
                     *b = (const MwMdlxGeoset *) before->items[second],
                     *whole = (const MwMdlxGeoset *) after->items[first];
  if (after->n != before->n - 1)
    return g_strdup_printf ("there are %u geosets instead of %u", after->n, before->n - 1);
  if (whole->faces.n != a->faces.n + b->faces.n || !all_have (whole, a->vertices.n + b->vertices.n)
      || !rows_sizes_add_up (&whole->record))
    return g_strdup ("the arrays have the wrong lengths");
  char *wrong = judge_merged (at, a, whole, 0, 0);
  if (!wrong)
    wrong = judge_merged (at, b, whole, a->vertices.n, a->faces.n);
  return wrong ? wrong : judge_merged_references (at, first, second);
}
