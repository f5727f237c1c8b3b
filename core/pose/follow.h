/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/clock.h"

/* Which sequence a model plays together with another model, and when. */

/* The first sequence that shows the model standing; else the first; NULL: it has none. */
const MwRecord *mw_follow_stand (const MwModel *model);
/* The sequence that is called as a sequence of another model, of any family: in any letter case, without regard to blanks, "-" and "_"; if
 * there is none, the first of which the name differs only in the number at its end, or in M2 in the variation. Else that of
 * mw_follow_stand(). *same is set to whether it is called so. */
const MwRecord *mw_follow_sequence (const MwModel *model, const MwRecord *other, gboolean *same);
/* The clock of such a sequence of `model` (0: none). It starts when the leader's does, and goes on through the leader's passes; one that does
 * not loop starts again with each of them if it is the `same`. At rest if the leader is. */
MwClock mw_follow_clock (const MwClock *leader, const MwModel *model, MwId sequence, gboolean same);
/* Sets a clock that is at the start of a sequence to the moment `ms` later: in a later pass of a looping one, or after the end of another. */
void mw_follow_set_age (MwClock *clock, guint64 ms);
