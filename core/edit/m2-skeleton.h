/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/m2.h"

/* The bones of an M2 as a tree, to compute the values that files before 264 store about each bone's place in it
 * (m2.md 5.4). Create it once for many queries: all bones together take time in proportion to their number. While it
 * exists, parents and pivots of the model must not change; the stored values of its bones may. */
typedef struct _MwM2Skeleton MwM2Skeleton;

MwM2Skeleton *mw_m2_skeleton_new (const MwM2 *model);
void mw_m2_skeleton_free (MwM2Skeleton *skeleton);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwM2Skeleton, mw_m2_skeleton_free)

/* The number of ancestors of a bone; more than there are bones if its parents form a circle. */
guint mw_m2_skeleton_depth (const MwM2Skeleton *skeleton, const MwM2Bone *bone);

/* The stored values of a bone, computed from its pivot and parent, and from the present stored values of its
 * children. */
uint32_t mw_m2_parent_distance (const MwM2Skeleton *skeleton, const MwM2Bone *bone);
uint32_t mw_m2_descendant_distance (const MwM2Skeleton *skeleton, const MwM2Bone *bone);
uint32_t mw_m2_z_ratio (const MwM2Skeleton *skeleton, const MwM2Bone *bone);
