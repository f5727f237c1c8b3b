/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/skin.h"
#include "core/pose/math.h"

/* MDX reference, GNDX: a vertex names its group by one byte. */
#define GROUPS_MAX 256u

static guint
n_groups (const MwMdlxGeoset *geoset)
{
  return MIN (geoset->group_sizes.n, GROUPS_MAX);
}

guint
mw_skin_n_matrices (const MwMdlxGeoset *geoset)
{
  return n_groups (geoset) + 1;
}

void
mw_skin_group_matrices (const MwMdlxGeoset *geoset, const MwSkeleton *skeleton, float *out)
{
  const uint32_t *sizes = geoset->group_sizes.data;
  const MwRef *members = geoset->group_members.data;
  uint32_t at = 0, left = geoset->group_members.n;
  guint n = n_groups (geoset);

  for (guint g = 0; g < n; g++) {
    /* Sizes that ask for more members than there are get what is left. */
    uint32_t size = MIN (sizes[g], left), moving = 0;
    float *matrix = out + (size_t) 16 * g;
    memset (matrix, 0, 16 * sizeof (float));
    for (uint32_t m = 0; m < size; m++) {
      int place = mw_skeleton_place (skeleton, members[at + m].id);
      if (place < 0)
        continue;
      const float *world = mw_skeleton_matrix_at (skeleton, (guint) place);
      for (int i = 0; i < 16; i++)
        matrix[i] += world[i];
      moving++;
    }
    if (moving == 0)
      memcpy (matrix, mw_mat_identity, sizeof mw_mat_identity);
    else if (moving > 1)
      for (int i = 0; i < 16; i++)
        matrix[i] /= (float) moving;
    at += size;
    left -= size;
  }
  memcpy (out + (size_t) 16 * n, mw_mat_identity, sizeof mw_mat_identity);
}

static guint
vertex_matrix (const MwMdlxGeoset *geoset, uint32_t vertex, guint n)
{
  guint group = vertex < geoset->vertex_groups.n ? ((const uint8_t *) geoset->vertex_groups.data)[vertex] : n;
  return MIN (group, n);
}

void
mw_skin_vertex_matrices (const MwMdlxGeoset *geoset, uint16_t *out)
{
  guint n = n_groups (geoset);
  for (uint32_t i = 0; i < geoset->vertices.n; i++)
    out[i] = (uint16_t) vertex_matrix (geoset, i, n);
}

void
mw_skin_vertices (const MwMdlxGeoset *geoset, const float *matrices, float *positions, float *normals)
{
  const float *vertex = geoset->vertices.data, *normal = geoset->normals.data;
  guint n = n_groups (geoset);

  for (uint32_t i = 0; i < geoset->vertices.n; i++) {
    const float *matrix = matrices + (size_t) 16 * vertex_matrix (geoset, i, n);
    if (positions)
      mw_mat_point (matrix, vertex + (size_t) 3 * i, positions + (size_t) 3 * i);
    if (normals) {
      float *out = normals + (size_t) 3 * i;
      if (i < geoset->normals.n) {
        mw_mat_direction (matrix, normal + (size_t) 3 * i, out);
        mw_vec_normalise (out);
      } else {
        out[0] = out[1] = out[2] = 0;
      }
    }
  }
}

gboolean
mw_skin_bounds (const MwMdlxGeoset *geoset, const float *matrices, float min[3], float max[3])
{
  const float *vertex = geoset->vertices.data;
  guint n = n_groups (geoset);
  gboolean any = FALSE;

  for (int k = 0; k < 3; k++)
    min[k] = max[k] = 0;
  for (uint32_t i = 0; i < geoset->vertices.n; i++) {
    float p[3];
    mw_mat_point (matrices + (size_t) 16 * vertex_matrix (geoset, i, n), vertex + (size_t) 3 * i, p);
    if (!isfinite (p[0]) || !isfinite (p[1]) || !isfinite (p[2]))
      continue;
    for (int k = 0; k < 3; k++) {
      min[k] = any ? MIN (min[k], p[k]) : p[k];
      max[k] = any ? MAX (max[k], p[k]) : p[k];
    }
    any = TRUE;
  }
  return any;
}
