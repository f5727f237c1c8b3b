/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/pose/placed.h"

void
placed_begin (Placed *placed, const MwModel *model, gconstpointer node)
{
  *placed = (Placed) { .skeleton = mw_skeleton_new (model),
                       .node = node,
                       .places = g_array_new (FALSE, FALSE, sizeof (MwModelPlace)) };
  placed->particles = mw_particles_new (placed->skeleton, node);
  placed->spawns = mw_spawns_new (placed->skeleton, node);
  g_assert_true (placed->particles || placed->spawns);
}

void
placed_end (Placed *placed)
{
  mw_particles_free (placed->particles);
  if (placed->spawns)
    mw_spawns_free (placed->spawns);
  mw_skeleton_free (placed->skeleton);
  g_array_unref (placed->places);
}

guint
placed_at (Placed *placed, const MwClock *clock)
{
  g_array_set_size (placed->places, 0);
  if (placed->particles) {
    mw_skeleton_update (placed->skeleton, clock, NULL);
    mw_particles_update (placed->particles, clock);
    mw_particles_append_models (placed->particles, mw_skeleton_matrix (placed->skeleton, placed->node->id),
                                placed->places);
  } else {
    mw_spawns_update (placed->spawns, clock);
    mw_spawns_append (placed->spawns, placed->life_ms, placed->places);
  }
  return placed->places->len;
}

const MwModelPlace *
placed_one (const Placed *placed, guint i)
{
  g_assert_cmpuint (i, <, placed->places->len);
  return &g_array_index (placed->places, MwModelPlace, i);
}

static void
assert_same (const Placed *placed, const GArray *played)
{
  g_assert_cmpmem (played->data, played->len * sizeof (MwModelPlace), placed->places->data,
                   placed->places->len * sizeof (MwModelPlace));
}

void
placed_assert_by_moment_alone (Placed *placed, const MwClock *start, const MwClock *other)
{
  MwClock clock = *start;
  for (guint i = 0; i < 90; i++) {
    placed_at (placed, &clock);
    mw_clock_advance (&clock, 10 + i % 3);
  }
  g_assert_cmpuint (placed_at (placed, &clock), >, 0);
  g_autoptr (GArray) played = g_array_copy (placed->places);
  placed_at (placed, other);
  placed_at (placed, &clock);
  assert_same (placed, played);
  if (placed->particles)
    mw_particles_reset (placed->particles);
  placed_at (placed, &clock);
  assert_same (placed, played);
}
