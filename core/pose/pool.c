/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/pool.h"

#include <math.h>

void
mw_pool_init (MwPool *pool, const MwModel *model, const MwSkeleton *skeleton, const MwRecord *emitter, guint size,
              guint max)
{
  *pool = (MwPool) {
    .skeleton = skeleton, .model = model, .emitter = emitter, .living = g_array_new (FALSE, FALSE, size), .max = max
  };
}

void
mw_pool_finish (MwPool *pool)
{
  g_clear_pointer (&pool->living, g_array_unref);
}

void
mw_pool_empty (MwPool *pool)
{
  g_array_set_size (pool->living, 0);
  pool->due = 0;
}

gboolean
mw_pool_begins_count (const MwSimulationStep *step)
{
  return step->starts || !step->follows;
}

void
mw_pool_begin_count (MwPool *pool, const MwSimulationStep *step, double steady)
{
  /* The multiples of the golden ratio are spread evenly. The margin keeps sums that should be whole numbers from ending just
   * below them. */
  const double golden = 0.6180339887498949, margin = 1e-6;
  const double before = steady > 0 ? (double) (step->number - 1) * steady : (double) step->pass * golden;
  pool->due = before - floor (before) + margin;
}

double
mw_pool_take_due (MwPool *pool, double due)
{
  pool->due += due > 0 ? due : 0;
  const double n = floor (pool->due);
  pool->due -= n;
  return n;
}

void
mw_pool_make_room (MwPool *pool, guint n)
{
  const guint stay = pool->max - MIN (n, pool->max);
  if (pool->living->len > stay)
    g_array_remove_range (pool->living, 0, pool->living->len - stay);
}

void
mw_pool_world (const MwPool *pool, const MwClock *at, float out[16])
{
  mw_skeleton_matrix_at_time (pool->skeleton, pool->emitter->id, at, out);
}

void
mw_pool_update (MwPool *pool, const MwClock *clock, float life_span, const MwSimulated *what, gpointer data)
{
  mw_simulation_update (&pool->simulation, clock, mw_simulation_history_ms (life_span), what, data);
}

void
mw_pool_restart (MwPool *pool, const MwSimulated *what, gpointer data)
{
  what->reset (data);
  pool->simulation.running = FALSE;
}
