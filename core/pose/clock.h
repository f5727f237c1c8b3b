/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/schema/record.h"

/* What a simulation prepares once for many steps; see core/pose/keys.h. */
typedef struct _MwKeysRun MwKeysRun;

/* A sequence that fades out after another one was chosen (core/pose/fading.h). */
typedef struct {
  guint32 left_ms, of_ms; /* time until it is gone, of the whole time; 0: nothing fades */
  MwId sequence;          /* this and the next four as in MwClock */
  int32_t start, end;
  gboolean looping;
  int32_t time;
  gboolean runs; /* it goes on meanwhile; else its pose is that of the moment of the change */
} MwFading;

/* The moment at which a model is shown: a sequence, a time in it, and the time of the global sequences, which is
 * independent of it. */
typedef struct {
  gboolean rest;      /* no sequence is played: bind pose and static values */
  int32_t start, end; /* the sequence's interval in ms, both inclusive */
  gboolean looping;
  int32_t time;      /* ms on the model's time line; a time outside the interval counts as the nearer end */
  guint64 global_ms; /* ms; continues through changes of the sequence and loops; global sequences use it */
  guint64
    beyond_ms;   /* looping: length of the passes that are over; else ms since `time` reached the end, 0 before that */
  MwId sequence; /* the sequence whose keys are played (for an alias: the one that it leads to); 0 at rest */
  MwFading fading;         /* the sequence before, for a while */
  const GArray *tentative; /* MwTentative (tentative.h): poses that are shown instead of keys; NULL: none */
  MwKeysRun *run;          /* set while a simulation runs, which owns it; else NULL */
} MwClock;

/* The clock at rest. */
#define MW_CLOCK_REST ((MwClock) { .rest = TRUE })

/* Sets the clock to the start of a sequence. 0, or an id that is not a sequence's, sets it to rest. global_ms is
 * unchanged. An interval that ends before it starts counts as its first moment. A sequence with a time line of its
 * own runs from 0 to its duration; an alias is played as the sequence that it leads to. Call this again when the
 * sequence is edited. Nothing fades: see mw_clock_fade_to(). */
void mw_clock_play (MwClock *clock, const MwModel *model, MwId sequence);
/* Goes to a moment of the sequence, as a user does who drags the time: in the pass that is being played. Nothing fades. */
void mw_clock_seek (MwClock *clock, int32_t time);
/* How long the sequence has been played at this moment, in ms: more than its length after whole passes of a looping one, and
 * after the end of another. */
gint64 mw_clock_played (const MwClock *clock);
/* Returns the clock; if it is at rest, one at the start of the model's first sequence, if there is one. */
MwClock mw_clock_started (const MwClock *clock, const MwModel *model);
/* The clock of a sequence of another model that plays together with `leader`, whose sequence has the same length or is played in the
 * same proportion: at the same part of the way from its start to its end, with the same global_ms. At rest (as mw_clock_play()) if
 * the leader is, or for 0 and ids that are not a sequence's. */
MwClock mw_clock_beside (const MwClock *leader, const MwModel *model, MwId sequence);
/* Advances time, what fades, global_ms and beyond_ms by `ms`. At its end a looping sequence starts again; another stops there. Returns
 * whether the end was reached or passed. At rest only global_ms advances. */
gboolean mw_clock_advance (MwClock *clock, guint32 ms);
