/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/mdlx-skin.h"
#include "core/pose/math.h"

/* mdlx.md 5.7: a vertex refers to its group by one byte. */
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
    /* A size greater than the number of members left is cut to that number. */
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

/* --- By weights ----------------------------------------------------------------------------------------------------- */

enum { BONES = 4 };

gboolean
mw_skin_is_weighted (const MwMdlxGeoset *geoset)
{
  return geoset->skin_bones.n > 0 && geoset->skin_weights.n > 0;
}

guint
mw_skin_n_node_matrices (const MwSkeleton *skeleton)
{
  return MIN (mw_skeleton_n_nodes (skeleton), (guint) G_MAXUINT16) + 1;
}

void
mw_skin_node_matrices (const MwSkeleton *skeleton, float *out)
{
  guint n = mw_skin_n_node_matrices (skeleton) - 1;
  for (guint place = 0; place < n; place++)
    memcpy (out + (size_t) 16 * place, mw_skeleton_matrix_at (skeleton, place), 16 * sizeof (float));
  memcpy (out + (size_t) 16 * n, mw_mat_identity, sizeof mw_mat_identity);
}

void
mw_skin_vertex_weights (const MwMdlxGeoset *geoset, const MwSkeleton *skeleton, uint16_t *numbers, uint8_t *weights)
{
  const MwRef *refs = geoset->skin_bones.data;
  const uint16_t *stored = geoset->skin_weights.data;
  uint32_t n = MIN (geoset->vertices.n, MIN (geoset->skin_bones.n, geoset->skin_weights.n));
  guint none = mw_skin_n_node_matrices (skeleton) - 1;
  for (uint32_t i = 0; i < BONES * geoset->vertices.n; i++) {
    gboolean there = i < BONES * n;
    int place = there ? mw_skeleton_place (skeleton, refs[i].id) : -1;
    numbers[i] = (uint16_t) (place < 0 ? none : MIN ((guint) place, none));
    weights[i] = there ? (uint8_t) MIN (stored[i], 255) : 0;
  }
}

void
mw_skin_weighted_vertices (const MwMdlxGeoset *geoset, const MwSkeleton *skeleton, float *positions, float *normals)
{
  uint32_t n = geoset->vertices.n;
  g_autofree uint16_t *numbers = g_new (uint16_t, (gsize) BONES * n + 1);
  g_autofree uint8_t *weights = g_new (uint8_t, (gsize) BONES * n + 1);
  g_autofree float *matrices = g_new (float, (gsize) 16 * mw_skin_n_node_matrices (skeleton));
  mw_skin_vertex_weights (geoset, skeleton, numbers, weights);
  mw_skin_node_matrices (skeleton, matrices);
  for (uint32_t i = 0; i < n; i++) {
    float sum[16] = { 0 };
    guint all = 0;
    for (guint k = BONES * i; k < BONES * (i + 1); k++) {
      all += weights[k];
      for (int c = 0; c < 16; c++)
        sum[c] += (float) weights[k] / 255 * matrices[(size_t) 16 * numbers[k] + (size_t) c];
    }
    if (!all)
      memcpy (sum, mw_mat_identity, sizeof sum);
    if (positions)
      mw_mat_point (sum, (const float *) geoset->vertices.data + (size_t) 3 * i, positions + (size_t) 3 * i);
    if (!normals)
      continue;
    float *out = normals + (size_t) 3 * i;
    out[0] = out[1] = out[2] = 0;
    if (i < geoset->normals.n) {
      mw_mat_direction (sum, (const float *) geoset->normals.data + (size_t) 3 * i, out);
      mw_vec_normalise (out);
    }
  }
}
