/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/spawns.h"
#include "core/pose/event-times.h"
#include "core/pose/family.h"
#include "core/pose/math.h"

struct _MwSpawns {
  const MwSkeleton *skeleton;
  const MwModel *model;
  const MwRecord *node;
  MwEventTimes times;
};

static const MwRecord *
track_of (const MwModel *model, const MwRecord *node, const char **id)
{
  const MwPoseFamily *family = mw_pose_family (model);
  return family->spawn ? family->spawn (node, id) : NULL;
}

MwSpawns *
mw_spawns_new (const MwSkeleton *skeleton, const MwRecord *node)
{
  const MwModel *model = mw_skeleton_model (skeleton);
  const char *id;
  if (!track_of (model, node, &id))
    return NULL;
  MwSpawns *spawns = g_new0 (MwSpawns, 1);
  spawns->skeleton = skeleton;
  spawns->model = model;
  spawns->node = node;
  return spawns;
}

void
mw_spawns_free (MwSpawns *spawns)
{
  g_free (spawns);
}

const char *
mw_spawns_id (const MwModel *model, const MwRecord *node)
{
  const char *id;
  return track_of (model, node, &id) ? id : NULL;
}

void
mw_spawns_update (MwSpawns *spawns, const MwClock *clock)
{
  mw_event_times_update (&spawns->times, clock);
}

void
mw_spawns_append (const MwSpawns *spawns, guint64 life_ms, GArray *places)
{
  const char *id;
  MwEventTime events[MW_SPAWNS_MAX];
  const MwRecord *track = track_of (spawns->model, spawns->node, &id);
  guint n = track ? mw_event_times_list (&spawns->times, spawns->model, track, (double) life_ms, events, MW_SPAWNS_MAX)
                  : 0;
  while (n-- > 0) {
    const MwClock at = mw_event_times_moment (&spawns->times, &events[n]);
    MwModelPlace place = { .age_ms = (guint64) events[n].age_ms, .rgba = { 1, 1, 1, 1 } };
    float pivot[3];
    mw_skeleton_matrix_at_time (spawns->skeleton, spawns->node->id, &at, place.world);
    mw_mat_point (place.world, mw_pose_family (spawns->model)->pivot (spawns->node), pivot);
    memcpy (place.world + 12, pivot, sizeof pivot);
    /* When it came, which stays the same as time goes on. */
    place.who = spawns->times.now.global_ms + spawns->times.over_ms - place.age_ms;
    g_array_append_val (places, place);
  }
}
