/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/skeleton.h"

/* The vertices of a model where a clock poses them, in model space, computed without a GPU. Billboards are not turned. */

/* Vertices that are shown or hidden together: those of a geoset of MDLX; all vertices of an M2. */
typedef struct {
  MwId holder;    /* the record that has the vertices */
  guint first, n; /* which points; there are three floats for each */
  gboolean shown; /* MDLX: by its geoset animation; the material does not count */
} MwPosedPart;

typedef struct _MwPosedMesh MwPosedMesh;

/* The model must outlive it, and its nodes and geosets must stay as they are. */
MwPosedMesh *mw_posed_mesh_new (const MwModel *model);
void mw_posed_mesh_free (MwPosedMesh *mesh);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwPosedMesh, mw_posed_mesh_free)

/* Poses the mesh. Returns the points; *parts and *n describe them. All are valid until the next call. */
const float *mw_posed_mesh_at (MwPosedMesh *mesh, const MwClock *clock, const MwPosedPart **parts, guint *n);
/* The same with another skeleton of the model, in which at least the nodes that move vertices, and their ancestors, have been updated to the
 * clock. */
const float *mw_posed_mesh_with (MwPosedMesh *mesh, const MwSkeleton *skeleton, const MwClock *clock,
                                 const MwPosedPart **parts, guint *n);
