/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/simulation.h"
#include "core/pose/skeleton.h"

/* The living particles of an emitter, or the edges of a ribbon, and their simulation. Used by particles.c and
 * ribbons.c. */
typedef struct {
  const MwSkeleton *skeleton; /* of the model; NULL: the emitter is carried by particles of another model */
  const MwModel *model;
  const MwRecord *emitter;
  GArray *living; /* particles or edges, oldest first */
  guint max;      /* largest number of them */
  double due;     /* number that is due and not emitted yet: usually a fraction of one */
  MwSimulation simulation;
} MwPool;

/* `size` is the size of an element of `living` in bytes, `max` the largest number of elements. */
void mw_pool_init (MwPool *pool, const MwModel *model, const MwSkeleton *skeleton, const MwRecord *emitter, guint size,
                   guint max);
void mw_pool_finish (MwPool *pool);
/* Adds what becomes due in a step to `due`, and takes from it the whole number to emit. */
double mw_pool_take_due (MwPool *pool, double due);
/* Whether what is due is counted from this step on: each pass of a looping sequence begins with a fraction that depends on the
 * pass alone, so that the past need not be known. */
gboolean mw_pool_begins_count (const MwSimulationStep *step);
/* Sets that fraction. `steady` is what becomes due in each step if that is always the same, and the fraction is then the one
 * that the step before has left. Else it is 0: the fractions of the passes are spread evenly, so that on the average each
 * emits what it should. */
void mw_pool_begin_count (MwPool *pool, const MwSimulationStep *step, double steady);
/* Removes the oldest elements, so that there is room for n more. */
void mw_pool_make_room (MwPool *pool, guint n);
/* Removes all elements and sets `due` to 0. */
void mw_pool_empty (MwPool *pool);
/* The emitter's matrix at a time, without billboards. */
void mw_pool_world (const MwPool *pool, const MwClock *at, float out[16]);
/* Advances the simulation to the clock's moment. Nothing may live longer than `life_span` seconds. */
void mw_pool_update (MwPool *pool, const MwClock *clock, float life_span, const MwSimulated *what, gpointer data);
/* Resets it: the next update simulates from the start of the sequence. */
void mw_pool_restart (MwPool *pool, const MwSimulated *what, gpointer data);
