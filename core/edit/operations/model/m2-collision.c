/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/edit/operations/model/m2-collision.h"
#include "core/edit/m2-rules.h"
#include "core/edit/operations/operations.h"

#include <math.h>
#include <string.h>

/* The collision mesh of an M2: one list of triangles with a normal each, in a box. */

/* The bounds of the collision are those of all its vertices. */
static gboolean
set_bounds (MwDocument *document, GError **error)
{
  const MwM2 *model = mw_m2_of (document);
  const MwId root = model->model.record.id;
  const float *points = model->collision_vertices.data;
  MwBounds bounds = { 0 };
  double square = 0;
  for (guint k = 0; k < 3; k++) {
    bounds.min[k] = bounds.max[k] = points[k];
    for (uint32_t i = 0; i < model->collision_vertices.n; i++) {
      bounds.min[k] = MIN (bounds.min[k], points[3 * (gsize) i + k]);
      bounds.max[k] = MAX (bounds.max[k], points[3 * (gsize) i + k]);
    }
    square += ((double) bounds.max[k] - (double) bounds.min[k]) * ((double) bounds.max[k] - (double) bounds.min[k]) / 4;
  }
  bounds.radius = (float) sqrt (square);
  return mw_document_set_field (document, root, MW_FIELD (MwM2, collision_bounds.min), bounds.min, sizeof bounds.min,
                                error)
         && mw_document_set_field (document, root, MW_FIELD (MwM2, collision_bounds.max), bounds.max, sizeof bounds.max,
                                   error)
         && mw_document_set_field (document, root, MW_FIELD (MwM2, collision_bounds.radius), &bounds.radius,
                                   sizeof bounds.radius, error);
}

/* The direction to the side from which the corners run counterclockwise, with the length 1. */
static void
normal_of (const float *points, const guint16 *corners, float out[3])
{
  const float *a = points + 3 * (gsize) corners[0], *b = points + 3 * (gsize) corners[1],
              *c = points + 3 * (gsize) corners[2];
  double cross[3], square = 0;
  for (guint k = 0; k < 3; k++) {
    const guint i = (k + 1) % 3, j = (k + 2) % 3;
    cross[k] = ((double) b[i] - (double) a[i]) * ((double) c[j] - (double) a[j])
               - ((double) b[j] - (double) a[j]) * ((double) c[i] - (double) a[i]);
    square += cross[k] * cross[k];
  }
  for (guint k = 0; k < 3; k++)
    out[k] = square > 0 ? (float) (cross[k] / sqrt (square)) : 0;
}

/* Adds triangles. `normals` has one for each; NULL: they follow from the corners. */
static gboolean
append (MwDocument *document, const float *points, guint n_points, const guint16 *corners, guint n_triangles,
        const float *normals, GError **error)
{
  const MwM2 *model = mw_m2_of (document);
  const uint32_t first = model->collision_vertices.n, first_triangle = model->collision_triangles.n,
                 first_normal = model->collision_normals.n;
  if (first + (guint64) n_points > G_MAXUINT16)
    return mw_operation_refuse (NULL, error, "there is no room for more collision vertices");
  const MwField *const fields[] = { MW_FIELD (MwM2, collision_vertices), MW_FIELD (MwM2, collision_triangles),
                                    MW_FIELD (MwM2, collision_normals) };
  const MwArray *const old[] = { &model->collision_vertices, &model->collision_triangles, &model->collision_normals };
  const guint more[] = { n_points, 3 * n_triangles, n_triangles };
  MwArray made[G_N_ELEMENTS (fields)];
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++) {
    const gsize size = mw_field_element_size (fields[i]);
    made[i] = mw_array_new (old[i]->n + more[i], size);
    if (old[i]->n)
      memcpy (made[i].data, old[i]->data, old[i]->n * size);
  }
  memcpy ((float *) made[0].data + 3 * (gsize) first, points, n_points * 3 * sizeof (float));
  for (guint i = 0; i < 3 * n_triangles; i++)
    ((uint16_t *) made[1].data)[first_triangle + i] = (uint16_t) (first + corners[i]);
  float *normal = (float *) made[2].data + 3 * (gsize) first_normal;
  for (guint i = 0; i < n_triangles; i++, normal += 3)
    if (normals)
      memcpy (normal, normals + 3 * (gsize) i, 3 * sizeof (float));
    else
      normal_of (points, corners + 3 * (gsize) i, normal);
  return mw_document_swap_arrays (document, model->model.record.id, G_N_ELEMENTS (fields), fields, made, error)
         && set_bounds (document, error);
}

gboolean
mw_m2_collide_mesh (MwDocument *document, const float *points, guint n_points, const guint16 *corners,
                    guint n_triangles, GError **error)
{
  return append (document, points, n_points, corners, n_triangles, NULL, error);
}

gboolean
mw_m2_collide (MwDocument *document, const float min[3], const float max[3], gboolean sphere, GError **error)
{
  enum { CORNERS = 8, SIDES = 6, QUAD = 4, TWO_TRIANGLES = 6 };
  /* The corners of each side, counterclockwise from outside; bit k of a corner is its place along axis k. */
  static const guint8 sides[SIDES][QUAD] = { { 0, 4, 6, 2 }, { 1, 3, 7, 5 }, { 0, 1, 5, 4 },
                                             { 2, 6, 7, 3 }, { 0, 2, 3, 1 }, { 4, 5, 7, 6 } };
  static const guint8 two[TWO_TRIANGLES] = { 0, 1, 2, 0, 2, 3 };
  float points[CORNERS][3];
  guint16 corners[SIDES * TWO_TRIANGLES];
  float normals[2 * SIDES][3] = { { 0 } };
  if (sphere)
    return mw_operation_refuse (NULL, error, "M2 has no collision spheres: its collision is a mesh");
  for (guint i = 0; i < CORNERS; i++)
    for (guint k = 0; k < 3; k++)
      points[i][k] = i >> k & 1 ? max[k] : min[k];
  for (guint i = 0; i < SIDES; i++)
    for (guint k = 0; k < TWO_TRIANGLES; k++)
      corners[TWO_TRIANGLES * i + k] = sides[i][two[k]];
  for (guint i = 0; i < 2 * SIDES; i++)
    normals[i][i / 4] = i / 2 % 2 ? 1 : -1;
  return append (document, points[0], CORNERS, corners, 2 * SIDES, normals[0], error);
}
