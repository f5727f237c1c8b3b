/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/skeleton.h"

/* The matrices of nodes at several moments of one sequence, found together, which is much quicker than to update a skeleton for each: a track
 * is prepared once, and what does not change during the sequence is computed once. Without billboards, fading and visibility. */
typedef struct _MwNodeMoments MwNodeMoments;

/* `wanted` has a 1 for the place of each node that is posed, and for all of its ancestors; it is not kept. The skeleton must outlive it, and
 * the nodes, their tracks and the global sequences must stay as they are. At most `n_most` moments are posed at once. */
MwNodeMoments *mw_node_moments_new (const MwSkeleton *skeleton, const guint8 *wanted, guint n_most);
void mw_node_moments_free (MwNodeMoments *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwNodeMoments, mw_node_moments_free)

/* Poses the nodes as each of n clocks does. They differ only in their times. */
void mw_node_moments_pose (MwNodeMoments *self, const MwClock *clocks, guint n);
/* Whether the matrix of a wanted node is the same at all moments that were posed. */
gboolean mw_node_moments_are_equal (const MwNodeMoments *self, guint place);
/* The matrix of a wanted node at a moment, counted from 0; valid until the next pose. */
const float *mw_node_moments_matrix (const MwNodeMoments *self, guint place, guint moment);
