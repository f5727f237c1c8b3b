/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/edit/operations/posed.h"
#include "core/model/m2/m2.h"
#include "core/model/mdlx/mdlx.h"
#include "core/pose/mdlx-material.h"

/* Adds a weight's share of where a node takes a point. */
static void
add_share (const float *m, const float *at, double share, double p[3])
{
  for (guint c = 0; c < 3; c++)
    p[c] += share
            * ((double) m[c] * (double) at[0] + (double) m[4 + c] * (double) at[1] + (double) m[8 + c] * (double) at[2]
               + (double) m[12 + c]);
}

/* Where a vertex of a geoset is. */
static void
place_of_vertex (const MwMdlxGeoset *geoset, const MwSkeleton *skeleton, uint32_t i, double p[3])
{
  const float *at = (const float *) geoset->vertices.data + 3 * i;
  double sum = 0;
  p[0] = p[1] = p[2] = 0;
  if (geoset->skin_bones.n) {
    const MwRef *bones = (const MwRef *) geoset->skin_bones.data + 4 * i;
    const uint16_t *weights = (const uint16_t *) geoset->skin_weights.data + 4 * i;
    for (guint k = 0; i < geoset->skin_bones.n && i < geoset->skin_weights.n && k < 4; k++) {
      add_share (mw_skeleton_matrix (skeleton, bones[k].id), at, weights[k] / 255., p);
      sum += weights[k];
    }
  } else {
    const uint32_t *sizes = geoset->group_sizes.data, group = ((const uint8_t *) geoset->vertex_groups.data)[i];
    uint32_t first = 0;
    for (uint32_t g = 0; g < group && g < geoset->group_sizes.n; g++)
      first += sizes[g];
    for (uint32_t m = first; group < geoset->group_sizes.n && m < first + sizes[group]; m++) {
      add_share (mw_skeleton_matrix (skeleton, ((const MwRef *) geoset->group_members.data)[m].id), at, 1, p);
      sum++;
    }
    for (guint c = 0; sum && c < 3; c++)
      p[c] /= sum;
  }
  if (!sum)
    add_share ((const float[16]) { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 }, at, 1, p);
}

static void
place_of_m2_vertex (const MwM2 *model, const MwSkeleton *skeleton, uint32_t i, double p[3])
{
  const float *at = (const float *) model->positions.data + 3 * i;
  const uint8_t *bones = (const uint8_t *) model->bone_indices.data + 4 * i,
                *weights = (const uint8_t *) model->bone_weights.data + 4 * i;
  guint sum = 0;
  p[0] = p[1] = p[2] = 0;
  for (guint k = 0; k < 4; k++)
    if (weights[k]) {
      add_share (mw_skeleton_matrix (skeleton, model->bones.items[bones[k]]->id), at, weights[k] / 255., p);
      sum += weights[k];
    }
  for (guint c = 0; !sum && c < 3; c++)
    p[c] = (double) at[c];
}

void
table_visit_shown (const MwModel *model, MwSkeleton *skeleton, const MwClock *clock, TablePointVisitor visit,
                   gpointer data)
{
  double p[3];
  mw_skeleton_update (skeleton, clock, NULL);
  if (model->record.schema == &mw_m2_schema) {
    const MwM2 *m2 = (const MwM2 *) model;
    for (uint32_t i = 0; i < m2->positions.n; i++) {
      place_of_m2_vertex (m2, skeleton, i, p);
      visit (p, data);
    }
    return;
  }
  const MwMdlx *mdlx = (const MwMdlx *) model;
  g_autofree MwGeosetState *states = g_new0 (MwGeosetState, mdlx->geosets.n + 1);
  mw_geosets_evaluate (mdlx, clock, states);
  for (uint32_t g = 0; g < mdlx->geosets.n; g++)
    for (uint32_t i = 0; states[g].visible && i < ((const MwMdlxGeoset *) mdlx->geosets.items[g])->vertices.n; i++) {
      place_of_vertex ((const MwMdlxGeoset *) mdlx->geosets.items[g], skeleton, i, p);
      visit (p, data);
    }
}

void
table_box_add (const double p[3], gpointer data)
{
  TableBox *box = data;
  for (guint k = 0; k < 3; k++) {
    box->min[k] = box->any ? MIN (box->min[k], p[k]) : p[k];
    box->max[k] = box->any ? MAX (box->max[k], p[k]) : p[k];
  }
  box->any = TRUE;
}
