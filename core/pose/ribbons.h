/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/skeleton.h"
#include "core/pose/sprite.h"

/* A ribbon emitter (RIBB; rendering reference, 4.3): a strip through the edges that the emitter's vertical axis, the local y,
 * left behind. Time runs as for particles (particles.h). Draw with the layers of the emitter's material, without culling. */
typedef struct _MwRibbon MwRibbon;

#define MW_RIBBON_EDGES_MAX 4096

/* Skeleton and emitter must outlive it; after mw_skeleton_refresh() call mw_ribbon_reset(). */
MwRibbon *mw_ribbon_new (const MwSkeleton *skeleton, const MwMdlxRibbonEmitter *emitter);
void mw_ribbon_free (MwRibbon *ribbon);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwRibbon, mw_ribbon_free)

void mw_ribbon_reset (MwRibbon *ribbon);
/* Brings the simulation to the clock's moment. In rest there is no ribbon. */
void mw_ribbon_update (MwRibbon *ribbon, const MwClock *clock);
/* Edges that live, without the one at the emitter itself. */
guint mw_ribbon_n_edges (const MwRibbon *ribbon);

/* Appends quads (4 MwSpriteVertex each) to a GArray of MwSpriteVertex, from the emitter backwards: each lies between two
 * edges; its corners are newer above, newer below, older below, older above. Colour and alpha are those of the moment for the
 * whole ribbon. `world` is the emitter node's matrix now. Returns the number of quads; 0 while alpha is 0. */
guint mw_ribbon_append_quads (const MwRibbon *ribbon, const float world[16], GArray *vertices);
