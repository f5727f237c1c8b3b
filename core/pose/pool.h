/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/simulation.h"
#include "core/pose/skeleton.h"

/* The living particles of an emitter, or the edges of a ribbon, and their simulation. Used by particles.c and
 * ribbons.c. */
typedef struct {
  const MwSkeleton *skeleton;
  const MwModel *model; /* the skeleton's model */
  const MwRecord *emitter;
  GArray *living; /* particles or edges, oldest first */
  guint max;      /* largest number of them */
  double due;     /* number that is due and not emitted yet: usually a fraction of one */
  MwSimulation simulation;
} MwPool;

/* `size` is the size of an element of `living` in bytes, `max` the largest number of elements. */
void mw_pool_init (MwPool *pool, const MwSkeleton *skeleton, const MwRecord *emitter, guint size, guint max);
void mw_pool_finish (MwPool *pool);
/* Removes all elements and sets `due` to 0. */
void mw_pool_empty (MwPool *pool);
/* The emitter's matrix at a time, without billboards. */
void mw_pool_world (const MwPool *pool, const MwClock *at, float out[16]);
/* Advances the simulation to the clock's moment. Nothing may live longer than `life_span` seconds. */
void mw_pool_update (MwPool *pool, const MwClock *clock, float life_span, const MwSimulated *what, gpointer data);
/* Resets it: the next update simulates from the start of the sequence. */
void mw_pool_restart (MwPool *pool, const MwSimulated *what, gpointer data);
