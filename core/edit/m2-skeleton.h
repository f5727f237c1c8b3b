/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/m2/m2.h"

/* The bones of an M2 as a tree, and what files before 264 say of each bone's place in it (m2.md 5.4). Made once for many
 * questions: all of them together take a time in proportion to the number of bones. The parents and pivots of the model must not
 * change while it lives; the words of its bones may. */
typedef struct _MwM2Skeleton MwM2Skeleton;

MwM2Skeleton *mw_m2_skeleton_new (const MwM2 *model);
void mw_m2_skeleton_free (MwM2Skeleton *skeleton);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwM2Skeleton, mw_m2_skeleton_free)

/* How many bones are above one; more than there are bones where a circle is. */
guint mw_m2_skeleton_depth (const MwM2Skeleton *skeleton, const MwM2Bone *bone);

/* The words of a bone of the model, from its pivot and parent, and from the words of its children as they are now. */
uint32_t mw_m2_parent_distance (const MwM2Skeleton *skeleton, const MwM2Bone *bone);
uint32_t mw_m2_descendant_distance (const MwM2Skeleton *skeleton, const MwM2Bone *bone);
uint32_t mw_m2_z_ratio (const MwM2Skeleton *skeleton, const MwM2Bone *bone);
