/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/evaluate.h"

/* Tracks of the family; each may be NULL. */
typedef struct {
  gconstpointer translation, rotation, scaling;
} MwNodeTracks;

/* What a skeleton asks about the nodes of its model, one table for each family. Nodes are all records that have a place in the
 * skeleton: those of MDLX; bones of M2, and what hangs on them without moving by itself. Flags have the bits of MwMdlxNode in
 * both families (rendering.md 2.2 and 2.3). */
typedef struct {
  void (*list) (const MwModel *model, GPtrArray *records);
  MwRef (*parent) (const MwRecord *node);
  const float *(*pivot) (const MwRecord *node);
  uint32_t (*flags) (const MwRecord *node);
  /* What moves it; FALSE: it does not move by itself. */
  gboolean (*tracks) (const MwRecord *node, MwNodeTracks *out);
  /* Whether a node without a field for its visibility shows; NULL: all do. */
  gboolean (*shows) (const MwModel *model, const MwRecord *node, const MwClock *clock);
  /* Turns axes, unit vectors, about the locked one to the viewer; `mirrored` gets the axis to be mirrored, or -1. FALSE: the
   * viewer looks along the locked axis. */
  gboolean (*turn_locked) (float axes[3][3], int locked, const float towards[3], int *mirrored);
} MwNodes;

/* The table of the model's family. */
const MwNodes *mw_nodes_of (const MwModel *model);
extern const MwNodes mw_mdlx_nodes, mw_m2_nodes;
