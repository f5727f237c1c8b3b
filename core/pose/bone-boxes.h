/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/skeleton.h"

#include <math.h>

/* A box around the posed mesh, found from a box for each bone instead of from each vertex: what is outside of it is certainly outside
 * the mesh, but the mesh may be a good deal smaller. Vertices whose weights do not add up to 1 may be outside. */

/* The vertices in the rest pose that a node moves, alone or with others. */
typedef struct {
  gboolean any;
  float min[3], max[3];
} MwBoneBox;

/* Joins a point to a box. A point that is no number is left out. */
static inline void
mw_bone_box_add (MwBoneBox *box, const float point[3])
{
  const float x = point[0], y = point[1], z = point[2];
  /* NaN if one of them is infinite or NaN. */
  if (isnan (0 * x + 0 * y + 0 * z))
    return;
  if (!box->any)
    *box = (MwBoneBox) { TRUE, { x, y, z }, { x, y, z } };
  box->min[0] = MIN (box->min[0], x);
  box->min[1] = MIN (box->min[1], y);
  box->min[2] = MIN (box->min[2], z);
  box->max[0] = MAX (box->max[0], x);
  box->max[1] = MAX (box->max[1], y);
  box->max[2] = MAX (box->max[2], z);
}
/* The same for n points. */
void mw_bone_box_add_all (MwBoneBox *box, const float *points, gsize n);

typedef struct _MwBoneBoxes MwBoneBoxes;

/* The model must outlive it, and its nodes and vertices must stay as they are. */
MwBoneBoxes *mw_bone_boxes_new (const MwModel *model);
void mw_bone_boxes_free (MwBoneBoxes *boxes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwBoneBoxes, mw_bone_boxes_free)

enum { MW_BONE_BOXES_MOMENTS = 8 };
/* The boxes around the mesh, shown or hidden, as each of n clocks poses it, which differ only in their times; at most MW_BONE_BOXES_MOMENTS.
 * `any` is FALSE if it has no vertex. */
void mw_bone_boxes_at (MwBoneBoxes *boxes, const MwClock *clocks, guint n, MwBoneBox *out);
/* The skeleton at one of these moments, counted from 0, with the matrices of the nodes that move vertices, and of their ancestors. */
const MwSkeleton *mw_bone_boxes_skeleton (MwBoneBoxes *boxes, guint moment);
