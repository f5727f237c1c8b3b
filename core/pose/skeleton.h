/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/clock.h"

/* World matrices of all nodes of a model of any family at a time (rendering.md 2). Nodes of an M2 are its
 * bones, and attachments, events, lights, ribbons and particles: those move as their bone does, and their pivot is the position.
 *
 * Matrices are 16 floats, column after column, for column vectors; the translation is [12..14]. Model space is the space of
 * the file: z up. `view` takes model space to GL's view space (x right, y up, z towards the viewer).
 * local = T(pivot + translation) . R . S . T(-pivot); world = world(parent) . local; so the bind pose is the identity.
 *
 * A skeleton only reads its model. Which nodes there are and who is whose parent it knows from mw_skeleton_new() or the last
 * mw_skeleton_refresh(), and it keeps pointers to the node records: refresh it after nodes were inserted, removed or replaced
 * or got another parent, before anything else. Pivots, flags and tracks are read anew in each update. Nodes are addressed by
 * identity, or by place: their number in an order in which parents stand before their children. */
typedef struct _MwSkeleton MwSkeleton;

/* The model must outlive the skeleton. All matrices are the identity until the first update. */
MwSkeleton *mw_skeleton_new (const MwModel *model);
void mw_skeleton_free (MwSkeleton *skeleton);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwSkeleton, mw_skeleton_free)

/* Reads nodes and parents anew (places may change); matrices become the identity until the next update. */
void mw_skeleton_refresh (MwSkeleton *skeleton);
/* Evaluates all nodes. `view` may be NULL: then nothing is turned to the viewer. In rest every matrix is the identity. */
void mw_skeleton_update (MwSkeleton *skeleton, const MwClock *clock, const float view[16]);

const MwModel *mw_skeleton_model (const MwSkeleton *skeleton);
guint mw_skeleton_n_nodes (const MwSkeleton *skeleton);
/* The place of a node, or -1. */
int mw_skeleton_place (const MwSkeleton *skeleton, MwId node);
const MwRecord *mw_skeleton_node_at (const MwSkeleton *skeleton, guint place);
/* The place of the parent (always smaller), or -1: a root, a parent that points nowhere, or a node of a cycle. */
int mw_skeleton_parent_at (const MwSkeleton *skeleton, guint place);
const float *mw_skeleton_matrix_at (const MwSkeleton *skeleton, guint place);
void mw_skeleton_position_at (const MwSkeleton *skeleton, guint place, float out[3]);
gboolean mw_skeleton_visible_at (const MwSkeleton *skeleton, guint place);

/* The same by identity. An identity that is no node's: the identity matrix, the origin, visible. */
const float *mw_skeleton_matrix (const MwSkeleton *skeleton, MwId node);
/* Where the pivot stands in model space. */
void mw_skeleton_position (const MwSkeleton *skeleton, MwId node, float out[3]);
/* Whether the node and all above it are visible: lights, attachments and emitters by their visibility track, bones of MDLX
 * by the alpha of the geoset animation that they name. */
gboolean mw_skeleton_visible (const MwSkeleton *skeleton, MwId node);

/* The matrix that one node would have at another time, without turning anything to a viewer; costs only its ancestors. */
void mw_skeleton_matrix_at_time (const MwSkeleton *skeleton, MwId node, const MwClock *clock, float out[16]);
