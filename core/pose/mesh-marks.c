/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/mesh-marks.h"
#include "core/pose/family.h"
#include "core/pose/mesh-places.h"

#include <string.h>

static MwMarkedMesh *
mesh_at (const MwMeshMarks *marks, guint i)
{
  return &g_array_index (marks->meshes, MwMarkedMesh, i);
}

static void
clear_mesh (gpointer data)
{
  MwMarkedMesh *mesh = data;
  g_free (mesh->marked);
  g_free (mesh->used);
}

MwMeshMarks *
mw_mesh_marks_new (void)
{
  MwMeshMarks *marks = g_new0 (MwMeshMarks, 1);
  marks->meshes = g_array_new (FALSE, FALSE, sizeof (MwMarkedMesh));
  g_array_set_clear_func (marks->meshes, clear_mesh);
  return marks;
}

MwMeshMarks *
mw_mesh_marks_copy (const MwMeshMarks *marks)
{
  MwMeshMarks *copy = mw_mesh_marks_new ();
  copy->kind = marks->kind;
  g_array_append_vals (copy->meshes, marks->meshes->data, marks->meshes->len);
  for (guint i = 0; i < copy->meshes->len; i++) {
    MwMarkedMesh *mesh = mesh_at (copy, i);
    mesh->marked = g_memdup2 (mesh->marked, mesh->n + 1);
    mesh->used = g_memdup2 (mesh->used, mesh->n + 1);
  }
  return copy;
}

void
mw_mesh_marks_free (MwMeshMarks *marks)
{
  g_array_unref (marks->meshes);
  g_free (marks);
}

/* --- Shapes --------------------------------------------------------------------------------------------------------- */

/* A mesh as it is in the model. */
typedef struct {
  const float *points;
  guint32 n_points, n_faces;
  const guint16 *corners;
} Shape;

static gboolean
shape_of (const MwModel *model, MwId id, Shape *out)
{
  const MwRecord *record = mw_model_find (model, id);
  MwMeshAspect mesh;
  if (!record || !mw_aspects_of (model)->mesh (model, record, &mesh))
    return FALSE;
  *out = (Shape) { mesh.vertices->data, mesh.vertices->n, mesh.faces->n / 3, mesh.faces->data };
  return TRUE;
}

/* Whether a face has only corners that exist. */
static gboolean
is_whole (const Shape *shape, guint32 face)
{
  const guint16 *corners = shape->corners + 3 * (gsize) face;
  return corners[0] < shape->n_points && corners[1] < shape->n_points && corners[2] < shape->n_points;
}

/* A number that changes with the number of vertices and with the corners of any face, but not with the direction of rotation. */
static guint64
fingerprint (const Shape *shape)
{
  guint64 hash = shape->n_points * 0x9E3779B97F4A7C15u;
  for (gsize i = 0; i < shape->n_faces; i++) {
    const guint16 *c = shape->corners + 3 * i;
    const guint64 low = MIN (MIN (c[0], c[1]), c[2]), high = MAX (MAX (c[0], c[1]), c[2]);
    hash = (hash ^ (low | high << 16 | ((guint64) c[0] + c[1] + c[2]) << 32)) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 29;
  }
  return hash;
}

/* A mesh of which nothing is marked. */
static MwMarkedMesh
unmarked (const Shape *shape, MwId id, MwMarksKind kind)
{
  MwMarkedMesh mesh = { .id = id,
                        .n = kind == MW_MARKS_FACES ? shape->n_faces : shape->n_points,
                        .shape = fingerprint (shape) };
  mesh.marked = g_new0 (guint8, mesh.n + 1);
  mesh.used = g_new0 (guint8, mesh.n + 1);
  for (guint32 face = 0; face < shape->n_faces; face++) {
    const gboolean whole = is_whole (shape, face);
    if (kind == MW_MARKS_FACES)
      mesh.used[face] = (guint8) whole;
    for (guint k = 0; kind == MW_MARKS_VERTICES && whole && k < 3; k++)
      mesh.used[shape->corners[3 * (gsize) face + k]] = 1;
  }
  for (guint32 i = 0; i < mesh.n; i++)
    mesh.n_all += mesh.used[i];
  return mesh;
}

/* --- What can be marked --------------------------------------------------------------------------------------------- */

MwMarkedMesh *
mw_mesh_marks_find (const MwMeshMarks *marks, MwId id)
{
  for (guint i = 0; i < marks->meshes->len; i++)
    if (mesh_at (marks, i)->id == id)
      return mesh_at (marks, i);
  return NULL;
}

/* Counts what is marked, and unmarks what cannot be. */
static void
count (MwMarkedMesh *mesh)
{
  mesh->n_marked = 0;
  for (guint32 i = 0; i < mesh->n; i++)
    mesh->n_marked += mesh->marked[i] &= mesh->used[i];
}

void
mw_mesh_marks_set (MwMeshMarks *marks, const MwModel *model, MwMarksKind kind, const MwId *ids, guint n)
{
  GArray *meshes = g_array_new (FALSE, FALSE, sizeof (MwMarkedMesh));
  MwMeshMarks fresh = { kind, meshes };
  g_array_set_clear_func (meshes, clear_mesh);
  for (guint i = 0; i < n; i++) {
    Shape shape;
    if (mw_mesh_marks_find (&fresh, ids[i]) || !shape_of (model, ids[i], &shape))
      continue;
    MwMarkedMesh mesh = unmarked (&shape, ids[i], kind);
    const MwMarkedMesh *before = mw_mesh_marks_find (marks, ids[i]);
    g_autofree guint8 *flags = before && before->shape == mesh.shape ? mw_mesh_marks_flags (marks, model, kind, ids[i])
                                                                     : NULL;
    if (flags)
      memcpy (mesh.marked, flags, mesh.n);
    count (&mesh);
    g_array_append_val (meshes, mesh);
  }
  g_array_unref (marks->meshes);
  *marks = fresh;
}

void
mw_mesh_marks_follow (MwMeshMarks *marks, const MwModel *model)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (MwId));
  for (guint i = 0; i < marks->meshes->len; i++) {
    Shape shape;
    if (shape_of (model, mesh_at (marks, i)->id, &shape) && fingerprint (&shape) == mesh_at (marks, i)->shape)
      continue;
    for (guint k = 0; k < marks->meshes->len; k++)
      g_array_append_val (ids, mesh_at (marks, k)->id);
    break;
  }
  if (ids->len)
    mw_mesh_marks_set (marks, model, marks->kind, (const MwId *) (const void *) ids->data, ids->len);
}

guint
mw_mesh_marks_count (const MwMeshMarks *marks, guint *of)
{
  guint n = 0, all = 0;
  for (guint i = 0; i < marks->meshes->len; i++) {
    n += mesh_at (marks, i)->n_marked;
    all += mesh_at (marks, i)->n_all;
  }
  if (of)
    *of = all;
  return n;
}

/* --- Marking -------------------------------------------------------------------------------------------------------- */

void
mw_mesh_marks_begin (MwMeshMarks *marks, MwMarksChange change)
{
  for (guint i = 0; change == MW_MARKS_REPLACE && i < marks->meshes->len; i++)
    memset (mesh_at (marks, i)->marked, 0, mesh_at (marks, i)->n);
}

void
mw_mesh_marks_end (MwMeshMarks *marks)
{
  for (guint i = 0; i < marks->meshes->len; i++)
    count (mesh_at (marks, i));
}

void
mw_mesh_marks_put (MwMeshMarks *marks, const MwModel *model, MwId id, guint32 number, gboolean marked)
{
  MwMarkedMesh *mesh = mw_mesh_marks_find (marks, id);
  Shape shape;
  if (!mesh || number >= mesh->n || !mesh->used[number] || !shape_of (model, id, &shape))
    return;
  mesh->marked[number] = marked != 0;
  const float *at = shape.points + 3 * (gsize) number;
  for (guint32 i = 0; marks->kind == MW_MARKS_VERTICES && i < MIN (mesh->n, shape.n_points); i++) {
    const float *other = shape.points + 3 * (gsize) i;
    if (other[0] == at[0] && other[1] == at[1] && other[2] == at[2])
      mesh->marked[i] = marked != 0;
  }
  count (mesh);
}

void
mw_mesh_marks_all (MwMeshMarks *marks)
{
  for (guint i = 0; i < marks->meshes->len; i++)
    memset (mesh_at (marks, i)->marked, 1, mesh_at (marks, i)->n);
  mw_mesh_marks_end (marks);
}

void
mw_mesh_marks_none (MwMeshMarks *marks)
{
  mw_mesh_marks_begin (marks, MW_MARKS_REPLACE);
  mw_mesh_marks_end (marks);
}

void
mw_mesh_marks_invert (MwMeshMarks *marks)
{
  for (guint i = 0; i < marks->meshes->len; i++)
    for (guint32 k = 0; k < mesh_at (marks, i)->n; k++)
      mesh_at (marks, i)->marked[k] ^= 1;
  mw_mesh_marks_end (marks);
}

/* --- What hangs together -------------------------------------------------------------------------------------------- */

/* Marks everything that touches a place of `touched` (one flag for each vertex; those at the same place have the same flag): faces with a
 * corner there, or vertices there. */
static void
mark_touched (MwMarkedMesh *mesh, MwMarksKind kind, const Shape *shape, const guint8 *touched)
{
  if (kind == MW_MARKS_VERTICES) {
    memcpy (mesh->marked, touched, mesh->n);
    return;
  }
  for (guint32 face = 0; face < shape->n_faces; face++) {
    const guint16 *c = shape->corners + 3 * (gsize) face;
    mesh->marked[face] = is_whole (shape, face) && (touched[c[0]] || touched[c[1]] || touched[c[2]]);
  }
}

/* Sets the flag of the root of each vertex that is marked, or is a corner of a face that is. Free with g_free(). */
static guint8 *
marked_roots (const MwMarkedMesh *mesh, MwMarksKind kind, const Shape *shape, guint32 *above)
{
  guint8 *roots = g_new0 (guint8, shape->n_points + 1);
  for (guint32 i = 0; i < mesh->n; i++) {
    if (!mesh->marked[i])
      continue;
    if (kind == MW_MARKS_VERTICES)
      roots[mw_mesh_root (above, i)] = 1;
    for (guint k = 0; kind == MW_MARKS_FACES && k < 3; k++)
      roots[mw_mesh_root (above, shape->corners[3 * (gsize) i + k])] = 1;
  }
  return roots;
}

static void
spread (guint8 *roots, guint32 *above, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    roots[i] = roots[mw_mesh_root (above, i)];
}

/* Whether there is something to do, and the mesh is still in the model as it was when it was marked. */
static gboolean
begin_mesh (const MwMarkedMesh *mesh, MwMarksKind kind, const MwModel *model, Shape *shape)
{
  return mesh->n_marked && shape_of (model, mesh->id, shape)
         && mesh->n == (kind == MW_MARKS_FACES ? shape->n_faces : shape->n_points);
}

static guint32 *
places_of (const Shape *shape)
{
  const MwArray points = { .data = (gpointer) shape->points, .n = shape->n_points };
  return mw_mesh_same_places (&points);
}

void
mw_mesh_marks_connected (MwMeshMarks *marks, const MwModel *model)
{
  for (guint i = 0; i < marks->meshes->len; i++) {
    MwMarkedMesh *mesh = mesh_at (marks, i);
    Shape shape;
    if (!begin_mesh (mesh, marks->kind, model, &shape))
      continue;
    g_autofree guint32 *above = places_of (&shape);
    for (guint32 face = 0; face < shape.n_faces; face++)
      for (guint k = 1; is_whole (&shape, face) && k < 3; k++)
        mw_mesh_join (above, shape.corners[3 * (gsize) face], shape.corners[3 * (gsize) face + k]);
    g_autofree guint8 *roots = marked_roots (mesh, marks->kind, &shape, above);
    spread (roots, above, shape.n_points);
    mark_touched (mesh, marks->kind, &shape, roots);
    count (mesh);
  }
}

void
mw_mesh_marks_grow (MwMeshMarks *marks, const MwModel *model)
{
  for (guint i = 0; i < marks->meshes->len; i++) {
    MwMarkedMesh *mesh = mesh_at (marks, i);
    Shape shape;
    if (!begin_mesh (mesh, marks->kind, model, &shape))
      continue;
    g_autofree guint32 *above = places_of (&shape);
    g_autofree guint8 *roots = marked_roots (mesh, marks->kind, &shape, above),
                      *reached = g_new0 (guint8, shape.n_points + 1);
    spread (roots, above, shape.n_points);
    /* Vertices go one edge further. */
    for (guint32 face = 0; marks->kind == MW_MARKS_VERTICES && face < shape.n_faces; face++) {
      const guint16 *c = shape.corners + 3 * (gsize) face;
      if (is_whole (&shape, face) && (roots[c[0]] || roots[c[1]] || roots[c[2]]))
        for (guint k = 0; k < 3; k++)
          reached[above[c[k]]] = 1;
    }
    for (guint32 k = 0; k < shape.n_points; k++)
      roots[k] |= reached[above[k]];
    mark_touched (mesh, marks->kind, &shape, roots);
    count (mesh);
  }
}

void
mw_mesh_marks_shrink (MwMeshMarks *marks, const MwModel *model)
{
  mw_mesh_marks_invert (marks);
  mw_mesh_marks_grow (marks, model);
  mw_mesh_marks_invert (marks);
}

/* One flag for each face: all corners have one. */
static void
faces_within (const Shape *shape, const guint8 *vertices, guint8 *faces)
{
  for (guint32 face = 0; face < shape->n_faces; face++) {
    const guint16 *c = shape->corners + 3 * (gsize) face;
    faces[face] = is_whole (shape, face) && vertices[c[0]] && vertices[c[1]] && vertices[c[2]];
  }
}

void
mw_mesh_marks_moved (MwMeshMarks *marks, const MwModel *model, const MwId *nodes, guint n, MwMarksChange change)
{
  mw_mesh_marks_begin (marks, change);
  for (guint i = 0; i < marks->meshes->len; i++) {
    MwMarkedMesh *mesh = mesh_at (marks, i);
    Shape shape;
    if (!shape_of (model, mesh->id, &shape))
      continue;
    g_autofree guint8 *moved = g_new0 (guint8, shape.n_points + 1), *faces = g_new0 (guint8, shape.n_faces + 1);
    mw_pose_family (model)->moved (model, mw_model_find (model, mesh->id), nodes, n, moved);
    faces_within (&shape, moved, faces);
    const guint8 *found = marks->kind == MW_MARKS_FACES ? faces : moved;
    for (guint32 k = 0; k < mesh->n; k++)
      if (found[k])
        mesh->marked[k] = change != MW_MARKS_REMOVE;
  }
  mw_mesh_marks_end (marks);
}

/* --- For operations ------------------------------------------------------------------------------------------------- */

guint8 *
mw_mesh_marks_flags (const MwMeshMarks *marks, const MwModel *model, MwMarksKind kind, MwId id)
{
  const MwMarkedMesh *mesh = mw_mesh_marks_find (marks, id);
  Shape shape;
  if (!mesh || !shape_of (model, id, &shape)
      || mesh->n != (marks->kind == MW_MARKS_FACES ? shape.n_faces : shape.n_points))
    return NULL;
  if (kind == marks->kind)
    return g_memdup2 (mesh->marked, mesh->n + 1);
  guint8 *flags = g_new0 (guint8, MAX (shape.n_points, shape.n_faces) + 1);
  if (kind == MW_MARKS_FACES)
    faces_within (&shape, mesh->marked, flags);
  for (guint32 face = 0; kind == MW_MARKS_VERTICES && face < mesh->n; face++)
    for (guint k = 0; mesh->marked[face] && k < 3; k++)
      flags[shape.corners[3 * (gsize) face + k]] = 1;
  return flags;
}

gboolean
mw_mesh_marks_append (GString *text, const guint8 *flags, guint32 n)
{
  gboolean any = FALSE;
  for (guint32 i = 0; i < n; i++) {
    guint32 last = i;
    if (!flags[i])
      continue;
    while (last + 1 < n && flags[last + 1])
      last++;
    g_string_append_printf (text, last > i ? "%s%u-%u" : "%s%u", any ? ";" : "", i, last);
    any = TRUE;
    i = last;
  }
  return any;
}

char *
mw_mesh_marks_text (const MwMeshMarks *marks, const MwModel *model, MwMarksKind kind, const MwId *ids, guint n)
{
  GString *text = g_string_new (NULL);
  gboolean any = FALSE;
  for (guint i = 0; i < n; i++) {
    Shape shape;
    g_autofree guint8 *flags = mw_mesh_marks_flags (marks, model, kind, ids[i]);
    if (i)
      g_string_append_c (text, '/');
    if (flags && shape_of (model, ids[i], &shape))
      any |= mw_mesh_marks_append (text, flags, kind == MW_MARKS_FACES ? shape.n_faces : shape.n_points);
  }
  if (!any)
    g_string_truncate (text, 0);
  return g_string_free (text, FALSE);
}
