/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/skeleton.h"
#include "core/pose/sprite.h"

/* A ribbon emitter of either family (rendering.md 4.3 and 4.5): a strip through the edges that the emitter's vertical
 * axis, the local y, left behind. Time runs as for particles (particles.h). What fell by gravity g is g times the age squared.
 *
 * MDLX: at most one edge in a step; where alpha is 0 there is none. Colour and alpha are those of the moment for the whole
 * ribbon. M2: as many edges as are due, between the poses of two steps, each with the colour and alpha of the moment when it
 * came; the rate is rounded up and 1 or more, the life 0.25 seconds or more. */
typedef struct _MwRibbon MwRibbon;

/* The most that one ribbon has at a time. */
#define MW_RIBBON_EDGES_MAX 4096

/* NULL if the record is no ribbon emitter. Skeleton and emitter must outlive it; after mw_skeleton_refresh() call
 * mw_ribbon_reset(). */
MwRibbon *mw_ribbon_new (const MwSkeleton *skeleton, const MwRecord *emitter);
void mw_ribbon_free (MwRibbon *ribbon);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwRibbon, mw_ribbon_free)

void mw_ribbon_reset (MwRibbon *ribbon);
/* Brings the simulation to the clock's moment. In rest there is no ribbon. */
void mw_ribbon_update (MwRibbon *ribbon, const MwClock *clock);
/* Edges that live, without the one at the emitter itself. */
guint mw_ribbon_n_edges (const MwRibbon *ribbon);
/* Fewer than MW_RIBBON_EDGES_MAX, where many ribbons share a room: the newest ones stay. Forgets everything. */
void mw_ribbon_set_max (MwRibbon *ribbon, guint max);

/* Appends quads (4 MwSpriteVertex each) to a GArray of MwSpriteVertex, from the emitter backwards: each lies between two
 * edges; its corners are newer below, newer above, older above, older below, so that its front is that of the client's strip.
 * `world` is the emitter node's matrix now. Returns the number of quads. */
guint mw_ribbon_append_quads (const MwRibbon *ribbon, const float world[16], GArray *vertices);
