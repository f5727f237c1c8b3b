/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/render/mesh-pick.h"
#include "core/render/pick-private.h"
#include "core/render/pick-spots.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct {
  const MwPicker *picker;
  const MwFrame *frame;
  float matrix[16];    /* from model space to clip space */
  MwPickPoint *points; /* of all points of the picker */
} Projection;

static float
nearness (const MwFrame *frame, float depth)
{
  return frame->camera.ortho ? -depth : 1 / MAX (depth, FLT_MIN);
}

static MwPickPoint
project (const Projection *p, const float at[3])
{
  const float *m = p->matrix, *v = p->picker->view;
  const float w = m[3] * at[0] + m[7] * at[1] + m[11] * at[2] + m[15];
  if (!(w > 0))
    return (MwPickPoint) { 0 };
  const float depth = -(v[2] * at[0] + v[6] * at[1] + v[10] * at[2] + v[14]);
  return (MwPickPoint) { ((m[0] * at[0] + m[4] * at[1] + m[8] * at[2] + m[12]) / w + 1) / 2 * (float) p->frame->width,
                         (1 - (m[1] * at[0] + m[5] * at[1] + m[9] * at[2] + m[13]) / w) / 2 * (float) p->frame->height,
                         depth, nearness (p->frame, depth) };
}

static const float *
position (const Projection *p, const MwPosedPart *part, guint32 i)
{
  return (const float *) (const void *) p->picker->own.points->data + 3 * ((gsize) part->first + i);
}

static void
projection_init (Projection *p, MwPicker *picker, const MwFrame *frame)
{
  float projection[16];
  mw_picker_pose (picker, frame);
  *p = (Projection) { .picker = picker, .frame = frame, .points = g_new (MwPickPoint, picker->own.points->len + 1) };
  mw_camera_projection_matrix (&frame->camera, (float) frame->width / (float) MAX (frame->height, 1), projection);
  for (guint column = 0; column < 4; column++)
    for (guint row = 0; row < 4; row++)
      for (guint k = 0; k < 4; k++)
        p->matrix[4 * column + row] += projection[4 * k + row] * picker->view[4 * column + k];
  for (guint i = 0; i < picker->own.points->len; i++)
    p->points[i] = project (p, (const float *) (const void *) picker->own.points->data + 3 * (gsize) i);
}

/* --- Triangles ------------------------------------------------------------------------------------------------------ */

static const MwPosedSurface *
surface_at (const Projection *p, guint i)
{
  return &g_array_index (p->picker->own.surfaces, MwPosedSurface, i);
}

static const MwPosedPart *
part_of (const Projection *p, const MwPosedSurface *surface)
{
  return &g_array_index (p->picker->own.parts, MwPosedPart, surface->part);
}

/* The corners of a triangle that exists and is in front of the eye. *front: it is turned to the viewer. */
static gboolean
triangle_at (const Projection *p, const MwPosedSurface *surface, guint32 i, const MwPickPoint *corners[3],
             gboolean *front)
{
  const MwPosedPart *part = part_of (p, surface);
  const guint16 *indices = (const guint16 *) surface->triangles->data + 3 * (gsize) i;
  for (guint k = 0; k < 3; k++) {
    if (indices[k] >= part->n)
      return FALSE;
    corners[k] = &p->points[part->first + indices[k]];
    if (!(corners[k]->depth > 0))
      return FALSE;
  }
  /* y points down, so this is negative for what is counter-clockwise. */
  *front = (corners[1]->x - corners[0]->x) * (corners[2]->y - corners[0]->y)
             - (corners[2]->x - corners[0]->x) * (corners[1]->y - corners[0]->y)
           < 0;
  return TRUE;
}

static gboolean
shows_back (const Projection *p, const MwPosedSurface *surface)
{
  return surface->two_sided || p->frame->shading == MW_SHADING_WIREFRAME;
}

/* --- Finding -------------------------------------------------------------------------------------------------------- */

/* A vertex or face that is in the area. */
typedef struct {
  MwMarkedMesh *mesh;
  guint32 number;
  MwPickPoint point;
} Candidate;

/* Is told each vertex or face that is found. */
typedef void (*Found) (MwMarkedMesh *mesh, guint32 number, const MwPickPoint *point, gpointer data);

typedef struct {
  Projection projection;
  MwPickArea area;
  gboolean through;
  GArray *candidates; /* Candidate */
} Search;

static void
look_at (Search *s, MwMarkedMesh *mesh, guint32 number, const MwPickPoint *point)
{
  const Candidate candidate = { mesh, number, *point };
  if (point->depth > 0 && mw_pick_area_has (&s->area, point))
    g_array_append_val (s->candidates, candidate);
}

static void
look_at_face (Search *s, MwMarkedMesh *mesh, const MwPosedSurface *surface, guint32 face)
{
  const MwPosedPart *part = part_of (&s->projection, surface);
  const guint16 *indices = (const guint16 *) surface->triangles->data + 3 * (gsize) face;
  float middle[3] = { 0 };
  for (guint i = 0; i < 3; i++)
    for (guint k = 0; k < 3; k++)
      middle[k] += position (&s->projection, part, indices[i])[k] / 3;
  const MwPickPoint point = project (&s->projection, middle);
  look_at (s, mesh, face, &point);
}

static void
search_surface (Search *s, const MwPosedSurface *surface, MwMarkedMesh *mesh, MwMarksKind kind)
{
  const Projection *p = &s->projection;
  const MwPosedPart *part = part_of (p, surface);
  const guint32 n = kind == MW_MARKS_FACES ? surface->triangles->n / 3 : part->n;
  g_autofree guint8 *seen = kind == MW_MARKS_VERTICES ? g_new0 (guint8, part->n + 1) : NULL;
  for (guint32 i = 0; mesh->n == n && i < surface->triangles->n / 3; i++) {
    const MwPickPoint *corners[3];
    gboolean front;
    if (!triangle_at (p, surface, i, corners, &front) || !(front || s->through || shows_back (p, surface)))
      continue;
    if (kind == MW_MARKS_FACES)
      look_at_face (s, mesh, surface, i);
    for (guint k = 0; kind == MW_MARKS_VERTICES && k < 3; k++)
      seen[((const guint16 *) surface->triangles->data)[3 * (gsize) i + k]] = 1;
  }
  for (guint32 i = 0; kind == MW_MARKS_VERTICES && mesh->n == n && i < n; i++)
    if (seen[i])
      look_at (s, mesh, i, &p->points[part->first + i]);
}

/* Leaves out the candidates that something is in front of, nearer by more than the margin. */
static void
remove_hidden (Search *s)
{
  const Projection *p = &s->projection;
  const guint n = s->candidates->len;
  Candidate *candidates = (Candidate *) (void *) s->candidates->data;
  g_autofree MwPickSpot *all = g_new (MwPickSpot, (gsize) n + 1);
  for (guint i = 0; i < n; i++) {
    const MwPickPoint *point = &candidates[i].point;
    all[i] = (MwPickSpot) { point->x, point->y, nearness (p->frame, point->depth - 1e-3f * p->frame->camera.radius),
                            i };
  }
  MwPickSpots spots = mw_pick_spots_sort (&s->area, all, n);
  for (guint i = 0; n && i < p->picker->own.surfaces->len; i++) {
    const MwPosedSurface *surface = surface_at (p, i);
    if (!mw_picker_draws (surface, p->frame->shading) || surface->look == MW_DRAWN_GLOW
        || p->frame->shading == MW_SHADING_WIREFRAME)
      continue;
    for (guint32 k = 0; k < surface->triangles->n / 3; k++) {
      const MwPickPoint *corners[3];
      gboolean front;
      if (triangle_at (p, surface, k, corners, &front) && (front || surface->two_sided))
        mw_pick_spots_hide (&spots, corners);
    }
  }
  for (guint i = 0; i < n; i++)
    if (spots.spots[i].limit == INFINITY)
      candidates[spots.spots[i].index].mesh = NULL;
  mw_pick_spots_clear (&spots);
}

static void
search (MwPicker *picker, const MwFrame *frame, const float (*corners)[2], guint n, gboolean through,
        const MwMeshMarks *marks, Found found, gpointer data)
{
  Search s = { .through = through, .candidates = g_array_new (FALSE, FALSE, sizeof (Candidate)) };
  projection_init (&s.projection, picker, frame);
  s.area = mw_pick_area_fill (frame, corners, n);
  for (guint i = 0; i < picker->own.surfaces->len; i++) {
    const MwPosedSurface *surface = surface_at (&s.projection, i);
    MwMarkedMesh *mesh = mw_mesh_marks_find (marks, surface->mesh);
    if (mesh && mw_picker_draws (surface, frame->shading))
      search_surface (&s, surface, mesh, marks->kind);
  }
  if (!through)
    remove_hidden (&s);
  for (guint i = 0; i < s.candidates->len; i++) {
    const Candidate *candidate = &g_array_index (s.candidates, Candidate, i);
    if (candidate->mesh)
      found (candidate->mesh, candidate->number, &candidate->point, data);
  }
  g_array_unref (s.candidates);
  g_free (s.area.inside);
  g_free (s.projection.points);
}

static void
mark (MwMarkedMesh *mesh, guint32 number, const MwPickPoint *point, gpointer data)
{
  mesh->marked[number] = *(const MwMarksChange *) data != MW_MARKS_REMOVE;
}

void
mw_picker_mark_in (MwPicker *picker, const MwFrame *frame, const float (*corners)[2], guint n, gboolean through,
                   MwMarksChange change, MwMeshMarks *marks)
{
  mw_mesh_marks_begin (marks, change);
  if (n >= 3)
    search (picker, frame, corners, n, through, marks, mark, &change);
  mw_mesh_marks_end (marks);
}

typedef struct {
  float x, y, reach;
  MwId mesh;
  guint32 vertex;
  float distance, depth;
} Nearest;

static void
keep_nearest (MwMarkedMesh *mesh, guint32 number, const MwPickPoint *point, gpointer data)
{
  Nearest *nearest = data;
  const float distance = hypotf (point->x - nearest->x, point->y - nearest->y), same = 0.25f;
  const gboolean nearer = nearest->mesh && fabsf (distance - nearest->distance) <= same ? point->depth < nearest->depth
                                                                                        : distance < nearest->distance;
  if (distance > nearest->reach || (nearest->mesh && !nearer))
    return;
  nearest->mesh = mesh->id;
  nearest->vertex = number;
  nearest->distance = distance;
  nearest->depth = point->depth;
}

gboolean
mw_picker_vertex_at (MwPicker *picker, const MwFrame *frame, float x, float y, float reach, gboolean through,
                     const MwMeshMarks *marks, MwId *mesh, guint32 *vertex)
{
  const float r = reach + 1;
  const float square[4][2] = { { x - r, y - r }, { x + r, y - r }, { x + r, y + r }, { x - r, y + r } };
  Nearest nearest = { .x = x, .y = y, .reach = reach };
  search (picker, frame, square, 4, through, marks, keep_nearest, &nearest);
  *mesh = nearest.mesh;
  *vertex = nearest.vertex;
  return nearest.mesh != 0;
}

/* --- Materials ------------------------------------------------------------------------------------------------------ */

void
mw_picker_same_material (MwPicker *picker, const MwFrame *frame, const MwId *meshes, guint n, GArray *ids)
{
  g_autoptr (GHashTable) materials = g_hash_table_new (g_int64_hash, g_int64_equal);
  mw_picker_pose (picker, frame);
  MwPosedSurface *surfaces = (MwPosedSurface *) (void *) picker->own.surfaces->data;
  for (guint i = 0; i < picker->own.surfaces->len; i++)
    if (mw_ids_have (meshes, n, surfaces[i].mesh))
      g_hash_table_add (materials, &surfaces[i].material);
  for (guint i = 0; i < picker->own.surfaces->len; i++)
    if (g_hash_table_contains (materials, &surfaces[i].material)
        && !mw_ids_have ((const MwId *) (const void *) ids->data, ids->len, surfaces[i].mesh))
      g_array_append_val (ids, surfaces[i].mesh);
}
