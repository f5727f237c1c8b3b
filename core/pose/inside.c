/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/inside.h"
#include "core/model/aspects.h"
#include "core/pose/follow.h"
#include "core/pose/particles.h"

#include <math.h>
#include <string.h>

gboolean
mw_inside_is_finite (const float m[16])
{
  for (int i = 0; i < 16; i++)
    if (!isfinite (m[i]))
      return FALSE;
  return TRUE;
}

gboolean
mw_inside_place (const MwSkeleton *skeleton, MwId node, float world[16])
{
  const int at = mw_skeleton_place (skeleton, node);
  float pivot[3];
  if (at < 0 || !mw_skeleton_visible_at (skeleton, (guint) at))
    return FALSE;
  memcpy (world, mw_skeleton_matrix_at (skeleton, (guint) at), 16 * sizeof (float));
  mw_skeleton_position_at (skeleton, (guint) at, pivot);
  memcpy (world + 12, pivot, sizeof pivot);
  return mw_inside_is_finite (world);
}

MwClock
mw_inside_first (const MwModel *model)
{
  const MwList *sequences = mw_model_sequences (model);
  MwClock first = MW_CLOCK_REST;
  mw_clock_play (&first, model, sequences->n ? sequences->items[0]->id : 0);
  return first;
}

guint64
mw_inside_life (const MwClock *first)
{
  enum { WITHOUT_MS = 1000 };
  const gint64 length = first->rest ? 0 : (gint64) first->end - first->start;
  return length > 0 ? (guint64) length : WITHOUT_MS;
}

MwClock
mw_inside_clock (const MwClock *first, guint64 age_ms)
{
  MwClock clock = *first;
  mw_follow_set_age (&clock, age_ms);
  clock.global_ms = age_ms;
  return clock;
}

static void
list_attached (const MwSkeleton *skeleton, const MwInside *inside, const MwClock *clock, GArray *out)
{
  MwInsidePose pose;
  gboolean same;
  if (!mw_inside_place (skeleton, inside->node, pose.world))
    return;
  const MwRecord *leading = clock->sequence ? mw_model_find (mw_skeleton_model (skeleton), clock->sequence) : NULL;
  const MwRecord *sequence = mw_follow_sequence (inside->model, leading, &same);
  pose.clock = mw_follow_clock (clock, inside->model, sequence ? sequence->id : 0, same);
  g_array_append_val (out, pose);
}

static void
list_brought (const MwSkeleton *skeleton, const MwInside *inside, const MwRecord *node, const MwClock *clock,
              GArray *out)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (MwModelPlace));
  const MwClock first = mw_inside_first (inside->model);
  MwParticles *particles = mw_particles_new (skeleton, node);
  MwSpawns *spawns = particles ? NULL : mw_spawns_new (skeleton, node);
  if (particles) {
    mw_particles_update (particles, clock);
    mw_particles_append_models (particles, mw_skeleton_matrix (skeleton, node->id), places);
    mw_particles_free (particles);
  } else if (spawns) {
    mw_spawns_update (spawns, clock);
    mw_spawns_append (spawns, mw_inside_life (&first), places);
    mw_spawns_free (spawns);
  }
  for (guint i = places->len - MIN (places->len, MW_INSIDE_LISTED); i < places->len; i++) {
    const MwModelPlace *place = &g_array_index (places, MwModelPlace, i);
    MwInsidePose pose = { .clock = mw_inside_clock (&first, place->age_ms) };
    memcpy (pose.world, place->world, sizeof pose.world);
    if (place->rgba[3] > 0 && mw_inside_is_finite (pose.world))
      g_array_append_val (out, pose);
  }
}

void
mw_inside_list (const MwSkeleton *skeleton, const MwInside *inside, const MwClock *clock, GArray *out)
{
  const int at = mw_skeleton_place (skeleton, inside->node);
  if (inside->attached)
    list_attached (skeleton, inside, clock, out);
  else if (at >= 0)
    list_brought (skeleton, inside, mw_skeleton_node_at (skeleton, (guint) at), clock, out);
}
