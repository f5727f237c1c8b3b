/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/bone-boxes.h"
#include "core/pose/family.h"
#include "core/pose/math.h"

#include <math.h>
#include <string.h>

struct _MwBoneBoxes {
  MwSkeleton *skeleton;
  guint8 *wanted;   /* by place: it or one below it moves vertices */
  MwBoneBox *boxes; /* by place in the skeleton; the last one is that of vertices that no node moves */
};

void
mw_bone_box_add (MwBoneBox *box, const float point[3])
{
  /* NaN if one of them is infinite or NaN. */
  if (isnan (0 * point[0] + 0 * point[1] + 0 * point[2]))
    return;
  if (!box->any) {
    memcpy (box->min, point, sizeof box->min);
    memcpy (box->max, point, sizeof box->max);
    box->any = TRUE;
    return;
  }
  for (guint k = 0; k < 3; k++) {
    box->min[k] = MIN (box->min[k], point[k]);
    box->max[k] = MAX (box->max[k], point[k]);
  }
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
  return self;
}

void
mw_bone_boxes_free (MwBoneBoxes *self)
{
  mw_skeleton_free (self->skeleton);
  g_free (self->boxes);
  g_free (self->wanted);
  g_free (self);
}

/* Joins the box around a transformed box. */
static void
join (MwBoneBox *all, const MwBoneBox *box, const float m[16])
{
  float low[3], high[3];
  for (guint row = 0; row < 3; row++) {
    low[row] = high[row] = m[12 + row];
    for (guint k = 0; k < 3; k++) {
      const float a = m[4 * k + row] * box->min[k], b = m[4 * k + row] * box->max[k];
      low[row] += MIN (a, b);
      high[row] += MAX (a, b);
    }
  }
  mw_bone_box_add (all, low);
  mw_bone_box_add (all, high);
}

MwBoneBox
mw_bone_boxes_at (MwBoneBoxes *self, const MwClock *clock)
{
  const guint n = mw_skeleton_n_nodes (self->skeleton);
  MwBoneBox all = { 0 };
  mw_skeleton_update_some (self->skeleton, clock, self->wanted);
  for (guint i = 0; i < n; i++)
    if (self->boxes[i].any)
      join (&all, &self->boxes[i], mw_skeleton_matrix_at (self->skeleton, i));
  if (self->boxes[n].any)
    join (&all, &self->boxes[n], mw_mat_identity);
  return all;
}

const MwSkeleton *
mw_bone_boxes_skeleton (const MwBoneBoxes *self)
{
  return self->skeleton;
}
