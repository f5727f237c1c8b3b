/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/skeleton.h"
#include "core/pose/sprite.h"

/* A ribbon emitter of either family (rendering.md 4.3 and 4.5): a strip through the edges that the emitter's vertical
 * axis, the local y, has left along its way. Time passes as for particles (particles.h). With gravity g an edge has
 * fallen by g times the square of its age.
 *
 * As many edges are left as are due, between the poses of two steps. MDLX: none while alpha is 0, and the whole ribbon has
 * the colour and alpha of the moment. M2: each edge has the colour and alpha of the moment of its emission, and the first
 * comes at once; the rate is rounded up and at least 1. The life is at least 0.25 seconds. */
typedef struct _MwRibbon MwRibbon;

/* The largest number of living edges of one ribbon. */
#define MW_RIBBON_EDGES_MAX 4096

/* Creates the simulation of a ribbon; NULL if the record is not a ribbon emitter. Skeleton and emitter must outlive
 * it; after mw_skeleton_refresh() call mw_ribbon_reset(). */
MwRibbon *mw_ribbon_new (const MwSkeleton *skeleton, const MwRecord *emitter);
void mw_ribbon_free (MwRibbon *ribbon);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwRibbon, mw_ribbon_free)

void mw_ribbon_reset (MwRibbon *ribbon);
/* Advances the simulation to the clock's moment. At rest there is no ribbon. */
void mw_ribbon_update (MwRibbon *ribbon, const MwClock *clock);
/* Number of living edges, without the one at the emitter itself. */
guint mw_ribbon_n_edges (const MwRibbon *ribbon);
/* Sets a limit below MW_RIBBON_EDGES_MAX, for models whose many ribbons share a total; the newest edges are kept.
 * Discards the state. */
void mw_ribbon_set_max (MwRibbon *ribbon, guint max);

/* Appends quads (4 MwSpriteVertex each) to a GArray of MwSpriteVertex, from the emitter backwards. Each is between
 * two edges; its corners are newer below, newer above, older above, older below, so that its front is that of the
 * client's strip. `world` is the current matrix of the emitter's node. Returns the number of quads. */
guint mw_ribbon_append_quads (const MwRibbon *ribbon, const float world[16], GArray *vertices);
