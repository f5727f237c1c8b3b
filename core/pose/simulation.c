/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/simulation.h"
#include "core/pose/keys.h"

enum { STEP = MW_SIMULATION_STEP_MS };

/* A longer gap between two updates is a slow frame. Only this much of it is caught up with; simulating all of it would
 * make the next frame slow too. */
#define CAUGHT_UP_MS 1000

/* a / b, rounded down; b is above 0. */
static gint64
floor_divide (gint64 a, gint64 b)
{
  return a / b - (a % b < 0);
}

/* Whether the simulation goes on from its last update. Else it has to start again. */
static gboolean
goes_on (const MwSimulation *simulation, const MwClock *now)
{
  const MwClock *last = &simulation->now;
  if (!simulation->running || last->sequence != now->sequence || last->start != now->start || last->end != now->end
      || last->looping != now->looping || last->global_ms > now->global_ms)
    return FALSE;
  const gint64 ms = mw_clock_played (now) - mw_clock_played (last);
  /* Both clocks advance together while a sequence is played. If only the sequence did, the user is dragging the time; if it
   * did by far more, there was a jump. The clock of a model that is played beside a shorter one may be somewhat faster. */
  const guint64 passed = now->global_ms - last->global_ms;
  return ms >= 0 && (guint64) ms <= 4 * passed;
}

/* The number of the first step of a run that ends with step `until`. */
static gint64
first_of_run (gint64 played, gint64 length, gboolean looping, gint64 history_ms, gint64 until)
{
  gint64 first = 1;
  if (looping) {
    gint64 from = played - history_ms;
    if (length > 0)
      from = floor_divide (from, length) * length;
    first = floor_divide (from + STEP - 1, STEP);
  }
  return MAX (first, until - MW_SIMULATION_RUN_MAX + 1);
}

void
mw_simulation_update (MwSimulation *simulation, const MwClock *clock, gint64 history_ms, const MwSimulated *what,
                      gpointer data)
{
  MwClock now = *clock;
  if (now.rest) {
    what->reset (data);
    *simulation = (MwSimulation) { .running = FALSE };
    return;
  }
  now.end = MAX (now.start, now.end);
  now.time = CLAMP (now.time, now.start, now.end);

  const gint64 length = (gint64) now.end - now.start, played = mw_clock_played (&now),
               until = floor_divide (played, STEP);
  const gboolean restarts = !goes_on (simulation, &now);
  gint64 first = MAX (simulation->last + 1, until - CAUGHT_UP_MS / STEP);
  gboolean follows = !restarts && first == simulation->last + 1;
  if (restarts) {
    what->reset (data);
    first = first_of_run (played, length, now.looping, history_ms, until);
  }

  MwKeysRun run;
  mw_keys_run_init (&run);
  for (gint64 i = first; i <= until; i++) {
    const gint64 when = i * STEP, back = played - when;
    MwSimulationStep step = { .number = i, .follows = follows, .starts = i == 1 };
    MwClock at = now;
    gint64 time = MIN (when, length);
    if (now.looping && length > 0) {
      step.pass = floor_divide (when, length);
      time = when - step.pass * length;
      step.starts = floor_divide (when - STEP, length) != step.pass;
    }
    step.emits = now.looping || when <= length;
    /* Two steps more than the history, for the state between two steps. */
    step.forgets = restarts && back > history_ms + 2 * STEP;
    at.run = &run;
    at.time = (int32_t) (now.start + time);
    at.global_ms = now.global_ms - MIN ((guint64) back, now.global_ms);
    step.at = &at;
    what->step (data, &step);
    follows = TRUE;
  }
  simulation->last = until;
  simulation->pending_ms = played - until * STEP;
  simulation->now = now;
  simulation->running = TRUE;
}

float
mw_simulation_rest_of_step (const MwSimulation *simulation)
{
  return (float) simulation->pending_ms / 1000;
}

gint64
mw_simulation_history_ms (float seconds)
{
  gint64 most = (gint64) MW_SIMULATION_STEPS_MAX * MW_SIMULATION_STEP_MS;
  if (!(seconds > 0))
    return 0;
  return seconds >= (float) most / 1000 ? most : (gint64) (seconds * 1000) + MW_SIMULATION_STEP_MS;
}
