/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/clock.h"

/* Runs simulations (particles, ribbons) in steps of a fixed length, so that the state at a moment depends on the moment
 * alone: on the sequence, how long it has been played (mw_clock_played()), and global_ms. It does not matter how often it
 * was drawn, nor whether it was played up to there or the time was dragged there.
 *
 * Step i is at i times this after the sequence began; a looping sequence has earlier passes too, with numbers below 0. */
#define MW_SIMULATION_STEP_MS 16
/* Nothing lives longer than this many steps, twenty seconds. What happened earlier is left out. */
#define MW_SIMULATION_STEPS_MAX 1250
/* The largest number of steps run at once, a minute: those before the last MW_SIMULATION_STEPS_MAX only count what is due. */
#define MW_SIMULATION_RUN_MAX 3750

typedef struct {
  gboolean running;
  MwClock now;       /* the clock of the last update */
  gint64 last;       /* the number of the last step */
  gint64 pending_ms; /* time since the last step; less than a step */
} MwSimulation;

typedef struct {
  const MwClock *at;
  gint64 number, pass; /* of the step, and of the pass of a looping sequence; 0 is the first, there are some below it */
  gboolean starts;     /* the sequence starts, or starts again, with this step */
  gboolean follows;    /* the step before it was run too */
  gboolean emits;      /* the sequence is not over */
  gboolean forgets;    /* what is emitted now is gone before the moment shown, so it need not be created */
} MwSimulationStep;

typedef struct {
  void (*reset) (gpointer data);
  /* Simulates one step. */
  void (*step) (gpointer data, const MwSimulationStep *step);
} MwSimulated;

/* Advances the simulation to `now`. If time continued from the last update, so does the simulation; of more than a
 * second only the last second is simulated. Otherwise it is reset and runs from the start of the sequence, or from the start
 * of the last pass of a looping sequence that began at least `history_ms` ago. Nothing lives longer than `history_ms`, so
 * earlier steps have `forgets` set. At rest it is reset. */
void mw_simulation_update (MwSimulation *simulation, const MwClock *now, gint64 history_ms, const MwSimulated *what,
                           gpointer data);
/* Seconds since the last step, for drawing the state between two steps. */
float mw_simulation_rest_of_step (const MwSimulation *simulation);
/* `history_ms` for a life span in seconds; at most that of MW_SIMULATION_STEPS_MAX steps. */
gint64 mw_simulation_history_ms (float seconds);
