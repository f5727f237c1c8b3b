/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/skeleton.h"

/* How far particles and ribbons may get, from the values of their emitters and without simulating them.
 *
 * A particle gets as far from its emitter as the greatest speed carries it in the longest life, plus half the extent of the
 * place where particles are born, plus half its largest size; all from all keys, and larger where the emitter's node is scaled.
 * Gravity moves it up or down by half the pull times the square of the life. An edge of a ribbon stays where it was left, and
 * gravity moves it up or down by the pull times the square of its life. Wind, drag, splines, following and the size of
 * models that are used as particles do not count, nor does the compressed gravity of M2. */
typedef struct _MwReach MwReach;

/* The model must outlive it, and its nodes must stay as they are. */
MwReach *mw_reach_new (const MwModel *model);
void mw_reach_free (MwReach *reach);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MwReach, mw_reach_free)

/* The box, in model space, of what the emitters that are visible at the clock's moment release then. FALSE: they release
 * nothing. */
gboolean mw_reach_at (MwReach *reach, const MwClock *clock, float min[3], float max[3]);
