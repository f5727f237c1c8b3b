/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/clock.h"

/* Runs simulations (particles, ribbons) in steps of a fixed length, so that the state at a moment does not depend on
 * how often it was drawn. The first step is at the start of the sequence. */
#define MW_SIMULATION_STEP_MS 16
/* The largest number of steps run from the start of a simulation: twenty seconds. What happened earlier is left out. */
#define MW_SIMULATION_STEPS_MAX 1250

typedef struct {
  gboolean running;
  MwClock now;       /* the clock of the last update */
  gint64 pending_ms; /* time since the last step; less than a step */
} MwSimulation;

typedef struct {
  const MwClock *at;
  gboolean starts;  /* the sequence starts, or starts again, with this step */
  gboolean emits;   /* the sequence is not over */
  gboolean forgets; /* what is emitted now is gone before the moment shown, so it need not be created */
} MwSimulationStep;

typedef struct {
  void (*reset) (gpointer data);
  /* Simulates one step. */
  void (*step) (gpointer data, const MwSimulationStep *step);
} MwSimulated;

/* Advances the simulation to `now`. If time continued from the last update, so does the simulation; of more than a
 * second only the last second is simulated. Otherwise it is reset and runs from the start of the sequence, after as
 * many whole loops of a looping sequence as cover `history_ms`. Nothing lives longer than `history_ms`, so earlier
 * steps have `forgets` set. At rest it is reset. */
void mw_simulation_update (MwSimulation *simulation, const MwClock *now, gint64 history_ms, const MwSimulated *what,
                           gpointer data);
/* Seconds since the last step, for drawing the state between two steps. */
float mw_simulation_rest_of_step (const MwSimulation *simulation);
/* `history_ms` for a life span in seconds; at most that of MW_SIMULATION_STEPS_MAX steps. */
gint64 mw_simulation_history_ms (float seconds);
