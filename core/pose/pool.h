/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/simulation.h"
#include "core/pose/skeleton.h"

/* What an emitter left behind, particles or edges, and how it is simulated: what particles.c and ribbons.c stand on. */
typedef struct {
  const MwSkeleton *skeleton;
  const MwModel *model; /* the skeleton's */
  const MwRecord *emitter;
  GArray *left; /* oldest first */
  guint max;    /* of those */
  double due;   /* how many have become due and did not come yet: mostly a fraction */
  MwSimulation simulation;
} MwPool;

/* `size` of one of those that are left, `max` of how many there may be. */
void mw_pool_init (MwPool *pool, const MwSkeleton *skeleton, const MwRecord *emitter, guint size, guint max);
void mw_pool_finish (MwPool *pool);
/* Nothing is left, and nothing due. */
void mw_pool_empty (MwPool *pool);
/* The emitter's matrix at a time, without turning anything to a viewer. */
void mw_pool_world (const MwPool *pool, const MwClock *at, float out[16]);
/* Brings it to the clock's moment; nothing lives longer than `life_span` seconds. */
void mw_pool_update (MwPool *pool, const MwClock *clock, float life_span, const MwSimulated *what, gpointer data);
/* The next update simulates anew. */
void mw_pool_restart (MwPool *pool, const MwSimulated *what, gpointer data);
