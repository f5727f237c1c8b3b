/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/pose/fading.h"
#include "core/pose/family.h"

void
mw_clock_fade_to (MwClock *clock, const MwModel *model, MwId id)
{
  const MwFadeRules *rules = mw_pose_family (model)->fade;
  const MwClock before = *clock;
  MwClock from;
  float part = mw_clock_faded (&before, model, &from);

  mw_clock_play (clock, model, id);
  if (before.rest || clock->rest)
    return;
  MwFading fading = { .sequence = before.sequence,
                      .start = before.start,
                      .end = before.end,
                      .looping = before.looping,
                      .time = before.time,
                      .runs = rules->runs };
  guint32 ms = rules->time (model, mw_model_find (model, id));
  gboolean keeps = part > rules->keeps;
  if (keeps)
    fading = before.fading;
  if (!keeps || rules->starts_again)
    fading.left_ms = fading.of_ms = ms;
  if (fading.left_ms > 0)
    clock->fading = fading;
}

float
mw_clock_faded (const MwClock *clock, const MwModel *model, MwClock *from)
{
  const MwFading *fading = &clock->fading;
  if (clock->rest || fading->left_ms == 0 || fading->of_ms == 0)
    return 0;
  *from = (MwClock) { .sequence = fading->sequence,
                      .start = fading->start,
                      .end = fading->end,
                      .looping = fading->looping,
                      .time = fading->time,
                      .global_ms = clock->global_ms };
  float left = (float) fading->left_ms / (float) fading->of_ms;
  return mw_pose_family (model)->fade->part (MIN (left, 1));
}
