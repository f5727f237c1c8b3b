/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/convert/convert-private.h"

#include <math.h>
#include <string.h>

/* Tangents from triangles and texture coordinates, computed as the game's exporter does (MikkTSpace): at each corner of
 * a triangle the direction in which u grows, made perpendicular to the vertex normal and normalised, summed with the
 * corner's angle (seen along that normal) as weight. Vertices with the same position, normal and texture coordinates
 * are treated as one, but triangles with mirrored texture coordinates are summed separately.
 *
 * w is 1, or -1 where the texture is mirrored, so that cross (normal, tangent) * w points to where v shrinks: up in
 * the image. This holds for every geoset in the exporter's files whose tangents match its texture coordinates. */

typedef struct {
  double x, y, z;
} Vector;

static Vector
vector_at (const MwArray *array, uint32_t i)
{
  const float *at = (const float *) array->data + 3 * (size_t) i;
  return (Vector) { at[0], at[1], at[2] };
}

static Vector
combine (Vector a, double s, Vector b, double t)
{
  return (Vector) { s * a.x + t * b.x, s * a.y + t * b.y, s * a.z + t * b.z };
}

static double
dot (Vector a, Vector b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* Zero is returned as zero. */
static Vector
unit (Vector a)
{
  double length = sqrt (dot (a, a));
  return length > 0 && isfinite (length) ? combine (a, 1 / length, a, 0) : (Vector) { 0, 0, 0 };
}

static Vector
square_to (Vector direction, Vector normal)
{
  return unit (combine (direction, 1, normal, -dot (direction, normal)));
}

/* --- Vertices that are one ------------------------------------------------------------------------------------------- */

/* Position, normal, texture coordinates. */
enum { PARTS = 8 };

static guint
hash_parts (gconstpointer data)
{
  const uint32_t *words = data;
  guint hash = 0;
  for (guint i = 0; i < PARTS; i++)
    hash = (hash ^ words[i]) * 2654435761u + (hash >> 15);
  return hash;
}

static gboolean
equal_parts (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, PARTS * sizeof (float)) == 0;
}

/* For each vertex the first vertex that equals it. Free with g_free(). */
static uint32_t *
find_same (const MwMdlxGeoset *geoset, const float *uvs)
{
  const uint32_t n = geoset->vertices.n;
  g_autofree float *parts = g_malloc_n ((gsize) n + 1, PARTS * sizeof (float));
  g_autoptr (GHashTable) first = g_hash_table_new (hash_parts, equal_parts);
  uint32_t *same = g_new (uint32_t, (gsize) n + 1);
  for (uint32_t i = 0; i < n; i++) {
    float *own = parts + PARTS * (size_t) i;
    memcpy (own, (const float *) geoset->vertices.data + 3 * (size_t) i, 12);
    memcpy (own + 3, (const float *) geoset->normals.data + 3 * (size_t) i, 12);
    memcpy (own + 6, uvs + 2 * (size_t) i, 8);
    /* -0 becomes 0. */
    for (guint k = 0; k < PARTS; k++)
      own[k] += 0.0f;
    gpointer found;
    same[i] = g_hash_table_lookup_extended (first, own, NULL, &found) ? GPOINTER_TO_UINT (found) : i;
    if (same[i] == i)
      g_hash_table_insert (first, own, GUINT_TO_POINTER (i));
  }
  return same;
}

/* --- Sums ------------------------------------------------------------------------------------------------------------- */

enum { PLAIN, MIRRORED, N_SIDES };

typedef struct {
  const MwMdlxGeoset *geoset;
  const float *uvs;
  uint32_t *same;
  Vector (*sums)[N_SIDES];   /* by the first of equal vertices */
  double (*angles)[N_SIDES]; /* by vertex: of its own corners */
} Tangents;

static gboolean
is_same_place (Vector a, Vector b)
{
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

static void
add_triangle (Tangents *t, const uint16_t *corners)
{
  Vector p[3];
  for (guint k = 0; k < 3; k++)
    p[k] = vector_at (&t->geoset->vertices, corners[k]);
  if (is_same_place (p[0], p[1]) || is_same_place (p[1], p[2]) || is_same_place (p[2], p[0]))
    return;
  Vector e1 = combine (p[1], 1, p[0], -1), e2 = combine (p[2], 1, p[0], -1);
  const float *t0 = t->uvs + 2 * (size_t) corners[0], *t1 = t->uvs + 2 * (size_t) corners[1],
              *t2 = t->uvs + 2 * (size_t) corners[2];
  double v1 = (double) t1[1] - t0[1], v2 = (double) t2[1] - t0[1];
  double area = ((double) t1[0] - t0[0]) * v2 - ((double) t2[0] - t0[0]) * v1;
  if (!(fabs (area) > 0) || !isfinite (area))
    return;
  guint side = area > 0 ? MIRRORED : PLAIN; /* v grows downwards */
  double sign = area < 0 ? -1 : 1;
  Vector along_u = combine (e1, sign * v2, e2, -sign * v1);
  for (guint k = 0; k < 3; k++) {
    Vector normal = unit (vector_at (&t->geoset->normals, corners[k]));
    Vector to_next = square_to (combine (p[(k + 1) % 3], 1, p[k], -1), normal),
           to_last = square_to (combine (p[(k + 2) % 3], 1, p[k], -1), normal);
    double cosine = dot (to_next, to_last), angle = acos (CLAMP (cosine, -1, 1));
    Vector *sum = &t->sums[t->same[corners[k]]][side];
    *sum = combine (*sum, 1, square_to (along_u, normal), angle);
    t->angles[corners[k]][side] += angle;
  }
}

/* Any direction perpendicular to the normal, for vertices without triangles or with degenerate texture coordinates. */
static Vector
any_tangent (Vector normal)
{
  Vector x = { 1, 0, 0 }, y = { 0, 1, 0 };
  return square_to (fabs (normal.x) < 0.9 ? x : y, normal);
}

static void
store_tangent (const Tangents *t, uint32_t i, float row[4])
{
  Vector normal = unit (vector_at (&t->geoset->normals, i));
  const double *angles = t->angles[i];
  guint side = angles[MIRRORED] > angles[PLAIN] ? MIRRORED : PLAIN;
  Vector tangent = square_to (t->sums[t->same[i]][side], normal);
  if (dot (tangent, tangent) == 0)
    tangent = any_tangent (normal);
  row[0] = (float) tangent.x;
  row[1] = (float) tangent.y;
  row[2] = (float) tangent.z;
  row[3] = side == MIRRORED ? -1 : 1;
}

MwArray
mw_convert_tangents (const MwMdlxGeoset *geoset, uint32_t *n_split)
{
  const MwMdlxUvSet *set = geoset->uv_sets.n ? (const MwMdlxUvSet *) geoset->uv_sets.items[0] : NULL;
  const uint32_t n = geoset->vertices.n;
  const uint16_t *faces = geoset->faces.data;
  *n_split = 0;
  if (!n || !set || set->uvs.n != n || geoset->normals.n != n)
    return (MwArray) { NULL, NULL, 0 };
  Tangents t = { .geoset = geoset, .uvs = set->uvs.data, .same = find_same (geoset, set->uvs.data) };
  t.sums = g_malloc0_n (n, sizeof *t.sums);
  t.angles = g_malloc0_n (n, sizeof *t.angles);
  for (uint32_t i = 0; i + 3 <= geoset->faces.n; i += 3)
    if (faces[i] < n && faces[i + 1] < n && faces[i + 2] < n)
      add_triangle (&t, faces + i);
  MwArray tangents = mw_array_new (n, 16);
  for (uint32_t i = 0; i < n; i++) {
    *n_split += t.angles[i][PLAIN] > 0 && t.angles[i][MIRRORED] > 0;
    store_tangent (&t, i, (float *) tangents.data + 4 * (size_t) i);
  }
  g_free (t.same);
  g_free (t.sums);
  g_free (t.angles);
  return tangents;
}
