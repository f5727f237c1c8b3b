/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/sounds.h"
#include "core/model/points.h"
#include "core/pose/family.h"

static const MwRecord *
track_of (const MwModel *model, const MwRecord *node, const char **id)
{
  const MwPoseFamily *family = mw_pose_family (model);
  return family->sound ? family->sound (node, id) : NULL;
}

gboolean
mw_sounds_in (const MwModel *model)
{
  g_autoptr (GPtrArray) points = mw_points_list (model);
  const char *id;
  for (guint i = 0; i < points->len; i++)
    if (track_of (model, points->pdata[i], &id))
      return TRUE;
  return FALSE;
}

void
mw_sounds_append (const MwModel *model, const MwEventTimes *times, guint64 life_ms, GPtrArray *ids)
{
  g_autoptr (GPtrArray) points = mw_points_list (model);
  for (guint i = 0; i < points->len; i++) {
    MwEventTime event;
    const char *id;
    const MwRecord *track = track_of (model, points->pdata[i], &id);
    if (track && mw_event_times_list (times, model, track, (double) life_ms, &event, 1)
        && !g_ptr_array_find_with_equal_func (ids, id, g_str_equal, NULL))
      g_ptr_array_add (ids, (gpointer) id);
  }
}
