/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/clock.h"

/* World matrices of all nodes of a model of any family at a time (rendering.md 2). The nodes of an M2 are its bones,
 * and its attachments, events, lights, ribbons and particles, which move with their bone and whose position is their
 * pivot.
 *
 * Matrices are 16 floats, column-major, for column vectors; the translation is [12..14]. Model space is the space of
 * the file, with z up. `view` transforms model space to GL's view space (x right, y up, z towards the viewer). local =
 * T(pivot + translation) . R . S . T(-pivot); world = world(parent) . local; so the bind pose is the identity.
 *
 * A skeleton only reads its model. mw_skeleton_new() and mw_skeleton_refresh() read the nodes and their parents and
 * keep pointers to the node records: after nodes were inserted, removed or replaced, or have another parent, call
 * mw_skeleton_refresh() before anything else. Pivots, flags and tracks are read in each update. Nodes are addressed
 * by id, or by place: their index in an order in which parents come before their children. */
typedef struct _MwSkeleton MwSkeleton;

/* Creates a skeleton; the model must outlive it. All matrices are the identity until the first update. */
MwSkeleton *mw_skeleton_new (const MwModel *model);
void mw_skeleton_free (MwSkeleton *skeleton);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwSkeleton, mw_skeleton_free)

/* Reads nodes and parents again. Places may change; matrices are the identity until the next update. */
void mw_skeleton_refresh (MwSkeleton *skeleton);
/* Evaluates all nodes; while a sequence fades out, between it and the clock's. If `view` is NULL, billboards are not turned. At rest every matrix is the identity. */
void mw_skeleton_update (MwSkeleton *skeleton, const MwClock *clock, const float view[16]);

/* Sets the matrix of a node to one that was found elsewhere (core/pose/node-moments.h), until the next update. */
void mw_skeleton_set_matrix (MwSkeleton *skeleton, guint place, const float matrix[16]);

const MwModel *mw_skeleton_model (const MwSkeleton *skeleton);
guint mw_skeleton_n_nodes (const MwSkeleton *skeleton);
/* The place of a node, or -1. */
int mw_skeleton_place (const MwSkeleton *skeleton, MwId node);
const MwRecord *mw_skeleton_node_at (const MwSkeleton *skeleton, guint place);
/* The place of the parent (always smaller), or -1 for a root, a node whose parent does not exist, and a node in a
 * cycle. */
int mw_skeleton_parent_at (const MwSkeleton *skeleton, guint place);
const float *mw_skeleton_matrix_at (const MwSkeleton *skeleton, guint place);
/* The matrix that the node at a place gets from its parent: the parent's, without what the node does not inherit; the identity for a
 * root. */
void mw_skeleton_inherited (const MwSkeleton *skeleton, guint place, float out[16]);
void mw_skeleton_position_at (const MwSkeleton *skeleton, guint place, float out[3]);
/* Whether the node and all its ancestors are visible: lights, attachments and emitters by their visibility track,
 * bones of MDLX by the alpha of the geoset animation that they refer to. */
gboolean mw_skeleton_visible_at (const MwSkeleton *skeleton, guint place);

/* The same by id. For an id that is not a node's: the identity and the origin. */
const float *mw_skeleton_matrix (const MwSkeleton *skeleton, MwId node);
/* The position of the pivot in model space. */
void mw_skeleton_position (const MwSkeleton *skeleton, MwId node, float out[3]);

/* The matrix of one node at another time, without billboards and without what fades. Evaluates only the node and its ancestors. */
void mw_skeleton_matrix_at_time (const MwSkeleton *skeleton, MwId node, const MwClock *clock, float out[16]);
