/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/family.h"
#include "core/pose/math.h"
#include "core/pose/mdlx-material.h"
#include "core/pose/mdlx-skin.h"

static void
pose_by_groups (const MwMdlxGeoset *geoset, const MwSkeleton *skeleton, float *out)
{
  const float *vertices = geoset->vertices.data;
  g_autofree float *matrices = g_new (float, 16 * (gsize) mw_skin_n_matrices (geoset));
  g_autofree uint16_t *numbers = g_new (uint16_t, geoset->vertices.n);
  mw_skin_group_matrices (geoset, skeleton, matrices);
  mw_skin_vertex_matrices (geoset, numbers);
  for (gsize i = 0; i < geoset->vertices.n; i++)
    mw_mat_point (matrices + (gsize) 16 * numbers[i], vertices + 3 * i, out + 3 * i);
}

static void
pose_by_weights (const MwMdlxGeoset *geoset, const MwSkeleton *skeleton, float *out)
{
  enum { BONES = 4 };
  const float *vertices = geoset->vertices.data;
  g_autofree float *matrices = g_new (float, 16 * (gsize) mw_skin_n_node_matrices (skeleton));
  g_autofree uint16_t *numbers = g_new (uint16_t, BONES * (gsize) geoset->vertices.n);
  g_autofree uint8_t *weights = g_new (uint8_t, BONES * (gsize) geoset->vertices.n);
  mw_skin_node_matrices (skeleton, matrices);
  mw_skin_vertex_weights (geoset, skeleton, numbers, weights);
  for (gsize i = 0; i < geoset->vertices.n; i++)
    mw_mat_point_weighted (matrices, numbers + BONES * i, weights + BONES * i, vertices + 3 * i, out + 3 * i);
}

void
mw_mdlx_posed_mesh (const MwSkeleton *skeleton, const MwClock *clock, GArray *parts, GArray *points)
{
  const MwMdlx *model = (const MwMdlx *) mw_skeleton_model (skeleton);
  g_autofree MwGeosetState *states = g_new0 (MwGeosetState, model->geosets.n + 1);
  mw_geosets_evaluate (model, clock, states);
  for (uint32_t i = 0; i < model->geosets.n; i++) {
    const MwMdlxGeoset *geoset = (const MwMdlxGeoset *) model->geosets.items[i];
    MwPosedPart part = { geoset->record.id, points->len, geoset->vertices.n, states[i].visible };
    g_array_set_size (points, part.first + part.n);
    g_array_append_val (parts, part);
    if (part.n)
      (mw_skin_is_weighted (geoset) ? pose_by_weights : pose_by_groups) (
        geoset, skeleton, (float *) points->data + 3 * (gsize) part.first);
  }
}
