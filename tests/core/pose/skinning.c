/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/pose/skinning.h"
#include "core/pose/math.h"

enum { BONES = 4 };

void
skin_vertices (const MwMdlxGeoset *geoset, const float *matrices, float *positions, float *normals)
{
  const float *vertex = geoset->vertices.data, *normal = geoset->normals.data;
  g_autofree uint16_t *numbers = g_new (uint16_t, geoset->vertices.n + 1);
  mw_skin_vertex_matrices (geoset, numbers);

  for (uint32_t i = 0; i < geoset->vertices.n; i++) {
    const float *matrix = matrices + (size_t) 16 * numbers[i];
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
skin_bounds (const MwMdlxGeoset *geoset, const float *matrices, float min[3], float max[3])
{
  const float *vertex = geoset->vertices.data;
  g_autofree uint16_t *numbers = g_new (uint16_t, geoset->vertices.n + 1);
  mw_skin_vertex_matrices (geoset, numbers);
  gboolean any = FALSE;

  for (int k = 0; k < 3; k++)
    min[k] = max[k] = 0;
  for (uint32_t i = 0; i < geoset->vertices.n; i++) {
    float p[3];
    mw_mat_point (matrices + (size_t) 16 * numbers[i], vertex + (size_t) 3 * i, p);
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

void
skin_weighted_vertices (const MwMdlxGeoset *geoset, const MwSkeleton *skeleton, float *positions, float *normals)
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
