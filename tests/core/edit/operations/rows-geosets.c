/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "core/schema/diff.h"
#include "tests/core/edit/operations/rows-geosets.h"

#include <math.h>
#include <string.h>

Mesh
rows_mesh_of (const MwModel *model, const MwRecord *record)
{
  if (record->schema == &mw_mdlx_geoset_schema) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) record;
    return (Mesh) { record,
                    record,
                    geoset->vertices.n,
                    geoset->faces.n / 3,
                    geoset->vertices.data,
                    geoset->normals.data,
                    geoset->tangents.n ? geoset->tangents.data : NULL,
                    geoset->faces.data };
  }
  const MwM2Submesh *submesh = (const MwM2Submesh *) record;
  const MwM2 *m2 = (const MwM2 *) model;
  return (
    Mesh) { record,           &model->record, m2->positions.n,        submesh->triangles.n / 3, m2->positions.data,
            m2->normals.data, NULL,           submesh->triangles.data };
}

/* The mesh that a step names first. */
Mesh
rows_mesh_in (const MwModel *model, const char *step)
{
  g_auto (GStrv) words = g_strsplit (step, " ", 3);
  return rows_mesh_of (model, table_record (model, words[1]));
}

/* The meshes of a model: all geosets, or the submeshes of all profiles. Free with g_ptr_array_unref(). */
GPtrArray *
rows_meshes_of (const MwModel *model)
{
  GPtrArray *all = g_ptr_array_new ();
  const MwList *geosets = table_list (model, "geosets"), *skins = table_list (model, "skins");
  for (uint32_t i = 0; geosets && i < geosets->n; i++)
    g_ptr_array_add (all, geosets->items[i]);
  for (uint32_t i = 0; skins && i < skins->n; i++) {
    const MwList *submeshes = &((const MwM2Skin *) skins->items[i])->submeshes;
    for (uint32_t k = 0; k < submeshes->n; k++)
      g_ptr_array_add (all, submeshes->items[k]);
  }
  return all;
}

/* The path of a mesh of up to 3000 triangles, so that judges may compare all with all; NULL: none. Free with g_free(). */
static char *
some_mesh (const MwModel *model, guint *n_triangles)
{
  enum { MOST = 3000 };
  g_autoptr (GPtrArray) all = rows_meshes_of (model);
  for (guint i = 0; i < all->len; i++) {
    Mesh mesh = rows_mesh_of (model, all->pdata[i]);
    *n_triangles = mesh.n_triangles;
    if (mesh.n_triangles && mesh.n_triangles <= MOST)
      return mw_record_path (mesh.record);
  }
  return NULL;
}

static gboolean
uses (const Mesh *mesh, guint vertex)
{
  for (guint i = 0; i < 3 * mesh->n_triangles; i++)
    if (mesh->triangles[i] == vertex)
      return TRUE;
  return FALSE;
}

/* One flag for each vertex: whether a triangle of the mesh uses it. Free with g_free(). */
guint8 *
rows_used_by (const Mesh *mesh)
{
  guint8 *used = g_new0 (guint8, mesh->n + 1);
  for (guint i = 0; i < 3 * mesh->n_triangles; i++)
    used[mesh->triangles[i]] = 1;
  return used;
}

/* What differs between the models besides these fields (separated by blanks) of records of any kind; NULL: nothing. */
char *
rows_other_changes (const TableCase *at, const char *fields)
{
  g_auto (GStrv) allowed = g_strsplit (fields, " ", -1);
  g_autoptr (GArray) diff = mw_model_diff (at->before, at->after, at->format);
  for (guint i = 0; i < diff->len; i++) {
    const MwDiffEntry *entry = &g_array_index (diff, MwDiffEntry, i);
    if (entry->kind == MW_DIFF_CHANGED && entry->field
        && g_strv_contains ((const char *const *) allowed, entry->field->name))
      continue;
    g_autofree char *path = mw_record_path (entry->a ? entry->a : entry->b);
    return g_strdup_printf ("%s.%s: should not have changed", path, entry->field ? entry->field->name : "");
  }
  return NULL;
}

double
rows_distance (const float *a, const double *b, guint n)
{
  double sum = 0;
  for (guint i = 0; i < n; i++)
    sum += ((double) a[i] - b[i]) * ((double) a[i] - b[i]);
  return sqrt (sum);
}

double
rows_normalise (double *v)
{
  double length = sqrt (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  for (guint i = 0; length > 0 && i < 3; i++)
    v[i] /= length;
  return length;
}

/* --- Recompute normals ---------------------------------------------------------------------------------------------- */

static char *
normals_step (const MwModel *model, MwFormat format)
{
  static const char *const weightings[] = { "angle", "area", "none" };
  guint n;
  g_autofree char *path = some_mesh (model, &n);
  return path ? g_strdup_printf ("geoset-recompute-normals %s weighting=%s smooth=%u", path, weightings[n % 3], n % 2)
              : NULL;
}

static void
corner_edge (const float *from, const float *to, double *out)
{
  for (guint i = 0; i < 3; i++)
    out[i] = (double) to[i] - (double) from[i];
}

/* Adds what the triangle's corner says about the normal there. */
static void
add_corner (const Mesh *mesh, const guint16 *corners, guint corner, const char *step, double *sum)
{
  double a[3], b[3], normal[3];
  const float *at = mesh->positions + 3 * corners[corner];
  corner_edge (at, mesh->positions + 3 * corners[(corner + 1) % 3], a);
  corner_edge (at, mesh->positions + 3 * corners[(corner + 2) % 3], b);
  for (guint i = 0; i < 3; i++)
    normal[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
  double area = rows_normalise (normal), weight = strstr (step, "=area") ? area : 1;
  if (!(area > 0))
    return;
  rows_normalise (a);
  rows_normalise (b);
  if (strstr (step, "=angle"))
    weight = acos (CLAMP (a[0] * b[0] + a[1] * b[1] + a[2] * b[2], -1, 1));
  for (guint i = 0; i < 3; i++)
    sum[i] += weight * normal[i];
}

static double
expected_normal (const Mesh *mesh, guint vertex, const char *step, double *sum)
{
  gboolean smooth = strstr (step, "smooth=1") != NULL;
  const float *here = mesh->positions + 3 * vertex;
  for (guint t = 0; t < mesh->n_triangles; t++)
    for (guint c = 0; c < 3; c++) {
      const guint16 *corners = mesh->triangles + 3 * t;
      const float *there = mesh->positions + 3 * corners[c];
      if (corners[c] == vertex || (smooth && here[0] == there[0] && here[1] == there[1] && here[2] == there[2]))
        add_corner (mesh, corners, c, step, sum);
    }
  return rows_normalise (sum);
}

static char *
normals_judge (const TableCase *at)
{
  Mesh old = rows_mesh_in (at->before, at->step), new = rows_mesh_in (at->after, at->step);
  gboolean changed = FALSE;
  for (guint i = 0; i < old.n; i++) {
    const float *was = old.normals + 3 * i, *is = new.normals + 3 * i;
    double expected[3] = { 0 };
    gboolean same = memcmp (was, is, 12) == 0;
    changed |= !same;
    double length = uses (&old, i) ? expected_normal (&old, i, at->step, expected) : 0;
    /* Where faces nearly cancel each other, rounding decides. */
    if (length == 0 ? !same : length > 1e-4 && rows_distance (is, expected, 3) > 1e-3)
      return g_strdup_printf ("vertex %u has the normal %g %g %g instead of %g %g %g", i, (double) is[0],
                              (double) is[1], (double) is[2], expected[0], expected[1], expected[2]);
    double along = 0, tangent[3] = { 0 };
    for (guint k = 0; old.tangents && k < 3; k++) {
      tangent[k] = (double) new.tangents[4 * i + k];
      along += tangent[k] * (double) is[k];
    }
    if (!same && rows_normalise (tangent) > 0 && fabs (along) > 1e-3)
      return g_strdup_printf ("vertex %u has a tangent that is not at a right angle", i);
  }
  return changed ? rows_other_changes (at, "normals vertices.normal tangents") : g_strdup ("no normal has changed");
}

/* --- Flip faces ----------------------------------------------------------------------------------------------------- */

static char *
flip_step (const MwModel *model, MwFormat format)
{
  guint n;
  g_autofree char *path = some_mesh (model, &n);
  return path ? g_strdup_printf ("geoset-flip-faces %s", path) : NULL;
}

static gboolean
has_triangle (const Mesh *mesh, const guint16 *corners)
{
  for (guint t = 0; t < mesh->n_triangles; t++)
    for (guint c = 0; c < 3; c++)
      if (mesh->triangles[3 * t + c] == corners[0] && mesh->triangles[3 * t + (c + 1) % 3] == corners[1]
          && mesh->triangles[3 * t + (c + 2) % 3] == corners[2])
        return TRUE;
  return FALSE;
}

/* Triangles of the flipped mesh are turned, in every profile; all others are as before. */
static char *
judge_turned (const TableCase *at, const Mesh *flipped, guint8 *kept)
{
  g_autoptr (GPtrArray) before = rows_meshes_of (at->before), after = rows_meshes_of (at->after);
  if (before->len != after->len)
    return g_strdup ("the number of meshes has changed");
  for (guint i = 0; i < before->len; i++) {
    Mesh old = rows_mesh_of (at->before, before->pdata[i]), new = rows_mesh_of (at->after, after->pdata[i]);
    gboolean concerned = old.holder == flipped->holder;
    for (guint t = 0; t < old.n_triangles; t++) {
      const guint16 *was = old.triangles + 3 * t, *is = new.triangles + 3 * t;
      gboolean turned = concerned && has_triangle (flipped, was);
      for (guint c = 0; c < 3; c++)
        if (concerned && !turned)
          kept[was[c]] = 1;
      const guint16 expected[3] = { was[0], was[turned ? 2 : 1], was[turned ? 1 : 2] };
      if (new.n_triangles != old.n_triangles || memcmp (is, expected, sizeof expected) != 0)
        return g_strdup_printf ("mesh %u: triangle %u is wrong", i, t);
    }
  }
  return NULL;
}

static char *
flip_judge (const TableCase *at)
{
  Mesh old = rows_mesh_in (at->before, at->step), new = rows_mesh_in (at->after, at->step);
  g_autofree guint8 *kept = g_new0 (guint8, 0x10000), *used = rows_used_by (&old);
  char *wrong = judge_turned (at, &old, kept);
  for (guint i = 0; !wrong && i < old.n; i++) {
    float sign = used[i] && !kept[i] ? -1 : 1;
    for (guint k = 0; k < 3; k++)
      if (new.normals[3 * i + k] != sign * old.normals[3 * i + k])
        return g_strdup_printf ("the normal of vertex %u is wrong", i);
    if (old.tangents && new.tangents[4 * i + 3] != sign * old.tangents[4 * i + 3])
      return g_strdup_printf ("the tangent of vertex %u is wrong", i);
  }
  return wrong ? wrong : rows_other_changes (at, "faces triangles normals vertices.normal tangents");
}

/* --- Transform ------------------------------------------------------------------------------------------------------ */

/* Every second one is mirrored. */
static char *
transform_step (const MwModel *model, MwFormat format)
{
  guint n;
  g_autofree char *path = some_mesh (model, &n);
  return path ? g_strdup_printf ("geoset-transform %s move={1,2,3} rotate={0,0,90} scale={%d,1,1} pivot={0,0,5}", path,
                                 n % 2 ? -2 : 2)
              : NULL;
}

static gboolean
is_mirrored (const guint8 *used, const guint16 *corners)
{
  return used[corners[0]] && used[corners[1]] && used[corners[2]];
}

static char *
judge_mirrored (const TableCase *at, const MwRecord *holder, const guint8 *used)
{
  g_autoptr (GPtrArray) before = rows_meshes_of (at->before), after = rows_meshes_of (at->after);
  for (guint i = 0; i < before->len; i++) {
    Mesh old = rows_mesh_of (at->before, before->pdata[i]), new = rows_mesh_of (at->after, after->pdata[i]);
    for (guint t = 0; old.holder == holder && t < old.n_triangles; t++) {
      const guint16 *was = old.triangles + 3 * t;
      gboolean turned = strstr (at->step, "{-2") && is_mirrored (used, was);
      const guint16 expected[3] = { was[0], was[turned ? 2 : 1], was[turned ? 1 : 2] };
      if (memcmp (new.triangles + 3 * t, expected, sizeof expected) != 0)
        return g_strdup_printf ("mesh %u: triangle %u is wrong", i, t);
    }
  }
  return NULL;
}

static char *
transform_judge (const TableCase *at)
{
  Mesh old = rows_mesh_in (at->before, at->step), new = rows_mesh_in (at->after, at->step);
  const double scale = strstr (at->step, "{-2") ? -2 : 2;
  g_autofree guint8 *used = rows_used_by (&old);
  if (old.holder == old.record)
    memset (used, 1, old.n);
  for (guint i = 0; i < old.n; i++) {
    const float *p = old.positions + 3 * i, *n = old.normals + 3 * i;
    double position[3] = { 1 - (double) p[1], 2 + scale * (double) p[0], 3 + (double) p[2] };
    double normal[3] = { -(double) n[1], (double) n[0] / scale, (double) n[2] };
    double length = rows_normalise (normal);
    for (guint k = 0; !used[i] && k < 3; k++) {
      position[k] = (double) p[k];
      normal[k] = (double) n[k];
    }
    if (rows_distance (new.positions + 3 * i, position, 3)
        > 1e-4 * (1 + fabs (position[0]) + fabs (position[1]) + fabs (position[2])))
      return g_strdup_printf ("the position of vertex %u is wrong", i);
    if (length > 0 && rows_distance (new.normals + 3 * i, normal, 3) > 1e-5)
      return g_strdup_printf ("the normal of vertex %u is wrong", i);
    if (old.tangents && used[i] && old.tangents[4 * i + 3] * (float) scale * new.tangents[4 * i + 3] < 0)
      return g_strdup_printf ("the handedness of vertex %u is wrong", i);
  }
  char *wrong = judge_mirrored (at, old.holder, used);
  return wrong ? wrong
               : rows_other_changes (at, "faces triangles vertices normals tangents vertices.position vertices.normal");
}

/* --- Recompute bounds ----------------------------------------------------------------------------------------------- */

static char *
bounds_step (const MwModel *model, MwFormat format)
{
  guint n;
  g_autofree char *path = some_mesh (model, &n);
  return path ? g_strdup_printf ("geoset-recompute-bounds %s", path) : NULL;
}

static double
farthest (const Mesh *mesh, const guint8 *used, const double *from)
{
  double most = 0;
  for (guint i = 0; i < mesh->n; i++)
    if (used[i])
      most = MAX (most, rows_distance (mesh->positions + 3 * i, from, 3));
  return most;
}

static char *
judge_geoset_bounds (const Mesh *mesh, const double *min, const double *max, const double *centre, double radius)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) mesh->record;
  if (rows_distance (geoset->bounds.min, min, 3) > 0 || rows_distance (geoset->bounds.max, max, 3) > 0)
    return g_strdup ("the box is wrong");
  return fabs ((double) geoset->bounds.radius - radius) > 1e-5 * (1 + radius) ? g_strdup ("the radius is wrong") : NULL;
}

static char *
bounds_judge (const TableCase *at)
{
  Mesh mesh = rows_mesh_in (at->after, at->step);
  gboolean geoset = mesh.record == mesh.holder;
  double min[3] = { 0 }, max[3] = { 0 }, mean[3] = { 0 }, centre[3];
  guint count = 0;
  g_autofree guint8 *used = rows_used_by (&mesh);
  if (geoset)
    memset (used, 1, mesh.n);
  for (guint i = 0; i < mesh.n; i++) {
    for (guint k = 0; used[i] && k < 3; k++) {
      double x = (double) mesh.positions[3 * i + k];
      min[k] = count ? MIN (min[k], x) : x;
      max[k] = count ? MAX (max[k], x) : x;
      mean[k] += x;
    }
    count += used[i];
  }
  for (guint k = 0; k < 3; k++) {
    centre[k] = (min[k] + max[k]) / 2;
    mean[k] /= count;
  }
  double of_box = farthest (&mesh, used, centre), of_mean = farthest (&mesh, used, mean);
  char *wrong = NULL;
  if (geoset)
    wrong = judge_geoset_bounds (&mesh, min, max, centre, of_box);
  else {
    const MwM2Submesh *submesh = (const MwM2Submesh *) mesh.record;
    gboolean sorts = at->format.version >= 258;
    if (rows_distance (submesh->center, mean, 3) > 1e-5 * (1 + of_mean))
      wrong = g_strdup ("the centre is wrong");
    else if (sorts && fabs ((double) submesh->sort_radius - MIN (of_box, of_mean)) > 1e-5 * (1 + of_mean))
      wrong = g_strdup ("the sort radius is wrong");
    else if (sorts && fabs (of_box - of_mean) > 1e-5
             && rows_distance (submesh->sort_center, of_box < of_mean ? centre : mean, 3) > 1e-5 * (1 + of_mean))
      wrong = g_strdup ("the sort centre is wrong");
  }
  if (!wrong && mw_model_equal (at->before, at->after, at->format, NULL))
    wrong = g_strdup ("nothing has changed");
  return wrong ? wrong : rows_other_changes (at, "bounds.min bounds.max bounds.radius center sort_center sort_radius");
}

/* --- Remove degenerate triangles -------------------------------------------------------------------------------------- */

/* Whether a corner is repeated, or the height over the longest edge is less than a millionth of that edge. */
static gboolean
is_flat (const Mesh *mesh, guint triangle)
{
  const guint16 *corners = mesh->triangles + 3 * triangle;
  double longest = 0, along = 0, edges[3][3], foot[3];
  guint base = 0;
  if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0])
    return TRUE;
  for (guint i = 0; i < 3; i++) {
    corner_edge (mesh->positions + 3 * corners[i], mesh->positions + 3 * corners[(i + 1) % 3], edges[i]);
    double length = sqrt (edges[i][0] * edges[i][0] + edges[i][1] * edges[i][1] + edges[i][2] * edges[i][2]);
    if (length > longest) {
      longest = length;
      base = i;
    }
  }
  if (longest == 0)
    return TRUE;
  /* The edge after the base, without its part along the base, is the height. */
  const double *side = edges[(base + 1) % 3];
  for (guint i = 0; i < 3; i++)
    along += side[i] * edges[base][i] / longest;
  for (guint i = 0; i < 3; i++)
    foot[i] = side[i] - along * edges[base][i] / longest;
  return rows_normalise (foot) <= 1e-6 * longest;
}

static guint
count_flat (const Mesh *mesh)
{
  guint n = 0;
  for (guint t = 0; t < mesh->n_triangles; t++)
    n += is_flat (mesh, t);
  return n;
}

static char *
degenerate_step (const MwModel *model, MwFormat format)
{
  g_autoptr (GPtrArray) all = rows_meshes_of (model);
  for (guint i = 0; i < all->len; i++) {
    Mesh mesh = rows_mesh_of (model, all->pdata[i]);
    guint n = count_flat (&mesh);
    if (n && n < mesh.n_triangles) {
      g_autofree char *path = mw_record_path (mesh.record);
      return g_strdup_printf ("geoset-remove-degenerate %s", path);
    }
  }
  return NULL;
}

/* Whether the triangles of the second are those of the first without the flat ones. */
static gboolean
is_cleaned (const Mesh *old, const Mesh *new)
{
  guint n = 0;
  for (guint t = 0; t < old->n_triangles; t++)
    if (!is_flat (old, t)
        && (n >= new->n_triangles || memcmp (new->triangles + 3 * n++, old->triangles + 3 * t, 6) != 0))
      return FALSE;
  return n == new->n_triangles;
}

static gboolean
is_as_before (const Mesh *old, const Mesh *new)
{
  return old->n_triangles == new->n_triangles &&memcmp (old->triangles, new->triangles, 6 * old->n_triangles) == 0;
}

gboolean
rows_sizes_add_up (const MwRecord *record)
{
  const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) record;
  guint sum = 0;
  for (guint i = 0; i < geoset->primitive_sizes.n; i++)
    sum += ((const guint32 *) geoset->primitive_sizes.data)[i];
  return geoset->primitive_sizes.n == geoset->primitive_types.n
         && (!geoset->primitive_sizes.n || sum == geoset->faces.n);
}

static char *
degenerate_judge (const TableCase *at)
{
  g_autoptr (GPtrArray) before = rows_meshes_of (at->before), after = rows_meshes_of (at->after);
  const MwRecord *named = rows_mesh_in (at->before, at->step).record;
  gboolean geosets = named->schema == &mw_mdlx_geoset_schema;
  for (guint i = 0; i < before->len; i++) {
    Mesh old = rows_mesh_of (at->before, before->pdata[i]), new = rows_mesh_of (at->after, after->pdata[i]);
    gboolean must = old.record == named, may = must || !geosets;
    if (must ? !is_cleaned (&old, &new) : !is_as_before (&old, &new) && !(may && is_cleaned (&old, &new)))
      return g_strdup_printf ("mesh %u has the wrong triangles", i);
    if (geosets && !rows_sizes_add_up (new.record))
      return g_strdup_printf ("the primitive sizes of geoset %u do not add up", i);
  }
  return rows_other_changes (at, "faces primitive_types primitive_sizes triangles");
}

/* --- Set the selection group ------------------------------------------------------------------------------------------ */

static char *
group_step (const MwModel *model, MwFormat format)
{
  guint n;
  g_autofree char *path = some_mesh (model, &n);
  const MwRecord *record = path ? table_record (model, path) : NULL;
  gboolean geoset = record && record->schema == &mw_mdlx_geoset_schema;
  return path ? g_strdup_printf ("geoset-set-selection-group %s group=%u", path,
                                 (guint) table_number (record, geoset ? "selection_group" : "geoset") + 3)
              : NULL;
}

static gboolean
share_a_triangle (const Mesh *a, const Mesh *b)
{
  for (guint t = 0; t < a->n_triangles; t++)
    if (has_triangle (b, a->triangles + 3 * t))
      return TRUE;
  return FALSE;
}

static double
group_of (const MwRecord *record)
{
  return table_number (record, record->schema == &mw_mdlx_geoset_schema ? "selection_group" : "geoset");
}

/* A mesh has the new group if it is the named one, or shares a triangle with one that has it. */
static char *
group_judge (const TableCase *at)
{
  g_autoptr (GPtrArray) before = rows_meshes_of (at->before), after = rows_meshes_of (at->after);
  const Mesh named = rows_mesh_in (at->before, at->step);
  const double value = group_of (named.record) + 3;
  for (guint i = 0; i < before->len; i++) {
    Mesh old = rows_mesh_of (at->before, before->pdata[i]);
    gboolean is_new = group_of (after->pdata[i]) == value,
             shares = old.record == named.record || (named.record != named.holder && share_a_triangle (&named, &old));
    for (guint k = 0; is_new && !shares && named.record != named.holder && k < before->len; k++) {
      Mesh other = rows_mesh_of (at->before, before->pdata[k]);
      shares = k != i && group_of (after->pdata[k]) == value && share_a_triangle (&other, &old);
    }
    if (shares != is_new && !(group_of (before->pdata[i]) == value && is_new))
      return g_strdup_printf ("mesh %u has the group %g", i, group_of (after->pdata[i]));
  }
  return rows_other_changes (at, "selection_group geoset");
}

/* --- Geoset animations ------------------------------------------------------------------------------------------------ */

/* The geoset of the last geoset animation loses it first, so that each model has a geoset without one. */
static char *
animation_step (const MwModel *model, MwFormat format)
{
  const MwList *animations = table_list (model, "geoset_animations");
  const MwId geoset = animations && animations->n
                        ? ((const MwMdlxGeosetAnimation *) animations->items[animations->n - 1])->geoset.id
                        : 0;
  const MwRecord *record = geoset ? mw_model_find (model, geoset) : NULL;
  for (uint32_t i = 0; record && i + 1 < animations->n; i++)
    if (((const MwMdlxGeosetAnimation *) animations->items[i])->geoset.id == geoset)
      record = NULL;
  if (!record)
    return NULL;
  g_autofree char *path = mw_record_path (record);
  return g_strdup_printf ("delete geoset_animations[%u]\ngeoset-animation-add %s", animations->n - 1, path);
}

static char *
animation_judge (const TableCase *at)
{
  const MwList *before = table_list (at->before, "geoset_animations"),
               *after = table_list (at->after, "geoset_animations");
  const Mesh mesh = rows_mesh_in (at->after, at->step);
  g_autoptr (GArray) diff = mw_model_diff (at->before, at->after, at->format);
  if (after->n != before->n + 1 || diff->len != 1)
    return g_strdup_printf ("%u differences", diff->len);
  const MwMdlxGeosetAnimation *made = (const MwMdlxGeosetAnimation *) after->items[after->n - 1];
  if (made->geoset.id != mesh.record->id)
    return g_strdup ("it is of another geoset");
  if (made->alpha != 1 || made->color[0] != 1 || made->color[1] != 1 || made->color[2] != 1 || made->flags)
    return g_strdup ("it is not white and opaque");
  return NULL;
}

const TableRow table_geosets[] = {
  { "geoset-recompute-normals", TABLE_BOTH, normals_step, normals_judge },
  { "geoset-flip-faces", TABLE_BOTH, flip_step, flip_judge },
  { "geoset-transform", TABLE_BOTH, transform_step, transform_judge },
  { "geoset-recompute-bounds", TABLE_BOTH, bounds_step, bounds_judge },
  { "geoset-remove-unused-vertices", TABLE_BOTH, rows_unused_step, rows_unused_judge },
  { "geoset-weld", TABLE_BOTH, rows_weld_step, rows_weld_judge },
  { "geoset-merge", TABLE_BOTH, rows_merge_step, rows_merge_judge },
  { "geoset-split-parts", TABLE_BOTH, rows_split_step, rows_split_judge },
  { "geoset-delete-faces", TABLE_BOTH, rows_delete_faces_step, rows_delete_faces_judge },
  { "geoset-detach-faces", TABLE_BOTH, rows_detach_faces_step, rows_detach_faces_judge },
  { "collision-from-mesh", TABLE_BOTH, rows_collision_step, rows_collision_judge },
  { "geoset-set-weights", TABLE_BOTH, rows_weights_step, rows_weights_judge },
  { "geoset-add-bone", TABLE_BOTH, rows_add_bone_step, rows_bone_judge },
  { "geoset-remove-bone", TABLE_BOTH, rows_remove_bone_step, rows_bone_judge },
  { "geoset-replace-bone", TABLE_BOTH, rows_replace_bone_step, rows_bone_judge },
  { "geoset-remove-unused-groups", TABLE_MDLX, rows_unused_groups_step, rows_unused_groups_judge },
  { "geoset-animation-add", TABLE_MDLX, animation_step, animation_judge },
  { "geoset-set-selection-group", TABLE_BOTH, group_step, group_judge },
  /* Of the M2 models of the corpus only one has such triangles; test-geosets.c makes some. */
  { "geoset-remove-degenerate", TABLE_MDLX, degenerate_step, degenerate_judge },
  { NULL, 0, NULL, NULL },
};
