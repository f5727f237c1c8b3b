/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/model/mdlx/mdlx.h"
#include "core/model/mdlx/wow.h"
#include "core/schema/wire.h"

/* Object ids and pivots of MDX files: both are derived from the order of the nodes (mdlx.md 2.2, 5.13). While a file
 * is read this collects what it stores; while one is written it knows each node's id. */
typedef struct {
  MwMdlx *model;
  GArray *stored;        /* reading: one (record id, stored object id) per node */
  const uint8_t *pivots; /* reading: the PIVT chunk in the input */
  uint32_t n_pivots;
  gboolean has_pivots;
  const uint8_t *bind_poses; /* reading: the BPOS chunk in the input behind its count */
  uint32_t n_bind_poses;
  gboolean has_bind_poses;
  MwArray points;        /* reading text: where `pivots` stand */
  GHashTable *by_number; /* reading: stored object id -> record id; of duplicates the first counts */
  uint32_t *ids;         /* writing: object id by record id */
  uint32_t n_ids;        /* writing: one more than the highest object id */
  gboolean as_stored;    /* writing: some are those of notes, and nodes may share one */
  MwMdlxStoredWord words[MW_MDLX_N_WORDS]; /* reading */
} MwMdlxObjectIds;

void mw_mdlx_object_ids_clear (MwMdlxObjectIds *self);

/* Reading. */
void mw_mdlx_object_ids_stored (MwMdlxObjectIds *self, const MwRecord *node, uint32_t stored);
void mw_mdlx_object_ids_pivots (MwMdlxObjectIds *self, const uint8_t *bytes, uint32_t n);
/* The same for points read from text; they are kept until the end. */
void mw_mdlx_object_ids_take_pivots (MwMdlxObjectIds *self, MwArray points);
/* Gives each node for which no id was stored the lowest number that no other has. */
void mw_mdlx_object_ids_complete (MwMdlxObjectIds *self);
/* When all chunks are read: resolves every reference, gives the nodes their pivots, and notes what writing could not
 * derive. `kinds` are the concrete node schemas in the order of their chunks. */
void mw_mdlx_object_ids_resolve (MwMdlxObjectIds *self, const MwSchema *const *kinds, guint n_kinds);
/* After resolving: how many of the pivots that were read belong to no node. A note keeps them. */
uint32_t mw_mdlx_object_ids_n_spare_pivots (const MwMdlxObjectIds *self);

/* What mw_mdlx_object_ids_stored() was told: the i-th node and its number. */
guint mw_mdlx_object_ids_n_stored (const MwMdlxObjectIds *self);
MwMdlxNode *mw_mdlx_object_ids_stored_at (const MwMdlxObjectIds *self, guint i, uint32_t *stored);

/* Writing: works out the ids for nodes whose chunks are written in the order of `kinds`. Stored ids (notes) are used if
 * every node that is referred to can still be found by its own. */
void mw_mdlx_object_ids_assign (MwMdlxObjectIds *self, const MwMdlx *model, const MwSchema *const *kinds, guint n_kinds);
/* For text, which states each node's id but not the order of the chunks: whether the ids that were worked out mean the same
 * nodes in the usual order too. Of nodes that share an id (broken files have such) the first is meant. */
gboolean mw_mdlx_object_ids_need_no_order (const MwMdlxObjectIds *self, const MwMdlx *model, MwFormat binary);
/* Works them out anew, without stored ones: no two nodes share one then. `numbers`, those of mw_model_numbers(), follow. */
void mw_mdlx_object_ids_renumber (MwMdlxObjectIds *self, const MwMdlx *model, const MwSchema *const *kinds, guint n_kinds,
                                  uint32_t *numbers);
uint32_t mw_mdlx_object_id (const MwMdlxObjectIds *self, MwId node);
/* How many pivots a PIVT chunk would have now. */
uint32_t mw_mdlx_object_ids_n_pivots (const MwMdlxObjectIds *self, const MwMdlx *model);
void mw_mdlx_object_ids_write_pivots (const MwMdlxObjectIds *self, MwWireWriter *writer, const MwMdlx *model);

/* The same as values: n points; which node's it is, or NULL. Free with g_free(). */
typedef struct {
  const MwRecord *node;
  float point[3];
} MwMdlxPivot;
MwMdlxPivot *mw_mdlx_object_ids_pivot_points (const MwMdlxObjectIds *self, const MwMdlx *model, uint32_t n);

/* --- Bind poses (BPOS): twelve floats per object id, then per camera ------------------------------------------------- */

/* Reading. The bytes stay where they are until all is resolved, which the second function does for the bind poses. */
void mw_mdlx_object_ids_bind_poses (MwMdlxObjectIds *self, const uint8_t *bytes, uint32_t n);
void mw_mdlx_object_ids_resolve_bind_poses (MwMdlxObjectIds *self);
/* Whether any node or camera of the model has one; all zeros count as none. */
gboolean mw_mdlx_has_bind_poses (const MwMdlx *model);
/* Writing: whether every one has a place of its own under the ids that were worked out. */
gboolean mw_mdlx_object_ids_can_hold_bind_poses (const MwMdlxObjectIds *self, const MwMdlx *model);
/* The slots of the chunk as values: whose it is (NULL: nobody's), and the twelve floats. Free with g_free(). */
typedef struct {
  const MwRecord *owner;
  float pose[12];
} MwMdlxBindPose;
MwMdlxBindPose *mw_mdlx_object_ids_bind_pose_slots (const MwMdlxObjectIds *self, const MwMdlx *model, uint32_t *n_slots);
/* The content of the chunk, its count included. */
void mw_mdlx_object_ids_write_bind_poses (const MwMdlxObjectIds *self, MwWireWriter *writer, const MwMdlx *model);
/* The field that holds the bind pose of a node or a camera. */
const MwField *mw_mdlx_bind_pose_field (const MwRecord *owner);
