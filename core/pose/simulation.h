/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once
#include "core/pose/clock.h"

/* Drives what has a past (particles, ribbons) in steps of a fixed length, so that the state at a moment does not depend on
 * how often somebody looked. The steps' grid starts with the sequence. */
#define MW_SIMULATION_STEP_MS 16
/* Longer pasts begin in the middle: twenty seconds. */
#define MW_SIMULATION_STEPS_MAX 1250

typedef struct {
  gboolean running;
  MwClock now;       /* of the last update */
  gint64 pending_ms; /* what has passed since the last step: less than a step */
} MwSimulation;

typedef struct {
  const MwClock *at;
  gboolean turn;    /* the sequence begins (again) with this step */
  gboolean emits;   /* the sequence is not over */
  gboolean forgets; /* what comes now is gone before anybody looks: only what it leaves behind counts */
} MwSimulationStep;

typedef struct {
  void (*reset) (gpointer data);
  /* One step further. */
  void (*step) (gpointer data, const MwSimulationStep *step);
} MwSimulated;

/* Brings the simulation to `now`: from the moment before if time ran on from there (of more than a second the last one alone is
 * simulated), else anew from the start of the sequence; of a looping one whole turns that cover `history_ms` come first. Nothing
 * lives longer than that, so that steps further back are taken lightly. At rest it is reset. */
void mw_simulation_update (MwSimulation *simulation, const MwClock *now, gint64 history_ms, const MwSimulated *what,
                           gpointer data);
/* Seconds since the last step, to draw the moment in between. */
float mw_simulation_rest_of_step (const MwSimulation *simulation);
/* A life span in seconds as history: long enough for the first born to be dead, and no longer than the longest past. */
gint64 mw_simulation_history_ms (float seconds);
