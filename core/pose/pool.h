/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/simulation.h"
#include "core/pose/skeleton.h"

/* What an emitter has emitted and is still alive, particles or edges of a ribbon, and its simulation: used by particles.c and
 * ribbons.c. */
typedef struct {
  const MwSkeleton *skeleton;
  const MwModel *model; /* the skeleton's */
  const MwRecord *emitter;
  GArray *left; /* oldest first */
  guint max;    /* of those */
  double due;   /* how many are due and not emitted yet: mostly a fraction of one */
  MwSimulation simulation;
} MwPool;

/* `size` is that of one element of `left`, `max` the most of them. */
void mw_pool_init (MwPool *pool, const MwSkeleton *skeleton, const MwRecord *emitter, guint size, guint max);
void mw_pool_finish (MwPool *pool);
/* Removes all that is left or due. */
void mw_pool_empty (MwPool *pool);
/* The emitter's matrix at a time, without billboards. */
void mw_pool_world (const MwPool *pool, const MwClock *at, float out[16]);
/* Brings the simulation to the clock's moment. Nothing may live longer than `life_span` seconds. */
void mw_pool_update (MwPool *pool, const MwClock *clock, float life_span, const MwSimulated *what, gpointer data);
/* Resets it: the next update simulates from the start of the sequence. */
void mw_pool_restart (MwPool *pool, const MwSimulated *what, gpointer data);
