/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/clock.h"

/* The change from one sequence to another as the games show it (rendering.md 1.6): for a while the translation, rotation and scaling of each
 * node are between those of both sequences. Nothing else is mixed: colours, visibility and emitters are those of the new sequence at once. */

/* Sets the clock to the start of a sequence, as mw_clock_play(). What was played so far fades out, for as long as the model and the sequence say;
 * from rest, or to rest, there is nothing to fade. If something fades already, the family's rule decides which of the two goes on fading. */
void mw_clock_fade_to (MwClock *clock, const MwModel *model, MwId sequence);
/* The part, 0 to 1, that the fading sequence has in the pose; *from is set to its moment unless the part is 0. */
float mw_clock_faded (const MwClock *clock, const MwModel *model, MwClock *from);
