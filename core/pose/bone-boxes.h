/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/skeleton.h"

/* A box around the posed mesh, found from a box for each bone instead of from each vertex: what is outside of it is certainly outside
 * the mesh, but the mesh may be a good deal smaller. Vertices whose weights do not add up to 1 may be outside. */

/* The vertices in the rest pose that a node moves, alone or with others. */
typedef struct {
  gboolean any;
  float min[3], max[3];
} MwBoneBox;

/* Joins a point to a box. A point that is no number is left out. */
void mw_bone_box_add (MwBoneBox *box, const float point[3]);

typedef struct _MwBoneBoxes MwBoneBoxes;

/* The model must outlive it, and its nodes and vertices must stay as they are. */
MwBoneBoxes *mw_bone_boxes_new (const MwModel *model);
void mw_bone_boxes_free (MwBoneBoxes *boxes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwBoneBoxes, mw_bone_boxes_free)

/* The box around the mesh, shown or hidden, as the clock poses it. `any` is FALSE if it has no vertex. */
MwBoneBox mw_bone_boxes_at (MwBoneBoxes *boxes, const MwClock *clock);
/* The skeleton, which the last call has updated for the nodes that move vertices, and their ancestors. */
const MwSkeleton *mw_bone_boxes_skeleton (const MwBoneBoxes *boxes);
