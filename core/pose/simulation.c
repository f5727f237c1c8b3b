/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/simulation.h"
#include "core/pose/keys.h"

/* A longer gap between two updates is a jump in time or a slow frame. Only this much of a slow frame is caught up
 * with; simulating all of it would make the next frame slow too. */
#define JUMP_MS 1000

/* The number of milliseconds to simulate: at most JUMP_MS, shortened by whole steps. */
static gint64
caught_up (gint64 ms)
{
  return ms > JUMP_MS ? ms - (ms - JUMP_MS + MW_SIMULATION_STEP_MS - 1) / MW_SIMULATION_STEP_MS * MW_SIMULATION_STEP_MS
                      : ms;
}

/* The time since the last update in ms, or -1 if the simulation has to start again. */
static gint64
ms_since (const MwSimulation *simulation, const MwClock *now, gint64 length, gboolean still)
{
  const MwClock *last = &simulation->now;
  if (!simulation->running || last->sequence != now->sequence || last->start != now->start || last->end != now->end
      || last->looping != now->looping || last->global_ms > now->global_ms)
    return -1;

  guint64 free_running = now->global_ms - last->global_ms;
  gint64 ms = (gint64) now->time - last->time;
  if (still && (length == 0 || ms == 0))
    ms = caught_up ((gint64) MIN (free_running, (guint64) G_MAXINT32));
  else if (ms != 0 && free_running == 0)
    return -1; /* the time is being dragged: the same moment must always look the same */
  else if (ms < 0 && now->looping)
    ms += length;
  if (ms < 0 || (guint64) ms > MAX (free_running, JUMP_MS))
    return -1;
  /* Whole turns of a loop within one frame leave the time unchanged. */
  guint64 missed = free_running > (guint64) ms ? free_running - (guint64) ms : 0;
  if (now->looping && length > 0 && missed > 0)
    ms += (gint64) (MIN (missed, (guint64) G_MAXINT32) / (guint64) length) * length;
  return caught_up (ms);
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

  const gint64 length = (gint64) now.end - now.start;
  const gboolean over = !now.looping && now.time == now.end; /* the sequence is over */
  const gboolean still = over || length == 0;
  gint64 ms = ms_since (simulation, &now, length, still);
  gboolean restarts = ms < 0;

  if (restarts) {
    what->reset (data);
    ms = (gint64) now.time - now.start;
    if (now.looping)
      ms += length ? (history_ms + length - 1) / length * length : history_ms;
    gint64 most = (gint64) MW_SIMULATION_STEPS_MAX * MW_SIMULATION_STEP_MS;
    if (ms > most)
      ms -= (ms - most + MW_SIMULATION_STEP_MS - 1) / MW_SIMULATION_STEP_MS * MW_SIMULATION_STEP_MS;
    simulation->pending_ms = 0;
  }

  gint64 total = simulation->pending_ms + ms;
  gint64 n = total / MW_SIMULATION_STEP_MS;
  /* After the end of the sequence time stops, and the living particles continue. In the update that reaches the end,
   * the sequence still plays. */
  gboolean ended = over && !restarts && simulation->now.time == now.end;
  MwKeysRun run;
  mw_keys_run_init (&run);
  for (gint64 i = 1; i <= n; i++) {
    gint64 back = total - i * MW_SIMULATION_STEP_MS;
    gint64 time = (gint64) now.time - now.start;
    gint64 before = time - back - MW_SIMULATION_STEP_MS;
    time -= back;
    gboolean starts = restarts && i == 1;
    if (length == 0 || ended) {
      time = length;
    } else if (now.looping) {
      time = ((time % length) + length) % length;
      before = ((before % length) + length) % length;
      starts |= before >= time || length < MW_SIMULATION_STEP_MS;
    }
    MwClock at = now;
    at.run = &run;
    at.time = (int32_t) (now.start + CLAMP (time, 0, length));
    at.global_ms = now.global_ms - MIN ((guint64) back, now.global_ms);
    /* Two steps more than the history, for the state between two steps. */
    gboolean forgets = restarts && back > history_ms + 2 * MW_SIMULATION_STEP_MS;
    what->step (data, &(MwSimulationStep) { &at, starts, !ended, forgets });
  }
  simulation->pending_ms = total % MW_SIMULATION_STEP_MS;
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
