/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"
#include "core/model/mdlx/wow.h"
#include "core/schema/wire.h"

/* Object ids and pivots of MDX files. Both are derived from the order of the nodes (mdlx.md 2.2, 5.13). While
 * reading, this struct collects what the file stores; while writing, it holds each node's id.
 *
 * Reading: call mw_mdlx_object_ids_stored() and mw_mdlx_object_ids_pivots() as the data comes, then
 * mw_mdlx_object_ids_resolve(). Writing: call mw_mdlx_object_ids_assign(), then mw_mdlx_object_id() for each node.
 * Free with mw_mdlx_object_ids_clear(). */
typedef struct {
  MwMdlx *model;
  GArray *stored;        /* reading: a (node, stored object id) for each node */
  const uint8_t *pivots; /* reading: the PIVT chunk in the input */
  uint32_t n_pivots;
  gboolean has_pivots;
  const uint8_t *bind_poses; /* reading: the BPOS chunk in the input, after its count */
  uint32_t n_bind_poses;
  gboolean has_bind_poses;
  MwArray points;        /* reading text: owns the memory of `pivots` */
  GHashTable *by_number; /* reading: stored object id -> record id; of duplicates the first counts */
  uint32_t *ids;         /* writing: object id by record id */
  uint32_t n_ids;        /* writing: one more than the highest object id */
  gboolean as_stored;    /* writing: some ids come from notes, and nodes may share one */
  MwMdlxStoredWord words[MW_MDLX_N_WORDS]; /* reading: see wow.h */
} MwMdlxObjectIds;

void mw_mdlx_object_ids_clear (MwMdlxObjectIds *self);

/* Reading: the stored id of a node; the pivots of the file. The bytes must stay valid until resolved. */
void mw_mdlx_object_ids_stored (MwMdlxObjectIds *self, const MwRecord *node, uint32_t stored);
void mw_mdlx_object_ids_pivots (MwMdlxObjectIds *self, const uint8_t *bytes, uint32_t n);
/* Reading: a node that was read only in part will not be in the model. It is the last one that was stored, or was not yet. */
void mw_mdlx_object_ids_forget (MwMdlxObjectIds *self, const MwRecord *node);
/* The same for points read from text; takes ownership of the array. */
void mw_mdlx_object_ids_take_pivots (MwMdlxObjectIds *self, MwArray points);
/* Gives each node without a stored id the lowest free number. */
void mw_mdlx_object_ids_complete (MwMdlxObjectIds *self);
/* Call when all chunks are read: resolves every reference, sets the nodes' pivots, and notes what writing could not
 * derive. `kinds` are the concrete node schemas in the order of their chunks. */
void mw_mdlx_object_ids_resolve (MwMdlxObjectIds *self, const MwSchema *const *kinds, guint n_kinds);
/* After resolving: how many pivots belong to no node. A note keeps them. */
uint32_t mw_mdlx_object_ids_n_spare_pivots (const MwMdlxObjectIds *self);

/* The nodes passed to mw_mdlx_object_ids_stored(): their number, and the i-th with its stored id. */
guint mw_mdlx_object_ids_n_stored (const MwMdlxObjectIds *self);
MwMdlxNode *mw_mdlx_object_ids_stored_at (const MwMdlxObjectIds *self, guint i, uint32_t *stored);

/* Writing: assigns ids to the nodes; their chunks are written in the order of `kinds`. Stored ids (notes) are used
 * if every node that is referred to can still be found by its id. */
void mw_mdlx_object_ids_assign (MwMdlxObjectIds *self, const MwMdlx *model, const MwSchema *const *kinds, guint n_kinds);
/* For text, which states each node's id but not the order of chunks: whether the assigned ids refer to the same nodes
 * in the usual order too. If nodes share an id (as in broken files), the first one counts. */
gboolean mw_mdlx_object_ids_need_no_order (const MwMdlxObjectIds *self, const MwMdlx *model, MwFormat binary);
/* Assigns new ids, ignoring stored ones, so that no two nodes share one. Updates `numbers`, which comes from
 * mw_model_numbers(). */
void mw_mdlx_object_ids_renumber (MwMdlxObjectIds *self, const MwMdlx *model, const MwSchema *const *kinds, guint n_kinds,
                                  uint32_t *numbers);
uint32_t mw_mdlx_object_id (const MwMdlxObjectIds *self, MwId node);
/* The number of pivots in the PIVT chunk to write. */
uint32_t mw_mdlx_object_ids_n_pivots (const MwMdlxObjectIds *self, const MwMdlx *model);
void mw_mdlx_object_ids_write_pivots (const MwMdlxObjectIds *self, MwWireWriter *writer, const MwMdlx *model);

/* The pivots as values: an array of n points, each with its node or NULL. Free with g_free(). */
typedef struct {
  const MwRecord *node;
  float point[3];
} MwMdlxPivot;
MwMdlxPivot *mw_mdlx_object_ids_pivot_points (const MwMdlxObjectIds *self, const MwMdlx *model, uint32_t n);

/* --- Bind poses (BPOS): twelve floats per object id, then per camera ------------------------------------------------- */

/* Reading: sets the bind poses of the file, whose bytes must stay valid until the second function sets those of
 * nodes and cameras. */
void mw_mdlx_object_ids_bind_poses (MwMdlxObjectIds *self, const uint8_t *bytes, uint32_t n);
void mw_mdlx_object_ids_resolve_bind_poses (MwMdlxObjectIds *self);
/* Whether any node or camera has a bind pose; all zeros count as none. */
gboolean mw_mdlx_has_bind_poses (const MwMdlx *model);
/* Writing: whether each bind pose has a slot of its own under the assigned ids. */
gboolean mw_mdlx_object_ids_can_hold_bind_poses (const MwMdlxObjectIds *self, const MwMdlx *model);
/* The slots of the chunk as values: the node or camera (NULL: none) and its twelve floats. Free with g_free(). */
typedef struct {
  const MwRecord *owner;
  float pose[12];
} MwMdlxBindPose;
MwMdlxBindPose *mw_mdlx_object_ids_bind_pose_slots (const MwMdlxObjectIds *self, const MwMdlx *model, uint32_t *n_slots);
/* Writes the content of the chunk, including its count. */
void mw_mdlx_object_ids_write_bind_poses (const MwMdlxObjectIds *self, MwWireWriter *writer, const MwMdlx *model);
/* The field that holds the bind pose of a node or a camera. */
const MwField *mw_mdlx_bind_pose_field (const MwRecord *owner);
/* A bind pose without rotation, at the pivot of a node or the position of a camera. */
void mw_mdlx_unturned_bind_pose (const MwRecord *owner, float pose[12]);
