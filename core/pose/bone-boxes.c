/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/bone-boxes.h"
#include "core/pose/family.h"
#include "core/pose/math.h"
#include "core/pose/node-moments.h"

#include <string.h>

struct _MwBoneBoxes {
  MwSkeleton *skeleton;
  guint8 *wanted;   /* by place: it or one below it moves vertices */
  MwBoneBox *boxes; /* by place in the skeleton; the last one is that of vertices that no node moves */
  MwNodeMoments *moments;
};

void
mw_bone_box_add_all (MwBoneBox *box, const float *points, gsize n)
{
  MwBoneBox all = { .any = TRUE, .min = { INFINITY, INFINITY, INFINITY }, .max = { -INFINITY, -INFINITY, -INFINITY } };
  float sum = 0;
  /* Without a branch for each point: nearly all meshes have only numbers. */
  for (gsize i = 0; i < n; i++)
    for (guint k = 0; k < 3; k++) {
      const float at = points[3 * i + k];
      sum += 0 * at;
      all.min[k] = MIN (all.min[k], at);
      all.max[k] = MAX (all.max[k], at);
    }
  if (n && !isnan (sum)) {
    mw_bone_box_add (box, all.min);
    mw_bone_box_add (box, all.max);
    return;
  }
  for (gsize i = 0; i < n; i++)
    mw_bone_box_add (box, points + 3 * i);
}

MwBoneBoxes *
mw_bone_boxes_new (const MwModel *model)
{
  MwBoneBoxes *self = g_new0 (MwBoneBoxes, 1);
  self->skeleton = mw_skeleton_new (model);
  self->boxes = g_new0 (MwBoneBox, mw_skeleton_n_nodes (self->skeleton) + 1);
  mw_pose_family (model)->bone_boxes (self->skeleton, self->boxes);
  /* Parents have smaller places. */
  self->wanted = g_new0 (guint8, mw_skeleton_n_nodes (self->skeleton) + 1);
  for (guint i = mw_skeleton_n_nodes (self->skeleton); i-- > 0;) {
    const int parent = mw_skeleton_parent_at (self->skeleton, i);
    self->wanted[i] |= self->boxes[i].any;
    if (parent >= 0)
      self->wanted[parent] |= self->wanted[i];
  }
  self->moments = mw_node_moments_new (self->skeleton, self->wanted, MW_BONE_BOXES_MOMENTS);
  return self;
}

void
mw_bone_boxes_free (MwBoneBoxes *self)
{
  mw_node_moments_free (self->moments);
  mw_skeleton_free (self->skeleton);
  g_free (self->boxes);
  g_free (self->wanted);
  g_free (self);
}

/* Joins the box around a transformed box. */
static void
join (MwBoneBox *all, const MwBoneBox *box, const float m[16])
{
  float low[3], high[3], sum = 0;
  for (guint row = 0; row < 3; row++) {
    low[row] = high[row] = m[12 + row];
    for (guint k = 0; k < 3; k++) {
      const float a = m[4 * k + row] * box->min[k], b = m[4 * k + row] * box->max[k];
      low[row] += MIN (a, b);
      high[row] += MAX (a, b);
    }
    sum += 0 * low[row] + 0 * high[row];
  }
  if (!all->any || isnan (sum)) {
    mw_bone_box_add (all, low);
    mw_bone_box_add (all, high);
    return;
  }
  for (guint k = 0; k < 3; k++) {
    all->min[k] = MIN (all->min[k], low[k]);
    all->max[k] = MAX (all->max[k], high[k]);
  }
}

static void
join_all (MwBoneBox *all, const MwBoneBox *box)
{
  if (!box->any)
    return;
  mw_bone_box_add (all, box->min);
  mw_bone_box_add (all, box->max);
}

void
mw_bone_boxes_at (MwBoneBoxes *self, const MwClock *clocks, guint n, MwBoneBox *out)
{
  g_return_if_fail (n > 0 && n <= MW_BONE_BOXES_MOMENTS);
  const guint n_nodes = mw_skeleton_n_nodes (self->skeleton);
  MwBoneBox still = self->boxes[n_nodes];
  memset (out, 0, n * sizeof *out);
  mw_node_moments_pose (self->moments, clocks, n);
  for (guint i = 0; i < n_nodes; i++)
    if (self->boxes[i].any && mw_node_moments_are_equal (self->moments, i))
      join (&still, &self->boxes[i], mw_node_moments_matrix (self->moments, i, 0));
    else if (self->boxes[i].any)
      for (guint k = 0; k < n; k++)
        join (&out[k], &self->boxes[i], mw_node_moments_matrix (self->moments, i, k));
  for (guint k = 0; k < n; k++)
    join_all (&out[k], &still);
}

const MwSkeleton *
mw_bone_boxes_skeleton (MwBoneBoxes *self, guint moment)
{
  for (guint i = 0; i < mw_skeleton_n_nodes (self->skeleton); i++)
    if (self->wanted[i])
      mw_skeleton_set_matrix (self->skeleton, i, mw_node_moments_matrix (self->moments, i, moment));
  return self->skeleton;
}
