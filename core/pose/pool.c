/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/pool.h"

void
mw_pool_init (MwPool *pool, const MwSkeleton *skeleton, const MwRecord *emitter, guint size, guint max)
{
  *pool = (MwPool) { .skeleton = skeleton,
                     .model = mw_skeleton_model (skeleton),
                     .emitter = emitter,
                     .living = g_array_new (FALSE, FALSE, size),
                     .max = max };
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
