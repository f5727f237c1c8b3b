/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/convert/convert-private.h"

#include <math.h>
#include <string.h>

/* Tangents from triangles and texture coordinates: of each triangle the directions in which u and v grow, summed over the
 * triangles of a vertex by their angle there, made square to the normal; w is 1 or -1, by whether v grows along the cross
 * product of normal and tangent. Vertices are not split: where a mirrored half shares them the sum decides. */

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

static Vector
cross (Vector a, Vector b)
{
  return (Vector) { a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

/* Zero stays zero. */
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

static double
angle_between (Vector a, Vector b)
{
  double cosine = dot (unit (a), unit (b));
  return acos (CLAMP (cosine, -1, 1));
}

static void
add_triangle (const MwMdlxGeoset *geoset, const float *uvs, const uint16_t *corners, Vector *u_sums, Vector *v_sums)
{
  Vector p[3];
  for (guint k = 0; k < 3; k++)
    p[k] = vector_at (&geoset->vertices, corners[k]);
  Vector e1 = combine (p[1], 1, p[0], -1), e2 = combine (p[2], 1, p[0], -1);
  const float *t0 = uvs + 2 * corners[0], *t1 = uvs + 2 * corners[1], *t2 = uvs + 2 * corners[2];
  double u1 = t1[0] - t0[0], v1 = t1[1] - t0[1], u2 = t2[0] - t0[0], v2 = t2[1] - t0[1];
  double area = u1 * v2 - u2 * v1;
  if (!(fabs (area) > 0) || !isfinite (area))
    return;
  double sign = area < 0 ? -1 : 1;
  Vector along_u = combine (e1, sign * v2, e2, -sign * v1), along_v = combine (e2, sign * u1, e1, -sign * u2);
  for (guint k = 0; k < 3; k++) {
    Vector normal = unit (vector_at (&geoset->normals, corners[k]));
    double angle = angle_between (combine (p[(k + 1) % 3], 1, p[k], -1), combine (p[(k + 2) % 3], 1, p[k], -1));
    u_sums[corners[k]] = combine (u_sums[corners[k]], 1, square_to (along_u, normal), angle);
    v_sums[corners[k]] = combine (v_sums[corners[k]], 1, square_to (along_v, normal), angle);
  }
}

/* Some direction square to the normal, for vertices without triangles or texture coordinates that differ. */
static Vector
any_tangent (Vector normal)
{
  Vector x = { 1, 0, 0 }, y = { 0, 1, 0 };
  return square_to (fabs (normal.x) < 0.9 ? x : y, normal);
}

MwArray
mw_convert_tangents (const MwMdlxGeoset *geoset)
{
  const MwMdlxUvSet *set = geoset->uv_sets.n ? (const MwMdlxUvSet *) geoset->uv_sets.items[0] : NULL;
  const uint32_t n = geoset->vertices.n;
  const uint16_t *faces = geoset->faces.data;
  if (!n || !set || set->uvs.n != n || geoset->normals.n != n)
    return (MwArray) { NULL, NULL, 0 };
  g_autofree Vector *u_sums = g_new0 (Vector, n), *v_sums = g_new0 (Vector, n);
  for (uint32_t i = 0; i + 3 <= geoset->faces.n; i += 3)
    if (faces[i] < n && faces[i + 1] < n && faces[i + 2] < n)
      add_triangle (geoset, set->uvs.data, faces + i, u_sums, v_sums);
  MwArray tangents = mw_array_new (n, 16);
  for (uint32_t i = 0; i < n; i++) {
    Vector normal = unit (vector_at (&geoset->normals, i)), tangent = square_to (u_sums[i], normal);
    if (dot (tangent, tangent) == 0)
      tangent = any_tangent (normal);
    float handed = dot (cross (normal, tangent), v_sums[i]) < 0 ? -1 : 1;
    const float row[4] = { (float) tangent.x, (float) tangent.y, (float) tangent.z, handed };
    memcpy ((float *) tangents.data + 4 * (size_t) i, row, sizeof row);
  }
  return tangents;
}
